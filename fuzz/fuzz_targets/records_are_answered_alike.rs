//! Records of any game get the reference's answers, all lines at once and byte by byte.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::any::records_are_answered_alike);
