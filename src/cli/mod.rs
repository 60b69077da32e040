//! The commands of the programs: arguments in, text out. The programs themselves are in `bin/`, and thin.
//!
//! | module | command |
//! |---|---|
//! | [`arguments`] | the games and their sizes on the command line |
//! | [`play`], [`connect4`], [`jump61`], [`candy`], [`fitz`] | the programs of the documents |
//! | [`files`] | files read up to a bound, and written whole or not at all |
#![cfg_attr(unix, doc = "| [`judge`] | `gridlaw judge` |")]
//! | [`verdict`], [`perft`], [`random`], [`verify`], [`speed`] | `gridlaw verdict`, `perft`, `random`, `verify`, `speed` |
//! | [`solve`], [`best`], [`candy_plan`] | `gridlaw solve`, `best`, and both for one person |

pub mod arguments;
pub mod best;
pub mod candy;
pub mod candy_plan;
pub mod connect4;
pub mod files;
pub mod fitz;
#[cfg(unix)]
pub mod judge;
pub mod jump61;
pub mod perft;
pub mod play;
pub mod random;
pub mod solve;
pub mod speed;
pub mod verdict;
pub mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command stopped short.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command was used wrongly: exit status 2.
    #[error("{0}")]
    Misuse(String),
    /// A file or some input is wrong: exit status 1.
    #[error("error: {0}")]
    Input(String),
    /// Reading or writing failed: exit status 1, and 0 without a word when a pipe was closed.
    #[error("error: {0}")]
    Io(#[from] io::Error),
}

/// Turns what a program says into what it exits with, and prints the message of a failure; for misuse with
/// the usage of `P`.
#[must_use]
pub fn exit<P: clap::CommandFactory>(result: Result<u8, Failure>) -> ExitCode {
    match result {
        // Nobody is left to be told when the message cannot be written.
        Err(Failure::Misuse(message)) => {
            let _ = P::command().error(clap::error::ErrorKind::ValueValidation, message).print();
            2.into()
        }
        result => finish(result),
    }
}

/// As [`exit`], for programs without a parser, which tell misuse themselves.
#[must_use]
pub fn finish(result: Result<u8, Failure>) -> ExitCode {
    match result {
        Ok(status) => status.into(),
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::FAILURE
        }
    }
}

/// A progress bar on standard error, drawn only on a terminal.
fn progress_bar(length: u64, unit: &str) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(length);
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = indicatif::ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
