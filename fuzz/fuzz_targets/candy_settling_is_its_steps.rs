//! Settling at once is settling step by step, and the steps replay to the same board.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::candy::settling_is_its_steps, data));
