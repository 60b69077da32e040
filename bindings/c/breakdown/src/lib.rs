//! Breakdown under the names of its document: what `pos.h`, `board.h` and `logic.h` declare (ruling
//! B10).
//!
//! Programs that were written against the document's headers link this engine in place of their
//! own. Structs and memory are C's: boards come from `calloc`, `board_show` writes through C's
//! `printf`, in order with what the program itself prints, and a program may reach into a board.
//! The laws are those of [`law::board::PackedBoard`] for both representations: a board is read into
//! words, dealt with, and written back, which takes time in proportion to its cells.
//!
//! Misuse (no board, no such square, no such cell, a size that cannot be) is said on stderr in one
//! line, and ends the program with status 1. Rust's own names follow Rust; those of C are given to
//! them for the headers.
#![expect(clippy::missing_safety_doc, reason = "C's promises: pointers are null or point to what their type says")]

pub mod board;
pub mod logic;
pub mod pos;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A wrong use of a function by the program.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Misuse(String);

impl Misuse {
    fn new(message: impl Into<String>) -> Misuse {
        Misuse(message.into())
    }

    fn of(error: impl std::error::Error) -> Misuse {
        Misuse(error.to_string())
    }
}

/// Does what the C function `name` does; misuse ends the program, and so would a defect of the
/// library, which must not unwind into C.
fn function<T>(name: &str, body: impl FnOnce() -> Result<T, Misuse>) -> T {
    let misuse = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(result)) => return result,
        Ok(Err(misuse)) => misuse,
        Err(_) => Misuse::new("a defect of gridlaw"),
    };
    // Nobody is left to tell if that fails.
    let _ = writeln!(std::io::stderr(), "{name}: {misuse}");
    // C's `exit`: what the program has printed so far is written out.
    #[expect(clippy::exit, reason = "the functions of the document return no error")]
    std::process::exit(1)
}
