#![doc = include_str!("../README.md")]
//!
//! # Map of the library
//!
//! From the bottom up: a module imports only modules above it in this table, or beside it, as
//! `tests/architecture.rs` checks.
//!
//! | module | contents |
//! |---|---|
//! | [`cell`] | the shared words: [`Side`], cell, edge, square, size |
//! | [`text`] | text forms that games share, the text cursor, [`text::TextError`], plain boards |
//! | [`rng`] | the pinned generator of all random games |
//! | `checksum` | the checksum of files that the library writes |
//! | [`level`] | the vector instructions of the processor, chosen once; the only `unsafe` |
//! | [`board`](mod@board) | packed boards in words of bits, and their kernels; knows no game |
//! | [`matrix`] | reference boards; knows no bit |
//! | [`rules`] | the interface of every game: [`rules::Rules`], setups, notation, symmetries |
//! | [`playout`], [`perft`], [`record`] | random games, counting, lines of moves, for any rules |
#![cfg_attr(
    feature = "std",
    doc = "| [`verdict`] | the oracle over a stream of records |\n\
           | [`console`] | lines in and text out, for the documents' programs |"
)]
//! | [`batch`] | many games stepped together: the trait of every form of batch |
//! | [`planes`] | observations of learners, as planes of zeros and ones |
//! | `chunks`, `lanes`, `line_lanes`, `turns` | games in chunks, in lanes and in turn |
//! | [`search`] | alpha-beta, exact solver, transposition table, oracles; names no game |
//! | [`games`] | the games, a folder each, the table of games, and [`AnyGame`] |
//! | [`playing`] | a game in hand: [`Playing`] with its type, [`AnyPlaying`] chosen at run time |
//! | [`batching`] | [`AnyBatch`]: thousands of games at once, for learners and samplers |
//! | [`solving`] | [`solving::AnySolver`]: the search on a game chosen at run time |
//! | [`frontier`](mod@frontier) | all positions at a ply, each with the number of ways to it |
//! | [`book`](mod@book) | opening books: values of a game's first plies, as a file |
//! | [`players`] | [`players::AnyPlayer`]: ten levels of players for every game for two sides |
//! | [`conformance`] | laws that every engine keeps, and two engines in lockstep |
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// Hosted documentation shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;

pub mod batch;
pub mod batching;
pub mod board;
pub mod book;
pub mod cell;
mod checksum;
mod chunks;
pub mod conformance;
#[cfg(feature = "std")]
pub mod console;
pub mod frontier;
pub mod games;
mod lanes;
pub mod level;
mod line_lanes;
pub mod matrix;
pub mod perft;
pub mod planes;
pub mod players;
pub mod playing;
pub mod playout;
pub mod record;
pub mod rng;
pub mod rules;
pub mod search;
pub mod solving;
pub mod text;
mod turns;
#[cfg(feature = "std")]
pub mod verdict;

pub use batching::AnyBatch;
pub use cell::Side;
pub use games::{AnyGame, GameKind};
pub use playing::{AnyPlaying, Playing};
pub use rules::Outcome;

/// The reasons behind the house, as questions and answers; its examples are compiled.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../DESIGN.md")]
pub mod _design {}

/// The pages with Rust in them, so that their examples run with the tests.
#[cfg(all(doctest, feature = "json"))]
pub mod _pages {
    /// For embedders.
    #[doc = include_str!("../docs/embed.md")]
    pub mod embed {}
    /// For solvers.
    #[doc = include_str!("../docs/solve.md")]
    pub mod solve {}
}
