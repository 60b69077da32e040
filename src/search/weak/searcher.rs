//! [`WeakSearcher`]: a weak form, a table and threads, for one question after the other.

use alloc::vec::Vec;
use core::fmt;

use super::form::{Goal, WeakSearchable};
use super::value::WeakValue;
use super::walk::{WeakWalk, WeakWorker};
use crate::search::running::{Halt, REPORT, Shared, Watch, race};
use crate::search::searcher::Options;
use crate::search::table::{Table, TableError};

/// Answers weak questions about positions of one game. The transposition table carries answers from
/// one question to the next.
///
/// ```
/// use gridlaw::games::jump61::{Jump61, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::weak::{Direct, WeakSearchable, WeakSearcher, WeakValue};
/// use gridlaw::search::{Options, watch_nothing};
///
/// let rules = Jump61::<u64>::new(Parameters::new(3).unwrap()).unwrap();
/// let options = Options { table: 1, ..Options::default() };
/// let mut searcher = WeakSearcher::new(Direct(rules.clone()), options).unwrap();
/// let start = searcher.game().node(&rules.start());
/// assert_eq!(searcher.value(&start, u64::MAX, &mut watch_nothing), Ok(WeakValue::Loss));
/// ```
pub struct WeakSearcher<W: WeakSearchable> {
    game: W,
    pub(in crate::search) table: Option<Table>,
    workers: Vec<WeakWorker<W::Node, W::Standing>>,
    pub(in crate::search) nodes: u64,
    pub(in crate::search) interval: u64,
}

impl<W: WeakSearchable> fmt::Debug for WeakSearcher<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WeakSearcher").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<W: WeakSearchable> WeakSearcher<W> {
    /// Makes a searcher with an empty table. Ignores [`Options::symmetry`], because a form folds
    /// its keys itself.
    ///
    /// # Errors
    /// [`TableError`] if the table cannot be allocated.
    pub fn new(game: W, options: Options) -> Result<WeakSearcher<W>, TableError> {
        let table = if options.table == 0 { None } else { Some(Table::new(options.table)?) };
        Ok(WeakSearcher { table, ..WeakSearcher::without_table(game, options.threads()) })
    }

    /// Makes a searcher with this number of threads and no table.
    pub(in crate::search) fn without_table(game: W, threads: usize) -> WeakSearcher<W> {
        let workers = (0..threads as u32).map(WeakWorker::new).collect();
        WeakSearcher { game, table: None, workers, nodes: 0, interval: REPORT }
    }

    /// The form of the game.
    #[must_use]
    pub fn game(&self) -> &W {
        &self.game
    }

    /// The number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns whether the side to move can force what the goal asks for in a position in which the
    /// game is not over. `limit` is the most positions to search, rounded up to some thousands.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if the search reaches the limit or `watch` breaks, [`Halt::TooLong`] if
    /// the game may last longer than [`LONGEST`](crate::search::LONGEST) plies.
    pub fn answer(&mut self, node: &W::Node, goal: Goal, limit: u64, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let WeakSearcher { game, table, workers, nodes, interval } = self;
        let shared = Shared::new(table.as_ref(), limit, *nodes, *interval);
        let answer =
            race(&shared, workers, watch, |worker, pace| WeakWalk::new(&*game, worker, pace).answer(node, goal));
        *nodes = nodes.saturating_add(shared.nodes());
        answer
    }

    /// The value of a position in which the game is not over: at most two questions, each with this
    /// limit.
    ///
    /// # Errors
    /// Those of [`answer`](Self::answer).
    pub fn value(&mut self, node: &W::Node, limit: u64, watch: &mut Watch<'_>) -> Result<WeakValue, Halt> {
        if self.answer(node, Goal::Win, limit, watch)? {
            return Ok(WeakValue::Win);
        }
        let holds = W::DRAWS && self.answer(node, Goal::Hold, limit, watch)?;
        Ok(if holds { WeakValue::Draw } else { WeakValue::Loss })
    }
}
