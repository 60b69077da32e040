//! The docstrings of the compiled part are those of its stub, which type checkers and editors read:
//! a macro `doc!("Class.method")` for each.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

/// Where the stub is: in the repository, and in the source distribution, whose first folder has it.
const STUBS: [&str; 2] = ["python/gridlaw/_native.pyi", "../../python/gridlaw/_native.pyi"];
const QUOTES: &str = "\"\"\"";

/// Every docstring of a stub, dedented, with the name of its class or function.
fn docstrings(stub: &str) -> Vec<(String, String)> {
    let (mut class, mut owner, mut found) = ("", String::new(), Vec::new());
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let name = |text: &'_ str| text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
        if let Some(text) = text.strip_prefix("class ") {
            class = &text[..name(text)];
            owner = class.to_string();
        } else if let Some(text) = text.strip_prefix("def ") {
            let function = &text[..name(text)];
            owner = if indent == 0 { function.to_string() } else { format!("{class}.{function}") };
        } else if let Some(text) = text.strip_prefix(QUOTES) {
            let (mut doc, mut end) = (String::new(), text);
            while !end.ends_with(QUOTES) {
                doc = doc + end.trim_end() + "\n";
                let next = lines.next().unwrap_or_else(|| panic!("expected an end of the docstring of {owner}"));
                end = next.get(indent..).unwrap_or_default();
            }
            doc += end.trim_end_matches(QUOTES).trim_end();
            found.push((owner.clone(), doc.trim_end().to_string()));
        }
    }
    found
}

fn main() {
    let path = STUBS.into_iter().find(|path| fs::exists(path).is_ok_and(|exists| exists));
    let path = path.unwrap_or_else(|| panic!("expected a stub at one of {STUBS:?}, found none"));
    println!("cargo::rerun-if-changed={path}");
    println!("cargo::rerun-if-changed=build.rs");
    let stub = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {path}: {error}"));
    let mut rules = String::new();
    for (name, doc) in docstrings(&stub) {
        writeln!(rules, "({name:?}) => {{ {doc:?} }};").expect("a String takes everything");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("docs.rs");
    fs::write(out, format!("macro_rules! doc {{ {rules} }}")).expect("the folder is Cargo's");
}
