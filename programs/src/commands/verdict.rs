//! `gridlaw verdict`: the oracle.

use std::io::{Read, Write};

use clap::Args;

use crate::arguments::Chosen;
use crate::{Failure, workers};
use gridlaw::verdict::verdict_in_bulk;

/// The arguments beside the game: none.
#[derive(Clone, Copy, Debug, Args)]
pub struct VerdictArguments {}

/// Answers every game of the input.
///
/// # Errors
/// Any error of reading or writing.
pub fn run(chosen: &Chosen<VerdictArguments>, input: &mut dyn Read, output: &mut dyn Write) -> Result<u8, Failure> {
    verdict_in_bulk(chosen.start().oracle(), input, output, &workers())?;
    Ok(0)
}
