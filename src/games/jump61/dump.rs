//! The `dump` of a board: several lines, exactly as in the document.
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
use crate::text::{Cursor, TextError};

/// The line before and the line after a board.
const MARKER: &str = "====";

/// The line that other programs may print instead (ruling J6).
const SHORT_MARKER: &str = "===";

impl fmt::Display for Board {
    /// Writes the dump of the board. Every line ends with a newline.
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
    /// Writes a newline and the dump, so that assertions print it aligned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Parses the dump of this or another program: any number of blanks, `===` for `====`, any
    /// number of spots. Does not check the board against the rules.
    ///
    /// ```
    /// use gridlaw::games::jump61::Board;
    ///
    /// let board: Board = "===\n9r 1r\r\n  1r\t1r\n===".parse().unwrap();
    /// assert_eq!(board.to_string(), "====\n    9r 1r\n    1r 1r\n====\n");
    /// ```
    fn from_str(text: &str) -> Result<Board, TextError> {
        let body = text.strip_suffix('\n').unwrap_or(text);
        let mut lines = (1..).zip(body.split('\n')).map(|(number, line)| Cursor::on_line(line, number));
        // A missing line is read as an empty one, so that the error lies at its end.
        let mut line = |number| lines.next().unwrap_or(Cursor::on_line("", number));
        marker(line(1))?;
        let mut row = line(2);
        let squares = row.rest().split_whitespace().count();
        let parameters = u32::try_from(squares).ok().and_then(|size| Parameters::new(size).ok());
        let parameters = parameters.ok_or_else(|| row.error("a row of 2 to 10 squares"))?;
        let mut board = Board::new(parameters);
        let size = parameters.size();
        for number in 0..size {
            read_row(&mut board, number, row)?;
            row = line(number + 3);
        }
        marker(row)?;
        match lines.next() {
            Some(line) => Err(line.error("the end of the dump")),
            None => Ok(board),
        }
    }
}

fn marker(line: Cursor<'_>) -> Result<(), TextError> {
    match line.rest().trim_end() {
        MARKER | SHORT_MARKER => Ok(()),
        _ => Err(line.error("the line `====`")),
    }
}

fn read_row(board: &mut Board, row: u32, mut text: Cursor<'_>) -> Result<(), TextError> {
    if text.is_at_end() {
        return Err(text.error("another row"));
    }
    for col in 0..board.parameters().size() {
        text.take_while(char::is_whitespace);
        let start = text;
        let digits = text.digits();
        let spots = digits.parse().map_err(|_| start.error("a number of spots"))?;
        let expected = "`r` or `b`, or `-` for one neutral spot";
        board.set(Pos::new(row, col), text.take(expected, |letter| square(spots, owner(letter)?))?);
        if text.peek().is_some_and(|next| !next.is_whitespace()) {
            return Err(text.error("a blank after the square"));
        }
    }
    text.take_while(char::is_whitespace);
    text.end("the end of the row")
}
