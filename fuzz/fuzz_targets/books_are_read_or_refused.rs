//! The reader accepts a book, refuses one that was changed in one place or cut, and reads or
//! refuses arbitrary bytes.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::book::are_read_or_refused);
