//! A batch gives the matrix's answer for each of its boards, at every level.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::levels_agree_with_the_matrix);
