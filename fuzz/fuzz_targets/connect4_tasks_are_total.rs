//! Whatever the arguments, the document's functions return, and leave alone what is not theirs.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::connect4::tasks_are_total, data));
