//! The reader accepts a checkpoint, and refuses arbitrary bytes, a checkpoint with a changed byte,
//! and a truncated one.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::search::checkpoints_are_read_or_refused);
