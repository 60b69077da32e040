//! [`Move`]: a vertical stick, a horizontal stick or a breakdown, and its text.

use core::fmt;
use core::str::FromStr;

use crate::text::{Cursor, LABELED, TextError, label, label_index};

/// A move. Moves are ordered as in every list (ruling B5): vertical drops by column, horizontal
/// drops by leftmost column, breakdown.
///
/// The text is `|c`, `-c` or `!`, where `c` is the label of the column, or its number in
/// parentheses if that is 62 or more (B6).
///
/// ```
/// use gridlaw::games::breakdown::Move;
///
/// let moves = [Move::Vertical(11), Move::Horizontal(62), Move::Breakdown];
/// for (mv, text) in moves.into_iter().zip(["|B", "-(62)", "!"]) {
///     assert_eq!(mv.to_string(), text);
///     assert_eq!(text.parse(), Ok(mv));
/// }
/// assert_eq!("|(11)".parse(), Ok(Move::Vertical(11)));
/// assert!("|(011)".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A vertical stick into this column.
    Vertical(u32),
    /// A horizontal stick with its left end in this column.
    Horizontal(u32),
    /// The breakdown: all cells fall.
    Breakdown,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, col) = match *self {
            Move::Vertical(col) => ('|', col),
            Move::Horizontal(col) => ('-', col),
            Move::Breakdown => return f.write_str("!"),
        };
        if col < LABELED { write!(f, "{kind}{}", label(col)) } else { write!(f, "{kind}({col})") }
    }
}

impl FromStr for Move {
    type Err = TextError;

    /// Parses the text of a move. Accepts the form in parentheses for every column.
    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut text = Cursor::new(text);
        let start = text;
        let kind = match text.next() {
            Some('|') => Move::Vertical,
            Some('-') => Move::Horizontal,
            Some('!') => return text.end("the end of the move").map(|()| Move::Breakdown),
            _ => return Err(start.error("`|`, `-` or `!`")),
        };
        let col = if text.next_is('(') {
            let col = text.number()?;
            text.expect(')', "`)`")?;
            col
        } else {
            text.take("a column label or a number in parentheses", label_index)?
        };
        text.end("the end of the move")?;
        Ok(kind(col))
    }
}

static_assertions::assert_eq_size!(Move, u64);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_column_is_written_and_read_back() {
        for col in (0..200).chain([u32::MAX]) {
            for mv in [Move::Vertical(col), Move::Horizontal(col)] {
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn unreadable_moves_say_where() {
        for (text, column) in [
            ("", 1),
            ("x3", 1),
            ("|", 2),
            ("-?", 2),
            ("|12", 3),
            ("!0", 2),
            ("!!", 2),
            ("|(", 3),
            ("|()", 3),
            ("|(+7)", 3),
            ("|(7", 4),
            ("|(7x", 4),
            ("|(7))", 5),
            ("|(07)", 3),
            ("|(4294967296)", 3),
            ("|\u{e9}", 2),
            ("\u{e9}", 1),
            (" |0", 1),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text:?}");
        }
    }
}
