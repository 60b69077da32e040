//! The reader accepts a book, refuses one that was changed in one place or cut, and reads or
//! refuses arbitrary bytes.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::book::are_read_or_refused, data));
