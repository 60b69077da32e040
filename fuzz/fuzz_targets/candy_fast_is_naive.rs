//! Over any sequence of moves, legal or not, from any game, the engines on planes say what the
//! naive one says.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::candy::fast_is_naive, data));
