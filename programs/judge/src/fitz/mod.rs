//! The protocol of `fitz`: output, standard error, exit status and saved games, exactly.
//!
//! The document asks for exact output and leaves little free. By default, standard error only has
//! to contain the right message as a line, and the judge types no lines of more than 70 characters.
//!
//! Placeholders: `{tiles}`, `{p1}`, `{p2}`, `{height}`, `{width}`; or `{args}` for all the
//! arguments, and then the judge also loads games, shows tiles, and gives wrong arguments and
//! files.

mod blocks;
mod cases;
mod compare;
mod directed;
mod law;
mod plan;
mod setting;

use std::fs;
use std::io;
use std::path::Path;

use super::clauses::ClauseTable;
use super::coverage::{Clause, Coverage};
use super::desk::Desk;
use super::difference::Difference;
use super::protocol::{Protocol, Record, Task};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use blocks::blocks;
use cases::Case;
use gridlaw::games::fitz::Parameters;
use gridlaw::rng::Generator;
pub use law::Expected;
use law::{DIRECTORY, replaced};
use setting::Form;
pub use setting::Setting;

/// The placeholders of its commands.
pub const PLACEHOLDERS: &[&str] = &["tiles", "p1", "p2", "height", "width", "args"];

/// The judge of a `fitz`.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    /// Whether the command takes any arguments of the document, not only those of a new game.
    any_form: bool,
    strict: bool,
}

/// Why a command is invalid: it has no place for the arguments of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command must have {{args}}, or all of {{tiles}} {{p1}} {{p2}} {{height}} {{width}}")]
pub struct MissingPlaceholders;

impl Judge {
    /// The judge of a command.
    ///
    /// # Errors
    /// If the command lacks placeholders.
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Result<Judge, MissingPlaceholders> {
        if !template.chooses(&["tiles", "p1", "p2", "height", "width"]) {
            return Err(MissingPlaceholders);
        }
        Ok(Judge { parameters, any_form: template.has("args"), strict })
    }
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn directed(&self) -> Vec<Script<Setting>> {
        directed::scripts(&self.parameters, self.any_form)
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        plan::script(&self.parameters, self.any_form, self.strict, number, generator)
    }

    fn prepare(&self, script: &Script<Setting>, desk: &mut Desk) -> io::Result<Task<Expected>> {
        let directory = desk.path()?.to_path_buf();
        for (path, bytes) in script.setting.files(&directory) {
            fs::write(path, bytes)?;
        }
        if let Some(path) = script.setting.directory(&directory) {
            fs::create_dir(path)?;
        }
        let input = replaced(&script.input(), DIRECTORY, directory.as_os_str().as_encoded_bytes());
        let expected = law::expect(script, &directory, &input)?;
        let Setting { players: [first, second], rows, cols, .. } = script.setting;
        let values = vec![
            ("args", script.setting.words(&directory)),
            ("tiles", vec![directory.join("t").into()]),
            ("p1", vec![first.into()]),
            ("p2", vec![second.into()]),
            ("height", vec![rows.to_string().into()]),
            ("width", vec![cols.to_string().into()]),
        ];
        let bytes = 2 * expected.law.output.len() + (1 << 16);
        Ok(Task { values, directory: None, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Vec<Difference> {
        let expected = &task.expected;
        let text = String::from_utf8_lossy(&expected.law.output);
        let blocks = blocks(&text, script.setting.form == Form::Show);
        let mut differences = Vec::new();
        let repaired = if run.output == expected.law.output { None } else { compare::repaired(run) };
        let run = match &repaired {
            Some((difference, repaired)) => {
                differences.push(difference.clone());
                repaired
            }
            None => run,
        };
        let output = compare::compare_output(script, expected, &text, &blocks, run);
        let same = output.is_err().then(|| {
            let pairs = expected.law.output.iter().zip(&run.output);
            pairs.take_while(|(one, other)| one == other).count()
        });
        let rest = output.and_then(|()| compare::compare_rest(script, expected, self.strict, run));
        compare::cover(script, expected, &blocks, same, rest.is_err(), coverage);
        if let Err(mut difference) = rest {
            compare::settle(script, &mut difference);
            differences.push(*difference);
        }
        differences
    }

    fn unfinished(&self) -> i32 {
        10
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn unended(&self) -> Option<Clause> {
        Some(Case::MidLine.clause())
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        plan::simpler(script)
    }

    fn record(&self, script: &Script<Setting>, directory: &Path) -> Record {
        let Setting { rows, cols, .. } = script.setting;
        let input = replaced(&script.input(), DIRECTORY, directory.as_os_str().as_encoded_bytes());
        let moves = plan::moves(script, &input);
        Record {
            game: format!("fitz {} --rows {rows} --cols {cols}", directory.join("t").display()),
            moves: moves.join(" "),
            verdict: script.setting.form == Form::New,
            files: script.setting.files(directory),
        }
    }
}
