//! Over any moves from any board, the planes say what the matrix says.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::jump61::fast_is_naive, data));
