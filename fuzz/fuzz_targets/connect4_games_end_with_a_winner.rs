//! Games of bots from any accepted position end with a winner.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::connect4::games_end_with_a_winner, data));
