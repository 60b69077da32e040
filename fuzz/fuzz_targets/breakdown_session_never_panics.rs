//! No input makes the program `play` panic, and it prints the same on both boards.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::session_never_panics);
