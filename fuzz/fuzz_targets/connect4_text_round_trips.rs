//! Display strings, positions and moves are read as they are written, no text makes a reader panic,
//! and both engines read the same.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::text_round_trips);
