//! A client of the program, which checks every line against the schema.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use serde_json::{Value, json};

use crate::built;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

pub(crate) fn program() -> PathBuf {
    built::program("gridlaw")
}

/// A running program, and every line that it has read and written.
pub(crate) struct Client {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<std::process::ChildStdout>,
    good: Vec<Value>,
}

impl Client {
    pub(crate) fn new(arguments: &str) -> Client {
        let mut child = Command::new(program())
            .arg("analyse")
            .args(shlex::split(arguments).unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, input, output, good: Vec::new() };
        let hello = client.read();
        assert_eq!(
            (&hello["type"], &hello["protocol"], &hello["version"]),
            (&json!("hello"), &json!(1), &json!(env!("CARGO_PKG_VERSION")))
        );
        client
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends a valid request.
    pub(crate) fn send(&mut self, request: Value) {
        self.send_bytes(format!("{request}\n").as_bytes());
        self.good.push(request);
    }

    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert!(line.ends_with('\n') && line.starts_with("{\"type\":"), "{line}");
        self.good.push(value.clone());
        value
    }

    /// Reads up to the final answer to a request, or its error. No other request has any line.
    pub(crate) fn last(&mut self, id: &str) -> Value {
        loop {
            let line = self.read();
            assert_eq!(line["id"], id, "{line}");
            if line["type"] == "error" || line["final"] == true {
                return line;
            }
        }
    }

    pub(crate) fn ask(&mut self, request: Value) -> Value {
        let id = request["id"].as_str().unwrap().to_string();
        self.send(request);
        self.last(&id)
    }

    /// Ends the input, and checks all lines against the schema. Returns the lines that followed the
    /// end.
    pub(crate) fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut rest = Vec::new();
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        rest.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((self.child.wait().unwrap().code(), &*errors), (Some(0), ""));
        self.good.extend(rest.clone());
        hold_against_the_schema(&self.good, true);
        rest
    }
}

/// Whether a program runs. If not, prints its name, or panics if `GRIDLAW_REQUIRE` is set.
pub(crate) fn is_there(what: &str, arguments: &[&str]) -> bool {
    let status = Command::new("python3").args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = status.is_ok_and(|status| status.success());
    assert!(found || std::env::var_os("GRIDLAW_REQUIRE").is_none(), "{what} is missing");
    if !found {
        // Not captured, so that people who run the tests see it.
        let _ = writeln!(std::io::stderr(), "skipped: {what} is missing");
    }
    found
}

/// Checks that the schema takes or refuses each of these lines.
pub(crate) fn hold_against_the_schema(lines: &[Value], taken: bool) {
    const SCRIPT: &str = "
import json, sys, jsonschema
validator = jsonschema.Draft202012Validator(json.load(open('docs/analyse.schema.json')))
validator.check_schema(validator.schema)
for line in sys.stdin:
    if validator.is_valid(json.loads(line)) != (sys.argv[1] == 'taken'):
        sys.exit(line)
";
    if !is_there("Python's package jsonschema", &["-c", "import jsonschema"]) {
        return;
    }
    let mut child = Command::new("python3")
        .args(["-c", SCRIPT, if taken { "taken" } else { "refused" }])
        .current_dir(root())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    lines.iter().for_each(|line| writeln!(input, "{line}").unwrap());
    drop(input);
    assert!(child.wait().unwrap().success(), "a line is not {}", if taken { "taken" } else { "refused" });
}
