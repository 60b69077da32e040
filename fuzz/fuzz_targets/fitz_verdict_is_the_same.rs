//! The oracle answers every line, and both engines give the same answers.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::verdict_is_the_same);
