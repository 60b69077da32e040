//! [`Searcher`]: a game, a transposition table and threads, for one search after the other.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::alpha_beta::{Found, Root, Walk, Worker};
use super::running::{Halt, Progress, REPORT, Shared, Watch, race, report_interval};
use super::score::{Score, Value, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::table::{NO_MOVE, Table, TableError, UNLIMITED};
use crate::rules::{Rules, Symmetry, play_one};

/// The resources of a searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The size of the transposition table in MiB; 0 for none.
    pub table: usize,
    /// Whether the table treats the mirror images of a position as one position.
    pub symmetry: bool,
    /// The number of threads, 1 to 1024; other numbers are clamped. Without the feature `std` there
    /// is one.
    pub threads: usize,
}

impl Options {
    /// The number of threads in range.
    pub(super) fn threads(self) -> usize {
        if cfg!(feature = "std") { self.threads.clamp(1, 1 << 10) } else { 1 }
    }
}

impl Default for Options {
    /// 64 MiB, symmetry, one thread.
    fn default() -> Options {
        Options { table: 64, symmetry: true, threads: 1 }
    }
}

/// The horizon of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reach {
    /// To the end of the game: scores are exact.
    End,
    /// A number of plies, at most [`DEEPEST`]. At the horizon the game's static evaluation counts.
    Plies(u8),
}

/// The most plies that a search with a horizon looks ahead: 254.
pub const DEEPEST: u8 = UNLIMITED - 1;

/// The best move of a position, as far as the search went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// The move.
    pub mv: M,
    /// Its score.
    pub score: Score,
    /// Whether the score is exact: no static evaluation contributed to it, or the search has looked
    /// as far ahead as the win or the loss lies.
    pub exact: bool,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The principal variation, as far as the table knows it. It begins with the move.
    pub line: Vec<M>,
}

impl<M: ToString> Best<M> {
    /// The same, with moves as texts.
    #[must_use]
    pub fn to_texts(&self) -> Best<String> {
        let Best { mv, score, exact, depth, line } = self;
        let line = line.iter().map(ToString::to_string).collect();
        Best { mv: mv.to_string(), score: *score, exact: *exact, depth: *depth, line }
    }
}

/// Searches positions of one game. The transposition table carries results from one search to the
/// next.
///
/// ```
/// use gridlaw::games::jump61::{Jump61, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{Options, Plain, Reach, Root, Searchable, Searcher};
/// use gridlaw::search::{Value, Window, watch_nothing};
///
/// let rules = Jump61::<u64>::new(Parameters::new(2).unwrap()).unwrap();
/// let options = Options { table: 1, ..Options::default() };
/// let mut searcher = Searcher::new(Plain(rules), options).unwrap();
/// let start = Root { node: searcher.game().node(&rules.start()), passed: false };
/// let found = searcher.search(&start, Window::FULL, Reach::End, u64::MAX, &mut watch_nothing);
/// assert_eq!(found.unwrap().score.value(), Value::Loss(4));
/// ```
#[derive(Debug)]
pub struct Searcher<G: Searchable> {
    game: G,
    pub(super) table: Option<Table>,
    symmetry: bool,
    workers: Vec<Worker<MoveOf<G>>>,
    pub(super) nodes: u64,
    /// The most positions of a thread between two calls of the watch.
    pub(super) interval: u64,
}

/// A watch that never stops a search.
pub fn watch_nothing(_: Progress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl<G: Searchable> Searcher<G> {
    /// Makes a searcher with an empty table.
    ///
    /// # Errors
    /// [`TableError`] if the table cannot be allocated.
    pub fn new(game: G, options: Options) -> Result<Searcher<G>, TableError> {
        let table = if options.table == 0 { None } else { Some(Table::new(options.table)?) };
        let workers = (0..options.threads() as u32).map(Worker::new).collect();
        Ok(Searcher { game, table, symmetry: options.symmetry, workers, nodes: 0, interval: REPORT })
    }

    /// Calls the watch as often as a board of this many cells needs.
    pub(crate) fn with_cells(self, cells: u64) -> Searcher<G> {
        Searcher { interval: report_interval(cells), ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.workers.len()
    }

    /// The transposition table.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a position with a window. `limit` is the most positions to search, rounded up to
    /// some thousands.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if the search reaches the limit or `watch` breaks, [`Halt::TooLong`] if
    /// the game may last longer than [`LONGEST`](super::LONGEST) plies.
    pub fn search(
        &mut self,
        root: &Root<G::Node>,
        window: Window,
        reach: Reach,
        limit: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Found<MoveOf<G>>, Halt> {
        let depth = match reach {
            Reach::End => UNLIMITED,
            Reach::Plies(plies) => plies.min(DEEPEST),
        };
        let Searcher { game, table, symmetry, workers, nodes, interval } = self;
        let shared = Shared::new(table.as_ref(), limit, *nodes, *interval);
        let found = race(&shared, workers, watch, |worker, pace| {
            Walk::new(game, *symmetry, worker, pace).answer(root, window, depth)
        });
        *nodes = nodes.saturating_add(shared.nodes());
        found
    }

    /// Returns whether the side to move can force a win within this many plies.
    ///
    /// # Errors
    /// Those of [`search`](Self::search) with this limit.
    pub fn wins_within(&mut self, root: &Root<G::Node>, plies: u16, limit: u64) -> Result<bool, Halt> {
        let bound = Score::of(Value::Win(plies));
        let found = self.search(root, Window::at_least(bound), Reach::End, limit, &mut watch_nothing)?;
        Ok(found.score >= bound)
    }

    /// Returns whether the other side can force a win within this many plies.
    ///
    /// # Errors
    /// Those of [`search`](Self::search) with this limit.
    pub fn loses_within(&mut self, root: &Root<G::Node>, plies: u16, limit: u64) -> Result<bool, Halt> {
        let bound = Score::of(Value::Loss(plies));
        let found = self.search(root, Window::at_least(bound.next_higher()), Reach::End, limit, &mut watch_nothing)?;
        Ok(found.score <= bound)
    }

    /// Finds the best move by iterative deepening, up to `deepest` plies; `None` if the game is
    /// over.
    ///
    /// `limit` is the most positions to search, rounded up to some thousands. If the search stops
    /// early, the result is that of the last completed depth, or the first legal move if there is
    /// none.
    pub fn best(
        &mut self,
        position: &PositionOf<G>,
        deepest: u8,
        limit: u64,
        watch: &mut Watch<'_>,
    ) -> Option<Best<MoveOf<G>>> {
        let first = self.game.rules().moves(position).first().copied()?;
        let root = Root { node: self.game.node(position), passed: false };
        let mut best = Best { mv: first, score: Score::DRAW, exact: false, depth: 0, line: Vec::new() };
        let begun = self.nodes;
        for depth in 1..=deepest.min(DEEPEST) {
            let left = limit.saturating_sub(self.nodes - begun);
            let Ok(found) = self.search(&root, Window::FULL, Reach::Plies(depth), left, watch) else { break };
            let (score, exact) = (found.score, is_exact(found.score, found.exact, depth));
            best = Best { mv: found.mv.unwrap_or(first), score, exact, depth, line: Vec::new() };
            if exact {
                break;
            }
        }
        best.line = self.known_line(position, best.mv, best.depth);
        Some(best)
    }

    /// The principal variation: `first`, then the best moves of the table.
    pub(super) fn known_line(&self, position: &PositionOf<G>, first: MoveOf<G>, plies: u8) -> Vec<MoveOf<G>> {
        let rules = self.game.rules();
        let mut position = position.clone();
        let (mut line, mut next) = (Vec::new(), Some(first));
        while let Some(mv) = next {
            play_one(rules, &mut position, mv);
            line.push(mv);
            next = if line.len() < usize::from(plies) { self.known_move(&position) } else { None };
        }
        line
    }

    fn known_move(&self, position: &PositionOf<G>) -> Option<MoveOf<G>> {
        let (rules, node) = (self.game.rules(), self.game.node(position));
        let moves = rules.moves(position);
        if let super::Status::Wins(mv) = self.game.status(&node) {
            return Some(mv);
        }
        let (key, symmetry) = if self.symmetry { self.game.folded_key(&node) } else { (self.game.key(&node), 0) };
        let number = self.table.as_ref()?.get(key).mv;
        let mapped = |mv: &MoveOf<G>| if symmetry == 0 { *mv } else { rules.map_move(*mv, symmetry) };
        moves.into_iter().find(|mv| number != NO_MOVE && self.game.number(mapped(mv)) == number)
    }
}

/// Whether a score of a search with this depth is exact, if `exact` says that no static evaluation
/// contributed to it. A win or a loss beyond the depth is from an entry of a deeper search, and
/// bounds the value from one side.
pub(super) fn is_exact(score: Score, exact: bool, depth: u8) -> bool {
    exact
        || match score.decided() {
            Some(Value::Win(plies) | Value::Loss(plies)) => plies <= u16::from(depth) + 1,
            _ => false,
        }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::search::TreeGame;

    #[test]
    fn a_searcher_has_the_table_and_the_threads_of_its_options() {
        let threads = [0, 1, 3, 1024, 5000].map(|threads| Options { threads, ..Options::default() }.threads());
        assert_eq!(threads, [1, 1, 3, 1024, 1024]);
        for (table, threads) in [(0, 1), (1, 2), (2, 3)] {
            let game: TreeGame = "(+-)".parse().unwrap();
            let searcher =
                Searcher::new(crate::search::Plain(game), Options { table, threads, symmetry: false }).unwrap();
            assert_eq!(searcher.threads(), threads);
            assert_eq!(searcher.table().map_or(0, Table::mebibytes), table);
        }
    }
}
