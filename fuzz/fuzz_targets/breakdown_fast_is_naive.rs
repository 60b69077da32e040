//! The packed engines agree with the matrix over any sequence of moves, legal or not, from any
//! board.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::fast_is_naive);
