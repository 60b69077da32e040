//! The exact value of a position, and a line of best play.
//!
//! The solver asks one null-window question after the other: does the side to move win within 1 ply, lose within 2, win within 3, and so
//! on. A question about *n* plies never looks further than *n* plies, and what it answers holds for the whole game, so that the
//! table's entries serve all later questions. That a side cannot win at all shows when nothing in the tree was cut off by the distance; the
//! question is then answered by a draw or less.
//!
//! The two bounds of the root's score are all that a solver needs besides the table: it can stop between any two questions, or in
//! the middle of one, and go on later.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::alpha_beta::{Halt, Progress, Root, Watch};
use super::score::{LONGEST, Score, Value, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::{Best, Reach, Searcher};
use crate::rules::Rules;

/// Solves one position.
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
    searcher: Searcher<G>,
    position: PositionOf<G>,
    bounds: Bounds,
}

/// What is known of a position's score, and how far has been looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// It is at least this,
    pub least: Score,
    /// and at most this.
    pub most: Score,
    /// Plies within which a win or a loss has been looked for.
    pub plies: u16,
}

/// What is told to whoever watches a solver.
#[derive(Clone, Copy, Debug)]
pub struct Solving<'t> {
    /// The searcher's progress.
    pub search: Progress<'t>,
    /// What is known so far.
    pub bounds: Bounds,
}

/// Called every few thousand positions; breaks to stop the solver.
pub type WatchSolving<'w> = dyn FnMut(Solving<'_>) -> ControlFlow<()> + 'w;

impl Bounds {
    /// Nothing is known.
    pub const NOTHING: Bounds = Bounds { least: Score::of(Value::Loss(0)), most: Score::of(Value::Win(0)), plies: 0 };

    /// The value, once it is certain.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        (self.least == self.most).then_some(self.least.value())
    }

    /// The score to ask for next: at least that, or less?
    fn question(self) -> Score {
        let plies = self.plies + 1;
        // Nearer the game's end a distance more or less costs little, and nothing where nobody wins.
        let (win, loss) = (Score::of(Value::Win(plies)), Score::of(Value::Loss(plies + 1)).next_higher());
        if self.least > Score::DRAW || self.most < Score::DRAW {
            // Won or lost: only the distance is open.
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
    /// A solver that knows nothing of the position yet, unless the searcher does.
    #[must_use]
    pub fn new(searcher: Searcher<G>, position: &PositionOf<G>) -> Solver<G> {
        Solver { searcher, position: position.clone(), bounds: Bounds::NOTHING }
    }

    /// The searcher, with all that it knows.
    #[must_use]
    pub fn into_searcher(self) -> Searcher<G> {
        self.searcher
    }

    /// The searcher.
    #[must_use]
    pub fn searcher(&self) -> &Searcher<G> {
        &self.searcher
    }

    /// What is known so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Goes on where another solver of this very position was when the checkpoint was made.
    #[cfg(feature = "std")]
    pub fn go_on_from(&mut self, checkpoint: &super::Checkpoint) {
        self.bounds = checkpoint.bounds;
        self.searcher.learn(checkpoint.nodes, &checkpoint.entries);
    }

    /// The best move as far as `depth` plies show it: [`Searcher::best`].
    pub fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<MoveOf<G>>> {
        self.searcher.best(&self.position, depth, limit, watch)
    }

    /// The value of the position.
    ///
    /// # Errors
    /// When `watch` breaks, and the solver can go on later; or when the game is too long.
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

    /// A line of best play from the position to the end of the game: wins as early as can be, losses as late. Of equal moves it takes
    /// the first in the order of moves. A line that ends in two passes ends because nobody wants to move.
    ///
    /// Mostly the table knows it; what it has lost is searched again.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), which is called first.
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
                    // The game is at its end if nothing better was found, and passing back is last of all.
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
