//! The value of any tree is the value of plain minimax, with and without the table. A search with a
//! depth limit does not contradict it.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::search::search_is_exhaustive);
