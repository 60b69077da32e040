//! Plans for one person: `gridlaw solve candy` and `gridlaw best candy`.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

use crate::Failure;
use gridlaw::games::candy::planner::{self, Plan};
use gridlaw::games::candy::{Candy, Instance, Move, Unbounded};
use gridlaw::record::replay;
use gridlaw::rules::Rules;

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

/// Plans deeper and deeper until `watch` breaks, the last depth is reached or no line is longer.
/// With `to_win` it also stops once a plan wins in the fewest moves. Calls `done` with every plan
/// and its depth. Returns the last plan and its depth.
pub fn deeper(
    rules: &Candy<Unbounded>,
    position: &Position,
    aim: planner::Aim,
    (depths, to_win): (RangeInclusive<u32>, bool),
    watch: &mut dyn FnMut() -> ControlFlow<()>,
    done: &mut dyn FnMut(&Plan, u32),
) -> Option<(Plan, u32)> {
    let mut found = None;
    for depth in depths {
        let Some(plan) = planner::plan(rules, position, aim, depth, &mut |_| watch()) else { break };
        // No line is longer if the plan is shorter than the depth.
        let over = (plan.line.len() as u32) < depth && plan.won && aim == planner::Aim::Moves;
        let over = over || plan.won && to_win;
        done(&plan, depth);
        found = Some((plan, depth));
        if over {
            break;
        }
    }
    found
}

/// [`deeper`] from the position after the moves of `from`, until `time` seconds are over. Also
/// returns the number of positions.
fn deeper_in_time(
    rules: &Candy<Unbounded>,
    from: &str,
    aim: planner::Aim,
    (depths, time): (RangeInclusive<u32>, f64),
    to_win: bool,
) -> Result<Option<(Plan, u32, u64)>, Failure> {
    let mut position = rules.start();
    replay(rules, &mut position, from, |_| ()).map_err(|error| Failure::Misuse(format!("--from {from:?}: {error}")))?;
    if rules.outcome(&position).is_over() {
        return Err(Failure::over(from));
    }
    let (begun, mut nodes) = (Instant::now(), 0);
    let mut watch = || {
        nodes += 1;
        match begun.elapsed().as_secs_f64() >= time {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let found = deeper(rules, &position, aim, (depths, to_win), &mut watch, &mut |_, _| ());
    Ok(found.map(|(plan, depth)| (plan, depth, nodes)))
}

/// The rules of a game of Candy, for its plans.
#[must_use]
pub fn rules(instance: &Instance) -> Candy<Unbounded> {
    Candy::new(instance).expect("there is room for every game")
}

/// Prints the first swap of the best plan, its aim in numbers, and the plan. `depth` is the depth
/// of the plan; without it plans get deeper until `time` seconds are over.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `from` cannot be played or end the game,
/// [`Failure::Input`] when no plan is found in time, otherwise any error of writing.
pub fn best(
    instance: &Instance,
    from: &str,
    aim: Aim,
    (depth, time): (Option<u8>, f64),
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let depths = depth.map_or(1..=DEEPEST, |depth| depth.into()..=depth.into());
    let found = deeper_in_time(&rules(instance), from, aim.into(), (depths, time), false)?;
    let Some((plan, depth, nodes)) = found else {
        return Err(Failure::Input("no plan was found in this time".to_string()));
    };
    writeln!(output, "move {}", line_of(&plan.line[..1]))?;
    writeln!(output, "score {}", score_text(&plan))?;
    writeln!(output, "depth {depth}")?;
    writeln!(output, "line {}", line_of(&plan.line))?;
    writeln!(output, "nodes {nodes}")?;
    output.flush()?;
    Ok(0)
}

/// Prints the fewest swaps that win.
///
/// # Errors
/// As [`best`].
pub fn solve(instance: &Instance, from: &str, time: Option<f64>, output: &mut dyn Write) -> Result<u8, Failure> {
    let begun = Instant::now();
    let time = time.unwrap_or(f64::INFINITY);
    let found = deeper_in_time(&rules(instance), from, planner::Aim::Moves, (1..=DEEPEST, time), true)?;
    let (plan, nodes) = match found {
        Some((plan, _, nodes)) if plan.won => (plan, nodes),
        found => {
            let depth = found.map_or(0, |(_, depth, _)| depth);
            let limit = if depth < DEEPEST { "the limit of --time was reached; " } else { "" };
            return Err(Failure::NotSolved(format!("{limit}no win within {depth} moves")));
        }
    };
    writeln!(output, "value win in {}", plan.line.len())?;
    writeln!(output, "outcome W")?;
    writeln!(output, "line {}", line_of(&plan.line))?;
    writeln!(output, "nodes {nodes}")?;
    let seconds = begun.elapsed().as_secs_f64();
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
