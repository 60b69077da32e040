//! Retrograde analysis: the value of every position of a small game, from the terminal positions
//! backwards.
//!
//! The analysis lists all reachable positions and their predecessors. Then values spread from
//! terminal positions to their predecessors: a position is won once a move leads to a lost one, and
//! lost once all its moves lead to won ones. A position that never gets a value is a draw. The
//! analysis assumes nothing about the graph of positions, which may have cycles of any length
//! (Thompson, *Retrograde analysis of certain endgames*, 1986).

use alloc::vec;
use alloc::vec::Vec;
use std::collections::{HashMap, VecDeque};

use super::score::Value;
use crate::cell::Side;
use crate::rules::Rules;

/// The value of every position that is reachable from `start`, `start` first; `None` if there are
/// more than `limit` positions.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{Value, retrograde};
///
/// let rules = Breakdown::<u32>::new(Parameters::new(2, 2, 1, 2).unwrap()).unwrap();
/// let values = retrograde(&rules, &rules.start(), 1000).unwrap();
/// assert_eq!(values[0], (rules.start(), Value::Draw));
/// ```
#[must_use]
pub fn retrograde<R: Rules>(rules: &R, start: &R::Position, limit: usize) -> Option<Vec<(R::Position, Value)>> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut positions = vec![start.clone()];
    // The predecessors of each position, and the number of its moves that are not known to lose.
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut open = Vec::new();
    let mut at = 0;
    while at < positions.len() {
        let position = positions[at].clone();
        let moves = rules.moves(&position);
        open.push(moves.len());
        for mv in moves {
            let mut after = position.clone();
            rules.play_unchecked(&mut after, mv);
            let number = *numbers.entry(after.clone()).or_insert_with(|| {
                positions.push(after);
                before.push(Vec::new());
                positions.len() - 1
            });
            before[number].push(at);
        }
        if positions.len() > limit {
            return None;
        }
        at += 1;
    }
    let over = |position: &R::Position, turn: Side| Value::of_outcome(rules.outcome(position), turn);
    let mut values: Vec<Option<Value>> =
        positions.iter().map(|position| over(position, rules.turn(position))).collect();
    let mut ready: VecDeque<usize> = (0..positions.len()).filter(|&number| values[number].is_some()).collect();
    // Values spread in the order of their distance, so the first win found is the earliest, and the
    // last loss the latest.
    while let Some(number) = ready.pop_front() {
        for &earlier in &before[number] {
            if values[earlier].is_some() {
                continue;
            }
            // The rules need not know whose turn it is once the game is over.
            match over(&positions[number], rules.turn(&positions[earlier]).other()).or(values[number]) {
                Some(Value::Loss(plies)) => values[earlier] = Some(Value::Win(plies + 1)),
                Some(Value::Win(plies)) => {
                    open[earlier] -= 1;
                    if open[earlier] > 0 {
                        continue;
                    }
                    values[earlier] = Some(Value::Loss(plies + 1));
                }
                _ => continue,
            }
            ready.push_back(earlier);
        }
    }
    Some(positions.into_iter().zip(values.into_iter().map(|value| value.unwrap_or(Value::Draw))).collect())
}
