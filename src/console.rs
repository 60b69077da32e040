//! [`Console`]: lines in, text out.
//!
//! The documents' programs know no terminal, only a console, so the same program runs in a
//! terminal, in a test, under the judge and in a web page.

use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};

/// The longest line that is kept whole, in bytes. The rest of a longer line is read and dropped, so
/// memory stays bounded whatever the input is.
pub const LONGEST_LINE: usize = 1 << 20;

/// The three streams of a text program.
#[derive(Debug)]
pub struct Console<I, O, E> {
    input: I,
    /// The conversation, as the user reads it.
    pub output: O,
    /// Errors, which are not part of the conversation.
    pub errors: E,
}

/// A line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The bytes, without the newline, at most [`LONGEST_LINE`] of them.
    pub bytes: Vec<u8>,
    /// Whether there were more bytes than that, and not blanks alone.
    pub cut: bool,
    /// Whether the line ended with a newline. Only the last line may lack it.
    pub ended: bool,
}

impl Line {
    /// The line as text. Bytes that are not UTF-8 become replacement characters.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// A console over any streams: what is written for it is compiled once.
pub(crate) type AnyConsole<'a> = Console<&'a mut dyn BufRead, &'a mut dyn Write, &'a mut dyn Write>;

impl<I: BufRead, O: Write, E: Write> Console<I, O, E> {
    /// A console over three streams.
    pub fn new(input: I, output: O, errors: E) -> Console<I, O, E> {
        Console { input, output, errors }
    }

    /// This console, whatever its streams are.
    pub(crate) fn of_any(&mut self) -> AnyConsole<'_> {
        Console { input: &mut self.input, output: &mut self.output, errors: &mut self.errors }
    }

    /// Flushes the output and reads a line; `None` at the end of input. A last line without a
    /// newline counts if it has any byte. Blanks at its ends do not make a line too long: of those
    /// before the first word of a longer line one is kept, and of those behind the last word as
    /// many as there is room for.
    ///
    /// # Errors
    /// Any error of reading the input or flushing the output.
    pub fn read_line(&mut self) -> io::Result<Option<Line>> {
        self.output.flush()?;
        let mut line = Line::default();
        loop {
            let room = (LONGEST_LINE + 1 - line.bytes.len()) as u64;
            if self.input.by_ref().take(room).read_until(b'\n', &mut line.bytes)? == 0 && line.bytes.is_empty() {
                return Ok(None);
            }
            line.ended = line.bytes.pop_if(|&mut last| last == b'\n').is_some();
            if line.ended || line.bytes.len() <= LONGEST_LINE {
                return Ok(Some(line));
            }
            let blanks = line.bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if blanks < 2 {
                break;
            }
            line.bytes.drain(1..blanks);
        }
        let last = line.bytes.pop().is_none_or(|last| last.is_ascii_whitespace());
        let (is_blank, ended) = self.skip_line()?;
        (line.cut, line.ended) = (!(last && is_blank), ended);
        Ok(Some(line))
    }

    /// Writes a prompt, flushes the output and reads the answer: a line, or `None` at the end of
    /// input.
    ///
    /// ```
    /// use gridlaw::console::Console;
    ///
    /// let mut console = Console::new(&b"4\n"[..], Vec::new(), Vec::new());
    /// assert_eq!(console.ask("Size: ").unwrap().unwrap().text(), "4");
    /// assert_eq!(console.ask("Type: ").unwrap(), None);
    /// assert_eq!(console.output, b"Size: Type: ");
    /// ```
    ///
    /// # Errors
    /// Any error of reading the input or writing the output.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<Line>> {
        self.output.write_all(prompt.as_bytes())?;
        self.read_line()
    }

    /// Says that the input ended too early. Returns the exit status for that: 1.
    ///
    /// # Errors
    /// Any error of writing to `errors`.
    pub(crate) fn give_up(&mut self) -> io::Result<u8> {
        writeln!(self.errors, "End of input.")?;
        Ok(1)
    }

    /// Reads and drops the rest of a line. Returns whether it had only blanks, and whether it ended
    /// with a newline.
    fn skip_line(&mut self) -> io::Result<(bool, bool)> {
        let mut is_blank = true;
        loop {
            let block = match self.input.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if block.is_empty() {
                return Ok((is_blank, false));
            }
            let newline = block.iter().position(|&byte| byte == b'\n');
            let used = newline.map_or(block.len(), |at| at + 1);
            is_blank &= block[..used].iter().all(u8::is_ascii_whitespace);
            self.input.consume(used);
            if newline.is_some() {
                return Ok((is_blank, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut console = Console::new(input, io::sink(), io::sink());
        core::iter::from_fn(|| console.read_line().unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_newline_and_the_last_may_lack_it() {
        let whole = |bytes: &[u8], ended| Line { bytes: bytes.into(), cut: false, ended };
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [whole(b"", true)]);
        assert_eq!(lines(b"a\n\nb"), [whole(b"a", true), whole(b"", true), whole(b"b", false)]);
    }

    #[test]
    fn an_interrupted_read_is_read_again() {
        /// Bytes, with an interruption before each block.
        struct Interrupted<'b>(&'b [u8], bool);
        impl Read for Interrupted<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 = !self.1;
                if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
            }
        }
        let long = [&vec![b'x'; 2 * LONGEST_LINE], &b"\nnext"[..]].concat();
        let input = io::BufReader::new(Interrupted(&long, false));
        let mut console = Console::new(input, io::sink(), io::sink());
        assert!(console.read_line().unwrap().unwrap().cut);
        assert_eq!(console.read_line().unwrap().unwrap().text(), "next");
    }

    #[test]
    fn an_error_behind_a_line_too_long_is_an_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        for length in [0, LONGEST_LINE, 2 * LONGEST_LINE] {
            let line = vec![b'x'; length];
            let input = io::BufReader::new(line.chain(Broken));
            let error = Console::new(input, io::sink(), io::sink()).read_line().unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{length} bytes");
        }
    }

    #[test]
    fn a_prompt_is_flushed_before_the_answer_is_awaited() {
        use std::cell::RefCell;

        /// The bytes that were flushed, and how many there were before each read.
        struct Pipe<'p>(&'p RefCell<Vec<u8>>, Vec<usize>);
        impl Read for Pipe<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1.push(self.0.borrow().len());
                buffer[0] = b'\n';
                Ok(1)
            }
        }
        impl Write for Pipe<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let seen = RefCell::new(Vec::new());
        let [mut input, output] = [(); 2].map(|()| Pipe(&seen, Vec::new()));
        let mut console = Console::new(io::BufReader::new(&mut input), io::BufWriter::new(output), io::sink());
        for prompt in ["Size: ", "Type: "] {
            console.ask(prompt).unwrap();
        }
        drop(console);
        assert_eq!(input.1, [6, 12]);
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_one_is_whole() {
        let exact = vec![b'x'; LONGEST_LINE];
        let long = [&exact[..], b"yz"].concat();
        let cut = |ended| Line { bytes: exact.clone(), cut: true, ended };
        let next = Line { bytes: b"n".into(), cut: false, ended: false };
        assert_eq!(lines(&[&long[..], b"\nn"].concat()), [cut(true), next.clone()]);
        assert_eq!(lines(&long), [cut(false)]);
        let fits = Line { bytes: exact.clone(), cut: false, ended: true };
        assert_eq!(lines(&[&exact[..], b"\nn"].concat()), [fits, next]);
    }

    #[test]
    fn blanks_alone_do_not_make_a_line_too_long() {
        let blanks = vec![b' '; 3 * LONGEST_LINE];
        for (line, words) in [
            (vec![&blanks[..], b"a b", &blanks, b"\n"], "a b"),
            (vec![&blanks, b"\n"], ""),
            (vec![&blanks], ""),
            (vec![&blanks[..=LONGEST_LINE]], ""),
            (vec![b"a", &blanks], "a"),
        ] {
            let is_blank_first = line[0].len() > 1;
            let [line] = &lines(&line.concat())[..] else { panic!("expected one line") };
            let text = line.text();
            assert_eq!((text.trim(), text.starts_with(' '), line.cut), (words, is_blank_first, false));
            assert!(line.bytes.len() <= LONGEST_LINE);
        }
        let long = vec![b'x'; LONGEST_LINE - 1];
        for front in [&b""[..], b" ", b"  ", b"   "] {
            let whole = &lines(&[front, &long, b"\n"].concat())[0];
            assert_eq!((whole.text().trim().len(), whole.cut), (LONGEST_LINE - 1, false), "{} blanks", front.len());
        }
        let cut = &lines(&[b"a", &blanks[..], b"b\nn"].concat())[0];
        assert!(cut.cut && cut.ended && cut.text().trim() == "a");
    }
}
