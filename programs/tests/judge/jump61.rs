//! Programs of Jump61 with planted faults, and without.

use crate::support::{Expected, assert_all_found, assert_passes, assert_sample_found, fault, faulty, program};

pub(crate) const JUMP61: [&str; 3] = ["jump61", "--size", "6"];

pub(crate) const FAULTS: &[Expected] = &[
    fault("edges-like-corners", &["cascades", "moves", "J3-set"], 6),
    fault("color-kept", &["cascades", "J7-wins"], 8),
    fault("wins-twice", &["J7-wins"], 6),
    fault("wins-in-other-words", &["J7-wins"], 6),
    fault("wins-without-end", &["J7-wins"], 6),
    fault("no-win", &["J7-wins"], 6),
    fault("turn-alternates-from-start", &["J2-turn"], 3),
    fault("opponents-square", &["opponents-square"], 3),
    fault("moves-while-stopped", &["J1-not-playing"], 2),
    fault("set-zero-keeps-color", &["J3-set", "opponents-square", "moves"], 3),
    fault("set-zero-without-spots", &["J3-set"], 1),
    fault("set-one-too-many", &["J4-errors"], 1),
    fault("set-keeps-playing", &["J3-set"], 1),
    fault("manual-keeps-playing", &["size"], 2),
    fault("quit-ignored", &["ends"], 1),
    fault("dump-unindented", &["dump"], 1),
    fault("dump-by-columns", &["moves", "cascades", "J3-set"], 2),
    fault("automatic-illegal", &["automatic-legal"], 4),
    fault("automatic-untold", &["automatic-legal"], 4),
    fault("automatic-waits", &["automatic-plays"], 6),
    fault("error-stops-game", &["J4-errors"], 3),
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
fn some_faults_of_jump61_are_found() {
    assert_sample_found(&JUMP61, &["--games", "60", "--seed", "1"], &[], FAULTS);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_jump61_are_found() {
    assert_all_found(&JUMP61, &["--games", "60", "--seed", "1"], &[], FAULTS);
    let small = ["jump61", "--size", "4"];
    let weak = fault("automatic-weak", &["J10-finds-wins", "J10-holds", "J10-finds-long-wins", "J10-holds-long"], 8);
    assert_all_found(&small, &["--ai", "--games", "30"], &[], &[weak]);
}

/// These seeds have automatic moves that the player's search finds quickly. The long runs have the
/// others.
#[test]
fn programs_of_jump61_without_faults_pass() {
    assert_passes(&JUMP61, &["--games", "12", "--seed", "6", "--strict"], &[&program("jump61")]);
    assert_passes(&JUMP61, &["--games", "100", "--seed", "2"], &[&faulty(), "jump61", "none"]);
}

#[test]
#[ignore = "long: the automatic player searches for half a minute in a debug build"]
fn many_games_of_jump61_pass() {
    let jump61 = program("jump61");
    assert_passes(&JUMP61, &["--games", "30", "--seed", "6"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "30", "--seed", "6", "--strict"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "200", "--seed", "2"], &[&jump61]);
    assert_passes(&JUMP61, &["--games", "200", "--seed", "3", "--strict"], &[&jump61]);
    assert_passes(&["jump61", "--size", "4"], &["--games", "24", "--ai"], &[&jump61]);
}
