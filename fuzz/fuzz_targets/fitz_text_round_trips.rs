//! Moves and positions are read as they are written, and no text makes a reader panic.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::text_round_trips);
