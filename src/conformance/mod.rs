//! What every game keeps, checked: the laws of [`Rules`](crate::rules::Rules), and two engines in
//! lockstep.
//!
//! - [`laws`]: one engine against what the trait promises. It finds misreadings that two engines share.
//! - [`lockstep`]: two engines against each other, move by move. It finds what differs.
//!
//! Both are public: run them over a game of your own.
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

pub mod laws;
pub mod lockstep;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// A line of moves, as a record has it.
fn line<M: Display>(moves: &[M]) -> String {
    moves.iter().map(alloc::string::ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The end of an error message: the moves that lead to it.
fn write_after(moves: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if moves.is_empty() { f.write_str("at the start") } else { write!(f, "after {moves}") }
}
