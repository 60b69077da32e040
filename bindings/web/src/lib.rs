//! gridlaw as a WebAssembly module. `README.md` lists what it offers to JavaScript.
//!
//! Functions throw an `Error` with the library's message for a wrong argument. A panic would be a
//! trap from which no page recovers, so no argument panics. Only a text that is no string can trap:
//! its length is read in JavaScript.
//!
//! | file | contents |
//! |---|---|
//! | `game` | `Game`: a game with its parameters, and verdicts over records |
//! | `position` | `Position`: a game in hand |
//! | `searching` | `Player` and `Solver` |
//! | `objects` | JavaScript's arrays and objects |

#![no_std]

extern crate alloc;

use core::arch::wasm32;
use core::panic::PanicInfo;

mod game;
mod objects;
mod position;
mod searching;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// Traps. Nobody reads a panic's message in a page, so the module has neither the messages nor what
/// formats them: about a tenth of its size. That is why it does without the standard library.
#[panic_handler]
fn trap(_: &PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
