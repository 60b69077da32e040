//! `gridlaw judge --functions`: planted faults in C functions, each found and named.
#![cfg(unix)]

mod built;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A planted fault: its submission, macro and function, and words of the expected message. Faults
/// that do not hide each other share a submission.
type Fault = (&'static str, &'static str, &'static str, &'static str);

/// Faults of `functions/connect4.c`.
const CONNECT4: [Fault; 18] = [
    ("a", "PRIZE_OF_EQUALS", "SecondPlacePrize", "is not what is right"),
    ("a", "FOUR_ZEROES", "FourInARow", "is not what is right"),
    ("a", "BINARY_EIGHT", "BinaryToDecimal", "is not what is right"),
    ("a", "MEDIAN_ARRAY", "MedianAbility", "connect4.c:"),
    ("a", "SPACES_PAST_END", "RemoveSpaces", "WRITE of size 1 in RemoveSpaces at connect4.c:"),
    ("a", "INIT_ALL", "InitialiseBoard", "is not what is right"),
    ("a", "STRING_UNENDED", "GetDisplayBoardString", "is not what is right"),
    ("a", "BOT_BLIND", "GetMoveBot1", "is not what is right"),
    ("a", "BOT_BLOCKED_ENTRY", "GetMoveBot2", "is not what is right"),
    ("b", "FOUR_PAST_END", "FourInARow", "READ of size 4 in FourInARow at connect4.c:"),
    ("b", "MEDIAN_UPPER", "MedianAbility", "is not what is right"),
    ("b", "SPACES_FOREVER", "RemoveSpaces", "it does not return"),
    ("b", "MOVE_REPLACES", "AddMoveToBoard", "is not what is right"),
    ("b", "OVER_NEVER_FULL", "CheckGameOver", "is not what is right"),
    ("c", "MOVE_UNBOUNDED", "AddMoveToBoard", ""),
    ("c", "OVER_ONE_DIAGONAL", "CheckGameOver", "is not what is right"),
    ("d", "MOVE_FORGETS", "AddMoveToBoard", "is not what is right"),
    ("e", "PRIZE_KILLS", "SecondPlacePrize", "without an answer"),
];

/// Faults of `functions/breakdown.c`.
const BREAKDOWN: [Fault; 17] = [
    ("a", "POS_EXCHANGED", "make_pos", "is not what is right"),
    ("a", "ROWS_LEAK", "board_free", "is not what is right"),
    ("a", "GAME_TURNED", "new_game", ""),
    ("b", "BITS_ROUNDED_DOWN", "board_new", "heap-buffer-overflow"),
    ("b", "LABELS_END", "board_show", "is not what is right"),
    ("b", "STICK_STICKS_OUT", "drop_stick", ""),
    ("b", "FALL_ONE_ROW", "breakdown", "is not what is right"),
    ("b", "BOTH_IS_BLACK", "game_outcome", "is not what is right"),
    ("c", "ROWS_OF_BYTES", "board_new", "heap-buffer-overflow"),
    ("c", "DROP_TURNS", "drop_stick", "is not what is right"),
    ("c", "DRAW_WHILE_LOOSE", "game_outcome", "is not what is right"),
    ("d", "GET_WRONG_BOUND", "board_get", ""),
    ("d", "GET_WRONG_BOUND", "board_set", ""),
    ("e", "BITS_ADDED", "board_set", "is not what is right"),
    ("e", "GAME_LEAKS", "game_free", "is not what is right"),
    ("f", "SQUARE_WITHOUT_CORNER", "game_outcome", "is not what is right"),
    ("g", "COLUMNS_APART", "game_outcome", "is not what is right"),
];

fn gridlaw(directory: &Path, words: &[&str]) -> Output {
    let mut judge = Command::new(built::program("gridlaw"));
    judge.current_dir(directory).args(words).output().expect("gridlaw runs")
}

/// Whether there is a C compiler; the tests need one.
fn assert_compiler() {
    assert!(Command::new("cc").arg("--version").output().is_ok(), "the tests need a C compiler: apt-get install gcc");
}

/// The clauses of an entry with this result.
fn clauses<'e>(entry: &'e Value, result: &str) -> Vec<&'e Value> {
    let marks = entry["marks"]["clauses"].as_array().expect("marks");
    marks.iter().filter(|mark| mark["result"] == result).collect()
}

/// The submissions of a table, and the macros that plant the faults of each.
fn submissions(faults: &[Fault]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut submissions = BTreeMap::from([("none", BTreeSet::new())]);
    for fault in faults {
        submissions.entry(fault.0).or_insert_with(BTreeSet::new).insert(fault.1);
    }
    submissions
}

/// Judges submissions with the faults, and one without, in one run.
fn judge_all(game: &str, faults: &[Fault], seed: u32, compiler: &Path) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/functions/{game}.c"));
    let file = format!("{game}.c");
    for (submission, planted) in submissions(faults) {
        let folder = directory.path().join("submissions").join(submission);
        fs::create_dir_all(&folder).unwrap();
        let planted: String = planted.iter().map(|fault| format!("#define {fault}\n")).collect();
        fs::write(folder.join(&file), format!("{planted}#include \"{}\"\n", source.display())).unwrap();
    }
    let seed = seed.to_string();
    let mut judge = Command::new(built::program("gridlaw"));
    judge.current_dir(directory.path()).env("CC", compiler).args(["judge", game, "--strict", "--seed", &seed]);
    judge.args(["--json", "all.json", "--each", "submissions/*", "--functions", &file]);
    let output = judge.output().expect("gridlaw runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&fs::read(directory.path().join("all.json")).unwrap()).unwrap()
}

/// The entry of a submission.
fn entry<'e>(entries: &'e Value, submission: &str) -> &'e Value {
    entries.as_array().unwrap().iter().find(|entry| entry["submission"] == submission).unwrap()
}

/// The functions that fail in a submission.
fn failing(entry: &Value) -> BTreeSet<&str> {
    clauses(entry, "fail").iter().filter_map(|mark| mark["clause"].as_str()).collect()
}

/// Compares the functions that fail, and their messages, with the planted faults.
fn assert_found(game: &str, faults: &[Fault]) {
    assert_compiler();
    let entries = judge_all(game, faults, 0, Path::new("cc"));
    for submission in submissions(faults).into_keys() {
        let entry = entry(&entries, submission);
        let failed = clauses(entry, "fail");
        let planted: Vec<_> = faults.iter().filter(|fault| fault.0 == submission).collect();
        assert_eq!(failing(entry), planted.iter().map(|fault| fault.2).collect(), "{game} {submission}: {failed:#?}");
        for (_, fault, function, wrong) in &planted {
            let mark = failed.iter().find(|mark| mark["clause"] == *function).unwrap();
            let found = &mark["counterexample"];
            assert!(found["wrong"].as_str().unwrap().contains(wrong), "{game} {fault}: {found:#}");
            assert!(found["arguments"].as_str().unwrap().contains('('), "{game} {fault}: {found:#}");
        }
        assert_eq!(entry["result"], if planted.is_empty() { "pass" } else { "fail" });
        assert!(clauses(entry, "not tried").is_empty() && clauses(entry, "judge error").is_empty());
    }
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_connect4s_functions_are_found() {
    assert_found("connect4", &CONNECT4);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_breakdowns_functions_are_found() {
    assert_found("breakdown", &BREAKDOWN);
}

/// A compiler without sanitizers: arrays end at a page that cannot be touched.
#[test]
#[ignore = "long: every planted fault"]
fn faults_are_found_without_sanitizers() {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    let compiler = directory.path().join("plain-cc");
    fs::write(&compiler, "#!/bin/sh\ncase \"$*\" in *-fsanitize*) exit 1;; esac\nexec cc \"$@\"\n").unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let mut wrong = Vec::new();
    for (game, faults) in [("connect4", &CONNECT4[..]), ("breakdown", &BREAKDOWN)] {
        let entries = judge_all(game, faults, 0, &compiler);
        for submission in submissions(faults).into_keys() {
            let planted: BTreeSet<&str> =
                faults.iter().filter(|fault| fault.0 == submission).map(|fault| fault.2).collect();
            let failing = failing(entry(&entries, submission));
            if failing != planted {
                wrong.push(format!("{game} {submission}: {failing:?}, and planted are {planted:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Prints a table: every planted fault, its function, the number of seeds that find it, and the
/// mean time to compile and judge the submission. `SEEDS` gives the number of seeds, 16 by default.
#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_functions_is_found_by_every_seed() {
    assert_compiler();
    let seeds: u32 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(16);
    let mut missed = Vec::new();
    for (game, faults) in [("connect4", &CONNECT4[..]), ("breakdown", &BREAKDOWN)] {
        let runs: Vec<Value> = (0..seeds).map(|seed| judge_all(game, faults, seed, Path::new("cc"))).collect();
        for (submission, fault, function, _) in faults {
            let found = runs.iter().filter(|run| failing(entry(run, submission)).contains(function)).count();
            let seconds = |run: &Value| entry(run, submission)["seconds"].as_f64().unwrap_or_default();
            let mean = runs.iter().map(seconds).sum::<f64>() / f64::from(seeds);
            let row = format!("| {game} --functions | {fault} | {found} | {mean:.1} | {function} |");
            let _ = writeln!(std::io::stdout(), "{row}");
            if found < runs.len() {
                missed.push(row);
            }
        }
        let passed = runs.iter().filter(|run| entry(run, "none")["result"] == "pass").count();
        assert_eq!(passed, runs.len(), "{game} without faults");
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The report of a fault has the smallest call that shows it, with the right and the wrong result.
#[test]
fn a_fault_is_shown_by_its_smallest_call() {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions/connect4.c");
    let text = fs::read_to_string(source).unwrap();
    fs::write(directory.path().join("mine.c"), format!("#define FOUR_ZEROES\n{text}")).unwrap();
    let words = ["judge", "connect4", "--only", "FourInARow", "--json", "marks.json", "--functions", "mine.c"];
    let output = gridlaw(directory.path(), &words);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("FourInARow({0, 0, 0, 0}, 4)") && shown.contains("connect4: WA: 1 fail ("), "{shown}");
    let marks: Value = serde_json::from_slice(&fs::read(directory.path().join("marks.json")).unwrap()).unwrap();
    let found = &marks["clauses"][0]["counterexample"];
    assert_eq!((&found["expected"], &found["found"]), (&Value::from("0"), &Value::from("-1")));
}

#[test]
fn files_that_do_not_compile_are_no_failure() {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("mine.c"), "int FourInARow(\n").unwrap();
    for (words, status, message) in [
        (["connect4", "--functions", "mine.c"], 3, "mine.c:"),
        (["connect4", "--functions", "other.c"], 3, "other.c"),
        (["jump61", "--functions", "mine.c"], 2, "no functions"),
        (["connect4", "--only", "B2"], 2, "--size"),
    ] {
        let output = gridlaw(directory.path(), &[&["judge"], &words[..]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {errors}");
        assert!(errors.contains(message), "{words:?}: {errors}");
    }
}

/// The judge writes headers outside the shelter, so it must not follow a submission's links.
#[test]
fn headers_are_not_written_through_links() {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    let outside = directory.path().join("outside");
    fs::write(&outside, "kept").unwrap();
    for (game, header, target) in [("connect4", "connect4.h", "outside"), ("breakdown", "board.h", "new")] {
        let folder = directory.path().join("submissions").join(game);
        fs::create_dir_all(&folder).unwrap();
        symlink(directory.path().join(target), folder.join(header)).unwrap();
        fs::write(folder.join("a.c"), format!("#include \"{header}\"\n")).unwrap();
        let submission = format!("submissions/{game}");
        let output = gridlaw(directory.path(), &["judge", game, "--each", &submission, "--functions", "a.c"]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read(&outside).unwrap(), b"kept", "{game}");
        assert!(!directory.path().join("new").exists(), "{game}");
    }
}
