//! Numbers of callers: one that is out of range is a `ValueError` with its name and the range.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;

use crate::errors::{check_memory, value};

/// A caller's int. One beyond 128 bits becomes the nearest of 128 bits.
pub(crate) fn int(number: &Bound<'_, PyAny>) -> PyResult<i128> {
    if let Ok(number) = number.extract::<i64>() {
        return Ok(number.into());
    }
    match number.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
            Ok(if number.lt(0)? { i128::MIN } else { i128::MAX })
        }
        found => found,
    }
}

/// A caller's int, or `None`.
pub(crate) fn int_if_any(number: &Bound<'_, PyAny>) -> PyResult<Option<i128>> {
    if number.is_none() { Ok(None) } else { int(number).map(Some) }
}

/// An int for messages.
pub(crate) fn text_of(number: i128) -> String {
    match number {
        i128::MIN | i128::MAX => "an int beyond 128 bits".to_string(),
        number => number.to_string(),
    }
}

/// The number of a parameter that takes this range.
pub(crate) fn within<T>(parameter: &str, number: i128, range: RangeInclusive<T>) -> PyResult<T>
where
    T: TryFrom<i128> + PartialOrd + Display,
{
    let found = T::try_from(number).ok().filter(|number| range.contains(number));
    found.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        value(format!("expected {parameter} from {least} to {most}, found {}", text_of(number)))
    })
}

/// The index of a lane, or a list of indices. One beyond the machine's integers is an `IndexError`,
/// as it is of a list.
pub(crate) fn index<'py, T>(indices: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if let Ok(count) = indices.len() {
        check_memory(count.checked_mul(8))?;
    }
    indices.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(indices.py()) {
        true => PyIndexError::new_err("expected an index of 64 bits, found an int beyond them"),
        false => error,
    })
}
