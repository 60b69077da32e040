//! Random games of any game have the reference's totals at every level.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::any::lanes_are_single_games);
