//! The programs that `cargo test` builds before it runs the tests.

// Each test uses some of it.
#![allow(dead_code)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

/// One of the package's programs.
pub(crate) fn program(name: &str) -> PathBuf {
    built(&[name])
}

/// One of the package's examples.
pub(crate) fn example(name: &str) -> PathBuf {
    built(&["examples", name])
}

/// Runs a command on some input, of which it may leave a part unread.
pub(crate) fn output(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

fn built(path: &[&str]) -> PathBuf {
    let test = std::env::current_exe().expect("this is a program");
    let mut built = test.ancestors().nth(2).expect("target/PROFILE/deps").to_path_buf();
    built.extend(path);
    built.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(built.exists(), "{} is missing: `cargo build --bins --examples` builds it", built.display());
    built
}
