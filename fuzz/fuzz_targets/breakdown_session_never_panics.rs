//! No input makes the program `play` panic, and both boards show the same.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::breakdown::session_never_panics, data));
