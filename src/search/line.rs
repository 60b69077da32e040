//! The principal variation of a [`Solver`].

use alloc::vec::Vec;

use super::alpha_beta::Root;
use super::running::{Halt, Progress};
use super::score::{LONGEST, Score, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::Reach;
use super::solve::{Bounds, Need, Solver, Solving, WatchSolving};
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

    /// A line of play to the end of the game in which every move keeps the value, distances aside:
    /// the first such move in move order. The winning side never passes, so the line ends. A line
    /// that ends in two passes is a draw in which neither side wants to move.
    ///
    /// Calls [`solve_weakly`](Self::solve_weakly) first, and solves the position after every move
    /// that it takes.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn weak_line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<MoveOf<G>>, Halt> {
        let mut value = self.solve_weakly(watch)?;
        let known = self.bounds;
        self.walk(|solver, position, passed| {
            let mut last = None;
            for mv in solver.searcher.game().rules().moves(position) {
                let (after, pass) = solver.play(position, mv);
                let step = Step { mv, after, pass };
                if pass && (passed || value == WeakValue::Win) {
                    // Passing back ends the game, so it comes last, if no other move holds the
                    // draw.
                    last = last.or((value == WeakValue::Draw).then_some(step));
                    continue;
                }
                let need = if value == WeakValue::Win { Need::Loss } else { Need::Win };
                let mut bounds = Bounds::NOTHING;
                if value != WeakValue::Loss {
                    let mut watch = |search: Progress<'_>, _: Bounds| watch(Solving { search, bounds: known });
                    solver.settle(&step.after, pass, &mut bounds, need, &mut watch)?;
                }
                let keeps = match value {
                    WeakValue::Win => bounds.most < Score::DRAW,
                    WeakValue::Draw => bounds.most <= Score::DRAW,
                    WeakValue::Loss => true,
                };
                if keeps {
                    last = Some(step);
                    break;
                }
            }
            value = match value {
                WeakValue::Win => WeakValue::Loss,
                WeakValue::Draw => WeakValue::Draw,
                WeakValue::Loss => WeakValue::Win,
            };
            Ok(last)
        })
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
