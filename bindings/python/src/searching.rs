//! Exact values and best moves.

use std::ops::ControlFlow;
use std::time::Instant;

use gridlaw_programs::books::Walk;
use gridlaw_programs::planning;
use gridlaw_programs::searching::known;
use law::book::BookValue;
use law::games::candy::Instance;
use law::games::candy::planner::Aim;
use law::rules::Notation;
use law::search::{DEEPEST, Halt, Options, Solving, WatchSolving};
use law::solving::AnySolver;
use law::{AnyGame, AnyPlaying};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::book::{Book, parts, value_of};
use crate::errors::value;
use crate::numbers::{int, int_if_any, within};
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
        #[pyo3(from_py_with = int_if_any)] nodes: Option<i128>,
        time: Option<f64>,
        #[pyo3(from_py_with = int)] table: i128,
        #[pyo3(from_py_with = int)] threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(table, threads, book)?;
        solve(py, &self.playing, Wanted { weak, all }, Limits::new(None, nodes, time)?, means)
    }

    #[doc = doc!("Position.best")]
    #[pyo3(signature = (*, depth = None, book = None, nodes = None, time = None, table = 64, threads = 1))]
    #[allow(clippy::too_many_arguments)]
    fn best<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = int_if_any)] depth: Option<i128>,
        book: Option<&Bound<'_, Book>>,
        #[pyo3(from_py_with = int_if_any)] nodes: Option<i128>,
        time: Option<f64>,
        #[pyo3(from_py_with = int)] table: i128,
        #[pyo3(from_py_with = int)] threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(table, threads, book)?;
        best(py, &self.playing, Limits::new(depth, nodes, time)?, means)
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
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<f64>,
}

impl Limits {
    fn new(depth: Option<i128>, nodes: Option<i128>, time: Option<f64>) -> PyResult<Limits> {
        let depth = depth.map(|depth| within("depth", depth, 1..=DEEPEST)).transpose()?;
        let nodes = nodes.map(|nodes| within("nodes", nodes, 1..=u64::MAX)).transpose()?;
        Ok(Limits { depth, nodes, time })
    }
}

/// Stops a search when its time is over or Python has a signal, for example from Ctrl-C.
struct Watch {
    begun: Instant,
    time: f64,
    fault: Option<PyErr>,
}

impl Watch {
    fn new(limits: Limits) -> PyResult<Watch> {
        let time = limits.time.unwrap_or(f64::INFINITY);
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
        solver.ok_or_else(|| PyValueError::new_err(format!("{} is a game for one person", playing.game().kind())))
    }
}

/// The parts of a solution that the caller wants.
#[derive(Clone, Copy)]
struct Wanted {
    /// The value without its distance.
    weak: bool,
    /// The value of every move.
    all: bool,
}

/// The results of a solution.
struct Solved {
    value: BookValue,
    line: Vec<String>,
    moves: Option<Vec<(String, BookValue)>>,
    /// Positions searched for the values: the line's are not among them, as in `gridlaw solve`.
    nodes: u64,
}

impl Wanted {
    fn find(self, solver: &mut AnySolver, watch: &mut WatchSolving<'_>) -> Result<Solved, Halt> {
        fn values<V>(moves: Vec<(String, V)>) -> Vec<(String, BookValue)>
        where
            BookValue: From<V>,
        {
            moves.into_iter().map(|(mv, value)| (mv, value.into())).collect()
        }
        let moves = match (self.all, self.weak) {
            (false, _) => None,
            (true, true) => Some(values(solver.weak_move_values(watch)?)),
            (true, false) => Some(values(solver.move_values(watch)?)),
        };
        let value = if self.weak { solver.solve_weakly(watch)?.into() } else { solver.solve(watch)?.into() };
        let nodes = solver.nodes();
        let line = if self.weak { solver.weak_line(watch)? } else { solver.line(watch)? };
        Ok(Solved { value, line, moves, nodes })
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
        let walk = means.walk(playing)?;
        let mut solver = means.solver(&walk.end)?;
        let most = limits.nodes.unwrap_or(u64::MAX);
        let solved = wanted.find(&mut solver, &mut |solving: Solving<'_>| match solving.search.nodes >= most {
            true => ControlFlow::Break(()),
            false => watch.check(),
        });
        if let Ok(solved) = &solved {
            walk.confirm(solved.value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        }
        Ok((walk, solved, solver.nodes(), solver.bounds()))
    });
    let results = py.import("gridlaw.results")?;
    if let Some(fault) = watch.fault.take() {
        return Err(fault);
    }
    let (walk, solved, searched, bounds) = found?;
    let Solved { value, line, moves, nodes } = match solved {
        Ok(solved) => solved,
        Err(halt) => {
            let message = format!("not solved: {halt} after {searched} positions{}", known(bounds));
            return Err(PyErr::from_value(results.getattr("NotSolved")?.call1((message,))?));
        }
    };
    let value = walk.value.unwrap_or(value);
    let (value, distance) = parts(if wanted.weak { value.weak() } else { value });
    let moves = moves.map(|moves| values_of(py, moves)).transpose()?;
    results.getattr("Solution")?.call1((value, distance, [walk.line, line].concat(), nodes, moves))
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
    let depth = limits.depth.unwrap_or(DEEPEST);
    let class = py.import("gridlaw.results")?.getattr("Best")?;
    let walk = py.detach(|| means.walk(playing))?;
    if let ([mv, ..], Some(known)) = (&walk.line[..], walk.value) {
        let (value, distance) = parts(known);
        return class.call1((mv.clone(), value, distance, 0, 0, walk.line, 0));
    }
    if let AnyGame::Candy(instance) = playing.game() {
        return plan(&class, playing, &instance, limits, watch);
    }
    let found = py.detach(|| -> PyResult<_> {
        let mut solver = means.solver(playing)?;
        let best = solver.best(depth, limits.nodes.unwrap_or(u64::MAX), &mut |_| watch.check());
        Ok((best, solver.nodes()))
    });
    if let Some(fault) = watch.fault.take() {
        return Err(fault);
    }
    let (best, nodes) = found?;
    let best = best.ok_or_else(over)?;
    let (value, distance) = match best.score.decided() {
        Some(value) => (Some(parts(value.into()).0), parts(value.into()).1),
        None if best.exact => (Some("draw"), None),
        None => (None, None),
    };
    let points = if value.is_some() { 0 } else { best.score.points() };
    class.call1((best.mv, value, distance, points, best.depth, best.line, nodes))
}

fn over() -> PyErr {
    value("the game is over: it has no best move")
}

/// The first swap of the plan that wins in the fewest moves, or leaves the fewest explosions.
fn plan<'py>(
    class: &Bound<'py, PyAny>,
    playing: &AnyPlaying,
    instance: &Instance,
    limits: Limits,
    mut watch: Watch,
) -> PyResult<Bound<'py, PyAny>> {
    if playing.is_over() {
        return Err(over());
    }
    let depths = limits.depth.map_or(1..=planning::DEEPEST, |depth| depth.into()..=depth.into());
    let (mut nodes, most) = (0, limits.nodes.unwrap_or(u64::MAX));
    let found = class.py().detach(|| {
        let rules = planning::rules(instance);
        let position = rules.read_position(&playing.setup()).expect("both forms have the same setups");
        let mut check = || {
            nodes += 1;
            if nodes > most { ControlFlow::Break(()) } else { watch.check() }
        };
        planning::deeper(&rules, &position, Aim::Moves, (depths, false), &mut check, &mut |_, _| ())
    });
    if let Some(fault) = watch.fault.take() {
        return Err(fault);
    }
    let results = class.py().import("gridlaw.results")?;
    let Some((plan, depth)) = found else {
        let fault = results.getattr("NotSolved")?.call1(("no plan was found within the limits",))?;
        return Err(PyErr::from_value(fault));
    };
    let line: Vec<String> = plan.line.iter().map(ToString::to_string).collect();
    let (value, distance) = (plan.won.then_some("win"), plan.won.then_some(line.len()));
    class.call1((line[0].clone(), value, distance, plan.score, depth, line, nodes.min(most)))
}
