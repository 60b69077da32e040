//! [`Explainer`]: makes a game that shows a failure short.

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use super::difference::Difference;
use super::failures::{Failures, Found, Key};
use super::marks::{Counterexample, Details};
use super::shrink::{self, shrink};
use super::template::{Template, shell_words};
use super::transcript::Transcript;
use super::trial::{AnyProtocol, ByHand, Patience, Played, Shared};
use gridlaw::rng::Generator;

/// The most scripts that are tried for one failure.
const TRIES: u32 = 3000;

/// A game with more turns than this is long, and other games are looked at that may show the same
/// sooner.
const LONG: usize = 8;

/// How many other games, and for how long.
const OTHERS: shrink::Budget = shrink::Budget { tries: 400, time: Duration::from_secs(3) };

/// The shortest wait for a reply while games are made short.
const IMPATIENT: Duration = Duration::from_millis(300);

/// Characters of a program's errors that a counterexample keeps.
const ERRORS: usize = 2000;

pub(super) struct Explainer<'p> {
    pub(super) protocol: &'p dyn AnyProtocol,
    pub(super) template: &'p Template,
    pub(super) timeout: Duration,
    /// The time of the quickest game, of which starting the program is a part.
    pub(super) startup: Duration,
}

impl<'p> Explainer<'p> {
    /// The longest time for one failure.
    pub(super) const LONGEST: Duration = Duration::from_secs(8);

    /// How long a reply may take while games are made short: four times what starting the program
    /// takes, at least, but nothing takes longer than there is time left.
    fn impatient(&self, left: Duration) -> Patience {
        let reply = (4 * self.startup).max(IMPATIENT).min(self.timeout).min(left);
        Patience { reply, total: (2 * reply + self.startup).min(left) }
    }

    /// Whether a script shows a failure, and what it shows. Other failures that it shows are filed
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

    /// Shrinks a script that shows the failure after so many turns.
    fn shortened(
        &self,
        failures: &mut Failures<'p>,
        key: Key,
        script: Shared<'p>,
        turns: usize,
        time: Duration,
    ) -> Shared<'p> {
        let budget = shrink::Budget { tries: TRIES, time };
        let patience = self.impatient(time);
        shrink(script, turns, budget, &mut |script| self.shown(failures, key, script, patience).is_some())
    }

    /// Looks for other games that show the failure and get shorter than `short`.
    fn shorter_elsewhere(
        &self,
        failures: &mut Failures<'p>,
        key: Key,
        mut short: Shared<'p>,
        until: Instant,
    ) -> Shared<'p> {
        let until = until.min(Instant::now() + OTHERS.time);
        for number in 0..u64::from(OTHERS.tries) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { break };
            let other = self.protocol.trial(number, &mut Generator::for_game(!number, number));
            if other.turns() > 2 * short.turns() {
                continue;
            }
            if let Some((found, _)) = self.shown(failures, key, &other, self.impatient(left)) {
                let other = self.shortened(failures, key, other, found.turns, left);
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

    /// Replays the game of a failure and makes it short, for so long.
    ///
    /// # Errors
    /// If a file for the program cannot be written.
    pub(super) fn explain(&self, failures: &mut Failures<'p>, key: Key, time: Duration) -> io::Result<()> {
        let until = Instant::now() + time;
        let left = || until.saturating_duration_since(Instant::now());
        let Some(failure) = failures.by_key.get(&key) else { return Ok(()) };
        let (number, long, first) = (failure.number, failure.trial.clone(), failure.difference.clone());
        let patience = self.impatient(time);
        let (mut script, mut difference, mut errors) = (long.clone(), first.clone(), Vec::new());
        let again = if time.is_zero() { None } else { self.shown(failures, key, &long, patience) };
        match again {
            Some((found, run)) => {
                (difference, errors) = (found, run.errors);
                let mut short = self.shortened(failures, key, long.clone(), difference.turns, left());
                if short.turns() > LONG {
                    short = self.shorter_elsewhere(failures, key, short, until);
                }
                // The judge may have taken a slow program for one that hangs.
                let total = left().max(IMPATIENT);
                let calm = Patience { reply: self.timeout.min(total), total };
                let calm = if difference.ending.is_some() { calm } else { patience };
                if let Some((found, run)) = self.shown(failures, key, &short, calm) {
                    (script, difference, errors) = (short, found, run.errors);
                }
            }
            None if !time.is_zero() => difference.what.push_str(" (not so when the game was played again)"),
            None => {}
        }
        let ByHand { words, input, record } = script.by_hand(self.template)?;
        let original = if script.turns() == long.turns() { None } else { Some(long.by_hand(self.template)?.record) };
        let moves = if record.moves.is_empty() { typed(&input) } else { record.moves.clone() };
        let arguments: &[OsString] = words.get(1..).unwrap_or_default();
        let counterexample = Counterexample {
            arguments: shell_words(arguments),
            moves,
            wrong: difference.what.clone(),
            expected: difference.expected.text(),
            found: difference.found.text(),
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

/// What is typed, on one line.
fn typed(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<String> = text.lines().map(|line| line.escape_debug().to_string()).collect();
    lines.join(" \u{23ce} ")
}
