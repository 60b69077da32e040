//! `gridlaw perft`: counting sequences of moves.

use std::io::Write;

use clap::Args;

use crate::arguments::{Chosen, play_from};
use crate::{Failure, MOST_THREADS, progress_bar};
use gridlaw::AnyPlaying;
use gridlaw::games::Engine;
use gridlaw::perft::DEEPEST;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The depth, the start and the threads.
#[derive(Clone, Debug, Args)]
pub struct PerftArguments {
    /// The length of the longest sequences
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST)))]
    depth: u32,
    /// First print, for the last depth, how many sequences each first move begins
    #[arg(long)]
    divide: bool,
    /// How many threads share the first moves
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: u16,
    /// Count with the reference engine
    #[arg(long)]
    naive: bool,
    /// Start after these moves, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    from: String,
}

/// A first move and the number of sequences that it begins.
type Part = (String, u64);

/// The sequences of `depth` moves by their first move, in move order; none for depth 0, which has
/// no first move. Calls `done` after each.
fn divide(start: &AnyPlaying, depth: u32, pool: Option<&ThreadPool>, done: &(dyn Fn() + Sync)) -> Vec<Part> {
    if depth == 0 {
        return Vec::new();
    }
    let first: Vec<(String, u32)> = start.moves().into_iter().zip(start.actions()).collect();
    // Positions are made one at a time: there may be millions of first moves, from a position of a
    // megabyte.
    let count = |(mv, action): (String, u32)| {
        let leaves = match depth {
            1 => 1,
            _ => {
                let mut next = start.clone();
                next.play_action(action).expect("the move is legal");
                next.perft(depth - 1)
            }
        };
        done();
        (mv, leaves)
    };
    match pool {
        None => first.into_iter().map(count).collect(),
        Some(pool) => pool.install(|| first.into_par_iter().with_max_len(1).map(count).collect()),
    }
}

fn total(parts: &[Part]) -> u64 {
    parts.iter().map(|(_, leaves)| leaves).sum()
}

/// Prints one line per depth from 0: the depth and the count.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, otherwise any error of writing.
pub fn run(chosen: &Chosen<PerftArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let engine = if arguments.naive { Engine::Naive } else { chosen.engine };
    let start = play_from(chosen.game.start_on(engine), &arguments.from)?;
    let pool = match arguments.threads {
        1 => None,
        threads => {
            let pool = ThreadPoolBuilder::new().num_threads(threads.into()).build();
            Some(pool.map_err(|error| Failure::Input(format!("cannot start {threads} threads: {error}")))?)
        }
    };
    let parts = |depth: u32| {
        let bar = progress_bar(start.count_moves(), "first moves");
        let parts = divide(&start, depth, pool.as_ref(), &|| bar.inc(1));
        bar.finish_and_clear();
        parts
    };
    let last = if arguments.divide { parts(arguments.depth) } else { Vec::new() };
    for (mv, leaves) in &last {
        writeln!(output, "{mv} {leaves}")?;
    }
    for depth in 0..=arguments.depth {
        let leaves = match depth {
            0 => 1,
            _ if depth == arguments.depth && arguments.divide => total(&last),
            // The game counts two plies at once, which is faster than splitting by first moves.
            1 | 2 => start.perft(depth),
            _ => total(&parts(depth)),
        };
        writeln!(output, "{depth} {leaves}")?;
        output.flush()?;
    }
    Ok(0)
}
