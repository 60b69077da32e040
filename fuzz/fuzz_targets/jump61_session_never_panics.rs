//! No script makes the program `jump61` panic or fail, errors change nothing, every board that it
//! dumps is a board, and the same seed gives the same conversation.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::jump61::session_never_panics);
