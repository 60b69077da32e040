//! Runs the judge on the project's programs and on the example `faulty`.

use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

pub(crate) fn program(name: &str) -> String {
    crate::built::program(name).to_string_lossy().into_owned()
}

/// The example `faulty`, which `cargo test` builds with the tests.
pub(crate) fn faulty() -> String {
    crate::built::example("faulty").to_string_lossy().into_owned()
}

/// The project's own programs run without a shelter, which would take most of the time;
/// `judge_folder.rs` tests it.
pub(crate) fn judge(game: &[&str], options: &[&str], command: &[&str]) -> Output {
    let mut judge = Command::new(program("gridlaw"));
    judge.arg("judge").args(game).arg("--no-isolation").args(options).arg("--").args(command);
    judge.output().expect("gridlaw runs")
}

/// The output of the judge, and its JSON object.
pub(crate) fn marks(game: &[&str], options: &[&str], command: &[&str]) -> (Output, Value) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("marks.json");
    let output = judge(game, &[options, &["--json", path.to_str().unwrap()]].concat(), command);
    let json = std::fs::read(path).unwrap_or_default();
    (output, serde_json::from_slice(&json).unwrap_or_default())
}

/// The clauses with one of these results.
pub(crate) fn clauses<'v>(marks: &'v Value, results: &[&str]) -> Vec<&'v Value> {
    let all = marks["clauses"].as_array().map_or(&[][..], |clauses| clauses);
    all.iter().filter(|mark| results.iter().any(|result| mark["result"] == *result)).collect()
}

/// The names of the clauses with this result.
pub(crate) fn names<'v>(marks: &'v Value, result: &str) -> Vec<&'v str> {
    clauses(marks, &[result]).iter().filter_map(|mark| mark["clause"].as_str()).collect()
}

/// A planted fault, and how the judge must find it.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) fault: &'static str,
    /// One of these clauses is named.
    pub(crate) clauses: &'static [&'static str],
    /// The most moves of the game that shows the fault.
    pub(crate) moves: usize,
}

pub(crate) const fn fault(fault: &'static str, clauses: &'static [&'static str], moves: usize) -> Expected {
    Expected { fault, clauses, moves }
}

/// The mark that names the fault, if one does.
pub(crate) fn named<'v>(marks: &'v Value, expected: &Expected) -> Option<&'v Value> {
    let broken = clauses(marks, &["fail", "note"]);
    let is_right = |mark: &&&Value| expected.clauses.iter().any(|&clause| mark["clause"] == clause);
    broken.iter().find(is_right).copied()
}

/// Checks that the judge finds a fault.
///
/// # Errors
/// A description of the result.
fn check(game: &[&str], options: &[&str], command: &[&str], expected: &Expected) -> Result<(), String> {
    let (output, marks) = marks(game, options, command);
    let name = expected.fault;
    let broken = || -> Vec<String> {
        let line = |mark: &&Value| {
            let found = &mark["counterexample"];
            format!("{} {}: {} [{}]", mark["result"], mark["clause"], found["wrong"], found["moves"])
        };
        clauses(&marks, &["fail", "note"]).iter().map(line).collect()
    };
    let failed = !clauses(&marks, &["fail"]).is_empty();
    if output.status.code() != Some(i32::from(failed)) || marks["passed"] == failed {
        return Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let Some(mark) = named(&marks, expected) else {
        return Err(format!("{name}: none of {:?}: {:#?}", expected.clauses, broken()));
    };
    let is_note = mark["source"] == "ruling" && !options.contains(&"--strict");
    if mark["result"] != if is_note { "note" } else { "fail" } {
        return Err(format!("{name}: {mark}"));
    }
    let moves = mark["counterexample"]["moves"].as_str().expect("moves");
    let moves = match game[0] {
        // Commands, among them moves.
        "jump61" => moves.split("; ").filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit())).count(),
        // Lines, where the whole input is shown.
        _ => moves.split_whitespace().filter(|&word| word != "\u{23ce}").count(),
    };
    if moves > expected.moves {
        return Err(format!("{name}: {moves} moves, and {} would do: {:#?}", expected.moves, broken()));
    }
    Ok(())
}

#[track_caller]
pub(crate) fn assert_passes(game: &[&str], options: &[&str], command: &[&str]) {
    let (output, marks) = marks(game, options, command);
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{answer}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(marks["passed"], true);
    assert!(clauses(&marks, &["fail", "note", "blocked", "judge error"]).is_empty(), "{answer}");
    let tried = clauses(&marks, &["pass"]).iter().filter_map(|mark| mark["tried"].as_u64()).sum::<u64>();
    assert!(tried > 0, "{answer}");
}

/// Programs of one game that are judged at the same time. The judge waits for those that hang, so
/// there are more of them than cores.
const WORKERS: usize = 3;

/// Calls `act` with every fault of a game, those that hang first, because they take longest.
pub(crate) fn for_all(faults: &[Expected], act: &(dyn Fn(&Expected) + Sync)) {
    let mut faults: Vec<&Expected> = faults.iter().collect();
    faults.sort_by_key(|expected| expected.fault.starts_with("hang"));
    let faults = Mutex::new(faults);
    let next = || faults.lock().ok()?.pop();
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(expected) = next() {
                    act(expected);
                }
            });
        }
    });
}

/// Every run of the tests looks for one in this many faults of a game, beginning with the first.
/// The long runs look for all.
const SAMPLE: usize = 8;

/// [`assert_all_found`] of a few faults.
#[track_caller]
pub(crate) fn assert_sample_found(game: &[&str], options: &[&str], arguments: &[&str], faults: &[Expected]) {
    let sample: Vec<Expected> = faults.iter().step_by(SAMPLE).copied().collect();
    assert!(sample.len() > 1);
    assert_all_found(game, options, arguments, &sample);
}

#[track_caller]
pub(crate) fn assert_all_found(game: &[&str], options: &[&str], arguments: &[&str], faults: &[Expected]) {
    let faulty = faulty();
    let options = [&["--timeout", "1"], options].concat();
    let wrong = Mutex::new(Vec::new());
    for_all(faults, &|expected| {
        let command = [&[&faulty[..], game[0], expected.fault], arguments].concat();
        if let Err(error) = check(game, &options, &command, expected) {
            wrong.lock().unwrap().push(error);
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Directed games, and random ones that every seed has.
pub(crate) const GAMES: [&str; 4] = ["--games", "230", "--seed", "1"];
