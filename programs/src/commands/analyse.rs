//! `gridlaw analyse`: positions in, values out, one JSON object a line.

use std::io::{Read, Write};

use clap::Args;

use crate::analysis::server::{Means, run as serve};
use crate::{Failure, MOST_THREADS};

/// The arguments of `gridlaw analyse`.
#[derive(Clone, Copy, Debug, Args)]
pub struct AnalyseArguments {
    /// How many requests are worked on at once
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: u16,
    /// The size of each request's table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    table: u32,
    /// At the end of the input, finish all requests instead of stopping them
    #[arg(long)]
    finish: bool,
}

/// Answers the requests of the input, as docs/analyse.md says.
///
/// # Errors
/// [`Failure::Io`] when the input cannot be read or the output cannot be written.
pub fn run(
    arguments: AnalyseArguments,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let AnalyseArguments { threads, table, finish } = arguments;
    serve(Means { threads: threads.into(), table: table as usize, finish }, input, output)?;
    Ok(0)
}
