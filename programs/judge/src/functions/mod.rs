//! The judge of functions: compiles somebody's C with a harness, calls every function of the
//! document, and compares the results with the law.
//!
//! | | |
//! |---|---|
//! | [`Suite`] | the functions of one document, with their cases |
//! | [`judge`] | the run: a mark a function |
//! | `connect4`, `breakdown` | cases with the right results |
//! | `build` | compiles the files with `harness.c` and the game's part of it |
//! | `answers` | parses the harness's output, and compares |
//!
//! The harness only calls: the law stays in the library, which sends the cases and compares the
//! answers. Cases come in the order of their size, so the first that fails is the smallest.

mod answers;
mod breakdown;
mod build;
mod case;
mod connect4;
mod suite;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use self::answers::{Answer, Wrong};
use self::build::Harness;
use self::case::Case;
use self::suite::Function;
pub use self::suite::{FunctionsError, Suite};
use super::coverage::{Clause, Source};
use super::judgement::Options;
use super::marks::{Mark, MarkResult, Marks};
use super::process::RunLimits;
use super::shelter::Shelter;
use super::transcript::Ending;
use gridlaw::games::GameKind;
use gridlaw::rng::Generator;

impl Suite {
    /// The functions of a game's document, if it asks for some.
    #[must_use]
    pub fn of(kind: GameKind) -> Option<&'static Suite> {
        match kind {
            GameKind::Connect4 => Some(&connect4::SUITE),
            GameKind::Breakdown => Some(&breakdown::SUITE),
            _ => None,
        }
    }

    /// The functions as clauses.
    #[must_use]
    pub fn table(&self) -> Vec<Clause> {
        self.functions.iter().map(|function| function.clause).collect()
    }
}

/// The longest time and output of all calls of a function.
const CALLS: RunLimits = RunLimits { reply: Duration::from_secs(30), total: Duration::from_secs(60), bytes: 1 << 26 };

/// Compiles `files`, which are named from `directory`, and marks every function. `directory` is
/// written to. `base` has the heading of the marks.
///
/// # Errors
/// [`FunctionsError::Build`] if the files do not compile, [`FunctionsError::Judge`] if the judge
/// fails.
pub fn judge(
    suite: &'static Suite,
    directory: &Path,
    files: &[PathBuf],
    shelter: &Shelter,
    options: &Options,
    base: Marks,
) -> Result<Marks, FunctionsError> {
    let begun = Instant::now();
    let harness = Harness::build(suite, directory, files, shelter)?;
    let mut marks = base;
    marks.run.remarks.push(harness.remark());
    let marked: Vec<&Function> = suite.functions.iter().filter(|function| options.marks(&function.clause)).collect();
    let judged: Vec<io::Result<Mark>> = marked.par_iter().map(|function| mark(function, &harness, options)).collect();
    for (function, mark) in marked.iter().zip(judged) {
        marks.clauses.push(mark.unwrap_or_else(|error| {
            marks.run.error.get_or_insert(error.to_string());
            Mark { result: MarkResult::JudgeError, ..Mark::new(&function.clause) }
        }));
    }
    block(&marked, &mut marks.clauses);
    marks.run.calls = marks.clauses.iter().map(|mark| mark.tried).sum();
    marks.run.elapsed = begun.elapsed();
    marks.conclude();
    Ok(marks)
}

/// Calls a function with all its cases.
fn mark(function: &Function, harness: &Harness, options: &Options) -> io::Result<Mark> {
    let name = function.clause.name;
    let cases = (function.cases)(&mut Generator::for_game(options.seed, 0));
    let input: String = cases.iter().map(Case::line).collect();
    let run = harness.calls.run(name, input.as_bytes(), CALLS)?;
    let mut mark = Mark::new(&function.clause);
    let answers = answers::parse(&String::from_utf8_lossy(&run.output));
    // These statuses are the harness's own.
    if answers.is_empty() && matches!(run.ending, Ending::Exited(96 | 97)) {
        let errors = String::from_utf8_lossy(&run.errors);
        return Err(io::Error::other(format!("the harness gave no answer: {}; {}", run.ending, errors.trim_end())));
    }
    mark.tried = answers.len() as u64;
    mark.result = MarkResult::Pass;
    let failures = cases.iter().zip(&answers).filter_map(|(case, answer)| Some((case, answer.wrong(case)?)));
    // The harness itself stops only after a call in which the process ended.
    let unanswered = match answers.last() {
        Some(Answer::Died { .. }) => None,
        _ => cases.get(answers.len()).map(|case| (case, Wrong::unanswered(run.ending))),
    };
    // Failures of the document come first, so that a failure of a ruling hides none of them.
    let is_note = |case: &Case| case.source == Source::Ruling && !options.strict;
    let failure = failures.min_by_key(|(case, _)| case.source == Source::Ruling);
    let failure = failure.map(|(case, wrong)| (case, wrong, is_note(case)));
    let unanswered = unanswered.map(|(case, wrong)| (case, wrong, false));
    if let Some((case, wrong, is_note)) =
        failure.filter(|(_, _, is_note)| !is_note || unanswered.is_none()).or(unanswered)
    {
        mark.result = if is_note { MarkResult::Note } else { MarkResult::Fail };
        mark.code = Some(wrong.code);
        mark.counterexample = Some(wrong.counterexample(case, function.draw));
    }
    Ok(mark)
}

/// A function that fails with one that it must call is blocked by it.
fn block(functions: &[&Function], marks: &mut [Mark]) {
    let failed = |mark: &Mark| mark.result == MarkResult::Fail;
    let culprits: Vec<Option<String>> = functions
        .iter()
        .map(|function| {
            let culprit = |mark: &&Mark| function.needs.contains(&&mark.clause[..]) && failed(mark);
            marks.iter().find(culprit).map(|mark| mark.clause.clone())
        })
        .collect();
    for (mark, culprit) in marks.iter_mut().zip(culprits) {
        if failed(mark) && culprit.is_some() {
            (mark.result, mark.blocked_by) = (MarkResult::Blocked, culprit);
        }
    }
}
