//! `gridlaw perft`: counting sequences of moves.

use std::io::Write;

use clap::Args;

use crate::arguments::Chosen;
use crate::{Failure, progress_bar};
use gridlaw::games::{Engine, Game, GameVisitor};
use gridlaw::perft::{divide, perft};
use gridlaw::record::replay;
use rayon::prelude::*;

/// How deep, from where, and on how many threads.
#[derive(Clone, Debug, Args)]
pub struct PerftArguments {
    /// The length of the longest sequences
    #[arg(value_name = "DEPTH")]
    depth: u32,
    /// First print, for the last depth, how many sequences each first move begins
    #[arg(long)]
    divide: bool,
    /// How many threads share the first moves
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Count with the reference engine
    #[arg(long)]
    naive: bool,
    /// Start after these moves, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    from: String,
}

struct Perft<'a, O>(&'a PerftArguments, O);

impl<O: Write> GameVisitor for Perft<'_, O> {
    type Output = Result<u8, Failure>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Perft(arguments, mut output) = self;
        let mut position = game.start();
        replay(game, &mut position, &arguments.from, |_| ())
            .map_err(|error| Failure::Misuse(format!("--from {:?}: {error}", arguments.from)))?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(arguments.threads.into())
            .build()
            .map_err(|error| Failure::Input(format!("{} threads cannot be had: {error}", arguments.threads)))?;
        let parts = |depth: u32| {
            let bar = progress_bar(game.count_moves(&position), "first moves");
            let parts = match arguments.threads {
                1 => divide(game, &position, depth, || bar.inc(1)),
                _ if depth == 0 => Vec::new(),
                _ => pool.install(|| divide_parallel(game, &position, depth, || bar.inc(1))),
            };
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
                // The game counts two plies at once; handing out first moves would be slower.
                1 | 2 => perft(game, &position, depth),
                _ => total(&parts(depth)),
            };
            writeln!(output, "{depth} {leaves}")?;
            output.flush()?;
        }
        Ok(0)
    }
}

/// [`divide`] on the threads of the current pool, which take first moves one by one. Calls `done` after each.
fn divide_parallel<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    done: impl Fn() + Sync,
) -> Vec<(G::Move, u64)> {
    let leaves = |mv| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let leaves = perft(game, &next, depth - 1);
        done();
        (mv, leaves)
    };
    game.moves(position).into_par_iter().with_max_len(1).map(leaves).collect()
}

fn total<M>(parts: &[(M, u64)]) -> u64 {
    parts.iter().map(|(_, leaves)| leaves).sum()
}

/// Prints one line per depth from 0: the depth and the count.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, otherwise what writing reports.
pub fn run(chosen: &Chosen<PerftArguments>, output: impl Write) -> Result<u8, Failure> {
    let engine = if chosen.rest.naive { Engine::Naive } else { chosen.engine() };
    chosen.game.visit(engine, Perft(&chosen.rest, output))
}
