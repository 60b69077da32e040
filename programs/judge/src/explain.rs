//! [`Explainer`]: shrinks a game that shows a failure.

use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::time::{Duration, Instant};

use super::coverage::Source;
use super::difference::Difference;
use super::failures::{Failures, Found, Key};
use super::marks::{Counterexample, Details};
use super::shrink::{self, shrink};
use super::template::{Template, shell_words};
use super::transcript::{Ending, Transcript};
use super::trial::{AnyProtocol, ByHand, Patience, Played, Shared};
use gridlaw::rng::Generator;

/// The most turns of a short game. If a counterexample is longer, the explainer looks for other
/// games that show the same failure sooner.
const LONG: usize = 8;

/// The effort of shrinking the game of one failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The longest time.
    time: Duration,
    /// The most scripts that shrinking tries.
    tries: u32,
    /// The limits for looking at other games.
    others: shrink::Budget,
}

impl Effort {
    /// The share of one of `failures` failures in a run without a budget. The tries are counted, so
    /// that the result is the same on every machine, however loaded it is. The times are for
    /// programs that hang. A program that breaks many rules and starts slowly takes a minute.
    pub(super) fn counted(failures: usize) -> Effort {
        let tries = (400 / failures.max(1) as u32).max(24);
        let time = Duration::from_secs(30);
        Effort { time, tries, others: shrink::Budget { tries: tries / 4, time } }
    }

    /// The effort that fits `time`, at most eight seconds.
    pub(super) fn for_time(time: Duration) -> Effort {
        let others = shrink::Budget { tries: 400, time: Duration::from_secs(3) };
        Effort { time: time.min(Duration::from_secs(8)), tries: 3000, others }
    }
}

/// The shortest wait for a reply during shrinking.
const IMPATIENT: Duration = Duration::from_millis(300);

/// Characters of a program's errors that a counterexample keeps.
const ERRORS: usize = 2000;

pub(super) struct Explainer<'p> {
    pub(super) protocol: &'p dyn AnyProtocol,
    pub(super) template: &'p Template,
    pub(super) timeout: Duration,
    /// The time of the quickest game, including the start of the program.
    pub(super) startup: Duration,
}

impl<'p> Explainer<'p> {
    /// The time limit of a reply during shrinking: at least four times the start of the program,
    /// but no more than the time left.
    fn impatient(&self, left: Duration) -> Patience {
        let reply = (4 * self.startup).max(IMPATIENT).min(self.timeout).min(left);
        Patience { reply, total: (2 * reply + self.startup).min(left) }
    }

    /// Runs a script and returns the failure if it shows it. Files other failures that it shows
    /// under their own keys.
    fn shown(
        &self,
        failures: &mut Failures<'p>,
        key: Key,
        script: &Shared<'p>,
        patience: Patience,
    ) -> Option<(Difference, Transcript)> {
        let Played { differences, run, .. } = script.play(self.template, patience).ok()?;
        let mut found = None;
        for difference in differences {
            if failures.key(&difference) == key {
                found = found.or(Some(difference));
            } else if patience.reply >= self.timeout || run.ending.is_exit() || run.ending.is_crash() {
                let number = failures.by_key.get(&key).map_or(0, |failure| failure.number);
                failures.file(number, script, difference);
            }
        }
        Some((found?, run))
    }

    /// Shrinks a script that shows the failure after `turns` turns.
    fn shortened(
        &self,
        failures: &mut Failures<'p>,
        key: Key,
        script: Shared<'p>,
        turns: usize,
        budget: shrink::Budget,
    ) -> Shared<'p> {
        let patience = self.impatient(budget.time);
        shrink(script, turns, budget, &mut |script| self.shown(failures, key, script, patience).is_some())
    }

    /// Looks for other games that show the failure and get shorter than `short`.
    fn shorter_elsewhere(
        &self,
        failures: &mut Failures<'p>,
        key: Key,
        mut short: Shared<'p>,
        effort: Effort,
    ) -> Shared<'p> {
        let until = Instant::now() + effort.time.min(effort.others.time);
        for number in 0..u64::from(effort.others.tries) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { break };
            let other = self.protocol.trial(number, &mut Generator::for_game(!number, number));
            if other.turns() > 2 * short.turns() {
                continue;
            }
            if let Some((found, _)) = self.shown(failures, key, &other, self.impatient(left)) {
                let budget = shrink::Budget { tries: effort.tries, time: left };
                let other = self.shortened(failures, key, other, found.turns, budget);
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

    /// Replays the game of a failure and shrinks it.
    ///
    /// # Errors
    /// If a file for the program cannot be written.
    pub(super) fn explain(&self, failures: &mut Failures<'p>, key: Key, effort: Effort) -> io::Result<()> {
        let time = effort.time;
        let until = Instant::now() + time;
        let left = || until.saturating_duration_since(Instant::now());
        let Some(failure) = failures.by_key.get(&key) else { return Ok(()) };
        let (number, long, first) = (failure.number, failure.trial.clone(), failure.difference.clone());
        let patience = match first.ending {
            Some(_) => self.impatient(time),
            None => Patience { reply: self.timeout.min(time), total: time },
        };
        let (mut script, mut difference, mut errors) = (long.clone(), first.clone(), Vec::new());
        let begun = Instant::now();
        let again = if time.is_zero() { None } else { self.shown(failures, key, &long, patience) };
        let took = begun.elapsed();
        match again {
            Some((found, run)) => {
                (difference, errors) = (found, run.errors);
                let budget = shrink::Budget { tries: effort.tries, time: left() };
                // A game may take longer than the start of the program.
                let patient = Explainer { startup: self.startup.max(took / 4), ..*self };
                let mut short = patient.shortened(failures, key, long.clone(), difference.turns, budget);
                if short.turns() > LONG {
                    short = patient.shorter_elsewhere(failures, key, short, Effort { time: left(), ..effort });
                }
                // The judge may have mistaken a slow program for a hang.
                let total = left().max(IMPATIENT);
                let calm = Patience { reply: self.timeout.min(total), total };
                let calm = if difference.ending.is_some() { calm } else { patience };
                if let Some((found, run)) = self.shown(failures, key, &short, calm) {
                    (script, difference, errors) = (short, found, run.errors);
                }
            }
            // A replay that was given up shows nothing.
            None if !time.is_zero() && took < patience.total => {
                difference.what.push_str(" (not so when the game was played again)")
            }
            None => {}
        }
        if let (Some(Ending::Hung(waited)), Some(Ending::Hung(patient))) = (difference.ending, first.ending)
            && waited + Duration::from_millis(100) < patient
        {
            // A program does not hang merely because little of the budget is left.
            let seconds = patient.as_secs_f64();
            let _ = write!(difference.what, " ({seconds:.1} s in the game where it was found)");
        }
        let ByHand { words, input, record } = script.by_hand(self.template)?;
        let original = if script.turns() == long.turns() { None } else { Some(long.by_hand(self.template)?.record) };
        // A ruling may be about the way in which a move is typed, and what was refused is no move.
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let is_more = record.verdict && bare(&record.moves) != bare(&String::from_utf8_lossy(&input));
        let shows_input = record.moves.is_empty() || is_more || difference.clause.source == Source::Ruling;
        let moves = if shows_input { typed(&input) } else { record.moves.clone() };
        let arguments: &[OsString] = words.get(1..).unwrap_or_default();
        let counterexample = Counterexample {
            arguments: shell_words(arguments),
            moves,
            wrong: difference.what.clone(),
            expected: difference.expected.text(),
            found: difference.found.text(),
            files: record
                .files_by_name()
                .map(|(name, bytes)| (name.into_owned(), String::from_utf8_lossy(bytes).into_owned()))
                .collect(),
            details: Some(Box::new(Details {
                number,
                turns: [long.turns(), script.turns()],
                difference,
                record,
                original,
                input,
                command: shell_words(&words),
                errors: String::from_utf8_lossy(&errors).chars().take(ERRORS).collect(),
            })),
        };
        if let Some(failure) = failures.by_key.get_mut(&key) {
            failure.found = Found::Short(Box::new(counterexample));
        }
        Ok(())
    }
}

/// The input on one line.
fn typed(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<String> = text.lines().map(|line| line.escape_debug().to_string()).collect();
    lines.join(" \u{23ce} ")
}
