//! Plans for one person: `gridlaw solve candy` and `gridlaw best candy`.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};

use crate::Failure;
use crate::solution::Limits;
use gridlaw::book::BookValue;
use gridlaw::games::candy::planner::{self, Plan, deeper};
use gridlaw::games::candy::{Candy, Instance, Move, Unbounded};
use gridlaw::record::replay;
use gridlaw::rules::{Outcome, Rules};
use gridlaw::search::{Score, Value};
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

/// [`deeper`] within the limits, as long as `watch` does not break. The limits count the positions.
pub fn deeper_within(
    rules: &Candy<Unbounded>,
    position: &Position,
    aim: planner::Aim,
    (depths, to_win): (RangeInclusive<u32>, bool),
    limits: &mut Limits,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<(Plan, u32)> {
    let mut nodes = 0;
    let mut check = || {
        watch()?;
        limits.check(nodes)?;
        nodes += 1;
        ControlFlow::Continue(())
    };
    let found = deeper(rules, position, aim, (depths, to_win), &mut check, &mut |_, _| ());
    limits.spent += nodes;
    found
}

/// The exact value of a position, and the swaps that reach it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// A win in the fewest swaps; if no swaps win, a loss in the most swaps to the end of the game.
    pub value: Value,
    /// The swaps; none for a game that is over.
    pub line: Vec<Move>,
}

impl Solution {
    fn new(won: bool, line: Vec<Move>) -> Solution {
        let moves = line.len() as u16;
        Solution { value: if won { Value::Win(moves) } else { Value::Loss(moves) }, line }
    }
}

/// Finds the value of a position within the limits and as long as `watch` does not break.
///
/// # Errors
/// If it stays open whether the game can be won: what is known, as the end of a message.
pub fn solution(
    rules: &Candy<Unbounded>,
    position: &Position,
    limits: &mut Limits,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Solution, String> {
    let outcome = rules.outcome(position);
    if outcome.is_over() {
        return Ok(Solution::new(outcome != Outcome::Draw, Vec::new()));
    }
    match deeper_within(rules, position, planner::Aim::Moves, (1..=DEEPEST, true), limits, watch) {
        Some((plan, _)) if plan.won => Ok(Solution::new(true, plan.line)),
        Some((Plan { longest: Some(line), .. }, _)) => Ok(Solution::new(false, line)),
        found => Err(format!("; no win within {} moves", found.map_or(0, |(_, depth)| depth))),
    }
}

/// The values of moves, in their order.
pub type MoveValues = Vec<(String, BookValue)>;

/// As [`solution`], by the values of all legal moves: also returns those that were found.
///
/// # Errors
/// As [`solution`]: how many moves have a value, and what is known of the next one.
pub fn solution_by_moves(
    rules: &Candy<Unbounded>,
    position: &Position,
    limits: &mut Limits,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> (MoveValues, Result<Solution, String>) {
    let (mut values, mut best): (MoveValues, Option<Solution>) = Default::default();
    let moves = rules.moves(position);
    for &mv in &moves {
        let mut next = position.clone();
        rules.play_unchecked(&mut next, mv);
        let found = match solution(rules, &next, limits, watch) {
            Ok(Solution { value, mut line }) => {
                line.insert(0, mv);
                Solution::new(matches!(value, Value::Win(_)), line)
            }
            Err(known) => {
                let known = known.replacen("; ", &format!("; {mv}: "), 1);
                let known = format!(" after {} of {} moves{known}", values.len(), moves.len());
                return (values, Err(known));
            }
        };
        values.push((mv.to_string(), found.value.into()));
        if best.as_ref().is_none_or(|best| Score::of(best.value) < Score::of(found.value)) {
            best = Some(found);
        }
    }
    // A game without moves is over.
    (values, best.map_or_else(|| solution(rules, position, limits, watch), Ok))
}

/// The end of the message of a game that was not solved.
#[must_use]
pub fn not_solved(limits: &Limits, option: &str, known: &str) -> String {
    match limits.reason(option) {
        Some(reason) => reason + known,
        None => known.trim_start_matches("; ").trim_start().to_string(),
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
    let found = deeper_within(&rules, &position, aim.into(), (depths, false), &mut limits, &mut unwatched);
    let Some((plan, depth)) = found else {
        let limit = if limits.reached == Some("time") { "in this time" } else { "in so many positions" };
        return Err(Failure::Input(format!("no plan was found {limit}")));
    };
    writeln!(output, "move {}", line_of(&plan.line[..1]))?;
    writeln!(output, "score {}", score_text(&plan))?;
    writeln!(output, "depth {depth}")?;
    writeln!(output, "line {}", line_of(&plan.line))?;
    writeln!(output, "nodes {}", limits.spent)?;
    output.flush()?;
    Ok(0)
}

/// Prints the values of all legal moves if asked, and the fewest swaps that win, or the most swaps
/// of a game that cannot be won. A game that is over has its value without any.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `from` cannot be played, [`Failure::NotSolved`] when it is
/// open whether the game can be won, otherwise any error of writing.
pub fn solve(
    instance: &Instance,
    from: &str,
    all: bool,
    mut limits: Limits,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let rules = rules(instance);
    let position = after(&rules, from)?;
    let (moves, found) = match all {
        true => solution_by_moves(&rules, &position, &mut limits, &mut unwatched),
        false => (Vec::new(), solution(&rules, &position, &mut limits, &mut unwatched)),
    };
    for (mv, value) in moves {
        writeln!(output, "{mv} {value}")?;
    }
    let Solution { value, line } = match found {
        Ok(found) => found,
        Err(known) => {
            output.flush()?;
            return Err(Failure::NotSolved(not_solved(&limits, "--", &known)));
        }
    };
    let outcome = if matches!(value, Value::Win(_)) { Outcome::Win(Side::First) } else { Outcome::Draw };
    writeln!(output, "value {value}")?;
    writeln!(output, "outcome {}", GameKind::Candy.outcome_mark(outcome))?;
    writeln!(output, "line {}", line_of(&line))?;
    writeln!(output, "nodes {}", limits.spent)?;
    let seconds = limits.begun.elapsed().as_secs_f64();
    writeln!(output, "seconds {seconds:.3}")?;
    writeln!(output, "nodes/s {:.0}", limits.spent as f64 / seconds.max(1e-9))?;
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
