//! Properties of a run of any game.

use std::time::Instant;

use serde_json::Value;

use crate::breakdown::BREAKDOWN;
use crate::candy::CANDY;
use crate::connect4::CONNECT4;
use crate::fitz::FITZ;
use crate::jump61::JUMP61;
use crate::support::{clauses, faulty, judge, marks, names, program};

/// The same seed gives the same games and results, however loaded the machine is.
#[test]
fn a_run_is_repeated_by_its_seed() {
    let faulty = faulty();
    let command = [&faulty[..], "breakdown", "short-fall", "{args}"];
    let first = marks(&BREAKDOWN, &["--seed", "7", "--games", "260"], &command).1;
    assert_eq!(first, marks(&BREAKDOWN, &["--seed", "7", "--games", "260"], &command).1);
    assert_eq!(first["game"], "breakdown");
    assert_eq!(first["seed"], 7);
    assert_eq!(first["command"][2], "short-fall");
}

/// An answer quotes the document and shows the boards before and after, with marks below the cells.
#[test]
fn a_difference_is_shown_beside_the_law() {
    let faulty = faulty();
    let command = [&faulty[..], "breakdown", "short-fall", "{args}"];
    let output = judge(&BREAKDOWN, &["--games", "100"], &command);
    let answer = String::from_utf8_lossy(&output.stdout);
    for part in
        ["FAIL  breakdown lets every loose cell fall", "then fall within their columns", "before", "the law", "^"]
    {
        assert!(answer.contains(part), "{part:?} is missing in:\n{answer}");
    }
}

/// What a program never shows is blocked, and not passed.
#[test]
fn a_program_that_does_not_play_passes_no_clause() {
    let games = [
        (&BREAKDOWN[..], &["{args}"][..]),
        (&CONNECT4, &["{args}"]),
        (&JUMP61, &[]),
        (&CANDY, &["{args}"]),
        (&FITZ, &["{args}"]),
    ];
    for (game, arguments) in games {
        for program in ["exit 0", "exit 1", "echo hello; cat > /dev/null", "kill -SEGV $$"] {
            let command = [&["sh", "-c", program][..], arguments].concat();
            let (_, marks) = marks(game, &["--games", "100"], &command);
            let names = |result: &str| names(&marks, result);
            assert_eq!(names("pass"), [""; 0], "{game:?} {program}");
            assert!(!names("fail").is_empty() && names("blocked").len() > 8, "{game:?} {program}: {marks:#}");
        }
    }
}

/// Input that must be refused stands before many boards; it is not blamed for their faults.
#[test]
fn a_fault_of_breakdown_breaks_its_own_clause_alone() {
    let faulty = faulty();
    for (fault, results) in [
        ("no-pass", [&["B2-pass"][..], &["B7-sizes"]]),
        ("tall-columns-float", [&["B2-falls"], &[]]),
        ("early-draw", [&["B1-goes-on"], &["B7-sizes"]]),
        ("status", [&[], &["B9-status"]]),
    ] {
        let (_, marks) = marks(&BREAKDOWN, &["--games", "300"], &[&faulty, "breakdown", fault, "{args}"]);
        let names = |result: &str| names(&marks, result);
        assert_eq!([&names("fail")[..], &names("note")], results, "{fault}");
    }
}

/// After a crash the judge plays the game again without the program's buffer. A program that then
/// ends well has crashed nevertheless.
#[test]
fn a_program_that_crashes_now_and_then_fails() {
    let crashes = format!("\"{}\" \"$@\"; [ \"$_STDBUF_O\" ] || kill -SEGV $$", program("play"));
    let (_, marks) = marks(&BREAKDOWN, &["--games", "4"], &["sh", "-c", &crashes, "sh", "{args}"]);
    assert_eq!([&marks["passed"], &marks["code"]], [&Value::from(false), &Value::from("RTE")], "{marks:#}");
    assert_eq!(names(&marks, "fail"), ["ends"], "{marks:#}");
}

/// The document does not say what the end of input does: boards for ever are a note, as prompts
/// are.
#[test]
fn a_flood_of_boards_at_the_end_of_input_is_a_note() {
    let floods =
        "shown=$(\"$0\" \"$@\"); status=$?; echo \"$shown\"; [ $status != 1 ] || exec yes \"$shown\"; exit $status";
    let play = program("play");
    let (_, marks) = marks(&BREAKDOWN, &["--games", "60"], &["sh", "-c", floods, &play, "{args}"]);
    assert_eq!(marks["passed"], true, "{marks:#}");
    assert_eq!(names(&marks, "note"), ["B9-end-of-input"], "{marks:#}");
    assert!(names(&marks, "pass").len() > 25, "{marks:#}");
}

/// A program that ends at once, and says why where nobody looks.
#[test]
fn a_program_that_shows_nothing_has_errors_to_be_shown() {
    let (directory, says) = (tempfile::tempdir().unwrap(), "echo SyntaxError >&2; exit 1");
    let page = directory.path().join("page.html");
    for (options, shown) in [(&[][..], "it wrote to standard error: --stderr shows it"), (&["--stderr"], "SyntaxError")]
    {
        let options = [&["--games", "2", "--report", page.to_str().unwrap()], options].concat();
        let output = judge(&BREAKDOWN, &options, &["sh", "-c", says]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let page = std::fs::read_to_string(&page).unwrap();
        assert!(text.contains(shown) && page.contains(shown), "{text}");
    }
}

/// A program that comes to the end of its input in a game that is over gives a wrong answer, and
/// ends as it should.
#[test]
fn the_status_of_the_end_of_input_is_no_runtime_error() {
    let faulty = faulty();
    for (game, fault) in [(&CONNECT4[..], "exactly-four"), (&CONNECT4, "full-board-only"), (&BREAKDOWN, "early-draw")] {
        let (_, marks) = marks(game, &["--games", "200"], &[&faulty, game[0], fault, "{args}"]);
        assert_eq!([&marks["passed"], &marks["code"]], [&Value::from(false), &Value::from("WA")], "{fault}: {marks:#}");
    }
    // A program that hangs after a board has not come to the prompt.
    let hangs = format!("\"{}\" \"$@\" < /dev/null 2> /dev/null | head -n 6; sleep 60", program("play"));
    let small = ["breakdown", "-w", "4", "-h", "4", "-k", "2", "-q", "2"];
    let options = ["--games", "2", "--timeout", "0.2"];
    let (_, hung) = marks(&small, &options, &["sh", "-c", &hangs, "sh", "{args}"]);
    let failed: Vec<[&Value; 2]> =
        clauses(&hung, &["fail"]).iter().map(|mark| [&mark["clause"], &mark["code"]]).collect();
    assert_eq!(failed, [[&Value::from("ends"), &Value::from("TLE")]], "{hung:#}");
    let (_, marks) = marks(&CONNECT4, &["--games", "20"], &["sh", "-c", "echo hello; exit 3"]);
    assert_eq!(marks["code"], "RTE");
    let wrong = clauses(&marks, &["fail"])[0]["counterexample"]["wrong"].as_str().unwrap().to_string();
    assert!(wrong.ends_with(": it ended with exit status 3"), "{wrong}");
}

/// A board or a prompt in another form fails only the clause of the form. The judge still reads it
/// and tries every other rule.
#[test]
fn a_board_in_another_form_fails_its_form_alone() {
    let faulty = faulty();
    let wrong = [
        (&BREAKDOWN[..], "spaced-cells", &["{args}"][..], "cells"),
        (&BREAKDOWN, "prompt-words", &["{args}"], "prompts"),
        (&CONNECT4, "spaced-display", &["{args}"], "display"),
        (&CONNECT4, "labels-shifted", &["{args}"], "display"),
        (&JUMP61, "dump-unindented", &[], "dump"),
    ];
    for (game, fault, arguments, clause) in wrong {
        let command = [&[&faulty[..], game[0], fault], arguments].concat();
        let (_, marks) = marks(game, &["--games", "60"], &command);
        let names = |result: &str| names(&marks, result);
        assert_eq!(names("fail"), [clause], "{game:?} {fault}");
        let others = [names("blocked"), names("note")].concat();
        assert!(others.is_empty() && names("pass").len() > 8, "{game:?} {fault}: {marks:#}");
    }
}

/// A driver like that of Connect4's course first asks what to do, and asks for ever at the end of
/// input: one more line of input, and one note.
#[test]
fn a_driver_of_the_course_is_played_after_its_question() {
    let connect4 = program("connect4");
    let driver = format!("read option && [ $option = 1 ] || exit 7; \"{connect4}\"; [ $? = 1 ] && exec yes; exit 0");
    let options = ["--games", "100", "--before", "1"];
    let (_, marks) = marks(&CONNECT4, &options, &["sh", "-c", &driver]);
    assert_eq!(marks["passed"], true, "{marks:#}");
    let notes: Vec<&Value> = clauses(&marks, &["note"]).iter().map(|mark| &mark["clause"]).collect();
    assert_eq!(notes, ["C6-end-of-input"], "{marks:#}");
    assert!(clauses(&marks, &["blocked"]).is_empty() && clauses(&marks, &["pass"]).len() > 8, "{marks:#}");
}

/// The page marks the square or the line by which a game is won.
#[test]
fn what_wins_is_marked_in_the_page() {
    let (faulty, directory) = (faulty(), tempfile::tempdir().unwrap());
    let page = directory.path().join("page.html");
    // Breakdown's game shrinks to a square of one cell.
    for (game, fault, clause, cells) in
        [(&BREAKDOWN[..], "no-result", "B1-white-wins", 1), (&CONNECT4, "wrong-winner", "C3-four-in-a-row", 4)]
    {
        let options = ["--games", "60", "--only", clause, "--report", page.to_str().unwrap()];
        assert_eq!(judge(game, &options, &[&faulty, game[0], fault, "{args}"]).status.code(), Some(1));
        let page = std::fs::read_to_string(&page).unwrap();
        let right = page.split("<h3>").find(|part| part.starts_with("Right")).expect("the law's board");
        assert!(right.matches(" wins\">").count() >= cells, "{game:?}: {right}");
    }
}

#[test]
fn clauses_are_chosen_by_name_and_by_ruling() {
    let faulty = faulty();
    let command = [&faulty[..], "breakdown", "short-fall", "{args}"];
    let (output, only) = marks(&BREAKDOWN, &["--games", "60", "--only", "b2", "--skip", "B2-pass"], &command);
    assert_eq!(output.status.code(), Some(1));
    let names: Vec<&Value> = only["clauses"].as_array().unwrap().iter().map(|mark| &mark["clause"]).collect();
    assert_eq!(names, ["B2-falls", "B2-only-breakdown"]);
    let (output, others) = marks(&BREAKDOWN, &["--games", "60", "--skip", "B2"], &command);
    assert_eq!(output.status.code(), Some(0), "{others}");
    let output = judge(&BREAKDOWN, &["--only", "B99"], &command);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("found `B99`"));
}

/// They would mark a right program as wrong, or nothing at all.
#[test]
fn commands_and_options_that_do_not_fit_the_game_are_refused() {
    for (game, words, said) in [
        (
            &CONNECT4[..],
            "-- ./none --size {size} --type 3",
            "expected --type 1, --type 2 or {type} in the command, found `3`",
        ),
        (&CONNECT4, "-- ./none --size=4", "expected --size 6 or {size} in the command, found `4`"),
        (
            &BREAKDOWN,
            "-- ./none -w {width}",
            "expected placeholders of breakdown ({w} {h} {k} {q} {args}), found {width}",
        ),
        (&BREAKDOWN, "-- ./none {arg}", "({w} {h} {k} {q} {args}), found {arg}"),
        (&BREAKDOWN, "--only b2 --skip B2 -- ./none", "--only, --skip: expected clauses to judge, found none"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let (options, command) = words.split_at(words.iter().position(|word| *word == "--").unwrap());
        let output = judge(game, options, &command[1..]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && errors.contains(said), "{words:?}: {errors}");
    }
}

/// A difference from the rulings alone is a note; with `--strict` it fails.
#[test]
fn rulings_are_notes_unless_strict() {
    let faulty = faulty();
    let command = [&faulty[..], "breakdown", "status", "{args}"];
    for (options, result, status) in [(&[][..], "note", 0), (&["--strict"][..], "fail", 1)] {
        let (output, marks) =
            marks(&BREAKDOWN, &[&["--games", "120", "--only", "B9-status"], options].concat(), &command);
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(marks["clauses"][0]["result"], result, "{marks}");
        assert_eq!(marks["clauses"][0]["source"], "ruling");
    }
}

/// A failure that stops every game hides the clauses after it.
#[test]
fn what_a_failure_hides_is_blocked() {
    let faulty = faulty();
    let fixed = ["-w", "8", "-h", "8", "-k", "3", "-q", "3", "-b"];
    let command = [&[&faulty[..], "breakdown", "prompt-words"][..], &fixed].concat();
    let (_, marks) = marks(&BREAKDOWN, &["--games", "60"], &command);
    assert!(clauses(&marks, &["blocked"]).is_empty(), "a prompt hides nothing");
    // A program of another game shows no board at all.
    let command = [&faulty[..], "jump61", "none"];
    let (output, marks) = self::marks(&CONNECT4, &["--games", "60"], &command);
    let blocked = clauses(&marks, &["blocked"]);
    for clause in ["display", "slides"] {
        assert!(blocked.iter().any(|mark| mark["clause"] == clause), "{marks}");
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("blocked by: the empty board"));
}

/// The budget bounds the whole run, a program that hangs included, and the marks are on disk.
#[test]
fn a_program_of_which_nothing_is_tried_has_not_passed() {
    let play = format!("{} -w {{w}} -h {{h}} -k {{k}} -q {{q}} -b", program("play"));
    for (options, command, why) in [
        (&["--games", "9", "--only", "B2-falls"][..], "true", "a failure of a rule that is not marked hides"),
        (&["--budget", "1"], "sleep 86423", "no game ended in time"),
        (&["--games", "1", "--only", "B1-white-wins"], &play, "no game reached a rule"),
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let (output, marks) = marks(&BREAKDOWN, options, &command);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && text.contains(&format!("nothing was tried: {why}")), "{text}");
        assert!(marks["passed"] == false && marks["code"].is_null(), "{marks}");
    }
}

#[test]
fn a_run_keeps_to_its_budget() {
    let faulty = faulty();
    let begun = Instant::now();
    let command = [&faulty[..], "breakdown", "hang", "{args}"];
    let (output, marks) = marks(&BREAKDOWN, &["--budget", "3s", "--timeout", "1"], &command);
    assert_eq!(output.status.code(), Some(1));
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    let fails = clauses(&marks, &["fail"]);
    let ends = fails.iter().find(|mark| mark["clause"] == "ends").expect("a hang");
    // The report names the second of `--timeout`, however little time was left for shrinking.
    let wrong = ends["counterexample"]["wrong"].as_str().unwrap();
    let seconds = wrong.split([' ', '(']).filter_map(|word| word.parse::<f64>().ok());
    assert!(seconds.fold(0.0, f64::max) >= 1.0, "{wrong}");
}

#[test]
fn a_report_is_one_page_that_stands_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let path = path.to_str().unwrap();
    let faulty = faulty();
    judge(&BREAKDOWN, &["--report", path, "--games", "60"], &[&faulty, "breakdown", "right-edge", "{args}"]);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("badge fail") && page.contains("<table class=\"board\">"), "{page}");
    judge(&BREAKDOWN, &["--report", path, "--games", "60"], &[&faulty, "breakdown", "none", "{args}"]);
    assert!(!std::fs::read_to_string(path).unwrap().contains("<section class=\"fail"));
}

#[test]
fn misuse_is_2_and_a_program_that_cannot_be_run_is_3() {
    let faulty = faulty();
    for (game, options, command, status) in [
        (&BREAKDOWN[..], &[][..], &["./no such program"][..], 3),
        (&BREAKDOWN, &[], &["/"], 3),
        (&BREAKDOWN, &[], &[], 2),
        (&BREAKDOWN, &["--timeout", "0"], &[&faulty], 2),
        (&BREAKDOWN, &["--timeout", "soon"], &[&faulty], 2),
        (&BREAKDOWN, &["--ai"], &[&faulty], 2),
        (&FITZ, &[], &[&faulty, "fitz", "none"], 2),
        (&CANDY, &[], &[&faulty, "candy", "none"], 2),
        (&["breakdown", "-w", "0", "-h", "1", "-k", "1", "-q", "1"], &[], &[&faulty], 2),
        (&BREAKDOWN, &["--budget", "0"], &[&faulty], 2),
        (&BREAKDOWN, &["--games", "0"], &[&faulty], 2),
    ] {
        let output = judge(game, options, command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{game:?} {options:?} -- {command:?}: {errors}");
        assert!(!errors.is_empty());
    }
}
