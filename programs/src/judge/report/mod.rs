//! The report of a run: as text for a terminal, and as one HTML page that needs nothing else.

mod page;
mod text;

pub use page::{escape, page};
pub use text::write_text;

use super::coverage::{Source, ruling};
use super::marks::Mark;

/// Where a clause comes from: `document`, `document; ruling B2 says more`, `ruling B7`.
fn source(mark: &Mark) -> String {
    match (mark.source, ruling(&mark.clause)) {
        (Source::Document, None) => "document".to_string(),
        (Source::Document, Some(ruling)) => format!("document; ruling {ruling} says more"),
        (Source::Ruling, None) => "ruling".to_string(),
        (Source::Ruling, Some(ruling)) => format!("not in the document; ruling {ruling}"),
    }
}

/// `1 game`, `2 games`.
fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
