//! [`Marks`]: the results of a run, clause by clause. The JSON object, the text and the page show
//! them.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::code::Code;
use super::coverage::{Clause, Source};
use super::difference::Difference;
use super::protocol::Record;

/// The marks of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// The name of the game.
    pub game: String,
    /// The command as it was given, with its placeholders.
    pub command: Vec<String>,
    /// The seed of the random games.
    pub seed: u64,
    /// Whether no clause failed, some were tried, and the judge made no error.
    pub passed: bool,
    /// The code of the program: that of its first failure that is more than a wrong answer. `None`
    /// if the judge made an error.
    #[serde(default)]
    pub code: Option<Code>,
    /// One mark a clause, in the order of the game's table.
    pub clauses: Vec<Mark>,
    /// Facts about the run. They are not part of the JSON object.
    #[serde(skip)]
    pub run: RunFacts,
}

/// Facts about a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// The number of games played.
    pub games: u64,
    /// The number of calls, for functions instead of a program.
    pub calls: u64,
    /// The time of the run.
    pub elapsed: Duration,
    /// The first error of the judge itself.
    pub error: Option<String>,
    /// Sentences for the report: limits of the run, properties of this machine.
    pub remarks: Vec<String>,
}

/// The result of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MarkResult {
    /// Every trial succeeded.
    #[serde(rename = "pass")]
    Pass,
    /// The program broke it.
    #[serde(rename = "fail")]
    Fail,
    /// The program differs from a ruling that the document does not contain.
    #[serde(rename = "note")]
    Note,
    /// No game tried it.
    #[default]
    #[serde(rename = "not tried")]
    NotTried,
    /// An earlier failure hid it wherever it would have been tried.
    #[serde(rename = "blocked")]
    Blocked,
    /// The judge itself failed before the clause was tried.
    #[serde(rename = "judge error")]
    JudgeError,
}

impl MarkResult {
    /// All results, in the order of reports.
    pub const ALL: [MarkResult; 6] = [
        MarkResult::Fail,
        MarkResult::JudgeError,
        MarkResult::Blocked,
        MarkResult::Note,
        MarkResult::NotTried,
        MarkResult::Pass,
    ];

    /// Its word in the JSON object.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MarkResult::Pass => "pass",
            MarkResult::Fail => "fail",
            MarkResult::Note => "note",
            MarkResult::NotTried => "not tried",
            MarkResult::Blocked => "blocked",
            MarkResult::JudgeError => "judge error",
        }
    }
}

/// The mark of one clause.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The clause's name.
    pub clause: String,
    /// Its rule in a few words.
    pub title: String,
    /// Its source.
    pub source: Source,
    /// Its result.
    pub result: MarkResult,
    /// The code of the program in the game that breaks the clause, if one does.
    #[serde(default)]
    pub code: Option<Code>,
    /// The number of trials.
    pub tried: u64,
    /// The shortest game that breaks it, if one does.
    pub counterexample: Option<Counterexample>,
    /// The document's sentence. It is not part of the JSON object.
    #[serde(skip)]
    pub quote: String,
    /// The title of the clause whose failure hides this one.
    #[serde(skip)]
    pub blocked_by: Option<String>,
}

impl Mark {
    /// The mark of a clause that no game has tried.
    #[must_use]
    pub fn new(clause: &Clause) -> Mark {
        Mark {
            clause: clause.name.to_string(),
            title: clause.title.to_string(),
            source: clause.source,
            quote: clause.quote.to_string(),
            ..Mark::default()
        }
    }
}

/// A short game that breaks a clause.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The arguments of the program, or of the function.
    pub arguments: String,
    /// The moves; the input if there are none, if more was typed, or if the clause is a ruling.
    pub moves: String,
    /// The fault in a sentence.
    pub wrong: String,
    /// The law's side.
    pub expected: String,
    /// The program's side.
    pub found: String,
    /// The files of the game: names and contents. The arguments say where they were.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// Boards and transcript for the reports. They are not part of the JSON object.
    #[serde(skip)]
    pub details: Option<Box<Details>>,
}

/// A counterexample as the reports draw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The number of the game in its run, from 0.
    pub number: u64,
    /// The turns of the game before and after shrinking.
    pub turns: [usize; 2],
    /// The difference in the short game.
    pub difference: Difference,
    /// The short game.
    pub record: Record,
    /// The game as it was found, if it is another one.
    pub original: Option<Record>,
    /// The input of the short game.
    pub input: Vec<u8>,
    /// The command, placeholders filled in.
    pub command: String,
    /// The beginning of the program's standard error.
    pub errors: String,
}

impl Marks {
    /// The marks as the reports show them. Unless `stderr` is set they omit the program's errors,
    /// which can contain data that it read on this machine. Where the program shows nothing else,
    /// they say that there are some.
    #[must_use]
    pub fn shown(&self, stderr: bool) -> Marks {
        let mut marks = self.clone();
        let found = marks.clauses.iter_mut().filter_map(|mark| mark.counterexample.as_mut());
        for found in found.filter(|_| !stderr) {
            let is_silent = found.found.trim().is_empty();
            if let Some(details) = found.details.as_mut().filter(|details| !details.errors.is_empty()) {
                let hint = if is_silent { "it wrote to standard error: --stderr shows it" } else { "" };
                details.errors = hint.to_string();
            }
        }
        marks
    }

    /// Decides [`Marks::passed`] and [`Marks::code`] from the clauses. A program of which nothing
    /// was tried has not passed.
    pub fn settle(&mut self) {
        let is_tried = self.count(MarkResult::Pass) + self.count(MarkResult::Note) > 0;
        self.passed = is_tried && self.count(MarkResult::Fail) == 0 && self.count(MarkResult::JudgeError) == 0;
        let failures = self.clauses.iter().filter(|mark| mark.result == MarkResult::Fail).filter_map(|mark| mark.code);
        let worst = failures.fold(None, |first, code| first.filter(|&it| it != Code::WrongAnswer).or(Some(code)));
        self.code = if self.has_judge_error() { None } else { worst.or(self.passed.then_some(Code::Accepted)) };
    }

    /// Settles the marks at the end of a run. That nothing was tried is an error of the judge.
    pub fn conclude(&mut self) {
        self.settle();
        if self.passed || self.count(MarkResult::Fail) > 0 || self.has_judge_error() {
            return;
        }
        self.run.error = Some(String::from(if self.count(MarkResult::Blocked) > 0 {
            "nothing was tried: a failure of a rule that is not marked hides those that are"
        } else if self.run.games + self.run.calls == 0 {
            "nothing was tried: no game ended in time; more --budget may show why"
        } else {
            "nothing was tried: no game reached a rule that is marked"
        }));
        self.code = None;
    }

    /// Whether the judge failed.
    #[must_use]
    pub fn has_judge_error(&self) -> bool {
        self.count(MarkResult::JudgeError) > 0 || self.run.error.is_some()
    }

    /// The number of clauses with this result.
    #[must_use]
    pub fn count(&self, result: MarkResult) -> usize {
        self.clauses.iter().filter(|mark| mark.result == result).count()
    }

    /// `2 fail, 1 note, 20 pass`.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = MarkResult::ALL.map(|result| (self.count(result), result.name()));
        let some: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
        some.join(", ")
    }

    /// The JSON object, with a final newline.
    ///
    /// # Errors
    /// Any error of the serializer. Marks of this program cause none.
    pub fn json(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_object_has_exactly_the_documented_keys() {
        let found = Counterexample { moves: "|0".into(), ..Counterexample::default() };
        let mark = Mark {
            clause: "B2-pass".into(),
            result: MarkResult::NotTried,
            counterexample: Some(found),
            ..Mark::default()
        };
        let mut marks = Marks { clauses: vec![mark, Mark::default()], ..Marks::default() };
        marks.settle();
        assert!(marks.run.error.is_none());
        marks.conclude();
        assert!(marks.run.error.take().is_some_and(|error| error.contains("no game ended in time")));
        let value: serde_json::Value = serde_json::from_slice(&marks.json().unwrap()).unwrap();
        let expected = serde_json::json!({
            "game": "", "command": [], "seed": 0, "passed": false, "code": null,
            "clauses": [
                {"clause": "B2-pass", "title": "", "source": "document", "result": "not tried", "code": null,
                 "tried": 0, "counterexample": {"arguments": "", "moves": "|0", "wrong": "", "expected": "", "found": ""}},
                {"clause": "", "title": "", "source": "document", "result": "not tried", "code": null,
                 "tried": 0, "counterexample": null},
            ],
        });
        assert_eq!(value, expected);
        assert_eq!(serde_json::from_value::<Marks>(value).unwrap(), marks);
    }

    #[test]
    fn every_result_is_written_by_its_name() {
        for result in MarkResult::ALL {
            assert_eq!(serde_json::to_value(result).unwrap(), result.name());
        }
        let judge_error = Mark { result: MarkResult::JudgeError, ..Mark::default() };
        let mut marks = Marks { clauses: vec![judge_error], ..Marks::default() };
        marks.settle();
        assert!(!marks.passed && marks.code.is_none());
        assert_eq!(marks.summary(), "1 judge error");
    }

    #[test]
    fn the_first_failure_that_is_more_than_a_wrong_answer_names_the_program() {
        let failed = |code| Mark { result: MarkResult::Fail, code: Some(code), ..Mark::default() };
        let codes = |codes: &[Code]| {
            let mut marks = Marks { clauses: codes.iter().map(|&code| failed(code)).collect(), ..Marks::default() };
            marks.settle();
            marks.code
        };
        use Code::{RuntimeError, TimeLimit, WrongAnswer};
        assert_eq!(codes(&[]), None, "nothing was tried");
        assert_eq!(codes(&[WrongAnswer, WrongAnswer]), Some(WrongAnswer));
        assert_eq!(codes(&[WrongAnswer, TimeLimit, RuntimeError]), Some(TimeLimit));
        let mut marks = Marks { clauses: vec![failed(WrongAnswer)], ..Marks::default() };
        marks.run.error = Some("the disk is full".into());
        marks.settle();
        assert_eq!(marks.code, None, "a judge error is no failure");
    }
}
