//! The running of a search: its watch, its limit, and the threads that share the work.

#[cfg(feature = "std")]
use alloc::{boxed::Box, vec::Vec};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::score::LONGEST;
use super::shared_word::SharedWord;
use super::table::Table;

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// The watch stopped it, or it reached its limit of positions.
    #[error("the search was stopped")]
    Stopped,
    /// The game may last longer than [`LONGEST`] plies.
    #[error("the game may last longer than {LONGEST} plies")]
    TooLong,
}

/// The progress of a search, passed to its watch.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'t> {
    /// The number of positions searched, by all threads and in all searches of this searcher.
    pub nodes: u64,
    /// The transposition table in its current state.
    pub table: Option<&'t Table>,
    /// A weak search's estimate of the finished part of its current question, 0 to 1: the part of
    /// the tree before the current position, as if all branches of a node were equally large.
    pub done: Option<f64>,
}

/// A callback that the search calls every few thousand positions, and more often on boards of more
/// than 256 cells. It breaks to stop the search.
pub type Watch<'w> = dyn FnMut(Progress<'_>) -> ControlFlow<()> + 'w;

/// The number of positions that a thread searches between two reports.
pub(super) const REPORT: u64 = 4096;

/// The same for a board of this many cells. A position of a large board takes long.
pub(super) fn report_interval(cells: u64) -> u64 {
    (256 * REPORT / cells.max(1)).clamp(1, REPORT)
}

/// The state that the threads of one search share.
pub(super) struct Shared<'s> {
    pub(super) table: Option<&'s Table>,
    /// The number of positions after which the search stops.
    limit: u64,
    /// The number of positions of earlier searches.
    before: u64,
    /// The most positions of a thread between two reports.
    interval: u64,
    nodes: SharedWord,
    stop: AtomicBool,
}

impl<'s> Shared<'s> {
    pub(super) fn new(table: Option<&'s Table>, limit: u64, before: u64, interval: u64) -> Shared<'s> {
        Shared { table, limit, before, interval, nodes: SharedWord::default(), stop: AtomicBool::new(false) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load()
    }
}

/// One thread's count of positions, and its reports.
pub(super) struct Pace<'w> {
    pub(super) shared: &'w Shared<'w>,
    watch: Option<&'w mut Watch<'w>>,
    pub(super) nodes: u64,
    /// The number of positions between two reports, and the count at which the next one is due.
    interval: u64,
    due: u64,
    /// See [`Progress::done`].
    pub(super) done: Option<f64>,
}

impl<'w> Pace<'w> {
    pub(super) fn new(shared: &'w Shared<'w>, watch: Option<&'w mut Watch<'w>>) -> Pace<'w> {
        let interval = shared.interval.min(shared.limit).max(1);
        Pace { shared, watch, nodes: 0, interval, due: interval, done: None }
    }

    /// Counts a position. Fails if the search must stop.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes >= self.due { self.report() } else { Ok(()) }
    }

    #[cold]
    fn report(&mut self) -> Result<(), Halt> {
        self.due += self.interval;
        self.ask(self.shared.nodes.add(self.interval))
    }

    /// Asks the watch within a position that takes long, because its board is large.
    #[inline(always)]
    pub(super) fn ask_within(&mut self) -> Result<(), Halt> {
        if self.shared.interval == REPORT { Ok(()) } else { self.ask(self.shared.nodes()) }
    }

    fn ask(&mut self, nodes: u64) -> Result<(), Halt> {
        let shared = self.shared;
        let progress = Progress { nodes: shared.before + nodes, table: shared.table, done: self.done };
        let told = self.watch.as_mut().is_some_and(|watch| watch(progress).is_break());
        if told || nodes >= shared.limit {
            shared.stop.store(true, Relaxed);
        }
        if shared.stop.load(Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Ends the thread's search: tells the other threads to stop if there is an answer, and reports
    /// the rest of the positions.
    pub(super) fn finish<A>(self, answer: Result<A, Halt>) -> Result<A, Halt> {
        if !matches!(answer, Err(Halt::Stopped)) {
            self.shared.stop.store(true, Relaxed);
        }
        let reported = self.due - self.interval;
        self.shared.nodes.add(self.nodes.saturating_sub(reported));
        answer
    }
}

/// Searches with all threads and returns the first answer. Every thread's answer is correct.
pub(super) fn race<W: Send, A: Send>(
    shared: &Shared<'_>,
    workers: &mut [W],
    watch: &mut Watch<'_>,
    search: impl Fn(&mut W, Pace<'_>) -> Result<A, Halt> + Sync,
) -> Result<A, Halt> {
    let [first, others @ ..] = workers else { return Err(Halt::Stopped) };
    #[cfg(feature = "std")]
    if !others.is_empty() {
        let search = &search;
        let mut answers: Vec<_> = workers.iter().map(|_| Err(Halt::Stopped)).collect();
        let mut runs = Vec::<Box<Run>>::new();
        for (worker, answer) in workers.iter_mut().zip(&mut answers) {
            runs.push(Box::new(move |pace| *answer = search(worker, pace)));
        }
        run_all(shared, runs, watch);
        return answers.into_iter().find(|answer| !matches!(answer, Err(Halt::Stopped))).unwrap_or(Err(Halt::Stopped));
    }
    let _ = others;
    search(first, Pace::new(shared, Some(watch)))
}

/// The search of one thread, which stores its answer.
#[cfg(feature = "std")]
type Run<'r> = dyn FnOnce(Pace<'_>) + Send + 'r;

/// Runs the first search here, with the watch, and each other one in a thread of its own.
#[cfg(feature = "std")]
fn run_all(shared: &Shared<'_>, mut runs: Vec<Box<Run<'_>>>, watch: &mut Watch<'_>) {
    std::thread::scope(|scope| {
        let others = runs.split_off(1);
        let threads: Vec<_> = others
            .into_iter()
            .map(|run| {
                let run = move || run(Pace::new(shared, None));
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)
            })
            .collect();
        runs.into_iter().for_each(|run| run(Pace::new(shared, Some(&mut *watch))));
        // A thread that did not start or finish does not matter if another one finished.
        threads.into_iter().flatten().for_each(|thread| drop(thread.join()));
    });
}

/// The bytes of stack that are enough for a search of [`LONGEST`] plies of any game.
///
/// A search runs on the caller's thread; only its helpers, with more than one thread, have stacks
/// of this size by themselves. Searches of some dozen plies need a small part of it.
pub const STACK: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use super::report_interval;

    #[test]
    fn large_boards_report_more_often() {
        let intervals = [1, 256, 512, 1 << 20, u64::MAX].map(report_interval);
        assert_eq!(intervals, [4096, 4096, 2048, 1, 1]);
    }
}
