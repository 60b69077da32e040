//! Over any sequence of moves of Fitz, typed or automatic, the packed engine says what the matrix
//! says.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::fitz::fast_is_naive, data));
