//! Both engines of any game read the same setups and words, and write them again.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::any::setups_are_read_alike);
