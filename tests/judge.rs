//! `gridlaw judge`: every planted fault is found and named, in a short game where there is one; the project's own
//! programs pass.

#![cfg(all(feature = "cli", unix))]

use std::path::PathBuf;
use std::process::{Command, Output};

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

/// How a fault is to be found.
struct Expected {
    fault: &'static str,
    /// What the line of the rule begins with: one of these.
    rules: &'static [&'static str],
    /// How many moves a game that shows it takes.
    moves: usize,
}

const fn fault(fault: &'static str, rules: &'static [&'static str], moves: usize) -> Expected {
    Expected { fault, rules, moves }
}

/// The value of a line of the answer: `rule     B1: …`.
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
    let rule = line(&answer, "rule");
    assert!(expected.rules.iter().any(|known| rule.starts_with(known)), "{name}: {rule}\n{answer}");
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

const BREAKDOWN: [&str; 9] = ["breakdown", "-w", "8", "-h", "8", "-k", "3", "-q", "3"];

#[test]
fn faults_of_breakdown_are_found() {
    for expected in [
        fault("black-first", &["B1: both own a square"], 12),
        fault("mover-first", &["B1: both own a square"], 12),
        fault("own-square-only", &["B1: a square wins whoever"], 8),
        fault("short-fall", &["B2: breakdown lets"], 6),
        fault("tall-columns-float", &["B2: breakdown lets"], 6),
        fault("right-edge", &["B3: a horizontal stick r", "B3: a stick that hangs"], 3),
        fault("sticks-out", &["B3: a horizontal stick that would stick out"], 3),
        fault("labels-past-9", &["B8: labels past"], 0),
        fault("labels-past-z", &["B8: labels past Z"], 0),
        fault("no-full-draw", &["B1: the board is full"], 4),
        fault("no-dead-draw", &["B1: no stick fits"], 4),
        fault("early-draw", &["B1: ", "B2: no stick fits"], 6),
        fault("empty-judged", &["B1: an empty board"], 1),
        fault("square-at-edge", &["B1: "], 6),
        fault("square-off-by-one", &["B1: "], 6),
        fault("leftmost-support", &["B3: "], 4),
        fault("slips-under", &["B3: "], 6),
        fault("vertical-slips-under", &["B3: "], 6),
        fault("no-pass", &["B2: breakdown that moves nothing", "B2: no stick", "B1: "], 3),
        fault("invalid-passes-turn", &["B9: "], 2),
        fault("no-room-passes-turn", &["B3: ", "B9: "], 6),
        fault("last-row", &["B3: "], 1),
        fault("word-border", &["B2: breakdown lets"], 6),
        fault("one-kind-for-single-cells", &["B3: ", "B4: "], 3),
        fault("wrong-column-letters", &["B9: a column beyond", "B3: "], 3),
        fault("hang", &["B9: the program ends"], 4),
        fault("crash", &["B9: the program ends"], 6),
        fault("flood", &["B9: the program ends"], 4),
        fault("status", &["B9: the program ends"], 12),
        fault("goes-on", &["B1: white owns", "B1: a square wins", "B9: "], 8),
        fault("no-result", &["B1: "], 6),
        fault("hang-at-end-of-input", &["B9: the program ends at the end"], 0),
        fault("closes-output", &["B1: "], 12),
    ] {
        let options = ["--games", "2000", "--seed", "1", "--timeout", "1"];
        let faulty = faulty();
        let mut command = vec![&faulty[..], "breakdown", expected.fault];
        command.extend(["-w", "{w}", "-h", "{h}", "-k", "{k}", "-q", "{q}"]);
        assert_found(&BREAKDOWN, &options, &command, &expected);
    }
}

#[test]
fn programs_of_breakdown_without_faults_pass() {
    let (faulty, play) = (faulty(), program("play"));
    let options = ["--games", "300", "--seed", "2", "--timeout", "30"];
    assert_passes(&BREAKDOWN, &options, &[&play, "{args}"]);
    assert_passes(&BREAKDOWN, &[&options[..], &["--strict"]].concat(), &[&play, "{args}"]);
    for fault in ["none", "child", "no-utf8"] {
        // Children that are left behind are waited for a little.
        let options = if fault == "child" { ["--games", "20"] } else { ["--games", "200"] };
        assert_passes(&BREAKDOWN, &options, &[&faulty, "breakdown", fault, "{args}"]);
    }
}
