//! Over any sequence of moves, forfeits included, the packed engines say what the matrix says.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::connect4::fast_is_naive, data));
