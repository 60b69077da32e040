//! On any array a bot names a free entry, wins at once if it can, and makes no gift that it need
//! not make.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::connect4::bots_keep_their_promises, data));
