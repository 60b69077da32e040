//! `gridlaw judge --functions`: planted faults in C functions, each found and named.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Faults of `functions/connect4.c`: the submission that has it, the macro, the function, and words
/// of what is wrong. Faults that hide none of the others share a submission.
const CONNECT4: [(&str, &str, &str, &str); 17] = [
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
];

/// Faults of `functions/breakdown.c`.
const BREAKDOWN: [(&str, &str, &str, &str); 16] = [
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
];

fn gridlaw(directory: &Path, words: &[&str]) -> Output {
    let mut judge = Command::new(assert_cmd::cargo::cargo_bin("gridlaw"));
    judge.current_dir(directory).args(words).output().expect("gridlaw runs")
}

/// Whether there is a C compiler; the tests need one.
fn assert_compiler() {
    assert!(Command::new("cc").arg("--version").output().is_ok(), "the tests need a C compiler: apt-get install gcc");
}

/// The clauses of an entry that ended so.
fn clauses<'e>(entry: &'e Value, result: &str) -> Vec<&'e Value> {
    let marks = entry["marks"]["clauses"].as_array().expect("marks");
    marks.iter().filter(|mark| mark["result"] == result).collect()
}

/// Judges submissions with the faults, and one without, in one run, and compares the functions that
/// fail.
fn assert_found(game: &str, faults: &[(&str, &str, &str, &str)]) {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/functions/{game}.c"));
    let file = format!("{game}.c");
    let submissions: BTreeSet<&str> = faults.iter().map(|fault| fault.0).chain(["none"]).collect();
    for submission in &submissions {
        let folder = directory.path().join("submissions").join(submission);
        fs::create_dir_all(&folder).unwrap();
        let planted: BTreeSet<&str> =
            faults.iter().filter(|fault| fault.0 == *submission).map(|fault| fault.1).collect();
        let planted: String = planted.iter().map(|fault| format!("#define {fault}\n")).collect();
        fs::write(folder.join(&file), format!("{planted}#include \"{}\"\n", source.display())).unwrap();
    }
    let words = ["judge", game, "--strict", "--json", "all.json", "--each", "submissions/*", "--functions", &file];
    let output = gridlaw(directory.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let entries: Value = serde_json::from_slice(&fs::read(directory.path().join("all.json")).unwrap()).unwrap();
    for submission in submissions {
        let entry = entries.as_array().unwrap().iter().find(|entry| entry["submission"] == submission).unwrap();
        let failed = clauses(entry, "fail");
        let planted: Vec<_> = faults.iter().filter(|fault| fault.0 == submission).collect();
        let names: BTreeSet<&str> = failed.iter().filter_map(|mark| mark["clause"].as_str()).collect();
        assert_eq!(names, planted.iter().map(|fault| fault.2).collect(), "{game} {submission}: {failed:#?}");
        for (_, fault, function, wrong) in planted {
            let mark = failed.iter().find(|mark| mark["clause"] == *function).unwrap();
            let found = &mark["counterexample"];
            assert!(found["wrong"].as_str().unwrap().contains(wrong), "{game} {fault}: {found:#}");
            assert!(found["arguments"].as_str().unwrap().contains('('), "{game} {fault}: {found:#}");
        }
        assert_eq!(entry["result"], if names.is_empty() { "pass" } else { "fail" });
        assert!(clauses(entry, "not tried").is_empty() && clauses(entry, "judge error").is_empty());
    }
}

#[test]
fn faults_of_connect4s_functions_are_found() {
    assert_found("connect4", &CONNECT4);
}

#[test]
fn faults_of_breakdowns_functions_are_found() {
    assert_found("breakdown", &BREAKDOWN);
}

/// The smallest call that shows a fault comes with what is right and what is found.
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
