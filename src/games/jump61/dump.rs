//! `dump`: the board over several lines, exactly as the document shows it.
//!
//! ```text
//! ====
//!     2r 1-
//!     1- 3b
//! ====
//! ```

use core::fmt;
use core::str::FromStr;

use super::setup::{letter, owner, square};
use super::{Board, Parameters};
use crate::cell::Pos;
use crate::text::TextError;

/// The line before and the line after a board.
const MARKER: &str = "====";

/// What other programs may print instead (ruling J6).
const SHORT_MARKER: &str = "===";

impl fmt::Display for Board {
    /// The board as `dump` shows it; every line ends with a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MARKER}")?;
        for (pos, square) in self.squares() {
            f.write_str(if pos.col == 0 { "    " } else { " " })?;
            write!(f, "{}{}", square.spots(), letter(square.owner()))?;
            if pos.col + 1 == self.parameters().size() {
                f.write_str("\n")?;
            }
        }
        writeln!(f, "{MARKER}")
    }
}

impl fmt::Debug for Board {
    /// The dump, from a new line on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Reads a dump, of this program or of another: blanks as they like, `===` for `====`, any spots. What the rules say of
    /// the board is not looked at.
    ///
    /// ```
    /// use gridlaw::games::jump61::Board;
    ///
    /// let board: Board = "===\n9r 1r\r\n  1r\t1r\n===".parse().unwrap();
    /// assert_eq!(board.to_string(), "====\n    9r 1r\n    1r 1r\n====\n");
    /// ```
    fn from_str(text: &str) -> Result<Board, TextError> {
        let body = text.strip_suffix('\n').unwrap_or(text);
        let lines: alloc::vec::Vec<&str> = body.split('\n').collect();
        let size = lines.get(1).map_or(0, |row| row.split_whitespace().count());
        let parameters = u32::try_from(size).ok().and_then(|size| Parameters::new(size).ok());
        marker(&lines, 0)?;
        let parameters = parameters.ok_or(TextError {
            line: 2,
            column: 1,
            found: lines.get(1).and_then(|row| row.chars().next()),
            expected: "a row of 2 to 10 squares",
        })?;
        let mut board = Board::new(parameters);
        for row in 0..parameters.size() {
            read_row(&mut board, row, lines.get(row as usize + 1).copied())?;
        }
        marker(&lines, size + 1)?;
        match lines.get(size + 2) {
            Some(line) => Err(error(size + 2, line, 0, "the end of the dump")),
            None => Ok(board),
        }
    }
}

/// The error at the character that begins with byte number `offset` of line number `line`, both from 0.
fn error(line: usize, text: &str, offset: usize, expected: &'static str) -> TextError {
    let column = text[..offset].chars().count();
    TextError { line: line as u32 + 1, ..TextError::at(text, column, expected) }
}

fn marker(lines: &[&str], number: usize) -> Result<(), TextError> {
    let line = lines.get(number).copied().unwrap_or_default();
    match line.trim_end() {
        MARKER | SHORT_MARKER => Ok(()),
        _ => Err(error(number, line, 0, "the line `====`")),
    }
}

fn read_row(board: &mut Board, row: u32, line: Option<&str>) -> Result<(), TextError> {
    let number = row as usize + 1;
    let line = line.ok_or(TextError { line: row + 2, column: 1, found: None, expected: "another row" })?;
    let mut rest = line;
    for col in 0..board.parameters().size() {
        rest = rest.trim_start();
        let at = line.len() - rest.len();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let spots = rest[..digits].parse().ok();
        let spots = spots.ok_or_else(|| error(number, line, at, "a number of spots"))?;
        rest = &rest[digits..];
        let glyph = rest.chars().next();
        let square = glyph.and_then(owner).and_then(|owner| square(spots, owner));
        let square = square.ok_or_else(|| {
            error(number, line, line.len() - rest.len(), "`r` or `b`, or `-` for one spot of nobody's")
        })?;
        rest = &rest[1..];
        board.set(Pos::new(row, col), square);
        if rest.starts_with(|next: char| !next.is_whitespace()) {
            return Err(error(number, line, line.len() - rest.len(), "a blank after the square"));
        }
    }
    match rest.trim() {
        "" => Ok(()),
        _ => Err(error(number, line, line.len() - rest.trim_start().len(), "the end of the row")),
    }
}
