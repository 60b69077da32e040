//! [`Trial`]: one game of any protocol, without the protocol's types.
//!
//! The driver, the shrinking and the thread pool work on trials, so that they are compiled once and
//! not once per game.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::coverage::{Clause, Coverage};
use super::difference::Difference;
use super::process::{self, Limits};
use super::protocol::{Desk, Protocol, Record};
use super::script::Script;
use super::template::{Template, shell_words};
use super::transcript::Transcript;
use gridlaw::rng::Generator;

/// A trial that lives as long as its protocol.
pub(super) type Shared<'p> = Arc<dyn Trial<'p> + 'p>;

/// A script with the protocol that plays it.
pub trait Trial<'p>: Send + Sync {
    /// How many turns the script has.
    fn turns(&self) -> usize;

    /// The script without the turns from `start` to before `end`.
    fn without(&self, start: usize, end: usize) -> Shared<'p>;

    /// The script with its last line ended.
    fn ended(&self) -> Shared<'p>;

    /// Other scripts that are simpler, the simplest first.
    fn simpler(&self) -> Vec<Shared<'p>>;

    /// Plays the script with a program.
    ///
    /// # Errors
    /// If the program cannot be run, or a file for it cannot be written.
    fn play(&self, template: &Template, reply: Duration, coverage: &Coverage) -> io::Result<Played>;

    /// How the script is played by hand.
    ///
    /// # Errors
    /// If a file for the program cannot be written.
    fn by_hand(&self, template: &Template) -> io::Result<ByHand>;
}

/// A script that was played.
pub struct Played {
    /// The first difference, if there is one.
    pub difference: Option<Box<Difference>>,
    /// What the program did.
    pub run: Transcript,
}

/// What somebody needs to play a script by hand.
pub struct ByHand {
    /// The command, placeholders filled in.
    pub command: String,
    /// What is typed.
    pub input: Vec<u8>,
    /// The script as the other commands write it.
    pub record: Record,
}

/// A [`Protocol`] without its types.
pub trait AnyProtocol: Sync {
    /// The clauses of the game.
    fn table(&self) -> &'static [Clause];

    /// Game number `number` of a run.
    fn trial<'p>(&'p self, number: u64, generator: &mut Generator) -> Shared<'p>;
}

impl<P: Protocol> AnyProtocol for P {
    fn table(&self) -> &'static [Clause] {
        self.clauses()
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

impl<'p, P: Protocol> Typed<'p, P> {
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

    fn ended(&self) -> Shared<'p> {
        self.with(Script { ended: true, ..self.script.clone() })
    }

    fn simpler(&self) -> Vec<Shared<'p>> {
        // A protocol may offer the same script again, which shrinking would keep forever.
        let simpler = self.protocol.simpler(&self.script).into_iter();
        simpler.filter(|script| *script != self.script).map(|script| self.with(script)).collect()
    }

    fn play(&self, template: &Template, reply: Duration, coverage: &Coverage) -> io::Result<Played> {
        let mut desk = Desk::default();
        let task = self.protocol.prepare(&self.script, &mut desk)?;
        let limits = Limits { reply, bytes: task.bytes };
        let run = process::run(&template.fill(&task.values), task.directory.as_deref(), &task.input, limits)?;
        let difference = self.protocol.check(&self.script, &task, &run, coverage).err();
        Ok(Played { difference, run })
    }

    fn by_hand(&self, template: &Template) -> io::Result<ByHand> {
        let mut desk = Desk::default();
        let task = self.protocol.prepare(&self.script, &mut desk)?;
        let command = shell_words(&template.fill(&task.values));
        let record = self.protocol.record(&self.script, desk.made());
        Ok(ByHand { command, input: task.input, record })
    }
}
