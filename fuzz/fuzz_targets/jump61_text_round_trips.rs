//! Boards, positions and moves of Jump61 are read as they are written.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::jump61::text_round_trips, data));
