//! A tile file that can be read from arbitrary bytes is, to the byte, the file that its tiles are
//! written to.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::tile_files_are_read_as_written);
