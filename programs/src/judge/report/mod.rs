//! The report of a judgement: as text for a terminal, and as one HTML page that needs nothing else.

mod again;
mod page;
mod text;

pub use again::Heading;
pub use page::page;
pub use text::write_text;
