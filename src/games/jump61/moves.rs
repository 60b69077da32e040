//! [`Move`]: the square that gets a spot, and its text.

use core::fmt;
use core::str::FromStr;

use crate::cell::Pos;
use crate::text::TextError;

/// Adding a spot to a square. The order is that of every list (ruling J0): by row, then column.
///
/// Written `r,c`, both from 1, without sign or leading zeros.
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
        let (row, rest) = number(text, 0, "a row from 1")?;
        let Some(rest) = rest.strip_prefix(',') else {
            return Err(TextError::at(text, text.len() - rest.len(), "`,` and a column"));
        };
        let (col, rest) = number(text, text.len() - rest.len(), "a column from 1")?;
        match rest {
            "" => Ok(Move(Pos::new(row, col))),
            _ => Err(TextError::at(text, text.len() - rest.len(), "the end of the move")),
        }
    }
}

/// The number at `offset` of the text, one less, and what follows it. All before it is ASCII.
fn number<'t>(text: &'t str, offset: usize, expected: &'static str) -> Result<(u32, &'t str), TextError> {
    let rest = &text[offset..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    if number.is_empty() || number.starts_with('0') {
        return Err(TextError::at(text, offset, expected));
    }
    match number.parse::<u32>() {
        Ok(number) => Ok((number - 1, rest)),
        Err(_) => Err(TextError::at(text, offset, "a number below 2^32")),
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
        // Not a square of any board, and no number that the reader knows; the writer must not overflow.
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
