//! Exact values and best moves.

use gridlaw_programs::books::Walk;
use gridlaw_programs::solution::Wanted;
use law::players::{AnyPlayer, LEVELS};
use law::search::{Best, DEEPEST, Options, Solving};
use law::solving::AnySolver;
use law::{AnyGame, AnyPlaying};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

use crate::book::{Book, parts, values_of};
use crate::errors::value;
use crate::numbers::{int, int_if_any, within};
use crate::plans;
use crate::position::Position;
use crate::watching::{Watch, not_solved, over};

/// The methods of a position that search.
#[pymethods]
impl Position {
    #[doc = doc!("Position.solve")]
    #[pyo3(
        signature = (
            *, weak = false, all = false, book = None, nodes = None, time = None, table = 64, threads = 1
        )
    )]
    #[allow(clippy::too_many_arguments)]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        weak: bool,
        all: bool,
        book: Option<&Bound<'_, Book>>,
        #[pyo3(from_py_with = int_if_any)] nodes: Option<i128>,
        time: Option<f64>,
        #[pyo3(from_py_with = int)] table: i128,
        #[pyo3(from_py_with = int)] threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(table, threads, book)?;
        solve(py, &self.playing, Wanted { weak, all }, Limits::new(None, nodes, time)?, means)
    }

    #[doc = doc!("Position.best")]
    #[pyo3(
        signature = (
            *, depth = None, level = None, seed = 0, book = None, nodes = None, time = None, table = 64, threads = 1
        )
    )]
    #[allow(clippy::too_many_arguments)]
    fn best<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = int_if_any)] depth: Option<i128>,
        #[pyo3(from_py_with = int_if_any)] level: Option<i128>,
        #[pyo3(from_py_with = int)] seed: i128,
        book: Option<&Bound<'_, Book>>,
        #[pyo3(from_py_with = int_if_any)] nodes: Option<i128>,
        time: Option<f64>,
        #[pyo3(from_py_with = int)] table: i128,
        #[pyo3(from_py_with = int)] threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(table, threads, book)?;
        let limits = Limits::new(depth, nodes, time)?;
        match level {
            None if seed == 0 => best(py, &self.playing, limits, means),
            None => Err(value("expected a level with a seed, found none")),
            Some(_) if (limits, means.table, means.threads, book.is_some()) != (Limits::default(), 64, 1, false) => {
                Err(value("expected a level or limits and means of a search, found both"))
            }
            Some(level) => {
                if self.playing.game().kind().players() < 2 {
                    return Err(for_one_person(&self.playing));
                }
                let (level, seed) = (within("level", level, LEVELS)?, within("seed", seed, 0..=u64::MAX)?);
                let player = AnyPlayer::of_level(level, seed).expect("the level is in range");
                let found = py.detach(|| player.choose(&self.playing));
                let found = found.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
                best_of(py, found.ok_or_else(over)?, 0)
            }
        }
    }
}

/// The resources of a search: a table in MiB, threads, and a book of values.
#[derive(Clone, Copy)]
struct Means<'a> {
    table: usize,
    threads: usize,
    book: Option<&'a Book>,
}

/// The limits of a search.
#[derive(Clone, Copy, Default, PartialEq)]
struct Limits {
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<f64>,
}

impl Limits {
    fn new(depth: Option<i128>, nodes: Option<i128>, time: Option<f64>) -> PyResult<Limits> {
        let depth = depth.map(|depth| within("depth", depth, 1..=DEEPEST)).transpose()?;
        let nodes = nodes.map(|nodes| within("nodes", nodes, 1..=u64::MAX)).transpose()?;
        if let Some(time) = time.filter(|time| time.is_nan() || *time <= 0.0) {
            return Err(value(format!("expected a time above 0 seconds, found {time}")));
        }
        Ok(Limits { depth, nodes, time })
    }
}

impl<'a> Means<'a> {
    /// The resources that the command line accepts, too.
    fn new(table: i128, threads: i128, book: Option<&'a Bound<'_, Book>>) -> PyResult<Means<'a>> {
        let table = within("table", table, 1..=u32::MAX)? as usize;
        let threads = within("threads", threads, 1..=1024)?;
        Ok(Means { table, threads, book: book.map(Bound::get) })
    }

    fn walk(self, playing: &AnyPlaying) -> PyResult<Walk> {
        self.book.map_or_else(|| Ok(Walk::nowhere(playing)), |book| book.walk(playing))
    }

    fn solver(self, playing: &AnyPlaying) -> PyResult<AnySolver> {
        let options = Options { table: self.table, threads: self.threads, ..Options::default() };
        let solver = AnySolver::new(playing, options).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        solver.ok_or_else(|| for_one_person(playing))
    }
}

/// The exact value with a line of best play, as Python's `Solution`.
fn solve<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    wanted: Wanted,
    limits: Limits,
    means: Means<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    if wanted.all && means.book.is_some() {
        return Err(value("expected all=True or a book, found both: a book has no values of moves"));
    }
    let mut watch = Watch::new(limits.time, limits.nodes);
    if let AnyGame::Candy(instance) = playing.game()
        && !wanted.weak
        && means.book.is_none()
    {
        return plans::solution(py, playing, &instance, wanted.all, watch);
    }
    let found = py.detach(|| -> PyResult<_> {
        // The search begins where the book ends.
        let walk = wanted.walk(means.walk(playing)?, playing);
        let mut solver = means.solver(&walk.end)?;
        let mut check = |solving: Solving<'_>| watch.check(solving.search.nodes);
        let value = wanted.find(&walk, &mut solver, &mut check);
        let value = value.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let (nodes, (moves, known)) = (solver.nodes(), wanted.known(&mut solver));
        let solved = value.map_err(|halt| (halt, known)).and_then(|value| {
            let line = wanted.line(walk, &mut solver, &mut check);
            let line = line.map_err(|halt| (halt, " before the end of the line".to_string()))?;
            Ok((value, line))
        });
        Ok((solved, moves, nodes))
    });
    if let Some(fault) = watch.fault {
        return Err(fault);
    }
    let results = py.import("gridlaw.results")?;
    let (solved, moves, nodes) = found?;
    let moves = if wanted.all { Some(values_of(py, moves)?) } else { None };
    match solved {
        Ok((value, line)) => {
            let (value, distance) = parts(value);
            results.getattr("Solution")?.call1((value, distance, line, nodes, moves))
        }
        Err((halt, known)) => {
            let reason = watch.limits.reason("").unwrap_or_else(|| halt.to_string());
            let error = not_solved(&results, &(reason + &known))?;
            error.setattr("moves", moves)?;
            Err(PyErr::from_value(error))
        }
    }
}

/// The best move within the limits, as Python's `Best`.
fn best<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    mut limits: Limits,
    means: Means<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    if limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() {
        limits.time = Some(1.0);
    }
    let mut watch = Watch::new(limits.time, limits.nodes);
    let depth = limits.depth.unwrap_or(DEEPEST);
    let walk = py.detach(|| means.walk(playing))?;
    if let ([mv, ..], Some(known)) = (&walk.line[..], walk.value) {
        let (value, distance) = parts(known);
        let class = py.import("gridlaw.results")?.getattr("Best")?;
        return class.call1((mv.clone(), value, distance, 0, 0, walk.line, 0));
    }
    if let AnyGame::Candy(instance) = playing.game() {
        return plans::best(py, playing, &instance, limits.depth, watch);
    }
    let found = py.detach(|| -> PyResult<_> {
        let mut solver = means.solver(playing)?;
        // The search counts its positions itself.
        let best = solver.best(depth, limits.nodes.unwrap_or(u64::MAX), &mut |_| watch.check(0));
        Ok((best, solver.nodes()))
    });
    if let Some(fault) = watch.fault {
        return Err(fault);
    }
    let (best, nodes) = found?;
    best_of(py, best.ok_or_else(over)?, nodes)
}

fn for_one_person(playing: &AnyPlaying) -> PyErr {
    value(format!("{} is a game for one person", playing.game().kind()))
}

/// Python's `Best`.
fn best_of(py: Python<'_>, best: Best<String>, nodes: u64) -> PyResult<Bound<'_, PyAny>> {
    let (value, distance) = match best.score.decided() {
        Some(value) => (Some(parts(value.into()).0), parts(value.into()).1),
        None if best.exact => (Some("draw"), None),
        None => (None, None),
    };
    let points = if value.is_some() { 0 } else { best.score.points() };
    let class = py.import("gridlaw.results")?.getattr("Best")?;
    class.call1((best.mv, value, distance, points, best.depth, best.line, nodes))
}
