//! Exact values and best moves.

use std::ops::ControlFlow;

use gridlaw_programs::books::Walk;
use gridlaw_programs::solution::{self, Wanted};
use law::AnyPlaying;
use law::book::BookValue;
use law::search::{DEEPEST, Options, Solving};
use law::solving::AnySolver;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::book::{Book, parts, value_of};
use crate::errors::value;
use crate::position::Position;

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
        nodes: Option<u64>,
        time: Option<f64>,
        table: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means { table, threads, book: book.map(Bound::get) };
        solve(py, &self.playing, Wanted { weak, all }, Limits { depth: None, nodes, time }, means)
    }

    #[doc = doc!("Position.best")]
    #[pyo3(signature = (*, depth = None, book = None, nodes = None, time = None, table = 64, threads = 1))]
    #[allow(clippy::too_many_arguments)]
    fn best<'py>(
        &self,
        py: Python<'py>,
        depth: Option<i64>,
        book: Option<&Bound<'_, Book>>,
        nodes: Option<u64>,
        time: Option<f64>,
        table: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means { table, threads, book: book.map(Bound::get) };
        best(py, &self.playing, Limits { depth, nodes, time }, means)
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
#[derive(Clone, Copy)]
struct Limits {
    depth: Option<i64>,
    nodes: Option<u64>,
    time: Option<f64>,
}

/// Stops a search at its limits, or when Python has a signal, for example from Ctrl-C.
struct Watch {
    limits: solution::Limits,
    fault: Option<PyErr>,
}

impl Watch {
    fn new(limits: Limits) -> PyResult<Watch> {
        if let Some(time) = limits.time.filter(|time| time.is_nan() || *time <= 0.0) {
            return Err(value(format!("expected a time above 0 seconds, found {time}")));
        }
        if limits.nodes == Some(0) {
            return Err(value("expected at least one node, found 0"));
        }
        Ok(Watch { limits: solution::Limits::new(limits.time, limits.nodes), fault: None })
    }

    fn check(&mut self, nodes: u64) -> ControlFlow<()> {
        self.fault = Python::attach(|py| py.check_signals()).err();
        match self.fault {
            Some(_) => ControlFlow::Break(()),
            None => self.limits.check(nodes),
        }
    }
}

impl Means<'_> {
    fn walk(self, playing: &AnyPlaying) -> PyResult<Walk> {
        self.book.map_or_else(|| Ok(Walk::nowhere(playing)), |book| book.walk(playing))
    }

    fn solver(self, playing: &AnyPlaying) -> PyResult<AnySolver> {
        let options = Options { table: self.table, threads: self.threads, ..Options::default() };
        let solver = AnySolver::new(playing, options).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        solver.ok_or_else(|| PyValueError::new_err(format!("{} is a game for one person", playing.game().kind())))
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
    let mut watch = Watch::new(limits)?;
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
            let message = format!("not solved: {}{known}", watch.limits.reason(halt, ""));
            let error = results.getattr("NotSolved")?.call1((message,))?;
            error.setattr("moves", moves)?;
            Err(PyErr::from_value(error))
        }
    }
}

/// The values of moves, as a dict of Python's `Value`.
fn values_of(py: Python<'_>, moves: Vec<(String, BookValue)>) -> PyResult<Bound<'_, PyDict>> {
    let values = PyDict::new(py);
    for (mv, value) in moves {
        values.set_item(mv, value_of(py, value)?)?;
    }
    Ok(values)
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
    let mut watch = Watch::new(limits)?;
    let depth = limits.depth.unwrap_or(DEEPEST.into());
    let depth = u8::try_from(depth)
        .ok()
        .filter(|depth| (1..=DEEPEST).contains(depth))
        .ok_or_else(|| value(format!("expected a depth of 1 to {DEEPEST}, found {depth}")))?;
    let class = py.import("gridlaw.results")?.getattr("Best")?;
    let walk = py.detach(|| means.walk(playing))?;
    if let ([mv, ..], Some(known)) = (&walk.line[..], walk.value) {
        let (value, distance) = parts(known);
        return class.call1((mv.clone(), value, distance, 0, 0, walk.line, 0));
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
    let best = best.ok_or_else(|| value("the game is over: it has no best move"))?;
    let (value, distance) = match best.score.decided() {
        Some(value) => (Some(parts(value.into()).0), parts(value.into()).1),
        None if best.exact => (Some("draw"), None),
        None => (None, None),
    };
    let points = if value.is_some() { 0 } else { best.score.points() };
    class.call1((best.mv, value, distance, points, best.depth, best.line, nodes))
}
