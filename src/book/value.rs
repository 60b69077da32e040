//! [`BookValue`]: the value of a position in a book.

use core::fmt;

use crate::search::weak::WeakValue;
use crate::search::{LONGEST, Value};

/// The value of a position for the side to move, with the distance in plies if it is known. A weak
/// solution gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookValue {
    /// The side to move wins.
    Win(Option<u16>),
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss(Option<u16>),
}

impl From<Value> for BookValue {
    fn from(value: Value) -> BookValue {
        match value {
            Value::Win(plies) => BookValue::Win(Some(plies)),
            Value::Draw => BookValue::Draw,
            Value::Loss(plies) => BookValue::Loss(Some(plies)),
        }
    }
}

impl From<WeakValue> for BookValue {
    fn from(value: WeakValue) -> BookValue {
        match value {
            WeakValue::Win => BookValue::Win(None),
            WeakValue::Draw => BookValue::Draw,
            WeakValue::Loss => BookValue::Loss(None),
        }
    }
}

impl fmt::Display for BookValue {
    /// `win in 7`, `win`, `draw`, `loss` or `loss in 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BookValue::Win(Some(plies)) => Value::Win(plies).fmt(f),
            BookValue::Loss(Some(plies)) => Value::Loss(plies).fmt(f),
            BookValue::Win(None) => f.write_str("win"),
            BookValue::Draw => f.write_str("draw"),
            BookValue::Loss(None) => f.write_str("loss"),
        }
    }
}

impl BookValue {
    /// The value without its distance.
    #[must_use]
    pub fn weak(self) -> BookValue {
        match self {
            BookValue::Win(_) => BookValue::Win(None),
            BookValue::Draw => BookValue::Draw,
            BookValue::Loss(_) => BookValue::Loss(None),
        }
    }

    /// The value before a move that leads to this one. A distance of `u16::MAX` stays so.
    #[must_use]
    pub fn before(self) -> BookValue {
        match self {
            BookValue::Win(plies) => BookValue::Loss(plies.map(|plies| plies.saturating_add(1))),
            BookValue::Draw => BookValue::Draw,
            BookValue::Loss(plies) => BookValue::Win(plies.map(|plies| plies.saturating_add(1))),
        }
    }

    /// Returns whether both may be the value of one position: the same, or one without the distance
    /// of the other.
    #[must_use]
    pub fn agrees(self, other: BookValue) -> bool {
        match (self, other) {
            (BookValue::Win(one), BookValue::Win(two)) | (BookValue::Loss(one), BookValue::Loss(two)) => {
                one.is_none() || two.is_none() || one == two
            }
            _ => self == other,
        }
    }

    /// The number in the file. A distance beyond [`LONGEST`] counts as [`LONGEST`].
    pub(super) fn code(self) -> u16 {
        match self {
            BookValue::Draw => 0,
            BookValue::Win(None) => 1,
            BookValue::Loss(None) => 2,
            BookValue::Win(Some(plies)) => 3 + 2 * plies.min(LONGEST),
            BookValue::Loss(Some(plies)) => 4 + 2 * plies.min(LONGEST),
        }
    }

    /// The value of a number in the file.
    pub(super) fn from_code(code: u16) -> Option<BookValue> {
        match code {
            0 => Some(BookValue::Draw),
            1 => Some(BookValue::Win(None)),
            2 => Some(BookValue::Loss(None)),
            _ if (code - 3) / 2 > LONGEST => None,
            _ if code % 2 == 1 => Some(BookValue::Win(Some((code - 3) / 2))),
            _ => Some(BookValue::Loss(Some((code - 4) / 2))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_one_value_or_none() {
        let known: usize = (0..=u16::MAX)
            .filter_map(|code| BookValue::from_code(code).map(|value| assert_eq!(value.code(), code)))
            .count();
        assert_eq!(known, 3 + 2 * (usize::from(LONGEST) + 1));
        assert_eq!(BookValue::from(Value::Loss(4)).before(), BookValue::Win(Some(5)));
        assert!(BookValue::Win(None).agrees(BookValue::Win(Some(3))) && !BookValue::Win(None).agrees(BookValue::Draw));
        assert!(!BookValue::Loss(Some(2)).agrees(BookValue::Loss(Some(4))));
        assert!(BookValue::Loss(Some(2)).agrees(BookValue::Loss(None)) && BookValue::Draw.agrees(BookValue::Draw));
    }
}
