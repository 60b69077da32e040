//! gridlaw for C: the functions of `gridlaw.h`, over the library's own `AnyGame` and `AnyBatch`.
//!
//! | module | what it is |
//! |---|---|
//! | [`status`] | the status of every function, the last message, the guard against panics |
//! | [`message`] | the functions that write the last message and the version |
//! | [`pointers`] | checks of pointers that come from C |
//! | [`game`] | making, copying and playing a game |
//! | [`actions`] | moves as numbers, and masks of the legal ones |
//! | [`positions`] | texts of positions, setups, hashes, canonical forms |
//! | [`words`] | the words of a board of Breakdown |
//! | [`batch`] | batches: many games at once, and their shapes |
//! | [`steps`] | steps of a batch: actions in, results in the caller's arrays |
//!
//! The functions of the documents' own headers are crates of their own (`breakdown`, `connect4`),
//! so that they are objects of their own in Cargo's archive: a program with its own `new_game`
//! still links. `install` makes both libraries of that archive; `gridlaw.map` lists what they
//! export.
//!
//! Every C function is `unsafe` for the same reason: it takes pointers. The top of the header says
//! what they must be.
#![expect(clippy::missing_safety_doc, reason = "said once, at the top of the header, for all functions")]

pub mod actions;
pub mod batch;
pub mod game;
pub mod message;
mod pointers;
pub mod positions;
pub mod status;
pub mod steps;
pub mod words;

// Rust code calls nothing in these crates, and the linker keeps only crates that are named.
pub use gridlaw_c_breakdown as breakdown_header;
pub use gridlaw_c_connect4 as connect4_header;
