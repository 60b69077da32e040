//! Tile files of Fitz: arbitrary bytes are refused, or are what they are written as.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::fitz::tile_files_are_read_as_written, data));
