//! [`Move`]: where a tile goes and how it is turned, and its text.

use core::fmt;
use core::str::FromStr;

use super::Angle;
use crate::text::{Cursor, TextError};

/// A placement: the row and column of the middle of the tile, from 0 at the top left of the board and
/// possibly outside of it, and the angle. The order is that of every list (ruling F12): by row, column,
/// angle.
///
/// Written `row,column,angle`, decimal without leading zeros.
///
/// ```
/// use gridlaw::games::fitz::{Angle, Move};
///
/// let mv = Move::new(2, -2, Angle::Quarter);
/// assert_eq!(mv.to_string(), "2,-2,90");
/// assert_eq!("2,-2,90".parse(), Ok(mv));
/// assert!("2,-2,45".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The row of the middle of the tile.
    pub row: i32,
    /// The column of the middle of the tile.
    pub col: i32,
    /// How far the tile is turned.
    pub angle: Angle,
}

impl Move {
    /// The placement in `row` and `col`, turned by `angle`.
    #[inline(always)]
    #[must_use]
    pub const fn new(row: i32, col: i32, angle: Angle) -> Move {
        Move { row, col, angle }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.row, self.col, self.angle)
    }
}

impl FromStr for Move {
    type Err = TextError;

    /// Reads a move as it is written.
    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut text = Cursor::new(text);
        let row = number(&mut text)?;
        text.expect(',', "`,`")?;
        let col = number(&mut text)?;
        text.expect(',', "`,`")?;
        let start = text;
        let angle = Angle::from_degrees(number(&mut text)?.into());
        let angle = angle.ok_or_else(|| start.error("0, 90, 180 or 270"))?;
        text.end("the end of the move")?;
        Ok(Move { row, col, angle })
    }
}

/// Takes a decimal number that may be negative.
fn number(text: &mut Cursor<'_>) -> Result<i32, TextError> {
    let start = *text;
    let negative = text.next_is('-');
    let digits = text.plain_digits()?;
    if negative && digits == "0" {
        return Err(start.error("0 without a sign"));
    }
    // The lowest `i32` has no positive counterpart, so the digits are read into 64 bits.
    let number = digits.parse().ok().map(|number: i64| if negative { -number } else { number });
    number.and_then(|number| number.try_into().ok()).ok_or_else(|| start.error("a number of at most 31 bits"))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_move_is_written_and_read_back() {
        for row in [i32::MIN, -2, -1, 0, 1, 999, 1001, i32::MAX] {
            for col in [i32::MIN, -2, -1, 0, 7, 10, i32::MAX] {
                for angle in Angle::ALL {
                    let mv = Move::new(row, col, angle);
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn moves_are_ordered_by_row_column_angle() {
        let texts = ["-2,5,0", "-1,-1,270", "-1,0,0", "-1,0,90", "0,-2,0", "0,10,180", "2,0,0", "10,0,0"];
        let moves = texts.map(|text| text.parse::<Move>().unwrap());
        assert!(moves.is_sorted());
    }

    #[test]
    fn unreadable_moves_say_where() {
        for (text, column) in [
            ("", 1),
            ("x", 1),
            (",1,0", 1),
            ("1", 2),
            ("1,", 3),
            ("1;2,0", 2),
            ("1, 2,0", 3),
            ("+1,2,0", 1),
            ("-,2,0", 2),
            ("-0,2,0", 1),
            ("01,2,0", 1),
            ("1,-02,0", 4),
            ("1,2", 4),
            ("1,2,", 5),
            ("1,2,45", 5),
            ("1,2,360", 5),
            ("1,2,090", 5),
            ("1,2,-90", 5),
            ("1,2,90 ", 7),
            ("1,2,90,", 7),
            ("2147483648,0,0", 1),
            ("0,-2147483649,0", 3),
            ("0,99999999999999999999999999,0", 3),
            ("\u{e9},2,0", 1),
            ("1,2,\u{e9}", 5),
            (" 1,2,0", 1),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text:?}");
        }
    }
}
