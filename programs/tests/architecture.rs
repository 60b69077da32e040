//! The import rules of DESIGN.md for the programs, checked on the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of sources, and the names of their files before the paths in them.
const FOLDERS: [(&str, &str); 3] = [("src", ""), ("judge/src", "judge/"), ("contest/src", "contest/")];

/// The other parts that a part may import. A part is a folder or a file at the top of `src`, or one
/// of the two libraries beside it.
fn allowed(part: &str) -> &'static [&'static str] {
    match part {
        "lib" => &[],
        // The judge knows what a signal removes: also files that are being written.
        "files" => &["judge"],
        "arguments" | "books" => &["lib", "files"],
        // Modules that several commands share, since a command never imports another.
        "searching" => &["lib"],
        "planning" => &["lib", "solution"],
        "solution" => &["lib", "books"],
        "analysis" => &["lib", "planning"],
        // The judge tests other people's programs, whichever command asks it to.
        "judge" => &[],
        // Matches drive programs as the judge does.
        "contest" => &["judge"],
        "commands" => {
            &["lib", "analysis", "arguments", "books", "contest", "files", "judge", "planning", "searching", "solution"]
        }
        "command_line" => &["lib", "arguments", "commands"],
        // The binaries see the package from outside, as `gridlaw_programs`.
        "bin" => &[],
        _ => panic!("{part} has no import rule in tests/architecture.rs: give it one"),
    }
}

/// The sources without comments and unit tests.
fn sources() -> BTreeMap<String, String> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let read = |(path, folder, before): (PathBuf, &str, &str)| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = lines.map(|line| format!("{line}\n")).collect();
        (format!("{before}{}", path.strip_prefix(folder).unwrap().display()), code)
    };
    let files = FOLDERS.into_iter().flat_map(|(folder, before)| {
        let mut paths = Vec::new();
        collect(Path::new(folder), &mut paths);
        paths.into_iter().map(move |path| (path, folder, before))
    });
    files.map(read).collect()
}

/// The part of a file: its folder at the top of `src`, or its own name.
fn part(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// The module path of a file: `judge/fitz/mod.rs` is `[judge, fitz]`, `lib.rs` is `[]`.
fn module(file: &str) -> Vec<String> {
    let words = file.trim_end_matches(".rs").split('/').map(String::from);
    words.filter(|word| !["mod", "lib", "main"].contains(&word.as_str())).collect()
}

/// The module path of the crate that a file belongs to: every program in `bin` is one of its own,
/// as the libraries are.
fn root(file: &str) -> Vec<String> {
    let module = module(file);
    let words = match part(file) {
        "bin" => 2,
        "judge" | "contest" => 1,
        _ => 0,
    };
    module[..words].to_vec()
}

/// Every `::` path of some code, braces opened: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(code: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    // The paths before each open brace that follows a `::`, or nothing for other braces.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let prefix = open.last().cloned().flatten();
        if is_word(first) {
            let end = rest.find(|letter: char| !is_word(letter) && letter != ':').unwrap_or(rest.len());
            let (path, after) = rest.split_at(end);
            let path = prefix.map_or(path.to_string(), |prefix| format!("{prefix}{path}"));
            rest = after;
            if path.ends_with("::") && rest.starts_with('{') {
                open.push(Some(path));
                rest = &rest[1..];
            } else if path.contains("::") {
                found.push(path);
            }
            continue;
        }
        match first {
            '{' => open.push(None),
            '}' => drop(open.pop()),
            _ => {}
        }
        rest = &rest[first.len_utf8()..];
    }
    found
}

/// The files that each file imports.
fn imports(sources: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<Vec<String>, &str> = sources.keys().map(|file| (module(file), &file[..])).collect();
    let of = |file: &str, code: &str| -> BTreeSet<&str> {
        let own = module(file);
        let target = |path: String| -> Option<&str> {
            let mut words: Vec<String> = path.split("::").map(String::from).collect();
            let mut at = match words.first()?.as_str() {
                "crate" => root(file),
                "self" | "super" => own.clone(),
                library if library.starts_with("gridlaw_") => {
                    vec![words.remove(0).trim_start_matches("gridlaw_").to_string()]
                }
                // A path that starts at a child of this module, or at another package.
                child => {
                    let child = [&own[..], &[child.to_string()]].concat();
                    return files.get(&child).copied();
                }
            };
            while words.first().is_some_and(|word| ["crate", "self", "super"].contains(&word.as_str())) {
                if words.remove(0) == "super" {
                    at.pop();
                }
            }
            // The longest path that is a module.
            for word in words {
                let deeper = [&at[..], &[word]].concat();
                if !files.contains_key(&deeper) {
                    break;
                }
                at = deeper;
            }
            files.get(&at).copied()
        };
        paths(code).into_iter().filter_map(target).filter(|&found| found != file).collect()
    };
    sources.iter().map(|(file, code)| (&file[..], of(file, code))).collect()
}

#[test]
fn every_file_imports_only_what_it_may() {
    let sources = sources();
    let imports = imports(&sources);
    let edges: usize = imports.values().map(BTreeSet::len).sum();
    assert!(sources.len() > 30 && edges > 60, "{} sources with {edges} imports were found", sources.len());
    for (file, imported) in &imports {
        let allowed = allowed(part(file));
        for to in imported {
            let fits = part(file) == part(to) || allowed.contains(&part(to));
            assert!(fits, "{file} may not import {to}");
        }
    }
}

#[test]
fn commands_do_not_see_each_other() {
    let sources = sources();
    for (file, imported) in imports(&sources) {
        let mut others = imported.into_iter().filter(|to| part(to) == "commands");
        if part(file) == "commands" && file != "commands/mod.rs" {
            assert_eq!(others.next(), None, "{file} imports another command");
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let mut left = imports(&sources);
    // Files that import nothing that is left cannot be part of a circle.
    loop {
        let done: Vec<&str> = left.iter().filter(|(_, imported)| imported.is_empty()).map(|(&file, _)| file).collect();
        if done.is_empty() {
            break;
        }
        for file in done {
            left.remove(file);
            left.values_mut().for_each(|imported| imported.retain(|&to| to != file));
        }
    }
    assert!(left.is_empty(), "a circle is among these files: {left:#?}");
}

#[test]
fn paths_are_found_in_nested_braces() {
    let code = "use crate::{a::{b, c::D}, e};\nfn f() { super::g::h(1); let x = std::mem::take(&mut y); }";
    let expected = ["crate::a::b", "crate::a::c::D", "crate::e", "super::g::h", "std::mem::take"];
    assert_eq!(paths(code), expected);
}
