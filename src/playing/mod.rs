//! A game in hand: rules and position together.
//!
//! [`Playing`] knows its game by type; [`AnyPlaying`] is any game, chosen at run time, and begins
//! with [`AnyGame::start`](crate::AnyGame::start). Both refuse a wrong move and stay as they were.
//!
//! ```
//! use gridlaw::{AnyGame, Outcome, Side};
//!
//! let game: AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
//! let mut playing = game.start();
//! for mv in ["-0", "|2", "-0"] {
//!     playing.play_text(mv).unwrap();
//! }
//! assert_eq!(playing.outcome(), Outcome::Win(Side::First));
//! assert_eq!(playing.answer(), "B 25000000 00000025");
//! assert_eq!(game.position(&playing.setup()).unwrap(), playing);
//! let error = playing.play_text("!").unwrap_err();
//! assert_eq!(error.to_string(), "cannot play !: the game is over (the first side wins)");
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `typed` | [`Playing`]: rules and position, generic over the engine |
//! | `any` | [`AnyPlaying`]: any game behind a pointer |
//! | `held` | the trait behind that pointer, which `Playing` implements |
//! | `bulk` | work on many games at once, apart from that trait |
//! | `errors` | why a move, a setup or a record is refused |

mod any;
mod bulk;
mod errors;
mod held;
mod typed;

pub use any::AnyPlaying;
pub use errors::{AnyPositionError, MoveError, PlayingError};
pub use typed::Playing;
