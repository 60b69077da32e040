//! No script makes the program jump61 panic, and errors change nothing.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::jump61::session_never_panics, data));
