//! On any array a bot names a free entry if there is one, wins at once if it can, and avoids giving
//! its opponent an immediate win if it can. The document's own functions check it, entry by entry.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::connect4::bots_keep_their_promises);
