//! The oracle answers every line, however it is cut into reads, and the same on both engines.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::breakdown::verdict_answers_every_line, data));
