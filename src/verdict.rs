//! The oracle over a stream: one game a line in, one answer a line out.
//!
//! Memory does not grow with the input, not even with one endless line: a game is played while its
//! bytes arrive, and about 64 MiB of answers are held at most. The oracle answers every complete
//! line before it waits for more input, so it serves as a coprocess on a pipe.
//!
//! Everything here is compiled once, because an [`Oracle`] is any game behind a pointer.

use std::io::{self, Read, Write};

use crate::rules::{LONGEST_MOVE, Notation, outcome_of};
use crate::text::is_blank;
use crate::text::lines::line_end;

/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// Bytes read at once in bulk for each thread: from a file, a millisecond of work. With their
/// answers they fit the second-level cache; of 4 MiB, which do not, the whole process took 1.05 of
/// the time.
const BULK: usize = 1 << 20;

/// The most bytes read at once for all threads.
const MOST: usize = 1 << 23;

/// The most bytes of answers that are held at once, if answers are as long as that to an empty
/// line.
const ANSWERS: usize = 1 << 26;

/// The fewest bytes that occupy a thread.
const PIECE: usize = 1 << 15;

/// A game that answers game records. Every [`Notation`] is one.
pub trait Oracle: Sync {
    /// Appends the answers to complete lines. A newline ends every line; the last line may lack it.
    fn answer_lines(&self, lines: &[u8], answers: &mut String);

    /// A line whose bytes are still arriving.
    fn begin_line(&self) -> Box<dyn ArrivingLine + '_>;
}

/// A line of a game record, played while its bytes arrive.
pub trait ArrivingLine {
    /// Plays the next bytes of the line. None of them is a newline.
    fn take(&mut self, bytes: &[u8]);

    /// Whether the line has any byte yet.
    fn has_begun(&self) -> bool;

    /// Appends the answer to the line, and begins the next one.
    fn answer(&mut self, answers: &mut String);
}

/// Reads one game per line from `input` until its end and writes one line per game to `output`: the
/// outcome, a blank, the position.
///
/// `X` and a number replace the outcome where the move of that number (from 1) cannot be read, is
/// not accepted, or comes after the end; the position is the one before it. An empty line is a game
/// of no moves. A last line counts without its newline.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::verdict::verdict;
///
/// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
/// let mut answers = Vec::new();
/// verdict(&rules, &mut &b"|0 -2 -0 -1 !\n\n|0 |9\n"[..], &mut answers).unwrap();
/// assert_eq!(answers, b". 29010000 000000a5\n. 00000000 00000000\nX2 01000000 00000001\n");
/// ```
///
/// # Errors
/// Any error of reading or writing.
pub fn verdict(game: &dyn Oracle, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let mut block = vec![0; BLOCK];
    let mut answers = String::new();
    let mut line = game.begin_line();
    loop {
        let read = match input.read(&mut block) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if read == 0 {
            break;
        }
        for part in block[..read].split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    line.take(end);
                    line.answer(&mut answers);
                    if answers.len() >= BLOCK {
                        output.write_all(answers.as_bytes())?;
                        answers.clear();
                    }
                }
                None => line.take(part),
            }
        }
        output.write_all(answers.as_bytes())?;
        output.flush()?;
        answers.clear();
    }
    if line.has_begun() {
        line.answer(&mut answers);
        output.write_all(answers.as_bytes())?;
    }
    output.flush()
}

/// Complete lines, and the answers to them: the work of one thread.
pub struct Piece<'a> {
    game: &'a dyn Oracle,
    lines: &'a [u8],
    answers: &'a mut String,
}

impl Piece<'_> {
    /// Answers the lines.
    pub fn answer(&mut self) {
        self.game.answer_lines(self.lines, self.answers);
    }
}

/// The caller's threads, over which [`verdict_in_bulk`] spreads its work.
pub struct Workers<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Calls [`Piece::answer`] once for every piece, in any order.
    pub run: &'a dyn Fn(&mut [Piece<'_>]),
}

impl Workers<'_> {
    /// The calling thread alone.
    #[must_use]
    pub fn alone() -> Workers<'static> {
        Workers { threads: 1, run: &|pieces| pieces.iter_mut().for_each(Piece::answer) }
    }
}

/// [`verdict`] at the speed of the machine: the same answers in the same order. It answers whole
/// lines with the game's own [`answer_records`](Notation::answer_records), on all `workers` if much
/// input arrives at once, as it does from a file.
///
/// # Errors
/// Any error of reading or writing.
pub fn verdict_in_bulk(
    game: &dyn Oracle,
    input: &mut dyn Read,
    output: &mut dyn Write,
    workers: &Workers<'_>,
) -> io::Result<()> {
    let mut answer = String::new();
    game.answer_lines(b"\n", &mut answer);
    let most = (ANSWERS / answer.len().max(1)).max(workers.threads);
    let mut block = vec![0; BULK.saturating_mul(workers.threads).clamp(BULK, MOST)];
    let mut answers = Vec::new();
    // Bytes of a line that has no end yet, at the front of the block.
    let mut held = 0;
    loop {
        let read = match input.read(&mut block[held..]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if read == 0 {
            break;
        }
        let filled = held + read;
        if let Some(end) = block[held..filled].iter().rposition(|&byte| byte == b'\n') {
            let lines = held + end + 1;
            let mut rest = &block[..lines];
            while !rest.is_empty() {
                let (some, after) = rest.split_at(end_of_lines(rest, most));
                answer_block(game, some, &mut answers, workers);
                for answers in &mut answers {
                    output.write_all(answers.as_bytes())?;
                    answers.clear();
                }
                rest = after;
            }
            output.flush()?;
            block.copy_within(lines..filled, 0);
            held = filled - lines;
        } else if filled == block.len() {
            // A line fills the block: from here on lines are played while their bytes arrive.
            return verdict(game, &mut block.chain(input), output);
        } else {
            held = filled;
        }
    }
    // A last line without its newline; `verdict` knows whether there is one.
    verdict(game, &mut &block[..held], output)
}

/// Answers complete lines, in one piece or as many as keep all threads busy. `answers` holds a
/// string for each piece.
fn answer_block(game: &dyn Oracle, lines: &[u8], answers: &mut Vec<String>, workers: &Workers<'_>) {
    let most = if workers.threads == 1 { 1 } else { (lines.len() / PIECE).clamp(1, 4 * workers.threads) };
    let cut = cut(lines, most);
    answers.resize_with(answers.len().max(cut.len()), String::new);
    let mut pieces: Vec<Piece<'_>> =
        cut.into_iter().zip(answers).map(|(lines, answers)| Piece { game, lines, answers }).collect();
    match &mut pieces[..] {
        [alone] => alone.answer(),
        pieces => (workers.run)(pieces),
    }
}

/// The end of the first `most` lines, or of all of them.
fn end_of_lines(lines: &[u8], most: usize) -> usize {
    // Nearly always there are fewer.
    if newlines(lines) <= most {
        return lines.len();
    }
    (0..most).fold(0, |end, _| line_end(lines, end))
}

/// The number of newlines. They are counted in bytes first, of which a vector holds many: in words,
/// counting took a fifth of the time of verdicts of Connect4.
fn newlines(text: &[u8]) -> usize {
    let count = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    let (chunks, rest) = text.as_chunks::<128>();
    chunks.iter().map(|chunk| usize::from(count(chunk))).sum::<usize>() + usize::from(count(rest))
}

/// Cuts complete lines into at most `most` pieces of about the same length, at newlines.
fn cut(lines: &[u8], most: usize) -> Vec<&[u8]> {
    let (size, mut rest, mut pieces) = (lines.len().div_ceil(most), lines, Vec::with_capacity(most));
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(line_end(rest, size.min(rest.len()) - 1));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

impl<G: Notation> Oracle for G {
    fn answer_lines(&self, lines: &[u8], answers: &mut String) {
        self.answer_records(lines, answers);
    }

    fn begin_line(&self) -> Box<dyn ArrivingLine + '_> {
        Box::new(Line {
            game: self,
            position: self.start(),
            word: Vec::with_capacity(LONGEST_MOVE + 1),
            plies: 0,
            wrong: false,
            begun: false,
        })
    }
}

/// The game of a line whose bytes are still arriving.
struct Line<'g, G: Notation> {
    game: &'g G,
    position: G::Position,
    /// The bytes of the arriving move; one more than the longest marks it as too long.
    word: Vec<u8>,
    /// Moves played.
    plies: u64,
    /// Whether a move was wrong; the rest of the line is then ignored.
    wrong: bool,
    /// Whether any byte has arrived.
    begun: bool,
}

impl<G: Notation> Line<'_, G> {
    fn end_word(&mut self) {
        if !self.word.is_empty() && !self.wrong {
            self.wrong = !self.game.play_word(&mut self.position, &self.word);
            self.plies += u64::from(!self.wrong);
        }
        self.word.clear();
    }
}

impl<G: Notation> ArrivingLine for Line<'_, G> {
    fn take(&mut self, bytes: &[u8]) {
        self.begun |= !bytes.is_empty();
        for &byte in bytes {
            if is_blank(byte) {
                self.end_word();
            } else if self.word.len() <= LONGEST_MOVE {
                self.word.push(byte);
            }
        }
    }

    fn has_begun(&self) -> bool {
        self.begun
    }

    fn answer(&mut self, answers: &mut String) {
        self.end_word();
        let result = if self.wrong { Err(self.plies + 1) } else { Ok(outcome_of(self.game, &self.position)) };
        self.game.write_answer(&self.position, result, answers);
        self.position = self.game.start();
        (self.plies, self.wrong, self.begun) = (0, false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::games::breakdown::{Breakdown, NaiveBreakdown, Parameters, Store};

    fn answers(input: &[u8]) -> String {
        let parameters = Parameters::new(4, 5, 2, 2).unwrap();
        let (mut fast, mut naive) = (Vec::new(), Vec::new());
        verdict(&Breakdown::<u64>::new(parameters).unwrap(), &mut &input[..], &mut fast).unwrap();
        verdict(&NaiveBreakdown::new(parameters), &mut &input[..], &mut naive).unwrap();
        assert_eq!(fast, naive);
        let mut bulk = Vec::new();
        verdict_in_bulk(&Breakdown::<u64>::new(parameters).unwrap(), &mut &input[..], &mut bulk, &Workers::alone())
            .unwrap();
        assert_eq!(fast, bulk);
        String::from_utf8(fast).unwrap()
    }

    #[test]
    fn in_bulk_the_answers_are_the_same() {
        assert_same_in_bulk::<u64>((4, 5, 2, 2), 60_000);
    }

    #[test]
    #[ignore = "takes 5 s; .ci/run runs it: `cargo test -p gridlaw --lib -- --ignored`"]
    fn in_bulk_the_answers_of_large_boards_are_the_same() {
        assert_same_in_bulk::<Wide<4>>((8, 8, 3, 3), 60_000);
        assert_same_in_bulk::<Wide<4>>((9, 9, 5, 3), 4_000);
    }

    /// Compares the answers to megabytes of games. Among them are all kinds of wrong lines, blocks
    /// that end in the middle of a line, and a line that is longer than a block.
    fn assert_same_in_bulk<B: Store>(parameters: (u32, u32, u32, u32), games: u64) {
        use crate::record::random_game;

        let wrong =
            [&b"|0 |0 |0 |0"[..], b"x", b"\xff", b"", b" ", b"!  |(1)\t-0\r", b"|0 - 1", b"-1 |\xc3\xa9 !", b"! !! !"];
        let threads = Workers {
            threads: 3,
            run: &|pieces| {
                std::thread::scope(|scope| {
                    for piece in pieces {
                        scope.spawn(|| piece.answer());
                    }
                });
            },
        };
        let (width, height, stick, square) = parameters;
        let parameters = Parameters::new(width, height, stick, square).unwrap();
        let rules = Breakdown::<B>::new(parameters).unwrap();
        let mut input = Vec::new();
        let mut line = String::new();
        for game in 0..games {
            line.clear();
            random_game(&rules, 5, game, &mut line);
            input.extend_from_slice(line.as_bytes());
            input.push(b'\n');
            if game % 7 == 0 {
                input.extend_from_slice(wrong[(game / 7) as usize % wrong.len()]);
                input.push(b'\n');
            }
        }
        let plain = |input: &[u8]| {
            let mut answers = Vec::new();
            verdict(&rules, &mut &input[..], &mut answers).unwrap();
            answers
        };
        let expected = plain(&input);
        let mut bulk = Vec::new();
        verdict_in_bulk(&rules, &mut &input[..], &mut bulk, &threads).unwrap();
        assert!(expected == bulk, "{parameters}");
        // The naive engine gives the same answers.
        let (some, mut naive) = (input.split_inclusive(|&byte| byte == b'\n').take(300).flatten(), Vec::new());
        let mut some: Vec<u8> = some.copied().collect();
        verdict(&NaiveBreakdown::new(parameters), &mut &some[..], &mut naive).unwrap();
        assert!(expected.starts_with(&naive), "{parameters}");
        // A line of passes, longer than a block.
        let long = b"! ".repeat(BULK / 2 + 10);
        some.extend_from_slice(&long);
        some.extend_from_slice(b"\n|0");
        bulk.clear();
        verdict_in_bulk(&rules, &mut &some[..], &mut bulk, &threads).unwrap();
        assert!(plain(&some) == bulk, "{parameters}, with a long line");
    }

    /// A writer that keeps the most bytes that it got at once.
    struct AtOnce(usize, u64);

    impl Write for AtOnce {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.max(bytes.len());
            self.1 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn long_answers_to_short_lines_are_held_in_parts() {
        let rules = Breakdown::<crate::board::PackedBoard>::new(Parameters::new(62, 62, 3, 3).unwrap()).unwrap();
        let mut start = String::new();
        rules.answer_lines(b"\n", &mut start);
        let lines = vec![b'\n'; 3 * ANSWERS / start.len() / 2];
        let mut output = AtOnce(0, 0);
        verdict_in_bulk(&rules, &mut &lines[..], &mut output, &Workers::alone()).unwrap();
        assert_eq!(output.1, lines.len() as u64 * start.len() as u64);
        assert!(output.0 <= ANSWERS, "{} bytes at once", output.0);
    }

    #[test]
    fn every_kind_of_wrong_move_is_numbered_and_the_rest_is_not_played() {
        let start = "00000000 00000000\n";
        for (line, mark) in [
            (&b"x"[..], "X1 "),
            (b"|4", "X1 "),
            (b"-3", "X1 "),
            (b"\xff\xfe", "X1 "),
            (b"|(0", "X1 "),
            (b"! ! |\xc3", "X3 "),
            (b"! |9 |0 |0", "X2 "),
            (b"!!", "X1 "),
        ] {
            assert_eq!(answers(line), format!("{mark}{start}"), "{line:?}");
        }
        let long = [b"! ".as_slice(), &[b'|'; 1 << 20], b" |0 |0"].concat();
        assert_eq!(answers(&long), format!("X2 {start}"));
    }

    #[test]
    fn a_move_after_the_end_is_wrong() {
        let won = answers(b"-0 |2 -0");
        assert_eq!(won, "B 25000000 00000025\n");
        assert_eq!(answers(b"-0 |2 -0 !"), won.replace('B', "X4"));
    }

    #[test]
    fn lines_end_as_they_like_and_blanks_are_blanks() {
        let one = answers(b"|0\n");
        for line in ["|0", "|0\r\n", "  |0  \n", "\t|0\n", "|(0)\n"] {
            assert_eq!(answers(line.as_bytes()), one, "{line:?}");
        }
        assert_eq!(answers(b""), "");
        assert_eq!(answers(b"\n\n"), ". 00000000 00000000\n".repeat(2));
        assert_eq!(answers(b"|0\n|0"), one.repeat(2));
        assert_eq!(answers(b" "), ". 00000000 00000000\n");
    }

    #[test]
    fn every_complete_line_is_answered_before_more_is_read() {
        use std::cell::RefCell;
        use std::collections::VecDeque;

        struct Scripted<'s>(VecDeque<(&'s [u8], usize)>, &'s RefCell<Vec<u8>>);
        impl Read for Scripted<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let Some((bytes, answered)) = self.0.pop_front() else { return Ok(0) };
                if bytes.is_empty() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                let lines = self.1.borrow().iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!(lines, answered, "lines answered before {bytes:?}");
                buffer[..bytes.len()].copy_from_slice(bytes);
                Ok(bytes.len())
            }
        }
        struct Shared<'s>(&'s RefCell<Vec<u8>>);
        impl Write for Shared<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
        for in_bulk in [false, true] {
            let output = RefCell::new(Vec::new());
            let script = [(&b"|0\n|"[..], 0), (b"", 1), (b"1", 1), (b"\n\n!", 1), (b" !", 3), (b"\n", 3)];
            let mut input = Scripted(script.into(), &output);
            // What is not flushed does not reach the caller.
            let mut pipe = io::BufWriter::new(Shared(&output));
            match in_bulk {
                false => verdict(&rules, &mut input, &mut pipe).unwrap(),
                true => verdict_in_bulk(&rules, &mut input, &mut pipe, &Workers::alone()).unwrap(),
            }
            assert_eq!(output.borrow().iter().filter(|&&byte| byte == b'\n').count(), 4);
        }
    }
}
