//! The engines on planes accept the same boards as the matrix and agree with it over any sequence
//! of moves, legal or not.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::jump61::fast_is_naive);
