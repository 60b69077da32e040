//! How Breakdown is written: words in hexadecimal, positions on one line.
//!
//! A position is its rows from the top, runs of empty cells as their length, a blank, and `b` or `w` for
//! whose turn it is: `4/4/**2/*3/*1oo w`.

use core::fmt;

use super::{Move, Parameters};
use crate::cell::{Cell, Pos, Side, Size};
use crate::rules::Outcome;
use crate::text::rows::{read_rows, write_short_rows};
use crate::text::{GLYPHS, Grid, TextError};

/// A board that is none of this game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board is of another size.
    #[error("the board is {found}, and the game is played on {expected}")]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the game.
        expected: Size,
    },
    /// A cell has the code 11, which Breakdown never uses.
    #[error("{pos} holds a fixed piece (code 11), which Breakdown does not have")]
    Fixed {
        /// The first such square, in row-major order.
        pos: Pos,
    },
}

pub(super) fn check(board: &impl Grid, expected: Size) -> Result<(), BoardError> {
    let found = board.size();
    if found != expected {
        return Err(BoardError::Size { found, expected });
    }
    match found.positions().find(|&pos| board.cell(pos) == Cell::Fixed) {
        Some(pos) => Err(BoardError::Fixed { pos }),
        None => Ok(()),
    }
}

/// `.`, `B`, `W` or `D`, as INTERFACES fixes them.
pub(super) fn outcome_mark(outcome: Outcome) -> char {
    match outcome {
        Outcome::InProgress => '.',
        Outcome::Win(Side::First) => 'B',
        Outcome::Win(Side::Second) => 'W',
        Outcome::Draw => 'D',
    }
}

/// Writes words as eight hexadecimal digits each, blanks between.
pub(super) fn write_words(words: impl IntoIterator<Item = u32>, out: &mut dyn fmt::Write) -> fmt::Result {
    // Some words at a time: the oracle writes them by the million.
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

/// The eight digits of a word, all at once.
fn hexadecimal(word: u32) -> [u8; 8] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The highest byte first, then the higher half of each.
    let bytes = u64::from(word.swap_bytes());
    let bytes = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (bytes | bytes << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes >> 4 | bytes << 8) & (15 * EACH);
    let is_letter = (digits + 6 * EACH) >> 4 & EACH;
    (digits + u64::from(b'0') * EACH + u64::from(b'a' - b'0' - 10) * is_letter).to_le_bytes()
}

/// The document's words of a board that is not stored in them.
pub(super) fn words_of(board: &impl Grid) -> impl Iterator<Item = u32> {
    let size = board.size();
    let cell = move |index: u32| board.cell(Pos::new(index / size.width(), index % size.width()));
    (0..size.cells()).step_by(16).map(move |first| {
        let last = size.cells().min(first + 16);
        (first..last).rev().fold(0, |word, index| word << 2 | cell(index).code())
    })
}

pub(super) fn write_position(board: &impl Grid, turn: Side, out: &mut dyn fmt::Write) -> fmt::Result {
    write_short_rows(board, GLYPHS, out)?;
    out.write_str(match turn {
        Side::First => " b",
        Side::Second => " w",
    })
}

pub(super) fn read_position<G: Grid>(text: &str, size: Size) -> Result<(G, Side), TextError> {
    let (rows, turn) = text
        .split_once(' ')
        .ok_or_else(|| TextError::at(text, text.chars().count(), "a blank and whose turn it is"))?;
    let board: G = read_rows(rows, size, GLYPHS)?;
    if let Some(offset) = rows.chars().position(|glyph| GLYPHS.cell(glyph) == Some(Cell::Fixed)) {
        return Err(TextError::at(text, offset, "a cell of Breakdown"));
    }
    let offset = rows.chars().count() + 1;
    let side = match turn.chars().next() {
        Some('b') => Side::First,
        Some('w') => Side::Second,
        _ => return Err(TextError::at(text, offset, "`b` or `w`")),
    };
    if turn.len() > 1 {
        return Err(TextError::at(text, offset + 1, "the end of the position"));
    }
    Ok((board, side))
}

/// Symmetry 1 mirrors the columns; a horizontal stick is then named from its other end.
pub(super) fn map_move(mv: Move, parameters: Parameters, symmetry: usize) -> Move {
    let width = parameters.size().width();
    match (symmetry, mv) {
        (1, Move::Vertical(col)) => Move::Vertical(width - 1 - col),
        (1, Move::Horizontal(col)) => Move::Horizontal(width - parameters.stick() - col),
        _ => mv,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::board::PackedBoard;

    #[test]
    fn words_are_written_as_the_standard_library_writes_them() {
        for word in (0..32).map(|shift| 0x89ab_cdef_u32.rotate_left(shift)).chain([0, u32::MAX, 0x0123_4567]) {
            assert_eq!(hexadecimal(word), alloc::format!("{word:08x}").as_bytes());
        }
    }

    #[test]
    fn words_of_a_grid_are_the_packed_words() {
        for (width, height) in [(1, 1), (4, 4), (5, 5), (17, 3)] {
            let mut board = PackedBoard::new(Size::new(width, height).unwrap());
            for (number, pos) in Grid::size(&board).positions().enumerate() {
                board.set_cell(pos, Cell::from_code((number * 7 % 3) as u32));
            }
            assert!(words_of(&board).eq(board.words().iter().copied()));
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
        let size = Size::new(4, 2).unwrap();
        for (text, column) in
            [("", 1), ("4/4", 4), ("4/4 ", 5), ("4/4 x", 5), ("4/4 bw", 6), ("4/#3 b", 3), ("4/5 b", 3), ("4/4  b", 5)]
        {
            let error = read_position::<PackedBoard>(text, size).unwrap_err();
            assert_eq!(error.column, column, "{text:?}: {error}");
        }
        let fixed = crate::board!["....", ".#.."];
        assert_eq!(check(&fixed, size), Err(BoardError::Fixed { pos: Pos::new(1, 1) }));
        let other = Size::new(2, 4).unwrap();
        assert_eq!(check(&fixed, other), Err(BoardError::Size { found: size, expected: other }));
    }
}
