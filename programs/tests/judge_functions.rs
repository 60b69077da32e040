//! `gridlaw judge --functions`: planted faults in C functions, each found and named.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Faults of `functions/connect4.c`: the macro, the function, and words of what is wrong.
const CONNECT4: [(&str, &str, &str); 18] = [
    ("PRIZE_OF_EQUALS", "SecondPlacePrize", "is not what is right"),
    ("FOUR_ZEROES", "FourInARow", "is not what is right"),
    ("FOUR_PAST_END", "FourInARow", "READ of size 4 in FourInARow at connect4.c:"),
    ("BINARY_EIGHT", "BinaryToDecimal", "is not what is right"),
    ("MEDIAN_ARRAY", "MedianAbility", "connect4.c:"),
    ("MEDIAN_UPPER", "MedianAbility", "is not what is right"),
    ("SPACES_PAST_END", "RemoveSpaces", "WRITE of size 1 in RemoveSpaces at connect4.c:"),
    ("SPACES_FOREVER", "RemoveSpaces", "it does not return"),
    ("INIT_ALL", "InitialiseBoard", "is not what is right"),
    ("MOVE_REPLACES", "AddMoveToBoard", "is not what is right"),
    ("MOVE_UNBOUNDED", "AddMoveToBoard", ""),
    ("MOVE_FORGETS", "AddMoveToBoard", "is not what is right"),
    ("OVER_NEVER_FULL", "CheckGameOver", "is not what is right"),
    ("OVER_ONE_DIAGONAL", "CheckGameOver", "is not what is right"),
    ("STRING_UNENDED", "GetDisplayBoardString", "is not what is right"),
    ("BOT_BLIND", "GetMoveBot1", "is not what is right"),
    ("BOT_BLOCKED_ENTRY", "GetMoveBot2", "is not what is right"),
    ("NOTHING_PLANTED", "", ""),
];

/// Faults of `functions/breakdown.c`.
const BREAKDOWN: [(&str, &str, &str); 16] = [
    ("POS_EXCHANGED", "make_pos", "is not what is right"),
    ("BITS_ROUNDED_DOWN", "board_new", "heap-buffer-overflow"),
    ("ROWS_OF_BYTES", "board_new", "heap-buffer-overflow"),
    ("ROWS_LEAK", "board_free", "is not what is right"),
    ("LABELS_END", "board_show", "is not what is right"),
    ("GET_WRONG_BOUND", "board_get", ""),
    ("BITS_ADDED", "board_set", "is not what is right"),
    ("GAME_TURNED", "new_game", "is not what is right"),
    ("GAME_LEAKS", "game_free", "is not what is right"),
    ("STICK_STICKS_OUT", "drop_stick", ""),
    ("DROP_TURNS", "drop_stick", "is not what is right"),
    ("FALL_ONE_ROW", "breakdown", "is not what is right"),
    ("BOTH_IS_BLACK", "game_outcome", "is not what is right"),
    ("DRAW_WHILE_LOOSE", "game_outcome", "is not what is right"),
    ("NOTHING_PLANTED", "", ""),
    ("SQUARE_WITHOUT_CORNER", "game_outcome", "is not what is right"),
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

/// Judges a submission for each fault, in one run, and looks for the function that it names.
fn assert_found(game: &str, faults: &[(&str, &str, &str)]) {
    assert_compiler();
    let directory = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/functions/{game}.c"));
    let file = format!("{game}.c");
    for (fault, _, _) in faults {
        let folder = directory.path().join("submissions").join(fault);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(&file), format!("#define {fault}\n#include \"{}\"\n", source.display())).unwrap();
    }
    let output = gridlaw(
        directory.path(),
        &[
            "judge",
            game,
            "--strict",
            "--json",
            "all.json",
            "--jobs",
            "2",
            "--each",
            "submissions/*",
            "--functions",
            &file,
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let entries: Value = serde_json::from_slice(&fs::read(directory.path().join("all.json")).unwrap()).unwrap();
    for (fault, function, wrong) in faults {
        let entry = entries.as_array().unwrap().iter().find(|entry| entry["submission"] == *fault).unwrap();
        let failed = clauses(entry, "fail");
        let names: Vec<&str> = failed.iter().filter_map(|mark| mark["clause"].as_str()).collect();
        let named = Some(*function).filter(|function| !function.is_empty());
        assert_eq!(names, Vec::from_iter(named), "{game} {fault}: {entry:#}");
        assert!(
            failed.iter().all(|mark| {
                let found = &mark["counterexample"];
                found["wrong"].as_str().unwrap().contains(wrong) && !found["arguments"].as_str().unwrap().is_empty()
            }),
            "{game} {fault}: {failed:#?}"
        );
        assert_eq!(entry["result"], if named.is_some() { "fail" } else { "pass" });
        assert!(clauses(entry, "not tried").is_empty() && clauses(entry, "judge error").is_empty(), "{fault}");
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
    assert!(shown.contains("FourInARow({0, 0, 0, 0}, 4)") && shown.contains("connect4: 1 fail ("), "{shown}");
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
