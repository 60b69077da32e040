//! Programs whose reader goes away end quietly: with status 0 and without a message.

mod built;

use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Runs a program, closes the pipe that it writes to, and then sends it this line over and over.
fn quiet_end(words: &[&str], line: &str) {
    let mut child = Command::new(built::program(words[0]))
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program stops reading once its output is closed, so it never takes more input than a pipe
    // holds.
    let refused = (0..1 << 20).any(|_| input.write_all(line.as_bytes()).is_err());
    drop(input);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{words:?}");
    assert!(refused, "{words:?} has read everything");
}

#[test]
fn a_closed_pipe_ends_every_program_quietly() {
    // Endless forfeits: the game itself would not end.
    quiet_end(&["connect4", "--size", "4", "--type", "1"], "N0\n");
    quiet_end(&["connect4", "--size", "10", "--type", "2"], "S9\n");
    quiet_end(&["connect4", "--size", "4", "--type", "3", "--games", "10"], "\n");
    quiet_end(&["connect4"], "nonsense\n");
    quiet_end(&["gridlaw", "verdict", "connect4", "--size", "4"], "N0 S0 E3\n");
    quiet_end(&["gridlaw", "random", "connect4", "--size", "4", "--games", "1000", "--seed", "1"], "\n");
    quiet_end(&["gridlaw", "perft", "connect4", "--size", "4", "3"], "\n");
    quiet_end(&["gridlaw", "verdict", "breakdown", "-w", "4", "-h", "5", "-k", "2", "-q", "2"], "|0\n");
    quiet_end(&["play", "-w", "4", "-h", "5", "-k", "2", "-q", "2", "-b"], "!\n");
    quiet_end(&["jump61"], "dump\n");
    quiet_end(&["candy", "new", "--columns", "9", "--rows", "9"], "\n");
    quiet_end(&["gridlaw", "solve", "connect4", "--size", "4"], "\n");
    quiet_end(&["gridlaw", "best", "connect4", "--size", "4", "--nodes", "9"], "\n");
    quiet_end(&["gridlaw", "match", "connect4", "--size", "4", "random", "random", "--games", "2"], "\n");
    quiet_end(&["gridlaw", "verify", "connect4", "--size", "4", "--games", "1"], "\n");
    quiet_end(&["gridlaw", "analyse"], "{}\n");
}
