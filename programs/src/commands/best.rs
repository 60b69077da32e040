//! `gridlaw best`: the best move of a position, as far as it can be seen.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;

use super::candy_plan;
use super::solve::{SearchArguments, line_of, seconds};
use crate::Failure;
use crate::arguments::Chosen;
use gridlaw::games::{AnyGame, Game, SearchVisitor};
use gridlaw::search::{Progress, Score, Searchable, Searcher};

/// How far to look.
#[derive(Clone, Debug, Args)]
pub struct BestArguments {
    /// How many plies to look ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=254), conflicts_with = "time")]
    pub(super) depth: Option<u8>,
    /// How many seconds to think; one, if no depth is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time: Option<f64>,
    /// Candy: what the plan is for
    #[arg(long, value_name = "AIM", default_value = "moves")]
    pub(super) aim: candy_plan::Aim,
    #[command(flatten)]
    pub(super) search: SearchArguments,
}

impl BestArguments {
    /// The deepest search, and the seconds that it may take.
    pub(super) fn limits(&self) -> (u8, f64) {
        match (self.depth, self.time) {
            (Some(depth), _) => (depth, f64::INFINITY),
            (None, time) => (254, time.unwrap_or(1.0)),
        }
    }
}

struct Choose<'a, O>(&'a BestArguments, O);

impl<O: Write> SearchVisitor for Choose<'_, O> {
    type Output = Result<u8, Failure>;

    fn visit<S: Searchable<Rules: Game> + Clone + 'static>(self, game: S) -> Self::Output {
        let Choose(arguments, mut output) = self;
        let position = arguments.search.position(game.rules())?;
        let searcher = Searcher::new(game, arguments.search.options());
        let mut searcher = searcher.map_err(|error| Failure::Input(error.to_string()))?;
        let (depth, time) = arguments.limits();
        let begun = Instant::now();
        let mut watch = |_: Progress<'_>| match begun.elapsed().as_secs_f64() >= time {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let Some(best) = searcher.best(&position, depth, u64::MAX, &mut watch) else {
            return Err(Failure::Misuse(format!("--from {:?}: the game is over", arguments.search.from)));
        };
        writeln!(output, "move {}", best.mv)?;
        writeln!(output, "score {}", score_text(best.score, best.exact))?;
        writeln!(output, "depth {}", best.depth)?;
        writeln!(output, "line {}", line_of(&best.line))?;
        writeln!(output, "nodes {}", searcher.nodes())?;
        output.flush()?;
        Ok(0)
    }
}

/// A value in words, an estimate as a number with its sign.
fn score_text(score: Score, exact: bool) -> String {
    match score.decided() {
        Some(value) => value.to_string(),
        None if exact => "draw".to_string(),
        None => format!("{:+}", score.points()),
    }
}

/// Prints the best move, its score, how deep was looked, and the play that is expected.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played or end the game, [`Failure::Input`] when the table cannot be
/// had, otherwise what writing reports.
pub fn run(chosen: &Chosen<BestArguments>, output: impl Write) -> Result<u8, Failure> {
    let Chosen { game, rest, .. } = chosen;
    if let AnyGame::Candy(instance) = game {
        return candy_plan::best(instance, rest, output);
    }
    game.visit_search(Choose(rest, output)).unwrap_or(Ok(0))
}
