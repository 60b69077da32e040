//! The answers to lines of a game record, as text: [`AnswerLine`] for one board of any size,
//! [`AnswerLines`] for many small ones.

use alloc::string::String;
use core::fmt::Write;

use super::super::Setup;
use super::tall::WORDS;
use crate::line_lanes::LANES;
use crate::rules::{Outcome, Setup as _};

/// The answer to a line: the outcome, a blank and eight digits for each word, and a newline. What
/// stays the same from one answer to the next is written once.
pub(super) struct AnswerLine {
    line: [u8; 9 * WORDS + 2],
    /// The number of bytes.
    length: usize,
}

impl AnswerLine {
    /// Boards of `count` words, all of them 0.
    pub(super) fn new(count: usize) -> AnswerLine {
        let mut line = [b'0'; 9 * WORDS + 2];
        line[1..].iter_mut().step_by(9).for_each(|blank| *blank = b' ');
        let length = 9 * count + 2;
        line[length - 1] = b'\n';
        AnswerLine { line, length }
    }

    /// Sets the digits of word number `index`. A board without it does not show it.
    #[inline(always)]
    pub(super) fn set_word(&mut self, index: usize, digits: [u8; 8]) {
        self.line[9 * index + 2..][..8].copy_from_slice(&digits);
    }

    /// Appends the answer: the outcome, or `X` and the number of the wrong move, and the board.
    #[inline(always)]
    pub(super) fn append(&mut self, result: Result<Outcome, u64>, answers: &mut String) {
        let first = match result {
            Ok(outcome) => {
                self.line[0] = mark_of(outcome);
                0
            }
            Err(ply) => {
                push_wrong(ply, answers);
                1
            }
        };
        answers.push_str(core::str::from_utf8(&self.line[first..self.length]).unwrap_or_default());
    }
}

/// The answers to lines of boards of up to four words, one behind the other.
pub(super) struct AnswerLines {
    text: [u8; LANES * LINE],
    length: usize,
    /// The number of words.
    count: usize,
}

/// The most bytes of an answer, and those of its words and of the newline.
const LINE: usize = 1 + FOUR;
const FOUR: usize = 4 * 9 + 1;

impl AnswerLines {
    /// For boards of `count` words.
    pub(super) fn new(count: usize) -> AnswerLines {
        AnswerLines { text: [0; LANES * LINE], length: 0, count }
    }

    /// Adds the answer for a board with these digits: after the character of its outcome, or `X`
    /// and the number of the wrong move. There is room for [`LANES`] answers; with a wrong move
    /// those before it go to `answers`.
    #[inline(always)]
    pub(super) fn push(&mut self, mark: Result<u8, u64>, digits: [[u8; 8]; 4], answers: &mut String) {
        match mark {
            Ok(mark) => {
                self.text[self.length] = mark;
                self.length += 1;
            }
            Err(ply) => {
                self.move_to(answers);
                push_wrong(ply, answers);
            }
        }
        let Some(words) = self.text[self.length..].first_chunk_mut::<FOUR>() else { return };
        for (word, digits) in words.as_chunks_mut::<9>().0.iter_mut().zip(digits) {
            word[0] = b' ';
            word[1..].copy_from_slice(&digits);
        }
        // Words that the board does not have are overwritten by the next line.
        words[9 * self.count] = b'\n';
        self.length += 9 * self.count + 1;
    }

    /// Appends all answers to others, and holds none any more.
    pub(super) fn move_to(&mut self, answers: &mut String) {
        answers.push_str(core::str::from_utf8(&self.text[..self.length]).unwrap_or_default());
        self.length = 0;
    }
}

/// The character of an outcome.
pub(super) fn mark_of(outcome: Outcome) -> u8 {
    Setup::outcome_mark(outcome) as u8
}

#[cold]
fn push_wrong(ply: u64, answers: &mut String) {
    // A `String` takes everything.
    let _ = write!(answers, "X{ply}");
}
