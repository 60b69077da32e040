//! Matches between two players of one game.
//!
//! | | |
//! |---|---|
//! | [`Player`], [`Seat`] | a player, as on the command line; that player in one game |
//! | [`Match`] | the games: seeded openings, each played twice with the sides swapped |
//! | [`Tally`], [`Sprt`] | wins, draws and losses; Elo and the sequential test |
//! | [`MatchError`] | why a match cannot go on |
//! | [`clock`] | the processor time of a thread |
//!
//! `uct` is the baseline; `program` drives programs through the documents' protocols.

#![deny(unsafe_code)]

pub mod clock;
mod error;
mod games;
mod player;
#[cfg(unix)]
mod program;
mod statistics;
mod uct;

pub use error::MatchError;
pub use games::{Match, Outcomes};
pub use player::{Player, PlayerError, Seat};
pub use statistics::{Decision, Sprt, Tally};
