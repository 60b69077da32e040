//! Plans for one person: `gridlaw solve candy` and `gridlaw best candy`.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};

use crate::Failure;
use crate::solution::Limits;
use gridlaw::games::candy::planner::{self, Plan, deeper};
use gridlaw::games::candy::{Candy, Instance, Move, Unbounded};
use gridlaw::record::replay;
use gridlaw::rules::{Outcome, Rules};
use gridlaw::{GameKind, Side};

/// The aim of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Aim {
    /// To win in the fewest moves
    Moves,
    /// The highest score
    Score,
}

impl From<Aim> for planner::Aim {
    fn from(aim: Aim) -> planner::Aim {
        match aim {
            Aim::Moves => planner::Aim::Moves,
            Aim::Score => planner::Aim::Score,
        }
    }
}

/// The greatest depth of a plan, in moves, if the caller gives none.
pub const DEEPEST: u32 = 1000;

/// The position of a plan.
pub type Position = <Candy<Unbounded> as Rules>::Position;

/// The position after the moves of `from`.
fn after(rules: &Candy<Unbounded>, from: &str) -> Result<Position, Failure> {
    let mut position = rules.start();
    replay(rules, &mut position, from, |_| ()).map_err(|error| Failure::Misuse(format!("--from {from:?}: {error}")))?;
    Ok(position)
}

/// [`deeper`] within the limits, as long as `watch` does not break. Also returns the number of
/// positions.
pub fn deeper_within(
    rules: &Candy<Unbounded>,
    position: &Position,
    aim: planner::Aim,
    (depths, to_win): (RangeInclusive<u32>, bool),
    limits: &mut Limits,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> (Option<(Plan, u32)>, u64) {
    let mut nodes = 0;
    let mut check = || {
        nodes += 1;
        watch()?;
        limits.check(nodes - 1)
    };
    let found = deeper(rules, position, aim, (depths, to_win), &mut check, &mut |_, _| ());
    (found, nodes.min(limits.nodes.unwrap_or(u64::MAX)))
}

/// Finds the fewest swaps that win, within the limits and as long as `watch` does not break; if no
/// swaps win, the most swaps to the end of the game. Returns the outcome, the swaps, and the number
/// of positions. A game that is over has no swaps.
///
/// # Errors
/// What is known if it is open whether the game can be won.
pub fn fewest(
    rules: &Candy<Unbounded>,
    position: &Position,
    limits: &mut Limits,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<(Outcome, Vec<Move>, u64), String> {
    let outcome = rules.outcome(position);
    if outcome.is_over() {
        return Ok((outcome, Vec::new(), 0));
    }
    match deeper_within(rules, position, planner::Aim::Moves, (1..=DEEPEST, true), limits, watch) {
        (Some((plan, _)), nodes) if plan.won => Ok((Outcome::Win(Side::First), plan.line, nodes)),
        (Some((Plan { longest: Some(line), .. }, _)), nodes) => Ok((Outcome::Draw, line, nodes)),
        (found, _) => Err(format!("no win within {} moves", found.map_or(0, |(_, depth)| depth))),
    }
}

/// The watch of a search that only its limits stop.
fn unwatched() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The rules of a game of Candy, for its plans.
#[must_use]
pub fn rules(instance: &Instance) -> Candy<Unbounded> {
    Candy::new(instance).expect("there is room for every game")
}

/// Prints the first swap of the best plan, its aim in numbers, and the plan. `depth` is the depth
/// of the plan; without it plans get deeper until a limit is reached.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `from` cannot be played or end the game,
/// [`Failure::Input`] when no plan is found within the limits, otherwise any error of writing.
pub fn best(
    instance: &Instance,
    from: &str,
    aim: Aim,
    (depth, mut limits): (Option<u8>, Limits),
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let depths = depth.map_or(1..=DEEPEST, |depth| depth.into()..=depth.into());
    let rules = rules(instance);
    let position = after(&rules, from)?;
    if rules.outcome(&position).is_over() {
        return Err(Failure::over(from));
    }
    let (found, nodes) = deeper_within(&rules, &position, aim.into(), (depths, false), &mut limits, &mut unwatched);
    let Some((plan, depth)) = found else {
        let limit = if limits.reached == Some("time") { "in this time" } else { "in so many positions" };
        return Err(Failure::Input(format!("no plan was found {limit}")));
    };
    writeln!(output, "move {}", line_of(&plan.line[..1]))?;
    writeln!(output, "score {}", score_text(&plan))?;
    writeln!(output, "depth {depth}")?;
    writeln!(output, "line {}", line_of(&plan.line))?;
    writeln!(output, "nodes {nodes}")?;
    output.flush()?;
    Ok(0)
}

/// Prints the fewest swaps that win, or the most swaps of a game that cannot be won. A game that is
/// over has its value without any.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `from` cannot be played, [`Failure::NotSolved`] when it is
/// open whether the game can be won, otherwise any error of writing.
pub fn solve(instance: &Instance, from: &str, mut limits: Limits, output: &mut dyn Write) -> Result<u8, Failure> {
    let rules = rules(instance);
    let position = after(&rules, from)?;
    let (outcome, line, nodes) = fewest(&rules, &position, &mut limits, &mut unwatched).map_err(|known| {
        let limit = limits.reason("--").map_or(String::new(), |reason| reason + "; ");
        Failure::NotSolved(limit + &known)
    })?;
    let value = if outcome == Outcome::Draw { "loss" } else { "win" };
    writeln!(output, "value {value} in {}", line.len())?;
    writeln!(output, "outcome {}", GameKind::Candy.outcome_mark(outcome))?;
    writeln!(output, "line {}", line_of(&line))?;
    writeln!(output, "nodes {nodes}")?;
    let seconds = limits.begun.elapsed().as_secs_f64();
    writeln!(output, "seconds {seconds:.3}")?;
    writeln!(output, "nodes/s {:.0}", nodes as f64 / seconds.max(1e-9))?;
    output.flush()?;
    Ok(0)
}

fn line_of(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The points of a plan, and the explosions that it leaves.
fn score_text(plan: &Plan) -> String {
    let moves = plan.line.len();
    match plan.won {
        true => format!("{}, win in {moves}", plan.score),
        false => format!("{}, {} left after {moves}", plan.score, plan.left),
    }
}
