//! The commands, a file each. A command knows the library and the modules above it, and no other
//! command.
//!
//! | module | command |
//! |---|---|
//! | [`play`], [`connect4`], [`jump61`], [`candy`], [`fitz`] | the programs of the documents |
//! | [`verdict`], [`perft`], [`random`], [`verify`] | the oracle, counts, random games, lockstep |
//! | [`solve`], [`best`], [`book`], [`analyse`] | `gridlaw solve`, `best`, `book`, `analyse` |
//! | [`contest`] | `gridlaw match` |
#![cfg_attr(unix, doc = "| [`judge`] | `gridlaw judge` |")]

pub mod analyse;
pub mod best;
pub mod book;
pub mod candy;
pub mod connect4;
pub mod contest;
pub mod fitz;
#[cfg(unix)]
pub mod judge;
pub mod jump61;
pub mod perft;
pub mod play;
pub mod random;
pub mod solve;
pub mod verdict;
pub mod verify;
