//! Errors of the library as Python's exceptions: an invalid value is a `ValueError`.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyValueError};

/// An error about a value.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `MemoryError` if `bytes` bytes cannot be allocated. A later failure would end the process.
pub(crate) fn check_memory(bytes: Option<usize>) -> Result<(), PyErr> {
    let is_there = bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    match is_there {
        true => Ok(()),
        false => Err(PyMemoryError::new_err("the games need more memory than there is")),
    }
}
