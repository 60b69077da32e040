//! The import rules of DESIGN.md, checked on the sources: allowed imports, and no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every part of the library, from the lowest up, with the parts that it may import. A folder of
/// games is in several parts: `fast` never imports the matrix, `naive` never imports bits, and
/// neither imports the search.
const PARTS: &[(&str, &[&str])] = &[
    ("cell", &[]),
    ("rng", &[]),
    ("checksum", &["rng"]),
    ("level", &[]),
    ("text", &["cell"]),
    ("board", &["cell", "text", "level"]),
    ("matrix", &["cell", "text"]),
    ("rules", &["cell", "text"]),
    ("playout", &["cell", "rules", "rng", "level"]),
    ("batch", &["cell", "rules"]),
    ("planes", &["batch", "board", "level"]),
    ("lanes", &["cell", "rules", "playout", "rng"]),
    ("line_lanes", &["text", "level", "lanes"]),
    ("chunks", &[]),
    ("turns", &["level", "playout", "rng", "rules"]),
    ("perft", &["rules"]),
    ("record", &["text", "rules", "rng", "playout"]),
    ("search", &["cell", "text", "rules", "rng", "checksum"]),
    ("conformance", &["cell", "text", "rules", "rng", "playout", "games", "batch", "batching", "planes"]),
    ("playing", &["cell", "text", "level", "rules", "rng", "planes", "playout", "perft", "record", "verdict", "games"]),
    ("batching", &["cell", "checksum", "level", "board", "rng", "batch", "planes", "games", "playing", "playout"]),
    ("solving", &["rules", "search", "games", "playing"]),
    ("frontier", &["playing"]),
    ("book", &["checksum", "frontier", "search", "games", "playing"]),
    ("players", &["rules", "rng", "playout", "search", "games", "playing"]),
    ("console", &["text"]),
    ("verdict", &["rules", "record", "text"]),
    // Both engines share only vocabulary, neither boards nor laws. New games come from the
    // generator.
    ("games/shared", &["cell", "text", "rules", "rng"]),
    (
        "games/fast",
        &[
            "cell",
            "text",
            "level",
            "board",
            "rules",
            "batch",
            "rng",
            "lanes",
            "line_lanes",
            "turns",
            "playout",
            "search",
        ],
    ),
    ("games/naive", &["cell", "text", "rules", "matrix", "playout"]),
    ("games/lanes", &["cell", "level", "board", "lanes", "turns", "playout", "rng"]),
    ("games/batch", &["cell", "text", "level", "board", "rules", "batch", "planes", "rng", "lanes", "chunks"]),
    ("games/search", &["cell", "text", "board", "rules", "rng", "search"]),
    ("games/session", &["cell", "text", "rules", "rng", "console", "search", "playout"]),
    // A whole program on the fast engine, files included.
    ("games/program", &["board", "console", "rules", "text"]),
];

/// The parts that a part may import, or `None` for the maps (of a game, of the games, of the
/// library), which may import everything.
///
/// # Panics
/// When the part is unknown: every file and folder has a rule.
fn allowed(part: &str) -> Option<&'static [&'static str]> {
    if ["games", "lib"].contains(&part) {
        return None;
    }
    let rule = PARTS.iter().find(|(name, _)| *name == part);
    Some(rule.unwrap_or_else(|| panic!("{part} has no import rule in tests/architecture.rs: give it one")).1)
}

fn part(path: &Path) -> String {
    let words: Vec<&str> = path.iter().map(|word| word.to_str().unwrap().trim_end_matches(".rs")).collect();
    match words[..] {
        ["games", "mod" | "any" | "kind" | "table"] | ["games", _, "mod" | "forms"] => "games".to_string(),
        ["games", _, room @ ("fast" | "naive" | "batch" | "search"), ..] => format!("games/{room}"),
        ["games", _, "program"] => "games/program".to_string(),
        ["games", _, "lanes"] => "games/lanes".to_string(),
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

/// Every source of the library, without its unit tests.
fn library() -> BTreeMap<PathBuf, String> {
    let mut paths = Vec::new();
    sources(Path::new("src"), &mut paths);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        (path.strip_prefix("src").unwrap().to_path_buf(), code.to_string())
    };
    let library: BTreeMap<_, _> = paths.into_iter().map(read).collect();
    assert!(library.len() > 20, "the sources were not found");
    library
}

/// The code of a source, without comments.
fn code_lines(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The top-level modules that a source names: `crate::name` outside comments.
fn imports(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in code_lines(code) {
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
    for (path, code) in &library() {
        let part = part(path);
        let Some(allowed) = allowed(&part) else { continue };
        for name in imports(code) {
            let own = part.split('/').next() == Some(name.as_str()) && !part.contains('/');
            assert!(own || allowed.contains(&name.as_str()), "{path:?} may not import {name}: it is {part}");
        }
    }
}

/// The map in the documentation of the library, row by row.
#[test]
fn the_map_of_the_library_has_every_module_above_those_that_import_it() {
    let front = fs::read_to_string("src/lib.rs").unwrap();
    let rows = front.lines().filter_map(|line| line.split_once("| ")?.1.split_once(" | "));
    let names = |row: &str| -> Vec<String> {
        let words = row.split(", ").map(|word| word.trim_start_matches("[").trim_start_matches('`'));
        words.map(|word| word.split('`').next().unwrap_or_default().to_string()).collect()
    };
    let map: Vec<Vec<String>> = rows.map(|(row, _)| names(row)).collect();
    let place = |name: &str| map.iter().position(|row| row.iter().any(|word| word == name));
    for (path, code) in &library() {
        let own = module(path).into_iter().next();
        let Some(own) = own else { continue };
        let row = place(&own).unwrap_or_else(|| panic!("src/lib.rs has no row for {own}"));
        for name in imports(code) {
            // A name that the library re-exports is no module.
            let above = place(&name).is_none_or(|other| other <= row);
            assert!(above, "{path:?} imports {name}, which comes after {own} in the map of src/lib.rs");
        }
    }
}

#[test]
fn the_two_engines_of_a_game_do_not_see_each_other() {
    for (path, code) in library() {
        let code: String = code_lines(&code).collect();
        match part(&path).as_str() {
            "games/fast" => assert!(!code.contains("naive"), "{path:?} names the reference"),
            "games/naive" => assert!(!code.contains("fast::"), "{path:?} names the fast engine"),
            _ => {}
        }
    }
}

/// A module's path: `["games", "breakdown", "fast"]` for `games/breakdown/fast/mod.rs`.
fn module(path: &Path) -> Vec<String> {
    let mut words: Vec<String> =
        path.iter().map(|word| word.to_str().unwrap().trim_end_matches(".rs").to_string()).collect();
    if words.last().is_some_and(|last| last == "mod" || last == "lib") {
        words.pop();
    }
    words
}

/// The paths that `use` declarations name, groups taken apart, with `true` for those that are
/// re-exported.
fn uses(code: &str) -> Vec<(Vec<String>, bool)> {
    fn take_apart(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
        let (path, group) = match tree.split_once('{') {
            Some((path, group)) => (path.trim_end_matches("::"), group.strip_suffix('}')),
            None => (tree, None),
        };
        let named = path.split(" as ").next().unwrap_or_default().split("::").map(|word| word.trim().to_string());
        let all: Vec<String> = before.iter().cloned().chain(named.filter(|word| !word.is_empty())).collect();
        let Some(group) = group else { return found.push(all) };
        let (mut depth, mut from) = (0, 0);
        for (at, letter) in group.char_indices().chain([(group.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    let item = group[from..at].trim();
                    if !item.is_empty() {
                        take_apart(item, &all, found);
                    }
                    from = at + 1;
                }
                _ => {}
            }
        }
    }
    let code: String = code_lines(code).collect::<Vec<_>>().join("\n");
    let mut all = Vec::new();
    for statement in code.split(';') {
        let Some(at) = statement.rfind("use ") else { continue };
        let before = statement[..at].rsplit('\n').next().unwrap_or_default().trim();
        let exported = before.starts_with("pub");
        if !before.is_empty() && !exported {
            continue;
        }
        let mut found = Vec::new();
        take_apart(&statement[at + "use ".len()..].replace('\n', " "), &[], &mut found);
        all.extend(found.into_iter().map(|path| (path, exported)));
    }
    all
}

/// The module that a path leads to, seen from `from`: re-exports are followed, so that
/// `super::Move` is `moves` and not the map.
fn resolve(from: &[String], path: &[String], exports: &BTreeMap<Vec<String>, Vec<Vec<String>>>) -> Option<Vec<String>> {
    let is_module = |words: &[String]| exports.contains_key(words);
    let (mut at, mut rest) = (from.to_vec(), path);
    match rest.first()?.as_str() {
        "crate" => (at, rest) = (Vec::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {}
        child if is_module(&[from, &[child.to_string()]].concat()) => {}
        _ => return None,
    }
    while rest.first().is_some_and(|word| word == "super") {
        at.pop();
        rest = &rest[1..];
    }
    while let Some(word) = rest.first() {
        let below = [&at[..], std::slice::from_ref(word)].concat();
        if is_module(&below) {
            (at, rest) = (below, &rest[1..]);
            continue;
        }
        // A name that the module re-exports from a module of its own.
        let named = exports[&at].iter().find(|path| path.last() == Some(word));
        return named.and_then(|path| resolve(&at, &path[..path.len() - 1], exports)).or(Some(at));
    }
    Some(at)
}

/// In no folder do two files or folders import each other, directly or indirectly. A folder's own
/// `mod.rs` is its map and holds the words that its files share; it may import from its files, and
/// they from it.
#[test]
fn there_is_no_circle_between_files_and_folders() {
    let library = library();
    let mut exports: BTreeMap<Vec<String>, Vec<Vec<String>>> = BTreeMap::new();
    for (path, code) in &library {
        let handed_on = uses(code).into_iter().filter(|(_, exported)| *exported).map(|(path, _)| path).collect();
        exports.insert(module(path), handed_on);
    }
    // The imports in every folder: the folder, one child and another that it imports.
    let mut edges: BTreeSet<(Vec<String>, String, String)> = BTreeSet::new();
    for (path, code) in &library {
        let from = module(path);
        let inline = imports(code).into_iter().map(|name| vec!["crate".to_string(), name]);
        for target in uses(code).into_iter().map(|(path, _)| path).chain(inline) {
            let Some(to) = resolve(&from, &target, &exports) else { continue };
            let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                edges.insert((from[..shared].to_vec(), one.clone(), other.clone()));
            }
        }
    }
    assert!(edges.len() > 100, "the imports were not found: {}", edges.len());
    // Removes children without imports among the rest, until none is left.
    while !edges.is_empty() {
        let before = edges.len();
        let importers: BTreeSet<_> = edges.iter().map(|(folder, one, _)| (folder.clone(), one.clone())).collect();
        edges.retain(|(folder, _, other)| importers.contains(&(folder.clone(), other.clone())));
        let circle: Vec<String> =
            edges.iter().map(|(folder, one, other)| format!("{}: {one} -> {other}", folder.join("/"))).collect();
        assert!(edges.len() < before, "circles among, or on the way to:\n{}", circle.join("\n"));
    }
}

#[test]
fn unsafe_code_is_in_one_file() {
    for (path, code) in library() {
        let allowed = path == Path::new("level.rs");
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
