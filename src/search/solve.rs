//! [`Solver`]: the exact value of a position and its principal variation.
//!
//! The solver runs one null-window search after the other: does the side to move win within 1 ply,
//! lose within 2, win within 3, and so on. A search for a win within *n* plies never looks further
//! than *n* plies, and its result holds for the whole game, so later searches reuse its table
//! entries. If the distance limit cuts off nothing in the tree, the search proves that the side
//! cannot win at all, and its result is a draw or less.
//!
//! Besides the table a solver needs only the two bounds of the root's score. So it can stop at any
//! time, between two searches or within one, and resume later.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::alpha_beta::{Halt, Progress, Root, Watch};
use super::score::{LONGEST, Score, Value, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::{Best, Reach, Searcher};
use crate::rules::Rules;

/// A solver of one position.
///
/// ```
/// use gridlaw::games::jump61::{Jump61, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{Options, Plain, Searcher, Solver, Value};
///
/// let rules = Jump61::<u64>::new(Parameters::new(2).unwrap()).unwrap();
/// let searcher = Searcher::new(Plain(rules), Options { table: 1, ..Options::default() }).unwrap();
/// let mut solver = Solver::new(searcher, &rules.start());
/// let mut watch = |_: gridlaw::search::Solving<'_>| std::ops::ControlFlow::Continue(());
/// assert_eq!(solver.solve(&mut watch), Ok(Value::Loss(4)));
/// assert_eq!(solver.line(&mut watch).unwrap().len(), 4);
/// ```
#[derive(Debug)]
pub struct Solver<G: Searchable> {
    pub(super) searcher: Searcher<G>,
    pub(super) position: PositionOf<G>,
    bounds: Bounds,
}

/// Bounds of a position's score, and the distance up to which they were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The lower bound.
    pub least: Score,
    /// The upper bound.
    pub most: Score,
    /// The number of plies within which every win and loss has been searched for.
    pub plies: u16,
}

/// The progress of a solver, passed to its watch.
#[derive(Clone, Copy, Debug)]
pub struct Solving<'t> {
    /// The progress of the searcher.
    pub search: Progress<'t>,
    /// The bounds so far.
    pub bounds: Bounds,
}

/// A callback that the solver calls every few thousand positions. It breaks to stop the solver.
pub type WatchSolving<'w> = dyn FnMut(Solving<'_>) -> ControlFlow<()> + 'w;

impl Bounds {
    /// The bounds before any search.
    pub const NOTHING: Bounds = Bounds { least: Score::of(Value::Loss(0)), most: Score::of(Value::Win(0)), plies: 0 };

    /// The value, once the bounds meet.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        (self.least == self.most).then_some(self.least.value())
    }

    /// The score of the next null-window search.
    fn question(self) -> Score {
        let plies = self.plies + 1;
        // Near the end of the game one ply more costs little, and nothing if nobody wins.
        let (win, loss) = (Score::of(Value::Win(plies)), Score::of(Value::Loss(plies + 1)).next_higher());
        if self.least > Score::DRAW || self.most < Score::DRAW {
            // Won or lost: only the distance is unknown, so halve the interval.
            Score((i32::from(self.least.0) + i32::from(self.most.0) + 1).div_euclid(2) as i16)
        } else if win <= self.most && win > self.least {
            win
        } else {
            loss.max(self.least.next_higher()).min(self.most)
        }
    }

    fn learn(&mut self, asked: Score, score: Score) {
        if score >= asked {
            self.least = self.least.max(score);
        } else {
            self.most = self.most.min(score);
        }
        let looked = |bounds: &Bounds, plies: u16| {
            bounds.most < Score::of(Value::Win(plies)) && bounds.least > Score::of(Value::Loss(plies + 1))
        };
        while self.plies < LONGEST && looked(self, self.plies + 1) {
            self.plies += 2;
        }
    }
}

impl<G: Searchable> Solver<G> {
    /// Makes a solver of `position`. It reuses the entries of the searcher's table.
    #[must_use]
    pub fn new(searcher: Searcher<G>, position: &PositionOf<G>) -> Solver<G> {
        Solver { searcher, position: position.clone(), bounds: Bounds::NOTHING }
    }

    /// Turns to another position. The searcher keeps its table and its count of positions.
    pub fn turn_to(&mut self, position: &PositionOf<G>) {
        (self.position, self.bounds) = (position.clone(), Bounds::NOTHING);
    }

    /// Returns the searcher with its table.
    #[must_use]
    pub fn into_searcher(self) -> Searcher<G> {
        self.searcher
    }

    /// The searcher.
    #[must_use]
    pub fn searcher(&self) -> &Searcher<G> {
        &self.searcher
    }

    /// The bounds so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Resumes from a checkpoint, which another solver of this very position made.
    #[cfg(feature = "std")]
    pub fn go_on_from(&mut self, checkpoint: &super::Checkpoint) {
        self.bounds = checkpoint.bounds;
        self.searcher.learn(checkpoint.nodes, &checkpoint.entries);
    }

    /// Finds the best move up to `depth` plies: [`Searcher::best`].
    pub fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<MoveOf<G>>> {
        self.searcher.best(&self.position, depth, limit, watch)
    }

    /// Solves the position.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if `watch` breaks; a later call resumes. [`Halt::TooLong`] if the game may
    /// last longer than [`LONGEST`] plies.
    pub fn solve(&mut self, watch: &mut WatchSolving<'_>) -> Result<Value, Halt> {
        let root = Root { node: self.searcher.game().node(&self.position), passed: false };
        loop {
            let bounds = self.bounds;
            if let Some(value) = bounds.value() {
                return Ok(value);
            }
            if bounds.plies >= LONGEST {
                return Err(Halt::TooLong);
            }
            let asked = bounds.question();
            let mut watch = |search: Progress<'_>| watch(Solving { search, bounds });
            let found = self.searcher.search(&root, Window::at_least(asked), Reach::End, u64::MAX, &mut watch)?;
            self.bounds.learn(asked, found.score);
        }
    }

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
        let bounds = self.bounds;
        let (mut position, mut passed) = (self.position.clone(), false);
        let mut line = Vec::new();
        while line.len() < usize::from(LONGEST) {
            let moves = self.searcher.game().rules().moves(&position);
            let mut next = None;
            for mv in moves {
                let game = self.searcher.game();
                let mut after = position.clone();
                game.rules().play_unchecked(&mut after, mv);
                let pass = game.passes(&game.node(&position), mv);
                if pass && passed {
                    // Passing back ends the game, so it comes last, if no other move holds the
                    // draw.
                    next = next.or((value == Score::DRAW).then_some((mv, after, true)));
                    continue;
                }
                let root = Root { node: game.node(&after), passed: pass };
                let enough = Window::at_least(value).after();
                let mut watch = |search: Progress<'_>| watch(Solving { search, bounds });
                let found = self.searcher.search(&root, enough, Reach::End, u64::MAX, &mut watch)?;
                if found.score <= enough.above {
                    next = Some((mv, after, pass));
                    break;
                }
            }
            let Some((mv, after, pass)) = next else { break };
            line.push(mv);
            if pass && passed {
                break;
            }
            (position, passed) = (after, pass);
            value = Window::at_least(value).after().above;
        }
        Ok(line)
    }
}
