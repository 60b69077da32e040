//! Plain minimax: every move of both sides, to the end of the game. The oracle of every other
//! search.

use alloc::vec::Vec;

use super::score::{Score, Value};
use crate::cell::Side;
use crate::rules::Rules;

/// The value of a position by plain minimax over the rules: without window, table, move order,
/// symmetry or a notion of passes. A position that repeats on the path to itself is a draw, because
/// both sides can repeat the cycle for ever.
///
/// `None` if the search needs more than `limit` positions. It visits a position once for every line
/// of play that reaches it, so it serves only the ends of games.
///
/// ```
/// use gridlaw::games::breakdown::{NaiveBreakdown, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{Value, exhaustive};
///
/// let rules = NaiveBreakdown::new(Parameters::new(2, 2, 2, 2).unwrap());
/// assert_eq!(exhaustive(&rules, &rules.start(), 10_000), Some(Value::Draw));
/// ```
#[must_use]
pub fn exhaustive<R: Rules>(rules: &R, position: &R::Position, limit: u64) -> Option<Value> {
    let mut search = Exhaustive { rules, left: limit, path: Vec::new() };
    search.score(position, rules.turn(position)).map(Score::value)
}

struct Exhaustive<'r, R: Rules> {
    rules: &'r R,
    left: u64,
    /// The positions on the path to the current one.
    path: Vec<R::Position>,
}

impl<R: Rules> Exhaustive<'_, R> {
    /// The caller passes `turn`, because the rules need not know it once the game is over.
    fn score(&mut self, position: &R::Position, turn: Side) -> Option<Score> {
        self.left = self.left.checked_sub(1)?;
        if let Some(value) = Value::of_outcome(self.rules.outcome(position), turn) {
            return Some(Score::of(value));
        }
        if self.path.contains(position) {
            return Some(Score::DRAW);
        }
        self.path.push(position.clone());
        let mut best = Score::LOWEST;
        for mv in self.rules.moves(position) {
            let mut after = position.clone();
            self.rules.play_unchecked(&mut after, mv);
            best = best.max(self.score(&after, turn.other())?.before());
        }
        self.path.pop();
        Some(best)
    }
}
