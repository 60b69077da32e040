//! Programs of Connect4 with planted faults, and without.

use crate::support::{Expected, GAMES, assert_all_found, assert_passes, assert_sample_found, fault, faulty, program};

pub(crate) const CONNECT4: [&str; 3] = ["connect4", "--size", "6"];

pub(crate) const FAULTS: &[Expected] = &[
    fault("one-diagonal", &["C3-four-in-a-row"], 14),
    fault("no-last-to-place", &["C2-last-to-place"], 14),
    // A board whose edge is taken and whose inner cells are not has more than twelve tokens.
    fault("full-board-only", &["C2-last-to-place"], 30),
    fault("exactly-four", &["C3-four-in-a-row"], 16),
    fault("stops-short", &["slides"], 2),
    fault("slides-through-center", &["slides"], 2),
    fault("forfeit-asks-again", &["C1-forfeit"], 8),
    fault("forfeit-overwrites", &["C1-forfeit", "slides"], 8),
    fault("wrong-winner", &["C2-last-to-place", "C3-four-in-a-row"], 14),
    fault("spaced-display", &["display"], 0),
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
fn some_faults_of_connect4_are_found() {
    assert_sample_found(&CONNECT4, &GAMES, &["{args}"], FAULTS);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_connect4_are_found() {
    assert_all_found(&CONNECT4, &GAMES, &["{args}"], FAULTS);
}

#[test]
fn programs_of_connect4_without_faults_pass() {
    let game = ["connect4", "--size", "7"];
    let connect4 = program("connect4");
    // Size and type typed, and given on the command line. What passes with --strict passes without.
    assert_passes(&game, &["--games", "200", "--strict"], &[&connect4]);
    assert_passes(&game, &["--games", "200", "--strict"], &[&connect4, "--size", "{size}", "--type", "{type}"]);
    // Answers that the command gives itself hold for every game.
    assert_passes(&game, &["--games", "100", "--strict"], &[&connect4, "--size", "7", "--type=2"]);
    assert_passes(&game, &["--games", "100", "--strict"], &[&connect4, "--size=7", "--type", "1"]);
    assert_passes(&game, &["--games", "100", "--strict"], &[&connect4, "--type", "1"]);
    assert_passes(&game, &["--games", "200"], &[&faulty(), "connect4", "none"]);
}
