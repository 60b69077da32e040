//! `gridlaw random`: games of random moves, as lines that `verdict` reads.

use std::io::Write;

use clap::Args;

use crate::Failure;
use crate::arguments::Chosen;

/// The number of games and their seed.
#[derive(Clone, Copy, Debug, Args)]
pub struct RandomArguments {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,
    /// The seed: the same one gives the same games everywhere and always
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Writes the games, one a line.
///
/// # Errors
/// Any error of writing.
pub fn run(chosen: &Chosen<RandomArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let RandomArguments { games, seed } = chosen.rest;
    let start = chosen.start();
    let mut line = String::new();
    for number in 0..games {
        line.clear();
        start.random_record(seed, number, &mut line);
        line.push('\n');
        output.write_all(line.as_bytes())?;
    }
    output.flush()?;
    Ok(0)
}
