//! Words that the text and the page share.

use crate::coverage::{Source, ruling};
use crate::marks::{Mark, Marks};

/// The source of a clause: `document`, `document; ruling B2 says more`, `ruling B7`.
pub(super) fn source(mark: &Mark) -> String {
    match (mark.source, ruling(&mark.clause)) {
        (Source::Document, None) => "document".to_string(),
        (Source::Document, Some(ruling)) => format!("document; ruling {ruling} says more"),
        (Source::Ruling, None) => "ruling".to_string(),
        (Source::Ruling, Some(ruling)) => format!("not in the document; ruling {ruling}"),
    }
}

/// `1 game`, `2 games`.
pub(super) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The number of trials: `12 games`, or `12 calls` of functions.
pub(super) fn tries(marks: &Marks) -> String {
    if marks.run.calls > 0 { count(marks.run.calls, "call") } else { count(marks.run.games, "game") }
}
