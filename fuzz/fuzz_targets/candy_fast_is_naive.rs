//! The engines on planes agree with the naive one over any sequence of moves, legal or not, from
//! any game.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::candy::fast_is_naive);
