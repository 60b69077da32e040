//! Breakdown under the names of its document: what `pos.h`, `board.h` and `logic.h` declare (ruling
//! B10).
//!
//! Programs that were written against the document's headers link this engine in place of their
//! own. Structs and memory are C's: boards come from `calloc`, `board_show` writes through C's
//! `printf`, in order with what the program itself prints, and a program may reach into a board.
//! The laws are those of [`law::board::PackedBoard`] for both representations: each call reads a
//! board into words and writes it back, in time proportional to its cells.
//!
//! Misuse (no board, no such square, no such cell, an invalid size) prints one line on stderr and
//! ends the program with status 1. Names in Rust follow Rust's rules; cbindgen gives them the names
//! of C in the headers.
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

/// Runs the body of the C function `name`. Misuse ends the program, and so does a panic, which must
/// not unwind into C.
fn function<T>(name: &str, body: impl FnOnce() -> Result<T, Misuse>) -> T {
    let misuse = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(result)) => return result,
        Ok(Err(misuse)) => misuse,
        Err(_) => Misuse::new("a defect of gridlaw"),
    };
    // An error of this write cannot be reported.
    let _ = writeln!(std::io::stderr(), "{name}: {misuse}");
    // C's `exit` flushes the program's own output.
    #[expect(clippy::exit, reason = "the functions of the document return no error")]
    std::process::exit(1)
}
