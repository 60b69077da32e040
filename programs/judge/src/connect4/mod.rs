//! The protocol of `connect4` (ruling C6): every display string and the winner; with a bot, its
//! moves.
//!
//! Equal boards in sequence count once, because a program may show a board again after a forfeit.
//! The judge follows the bot from board to board: its move must be a free entry, and must win if it
//! can (C5).
//!
//! Placeholders: `{size}`, `{type}`, and `{args}` for `--size N --type T`. If the command has no
//! placeholder and no answer of its own (`--type 1`), which then holds for every game, the judge
//! types the answer when the program asks: the size first, then the type.

mod cases;
mod compare;
mod follow;
mod plan;
mod read;

use std::io;
use std::path::Path;

use super::clauses::ClauseTable;
use super::coverage::{Clause, Coverage};
use super::desk::Desk;
use super::difference::Difference;
use super::protocol::{Protocol, Record, Task, words};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use cases::Case;
use gridlaw::games::AnyGame;
use gridlaw::games::connect4::{Move, NaiveConnect4, Parameters};
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;
pub use plan::Setting;
use plan::{Answers, typed};
use read::displays;

/// The judge of a `connect4`.
#[derive(Clone, Debug)]
pub struct Judge {
    answers: Answers,
    asks_size: bool,
    asks_type: bool,
    strict: bool,
}

/// The placeholders of its commands.
pub const PLACEHOLDERS: &[&str] = &["size", "type", "args"];

/// Why a command is invalid: its own answer is not the judge's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected --{option} {expected} or {{{option}}} in the command, found `{found}`")]
pub struct OtherAnswer {
    option: &'static str,
    expected: String,
    found: String,
}

impl Judge {
    /// The judge of a command.
    ///
    /// # Errors
    /// If the command has an answer that no game of the judge has.
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Result<Judge, OtherAnswer> {
        let [size, kind] = [("size", "--size"), ("type", "--type")]
            .map(|(name, option)| template.value(option).filter(|_| !template.chooses(&[name])));
        let [asks_size, asks_type] =
            [("size", &size), ("type", &kind)].map(|(name, given)| given.is_none() && !template.chooses(&[name]));
        let other = |option, expected, found: &String| OtherAnswer { option, expected, found: found.clone() };
        let usual = parameters.size().width();
        if let Some(found) = size.as_ref().filter(|size| size.parse() != Ok(usual)) {
            return Err(other("size", usual.to_string(), found));
        }
        let bot = match kind.as_deref() {
            None => None,
            Some("1") => Some(false),
            Some("2") => Some(true),
            Some(found) => return Err(other("type", "1, --type 2".into(), &found.into())),
        };
        let answers = Answers { usual: parameters, varies: size.is_none(), bot };
        Ok(Judge { answers, asks_size, asks_type, strict })
    }
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = ();

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn directed(&self) -> Vec<Script<Setting>> {
        plan::directed(self.answers)
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        plan::script(self.answers, self.strict, number, generator)
    }

    fn prepare(&self, script: &Script<Setting>, _: &mut Desk) -> io::Result<Task<()>> {
        let Setting { parameters, bot } = script.setting;
        let (size, kind) = (parameters.size().width().to_string(), if bot { "2" } else { "1" });
        let mut input = Vec::new();
        if self.asks_size {
            input.extend_from_slice(format!("{size}\n").as_bytes());
        }
        if self.asks_type {
            input.extend_from_slice(format!("{kind}\n").as_bytes());
        }
        input.extend_from_slice(&script.input());
        let values = vec![
            ("args", words(&["--size", &size, "--type", kind])),
            ("size", words(&[&size])),
            ("type", words(&[kind])),
        ];
        let bytes = 600 * (script.turns.len() + 16) * 4;
        Ok(Task { values, directory: None, input, bytes, expected: () })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<()>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Vec<Difference> {
        let compared = self.compare(script, task, run, coverage);
        if compared.is_err() {
            // The difference hides the later boards.
            coverage.hide_rest();
            let _ = self.compare(script, task, &self.law(script, &task.input), coverage);
        }
        let mut differences: Vec<Difference> = compared.err().map(|difference| *difference).into_iter().collect();
        // A fault at the end of input is no fault of the lines before.
        let is_own =
            |found: &&mut Difference| ![Case::EndOfInput.clause(), Case::Letter.clause()].contains(&found.clause);
        for difference in differences.iter_mut().filter(is_own) {
            let turns = &script.turns[..difference.turns.min(script.turns.len())];
            if turns.iter().any(|turn| turn.iter().any(u8::is_ascii_lowercase)) {
                difference.clause = Case::SmallLetters.clause();
            } else if typed(script).take(turns.len()).any(|(_, mv)| mv.is_none()) {
                difference.clause = Case::Unreadable.clause();
            }
        }
        // A wrong form hides no other clause.
        let shown = displays(&String::from_utf8_lossy(&run.output), script.setting.parameters);
        let odd = shown.wrong.filter(|_| shown.is_odd && run.ending.is_exit());
        differences.extend(odd.map(|difference| *difference));
        differences
    }

    fn unfinished(&self) -> i32 {
        1
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn narrower(&self, script: &Script<Setting>, difference: &Difference) -> Vec<Script<Setting>> {
        let turns: Vec<Vec<u8>> = if difference.clause == Case::SmallLetters.clause() {
            script.turns.iter().map(|turn| turn.to_ascii_uppercase()).collect()
        } else if difference.clause == Case::Unreadable.clause() {
            typed(script).filter(|(_, mv)| mv.is_some()).map(|(turn, _)| script.turns[turn - 1].clone()).collect()
        } else {
            return Vec::new();
        };
        vec![Script { turns, ..script.clone() }]
    }

    fn is_open(&self, script: &Script<Setting>) -> bool {
        let rules = NaiveConnect4::new(script.setting.parameters);
        let mut position = rules.start();
        for mv in typed(script).filter_map(|(_, mv)| mv) {
            if !rules.outcome(&position).is_over() {
                rules.play_unchecked(&mut position, mv);
            }
        }
        !rules.outcome(&position).is_over()
    }

    fn has_chance(&self, script: &Script<Setting>) -> bool {
        script.setting.bot
    }

    fn can_be_typed(&self, script: &Script<Setting>) -> bool {
        // A move beyond the board is another line that cannot be read.
        let size = script.setting.parameters.size().width();
        let moves = script.turns.iter().filter_map(|turn| {
            let text = String::from_utf8_lossy(turn).trim().to_ascii_uppercase();
            text.parse::<Move>().ok()
        });
        moves.into_iter().all(|mv| mv.index() < size)
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        if self.answers.varies { plan::simpler(script) } else { Vec::new() }
    }

    fn record(&self, script: &Script<Setting>, _: &Path) -> Record {
        let moves: Vec<String> = typed(script).filter_map(|(_, mv)| Some(mv?.to_string())).collect();
        let game = AnyGame::from(script.setting.parameters).arguments();
        Record { game, moves: moves.join(" "), verdict: !script.setting.bot, files: Vec::new() }
    }
}
