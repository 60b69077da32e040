//! A dropped stick is straight, of its length and color, rests on something, and changes nothing
//! else; a refused one changes nothing, and is refused exactly where there is no room.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::breakdown::drops_are_rigid_and_supported);
