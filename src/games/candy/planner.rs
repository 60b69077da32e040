//! A planner: searches a few moves ahead for the fewest moves to a win, or for the highest score.
//!
//! Candy has one seat, and once the extension is known there is no chance in it. A plan is a line
//! of swaps. The planner tries every line, but expands a position that several lines reach only
//! once.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::{ControlFlow, RangeInclusive};

use super::{CandyRules, Move};
use crate::rules::{Outcome, outcome_of, play_one};

/// The aim of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aim {
    /// A win in the fewest moves; without a win, the fewest explosions still to go.
    Moves,
    /// The highest score; among equal scores, the fewest moves.
    Score,
}

/// A line of swaps and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The swaps.
    pub line: Vec<Move>,
    /// Whether the swaps win the game.
    pub won: bool,
    /// The score after them.
    pub score: u64,
    /// The explosions still to go after them.
    pub left: u64,
    /// If the planner tried every line to its end: one of the longest, so that no greater depth
    /// finds more.
    pub longest: Option<Vec<Move>>,
}

/// Returns the best plan of at most `depth` swaps, or `None` if the game is over or `watch` broke.
/// The planner calls `watch` before every position with its number, from 1. Among equal plans the
/// first in the order of moves wins.
///
/// ```
/// use gridlaw::games::candy::planner::{Aim, plan};
/// use gridlaw::games::candy::{Candy, NewGame, Small};
/// use gridlaw::rules::Rules;
///
/// let rules = Candy::<Small>::new(&NewGame::new(6, 6).make().unwrap().into()).unwrap();
/// let mut go_on = |_| std::ops::ControlFlow::Continue(());
/// let one = plan(&rules, &rules.start(), Aim::Score, 1, &mut go_on).unwrap();
/// let two = plan(&rules, &rules.start(), Aim::Score, 2, &mut go_on).unwrap();
/// assert!(two.score >= one.score);
/// ```
pub fn plan<R: CandyRules<Position: Ord>>(
    rules: &R,
    position: &R::Position,
    aim: Aim,
    depth: u32,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Plan> {
    let (line, longest, seen) = Default::default();
    let mut planner = Planner { rules, aim, watch, nodes: 0, line, longest, is_cut: false, seen, best: None };
    if planner.look(position, depth).is_break() {
        return None;
    }
    let plan = planner.best.filter(|plan| !plan.line.is_empty())?;
    Some(Plan { longest: (!planner.is_cut).then_some(planner.longest), ..plan })
}

/// Plans to each of these depths in turn, until `watch` breaks or no greater depth finds more; with
/// `to_win` also once a plan wins in the fewest moves. Calls `watch` before every position and
/// `done` with every plan and its depth. Returns the last plan and its depth.
pub fn deeper<R: CandyRules<Position: Ord>>(
    rules: &R,
    position: &R::Position,
    aim: Aim,
    (depths, to_win): (RangeInclusive<u32>, bool),
    watch: &mut dyn FnMut() -> ControlFlow<()>,
    done: &mut dyn FnMut(&Plan, u32),
) -> Option<(Plan, u32)> {
    let mut found = None;
    for depth in depths {
        let Some(plan) = plan(rules, position, aim, depth, &mut |_| watch()) else { break };
        let is_shortest = plan.won && aim == Aim::Moves && (plan.line.len() as u32) < depth;
        let is_last = plan.longest.is_some() || is_shortest || plan.won && to_win;
        done(&plan, depth);
        found = Some((plan, depth));
        if is_last {
            break;
        }
    }
    found
}

/// The most positions that the planner remembers. Beyond that it adds none.
const MOST_SEEN: usize = 1 << 20;

struct Planner<'r, R: CandyRules> {
    rules: &'r R,
    aim: Aim,
    watch: &'r mut dyn FnMut(u64) -> ControlFlow<()>,
    nodes: u64,
    line: Vec<Move>,
    /// The longest line so far.
    longest: Vec<Move>,
    /// Whether a line was not tried to its end.
    is_cut: bool,
    /// The depth to which each position was searched.
    seen: BTreeMap<R::Position, u32>,
    best: Option<Plan>,
}

impl<R: CandyRules<Position: Ord>> Planner<'_, R> {
    fn look(&mut self, position: &R::Position, depth: u32) -> ControlFlow<()> {
        self.nodes += 1;
        (self.watch)(self.nodes)?;
        let rules = self.rules;
        let (outcome, state) = (outcome_of(rules, position), rules.setup(position));
        let left = state.states.data.iter().map(|&state| u64::from(state)).sum();
        let won = matches!(outcome, Outcome::Win(_));
        if self.line.len() > self.longest.len() {
            self.longest.clone_from(&self.line);
        }
        let plan = Plan { line: self.line.clone(), won, score: state.score, left, longest: None };
        if self.best.as_ref().is_none_or(|best| best.line.is_empty() || better(self.aim, &plan, best)) {
            self.best = Some(plan);
        }
        if outcome.is_over() {
            return ControlFlow::Continue(());
        }
        // No continuation can win in fewer moves than the best plan.
        let is_longer = |best: &Plan| best.won && best.line.len() <= self.line.len() + 1;
        if depth == 0 || self.aim == Aim::Moves && self.best.as_ref().is_some_and(is_longer) {
            self.is_cut = true;
            return ControlFlow::Continue(());
        }
        if depth > 1 {
            match self.seen.get(position) {
                Some(&tried) if tried >= depth => return ControlFlow::Continue(()),
                None if self.seen.len() >= MOST_SEEN => {}
                _ => _ = self.seen.insert(position.clone(), depth),
            }
        }
        for mv in rules.moves(position) {
            let mut after = position.clone();
            play_one(rules, &mut after, mv);
            self.line.push(mv);
            self.look(&after, depth - 1)?;
            self.line.pop();
        }
        ControlFlow::Continue(())
    }
}

fn better(aim: Aim, plan: &Plan, best: &Plan) -> bool {
    use core::cmp::Reverse;

    let fewer = |plan: &Plan| Reverse(plan.line.len());
    match aim {
        Aim::Moves => {
            let worth = |plan: &Plan| {
                (plan.won, if plan.won { fewer(plan) } else { Reverse(0) }, Reverse(plan.left), plan.score, fewer(plan))
            };
            worth(plan) > worth(best)
        }
        Aim::Score => (plan.score, fewer(plan)) > (best.score, fewer(best)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::candy::{Candy, NaiveCandy, NewGame, Small};
    use crate::rules::Rules;

    /// The fewest swaps that win, if any of at most `depth` do, and the most swaps of a line, by
    /// trying all lines.
    fn tried<C: CandyRules>(rules: &C, position: &C::Position, depth: u32) -> (Option<usize>, usize) {
        let outcome = rules.outcome(position);
        if depth == 0 || outcome.is_over() {
            return (matches!(outcome, Outcome::Win(_)).then_some(0), 0);
        }
        let after = |mv| {
            let mut after = position.clone();
            rules.play_unchecked(&mut after, mv);
            let (fewest, longest) = tried(rules, &after, depth - 1);
            (fewest.map(|fewest| fewest + 1), longest + 1)
        };
        let tried: Vec<(Option<usize>, usize)> = rules.moves(position).into_iter().map(after).collect();
        (tried.iter().filter_map(|one| one.0).min(), tried.iter().map(|one| one.1).max().unwrap_or(0))
    }

    #[test]
    fn plans_win_in_the_fewest_swaps_and_end_where_no_swaps_win() {
        const DEPTH: u32 = 2;
        let (mut won, mut lost) = (0, 0);
        for id in 0..60 {
            let new = NewGame { colors: 4, extension_rows: 3, state: 1 + id % 2, id, ..NewGame::new(3, 3) };
            let instance = new.make().unwrap().into();
            let (rules, naive) = (Candy::<Small>::new(&instance).unwrap(), NaiveCandy::new(&instance));
            let mut go_on = || ControlFlow::Continue(());
            let found = deeper(&rules, &rules.start(), Aim::Moves, (1..=DEPTH, true), &mut go_on, &mut |_, _| ());
            let (fewest, longest) = tried(&naive, &naive.start(), DEPTH + 1);
            let Some((plan, depth)) = found else {
                assert_eq!(longest, 0);
                continue;
            };
            assert_eq!(plan.won.then_some(plan.line.len()), fewest.filter(|&fewest| fewest <= DEPTH as usize));
            let ends = fewest.is_none() && longest <= DEPTH as usize;
            assert_eq!(plan.longest.as_ref().map(Vec::len).filter(|_| !plan.won), ends.then_some(longest));
            let mut position = rules.start();
            plan.longest.iter().flatten().for_each(|&mv| rules.play(&mut position, mv).unwrap());
            assert_eq!(plan.longest.is_some(), rules.outcome(&position).is_over());
            assert!(plan.won || ends && depth as usize == longest || depth == DEPTH);
            (won, lost) = (won + u32::from(plan.won), lost + u32::from(ends));
        }
        assert!(won > 3 && lost > 3, "{won} won, {lost} lost");
    }
}
