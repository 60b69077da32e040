//! Checkpoints of a solver: read as they were written, or refused.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::search::checkpoints_are_read_or_refused, data));
