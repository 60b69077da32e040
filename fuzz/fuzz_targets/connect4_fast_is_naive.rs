//! The packed engines accept the same boards as the matrix and agree with it over any sequence of
//! moves and forfeits, one move ahead too.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::fast_is_naive);
