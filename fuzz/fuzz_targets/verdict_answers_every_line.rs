//! The oracle answers every line however the input is cut into reads, and both engines give the
//! same answers.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::verdict_answers_every_line);
