//! The protocol of `candy` (ruling K7): compares the saved game with the state that the moves must
//! give.
//!
//! The default level compares the saved game as a game, however it is written, and whether the
//! program says that the game is won. The strict level also compares answers and file to the
//! letter.
//!
//! Placeholders: `{file}` and `{out}`, or `{args}` for `FILE --out OUT`. A command without `{out}`
//! runs in a directory of its own and must leave `test.out` there.

mod cases;
mod compare;
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
use super::transcript::{Ending, Transcript};
use cases::Case;
use compare::{compare_bad_file, compare_letters, compare_said, compare_saved, without_illegal};
use gridlaw::games::candy::Instance;
use gridlaw::rng::Generator;
pub use law::Expected;
use law::play;
pub use setting::Setting;
use setting::moves;

/// The placeholders of its commands.
pub const PLACEHOLDERS: &[&str] = &["file", "out", "args"];

/// The judge of a `candy`.
#[derive(Clone, Debug)]
pub struct Judge {
    instance: Instance,
    names_out: bool,
    strict: bool,
}

/// Why a command is invalid: it has no place for the game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command must have {{file}}, for the game file, or {{args}}")]
pub struct MissingPlaceholder;

impl Judge {
    /// The judge of a command.
    ///
    /// # Errors
    /// If the command has no place for the game file.
    pub fn new(instance: Instance, template: &Template, strict: bool) -> Result<Judge, MissingPlaceholder> {
        if !template.chooses(&["file"]) {
            return Err(MissingPlaceholder);
        }
        Ok(Judge { instance, names_out: template.chooses(&["out"]), strict })
    }
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn directed(&self) -> Vec<Script<Setting>> {
        plan::directed(&self.instance)
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        plan::script(&self.instance, self.strict, number, generator)
    }

    fn prepare(&self, script: &Script<Setting>, desk: &mut Desk) -> io::Result<Task<Expected>> {
        let directory = desk.path()?.to_path_buf();
        let file = directory.join("game.json");
        fs::write(&file, script.setting.file())?;
        let out = directory.join(if self.names_out { "saved.json" } else { "test.out" });
        let input = script.input();
        let instance = &script.setting.instance;
        let (saved, law, is_won) = play(instance, &input)?;
        let values = vec![
            ("args", vec![file.clone().into(), "--out".into(), out.clone().into()]),
            ("file", vec![file.into()]),
            ("out", vec![out.clone().into()]),
        ];
        let expected = Expected { saved, law, is_won, out };
        let directory = (!self.names_out).then_some(directory);
        // A program may show the board after every move, in color.
        let bytes = (1 << 18) + 64 * (instance.definition().size().cells() as usize + 64) * (script.turns.len() + 2);
        Ok(Task { values, directory, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Vec<Difference> {
        if script.setting.harm.is_some() {
            Case::BadFiles.count_refused(coverage);
            return compare_bad_file(task, run).into_iter().collect();
        }
        let expected = &task.expected;
        let turns = script.turns.len();
        let mut differences = Vec::new();
        if !run.ending.is_exit() {
            let is_endless = matches!(run.ending, Ending::Hung(_)) && expected.reaches_limit();
            differences.push(*if is_endless { Case::StepLimit } else { Case::Ends }.ending(turns, run.ending));
            coverage.hide_rest();
        }
        let saved = compare_saved(script, task, differences.is_empty());
        let wrong = saved.as_ref().err().map(|difference| difference.clause);
        let wrong = wrong.filter(|clause| *clause != Case::Unwrapped.clause());
        if let Some(clause) = wrong {
            if clause != Case::Saved.clause() {
                Case::Saved.count(coverage);
            }
            coverage.hide_rest();
        }
        cover(script, expected, coverage);
        if differences.is_empty() {
            differences.extend(saved.err().map(|difference| *difference));
            // A wrong board may be won.
            let said = compare_said(expected, turns, run);
            let said = said.filter(|said| wrong.is_none() || said.clause != Case::Won.clause());
            differences.extend(said.map(|difference| *difference));
        }
        if self.strict && differences.is_empty() {
            Case::Letter.count(coverage);
            differences.extend(compare_letters(expected, turns, run).err().map(|difference| *difference));
        }
        differences
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn narrower(&self, script: &Script<Setting>, difference: &Difference) -> Vec<Script<Setting>> {
        if difference.clause == Case::Illegal.clause() { vec![without_illegal(script)] } else { Vec::new() }
    }

    fn simpler(&self, _: &Script<Setting>) -> Vec<Script<Setting>> {
        Vec::new()
    }

    fn record(&self, script: &Script<Setting>, directory: &Path) -> Record {
        let file = directory.join("game.json");
        let moves: Vec<String> = moves(script).collect();
        let files = vec![(file.clone(), script.setting.file().into_bytes())];
        Record { game: format!("candy {}", file.display()), moves: moves.join(" "), verdict: false, files }
    }
}

/// Counts what a game tried.
fn cover(script: &Script<Setting>, expected: &Expected, coverage: &Coverage) {
    let begun = script.setting.instance.state();
    let start = if begun.is_some() { Case::Resumes } else { Case::Settles };
    start.count(coverage);
    let answers = String::from_utf8_lossy(&expected.law.output);
    for answer in answers.lines() {
        match answer {
            "ok" => {
                let cases = [Case::Colors, Case::States, Case::Score, Case::Offsets, Case::MovesMade];
                cases.into_iter().for_each(|case| case.count(coverage));
            }
            "illegal" => Case::Illegal.count(coverage),
            "You have won!" => Case::Won.count(coverage),
            "No moves left." => Case::Stuck.count(coverage),
            _ => {}
        }
    }
    if expected.reaches_limit() {
        Case::StepLimit.count(coverage);
    }
    let always = [Case::Saved, Case::Ends, Case::Definition, Case::Status, Case::Unwrapped];
    always.into_iter().for_each(|case| case.count(coverage));
}
