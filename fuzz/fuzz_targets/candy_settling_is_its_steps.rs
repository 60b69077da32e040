//! Settling at once equals settling step by step. Each step keeps the order of the remaining
//! candies in a column and lowers the states of exploded squares, and the steps replay to the same
//! board.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::candy::settling_is_its_steps);
