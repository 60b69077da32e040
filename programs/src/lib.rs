//! The programs of gridlaw as functions of their arguments and streams. The binaries in `bin/` only
//! call them.
//!
//! | module | what it is |
//! |---|---|
//! | [`command_line`] | the commands of `gridlaw`, chosen by its words |
//! | [`arguments`] | the games and their sizes on the command line |
//! | [`commands`] | the commands of `gridlaw` and the programs of the documents, a file each |
//! | [`analysis`] | the protocol of `gridlaw analyse` |
//! | [`searching`], [`planning`] | the arguments of a search; plans for one person |
//! | [`solution`] | exact values with a line of best play |
//! | [`books`] | books as files, and best play along them |
//! | [`contest`] | matches between players and programs: its own crate |
//! | [`files`] | files read up to a bound, and written whole or not at all |
#![cfg_attr(unix, doc = "| [`judge`] | somebody's program held against the law: its own crate |")]
#![deny(unsafe_code)]

pub mod analysis;
pub mod arguments;
pub mod books;
pub mod command_line;
pub mod commands;
pub mod files;
pub mod planning;
pub mod searching;
pub mod solution;

pub use gridlaw_contest as contest;
#[cfg(unix)]
pub use gridlaw_judge as judge;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use gridlaw::GameKind;
use gridlaw::verdict::{Piece, Workers};
use rayon::prelude::*;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command was used wrongly: exit status 2.
    #[error("{0}")]
    Misuse(String),
    /// A file or some input is wrong: exit status 1.
    #[error("error: {0}")]
    Input(String),
    /// A search reached its limit before it knew the value: exit status 1.
    #[error("not solved: {0}")]
    NotSolved(String),
    /// Reading or writing failed: exit status 1, or 0 without a message if a pipe was closed.
    #[error("error: {0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// The failure of reading or writing the file at a path, or of what it holds.
    #[must_use]
    pub fn at(path: &Path, error: &dyn Display) -> Failure {
        Failure::Input(format!("{}: {error}", path.display()))
    }

    /// The misuse of a command for two sides.
    #[must_use]
    pub fn for_one_person(kind: GameKind) -> Failure {
        Failure::Misuse(format!("{kind} is a game for one person"))
    }

    /// The failure of a search for a move when the game is over after the moves of `from`.
    #[must_use]
    pub fn over(from: &str) -> Failure {
        Failure::Misuse(match from.trim() {
            "" => "the game is over from the start".to_string(),
            _ => format!("--from {from:?}: the game is over"),
        })
    }
}

/// The most threads that a command starts.
pub const MOST_THREADS: i64 = 1024;

/// The help heading that marks the options for games for two sides. A game refuses and hides the
/// options of the other kind of games, and shows its own ones without a heading.
pub const TWO_SIDES: &str = "games for two sides";

/// The same for games for one person.
pub const ONE_PERSON: &str = "games for one person";

/// Runs a program with its arguments. Misuse shows the usage, also where the parser shows none:
/// with a value that is wrong.
#[must_use]
pub fn run<P: clap::Parser>(program: impl FnOnce(P) -> Result<u8, Failure>) -> ExitCode {
    match P::try_parse() {
        Ok(arguments) => exit::<P>(program(arguments)),
        Err(error) => {
            // An error of these writes cannot be reported.
            let _ = error.print();
            if error.use_stderr() && !error.to_string().contains("Usage:") {
                let _ = writeln!(io::stderr(), "\n{}", P::command().render_usage());
            }
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

/// Returns the exit status of a result, and prints the message of a failure; for misuse with the
/// usage of `P`.
#[must_use]
pub fn exit<P: clap::CommandFactory>(result: Result<u8, Failure>) -> ExitCode {
    status(&mut P::command(), result).into()
}

/// As [`exit`], as a number and with the usage of a command.
#[must_use]
pub fn status(command: &mut clap::Command, result: Result<u8, Failure>) -> u8 {
    match result {
        // An error of this write cannot be reported.
        Err(Failure::Misuse(message)) => {
            let _ = command.error(clap::error::ErrorKind::ValueValidation, message).print();
            2
        }
        result => finished(result),
    }
}

/// As [`exit`], for programs without a parser, which report misuse themselves.
#[must_use]
pub fn finish(result: Result<u8, Failure>) -> ExitCode {
    finished(result).into()
}

fn finished(result: Result<u8, Failure>) -> u8 {
    match result {
        Ok(status) => status,
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "{failure}");
            1
        }
    }
}

/// The threads of the current pool, for [`verdict_in_bulk`](gridlaw::verdict::verdict_in_bulk).
#[must_use]
pub fn workers() -> Workers<'static> {
    Workers { threads: rayon::current_num_threads(), run: &|pieces| pieces.par_iter_mut().for_each(Piece::answer) }
}

/// Whether the environment asks for no colors: its variable `NO_COLOR` is not empty.
#[must_use]
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// A progress bar on standard error, drawn only on a terminal.
#[must_use]
pub fn progress_bar(length: u64, unit: &str) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(length);
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = indicatif::ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
