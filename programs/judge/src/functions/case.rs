//! [`Case`]: one call of a function, with the right result.

use std::fmt::Write;

use crate::coverage::Source;

/// One call of a function.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The source of the right result.
    pub(super) source: Source,
    /// Its size. Small cases are tried first.
    pub(super) size: usize,
    /// The numbers for the harness.
    pub(super) numbers: Vec<f64>,
    /// The call for people.
    pub(super) call: String,
    /// The right result.
    pub(super) right: Right,
}

/// The right result of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Right {
    /// These numbers, but for rounding.
    Numbers(Vec<f64>),
    /// Any of these answers.
    OneOf(Vec<Vec<f64>>),
    /// This board on standard output, perhaps with its labels once more.
    Picture(String),
    /// An error: the program ends with one, or prints a message.
    Error,
}

impl Case {
    /// A case of the document.
    pub(super) fn new(size: usize, numbers: Vec<f64>, call: String, right: Right) -> Case {
        Case { source: Source::Document, size, numbers, call, right }
    }

    /// The same case, with a ruling as its source if `is_ruling`.
    pub(super) fn by_ruling_if(self, is_ruling: bool) -> Case {
        if is_ruling { Case { source: Source::Ruling, ..self } } else { self }
    }

    /// Its line for the harness.
    pub(super) fn line(&self) -> String {
        let mut line = String::new();
        for number in &self.numbers {
            // Writing to a `String` does not fail.
            let _ = write!(line, "{number} ");
        }
        line.push('\n');
        line
    }
}

/// Numbers as an answer for people.
pub(super) fn plain(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
}

/// The cases, the smallest first.
pub(super) fn by_size(mut cases: Vec<Case>) -> Vec<Case> {
    cases.sort_by_key(|case| case.size);
    cases
}

/// Numbers as the harness takes them.
pub(super) fn numbers(values: impl IntoIterator<Item = i64>) -> Vec<f64> {
    values.into_iter().map(|value| value as f64).collect()
}

/// One answer of one number.
pub(super) fn one(value: impl Into<f64>) -> Right {
    Right::Numbers(vec![value.into()])
}

/// Numbers as bytes of a text, quoted.
pub(super) fn quoted(numbers: &[f64]) -> String {
    let bytes: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
    format!("\"{}\"", String::from_utf8_lossy(&bytes).escape_debug())
}

/// Numbers as bytes of lines.
pub(super) fn quoted_lines(numbers: &[f64]) -> String {
    let bytes: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
