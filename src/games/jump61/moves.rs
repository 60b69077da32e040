//! [`Move`]: the square that gets a spot, and its text.

use core::fmt;
use core::str::FromStr;

use crate::cell::Pos;
use crate::text::{Cursor, TextError};

/// The move that adds a spot to a square. Moves are ordered as in every list (ruling J0): by row,
/// then column.
///
/// The text is `r,c`, both from 1, without sign or leading zeros.
///
/// ```
/// use gridlaw::cell::Pos;
/// use gridlaw::games::jump61::Move;
///
/// let mv = Move(Pos::new(2, 9));
/// assert_eq!(mv.to_string(), "3,10");
/// assert_eq!("3,10".parse(), Ok(mv));
/// assert!("3,010".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub Pos);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u64::from(self.0.row) + 1, u64::from(self.0.col) + 1)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut text = Cursor::new(text);
        let row = number(&mut text, "a row from 1")?;
        text.expect(',', "`,` and a column")?;
        let col = number(&mut text, "a column from 1")?;
        text.end("the end of the move")?;
        Ok(Move(Pos::new(row, col)))
    }
}

/// Takes a number from 1, and returns one less.
fn number(text: &mut Cursor<'_>, expected: &'static str) -> Result<u32, TextError> {
    let start = *text;
    match text.plain_digits() {
        Ok(digits) if digits != "0" => {
            let number: Result<u32, _> = digits.parse();
            number.map(|number| number - 1).map_err(|_| start.error("a number below 2^32"))
        }
        _ => Err(start.error(expected)),
    }
}

static_assertions::assert_eq_size!(Move, u64);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn moves_are_written_and_read_back_and_ordered_by_row() {
        let mut last = None;
        for row in (0..12).chain([u32::MAX - 1]) {
            for col in (0..12).chain([u32::MAX - 1]) {
                let mv = Move(Pos::new(row, col));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert!(last < Some(mv));
                last = Some(mv);
            }
        }
        // Off every board, and too large for the parser. The writer must not overflow.
        assert_eq!(Move(Pos::new(u32::MAX, 0)).to_string(), "4294967296,1");
    }

    #[test]
    fn unreadable_moves_say_where() {
        for (text, column) in [
            ("", 1),
            (",1", 1),
            ("x", 1),
            ("0,1", 1),
            ("01,1", 1),
            ("-1,1", 1),
            ("+1,1", 1),
            ("1", 2),
            ("1;2", 2),
            ("1, 2", 3),
            ("1,", 3),
            ("12,x", 4),
            ("1,0", 3),
            ("1,02", 3),
            ("1,2,", 4),
            ("1,2 ", 4),
            ("1,2\u{e9}", 4),
            ("1\u{e9}2", 2),
            (" 1,2", 1),
            ("4294967296,1", 1),
            ("1,99999999999999999999", 3),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text:?}");
        }
    }
}
