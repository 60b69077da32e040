//! The report of a run: as text for a terminal, and as one HTML page that needs nothing else.

mod page;
mod text;
mod words;

pub use page::{escape, page};
pub use text::write_text;
