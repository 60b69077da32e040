//! `gridlaw judge` finds every planted fault and names the right clause for it, in a short game
//! where there is one, and passes the project's own programs.
//!
//! Long runs are ignored here; `cargo test -p gridlaw-programs --test judge -- --ignored` has them.

#![cfg(unix)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use serde_json::Value;

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

/// Our own programs are not shut in, which would take most of the time; `judge_folder.rs` does it.
fn judge(game: &[&str], options: &[&str], command: &[&str]) -> Output {
    let mut judge = Command::new(program("gridlaw"));
    judge.arg("judge").args(game).arg("--no-isolation").args(options).arg("--").args(command);
    judge.output().expect("gridlaw runs")
}

/// The output of the judge, and its JSON object.
fn marks(game: &[&str], options: &[&str], command: &[&str]) -> (Output, Value) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("marks.json");
    let output = judge(game, &[options, &["--json", path.to_str().unwrap()]].concat(), command);
    let json = std::fs::read(path).unwrap_or_default();
    (output, serde_json::from_slice(&json).unwrap_or_default())
}

/// The clauses with one of these results.
fn clauses<'v>(marks: &'v Value, results: &[&str]) -> Vec<&'v Value> {
    let all = marks["clauses"].as_array().map_or(&[][..], |clauses| clauses);
    all.iter().filter(|mark| results.iter().any(|result| mark["result"] == *result)).collect()
}

/// A planted fault, and how the judge must find it.
struct Expected {
    fault: &'static str,
    /// One of these clauses is named.
    clauses: &'static [&'static str],
    /// The most moves of the game that shows the fault.
    moves: usize,
}

const fn fault(fault: &'static str, clauses: &'static [&'static str], moves: usize) -> Expected {
    Expected { fault, clauses, moves }
}

/// The mark that names the fault, if one does.
fn named<'v>(marks: &'v Value, expected: &Expected) -> Option<&'v Value> {
    let broken = clauses(marks, &["fail", "note"]);
    let is_right = |mark: &&&Value| expected.clauses.iter().any(|&clause| mark["clause"] == clause);
    broken.iter().find(is_right).copied()
}

/// Checks that the judge finds a fault.
///
/// # Errors
/// What it found instead.
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
        _ => moves.split_whitespace().count(),
    };
    if moves > expected.moves {
        return Err(format!("{name}: {moves} moves, and {} would do: {:#?}", expected.moves, broken()));
    }
    Ok(())
}

#[track_caller]
fn assert_passes(game: &[&str], options: &[&str], command: &[&str]) {
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

/// Does something with every fault of a game, those that hang first, because they take longest.
fn for_all(faults: &[Expected], act: &(dyn Fn(&Expected) + Sync)) {
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

#[track_caller]
fn assert_all_found(game: &[&str], options: &[&str], arguments: &[&str], faults: &[Expected]) {
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
const GAMES: [&str; 4] = ["--games", "230", "--seed", "1"];

const BREAKDOWN: [&str; 9] = ["breakdown", "-w", "8", "-h", "8", "-k", "3", "-q", "3"];

const BREAKDOWN_FAULTS: &[Expected] = &[
    fault("black-first", &["B1-both-squares"], 12),
    fault("mover-first", &["B1-both-squares"], 12),
    fault("own-square-only", &["B1-other-wins"], 10),
    fault("short-fall", &["B2-falls"], 6),
    fault("tall-columns-float", &["B2-falls"], 8),
    fault("right-edge", &["B3-right-edge", "B3-horizontal", "B3-overhang"], 3),
    fault("sticks-out", &["B3-sticks-out"], 3),
    fault("labels-past-9", &["labels-past-9"], 1),
    fault("labels-past-z", &["labels-past-Z"], 1),
    fault("no-full-draw", &["B1-full-draw"], 8),
    fault("no-dead-draw", &["B1-dead-draw"], 8),
    fault("early-draw", &["B1-goes-on", "B2-only-breakdown"], 8),
    fault("empty-judged", &["B1-empty-board"], 1),
    fault("square-at-edge", &["B1-black-wins", "B1-white-wins", "B1-other-wins"], 6),
    fault("square-off-by-one", &["B1-black-wins", "B1-white-wins", "B1-other-wins"], 10),
    fault("leftmost-support", &["B3-horizontal", "B3-overhang"], 4),
    fault("slips-under", &["B3-horizontal", "B3-overhang", "B3-right-edge"], 6),
    fault("vertical-slips-under", &["B3-vertical", "B3-no-room-vertical"], 6),
    fault("no-pass", &["B2-pass"], 3),
    fault("invalid-passes-turn", &["invalid-kind", "turns"], 3),
    fault("no-room-passes-turn", &["B3-no-room-vertical", "B3-no-room-horizontal", "B3-sticks-out", "turns"], 8),
    fault("last-row", &["B3-vertical"], 2),
    fault("word-border", &["B2-falls"], 6),
    fault("one-kind-for-single-cells", &["B4-single-cell", "B3-horizontal", "B3-right-edge"], 3),
    fault("wrong-column-letters", &["invalid-column", "B3-vertical", "B3-horizontal"], 3),
    fault("hang", &["ends"], 12),
    fault("crash", &["ends"], 8),
    fault("flood", &["ends"], 6),
    fault("status", &["B9-status"], 12),
    fault("goes-on", &["B1-white-wins", "B1-other-wins"], 12),
    fault("no-result", &["B1-black-wins"], 10),
    fault("hang-at-end-of-input", &["B9-end-of-input"], 4),
    fault("closes-output", &["B1-full-draw", "B1-dead-draw", "B1-both-squares"], 12),
    fault("prompt-words", &["prompts"], 1),
    fault("no-blank-line", &["blank-lines"], 1),
    fault("option-order", &["option-order"], 1),
    fault("neither-accepted", &["one-representation"], 1),
    fault("neither-crashes", &["one-representation"], 1),
    fault("both-accepted", &["one-representation"], 1),
    fault("unknown-accepted", &["B9-unknown-option"], 1),
    fault("unknown-crashes", &["B9-unknown-option"], 1),
    fault("false-win", &["B1-goes-on"], 8),
];

#[test]
fn faults_of_breakdown_are_found() {
    assert_all_found(&BREAKDOWN, &GAMES, &["{args}"], BREAKDOWN_FAULTS);
    // A command that fixes the size, and one with a placeholder for every number.
    let numbers = ["-w", "8", "-h", "8", "-k", "3", "-q", "3", "-b"];
    assert_all_found(&BREAKDOWN, &["--games", "400"], &numbers, &[fault("tall-columns-float", &["B2-falls"], 8)]);
    let numbers = ["-w", "{w}", "-h", "{h}", "-k", "{k}", "-q", "{q}", "-m"];
    assert_all_found(&BREAKDOWN, &GAMES, &numbers, &[fault("labels-past-9", &["labels-past-9"], 1)]);
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

const FITZ_FAULTS: &[Expected] = &[
    fault("counterclockwise", &["F1-placed", "F1-show"], 2),
    fault("no-wrap-of-tiles", &["F10-tile"], 8),
    fault("tile-counter-each", &["F10-tile"], 8),
    fault("overlaps", &["F4-refused", "F3-wins"], 6),
    fault("off-the-board", &["F4-refused", "F3-wins"], 6),
    fault("middle-must-be-on-board", &["F1-placed", "type-1", "type-2"], 4),
    fault("board-again-after-invalid", &["F4-refused"], 3),
    fault("prompt-without-space", &["prompt"], 3),
    fault("angle-360", &["F4-refused"], 4),
    fault("trailing-blank-accepted", &["F4-refused"], 4),
    fault("type1-from-origin", &["type-1"], 3),
    fault("type1-own-latest", &["type-1"], 4),
    fault("type1-places-first", &["type-1"], 4),
    fault("type2-second-from-top", &["type-2"], 4),
    fault("type2-either-latest", &["type-2"], 4),
    fault("late-end", &["F10-no-first"], 0),
    fault("wins-with-full-stop", &["F3-wins"], 4),
    fault("end-of-input-status", &["end-of-input"], 3),
    fault("end-of-input-on-stdout", &["end-of-input"], 3),
    fault("show-trailing-blank", &["F1-show"], 0),
    fault("show-no-blank-line", &["F1-show"], 0),
    fault("dimension-1000", &["F2-dimensions"], 0),
    fault("player-before-tiles", &["F7-tile-contents", "tile-access"], 0),
    fault("save-takes-turn", &["F5-save"], 4),
    fault("save-next-tile", &["F5-save"], 4),
    fault("save-swaps-size", &["F5-save"], 4),
    fault("load-ignores-turn", &["F8-load"], 3),
    fault("load-takes-long-rows", &["F8-save-contents"], 0),
    fault("long-tile-file", &["F7-tile-contents"], 0),
    fault("status", &["normal-exit"], 6),
    fault("hang", &["ends", "type-1", "type-2"], 12),
    fault("crash", &["ends"], 12),
    fault("flood", &["ends"], 12),
    fault("partial-line-lost", &["F6-mid-line"], 3),
    fault("directory-is-contents", &["tile-access"], 0),
    fault("path-up-to-blank", &["F5-save"], 6),
    fault("wraps-integers", &["F4-refused"], 4),
    fault("type2-never-wraps", &["type-2"], 12),
    fault("plus-accepted", &["F2-plain-numbers"], 0),
];

#[test]
fn faults_of_fitz_are_found() {
    assert_all_found(&FITZ, &GAMES, &["{args}"], FITZ_FAULTS);
    let each = ["{tiles}", "{p1}", "{p2}", "{height}", "{width}"];
    assert_all_found(&FITZ, &GAMES, &each, &[fault("type1-own-latest", &["type-1"], 4)]);
}

#[test]
fn programs_of_fitz_without_faults_pass() {
    let options = ["--games", "400", "--seed", "2"];
    assert_passes(&FITZ, &options, &[&program("fitz"), "{args}"]);
    assert_passes(&FITZ, &[&options[..], &["--strict"]].concat(), &[&program("fitz"), "{args}"]);
    assert_passes(&FITZ, &options, &[&faulty(), "fitz", "none", "{args}"]);
}

const JUMP61: [&str; 3] = ["jump61", "--size", "6"];

const JUMP61_FAULTS: &[Expected] = &[
    fault("edges-like-corners", &["cascades", "moves", "J3-set"], 6),
    fault("color-kept", &["cascades", "J7-wins"], 8),
    fault("wins-twice", &["J7-wins"], 6),
    fault("no-win", &["J7-wins"], 6),
    fault("turn-alternates-from-start", &["J2-turn", "moves", "cascades", "opponents-square"], 3),
    fault("opponents-square", &["opponents-square"], 3),
    fault("moves-while-stopped", &["J1-not-playing"], 2),
    fault("set-zero-keeps-color", &["J3-set", "opponents-square", "moves"], 3),
    fault("dump-by-columns", &["moves", "cascades", "J3-set"], 2),
    fault("automatic-illegal", &["automatic-legal"], 4),
    fault("automatic-waits", &["automatic-plays"], 6),
    fault("error-stops-game", &["moves", "cascades", "opponents-square"], 3),
    fault("false-win", &["false-win"], 6),
    fault("comment-plays", &["comments"], 2),
    fault("size-11-accepted", &["J4-errors"], 1),
    fault("start-on-won", &["J7-start"], 6),
    fault("status", &["status"], 1),
    fault("hang", &["ends"], 12),
    fault("crash", &["ends"], 12),
    fault("flood", &["ends"], 12),
    fault("short-words-refused", &["J5-words"], 2),
];

#[test]
fn faults_of_jump61_are_found() {
    assert_all_found(&JUMP61, &["--games", "60", "--seed", "1"], &[], JUMP61_FAULTS);
    let small = ["jump61", "--size", "4"];
    let weak = fault("automatic-weak", &["J10-finds-wins", "J10-holds", "J10-finds-long-wins", "J10-holds-long"], 8);
    assert_all_found(&small, &["--ai", "--games", "30"], &[], &[weak]);
}

/// Seeds whose automatic moves take the player's search little time; the others are in the long
/// runs.
#[test]
fn programs_of_jump61_without_faults_pass() {
    let jump61 = program("jump61");
    assert_passes(&JUMP61, &["--games", "30", "--seed", "6"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "30", "--seed", "6", "--strict"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "100", "--seed", "2"], &[&faulty(), "jump61", "none"]);
}

#[test]
#[ignore = "long: the automatic player searches for half a minute in a debug build"]
fn many_games_of_jump61_pass() {
    let jump61 = program("jump61");
    assert_passes(&JUMP61, &["--games", "200", "--seed", "2"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "200", "--seed", "3", "--strict"], &[&jump61]);
    assert_passes(&["jump61", "--size", "4"], &["--games", "24", "--ai"], &[&jump61]);
}

const CONNECT4: [&str; 3] = ["connect4", "--size", "6"];

const CONNECT4_FAULTS: &[Expected] = &[
    fault("one-diagonal", &["C3-four-in-a-row"], 14),
    fault("no-last-to-place", &["C2-last-to-place"], 14),
    // A board whose edge is taken and whose inner cells are not has more than twelve tokens.
    fault("full-board-only", &["C2-last-to-place"], 30),
    fault("exactly-four", &["C3-four-in-a-row"], 16),
    fault("stops-short", &["slides"], 2),
    fault("slides-through-center", &["slides"], 2),
    fault("forfeit-asks-again", &["C1-forfeit", "slides"], 8),
    fault("forfeit-overwrites", &["C1-forfeit", "slides"], 8),
    fault("wrong-winner", &["C2-last-to-place", "C3-four-in-a-row"], 14),
    fault("labels-shifted", &["display"], 0),
    fault("center-of-odd-boards", &["start"], 0),
    fault("bot-forfeits", &["C5-bot-moves"], 2),
    fault("bot-misses-wins", &["C5-bot-wins"], 10),
    fault("false-win", &["goes-on"], 8),
    fault("hangs-on-forfeit", &["ends"], 8),
    fault("lower-case-refused", &["C6-lower-case"], 4),
    fault("status", &["C6-status"], 14),
    fault("hang", &["ends"], 8),
    fault("crash", &["ends"], 8),
    fault("flood", &["ends"], 8),
];

#[test]
fn faults_of_connect4_are_found() {
    assert_all_found(&CONNECT4, &GAMES, &["{args}"], CONNECT4_FAULTS);
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

const CANDY_FAULTS: &[Expected] = &[
    fault("threes-first", &["K1-templates"], 9),
    fault("rows-first", &["K1-templates"], 9),
    fault("gravity-each-template", &["K1-templates"], 9),
    fault("no-second-step", &["K1-templates"], 9),
    fault("counts-zero-states", &["score"], 9),
    fault("states-below-zero", &["states"], 9),
    fault("offset-wrapped", &["K4-unwrapped"], 6),
    fault("extension-never-wraps", &["K1-templates"], 6),
    fault("illegal-swap", &["K2-illegal", "K1-templates"], 6),
    fault("moves-not-counted", &["K2-moves"], 6),
    fault("score-per-template", &["score"], 6),
    fault("resets-state", &["K1-templates", "K2-moves", "states"], 6),
    fault("type-from-top", &["K1-templates"], 9),
    fault("not-saved", &["K7-saved"], 3),
    fault("says-won", &["K6-won"], 6),
    fault("bad-file-crashes", &["K5-bad-files"], 0),
    fault("bad-file-saved", &["K5-bad-files"], 0),
    fault("status", &["K7-status"], 3),
    fault("hang", &["ends"], 12),
    fault("crash", &["ends"], 12),
    fault("flood", &["ends"], 12),
];

#[test]
fn faults_of_candy_are_found() {
    assert_all_found(&CANDY, &["--games", "120", "--seed", "1"], &["{file}", "{out}"], CANDY_FAULTS);
}

#[test]
fn programs_of_candy_without_faults_pass() {
    let candy = program("candy");
    assert_passes(&CANDY, &["--games", "100", "--seed", "2"], &[&candy, "{args}"]);
    assert_passes(&CANDY, &["--games", "60", "--strict"], &[&candy, "{file}", "--out", "{out}"]);
    assert_passes(&CANDY, &["--games", "40"], &[&faulty(), "candy", "none", "{file}"]);
}

/// The game, how many games, the arguments of the command, and its faults.
type Judged = (&'static [&'static str], &'static str, &'static [&'static str], &'static [Expected]);

/// Prints a table: every planted fault, by how many seeds it is found, and the
/// clause. `SEEDS` says how many seeds, 16 if nothing else.
#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_is_found_by_every_seed() {
    let seeds: u32 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(16);
    let faulty = faulty();
    let rows = Mutex::new(Vec::new());
    let games: [Judged; 5] = [
        (&BREAKDOWN, "230", &["{args}"], BREAKDOWN_FAULTS),
        (&FITZ, "230", &["{args}"], FITZ_FAULTS),
        (&JUMP61, "60", &[], JUMP61_FAULTS),
        (&CONNECT4, "230", &["{args}"], CONNECT4_FAULTS),
        (&CANDY, "120", &["{file}", "{out}"], CANDY_FAULTS),
    ];
    for (game, games, arguments, faults) in games {
        for_all(faults, &|expected| {
            let command = [&[&faulty[..], game[0], expected.fault], arguments].concat();
            let (mut found, mut names, mut seconds) = (0, Vec::new(), 0.0);
            for seed in 0..seeds {
                let (begun, seed) = (Instant::now(), seed.to_string());
                let options = ["--timeout", "1", "--games", games, "--seed", &seed];
                let (_, marks) = marks(game, &options, &command);
                seconds += begun.elapsed().as_secs_f64();
                if let Some(mark) = named(&marks, expected) {
                    found += 1;
                    names.push(mark["clause"].as_str().unwrap_or_default().to_string());
                }
            }
            names.sort();
            names.dedup();
            let mean = seconds / f64::from(seeds);
            let row = format!("| {} | {} | {found} | {mean:.1} | {} |", game[0], expected.fault, names.join(", "));
            let _ = writeln!(std::io::stdout(), "{row}");
            rows.lock().unwrap().push((row, found));
        });
    }
    let rows = rows.into_inner().unwrap();
    let _ = writeln!(std::io::stdout(), "{} faults", rows.len());
    let missed: Vec<&String> = rows.iter().filter(|(_, found)| *found < seeds).map(|(row, _)| row).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The same seed finds the same games, whatever else the machine does.
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

/// What only the rulings say is a note; with `--strict` it fails.
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
    let command = [&faulty[..], "connect4", "labels-shifted", "{args}"];
    let (output, marks) = self::marks(&CONNECT4, &["--games", "60"], &command);
    let blocked = clauses(&marks, &["blocked"]);
    assert!(blocked.iter().any(|mark| mark["clause"] == "slides"), "{marks}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("blocked by: the display string"));
}

/// The budget bounds the whole run, a program that hangs included, and the marks are on disk.
#[test]
fn a_run_keeps_to_its_budget() {
    let faulty = faulty();
    let begun = Instant::now();
    let command = [&faulty[..], "breakdown", "hang", "{args}"];
    let (output, marks) = marks(&BREAKDOWN, &["--budget", "3s", "--timeout", "1"], &command);
    assert_eq!(output.status.code(), Some(1));
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    assert!(clauses(&marks, &["fail"]).iter().any(|mark| mark["clause"] == "ends"), "{marks}");
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
        (&BREAKDOWN, &["--games", "0"], &["./no such program"], 0),
    ] {
        let output = judge(game, options, command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{game:?} {options:?} -- {command:?}: {errors}");
        assert_eq!(errors.is_empty(), status == 0, "{errors}");
    }
}
