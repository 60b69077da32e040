//! A few plies before the end of an arbitrary game, the weak search says who wins by the strong
//! search.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::search::weak_is_strong);
