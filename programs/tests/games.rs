//! Every game of the table is complete, in every package. For a new game the test named after the
//! missing part fails, until it has its perft suite, transcript, fuzz properties and targets, bench
//! and judge.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gridlaw::GameKind;

/// Every game, each once.
fn games() -> impl Iterator<Item = GameKind> {
    let names: BTreeSet<&str> = GameKind::ALL.map(GameKind::name).into();
    assert_eq!(names.len(), GameKind::ALL.len());
    assert!(names.len() >= 5);
    GameKind::ALL.into_iter()
}

/// The place of a file that is named from the root of the workspace.
fn at_root(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(at_root(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

#[test]
fn every_game_has_a_perft_suite() {
    for kind in games() {
        let suite = text(&format!("tests/perft/{kind}.perft"));
        assert!(suite.starts_with("# "), "tests/perft/{kind}.perft does not name its source");
        let games = suite.lines().filter(|line| line.starts_with(&format!("game {kind}"))).count();
        assert!(games > 1 && suite.contains("\nfrom "), "tests/perft/{kind}.perft: too few games, or only starts");
    }
}

#[test]
fn every_game_has_a_transcript_of_its_program() {
    for kind in games() {
        let path = format!("programs/tests/sessions/{}.txt", kind.program());
        assert!(text(&path).lines().any(|line| line.starts_with("$ ")), "{path} has no case");
        let program = format!("programs/src/bin/{}.rs", kind.program());
        assert!(at_root(&program).exists(), "{kind} has no program {program}");
    }
}

#[test]
fn every_game_has_fuzz_properties_and_a_target() {
    let manifest = text("fuzz/Cargo.toml");
    for kind in games() {
        let properties = text(&format!("tests/properties/{kind}.rs"));
        assert!(properties.contains("pub fn fast_is_naive"), "tests/properties/{kind}.rs compares no engines");
        for target in [format!("{kind}_fast_is_naive"), format!("{kind}_batch_is_naive")] {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "fuzz/Cargo.toml has no target {target}");
            let program = format!("fuzz/fuzz_targets/{target}.rs");
            assert!(at_root(&program).exists(), "{program} is missing");
            let seeds = fs::read_dir(at_root(&format!("fuzz/corpus/{target}"))).map(Iterator::count).unwrap_or(0);
            assert!(seeds > 0, "fuzz/corpus/{target} has no seed");
        }
    }
}

#[test]
fn every_game_has_a_bench() {
    let manifest = text("benches/Cargo.toml");
    for kind in games() {
        let names = text(&format!("benches/{kind}.rs")).to_lowercase().contains(kind.name());
        assert!(names && manifest.contains(&format!("name = \"{kind}\"")), "{kind} has no bench of its own");
    }
}

#[test]
fn every_game_has_a_judge() {
    let command = text("programs/src/commands/judge.rs");
    for kind in games() {
        let [file, folder] = ["", "/mod"].map(|tail| format!("programs/judge/src/{kind}{tail}.rs"));
        assert!(at_root(&file).exists() || at_root(&folder).exists(), "{kind} has no judge: {file}");
        assert!(command.contains(&format!("AnyGame::{kind:?}")), "commands/judge.rs does not know {kind}");
    }
}

/// The C header lists the games and their numbers for people who do not read Rust.
#[test]
fn every_game_is_in_the_header_of_the_c_library() {
    let header = text("bindings/c/include/gridlaw.h");
    for kind in games() {
        assert!(header.contains(&format!("// | {kind} ")), "the table in gridlaw.h has no row of {kind}");
    }
}

/// The pages list the games in tables that no compiler reads.
#[test]
fn every_game_is_on_the_pages_that_list_the_games() {
    for page in ["README.md", "docs/programs.md", "docs/embed.md", "docs/judge.md", "docs/python.md"] {
        let rows = text(page).to_lowercase().replace('`', "");
        for kind in games() {
            assert!(rows.contains(&format!("\n| {kind}")), "{page} has no table row of {kind}");
        }
    }
}

#[test]
fn every_game_has_tests_of_its_rules_and_planted_faults() {
    for kind in games() {
        assert!(text(&format!("tests/{kind}.rs")).contains("#[test]"), "tests/{kind}.rs has no test");
        assert!(text("programs/examples/faulty/main.rs").contains(&format!("mod {kind};")), "faulty has no {kind}");
        let judged = text(&format!("programs/tests/judge/{kind}.rs"));
        assert!(judged.contains(&format!("fn faults_of_{kind}_are_found")), "no fault of {kind} is planted");
    }
}

/// The values of small games are pinned.
#[test]
fn every_game_is_solved_or_planned() {
    let solved = text("programs/tests/solve_program.rs");
    for kind in games() {
        // A row of the table of values, or a call of its own.
        let calls = [format!("(\"{kind} "), format!("\"solve {kind} ")];
        assert!(calls.iter().any(|call| solved.contains(call)), "programs/tests/solve_program.rs solves no {kind}");
    }
}

#[test]
fn every_bench_of_a_game_runs_in_ci() {
    let benches = text(".ci/run");
    let line = benches.lines().find(|line| line.starts_with("for bench in")).expect("the list of benches");
    for kind in games() {
        assert!(line.split([' ', ';']).any(|word| word == kind.name()), ".ci/run does not run the bench {kind}");
    }
}
