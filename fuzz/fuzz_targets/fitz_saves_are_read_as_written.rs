//! A saved game that can be read from arbitrary bytes is saved as the same bytes, except for
//! leading zeros.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::saves_are_read_as_written);
