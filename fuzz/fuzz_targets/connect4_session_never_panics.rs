//! No input makes the program `connect4` panic. It ends with a winner or at the end of the input.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::session_never_panics);
