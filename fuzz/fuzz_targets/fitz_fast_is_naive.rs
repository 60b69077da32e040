//! The packed engine keeps the laws and agrees with the matrix over any sequence of moves, typed or
//! automatic, from any board. The memory of the searches does not change their answers.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::fitz::fast_is_naive);
