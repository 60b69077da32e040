//! [`AnySolver`]: the search, on a game chosen at run time.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
#[cfg(feature = "std")]
use std::io::Read;

use crate::games::{AnyGame, Game, GameParameters, SearchFunction};
use crate::playing::{AnyPlaying, AnyPositionError};
use crate::rules::Notation;
use crate::search::weak::{WeakSearchable, WeakValue};
use crate::search::{
    Best, Bounds, Halt, Options, PositionOf, Ranking, Searchable, Searcher, Solver, TableError, Value, Watch,
    WatchSolving,
};
#[cfg(feature = "std")]
use crate::search::{Checkpoint, CheckpointError};

/// A solver and player of one position, whatever the game. Moves are texts.
///
/// ```
/// use gridlaw::search::{Options, Value};
/// use gridlaw::solving::AnySolver;
///
/// let game: gridlaw::AnyGame = "jump61 --size 2".parse().unwrap();
/// let options = Options { table: 1, ..Options::default() };
/// let mut solver = AnySolver::new(&game.start(), options).unwrap().unwrap();
/// let mut watch = |_: gridlaw::search::Solving<'_>| std::ops::ControlFlow::Continue(());
/// assert_eq!(solver.solve(&mut watch), Ok(Value::Loss(4)));
/// assert_eq!(solver.line(&mut watch).unwrap().len(), 4);
/// ```
pub struct AnySolver(Box<dyn Held>);

impl AnySolver {
    /// A solver of the position of `playing`, with an empty table; `None` for a game for one
    /// person.
    ///
    /// # Errors
    /// A table that cannot be allocated.
    pub fn new(playing: &AnyPlaying, options: Options) -> Result<Option<AnySolver>, TableError> {
        playing.game().call_search(Start { setup: &playing.setup(), options }).transpose()
    }

    /// Resumes from a checkpoint: [`Solver::go_on_from`].
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "std")]
    pub fn go_on_from(self, checkpoint: &Checkpoint, source: &mut dyn Read) -> Result<AnySolver, CheckpointError> {
        self.0.go_on_from(checkpoint, source)
    }

    /// Turns to another position of the same game: [`Solver::turn_to`].
    ///
    /// # Errors
    /// [`AnyPositionError::Game`] for a position of another game.
    pub fn turn_to(&mut self, playing: &AnyPlaying) -> Result<(), AnyPositionError> {
        let (expected, found) = (self.0.game(), playing.game());
        if expected != found {
            return Err(AnyPositionError::Game { expected: expected.into(), found: found.into() });
        }
        self.0.turn_to(&playing.setup())
    }

    /// The value of the position: [`Solver::solve`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve(&mut self, watch: &mut WatchSolving<'_>) -> Result<Value, Halt> {
        exact(&mut *self.0).solve(watch)
    }

    /// The principal variation to the end of the game: [`Solver::line`].
    ///
    /// # Errors
    /// As [`Solver::line`].
    pub fn line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt> {
        exact(&mut *self.0).line(watch)
    }

    /// The value without its distance: [`Solver::solve_weakly`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_weakly(&mut self, watch: &mut WatchSolving<'_>) -> Result<WeakValue, Halt> {
        exact(&mut *self.0).solve_weakly(watch)
    }

    /// A line of play that keeps the value, distances aside: [`Solver::weak_line`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn weak_line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt> {
        exact(&mut *self.0).weak_line(watch)
    }

    /// The value of every legal move, in move order: [`Solver::move_values`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, Value)>, Halt> {
        exact(&mut *self.0).move_values(watch)
    }

    /// The value of every legal move without its distance, in move order:
    /// [`Solver::weak_move_values`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn weak_move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, WeakValue)>, Halt> {
        exact(&mut *self.0).weak_move_values(watch)
    }

    /// The bounds of every move's value, as far as they are known: [`Solver::move_bounds`].
    #[must_use]
    pub fn move_bounds(&mut self) -> Vec<(String, Bounds)> {
        exact(&mut *self.0).move_bounds()
    }

    /// The best move by a search of at most `depth` plies: [`Searcher::best`]; `None` once the game
    /// is over.
    pub fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<String>> {
        self.0.best(depth, limit, watch)
    }

    /// The `count` best moves up to `deepest` plies, best first: [`Searcher::rank`]. Calls `done`
    /// with the ranking of every completed depth.
    pub fn rank(
        &mut self,
        (deepest, count): (u8, usize),
        limit: u64,
        watch: &mut Watch<'_>,
        done: &mut dyn FnMut(&Ranking<String>),
    ) -> Ranking<String> {
        self.0.rank((deepest, count), limit, watch, done)
    }

    /// The bounds of the value that are known so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    /// The number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// Makes a solver of the position of a setup's text.
struct Start<'a> {
    setup: &'a str,
    options: Options,
}

impl SearchFunction for Start<'_> {
    type Output = Result<AnySolver, TableError>;

    fn call<S, W>(self, game: S, weak: W) -> Self::Output
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let position = game.rules().read_position(self.setup).expect("both forms of a game have the same setups");
        let board = game.rules().parameters().observation();
        let searcher = Searcher::new(game, self.options)?.with_cells(board.rows as u64 * board.cols as u64);
        Ok(AnySolver(Box::new(Solver::with_weak_form(searcher, weak, &position))))
    }
}

/// A solver behind a pointer.
trait Held: Any {
    fn game(&self) -> AnyGame;
    #[cfg(feature = "std")]
    fn go_on_from(
        self: Box<Self>,
        checkpoint: &Checkpoint,
        source: &mut dyn Read,
    ) -> Result<AnySolver, CheckpointError>;
    fn turn_to(&mut self, setup: &str) -> Result<(), AnyPositionError>;
    fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<String>>;
    fn rank(
        &mut self,
        wanted: (u8, usize),
        limit: u64,
        watch: &mut Watch<'_>,
        done: &mut dyn FnMut(&Ranking<String>),
    ) -> Ranking<String>;
    fn bounds(&self) -> Bounds;
    fn nodes(&self) -> u64;
}

impl<S, W> Held for Solver<S, W>
where
    S: Searchable<Rules: Game> + 'static,
    W: WeakSearchable<Position = PositionOf<S>> + 'static,
{
    fn game(&self) -> AnyGame {
        self.searcher().game().rules().parameters().clone().into()
    }

    #[cfg(feature = "std")]
    fn go_on_from(
        self: Box<Self>,
        checkpoint: &Checkpoint,
        source: &mut dyn Read,
    ) -> Result<AnySolver, CheckpointError> {
        Ok(AnySolver(Box::new(Solver::go_on_from(*self, checkpoint, source)?)))
    }

    fn turn_to(&mut self, setup: &str) -> Result<(), AnyPositionError> {
        let position = self.searcher().game().rules().read_position(setup)?;
        Solver::turn_to(self, &position);
        Ok(())
    }

    fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<String>> {
        Solver::best(self, depth, limit, watch).map(|best| best.to_texts())
    }

    fn rank(
        &mut self,
        wanted: (u8, usize),
        limit: u64,
        watch: &mut Watch<'_>,
        done: &mut dyn FnMut(&Ranking<String>),
    ) -> Ranking<String> {
        as_texts(&Solver::rank(self, wanted, limit, watch, &mut |ranking| done(&as_texts(ranking))))
    }

    fn bounds(&self) -> Bounds {
        Solver::bounds(self)
    }

    fn nodes(&self) -> u64 {
        self.searcher().nodes()
    }
}

/// Exact values. They are no part of [`Held`], because a program links every function of [`Held`]
/// for every game: these were a fifth of the WebAssembly module, which ranks moves and asks nothing
/// else.
trait Exact {
    fn solve(&mut self, watch: &mut WatchSolving<'_>) -> Result<Value, Halt>;
    fn line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt>;
    fn solve_weakly(&mut self, watch: &mut WatchSolving<'_>) -> Result<WeakValue, Halt>;
    fn weak_line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt>;
    fn move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, Value)>, Halt>;
    fn weak_move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, WeakValue)>, Halt>;
    fn move_bounds(&self) -> Vec<(String, Bounds)>;
}

impl<S: Searchable<Rules: Game>, W: WeakSearchable<Position = PositionOf<S>>> Exact for Solver<S, W> {
    fn solve(&mut self, watch: &mut WatchSolving<'_>) -> Result<Value, Halt> {
        Solver::solve(self, watch)
    }

    fn line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt> {
        Ok(texts(&Solver::line(self, watch)?))
    }

    fn solve_weakly(&mut self, watch: &mut WatchSolving<'_>) -> Result<WeakValue, Halt> {
        Solver::solve_weakly(self, watch)
    }

    fn weak_line(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt> {
        Ok(texts(&Solver::weak_line(self, watch)?))
    }

    fn move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, Value)>, Halt> {
        Ok(with_texts(Solver::move_values(self, watch)?))
    }

    fn weak_move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(String, WeakValue)>, Halt> {
        Ok(with_texts(Solver::weak_move_values(self, watch)?))
    }

    fn move_bounds(&self) -> Vec<(String, Bounds)> {
        with_texts(Solver::move_bounds(self).collect())
    }
}

/// A solver, for exact values. Finding its type takes as long as making the game's search.
fn exact(held: &mut dyn Held) -> &mut dyn Exact {
    held.game().call_search(Typed(held)).expect("a game with a solver has a search")
}

/// A solver whose type is one of a game's searches.
struct Typed<'h>(&'h mut dyn Any);

impl<'h> SearchFunction for Typed<'h> {
    type Output = &'h mut dyn Exact;

    fn call<S, W>(self, _: S, _: W) -> &'h mut dyn Exact
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        self.0.downcast_mut::<Solver<S, W>>().expect("a game is always searched in the same form")
    }
}

// Compiled once for each type of move.

#[inline(never)]
fn texts(moves: &[impl ToString]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

#[inline(never)]
fn with_texts<V>(moves: Vec<(impl ToString, V)>) -> Vec<(String, V)> {
    moves.into_iter().map(|(mv, value)| (mv.to_string(), value)).collect()
}

#[inline(never)]
fn as_texts(Ranking { moves, is_final, nodes }: &Ranking<impl ToString>) -> Ranking<String> {
    Ranking { moves: moves.iter().map(Best::to_texts).collect(), is_final: *is_final, nodes: *nodes }
}
