//! No input makes the program `fitz` panic. It prints the same on both engines, it ends with the
//! right status, and its saved games can be loaded.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::session_never_panics);
