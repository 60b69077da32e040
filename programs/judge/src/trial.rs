//! [`Trial`]: one game of any protocol, without the protocol's types.
//!
//! The driver, the shrinking and the thread pool work on trials, so that they are compiled once and
//! not once per game.

use std::ffi::OsString;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::coverage::{Clause, Coverage, Source};
use super::desk::Desk;
use super::difference::{Difference, Kind, Shown};
use super::process::RunLimits;
use super::protocol::{Protocol, Record};
use super::script::Script;
use super::template::Template;
use super::transcript::{Ending, Transcript};
use gridlaw::rng::Generator;

/// A trial that lives as long as its protocol.
pub(super) type Shared<'p> = Arc<dyn Trial<'p> + 'p>;

/// A script with the protocol that plays it.
pub trait Trial<'p>: Send + Sync {
    /// The number of turns of the script.
    fn turns(&self) -> usize;

    /// The script without the turns from `start` to before `end`.
    fn without(&self, start: usize, end: usize) -> Shared<'p>;

    /// Whether the input ends before the game does.
    fn is_open(&self) -> bool;

    /// Whether the program may play by chance.
    fn has_chance(&self) -> bool;

    /// The script with its last line ended.
    fn ended(&self) -> Shared<'p>;

    /// Other scripts that are simpler, the simplest first.
    fn simpler(&self) -> Vec<Shared<'p>>;

    /// Plays the script with a program.
    ///
    /// # Errors
    /// If the program cannot be run, or a file for it cannot be written.
    fn play(&self, template: &Template, patience: Patience) -> io::Result<Played>;

    /// The commands to play the script by hand.
    ///
    /// # Errors
    /// If a file for the program cannot be written.
    fn by_hand(&self, template: &Template) -> io::Result<ByHand>;
}

/// The time limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The time limit of a reply.
    pub reply: Duration,
    /// The time limit of the whole run.
    pub total: Duration,
}

impl Patience {
    /// The limits once so much time is used up; `None` if none is left.
    fn after(self, used: Duration) -> Option<Patience> {
        let total = self.total.checked_sub(used).filter(|total| !total.is_zero())?;
        Some(Patience { reply: self.reply.min(total), total })
    }
}

/// A script that was played.
pub struct Played {
    /// The differences.
    pub differences: Vec<Difference>,
    /// The run of the program.
    pub run: Transcript,
    /// The clauses that were tried.
    pub coverage: Coverage,
}

/// The command and input to play a script by hand.
pub struct ByHand {
    /// The words of the command, placeholders filled in.
    pub words: Vec<OsString>,
    /// The input.
    pub input: Vec<u8>,
    /// The script as the other commands write it.
    pub record: Record,
}

/// A [`Protocol`] without its types.
pub trait AnyProtocol: Sync {
    /// The clauses of the game.
    fn table(&self) -> &'static [Clause];

    /// The games that are played first, whatever the seed.
    fn directed<'p>(&'p self) -> Vec<Shared<'p>>;

    /// Random game number `number` of a run.
    fn trial<'p>(&'p self, number: u64, generator: &mut Generator) -> Shared<'p>;
}

impl<P: Protocol> AnyProtocol for P {
    fn table(&self) -> &'static [Clause] {
        self.clauses()
    }

    fn directed<'p>(&'p self) -> Vec<Shared<'p>> {
        let scripts = Protocol::directed(self).into_iter();
        scripts.map(|script| Arc::new(Typed { protocol: self, script }) as Shared<'p>).collect()
    }

    fn trial<'p>(&'p self, number: u64, generator: &mut Generator) -> Shared<'p> {
        let script = self.script(number, generator);
        Arc::new(Typed { protocol: self, script })
    }
}

struct Typed<'p, P: Protocol> {
    protocol: &'p P,
    script: Script<P::Setting>,
}

/// Whether `stdbuf` is here to run programs without a buffer.
fn has_stdbuf() -> bool {
    static HERE: OnceLock<bool> = OnceLock::new();
    *HERE.get_or_init(|| std::process::Command::new("stdbuf").arg("--version").output().is_ok())
}

impl<'p, P: Protocol> Typed<'p, P> {
    fn play_once(
        &self,
        script: &Script<P::Setting>,
        template: &Template,
        patience: Patience,
        wrapper: &[&str],
    ) -> io::Result<Played> {
        let mut desk = Desk::default();
        let task = self.protocol.prepare(script, &mut desk)?;
        let limits = RunLimits { reply: patience.reply, total: patience.total, bytes: task.bytes };
        let desk = Some(desk.made()).filter(|path| !path.as_os_str().is_empty());
        let places = [task.directory.as_deref(), desk];
        let run = template.run(wrapper, &task.values, places, &task.input, limits)?.with_cause();
        let coverage = Coverage::new(self.protocol.clauses());
        let mut differences = self.protocol.check(script, &task, &run, &coverage);
        if !run.ending.is_exit() && differences.iter().all(|difference| difference.ending.is_none()) {
            // A crash comes first, whatever else is wrong.
            let turns = differences.first().map_or(script.turns.len(), |difference| difference.turns);
            let difference = Difference::new(self.protocol.ends(script), turns, run.ending.to_string());
            differences.insert(0, difference.of_ending(run.ending));
        }
        // A program that, say, takes a legal move for none comes to the end of its input.
        let read_all = |status| status == self.protocol.unfinished() && !run.output.is_empty();
        if run.ending.status().is_some_and(|status| status != 0 && !read_all(status)) {
            let is_missing = |found: &&mut Difference| {
                found.clause.source == Source::Document && found.found == Shown::Nothing && found.ending.is_none()
            };
            for difference in differences.iter_mut().filter(is_missing) {
                difference.gave_up = true;
                difference.what = format!("{}: {}", difference.what, run.ending);
            }
        }
        for difference in differences.iter_mut().filter(|difference| difference.kind() <= Kind::Flooded) {
            let line = difference.turns.checked_sub(1).and_then(|turn| script.turns.get(turn));
            if let Some(line) = line {
                let text = String::from_utf8_lossy(line).trim_end().replace('\n', " ");
                difference.what = format!("{}, after line {}, `{}`", run.ending, difference.turns, text.escape_debug());
            }
        }
        Ok(Played { differences, run, coverage })
    }

    fn with(&self, script: Script<P::Setting>) -> Shared<'p> {
        Arc::new(Typed { protocol: self.protocol, script })
    }
}

impl<'p, P: Protocol> Trial<'p> for Typed<'p, P> {
    fn turns(&self) -> usize {
        self.script.turns.len()
    }

    fn without(&self, start: usize, end: usize) -> Shared<'p> {
        let mut script = self.script.clone();
        script.turns.drain(start..end);
        self.with(script)
    }

    fn is_open(&self) -> bool {
        self.protocol.is_open(&self.script)
    }

    fn has_chance(&self) -> bool {
        self.protocol.has_chance(&self.script)
    }

    fn ended(&self) -> Shared<'p> {
        self.with(Script { ended: true, ..self.script.clone() })
    }

    fn simpler(&self) -> Vec<Shared<'p>> {
        // A protocol may offer the same script again; shrinking would then never end.
        let simpler = self.protocol.simpler(&self.script).into_iter();
        simpler
            .filter(|script| *script != self.script && self.protocol.can_be_typed(script))
            .map(|script| self.with(script))
            .collect()
    }

    fn play(&self, template: &Template, patience: Patience) -> io::Result<Played> {
        let begun = Instant::now();
        // Whatever is played again takes no more than the time that is left.
        let replay = |script: &Script<P::Setting>, template: &Template, wrapper: &[&str]| {
            self.play_once(script, template, patience.after(begun.elapsed())?, wrapper).ok()
        };
        let mut played = self.play_once(&self.script, template, patience, &[])?;
        if played.run.ending.is_crash() && has_stdbuf() {
            // A crash loses the buffered output. Without the buffer the boards before it appear. A
            // program that crashes now and then may end well this time, which does not count.
            let again = replay(&self.script, template, &["stdbuf", "-o0"]);
            played = again.filter(|again| again.run.ending.is_crash()).unwrap_or(played);
        }
        if played.run.ending.may_lack_memory() && !played.differences.is_empty() {
            // Failed allocations leave no trace, so a second run lets them succeed and watches the
            // memory.
            let again = template.greedy().and_then(|template| replay(&self.script, &template, &[]));
            if let Some(again) = again.filter(|again| again.run.ending.lacks_memory()) {
                return Ok(again);
            }
        }
        if let Some(difference) = played.differences.first_mut() {
            for script in self.protocol.narrower(&self.script, difference) {
                let Some(other) = replay(&script, template, &[]) else { break };
                // A hang may be the end of the budget.
                let is_hang = matches!(other.run.ending, Ending::Hung(_));
                if let Some(other) = other.differences.into_iter().next().filter(|_| !is_hang) {
                    (difference.clause, difference.what) = (other.clause, other.what);
                    break;
                }
            }
        }
        if let Some(unended) = self.protocol.unended().filter(|_| !self.script.ended && !played.differences.is_empty())
        {
            let ended = Script { ended: true, ..self.script.clone() };
            if replay(&ended, template, &[]).is_some_and(|ended| ended.differences.is_empty()) {
                played.differences.truncate(1);
                played.differences[0].clause = unended;
            }
        }
        Ok(played)
    }

    fn by_hand(&self, template: &Template) -> io::Result<ByHand> {
        let mut desk = Desk::default();
        let task = self.protocol.prepare(&self.script, &mut desk)?;
        let words = template.fill(&task.values);
        let record = self.protocol.record(&self.script, desk.made());
        Ok(ByHand { words, input: template.typed(&task.input), record })
    }
}
