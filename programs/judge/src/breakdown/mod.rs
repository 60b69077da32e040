//! The protocol of Breakdown's `play` (ruling B9).
//!
//! By default the program must show every board at its time and the right result, and exit by
//! itself. It may print other text between, and show a board again after invalid input. At the
//! strict level its output, standard error and exit status are those of [`session`].
//!
//! Placeholders: `{w}`, `{h}`, `{k}`, `{q}`, and `{args}` for `-w W -h H -k K -q Q -b` (in every
//! fourth game `-m`). A command that has all four is also played on other sizes: small ones, where
//! boards get full, and ones with labels past 9 and past Z.

mod cases;
mod compare;
mod directed;
mod follow;
mod plan;
mod read;
mod setting;

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::clauses::ClauseTable;
use super::coverage::{Clause, Coverage};
use super::desk::Desk;
use super::difference::Difference;
use super::letter;
use super::protocol::{Protocol, Record, Task};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use cases::Case;
use compare::{check_frame, check_refusal, compare};
use follow::{Followed, Refusal, follow};
use gridlaw::games::AnyGame;
use gridlaw::games::breakdown::{Parameters, session};
use gridlaw::rng::Generator;
use setting::Form;
pub use setting::Setting;

/// The placeholders of its commands.
pub const PLACEHOLDERS: &[&str] = &["w", "h", "k", "q", "args"];

/// The judge of a `play`.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    /// Whether the command can be played on other sizes.
    varies: bool,
    /// Whether the command takes all the arguments as the judge writes them.
    any_form: bool,
    strict: bool,
}

impl Judge {
    /// The judge of a command.
    #[must_use]
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Judge {
        let varies = template.chooses(&["w", "h", "k", "q"]);
        Judge { parameters, varies, any_form: template.has("args"), strict }
    }
}

/// The result of a script by the law.
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

    fn directed(&self) -> Vec<Script<Setting>> {
        directed::scripts(self.parameters, self.varies, self.any_form)
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        let parameters = if self.varies { plan::size(self.parameters, number, generator) } else { self.parameters };
        let setting = Setting { matrix: number % 4 == 3, ..Setting::new(parameters) };
        plan::script(setting, self.strict, generator)
    }

    fn prepare(&self, script: &Script<Setting>, _: &mut Desk) -> io::Result<Task<Expected>> {
        let parameters = script.setting.parameters;
        let (input, game) = (script.input(), script.setting.law());
        let law = Transcript::of_law(&input, &mut |console| session::play(&game, parameters, console))?;
        let size = parameters.size();
        let numbers =
            [("w", size.width()), ("h", size.height()), ("k", parameters.stick()), ("q", parameters.square())];
        let mut values: Vec<(&str, Vec<OsString>)> =
            numbers.iter().map(|&(name, number)| (name, vec![number.to_string().into()])).collect();
        values.push(("args", script.setting.words()));
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
    ) -> Vec<Difference> {
        let Expected { followed, law } = &task.expected;
        let (turns, setting) = (script.turns.len(), script.setting);
        if let Some(case) = setting.form.refusal() {
            case.count_refused(coverage);
            return check_refusal(case, run).into_iter().collect();
        }
        let mut differences = Vec::new();
        let mut hides = None;
        if run.output != law.output || run.ending != law.ending {
            if let Err(fault) = compare(setting.parameters, followed, run) {
                hides = Some(fault.hides);
                differences.push(*fault.difference);
            }
            // A wrong frame hides no other clause.
            differences.extend(check_frame(setting.parameters, followed, run));
        }
        let by_letter = self.strict && differences.is_empty();
        if by_letter {
            Case::Letter.count(coverage);
            differences.extend(letter::compare(law, run, Case::Letter, turns).err().map(|difference| *difference));
        }
        if hides == Some(0) && setting.form != Form::Usual {
            // The program does not begin to play.
            differences[0].clause = Case::OptionOrder.clause();
        }
        if !setting.makes_sense() {
            // Only the rulings have such sizes, so a difference in these games breaks no clause of
            // the document. A wrong form or status would show in other games, too.
            let forms = [Case::Prompts, Case::Blanks, Case::Cells, Case::Status].map(Case::clause);
            differences.retain(|difference| !forms.contains(&difference.clause));
            if !differences.is_empty() {
                coverage.hide_rest();
            }
            Case::Sizes.count(coverage);
            let judged = followed.moves().next().is_some() && followed.tries(Case::EmptyNotJudged);
            if judged {
                Case::EmptyNotJudged.count(coverage);
            }
            for difference in &mut differences {
                let case = if judged && difference.turns == 0 { Case::EmptyNotJudged } else { Case::Sizes };
                difference.clause = case.clause();
            }
            return differences;
        }
        followed.cover(hides, !run.ending.is_exit(), coverage);
        if self.strict && !by_letter {
            coverage.hide_rest();
            Case::Letter.count(coverage);
        }
        differences
    }

    fn unfinished(&self) -> i32 {
        1
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn is_open(&self, script: &Script<Setting>) -> bool {
        !follow(&script.setting.law(), script).outcome.is_over()
    }

    fn narrower(&self, script: &Script<Setting>, difference: &Difference) -> Vec<Script<Setting>> {
        if difference.clause == Case::OptionOrder.clause() {
            return vec![Script { setting: Setting { form: Form::Usual, ..script.setting }, ..script.clone() }];
        }
        let refusals = follow(&script.setting.law(), script).refusals;
        if refusals.iter().all(|refusal| refusal.case.clause() != difference.clause) {
            return Vec::new();
        }
        // Without any input that must be refused, then with that of one clause alone.
        let mut cases: Vec<Option<Case>> = vec![None];
        for &Refusal { turns, case, .. } in &refusals {
            if turns <= difference.turns && !cases.contains(&Some(case)) {
                cases.push(Some(case));
            }
        }
        let with = |only: Option<Case>| {
            let is_kept =
                |turn: usize| refusals.iter().all(|refusal| refusal.turns != turn || Some(refusal.case) == only);
            let turns = (1..).zip(&script.turns).filter(|&(turn, _)| is_kept(turn));
            Script { turns: turns.map(|(_, lines)| lines.clone()).collect(), ..script.clone() }
        };
        cases.into_iter().map(with).collect()
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        plan::simpler(script, self.varies)
    }

    fn record(&self, script: &Script<Setting>, _: &Path) -> Record {
        let followed = follow(&script.setting.law(), script);
        let moves: Vec<String> = followed.moves().map(|mv| mv.to_string()).collect();
        Record {
            game: AnyGame::from(script.setting.parameters).arguments(),
            moves: moves.join(" "),
            verdict: true,
            files: Vec::new(),
        }
    }
}
