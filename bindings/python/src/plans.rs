//! Plans of Candy, a game for one person: what `solve` and `best` of its positions return.

use gridlaw_programs::planning::{self, Solution};
use law::AnyPlaying;
use law::games::candy::planner::Aim;
use law::games::candy::{Candy, Instance, Unbounded};
use law::rules::Notation;
use pyo3::prelude::*;

use crate::book::{parts, values_of};
use crate::watching::{Watch, not_solved, over};

/// A game of Candy in the form of plans, and its position.
fn planned(playing: &AnyPlaying, instance: &Instance) -> (Candy<Unbounded>, planning::Position) {
    let rules = planning::rules(instance);
    let position = rules.read_position(&playing.setup()).expect("both forms have the same setups");
    (rules, position)
}

/// The fewest swaps that win, as Python's `Solution`.
pub(crate) fn solution<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    instance: &Instance,
    all: bool,
    mut watch: Watch,
) -> PyResult<Bound<'py, PyAny>> {
    let (moves, found) = watch.plan(py, |limits, watch| {
        let (rules, position) = planned(playing, instance);
        match all {
            true => planning::solution_by_moves(&rules, &position, limits, watch),
            false => (Vec::new(), planning::solution(&rules, &position, limits, watch)),
        }
    })?;
    let moves = if all { Some(values_of(py, moves)?) } else { None };
    let results = py.import("gridlaw.results")?;
    match found {
        Ok(Solution { value, line }) => {
            let (value, distance) = parts(value.into());
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            results.getattr("Solution")?.call1((value, distance, line, watch.limits.spent, moves))
        }
        Err(known) => {
            let error = not_solved(&results, &planning::not_solved(&watch.limits, "", &known))?;
            error.setattr("moves", moves)?;
            Err(PyErr::from_value(error))
        }
    }
}

/// The first swap of the plan that wins in the fewest moves, or leaves the fewest explosions.
pub(crate) fn best<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    instance: &Instance,
    depth: Option<u8>,
    mut watch: Watch,
) -> PyResult<Bound<'py, PyAny>> {
    if playing.is_over() {
        return Err(over());
    }
    let depths = depth.map_or(1..=planning::DEEPEST, |depth| depth.into()..=depth.into());
    let found = watch.plan(py, |limits, watch| {
        let (rules, position) = planned(playing, instance);
        planning::deeper_within(&rules, &position, Aim::Moves, (depths, false), limits, watch)
    })?;
    let results = py.import("gridlaw.results")?;
    let Some((plan, depth)) = found else {
        return Err(PyErr::from_value(not_solved(&results, "no plan was found within the limits")?));
    };
    let line: Vec<String> = plan.line.iter().map(ToString::to_string).collect();
    let (value, distance) = (plan.won.then_some("win"), plan.won.then_some(line.len()));
    results.getattr("Best")?.call1((line[0].clone(), value, distance, plan.score, depth, line, watch.limits.spent))
}
