//! Verdicts over records, and the command line.

use std::ffi::OsString;

use law::games::Engine;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::value;
use crate::game::Game;

#[doc = doc!("verdict")]
#[pyfunction]
pub(crate) fn verdict(py: Python<'_>, game: &Bound<'_, Game>, lines: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if lines.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected an iterable of lines, found one str: put it into a list"));
    }
    let mut text = Vec::new();
    for line in lines.try_iter()? {
        let line = line?;
        let bytes = encoded(line.cast()?)?;
        let line = bytes.as_bytes();
        // Those of a file end with one.
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if line.contains(&b'\n') {
            let line = String::from_utf8_lossy(line);
            return Err(value(format!("expected lines without a newline, found {line:?}")));
        }
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let rules = &game.get().rules;
    let mut answers = String::new();
    py.detach(|| rules.start.oracle().answer_lines(&text, &mut answers));
    Ok(answers.lines().map(str::to_string).collect())
}

/// The bytes of a line. A lone surrogate becomes bytes that are not UTF-8, which name no move.
fn encoded<'py>(line: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    match line.encode_utf8() {
        Ok(bytes) => Ok(bytes),
        Err(_) => Ok(line.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into()?),
    }
}

#[doc = doc!("reference")]
#[pyfunction]
pub(crate) fn reference(game: &Bound<'_, Game>, moves: &str) -> PyResult<(String, Vec<String>, String)> {
    let mut playing = game.get().rules.game.start_on(Engine::Naive);
    playing.play_record(moves).map_err(value)?;
    Ok((playing.setup(), playing.moves(), playing.answer()))
}

#[doc = doc!("command_line")]
#[pyfunction]
pub(crate) fn command_line(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| gridlaw_programs::command_line::run(words))
}
