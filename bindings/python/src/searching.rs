//! Exact values and best moves.

use std::ops::ControlFlow;
use std::time::Instant;

use law::AnyPlaying;
use law::search::{Options, Value};
use law::solving::AnySolver;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::errors::value;

/// Where a search stops.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) depth: Option<u8>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<f64>,
}

/// Stops a search when its time is over or Python has a signal, for example from Ctrl-C.
struct Watch {
    begun: Instant,
    time: f64,
    fault: Option<PyErr>,
}

impl Watch {
    fn new(time: Option<f64>) -> PyResult<Watch> {
        let time = time.unwrap_or(f64::INFINITY);
        if time.is_nan() || time <= 0.0 {
            return Err(value(format!("expected a time above 0 seconds, found {time}")));
        }
        Ok(Watch { begun: Instant::now(), time, fault: None })
    }

    fn check(&mut self) -> ControlFlow<()> {
        if let Err(fault) = Python::attach(|py| py.check_signals()) {
            self.fault = Some(fault);
        }
        match self.fault.is_some() || self.begun.elapsed().as_secs_f64() >= self.time {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn solver(playing: &AnyPlaying, table: usize, threads: usize) -> PyResult<AnySolver> {
    let options = Options { table, threads, ..Options::default() };
    let solver = AnySolver::new(playing, options).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    solver.ok_or_else(|| PyValueError::new_err(format!("{} is a game for one person", playing.game().kind())))
}

/// `value`, and the distance of a win or a loss.
fn parts(value: Value) -> (&'static str, Option<u16>) {
    match value {
        Value::Win(plies) => ("win", Some(plies)),
        Value::Draw => ("draw", None),
        Value::Loss(plies) => ("loss", Some(plies)),
    }
}

/// The exact value with a line of best play, as Python's `Solution`.
pub(crate) fn solve<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    table: usize,
    threads: usize,
    time: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut watch = Watch::new(time)?;
    let found = py.detach(|| -> PyResult<_> {
        let mut solver = solver(playing, table, threads)?;
        let solved = solver.solve(&mut |_| watch.check());
        let line = solved.and_then(|value| Ok((value, solver.line(&mut |_| watch.check())?)));
        Ok((line, solver.nodes()))
    });
    let results = py.import("gridlaw.results")?;
    if let Some(fault) = watch.fault.take() {
        return Err(fault);
    }
    match found? {
        (Ok((value, line)), nodes) => {
            let (value, distance) = parts(value);
            results.getattr("Solution")?.call1((value, distance, line, nodes))
        }
        (Err(halt), nodes) => {
            let message = format!("not solved: {halt} after {nodes} positions");
            Err(PyErr::from_value(results.getattr("NotSolved")?.call1((message,))?))
        }
    }
}

/// The best move as far as the limits let see, as Python's `Best`.
pub(crate) fn best<'py>(
    py: Python<'py>,
    playing: &AnyPlaying,
    limits: Limits,
    table: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let has_none = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
    let mut watch = Watch::new(limits.time.or(has_none.then_some(1.0)))?;
    let depth = limits.depth.unwrap_or(254);
    if depth == 0 || depth == 255 {
        return Err(value(format!("expected a depth of 1 to 254, found {depth}")));
    }
    let found = py.detach(|| -> PyResult<_> {
        let mut solver = solver(playing, table, threads)?;
        let best = solver.best(depth, limits.nodes.unwrap_or(u64::MAX), &mut |_| watch.check());
        Ok((best, solver.nodes()))
    });
    if let Some(fault) = watch.fault.take() {
        return Err(fault);
    }
    let (best, nodes) = found?;
    let best = best.ok_or_else(|| value("the game is over: it has no best move"))?;
    let (value, distance) = match best.score.decided() {
        Some(value) => (Some(parts(value).0), parts(value).1),
        None if best.exact => (Some("draw"), None),
        None => (None, None),
    };
    let points = if value.is_some() { 0 } else { best.score.points() };
    let class = py.import("gridlaw.results")?.getattr("Best")?;
    class.call1((best.mv, value, distance, points, best.depth, best.line, nodes))
}
