//! Scores and windows, and how both change from a position to the one before it.

use core::fmt;

use crate::cell::Side;
use crate::rules::Outcome;

/// The exact value of a position for the side to move: the end of the game with best play by both
/// sides. Values are compared by their [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins, at the earliest after this many plies; 0 if it has won already.
    Win(u16),
    /// Neither side wins.
    Draw,
    /// The side to move loses, at the latest after this many plies; 0 if it has lost already.
    Loss(u16),
}

impl Value {
    /// The value for `turn` of a game that is over with this outcome; `None` for one in progress.
    pub(crate) fn of_outcome(outcome: Outcome, turn: Side) -> Option<Value> {
        match outcome {
            Outcome::InProgress => None,
            Outcome::Draw => Some(Value::Draw),
            Outcome::Win(side) => Some(if side == turn { Value::Win(0) } else { Value::Loss(0) }),
        }
    }
}

impl fmt::Display for Value {
    /// `win in 7`, `draw` or `loss in 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// A value or a static evaluation for the side to move. Greater is better.
///
/// ```text
///   -16000        -15000                 0                 15000         16000
///   lost    lost in 1000 plies   estimates and draws   won in 1000 plies   won
/// ```
///
/// ```
/// use gridlaw::search::{Score, Value};
///
/// assert!(Score::of(Value::Win(3)) > Score::of(Value::Win(5)));
/// assert!(Score::of(Value::Loss(6)) > Score::of(Value::Loss(4)));
/// // A move that leaves the opponent lost in 4 plies wins in 5.
/// assert_eq!(Score::of(Value::Loss(4)).before(), Score::of(Value::Win(5)));
/// assert_eq!(Score::DRAW.before(), Score::DRAW);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(super) i16);

/// The greatest distance of a win or a loss, in plies, and the greatest depth of a search.
pub const LONGEST: u16 = 1000;

const WON: i16 = 16_000;

/// The lowest score of a win.
const DECIDED: i16 = WON - LONGEST as i16;

impl Score {
    /// A draw, or a static evaluation that prefers neither side.
    pub const DRAW: Score = Score(0);
    /// A bound below every score.
    pub(super) const LOWEST: Score = Score(-WON - 1);
    /// A bound above every score.
    pub(super) const GREATEST: Score = Score(WON + 1);

    /// The score of a value. A distance beyond [`LONGEST`] counts as [`LONGEST`].
    #[inline(always)]
    #[must_use]
    pub const fn of(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score(WON - capped(plies)),
            Value::Draw => Score::DRAW,
            Value::Loss(plies) => Score(capped(plies) - WON),
        }
    }

    /// The score of a static evaluation, clamped between the lost and the won scores.
    #[inline(always)]
    #[must_use]
    pub fn estimate(points: i32) -> Score {
        Score(points.clamp(1 - i32::from(DECIDED), i32::from(DECIDED) - 1) as i16)
    }

    /// The win or loss that the score stands for; `None` for a draw or a static evaluation.
    #[must_use]
    pub const fn decided(self) -> Option<Value> {
        if self.0 >= DECIDED {
            Some(Value::Win((WON - self.0) as u16))
        } else if self.0 <= -DECIDED {
            Some(Value::Loss((WON + self.0) as u16))
        } else {
            None
        }
    }

    /// Returns whether the score is a win or a loss.
    #[inline(always)]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 >= DECIDED || self.0 <= -DECIDED
    }

    /// The value of an exact score. A static evaluation counts as a draw.
    #[must_use]
    pub const fn value(self) -> Value {
        match self.decided() {
            Some(value) => value,
            None => Value::Draw,
        }
    }

    /// The score as a number: the points of a static evaluation. Wins are 15000 and more, losses
    /// -15000 and less.
    #[must_use]
    pub const fn points(self) -> i16 {
        self.0
    }

    /// The score of a move after which the opponent has this score: negated, and one ply further
    /// away.
    #[inline(always)]
    #[must_use]
    pub const fn before(self) -> Score {
        Score(if self.0 >= DECIDED {
            1 - self.0
        } else if self.0 <= -DECIDED {
            -1 - self.0
        } else {
            -self.0
        })
    }

    #[inline(always)]
    pub(super) const fn next_lower(self) -> Score {
        Score(self.0 - 1)
    }

    /// The score after this one.
    #[inline(always)]
    #[must_use]
    pub const fn next_higher(self) -> Score {
        Score(self.0 + 1)
    }

    /// The greatest score that, one ply further away, is not above this one.
    #[inline(always)]
    const fn further(self) -> i16 {
        if self.0 >= DECIDED - 1 {
            self.0 + 1
        } else if self.0 <= -DECIDED {
            self.0 - 1
        } else {
            self.0
        }
    }
}

const fn capped(plies: u16) -> i16 {
    if plies > LONGEST { LONGEST as i16 } else { plies as i16 }
}

/// An open window of scores (alpha-beta). Inside it a search returns the exact score. At or below
/// `above` the result is an upper bound (fail-low); at or above `below` it is a lower bound
/// (fail-high).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    pub(super) above: Score,
    pub(super) below: Score,
}

impl Window {
    /// The full window: the search returns the exact score.
    pub const FULL: Window = Window { above: Score::LOWEST, below: Score::GREATEST };

    /// The null window that tests whether the score is at least `score`.
    #[must_use]
    pub const fn at_least(score: Score) -> Window {
        Window { above: score.next_lower(), below: score }
    }

    /// The window in which the search returns every score below `score` exactly.
    #[must_use]
    pub const fn less_than(score: Score) -> Window {
        Window { above: Score::LOWEST, below: score }
    }

    /// The window of the position after a move.
    #[inline(always)]
    pub(super) const fn after(self) -> Window {
        Window { above: Score(-self.below.next_lower().further() - 1), below: Score(-self.above.further()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window after a move contains exactly the scores that the move maps into the window.
    #[test]
    fn a_window_commutes_with_a_move() {
        let near = |center: i16| (center - 4..=center + 4).filter(|score| score.abs() <= WON).map(Score);
        let centers = [-WON, -WON + 3, -DECIDED, 0, DECIDED, WON - 3, WON];
        let scores = || centers.into_iter().flat_map(near);
        for bound in scores().filter(|bound| bound.0.abs() < WON) {
            let window = Window::at_least(bound);
            let after = window.after();
            assert_eq!(after.below.0 - after.above.0, 1, "{bound:?}");
            for score in scores() {
                assert_eq!(score.before() >= bound, score <= after.above, "{score:?} before {bound:?}");
            }
        }
    }

    #[test]
    fn values_are_written_with_their_plies() {
        let texts =
            [Value::Win(3), Value::Draw, Value::Loss(0)].map(|value| alloc::string::ToString::to_string(&value));
        assert_eq!(texts, ["win in 3", "draw", "loss in 0"]);
    }

    #[test]
    fn scores_are_values() {
        for value in [Value::Win(0), Value::Win(7), Value::Loss(0), Value::Loss(1000), Value::Draw] {
            assert_eq!(Score::of(value).value(), value);
        }
        assert_eq!(Score::of(Value::Win(2000)), Score::of(Value::Win(LONGEST)));
        for points in [0, 14_999, -14_999, 15_000, i32::MAX, i32::MIN] {
            let estimate = Score::estimate(points);
            assert_eq!((estimate.decided(), i32::from(estimate.points())), (None, points.clamp(-14_999, 14_999)));
        }
    }
}
