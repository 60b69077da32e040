//! [`judge`]: plays games with a program up to the first difference, and makes that game short.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::coverage::Coverage;
use super::difference::Difference;
use super::protocol::Record;
use super::shrink::{self, shrink};
use super::template::Template;
use super::transcript::Transcript;
use super::trial::{AnyProtocol, ByHand, Shared, Trial};
use gridlaw::rng::Generator;

/// How a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many games.
    pub games: u64,
    /// The seed of the games: the same one gives the same games.
    pub seed: u64,
    /// How long a reply may take.
    pub timeout: Duration,
}

/// A short game that shows a difference.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The number of the game in its run, from 0.
    pub number: u64,
    /// How many turns the game had, and how many are left.
    pub turns: [usize; 2],
    /// The difference in the short game.
    pub difference: Difference,
    /// The short game.
    pub record: Record,
    /// What is typed in it.
    pub input: Vec<u8>,
    /// The command, placeholders filled in.
    pub command: String,
    /// The start of what the program wrote to standard error, at most 2000 characters.
    pub errors: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Judgement {
    /// Games that were played.
    pub games: u64,
    /// How long they took, without the time for making a game short.
    pub elapsed: Duration,
    /// The clauses that were tried in them.
    pub coverage: Coverage,
    /// The first game with a difference, made short.
    pub counterexample: Option<Counterexample>,
}

/// Plays the games in parallel, up to the first one that shows a difference, and makes that one
/// short. Calls `done` once after every game.
///
/// # Errors
/// If the program cannot be started, or a file for it cannot be written.
pub fn judge(
    protocol: &dyn AnyProtocol,
    template: &Template,
    options: Options,
    done: &(dyn Fn() + Sync),
) -> io::Result<Judgement> {
    let begun = Instant::now();
    let coverage = Coverage::new(protocol.table());
    let played = AtomicU64::new(0);
    let first = (0..options.games).into_par_iter().find_map_first(|number| {
        let trial = protocol.trial(number, &mut Generator::for_game(options.seed, number));
        let outcome = trial.play(template, options.timeout, &coverage);
        played.fetch_add(1, Ordering::Relaxed);
        done();
        match outcome {
            Ok(played) => played.difference.map(|difference| Ok((number, trial, difference))),
            Err(error) => Some(Err(error)),
        }
    });
    let games = played.into_inner();
    let elapsed = begun.elapsed();
    let explainer = Explainer { protocol, template, timeout: options.timeout };
    let counterexample = match first.transpose()? {
        Some((number, trial, difference)) => Some(explainer.explain(number, trial, *difference)?),
        None => None,
    };
    Ok(Judgement { games, elapsed, coverage, counterexample })
}

/// The budget for shrinking one game.
const BUDGET: shrink::Budget = shrink::Budget { tries: 3000, time: Duration::from_secs(12) };

/// The longest wait for a reply while a game that hangs is made short.
const IMPATIENT: Duration = Duration::from_millis(300);

/// A game with more turns than this is long, and the judge looks for other games that show the
/// same.
const LONG: usize = 8;

/// How many other games, and for how long.
const OTHERS: shrink::Budget = shrink::Budget { tries: 400, time: Duration::from_secs(4) };

/// Characters of a program's errors that a counterexample keeps.
const ERRORS: usize = 2000;

struct Explainer<'p> {
    protocol: &'p dyn AnyProtocol,
    template: &'p Template,
    timeout: Duration,
}

impl<'p> Explainer<'p> {
    /// The difference that a script shows and what the program did, if the script shows one.
    fn shown(&self, script: &dyn Trial<'p>, reply: Duration) -> Option<(Difference, Transcript)> {
        let unseen = Coverage::new(self.protocol.table());
        let played = script.play(self.template, reply, &unseen).ok()?;
        Some((*played.difference?, played.run))
    }

    /// Shrinks a script that shows a difference like this one after so many turns.
    fn shortened(&self, script: Shared<'p>, turns: usize, difference: &Difference) -> Shared<'p> {
        let reply = self.timeout.min(IMPATIENT);
        shrink(script, turns, BUDGET, &mut |script| {
            self.shown(script, reply).is_some_and(|(found, _)| found.is_like(difference))
        })
    }

    /// Looks for other games that show a difference like this one and get shorter than `short`.
    fn shorter_elsewhere(&self, mut short: Shared<'p>, difference: &Difference) -> Shared<'p> {
        let reply = self.timeout.min(IMPATIENT);
        let until = Instant::now() + OTHERS.time;
        for number in 0..u64::from(OTHERS.tries) {
            if Instant::now() >= until {
                break;
            }
            let other = self.protocol.trial(number, &mut Generator::for_game(!number, number));
            if other.turns() > 2 * short.turns() {
                continue;
            }
            let found = self.shown(&*other, reply).filter(|(found, _)| found.is_like(difference));
            if let Some((found, _)) = found {
                let other = self.shortened(other, found.turns, difference);
                if other.turns() < short.turns() {
                    short = other;
                }
                if short.turns() <= LONG {
                    break;
                }
            }
        }
        short
    }

    fn explain(&self, number: u64, long: Shared<'p>, difference: Difference) -> io::Result<Counterexample> {
        let mut short = self.shortened(long.clone(), difference.turns, &difference);
        if short.turns() > LONG {
            short = self.shorter_elsewhere(short, &difference);
        }
        if short.turns() > LONG {
            // A fault that shows late under one clause may show sooner under another.
            let (all, reply) = (short.turns(), self.timeout.min(IMPATIENT));
            short = shrink(short, all, OTHERS, &mut |script| self.shown(script, reply).is_some());
        }
        // The judge may have taken a slow program for one that hangs.
        let (script, found) = match self.shown(&*short, self.timeout) {
            Some(found) => (short, Some(found)),
            None => (long.clone(), self.shown(&*long, self.timeout)),
        };
        let (difference, errors) = found.map_or((difference, Vec::new()), |(found, run)| (found, run.errors));
        let ByHand { command, input, record } = script.by_hand(self.template)?;
        Ok(Counterexample {
            number,
            turns: [long.turns(), script.turns()],
            difference,
            record,
            input,
            command,
            errors: String::from_utf8_lossy(&errors).chars().take(ERRORS).collect(),
        })
    }
}
