//! Text forms that games share: column labels, the board picture, rows on one line, and the error of
//! every reader.
//!
//! - [`picture`]: the many-line board of the Breakdown document, with labels;
//! - [`rows`]: a board on one line, rows joined by `/`;
//! - [`TextError`]: what was found, where, and what would have been right.
//!
//! Both forms are written from, and read into, anything that is a [`Grid`], so that the packed board
//! and the matrix share their looks without sharing a line of law.

mod cursor;
pub mod picture;
pub mod rows;

pub(crate) use cursor::Cursor;

use core::fmt;

use crate::cell::{Cell, Pos, Size};

/// The bytes that separate the moves of a game record: blank, tab, and the carriage return of lines from elsewhere.
#[inline(always)]
#[must_use]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// A board that can be read and written square by square.
pub trait Grid: Sized {
    /// A board of this size with every square empty.
    fn empty(size: Size) -> Self;

    /// Columns and rows.
    fn size(&self) -> Size;

    /// What stands on a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    fn cell(&self, pos: Pos) -> Cell;

    /// Puts `cell` on a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    fn set_cell(&mut self, pos: Pos, cell: Cell);
}

/// The four characters that a game writes its cells with, in the order of [`Cell::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs(pub [char; 4]);

/// The characters of the Breakdown document, and of a board without a game; a fixed piece is `#`.
pub const GLYPHS: Glyphs = Glyphs(['.', '*', 'o', '#']);

impl Glyphs {
    /// The character of a cell.
    #[must_use]
    pub const fn of(self, cell: Cell) -> char {
        self.0[cell as usize]
    }

    /// The cell of a character.
    #[must_use]
    pub fn cell(self, glyph: char) -> Option<Cell> {
        self.0.iter().position(|&known| known == glyph).map(|code| Cell::ALL[code])
    }
}

/// The label of a row or column: `0-9`, `A-Z`, `a-z`, and `?` from 62 on.
///
/// Source: `breakdown.txt`, `board_show`; ruling B8.
///
/// ```
/// use gridlaw::text::label;
///
/// assert_eq!([0, 9, 10, 35, 36, 61, 62].map(label), ['0', '9', 'A', 'Z', 'a', 'z', '?']);
/// ```
#[must_use]
pub fn label(index: u32) -> char {
    LABELS.get(index as usize).map_or('?', |&byte| byte as char)
}

/// The row or column of a label; `None` for a character that labels nothing (`?` included).
///
/// ```
/// use gridlaw::text::label_index;
///
/// assert_eq!(label_index('B'), Some(11));
/// assert_eq!(label_index('?'), None);
/// ```
#[must_use]
pub const fn label_index(label: char) -> Option<u32> {
    match label {
        '0'..='9' => Some(label as u32 - '0' as u32),
        'A'..='Z' => Some(label as u32 - 'A' as u32 + 10),
        'a'..='z' => Some(label as u32 - 'a' as u32 + 36),
        _ => None,
    }
}

/// How many rows or columns have a label of their own.
pub const LABELLED: u32 = LABELS.len() as u32;

const LABELS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A text could not be read: where, what was found there, and what would have been right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
    /// What stands there; `None` at the end of the line or text.
    pub found: Option<char>,
    /// What would be right there.
    pub expected: &'static str,
}

impl TextError {
    /// The error at the character of number `offset` (from 0) of a text of one line.
    #[must_use]
    pub fn at(text: &str, offset: usize, expected: &'static str) -> TextError {
        TextError { line: 1, column: offset as u32 + 1, found: text.chars().nth(offset), expected }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "character {}: expected {}, found ", self.column, self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end"),
        }
    }
}

impl core::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_go_there_and_back() {
        for index in 0..LABELLED {
            assert_eq!(label_index(label(index)), Some(index));
        }
        assert_eq!((LABELLED..LABELLED + 9).map(label).collect::<alloc::string::String>(), "?????????");
    }

    #[test]
    fn an_error_says_where_what_and_what_would_be_right() {
        let error = TextError::at("ab", 1, "a digit");
        assert_eq!(alloc::format!("{error}"), "character 2: expected a digit, found 'b'");
        let error = TextError { line: 3, column: 1, found: None, expected: "a row label" };
        assert_eq!(alloc::format!("{error}"), "line 3, character 1: expected a row label, found the end");
    }
}
