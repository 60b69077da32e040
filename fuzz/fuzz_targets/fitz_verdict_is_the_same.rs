//! The oracle answers every line, and both engines give the same answers.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::fitz::verdict_is_the_same, data));
