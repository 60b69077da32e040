//! `gridlaw judge` finds and names every planted fault, in a short game where there is one, and
//! passes the project's own programs.
//!
//! Long runs of the project's own programs are ignored here; `cargo test -p gridlaw-programs --test
//! judge -- --ignored` has them.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

fn program(name: &str) -> String {
    assert_cmd::cargo::cargo_bin(name).to_string_lossy().into_owned()
}

/// The example `faulty`, which `cargo test` builds with the tests.
fn faulty() -> String {
    let tests = std::env::current_exe().expect("this is a program");
    let path: PathBuf = tests.ancestors().nth(2).expect("target/PROFILE/deps").join("examples").join("faulty");
    assert!(path.exists(), "{} is missing: `cargo build --example faulty` builds it", path.display());
    path.to_string_lossy().into_owned()
}

fn judge(game: &[&str], options: &[&str], command: &[&str]) -> Output {
    let mut judge = Command::new(program("gridlaw"));
    judge.arg("judge").args(game).args(options).arg("--").args(command);
    judge.output().expect("gridlaw runs")
}

/// How the judge must find a fault.
struct Expected {
    fault: &'static str,
    /// The clause that is named begins with one of these.
    clauses: &'static [&'static str],
    /// The most moves of the game that shows the fault.
    moves: usize,
}

const fn fault(fault: &'static str, clauses: &'static [&'static str], moves: usize) -> Expected {
    Expected { fault, clauses, moves }
}

/// The value of a line of the answer, such as `rule     B1: …`.
fn line<'t>(answer: &'t str, name: &str) -> &'t str {
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no line {name:?} in:\n{answer}")).trim()
}

#[track_caller]
fn assert_found(game: &[&str], options: &[&str], command: &[&str], expected: &Expected) {
    let output = judge(game, options, command);
    let answer = String::from_utf8_lossy(&output.stdout);
    let name = expected.fault;
    assert_eq!(output.status.code(), Some(1), "{name}: {answer}{}", String::from_utf8_lossy(&output.stderr));
    let clause = line(&answer, "rule");
    assert!(expected.clauses.iter().any(|known| clause.starts_with(known)), "{name}: {clause}\n{answer}");
    let moves = line(&answer, "moves");
    let moves = if moves == "none" { 0 } else { moves.split_whitespace().count() };
    assert!(moves <= expected.moves, "{name}: {moves} moves, and {} would do\n{answer}", expected.moves);
}

#[track_caller]
fn assert_passes(game: &[&str], options: &[&str], command: &[&str]) {
    let output = judge(game, options, command);
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{answer}{}", String::from_utf8_lossy(&output.stderr));
    assert!(answer.contains("No difference in "), "{answer}");
}

/// Programs of one game that are judged at the same time. The judge waits for those that hang, so
/// there are more of them than cores.
const WORKERS: usize = 3;

/// Judges every faulty program of a game, those that hang first, because they take longest.
fn assert_all_found(game: &[&str], options: &[&str], arguments: &[&str], faults: &[Expected]) {
    let faulty = faulty();
    let mut faults: Vec<&Expected> = faults.iter().collect();
    faults.sort_by_key(|expected| expected.fault.starts_with("hang"));
    let faults = Mutex::new(faults);
    let next = || faults.lock().ok()?.pop();
    let options = [&["--timeout", "1"], options].concat();
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(expected) = next() {
                    let command = [&[&faulty[..], game[0], expected.fault], arguments].concat();
                    assert_found(game, &options, &command, expected);
                }
            });
        }
    });
}

const BREAKDOWN: [&str; 9] = ["breakdown", "-w", "8", "-h", "8", "-k", "3", "-q", "3"];

#[test]
fn faults_of_breakdown_are_found() {
    let faults = [
        fault("black-first", &["B1: both own a square"], 12),
        fault("mover-first", &["B1: both own a square"], 12),
        fault("own-square-only", &["B1: a square wins whoever"], 10),
        fault("short-fall", &["B2: breakdown lets"], 6),
        fault("tall-columns-float", &["B2: breakdown lets"], 8),
        fault("right-edge", &["B3: a horizontal stick r", "B3: a stick that hangs"], 3),
        fault("sticks-out", &["B3: a horizontal stick that would stick out"], 3),
        fault("labels-past-9", &["B8: labels past"], 0),
        fault("labels-past-z", &["B8: labels past Z"], 0),
        fault("no-full-draw", &["B1: the board is full"], 4),
        fault("no-dead-draw", &["B1: no stick fits"], 6),
        fault("early-draw", &["B1: nothing has ended", "B2: no stick fits"], 8),
        fault("empty-judged", &["B1: an empty board"], 1),
        fault("square-at-edge", &["B1: "], 6),
        fault("square-off-by-one", &["B1: "], 10),
        fault("leftmost-support", &["B3: "], 4),
        fault("slips-under", &["B3: "], 6),
        fault("vertical-slips-under", &["B3: "], 6),
        fault("no-pass", &["B2: breakdown that moves nothing"], 3),
        fault("invalid-passes-turn", &["B9: "], 2),
        fault("no-room-passes-turn", &["B3: ", "B9: "], 6),
        fault("last-row", &["B3: "], 2),
        fault("word-border", &["B2: breakdown lets"], 6),
        fault("one-kind-for-single-cells", &["B3: ", "B4: "], 3),
        fault("wrong-column-letters", &["B9: a column beyond", "B3: "], 3),
        fault("hang", &["B9: the program ends"], 12),
        fault("crash", &["B9: the program ends"], 6),
        fault("flood", &["B9: the program ends"], 6),
        fault("status", &["B9: the program ends"], 12),
        fault("goes-on", &["B1: white owns", "B1: a square wins", "B9: "], 12),
        fault("no-result", &["B1: "], 10),
        fault("hang-at-end-of-input", &["B9: the program ends at the end"], 0),
        fault("closes-output", &["B1: "], 12),
    ];
    assert_all_found(&BREAKDOWN, &["--games", "2000", "--seed", "1"], &["{args}"], &faults);
    // A command that fixes the size, and one with a placeholder for every number.
    let numbers = ["-w", "8", "-h", "8", "-k", "3", "-q", "3"];
    assert_all_found(&BREAKDOWN, &[], &numbers, &[fault("tall-columns-float", &["B2: breakdown lets"], 8)]);
    let numbers = ["-w", "{w}", "-h", "{h}", "-k", "{k}", "-q", "{q}"];
    assert_all_found(&BREAKDOWN, &[], &numbers, &[fault("labels-past-9", &["B8: labels past"], 0)]);
}

#[test]
fn programs_of_breakdown_without_faults_pass() {
    let (faulty, play) = (faulty(), program("play"));
    let options = ["--games", "300", "--seed", "2"];
    assert_passes(&BREAKDOWN, &options, &[&play, "{args}"]);
    assert_passes(&BREAKDOWN, &[&options[..], &["--strict"]].concat(), &[&play, "{args}"]);
    // The judge waits a little for children that a program leaves behind.
    for (fault, games) in [("none", "300"), ("no-utf8", "100"), ("child", "20")] {
        assert_passes(&BREAKDOWN, &["--games", games], &[&faulty, "breakdown", fault, "{args}"]);
    }
}

const FITZ: [&str; 6] = ["fitz", "../examples/fitz.tiles", "--rows", "6", "--cols", "5"];

#[test]
fn faults_of_fitz_are_found() {
    let faults = [
        fault("counterclockwise", &["The Game", "F1", "Automatic"], 2),
        fault("no-wrap-of-tiles", &["F10: the tile", "Automatic", "The Game", "F3"], 3),
        fault("tile-counter-each", &["F10: the tile", "Automatic", "The Game", "F3"], 3),
        fault("overlaps", &["F4", "Automatic", "F3", "F10"], 4),
        fault("off-the-board", &["F4", "Automatic", "F3", "F10"], 4),
        fault("middle-must-be-on-board", &["The Game", "Automatic", "F3", "F10"], 4),
        fault("board-again-after-invalid", &["F4"], 2),
        fault("prompt-without-space", &["Interaction: `Player *] `"], 0),
        fault("angle-360", &["F4"], 2),
        fault("trailing-blank-accepted", &["F4"], 2),
        fault("type1-from-origin", &["Automatic player moves: type 1"], 3),
        fault("type1-own-latest", &["Automatic player moves: type 1"], 4),
        fault("type1-places-first", &["Automatic player moves: type 1"], 4),
        fault("type2-second-from-top", &["Automatic player moves: type 2"], 3),
        fault("type2-either-latest", &["Automatic player moves: type 2"], 4),
        fault("late-end", &["F10: a first tile", "F8"], 0),
        fault("wins-with-full-stop", &["F3", "F10"], 3),
        fault("end-of-input-status", &["Errors and messages: the end of input"], 2),
        fault("end-of-input-on-stdout", &["Errors and messages: the end of input"], 2),
        fault("show-trailing-blank", &["F1: one argument"], 0),
        fault("show-no-blank-line", &["F1: one argument"], 0),
        fault("dimension-1000", &["F2: a height or width"], 0),
        fault("player-before-tiles", &["Errors and messages: tiles", "F7"], 0),
        fault("save-takes-turn", &["F5"], 2),
        fault("save-next-tile", &["F5"], 2),
        fault("save-swaps-size", &["F5"], 2),
        fault("load-ignores-turn", &["F8", "F10", "Interaction", "Automatic"], 3),
        fault("load-takes-long-rows", &["F8: wrong saved games"], 0),
        fault("long-tile-file", &["F7"], 0),
        fault("status", &["Errors and messages: a finished game"], 3),
        fault("hang", &["Notes and tips: the program ends"], 12),
        fault("crash", &["Notes and tips: the program ends"], 12),
        fault("flood", &["Notes and tips: the program ends"], 12),
        fault("partial-line-lost", &["The Game", "F6"], 2),
    ];
    assert_all_found(&FITZ, &["--games", "4000", "--seed", "1"], &["{args}"], &faults);
    let each = ["{tiles}", "{p1}", "{p2}", "{height}", "{width}"];
    assert_all_found(&FITZ, &[], &each, &[fault("type1-own-latest", &["Automatic player moves: type 1"], 4)]);
}

#[test]
fn programs_of_fitz_without_faults_pass() {
    let options = ["--games", "400", "--seed", "2"];
    assert_passes(&FITZ, &options, &[&program("fitz"), "{args}"]);
    assert_passes(&FITZ, &[&options[..], &["--strict"]].concat(), &[&program("fitz"), "{args}"]);
    assert_passes(&FITZ, &options, &[&faulty(), "fitz", "none", "{args}"]);
}

#[test]
fn faults_of_jump61_are_found() {
    let game = ["jump61", "--size", "6"];
    let faults = [
        fault("edges-like-corners", &["Rules of Jump61", "Textual Input Language: `set`"], 6),
        fault("color-kept", &["Rules of Jump61: overfull", "J7"], 8),
        fault("wins-twice", &["J7"], 6),
        fault("no-win", &["J7"], 6),
        fault("turn-alternates-from-start", &["Rules of Jump61", "J2", "Textual Input Language: an automatic"], 3),
        fault("opponents-square", &["Rules of Jump61: a square of the opponent's"], 3),
        fault("moves-while-stopped", &["J1"], 2),
        fault("set-zero-keeps-color", &["Textual Input Language: `set`", "Rules of Jump61"], 3),
        fault("dump-by-columns", &["Rules of Jump61", "Textual Input Language"], 2),
        fault("automatic-illegal", &["Output: `P moves R C.`"], 4),
        fault("automatic-waits", &["Textual Input Language: an automatic side"], 6),
        fault("error-stops-game", &["Rules of Jump61", "J4", "Textual"], 3),
        fault("status", &["Output: the exit status"], 1),
        fault("hang", &["Other Requirements"], 12),
        fault("crash", &["Other Requirements"], 12),
        fault("flood", &["Other Requirements"], 12),
    ];
    assert_all_found(&game, &["--games", "1000", "--seed", "1"], &[], &faults);
    assert_all_found(&game, &["--strict"], &[], &[fault("short-words-refused", &["J5", "J8", "Rules", "J2"], 6)]);
    let small = ["jump61", "--size", "4"];
    assert_all_found(&small, &["--ai", "--games", "50"], &[], &[fault("automatic-weak", &["J10"], 8)]);
}

/// Seeds whose automatic moves take the player's search little time; the others are in the long
/// runs.
#[test]
fn programs_of_jump61_without_faults_pass() {
    let game = ["jump61", "--size", "6"];
    let jump61 = program("jump61");
    assert_passes(&game, &["--games", "22", "--seed", "6"], &[&jump61]);
    assert_passes(&game, &["--games", "40", "--seed", "6", "--strict"], &[&jump61]);
    assert_passes(&["jump61", "--size", "4"], &["--games", "8", "--ai"], &[&jump61]);
    assert_passes(&game, &["--games", "200", "--seed", "2"], &[&faulty(), "jump61", "none"]);
}

#[test]
#[ignore = "long: the automatic player searches for half a minute in a debug build"]
fn many_games_of_jump61_pass() {
    let game = ["jump61", "--size", "6"];
    let jump61 = program("jump61");
    assert_passes(&game, &["--games", "200", "--seed", "2"], &[&jump61]);
    assert_passes(&game, &["--games", "200", "--seed", "3", "--strict"], &[&jump61]);
    assert_passes(&["jump61", "--size", "4"], &["--games", "24", "--ai"], &[&jump61]);
}

#[test]
fn faults_of_connect4_are_found() {
    let game = ["connect4", "--size", "6"];
    let faults = [
        fault("one-diagonal", &["C3"], 12),
        fault("no-last-to-place", &["C2"], 12),
        // A board whose edge is taken and whose inner cells are not has more than twelve tokens.
        fault("full-board-only", &["C2"], 24),
        fault("exactly-four", &["C3"], 12),
        fault("stops-short", &["Game play"], 1),
        fault("slides-through-center", &["Game play"], 1),
        fault("forfeit-asks-again", &["Game play", "C1", "C5"], 4),
        fault("forfeit-overwrites", &["Game play", "C1"], 4),
        fault("wrong-winner", &["C2", "C3"], 12),
        fault("labels-shifted", &["Task Nine"], 0),
        fault("center-of-odd-boards", &["The empty board", "Game play"], 0),
        fault("bot-forfeits", &["C5: a bot plays"], 1),
        fault("bot-misses-wins", &["C5: a bot takes"], 6),
        fault("status", &["C6"], 12),
        fault("hang", &["C6"], 8),
        fault("crash", &["C6"], 8),
        fault("flood", &["C6"], 8),
    ];
    assert_all_found(&game, &["--games", "1000", "--seed", "1"], &["{args}"], &faults);
}

#[test]
fn programs_of_connect4_without_faults_pass() {
    let game = ["connect4", "--size", "7"];
    let connect4 = program("connect4");
    // Size and type typed, and given on the command line.
    assert_passes(&game, &["--games", "200", "--seed", "2"], &[&connect4]);
    assert_passes(&game, &["--games", "200", "--strict"], &[&connect4]);
    assert_passes(&game, &["--games", "200", "--strict"], &[&connect4, "--size", "{size}", "--type", "{type}"]);
    assert_passes(&game, &["--games", "200"], &[&faulty(), "connect4", "none"]);
}

const CANDY: [&str; 2] = ["candy", "../tests/candy/8x8.json"];

#[test]
fn faults_of_candy_are_found() {
    let faults = [
        fault("threes-first", &["K1", "Game State", "K4"], 3),
        fault("rows-first", &["K1", "Game State", "K4"], 3),
        fault("gravity-each-template", &["K1", "Game State", "K4"], 3),
        fault("no-second-step", &["K1", "Game State", "K4"], 3),
        fault("counts-zero-states", &["Game State: the score"], 3),
        fault("states-below-zero", &["Game State: a square's state"], 3),
        fault("offset-wrapped", &["K4"], 2),
        fault("extension-never-wraps", &["K1"], 2),
        fault("illegal-swap", &["K2", "K1"], 2),
        fault("moves-not-counted", &["K2"], 2),
        fault("score-per-template", &["Game State: the score"], 2),
        fault("resets-state", &["K1", "K2", "K4", "Game State"], 2),
        fault("type-from-top", &["K1", "Game State", "K4"], 3),
        fault("not-saved", &["K7: the game is saved"], 0),
        fault("says-won", &["K6"], 2),
        fault("status", &["K7: the program ends"], 0),
        fault("hang", &["K7: the program ends"], 4),
        fault("crash", &["K7: the program ends"], 4),
        fault("flood", &["K7: the program ends"], 4),
    ];
    assert_all_found(&CANDY, &["--games", "1000", "--seed", "1"], &["{file}", "{out}"], &faults);
}

#[test]
fn programs_of_candy_without_faults_pass() {
    let candy = program("candy");
    assert_passes(&CANDY, &["--games", "100", "--seed", "2"], &[&candy, "{args}"]);
    assert_passes(&CANDY, &["--games", "60", "--strict"], &[&candy, "{file}", "--out", "{out}"]);
    assert_passes(&CANDY, &["--games", "40"], &[&faulty(), "candy", "none", "{file}"]);
}

/// The same seed finds the same game, and the command in the answer finds it again.
#[test]
fn a_run_is_repeated_by_its_seed() {
    let faulty = faulty();
    let command = [&faulty[..], "breakdown", "short-fall", "{args}"];
    let answer = |options: &[&str]| {
        let output = judge(&BREAKDOWN, options, &command);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        answer.lines().filter(|line| !line.contains("difference, found in")).map(|line| format!("{line}\n")).collect()
    };
    let first: String = answer(&["--seed", "7"]);
    assert_eq!(first, answer(&["--seed", "7"]));
    let again = line(&first, "found again by");
    let (_, games) = again.split_once("--games ").expect("the number of games");
    let games = games.split(' ').next().expect("a number");
    assert_eq!(first, answer(&["--games", games, "--seed", "7"]));
}

/// An answer shows both boards, marks below the cells, and commands that show the difference again.
#[test]
fn a_difference_is_shown_beside_the_law_and_reproduced_by_a_shell() {
    let faulty = faulty();
    let output = judge(&BREAKDOWN, &["--seed", "1"], &[&faulty, "breakdown", "short-fall", "{args}"]);
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("the law") && answer.contains("the program") && answer.contains('^'), "{answer}");
    let shell = line(&answer, "the program       printf");
    let shown = Command::new("sh").args(["-c", &format!("printf {shell}")]).output().expect("a shell");
    let law =
        line(&answer, "the law           echo").replace("gridlaw verdict", &format!("{} verdict", program("gridlaw")));
    let verdict = Command::new("sh").args(["-c", &format!("echo {law}")]).output().expect("a shell");
    assert!(shown.stdout.starts_with(b"  0") && verdict.status.success(), "{answer}");
    assert!(verdict.stdout.starts_with(b". ") || verdict.stdout.starts_with(b"B "), "{verdict:?}");
}

#[test]
fn a_report_is_one_page_that_stands_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let path = path.to_str().unwrap();
    let faulty = faulty();
    judge(&BREAKDOWN, &["--report", path], &[&faulty, "breakdown", "right-edge", "{args}"]);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("A difference in breakdown 8x8 k3 q3") && page.contains("<table class=\"board\">"), "{page}");
    judge(&BREAKDOWN, &["--report", path, "--games", "10"], &[&faulty, "breakdown", "none", "{args}"]);
    assert!(std::fs::read_to_string(path).unwrap().contains("No difference in breakdown"));
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
        (&BREAKDOWN, &["--games", "0"], &["./no such program"], 0),
    ] {
        let output = judge(game, options, command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{game:?} {options:?} -- {command:?}: {errors}");
        assert_eq!(errors.is_empty(), status == 0, "{errors}");
    }
}
