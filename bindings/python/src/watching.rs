//! The end of a search: at its limits, at a signal, or at a game that is over.

use std::ops::ControlFlow;

use gridlaw_programs::solution::Limits;
use pyo3::prelude::*;

use crate::errors::value;

/// Stops a search at its limits, or when Python has a signal, for example from Ctrl-C.
pub(crate) struct Watch {
    pub(crate) limits: Limits,
    pub(crate) fault: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(time: Option<f64>, nodes: Option<u64>) -> Watch {
        Watch { limits: Limits::new(time, nodes), fault: None }
    }

    /// Breaks at a signal, and at a limit after so many positions.
    pub(crate) fn check(&mut self, nodes: u64) -> ControlFlow<()> {
        look(&mut self.fault)?;
        self.limits.check(nodes)
    }

    /// Runs a search for plans, in which Python has its turn now and then.
    pub(crate) fn plan<T: Send>(
        &mut self,
        py: Python<'_>,
        search: impl FnOnce(&mut Limits, &mut dyn FnMut() -> ControlFlow<()>) -> T + Send,
    ) -> PyResult<T> {
        let Watch { limits, fault } = self;
        let mut calls = 0_u32;
        let mut watch = || {
            calls = calls.wrapping_add(1);
            if calls.is_multiple_of(1024) { look(fault) } else { ControlFlow::Continue(()) }
        };
        let found = py.detach(|| search(limits, &mut watch));
        self.fault.take().map_or(Ok(found), Err)
    }
}

/// Breaks when Python has a signal, and from then on: a search may look once more before it ends.
fn look(fault: &mut Option<PyErr>) -> ControlFlow<()> {
    if fault.is_none() {
        *fault = Python::attach(|py| py.check_signals()).err();
    }
    if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

pub(crate) fn over() -> PyErr {
    value("the game is over: it has no best move")
}

/// Python's `NotSolved`.
pub(crate) fn not_solved<'py>(results: &Bound<'py, PyModule>, known: &str) -> PyResult<Bound<'py, PyAny>> {
    results.getattr("NotSolved")?.call1((format!("not solved: {known}"),))
}
