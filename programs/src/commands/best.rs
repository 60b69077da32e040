//! `gridlaw best`: the best move of a position, as far as it can be seen.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;

use crate::Failure;
use crate::arguments::{Chosen, play_from};
use crate::books::BookArgument;
use crate::planning::{self, Aim};
use crate::searching::{SearchArguments, seconds};
use gridlaw::games::AnyGame;
use gridlaw::search::{Progress, Score};
use gridlaw::solving::AnySolver;

/// How far to look.
#[derive(Clone, Debug, Args)]
pub struct BestArguments {
    /// How many plies to look ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=254), conflicts_with = "time")]
    depth: Option<u8>,
    /// How many seconds to think; one, if no depth is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Candy: what the plan is for
    #[arg(long, value_name = "AIM", default_value = "moves")]
    aim: Aim,
    #[command(flatten)]
    book: BookArgument,
    #[command(flatten)]
    search: SearchArguments,
}

/// A value in words, an estimate as a number with its sign.
fn score_text(score: Score, exact: bool) -> String {
    match score.decided() {
        Some(value) => value.to_string(),
        None if exact => "draw".to_string(),
        None => format!("{:+}", score.points()),
    }
}

/// Prints the best move, its score, its depth, and the expected play.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played or end the game,
/// [`Failure::Input`] when the table cannot be allocated, otherwise any error of writing.
pub fn run(chosen: &Chosen<BestArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    let (from, depth) = (&arguments.search.from, arguments.depth);
    let time = if depth.is_some() { f64::INFINITY } else { arguments.time.unwrap_or(1.0) };
    if let AnyGame::Candy(instance) = game {
        return planning::best(instance, from, arguments.aim, (depth, time), output);
    }
    let start = play_from(game.start(), from)?;
    let walk = arguments.book.walk(&start)?;
    if let ([mv, ..], Some(value)) = (&walk.line[..], walk.value) {
        writeln!(output, "move {mv}\nscore {value}\ndepth 0\nline {}\nnodes 0", walk.line.join(" "))?;
        output.flush()?;
        return Ok(0);
    }
    let solver = AnySolver::new(&start, arguments.search.options());
    let solver = solver.map_err(|error| Failure::Input(error.to_string()))?;
    let mut solver = solver.ok_or_else(|| Failure::Misuse(format!("{} is a game for one person", game.kind())))?;
    let begun = Instant::now();
    let mut watch = |_: Progress<'_>| match begun.elapsed().as_secs_f64() >= time {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let Some(best) = solver.best(depth.unwrap_or(254), u64::MAX, &mut watch) else {
        return Err(Failure::Misuse(format!("--from {from:?}: the game is over")));
    };
    writeln!(output, "move {}", best.mv)?;
    writeln!(output, "score {}", score_text(best.score, best.exact))?;
    writeln!(output, "depth {}", best.depth)?;
    writeln!(output, "line {}", best.line.join(" "))?;
    writeln!(output, "nodes {}", solver.nodes())?;
    output.flush()?;
    Ok(0)
}
