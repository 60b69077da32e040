//! The oracle answers every line of games of Fitz, and the same on both engines.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::fitz::verdict_is_the_same, data));
