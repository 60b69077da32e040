//! Programs of Breakdown with planted faults, and without.

use crate::support::{Expected, GAMES, assert_all_found, assert_passes, assert_sample_found, fault, faulty, program};

pub(crate) const BREAKDOWN: [&str; 9] = ["breakdown", "-w", "8", "-h", "8", "-k", "3", "-q", "3"];

pub(crate) const FAULTS: &[Expected] = &[
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
    fault("no-final-board", &["ends"], 3),
    fault("no-result", &["B1-black-wins"], 10),
    fault("hang-at-end-of-input", &["B9-end-of-input"], 4),
    fault("closes-output", &["B1-full-draw", "B1-dead-draw", "B1-both-squares"], 12),
    fault("prompt-words", &["prompts"], 1),
    fault("spaced-cells", &["cells"], 0),
    fault("no-blank-line", &["blank-lines"], 1),
    fault("option-order", &["option-order"], 1),
    fault("neither-accepted", &["one-representation"], 1),
    fault("neither-crashes", &["one-representation"], 1),
    fault("both-accepted", &["one-representation"], 1),
    fault("both-crashes", &["one-representation"], 1),
    fault("unknown-accepted", &["B9-unknown-option"], 1),
    fault("unknown-crashes", &["B9-unknown-option"], 1),
    fault("false-win", &["B1-goes-on"], 8),
];

#[test]
fn some_faults_of_breakdown_are_found() {
    assert_sample_found(&BREAKDOWN, &GAMES, &["{args}"], FAULTS);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_breakdown_are_found() {
    assert_all_found(&BREAKDOWN, &GAMES, &["{args}"], FAULTS);
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
    // What passes with --strict passes without.
    assert_passes(&BREAKDOWN, &[&options[..], &["--strict"]].concat(), &[&play, "{args}"]);
    // The judge waits a little for children that a program leaves behind.
    for (fault, games) in [("none", "300"), ("no-utf8", "100"), ("child", "20")] {
        assert_passes(&BREAKDOWN, &["--games", games], &[&faulty, "breakdown", fault, "{args}"]);
    }
}
