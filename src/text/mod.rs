//! Text forms that games share: column labels, the board picture, rows on one line, and the error
//! of every reader.
//!
//! - [`picture`]: a board over several lines with labels, as in the Breakdown document;
//! - [`rows`]: a board on one line, rows joined by `/`;
//! - `lines`: lines of bytes that are read side by side;
//! - [`PlainBoard`]: a board as data, which the setups of games hold;
//! - [`TextError`]: where a text is invalid, what was found there and what was expected.
//!
//! Writers and readers take any [`Grid`], so the packed board and the matrix board share their text
//! forms and no other code. Every reader moves a `Cursor` along its text, so that all errors count
//! lines and characters alike.

mod cursor;
pub(crate) mod lines;
pub mod picture;
mod plain;
pub mod rows;

pub(crate) use cursor::Cursor;
pub use plain::PlainBoard;

use core::fmt;

use crate::cell::{Cell, Pos, Size};

/// Returns whether a byte separates moves in a game record: a blank, a tab, or the carriage return
/// of a line that was written on another system.
#[inline(always)]
#[must_use]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// A board that can be read and written square by square.
pub trait Grid: Sized {
    /// Makes a board of this size with every square empty.
    fn empty(size: Size) -> Self;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The contents of a square.
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

/// The four characters that a game uses for its cells, in the order of [`Cell::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs(pub [char; 4]);

/// The characters of the Breakdown document, which also stand for boards without a game. A fixed
/// piece, which Breakdown does not have, is `#`.
pub const GLYPHS: Glyphs = Glyphs(['.', '*', 'o', '#']);

impl Glyphs {
    /// The character for a cell.
    #[must_use]
    pub const fn of(self, cell: Cell) -> char {
        self.0[cell as usize]
    }

    /// The cell that a character stands for; `None` for an unknown character.
    #[must_use]
    pub fn cell(self, glyph: char) -> Option<Cell> {
        self.0.iter().position(|&known| known == glyph).map(|code| Cell::ALL[code])
    }
}

/// The label of a row or column: `0-9`, `A-Z`, `a-z`, and `?` for an index of 62 or more.
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

/// The index of the row or column with this label; `None` for any other character, `?` included.
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

/// The number of rows or columns that have a label of their own.
pub const LABELED: u32 = LABELS.len() as u32;

const LABELS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Why a text is invalid: the place, what was found there and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The number of the line, from 1.
    pub line: u32,
    /// The number of the character within the line, from 1.
    pub column: u32,
    /// The character at that place; `None` at the end of the line or text.
    pub found: Option<char>,
    /// The expected text.
    pub expected: &'static str,
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
        for index in 0..LABELED {
            assert_eq!(label_index(label(index)), Some(index));
        }
        assert_eq!((LABELED..LABELED + 9).map(label).collect::<alloc::string::String>(), "?????????");
    }

    #[test]
    fn an_error_says_where_what_and_what_would_be_right() {
        let error = TextError { line: 1, column: 2, found: Some('b'), expected: "a digit" };
        assert_eq!(alloc::format!("{error}"), "character 2: expected a digit, found 'b'");
        let error = TextError { line: 3, column: 1, found: None, expected: "a row label" };
        assert_eq!(alloc::format!("{error}"), "line 3, character 1: expected a row label, found the end");
    }
}
