//! Bulk work says of many boards, at every level, what the matrix says of each.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::breakdown::levels_agree_with_the_matrix, data));
