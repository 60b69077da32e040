//! [`judge`]: plays games with a program until its time is up, and marks every clause.
//!
//! A run does not end at a difference. It plays the directed games of the protocol, then random
//! ones, and collects failures by clause and kind. Then it shrinks one game of each.

use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::coverage::{Clause, Source};
use super::explain::{Effort, Explainer};
use super::failures::Failures;
use super::marks::Marks;
use super::template::Template;
use super::transcript::Ending;
use super::trial::{AnyProtocol, Patience, Played, Shared};
use gridlaw::rng::Generator;

/// The options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of games; `None` for as many as the budget allows.
    pub games: Option<u64>,
    /// The time limit of the whole run, shrinking included.
    pub budget: Option<Duration>,
    /// The seed of the random games: the same one gives the same games.
    pub seed: u64,
    /// The time limit of a reply.
    pub timeout: Duration,
    /// Whether a clause of the rulings alone can fail.
    pub strict: bool,
    /// The clauses that are marked, by name or ruling; all if there are none.
    pub only: Vec<String>,
    /// The clauses that are not marked.
    pub skip: Vec<String>,
}

impl Options {
    /// Whether a clause is marked.
    #[must_use]
    pub fn marks(&self, clause: &Clause) -> bool {
        let named = |words: &[String]| words.iter().any(|word| clause.is_named(word));
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }
}

/// An observer of a run.
pub trait Watch: Sync {
    /// A game has been played, `elapsed` after the start.
    fn played(&self, elapsed: Duration);

    /// The marks known so far.
    fn known(&self, marks: &Marks);
}

/// Games that are played between two checks of the clock.
const WAVE: u64 = 32;

/// The number of random games that are the same for every seed, so that their findings do not
/// depend on it.
const FIXED: u64 = 192;

/// The share of the budget, in percent, that a run keeps for shrinking while it has failures or no
/// results yet.
const RESERVE: u32 = 40;

/// The number of games in which the program hangs, floods or grows too large after which the run
/// plays no more.
const HANGS: u64 = 6;

/// The number of hangs at the end of input after which the run skips games that leave the input
/// open.
const OPEN_HANGS: u64 = 2;

/// Plays games, marks every clause, and calls `watch` as marks become known. `base` has the heading
/// of the marks: game, command and seed.
///
/// # Errors
/// If the program cannot be started at all. The marks record later errors of the judge.
pub fn judge(
    protocol: &dyn AnyProtocol,
    template: &Template,
    options: &Options,
    base: Marks,
    watch: &dyn Watch,
) -> io::Result<Marks> {
    let mut run = Run {
        protocol,
        template,
        options,
        base,
        watch,
        begun: Instant::now(),
        directed: protocol.directed(),
        failures: Failures::new(protocol.table()),
        quickest: Duration::MAX,
        games: 0,
    };
    run.play()?;
    run.known();
    run.explain();
    let mut marks = run.marks();
    marks.conclude();
    watch.known(&marks);
    Ok(marks)
}

struct Run<'p> {
    protocol: &'p dyn AnyProtocol,
    template: &'p Template,
    options: &'p Options,
    base: Marks,
    watch: &'p dyn Watch,
    begun: Instant,
    directed: Vec<Shared<'p>>,
    failures: Failures<'p>,
    /// The time of the quickest game, including the start of the program.
    quickest: Duration,
    games: u64,
}

/// Hangs and floods that were seen in games that end, and in games that leave the input open.
#[derive(Default)]
struct Stuck {
    ended: AtomicU64,
    open: AtomicU64,
}

impl<'p> Run<'p> {
    fn trial(&self, number: u64) -> Shared<'p> {
        let Some(number) = number.checked_sub(self.directed.len() as u64) else {
            return self.directed[number as usize].clone();
        };
        let seed = if number < FIXED { 0 } else { self.options.seed };
        self.protocol.trial(number, &mut Generator::for_game(seed, number))
    }

    /// The time limits of a game that begins now, or `None` if time is up.
    fn patience(&self) -> Option<Patience> {
        let timeout = self.options.timeout;
        let Some(budget) = self.options.budget else { return Some(Patience { reply: timeout, total: Duration::MAX }) };
        let share = if self.failures.is_empty() && self.games > 0 { 100 } else { 100 - RESERVE };
        let left = (budget * share / 100).checked_sub(self.begun.elapsed()).filter(|left| !left.is_zero())?;
        Some(Patience { reply: timeout.min(left), total: left })
    }

    fn play(&mut self) -> io::Result<()> {
        let stuck = Stuck::default();
        let mut from = 0;
        let mut known = Duration::ZERO;
        while self.patience().is_some() {
            let to = (from + WAVE).min(self.options.games.unwrap_or(u64::MAX));
            if from >= to || stuck.ended.load(Ordering::Relaxed) >= HANGS {
                break;
            }
            let played: Vec<_> =
                (from..to).into_par_iter().filter_map(|number| self.play_one(number, &stuck)).collect();
            for game in played {
                match game {
                    Ok((number, trial, played, elapsed)) => {
                        self.games += 1;
                        self.quickest = self.quickest.min(elapsed);
                        self.failures.add(number, &trial, played);
                    }
                    Err(error) if self.games == 0 => return Err(error),
                    Err(error) => {
                        self.base.run.error.get_or_insert(error.to_string());
                    }
                }
            }
            from = to;
            if self.begun.elapsed() > known + Duration::from_secs(1) {
                known = self.begun.elapsed();
                self.known();
            }
        }
        Ok(())
    }

    #[allow(clippy::type_complexity, reason = "used once, beside its caller")]
    fn play_one(&self, number: u64, stuck: &Stuck) -> Option<io::Result<(u64, Shared<'p>, Played, Duration)>> {
        if stuck.ended.load(Ordering::Relaxed) >= HANGS {
            return None;
        }
        let patience = self.patience()?;
        let trial = self.trial(number);
        if stuck.open.load(Ordering::Relaxed) >= OPEN_HANGS && trial.is_open() {
            return None;
        }
        let begun = Instant::now();
        let played = match trial.play(self.template, patience) {
            Ok(played) => played,
            // The shelter had no time to start the program.
            Err(error) if error.kind() == ErrorKind::TimedOut && patience.reply < self.options.timeout => return None,
            Err(error) => return Some(Err(error)),
        };
        let elapsed = begun.elapsed();
        self.watch.played(self.begun.elapsed());
        match played.run.ending {
            // The end of the budget cut the game off, which is no fault of the program.
            Ending::Hung(_) if patience.reply < self.options.timeout && elapsed < self.options.timeout => return None,
            Ending::Hung(_) | Ending::Flooded(_) | Ending::OutOfMemory(_) | Ending::Swarmed(_) => {
                let of_ruling = played
                    .differences
                    .iter()
                    .any(|difference| difference.ending.is_some() && difference.clause.source == Source::Ruling);
                let count = if of_ruling { &stuck.open } else { &stuck.ended };
                count.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
        Some(Ok((number, trial, played, elapsed)))
    }

    /// Shrinks one game of every failure, as long as there is time.
    fn explain(&mut self) {
        let explainer = Explainer {
            protocol: self.protocol,
            template: self.template,
            timeout: self.options.timeout,
            startup: self.quickest.min(self.options.timeout),
        };
        let counted = Effort::counted(self.failures.count_unexplained());
        while let Some(key) = self.failures.unexplained(|clause| self.options.marks(clause)) {
            let left = self.options.budget.map(|budget| budget.saturating_sub(self.begun.elapsed()));
            let open = self.failures.count_unexplained().max(1) as u32;
            let effort = left.map_or(counted, |left| Effort::for_time(left / open));
            if let Err(error) = explainer.explain(&mut self.failures, key, effort) {
                self.base.run.error.get_or_insert(error.to_string());
                self.failures.give_up(key);
            }
            self.known();
        }
    }

    fn marks(&self) -> Marks {
        let mut marks = self.base.clone();
        marks.run.games = self.games;
        marks.run.elapsed = self.begun.elapsed();
        let failed_itself = marks.run.error.is_some();
        marks.clauses = self.failures.marks(|clause| self.options.marks(clause), self.options.strict, failed_itself);
        marks.settle();
        marks
    }

    fn known(&self) {
        self.watch.known(&self.marks());
    }
}
