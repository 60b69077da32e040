//! The games, a folder each, and **the table**: one line a game, from which enums, dispatch and
//! lists of games follow.
//!
//! A game's folder holds the rules in words and the parameters (`mod.rs`), its moves and setups
//! (`moves.rs`, `setup.rs`), the fast engine on [`board`](mod@crate::board) (`fast/`), the
//! reference on [`matrix`](crate::matrix) (`naive.rs`), and the document's text program
//! (`session.rs`).
//!
//! [`AnyGame`] is a game chosen at run time; [`AnyPlaying`](crate::AnyPlaying) plays it. Code that
//! is generic over the engine is a [`GameFunction`], compiled once for each form of each game:
//!
//! ```
//! use gridlaw::games::{AnyGame, Engine, Game, GameFunction};
//! use gridlaw::perft::perft;
//!
//! struct Perft(u32);
//!
//! impl GameFunction for Perft {
//!     type Output = u64;
//!     fn call<G: Game>(self, game: &G) -> u64 {
//!         perft(game, &game.start(), self.0)
//!     }
//! }
//!
//! let game: AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
//! assert_eq!(game.call(Engine::Fast, Perft(4)), 3524);
//! assert_eq!(game.call(Engine::Naive, Perft(4)), 3524);
//! ```

mod any;
mod kind;
mod table;

pub mod breakdown;
pub mod candy;
pub mod connect4;
pub mod fitz;
pub mod jump61;

pub use kind::{Argument, Content, GameError, GameParameters};
use table::games;

use crate::playout::Playouts;
use crate::rules::{Notation, Rules, Setup, Symmetry};
use crate::search::weak::{Direct, WeakSearchable};
use crate::search::{PositionOf, Searchable};

games! {
    /// Sticks, gravity and squares.
    Breakdown(breakdown::Parameters),
    /// Tokens from four sides, four in a row.
    Connect4(connect4::Parameters),
    /// Spots that jump to their neighbors.
    Jump61(jump61::Parameters),
    /// Swaps, explosions and settling.
    Candy(candy::Instance),
    /// Turned tiles that must fit.
    Fitz(fitz::Parameters),
}

/// One of a game's two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Packed boards.
    #[default]
    Fast,
    /// The reference.
    Naive,
}

/// An engine of a game with everything that programs need: rules, texts, symmetries and random
/// games.
pub trait Game: Playouts
    + Notation<Setup: Setup<Parameters: GameParameters<Move = <Self as Rules>::Move, Setup = <Self as Notation>::Setup>>>
    + Symmetry
    + Clone
    + 'static
{
}

impl<G> Game for G
where
    G: Playouts + Notation + Symmetry + Clone + 'static,
    G::Setup: Setup<Parameters: GameParameters<Move = G::Move, Setup = G::Setup>>,
{
}

/// A function that runs on an engine of any game.
pub trait GameFunction {
    /// The result.
    type Output;

    /// Calls the function.
    fn call<G: Game>(self, game: &G) -> Self::Output;
}

/// A function that runs on both engines of any game.
pub trait PairFunction {
    /// The result.
    type Output;

    /// Calls the function.
    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Self::Output;
}

/// A function that runs on the forms of any game that are fastest to search: `game` for distances
/// and moves, `weak` for who wins.
pub trait SearchFunction {
    /// The result.
    type Output;

    /// Calls the function.
    fn call<S, W>(self, game: S, weak: W) -> Self::Output
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static;

    /// Calls the function for a game without a weak form of its own.
    fn call_directly<S>(self, game: S) -> Self::Output
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        Self: Sized,
    {
        self.call(game.clone(), Direct(game))
    }
}
