//! [`Suite`]: the functions of one document.

use std::io;

use super::case::Case;
use crate::coverage::{Clause, Source};
use gridlaw::rng::Generator;

/// A function of a document.
pub(super) struct Function {
    /// Its name, and the document's sentence.
    pub(super) clause: Clause,
    /// Its cases, the smallest first.
    pub(super) cases: fn(&mut Generator) -> Vec<Case>,
    /// An answer for people.
    pub(super) draw: fn(&[f64]) -> String,
    /// Functions that it may call. If one of them fails as well, that one is to blame.
    pub(super) needs: &'static [&'static str],
}

impl Function {
    /// A function of the document that calls none of the others.
    pub(super) const fn new(
        name: &'static str,
        title: &'static str,
        quote: &'static str,
        cases: fn(&mut Generator) -> Vec<Case>,
        draw: fn(&[f64]) -> String,
    ) -> Function {
        Function { clause: Clause { name, source: Source::Document, title, quote }, cases, draw, needs: &[] }
    }

    /// The same function, which may call others.
    pub(super) const fn calling(self, needs: &'static [&'static str]) -> Function {
        Function { needs, ..self }
    }
}

/// The functions of one document.
pub struct Suite {
    pub(super) functions: &'static [Function],
    /// The document's headers, by name: links to those of the C library, which packing follows.
    pub(super) headers: &'static [(&'static str, &'static str)],
    /// Whether a submission's own headers are replaced.
    pub(super) replaces_headers: bool,
    /// The part of the harness that calls the functions.
    pub(super) calls: &'static str,
}

/// Why functions were not judged.
#[derive(Debug, thiserror::Error)]
pub enum FunctionsError {
    /// The files do not compile, or are not there.
    #[error("{0}")]
    Build(String),
    /// The judge failed.
    #[error(transparent)]
    Judge(#[from] io::Error),
}
