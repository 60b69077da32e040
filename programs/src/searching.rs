//! The arguments and the solver of the commands that search.

use clap::Args;
use gridlaw::AnyPlaying;
use gridlaw::search::Options;
use gridlaw::solving::AnySolver;

use crate::{Failure, MOST_THREADS};

/// The means of a search. A plan of Candy takes them, too, and has one thread and no table.
#[derive(Clone, Debug, Args)]
pub struct SearchArguments {
    /// How many threads search
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: u16,
    /// The size of the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    table: u32,
    /// Start after these moves, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    pub from: String,
}

impl SearchArguments {
    /// The options of the searcher.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { table: self.table as usize, threads: self.threads.into(), ..Options::default() }
    }
}

/// The solver of a position.
///
/// # Errors
/// [`Failure::Misuse`] in a game for one person, [`Failure::Input`] when the table cannot be
/// allocated.
pub fn solver(start: &AnyPlaying, options: Options) -> Result<AnySolver, Failure> {
    let solver = AnySolver::new(start, options).map_err(|error| Failure::Input(error.to_string()))?;
    solver.ok_or_else(|| Failure::for_one_person(start.game().kind()))
}

/// Reads a time in seconds, from a thousandth of one to some thousand years: `20`, `0.5` or `20s`.
///
/// # Errors
/// A text that is no such number.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.strip_suffix('s').unwrap_or(text).parse() {
        Ok(seconds) if (0.001..=1e11).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.001 to 1e11".to_string()),
    }
}
