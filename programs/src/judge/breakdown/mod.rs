//! The protocol of Breakdown's `play` (ruling B9).
//!
//! By default the program must show every board when it is due and the right result, and exit by
//! itself. It may print what it likes between, and show a board again after invalid input. At the
//! strict level its output, standard error and exit status are those of [`session`].
//!
//! Placeholders: `{w}`, `{h}`, `{k}`, `{q}`, and `{args}` for `-w W -h H -k K -q Q -b` (in every
//! fourth game `-m`). A command that has all four is also played on other sizes: small ones, where
//! boards get full, and ones with labels past 9 and past Z.

mod cases;
mod compare;
mod follow;
mod plan;
mod read;
mod setting;

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::clauses::ClauseTable;
use super::coverage::{Clause, Coverage};
use super::difference::Difference;
use super::letter;
use super::protocol::{Desk, Protocol, Record, Task};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use cases::Case;
use compare::compare;
use follow::{Followed, follow};
use gridlaw::games::breakdown::{Parameters, session};
use gridlaw::rng::Generator;
pub use setting::Setting;

/// The judge of a `play`.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    /// Whether the command can be played on other sizes.
    varies: bool,
    strict: bool,
}

impl Judge {
    /// The judge of a command.
    #[must_use]
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Judge {
        Judge { parameters, varies: template.chooses(&["w", "h", "k", "q"]), strict }
    }
}

/// What the law makes of a script.
pub struct Expected {
    followed: Followed,
    law: Transcript,
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        let parameters = if self.varies { plan::size(self.parameters, number, generator) } else { self.parameters };
        plan::script(Setting { parameters, matrix: number % 4 == 3 }, self.strict, generator)
    }

    fn prepare(&self, script: &Script<Setting>, _: &mut Desk) -> io::Result<Task<Expected>> {
        let Setting { parameters, matrix } = script.setting;
        let (input, game) = (script.input(), script.setting.law());
        let law = Transcript::of_law(&input, &mut |console| session::play(&game, parameters, console))?;
        let size = parameters.size();
        let numbers =
            [("w", size.width()), ("h", size.height()), ("k", parameters.stick()), ("q", parameters.square())];
        let mut values: Vec<(&str, Vec<OsString>)> =
            numbers.iter().map(|&(name, number)| (name, vec![number.to_string().into()])).collect();
        let mut all: Vec<OsString> =
            numbers.iter().flat_map(|(name, number)| [format!("-{name}").into(), number.to_string().into()]).collect();
        all.push(if matrix { "-m" } else { "-b" }.into());
        values.push(("args", all));
        let bytes = 8 * law.output.len() + (1 << 16);
        let expected = Expected { followed: follow(&game, script), law };
        Ok(Task { values, directory: None, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let Expected { followed, law } = &task.expected;
        let turns = script.turns.len();
        followed.cover(script.setting.parameters, coverage);
        if run.output != law.output || run.ending != law.ending {
            compare(script.setting.parameters, followed, run)?;
            if !run.ending.is_exit() {
                return Err(followed.ending(turns, run));
            }
            followed.check_status(turns, run)?;
        }
        if self.strict { letter::compare(law, run, Case::Letter, turns) } else { Ok(()) }
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        plan::simpler(script, self.varies)
    }

    fn record(&self, script: &Script<Setting>, _: &Path) -> Record {
        let followed = follow(&script.setting.law(), script);
        let moves: Vec<String> = followed.moves().map(|mv| mv.to_string()).collect();
        let parameters = script.setting.parameters;
        let (size, stick, square) = (parameters.size(), parameters.stick(), parameters.square());
        Record {
            game: format!("breakdown -w {} -h {} -k {stick} -q {square}", size.width(), size.height()),
            moves: moves.join(" "),
            verdict: true,
            files: Vec::new(),
        }
    }
}
