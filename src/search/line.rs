//! The principal variation of a [`Solver`].

use alloc::vec::Vec;

use super::alpha_beta::Root;
use super::running::{Halt, Progress};
use super::score::{LONGEST, Score, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::Reach;
use super::solve::{Bounds, EFFORT, MORE, Need, Solver, Solving, WatchSolving};
use super::weak::{WeakSearchable, WeakValue};
use crate::rules::Rules;

impl<G: Searchable, W: WeakSearchable<Position = PositionOf<G>>> Solver<G, W> {
    /// The principal variation from the position to the end of the game, with the earliest win or
    /// the latest loss. Among equal moves it takes the first in move order. A line that ends in two
    /// passes is a draw in which neither side wants to move.
    ///
    /// Calls [`solve`](Self::solve) first. Takes most of the line from the table and searches again
    /// for entries that the table has replaced.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<MoveOf<G>>, Halt> {
        let mut value = Score::of(self.solve(watch)?);
        if value == Score::DRAW {
            return self.weak_line(watch);
        }
        let bounds = self.bounds;
        self.walk(|solver, position, passed| {
            for mv in solver.searcher.game().rules().moves(position) {
                let (after, pass) = solver.play(position, mv);
                if pass && passed {
                    continue;
                }
                let root = Root { node: solver.searcher.game().node(&after), passed: pass };
                let enough = Window::at_least(value).after();
                let mut watch = |search: Progress<'_>| watch(Solving { search, bounds });
                let found = solver.searcher.search(&root, enough, Reach::End, u64::MAX, &mut watch)?;
                if found.score <= enough.above {
                    value = enough.above;
                    return Ok(Some(Step { mv, after, pass }));
                }
            }
            Ok(None)
        })
    }

    /// A line of play to the end of the game in which every move keeps the value, distances aside.
    /// Among such moves it takes one that the search proves with few positions; ties go to move
    /// order. The winning side never passes, so the line ends. A line that ends in two passes is a
    /// draw in which neither side wants to move.
    ///
    /// Calls [`solve_weakly`](Self::solve_weakly) first, and solves the position after every move
    /// that it takes.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn weak_line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<MoveOf<G>>, Halt> {
        let mut value = self.solve_weakly(watch)?;
        let known = self.bounds;
        let mut watch = |solving: Solving<'_>| watch(Solving { bounds: known, ..solving });
        self.walk(|solver, position, passed| {
            let (mut steps, mut last) = (Vec::new(), None);
            for mv in solver.searcher.game().rules().moves(position) {
                let (after, pass) = solver.play(position, mv);
                let step = Step { mv, after, pass };
                if pass && (passed || value == WeakValue::Win) {
                    // Passing back ends the game, so it comes last, if no other move holds the
                    // draw.
                    last = last.or((value == WeakValue::Draw).then_some(step));
                    continue;
                }
                steps.push(step);
            }
            let found = match value {
                WeakValue::Win => solver.keeping(steps, Need::Loss, &mut watch)?,
                WeakValue::Draw => solver.keeping(steps, Need::Win, &mut watch)?,
                WeakValue::Loss => steps.into_iter().next(),
            };
            value = value.other();
            Ok(found.or(last))
        })
    }

    /// The first step that meets the need: after it the other side has lost or, for [`Need::Win`],
    /// cannot win. All steps get the same number of positions, and more in every turn, so that one
    /// that is easily shown does not wait for those that are not.
    fn keeping(
        &mut self,
        steps: Vec<Step<G>>,
        need: Need,
        watch: &mut WatchSolving<'_>,
    ) -> Result<Option<Step<G>>, Halt> {
        let mut steps: Vec<(Step<G>, Bounds)> = steps.into_iter().map(|step| (step, Bounds::NOTHING)).collect();
        let mut effort = EFFORT;
        while !steps.is_empty() {
            for index in 0..steps.len() {
                let (step, bounds) = &mut steps[index];
                self.settle((&step.after, step.pass), bounds, need, effort, watch)?;
                if bounds.most < Score::DRAW || (need == Need::Win && bounds.most == Score::DRAW) {
                    return Ok(Some(steps.swap_remove(index).0));
                }
            }
            steps.retain(|(_, bounds)| !need.is_met(bounds));
            effort = effort.saturating_mul(MORE);
        }
        Ok(None)
    }

    /// The moves that `choose` returns, until it returns none or both sides have passed. It takes
    /// each position, and whether the move before was a pass.
    fn walk(
        &mut self,
        mut choose: impl FnMut(&mut Self, &PositionOf<G>, bool) -> Result<Option<Step<G>>, Halt>,
    ) -> Result<Vec<MoveOf<G>>, Halt> {
        let (mut position, mut passed) = (self.position.clone(), false);
        let mut line = Vec::new();
        while line.len() < usize::from(LONGEST) {
            let Some(Step { mv, after, pass }) = choose(self, &position, passed)? else { break };
            line.push(mv);
            if pass && passed {
                break;
            }
            (position, passed) = (after, pass);
        }
        Ok(line)
    }
}

/// A move of a line, and where it leads.
struct Step<G: Searchable> {
    mv: MoveOf<G>,
    after: PositionOf<G>,
    pass: bool,
}
