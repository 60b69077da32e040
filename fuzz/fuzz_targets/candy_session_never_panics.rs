//! No input makes the program `candy` panic. It prints the same on both engines, and the game that
//! it saves can be loaded.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::candy::session_never_panics);
