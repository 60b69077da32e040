//! The report of a run: as text for a terminal, and as one HTML page that needs nothing else;
//! and the page and the tables of a folder of submissions.

mod index;
mod page;
mod table;
mod text;
mod words;

pub use index::index;
pub use page::page;
pub use table::{csv, table};
pub use text::write_text;
