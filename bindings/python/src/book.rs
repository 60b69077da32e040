//! `Book`: the values of a game's first plies, read from a file.

use std::path::PathBuf;
use std::sync::Arc;

use gridlaw_programs::books::{self, Walk};
use law::book::BookValue;
use law::{AnyGame, AnyPlaying};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{file, value};
use crate::game::{Game, Rules};
use crate::position::Position;

/// `value`, and the distance of a win or a loss.
pub(crate) fn parts(value: BookValue) -> (&'static str, Option<u16>) {
    match value {
        BookValue::Win(plies) => ("win", plies),
        BookValue::Draw => ("draw", None),
        BookValue::Loss(plies) => ("loss", plies),
    }
}

/// Python's `Value`.
pub(crate) fn value_of(py: Python<'_>, value: BookValue) -> PyResult<Bound<'_, PyAny>> {
    py.import("gridlaw.results")?.getattr("Value")?.call1(parts(value))
}

/// The values of moves, as a dict of Python's `Value`.
pub(crate) fn values_of(py: Python<'_>, moves: Vec<(String, BookValue)>) -> PyResult<Bound<'_, PyDict>> {
    let values = PyDict::new(py);
    for (mv, value) in moves {
        values.set_item(mv, value_of(py, value)?)?;
    }
    Ok(values)
}

#[doc = doc!("Book")]
#[pyclass(frozen, module = "gridlaw")]
pub(crate) struct Book {
    rules: Arc<Rules>,
    book: law::book::Book<Vec<u8>>,
}

impl Book {
    /// The book's line of best play from a position.
    pub(crate) fn walk(&self, playing: &AnyPlaying) -> PyResult<Walk> {
        books::walk(&self.book, playing).map_err(value)
    }
}

#[pymethods]
impl Book {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Book> {
        let bytes = py.detach(|| books::read(&path)).map_err(|error| file(py, &error, &path))?;
        let book = law::book::Book::open(bytes).map_err(|error| value(format!("{}: {error}", path.display())))?;
        let game = AnyGame::from_arguments(book.game(), book.content()).map_err(value)?;
        Ok(Book { rules: Game::new(game)?.rules, book })
    }

    #[doc = doc!("Book.game")]
    #[getter]
    fn game(&self) -> Game {
        Game { rules: Arc::clone(&self.rules) }
    }

    #[doc = doc!("Book.start")]
    #[getter]
    fn start(&self) -> PyResult<Position> {
        self.game().read_position(self.book.start())
    }

    #[doc = doc!("Book.plies")]
    #[getter]
    fn plies(&self) -> u32 {
        self.book.plies()
    }

    fn __len__(&self) -> usize {
        self.book.count()
    }

    #[doc = doc!("Book.value")]
    fn value<'py>(&self, py: Python<'py>, position: &Bound<'_, Position>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.book.value(&position.get().playing).map_err(value)?;
        found.map(|value| value_of(py, value)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<gridlaw.Book {} positions of {}>", self.book.count(), self.rules.game)
    }
}
