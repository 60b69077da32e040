//! `gridlaw judge` finds every planted fault and names the right clause for it, in a short game if
//! possible, and passes the project's own programs.
//!
//! Long runs are ignored here; `cargo test -p gridlaw-programs --test judge -- --ignored` has them.

#![cfg(unix)]

mod breakdown;
#[path = "../built/mod.rs"]
mod built;
mod candy;
mod connect4;
mod fitz;
mod folder;
mod jump61;
mod runs;
mod support;
mod table;
