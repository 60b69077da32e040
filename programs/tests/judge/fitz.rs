//! Programs of Fitz with planted faults, and without.

use crate::support::{Expected, GAMES, assert_all_found, assert_passes, assert_sample_found, fault, faulty, program};

pub(crate) const FITZ: [&str; 6] = ["fitz", "../examples/fitz.tiles", "--rows", "6", "--cols", "5"];

pub(crate) const FAULTS: &[Expected] = &[
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
fn some_faults_of_fitz_are_found() {
    assert_sample_found(&FITZ, &GAMES, &["{args}"], FAULTS);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_fitz_are_found() {
    assert_all_found(&FITZ, &GAMES, &["{args}"], FAULTS);
    let each = ["{tiles}", "{p1}", "{p2}", "{height}", "{width}"];
    assert_all_found(&FITZ, &GAMES, &each, &[fault("type1-own-latest", &["type-1"], 4)]);
}

#[test]
fn programs_of_fitz_without_faults_pass() {
    let options = ["--games", "250", "--seed", "2"];
    // What passes with --strict passes without.
    assert_passes(&FITZ, &[&options[..], &["--strict"]].concat(), &[&program("fitz"), "{args}"]);
    assert_passes(&FITZ, &options, &[&faulty(), "fitz", "none", "{args}"]);
}
