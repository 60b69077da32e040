//! Gravity is idempotent, leaves nothing loose, and keeps every column's pieces in order.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::gravity_keeps_columns);
