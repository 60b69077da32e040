//! [`WeakValue`]: who wins.

use core::fmt;

use crate::search::score::Value;

/// The value of a position for the side to move, without its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WeakValue {
    /// The other side can force a win.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// It can force a win.
    Win,
}

impl WeakValue {
    /// The value for the other side.
    #[must_use]
    pub const fn other(self) -> WeakValue {
        match self {
            WeakValue::Win => WeakValue::Loss,
            WeakValue::Draw => WeakValue::Draw,
            WeakValue::Loss => WeakValue::Win,
        }
    }
}

impl From<Value> for WeakValue {
    /// Leaves the distance out.
    fn from(value: Value) -> WeakValue {
        match value {
            Value::Win(_) => WeakValue::Win,
            Value::Draw => WeakValue::Draw,
            Value::Loss(_) => WeakValue::Loss,
        }
    }
}

impl fmt::Display for WeakValue {
    /// `win`, `draw` or `loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeakValue::Loss => "loss",
            WeakValue::Draw => "draw",
            WeakValue::Win => "win",
        })
    }
}
