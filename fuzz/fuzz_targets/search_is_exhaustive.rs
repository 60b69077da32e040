//! The search on arbitrary trees, beside plain minimax.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::search::search_is_exhaustive, data));
