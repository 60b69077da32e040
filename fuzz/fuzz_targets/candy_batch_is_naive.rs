//! A batch of Candy gives the reference's results, step by step, for legal actions and any
//! others.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::batch::candy);
