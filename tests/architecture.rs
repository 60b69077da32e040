//! Who may import what: the import rules of DESIGN.md, read off the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What each part of the library may name of the others. A folder of games is in two parts: `fast`
/// never sees the matrix, `naive` never sees a bit.
fn allowed(part: &str) -> Option<&'static [&'static str]> {
    Some(match part {
        "cell" | "rng" => &[],
        "text" => &["cell"],
        "board" | "matrix" => &["cell", "text"],
        "batch" => &["cell", "text", "board", "rng"],
        "rules" => &["cell", "text"],
        "perft" | "playout" | "record" | "search" => &["cell", "text", "rules", "rng", "playout", "batch"],
        "conformance" => &["cell", "text", "rules", "rng", "playout"],
        "console" | "verdict" => &["rules", "record", "text"],
        "games/fast" => &["cell", "text", "rules", "rng", "board", "batch", "playout", "search"],
        "games/naive" => &["cell", "text", "rules", "matrix", "playout"],
        // What both engines share is vocabulary: neither boards nor laws. New games come from the generator.
        "games/shared" => &["cell", "text", "rules", "rng"],
        "games/session" => &["cell", "text", "rules", "rng", "console", "search", "playout"],
        // The map of a game, of the games, and of the library: they bring the parts together.
        "games" | "judge" | "cli" | "lib" => return None,
        _ => panic!("{part} has no import rule in tests/architecture.rs: give it one"),
    })
}

fn part(path: &Path) -> String {
    let words: Vec<&str> = path.iter().map(|word| word.to_str().unwrap().trim_end_matches(".rs")).collect();
    match words[..] {
        ["games", "mod"] | ["games", _, "mod"] => "games".to_string(),
        ["games", _, engine @ ("fast" | "naive"), ..] => format!("games/{engine}"),
        ["games", _, "session" | "bots" | "hunter" | "player" | "tournament", ..] => "games/session".to_string(),
        ["games", ..] => "games/shared".to_string(),
        [first, ..] => first.to_string(),
        [] => unreachable!("a path has a name"),
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source of the library (the programs in `bin` use only what is public), without its unit tests.
fn library() -> BTreeMap<PathBuf, String> {
    let mut paths = Vec::new();
    sources(Path::new("src"), &mut paths);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        (path.strip_prefix("src").unwrap().to_path_buf(), code.to_string())
    };
    paths.into_iter().map(read).filter(|(path, _)| !path.starts_with("bin")).collect()
}

/// The top-level modules that a source names: `crate::name` outside comments.
fn imports(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            assert!(!rest.starts_with('{'), "write one `use crate::name` a module: {line}");
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            names.push(rest[..end].to_string());
        }
    }
    names
}

#[test]
fn every_module_imports_only_what_it_may() {
    let library = library();
    assert!(library.len() > 20, "the sources were not found");
    for (path, code) in &library {
        let part = part(path);
        let Some(allowed) = allowed(&part) else { continue };
        for name in imports(code) {
            let own = part.split('/').next() == Some(name.as_str()) && !part.contains('/');
            assert!(own || allowed.contains(&name.as_str()), "{path:?} may not import {name}: it is {part}");
        }
    }
}

#[test]
fn the_two_engines_of_a_game_do_not_see_each_other() {
    for (path, code) in library() {
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        match part(&path).as_str() {
            "games/fast" => assert!(!code.contains("naive"), "{path:?} names the reference"),
            "games/naive" => assert!(!code.contains("fast::"), "{path:?} names the fast engine"),
            _ => {}
        }
    }
}

#[test]
fn unsafe_code_is_in_one_file() {
    for (path, code) in library() {
        let allowed = path == Path::new("batch/level.rs");
        let found = code.contains("unsafe {") || code.contains("unsafe fn") || code.contains("unsafe impl");
        assert!(allowed || !found, "{path:?} has unsafe code");
    }
}

#[test]
fn files_are_of_one_noun_and_short() {
    for (path, code) in library() {
        let lines = code.lines().count();
        assert!(lines <= 500, "{path:?} has {lines} lines before its tests: split it");
    }
}
