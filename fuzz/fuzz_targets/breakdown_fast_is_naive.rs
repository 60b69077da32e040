//! The packed engines agree with the matrix over any sequence of moves, legal or not, from any
//! board.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::breakdown::fast_is_naive, data));
