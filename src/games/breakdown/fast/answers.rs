//! [`AnswerLine`]: the answer to a line of a game record, as text.

use alloc::string::String;
use core::fmt::Write;

use super::super::Setup;
use super::tall::WORDS;
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
                self.line[0] = Setup::outcome_mark(outcome) as u8;
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

#[cold]
fn push_wrong(ply: u64, answers: &mut String) {
    // A `String` takes everything.
    let _ = write!(answers, "X{ply}");
}
