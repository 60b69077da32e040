//! Replays the transcripts of `tests/sessions`: a command, its files and input, and exactly what it
//! must show, write and exit with.
//!
//! A transcript is a text file of cases. A line that begins with `$ ` begins a case; sections
//! follow:
//!
//! ```text
//! # why this case is here
//! $ play -w 2 -h 2 -k 2 -q 2 -m|-b       run once with -m and once with -b
//! --- file NAME                          a file in the directory it runs in; before the first
//!                                        case, one that is there for every case
//! --- input                              standard input
//! --- output                             standard output, to the letter
//! --- errors                             standard error; only its first line must match, and
//!                                        without the section it must be empty
//! --- errors exactly                     standard error, to the letter
//! --- wrote NAME                         a file that must be there afterwards, to the letter
//! --- status 1                           the exit status, 0 when the section is missing
//! ```
//!
//! A section's text ends with a newline unless its last line ends with `\`; `\xHH` stands for a
//! byte.

mod built;

use std::fs;
use std::path::Path;
use std::process::Command;

#[derive(Clone, Debug, Default)]
struct Case {
    place: String,
    command: String,
    files: Vec<(String, Vec<u8>)>,
    input: Vec<u8>,
    output: Vec<u8>,
    errors: Vec<u8>,
    exactly: bool,
    wrote: Vec<(String, Vec<u8>)>,
    status: i32,
}

fn unescape(lines: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let (line, ended) = match line.strip_suffix('\\') {
            Some(line) if number + 1 == lines.len() => (line, false),
            _ => (*line, true),
        };
        let mut rest = line;
        while let Some(at) = rest.find("\\x") {
            bytes.extend_from_slice(&rest.as_bytes()[..at]);
            bytes.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two hexadecimal digits after \\x"));
            rest = &rest[at + 4..];
        }
        bytes.extend_from_slice(rest.as_bytes());
        if ended {
            bytes.push(b'\n');
        }
    }
    bytes
}

fn cases(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    let mut common = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if let Some(command) = line.strip_prefix("$ ") {
            let place = format!("{}:{at}", path.file_name().unwrap().to_string_lossy());
            cases.push(Case { place, command: command.to_string(), files: common.clone(), ..Case::default() });
            continue;
        }
        let Some(section) = line.strip_prefix("--- ") else {
            assert!(line.is_empty() || line.starts_with('#'), "{path:?}:{at}: {line:?} is in no section");
            continue;
        };
        let ends = |line: &str| line.starts_with("--- ") || line.starts_with("$ ") || line.starts_with("# ");
        let length = lines[at..].iter().position(|line| ends(line)).unwrap_or(lines.len() - at);
        let mut body = &lines[at..at + length];
        at += length;
        // Empty lines before the next case are only for readers.
        if lines.get(at).is_none_or(|line| !line.starts_with("--- ")) {
            while let [rest @ .., ""] = body {
                body = rest;
            }
        }
        let (section, bytes) = (section.split_once(' ').unwrap_or((section, "")), unescape(body));
        let Some(case) = cases.last_mut() else {
            let ("file", name) = section else { panic!("{path:?}:{at}: {section:?} before any command") };
            common.push((name.to_string(), bytes));
            continue;
        };
        match section {
            ("file", name) => case.files.push((name.to_string(), bytes)),
            ("wrote", name) => case.wrote.push((name.to_string(), bytes)),
            ("input", "") => case.input = bytes,
            ("output", "") => case.output = bytes,
            ("errors", how @ ("" | "exactly")) => (case.errors, case.exactly) = (bytes, how == "exactly"),
            ("status", status) => case.status = status.parse().unwrap(),
            _ => panic!("{path:?}: unknown section {section:?}"),
        }
    }
    cases
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned()
}

fn run(case: &Case, command: &str) {
    let words = shlex::split(command).expect("quotes that close");
    let (program, words) = words.split_first().expect("a program after `$ `");
    let directory = tempfile::tempdir().unwrap();
    for (name, bytes) in &case.files {
        fs::write(directory.path().join(name), bytes).unwrap();
    }
    let mut command_line = Command::new(built::program(program));
    let output = built::output(command_line.args(words).current_dir(directory.path()), &case.input);
    let place = format!("{}: $ {command}", case.place);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stdout), text(&case.output), "standard output of {place}");
    let errors = |bytes: &[u8]| if case.exactly || case.errors.is_empty() { text(bytes) } else { first_line(bytes) };
    assert_eq!(errors(&output.stderr), errors(&case.errors), "standard error of {place}");
    assert_eq!(output.status.code(), Some(case.status), "exit status of {place}");
    for (name, bytes) in &case.wrote {
        let written =
            fs::read(directory.path().join(name)).unwrap_or_else(|error| panic!("{name} of {place}: {error}"));
        assert_eq!(text(&written), text(bytes), "{name} of {place}");
    }
}

#[test]
fn transcripts_are_replayed_to_the_letter() {
    let mut paths: Vec<_> = fs::read_dir("tests/sessions").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let cases = cases(&path);
        assert!(!cases.is_empty(), "{path:?} has no case");
        for case in cases {
            if case.command.contains("-m|-b") {
                run(&case, &case.command.replace("-m|-b", "-m"));
                run(&case, &case.command.replace("-m|-b", "-b"));
            } else {
                run(&case, &case.command);
            }
        }
    }
}
