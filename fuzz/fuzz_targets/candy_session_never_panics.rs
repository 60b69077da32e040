//! No input makes the program `candy` panic, both engines show the same, and the game that is saved
//! loads.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::candy::session_never_panics);
