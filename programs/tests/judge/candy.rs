//! Programs of Candy with planted faults, and without.

use crate::support::{Expected, assert_all_found, assert_passes, assert_sample_found, fault, faulty, program};

pub(crate) const CANDY: [&str; 2] = ["candy", "../tests/candy/8x8.json"];

pub(crate) const FAULTS: &[Expected] = &[
    fault("threes-first", &["K1-templates"], 9),
    fault("rows-first", &["K1-templates"], 9),
    fault("gravity-each-template", &["K1-templates"], 9),
    fault("no-second-step", &["K1-templates"], 9),
    fault("counts-zero-states", &["score"], 9),
    fault("states-below-zero", &["states"], 9),
    fault("offset-wrapped", &["K4-unwrapped"], 6),
    fault("extension-never-wraps", &["K1-templates"], 6),
    fault("illegal-swap", &["K2-illegal"], 6),
    fault("moves-not-counted", &["K2-moves"], 6),
    fault("score-per-template", &["score"], 6),
    fault("resets-state", &["K3-resumes"], 6),
    fault("never-settles-first", &["K3-settles"], 0),
    fault("hundred-steps", &["K1-step-limit"], 0),
    fault("settles-for-ever", &["K1-step-limit"], 0),
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
fn some_faults_of_candy_are_found() {
    assert_sample_found(&CANDY, &["--games", "120", "--seed", "1"], &["{file}", "{out}"], FAULTS);
}

#[test]
#[ignore = "long: every planted fault"]
fn faults_of_candy_are_found() {
    assert_all_found(&CANDY, &["--games", "120", "--seed", "1"], &["{file}", "{out}"], FAULTS);
}

#[test]
fn programs_of_candy_without_faults_pass() {
    let candy = program("candy");
    assert_passes(&CANDY, &["--games", "100", "--seed", "2"], &[&candy, "{args}"]);
    assert_passes(&CANDY, &["--games", "60", "--strict"], &[&candy, "{file}", "--out", "{out}"]);
    assert_passes(&CANDY, &["--games", "40"], &[&faulty(), "candy", "none", "{file}"]);
}
