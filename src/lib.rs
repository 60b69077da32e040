#![doc = include_str!("../README.md")]
//!
//! # Map of the library
//!
//! | module | what it is |
//! |---|---|
//! | [`cell`] | the words that everyone shares: cell, side, square, size |
//! | [`text`] | the board picture, rows on a line, the error of every reader |
//! | [`rules`] | [`rules::Rules`]: what every game can be asked |
//! | [`level`] | [`level::Level`]: the instructions that the processor has, chosen once; the only `unsafe` |
//! | [`board`](mod@board) | packed boards, two bits a cell, and their kernels; knows no game |
//! | [`matrix`] | reference boards; knows no bit |
//! | [`games`] | the games, each with a fast and a naive engine, and the choice at run time |
//! | [`conformance`] | laws that every game keeps, and two engines in lockstep |
//! | [`perft`], [`playout`], [`record`], [`rng`] | counting, random games, records, the pinned generator |
#![cfg_attr(
    feature = "std",
    doc = "| [`verdict`], [`console`] | the oracle over a stream of records; lines in and text out |"
)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

pub mod board;
pub mod cell;
pub mod conformance;
#[cfg(feature = "std")]
pub mod console;
pub mod games;
mod lanes;
pub mod level;
pub mod matrix;
pub mod perft;
pub mod playing;
pub mod playout;
pub mod record;
pub mod rng;
pub mod rules;
pub mod search;
pub mod solving;
pub mod text;
#[cfg(feature = "std")]
pub mod verdict;

pub use cell::Side;
pub use games::{AnyGame, GameKind};
pub use playing::{AnyPlaying, Playing};
pub use rules::Outcome;

/// The reasons behind the house, as questions and answers; its examples are compiled.
#[doc = include_str!("../DESIGN.md")]
pub mod _design {}
