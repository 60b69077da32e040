//! No bytes make the reader of game files panic. A game that it reads is written and read back
//! equal.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::candy::files_are_read_as_they_are_written);
