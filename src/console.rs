//! Lines in, text out: what the documents' programs talk to their users through.
//!
//! The same program runs in a terminal, in a test, under the judge and in a page, because it only
//! knows a [`Console`].

use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read whole. What comes after is read and forgotten, so that memory stays
/// bounded whatever the input is.
pub const LONGEST_LINE: usize = 1 << 20;

/// Three streams.
#[derive(Debug)]
pub struct Console<I, O, E> {
    input: I,
    /// What the user reads.
    pub output: O,
    /// What is not part of the conversation: errors.
    pub errors: E,
}

/// A line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The bytes, without the newline, at most [`LONGEST_LINE`] of them.
    pub bytes: Vec<u8>,
    /// Whether there were more bytes than that.
    pub cut: bool,
    /// Whether the line ended with a newline; only the last one may not.
    pub ended: bool,
}

impl Line {
    /// The line as text; bytes that are no UTF-8 become replacement characters.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl<I: BufRead, O: Write, E: Write> Console<I, O, E> {
    /// A console over three streams.
    pub fn new(input: I, output: O, errors: E) -> Console<I, O, E> {
        Console { input, output, errors }
    }

    /// Shows everything written so far, then waits for a line; `None` at the end of input. A last line
    /// without a newline counts if it has any byte.
    ///
    /// # Errors
    /// What reading or writing reports.
    pub fn read_line(&mut self) -> io::Result<Option<Line>> {
        self.output.flush()?;
        let mut line = Line::default();
        let limit = LONGEST_LINE as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut line.bytes)? == 0 {
            return Ok(None);
        }
        line.ended = line.bytes.last() == Some(&b'\n');
        if line.ended {
            line.bytes.pop();
        } else if line.bytes.len() > LONGEST_LINE {
            line.bytes.truncate(LONGEST_LINE);
            line.cut = true;
            line.ended = self.skip_line()?;
        }
        Ok(Some(line))
    }

    /// Passes over the rest of a line; whether it ended with a newline.
    fn skip_line(&mut self) -> io::Result<bool> {
        loop {
            let block = match self.input.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if block.is_empty() {
                return Ok(false);
            }
            let newline = block.iter().position(|&byte| byte == b'\n');
            let used = newline.map_or(block.len(), |at| at + 1);
            self.input.consume(used);
            if newline.is_some() {
                return Ok(true);
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
}
