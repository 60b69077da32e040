//! Checks of an implementation of [`Rules`](crate::rules::Rules): the laws of the trait, and two
//! engines in lockstep; and of a [`Batch`](crate::batch::Batch): two batches in lockstep.
//!
//! - [`laws`] checks one engine against the promises of the trait. It finds misreadings of the
//!   rules that two engines share.
//! - [`lockstep`] plays the same moves on two engines. It finds every difference between them.
//! - [`batches`] steps two batches together. It finds every difference between them.
//!
//! All are public, so that you can check a game or a batch of your own.
//!
//! ```
//! use gridlaw::conformance::{laws, lockstep};
//! use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters};
//!
//! let parameters = Parameters::new(4, 5, 2, 2).unwrap();
//! let fast = Breakdown::<u64>::new(parameters).unwrap();
//! let naive = NaiveBreakdown::new(parameters);
//! for game in 0..5 {
//!     laws::check_game(&fast, 1, game).unwrap();
//!     lockstep::check_game(&fast, &naive, 1, game).unwrap();
//! }
//! ```

pub mod batches;
pub mod laws;
pub mod lockstep;
mod subject;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// The moves as a record line.
fn line<M: Display>(moves: &[M]) -> String {
    moves.iter().map(alloc::string::ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes the end of an error message: the moves that led to the error.
fn write_after(moves: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if moves.is_empty() { f.write_str("at the start") } else { write!(f, "after {moves}") }
}
