//! Games of bots from any accepted position end with a winner.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::games_end_with_a_winner);
