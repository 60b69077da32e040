//! No input makes the program `fitz` panic. Both engines show the same, it ends with the right
//! status, and its saved games can be loaded.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::session_never_panics);
