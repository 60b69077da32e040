//! Errors of the library as Python's exceptions: an invalid value is a `ValueError`.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::types::{PyAnyMethods, PyTypeMethods};
use pyo3::{Bound, PyAny, PyErr, Python};

/// An error about a value.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `ValueError` about an object of a type that is not taken.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(name) => value(format!("expected {expected}, found {name}")),
        Err(error) => error,
    }
}

/// The `OSError` of a file, with its path. Python chooses the subclass, such as
/// `FileNotFoundError`.
pub(crate) fn file(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    match py.import("os").and_then(|os| os.call_method1("strerror", (code,))) {
        Ok(reason) => PyOSError::new_err((code, reason.unbind(), path.as_os_str().to_owned())),
        Err(error) => error,
    }
}

/// The bytes that are taken for granted, so that checks of small boards cost nothing.
const FEW: usize = 1 << 16;

/// A `MemoryError` if `bytes` bytes cannot be allocated. A later failure would end the process.
pub(crate) fn check_memory(bytes: Option<usize>) -> Result<(), PyErr> {
    let is_there = bytes.is_some_and(|bytes| bytes <= FEW || Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    match is_there {
        true => Ok(()),
        false => Err(PyMemoryError::new_err("it needs more memory than there is")),
    }
}
