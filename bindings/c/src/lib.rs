//! gridlaw for C: what `gridlaw.h` declares, over the library's own `AnyGame` and `Batch`.
//!
//! | module | what it is |
//! |---|---|
//! | [`status`] | what every function returns, the last message, and the border that no panic crosses |
//! | [`pointers`] | pointers from C, checked as far as they can be |
//! | [`game`] | the functions on a handle |
//! | [`words`] | the words of a board of Breakdown |
//! | [`batch`] | many boards of Breakdown in the caller's arrays |
//!
//! The functions of the documents' own headers are crates of their own (`breakdown`, `connect4`), so that in the
//! static library they are objects of their own: a program that has a `new_game` of its own links all the same.
//!
//! Every function of C is `unsafe` for the same reason: it is handed pointers. What they must be is said once, at
//! the top of the header.
#![expect(clippy::missing_safety_doc, reason = "said once, at the top of the header, for all functions")]

pub mod batch;
pub mod game;
mod pointers;
pub mod status;
pub mod words;

// What no Rust code calls must be named to be linked.
pub use gridlaw_c_breakdown as breakdown_header;
pub use gridlaw_c_connect4 as connect4_header;
