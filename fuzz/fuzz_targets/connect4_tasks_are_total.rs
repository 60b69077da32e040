//! The document's functions return for any arguments, and change only their own arrays.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::tasks_are_total);
