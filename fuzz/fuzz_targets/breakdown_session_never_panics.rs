//! No input makes the program `play` panic, and both boards show the same.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::session_never_panics);
