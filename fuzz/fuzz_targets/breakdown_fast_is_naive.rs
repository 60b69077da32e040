//! Over any sequence of moves the packed engines say what the matrix says.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::breakdown::fast_is_naive, data));
