//! [`Setup`]: a position of Breakdown as data, its text, and its form in answers.

use core::fmt;

use super::{Move, Parameters};
use crate::cell::Side;
use crate::rules::{self, Outcome, SetupError, take_board_and_turn};
use crate::text::picture::write_picture;
use crate::text::rows::write_short_rows;
use crate::text::{Cursor, GLYPHS, Glyphs, Grid, PlainBoard, TextError};

/// The characters that a setup's text may have: no character is a fixed piece.
const PIECES: Glyphs = Glyphs(['.', '*', 'o', '\0']);

/// A position as data: the board and the side to move.
///
/// The text is the rows from the top with runs of empty cells as their length, a blank, and `b` or
/// `w` for the side to move. Any board of the game's size without fixed pieces is a position.
///
/// ```
/// use gridlaw::board;
/// use gridlaw::cell::Side;
/// use gridlaw::games::breakdown::Setup;
///
/// let setup = Setup::new(&board!["....", "....", "**..", "*...", ".*oo"], Side::Second);
/// assert_eq!(setup.to_string(), "4/4/**2/*3/1*oo w");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The board.
    pub board: PlainBoard,
    /// The side to move.
    pub turn: Side,
}

impl Setup {
    /// A position with the cells of `board`.
    #[must_use]
    pub fn new(board: &impl Grid, turn: Side) -> Setup {
        Setup { board: PlainBoard::of(board), turn }
    }

    /// Checks that this is a position of a game.
    pub(super) fn check(&self, parameters: Parameters) -> Result<(), SetupError> {
        SetupError::check_board(&self.board, parameters.size())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_short_rows(&self.board, GLYPHS, f)?;
        f.write_str(match self.turn {
            Side::First => " b",
            Side::Second => " w",
        })
    }
}

impl rules::Setup for Setup {
    type Parameters = Parameters;
    type Error = SetupError;

    fn read(text: &str, parameters: &Parameters) -> Result<Setup, TextError> {
        let mut text = Cursor::new(text);
        let sides = ['b', 'w'];
        let (board, turn) = take_board_and_turn(&mut text, parameters.size(), PIECES, sides, "`b` or `w`")?;
        text.end("the end of the position")?;
        Ok(Setup { board, turn })
    }

    /// Writes the words of the board, eight hexadecimal digits each, separated by blanks.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_words(self.board.words(), out)
    }

    fn write_words(&self, words: &mut [u64]) {
        if let Some((turn, board)) = words.split_last_mut() {
            *turn = self.turn as u64;
            self.board.write_words(board);
        }
    }

    fn read_words(words: &[u64], parameters: &Parameters) -> Option<Setup> {
        let (&turn, board) = words.split_last()?;
        let turn = *Side::BOTH.get(usize::try_from(turn).ok()?)?;
        Some(Setup { board: PlainBoard::read_words(parameters.size(), board)?, turn })
    }

    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_picture(&self.board, GLYPHS, out)
    }

    /// Returns `.`, `B`, `W` or `D`.
    fn outcome_mark(outcome: Outcome) -> char {
        match outcome {
            Outcome::InProgress => '.',
            Outcome::Win(Side::First) => 'B',
            Outcome::Win(Side::Second) => 'W',
            Outcome::Draw => 'D',
        }
    }
}

/// Writes words as eight hexadecimal digits each, separated by blanks.
pub(super) fn write_words(words: impl IntoIterator<Item = u32>, out: &mut dyn fmt::Write) -> fmt::Result {
    // Some words are buffered, because the oracle writes them by the million.
    const WORD: usize = 9;
    let (mut text, mut length) = ([0; 8 * WORD], 0);
    let mut flush = |text: &[u8]| out.write_str(core::str::from_utf8(text).unwrap_or_default());
    for (index, word) in words.into_iter().enumerate() {
        if length + WORD > text.len() {
            flush(&text[..length])?;
            length = 0;
        }
        if index > 0 {
            text[length] = b' ';
            length += 1;
        }
        text[length..][..8].copy_from_slice(&hexadecimal(word));
        length += 8;
    }
    flush(&text[..length])
}

/// The eight digits of a word, computed at once.
#[inline(always)]
pub(super) fn hexadecimal(word: u32) -> [u8; 8] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Spreads the bytes, highest first, and then their halves, higher half first.
    let bytes = u64::from(word.swap_bytes());
    let bytes = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (bytes | bytes << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes >> 4 | bytes << 8) & (15 * EACH);
    let is_letter = (digits + 6 * EACH) >> 4 & EACH;
    (digits + u64::from(b'0') * EACH + u64::from(b'a' - b'0' - 10) * is_letter).to_le_bytes()
}

/// The image of a move. Symmetry 1 mirrors the columns, so its other end then names a horizontal
/// stick.
pub(super) fn map_move(mv: Move, parameters: Parameters, symmetry: usize) -> Move {
    let width = parameters.size().width();
    match (symmetry, mv) {
        (1, Move::Vertical(col)) => Move::Vertical(width - 1 - col),
        (1, Move::Horizontal(col)) => Move::Horizontal(width.wrapping_sub(parameters.stick()).wrapping_sub(col)),
        _ => mv,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::cell::{Pos, Size};
    use crate::rules::Setup as _;

    #[test]
    fn words_are_written_as_the_standard_library_writes_them() {
        for word in (0..32).map(|shift| 0x89ab_cdef_u32.rotate_left(shift)).chain([0, u32::MAX, 0x0123_4567]) {
            assert_eq!(hexadecimal(word), alloc::format!("{word:08x}").as_bytes());
        }
    }

    #[test]
    fn words_are_eight_lower_case_digits_each() {
        let mut text = String::new();
        write_words([0, 0xabc, u32::MAX], &mut text).unwrap();
        assert_eq!(text, "00000000 00000abc ffffffff");
    }

    #[test]
    fn wrong_positions_are_refused_where_they_go_wrong() {
        let parameters = Parameters::new(4, 2, 2, 2).unwrap();
        for (text, column) in
            [("", 1), ("4/4", 4), ("4/4 ", 5), ("4/4 x", 5), ("4/4 bw", 6), ("4/#3 b", 3), ("4/5 b", 3), ("4/4  b", 5)]
        {
            let error = Setup::read(text, &parameters).unwrap_err();
            assert_eq!(error.column, column, "{text:?}: {error}");
        }
        let fixed = Setup::new(&crate::board!["....", ".#.."], Side::First);
        let error = fixed.check(parameters).unwrap_err();
        assert!(matches!(error, SetupError::Square { pos: Pos { row: 1, col: 1 }, found: 3, .. }), "{error}");
        let (found, expected) = (parameters.size(), Size::new(2, 4).unwrap());
        assert_eq!(fixed.check(Parameters::new(2, 4, 2, 2).unwrap()), Err(SetupError::Size { found, expected }));
    }
}
