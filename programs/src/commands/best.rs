//! `gridlaw best`: the best move of a position, as far as it can be seen.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;

use crate::arguments::{Chosen, play_from};
use crate::books::BookArgument;
use crate::planning::{self, Aim};
use crate::searching::{self, SearchArguments, seconds};
use crate::solution::Limits;
use crate::{Failure, ONE_PERSON, TWO_SIDES};
use gridlaw::games::AnyGame;
use gridlaw::players::AnyPlayer;
use gridlaw::search::{Best, DEEPEST, Progress, Score};

/// The arguments of `gridlaw best`.
#[derive(Clone, Debug, Args)]
pub struct BestArguments {
    /// How many plies to look ahead
    #[arg(long, value_name = "D", group = "effort", value_parser = clap::value_parser!(u8).range(1..=i64::from(DEEPEST)))]
    depth: Option<u8>,
    /// How many seconds to think; one, if nothing else is given
    #[arg(long, value_name = "SECONDS", group = "effort", value_parser = seconds)]
    time: Option<f64>,
    /// Stop after about so many positions
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Play as the player of this level, from 1 (random) to 10 (the best)
    #[arg(help_heading = TWO_SIDES, long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u8).range(1..=10),
        conflicts_with_all = ["table", "threads", "book"])]
    level: Option<u8>,
    /// The seed of what a level leaves to chance
    #[arg(help_heading = TWO_SIDES, long, value_name = "S", default_value_t = 0, requires = "level",
        conflicts_with_all = ["depth", "time", "nodes"])]
    seed: u64,
    /// What the plan is for
    #[arg(help_heading = ONE_PERSON, long, value_name = "AIM", default_value = "moves")]
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
    let (from, depth, nodes) = (&arguments.search.from, arguments.depth, arguments.nodes);
    let time = if depth.is_some() || nodes.is_some() { f64::INFINITY } else { arguments.time.unwrap_or(1.0) };
    if let AnyGame::Candy(instance) = game {
        return planning::best(instance, from, arguments.aim, (depth, Limits::new(Some(time), nodes)), output);
    }
    let start = play_from(game.start(), from)?;
    let over = || Failure::over(from);
    if let Some(player) = arguments.level.and_then(|level| AnyPlayer::of_level(level, arguments.seed)) {
        let best = player.choose(&start).map_err(|error| Failure::Input(error.to_string()))?.ok_or_else(over)?;
        return write(&best, None, output);
    }
    let walk = arguments.book.walk(&start)?;
    if let ([mv, ..], Some(value)) = (&walk.line[..], walk.value) {
        writeln!(output, "move {mv}\nscore {value}\ndepth 0\nline {}\nnodes 0", walk.line.join(" "))?;
        output.flush()?;
        return Ok(0);
    }
    let mut solver = searching::solver(&start, arguments.search.options())?;
    let begun = Instant::now();
    let mut watch = |_: Progress<'_>| match begun.elapsed().as_secs_f64() >= time {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let best = solver.best(depth.unwrap_or(DEEPEST), nodes.unwrap_or(u64::MAX), &mut watch).ok_or_else(over)?;
    write(&best, Some(solver.nodes()), output)
}

fn write(best: &Best<String>, nodes: Option<u64>, output: &mut dyn Write) -> Result<u8, Failure> {
    writeln!(output, "move {}", best.mv)?;
    writeln!(output, "score {}", score_text(best.score, best.exact))?;
    writeln!(output, "depth {}", best.depth)?;
    writeln!(output, "line {}", best.line.join(" "))?;
    if let Some(nodes) = nodes {
        writeln!(output, "nodes {nodes}")?;
    }
    output.flush()?;
    Ok(0)
}
