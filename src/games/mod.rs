//! The games, a folder each, and the closed enums for choosing among them at run time.
//!
//! A game's folder holds the rules in words and the public types (`mod.rs`), the fast engine on
//! [`board`](mod@crate::board) (`fast.rs`), the reference on [`matrix`](crate::matrix) (`naive.rs`), and the
//! document's text program (`session.rs`). Adding a game is one folder, one line in each enum here, and
//! its arguments on the command line.
//!
//! The choice of game, size and engine is made once, at the root:
//!
//! ```
//! use gridlaw::games::{AnyGame, Engine, Game, GameVisitor, breakdown};
//! use gridlaw::perft::perft;
//!
//! struct Perft(u32);
//!
//! impl GameVisitor for Perft {
//!     type Output = u64;
//!     fn visit<G: Game>(self, game: &G) -> u64 {
//!         perft(game, &game.start(), self.0)
//!     }
//! }
//!
//! let game = AnyGame::from(breakdown::Parameters::new(4, 5, 2, 2).unwrap());
//! assert_eq!(game.visit(Engine::Fast, Perft(4)), 3524);
//! assert_eq!(game.visit(Engine::Naive, Perft(4)), 3524);
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::playout::Playouts;
use crate::rules::{Notation, Symmetry};
use crate::search::{Plain, Searchable};

pub mod breakdown;
pub mod candy;
pub mod connect4;
pub mod fitz;
pub mod jump61;

/// The games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Sticks, gravity and squares.
    Breakdown,
    /// Tokens from four sides, four in a row.
    Connect4,
    /// Spots that jump to their neighbours.
    Jump61,
    /// Swaps, explosions and settling.
    Candy,
    /// Turned tiles that must fit.
    Fitz,
}

impl GameKind {
    /// Every game, Breakdown first.
    pub const ALL: [GameKind; 5] =
        [GameKind::Breakdown, GameKind::Connect4, GameKind::Jump61, GameKind::Candy, GameKind::Fitz];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Breakdown => "breakdown",
            GameKind::Connect4 => "connect4",
            GameKind::Jump61 => "jump61",
            GameKind::Candy => "candy",
            GameKind::Fitz => "fitz",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A game with its parameters, chosen at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyGame {
    /// Breakdown of some size.
    Breakdown(breakdown::Parameters),
    /// Connect4 of some size.
    Connect4(connect4::Parameters),
    /// Jump61 of some size.
    Jump61(jump61::Parameters),
    /// A game of Candy.
    Candy(candy::Instance),
    /// Fitz with some tiles, on a board of some size.
    Fitz(fitz::Parameters),
}

impl From<breakdown::Parameters> for AnyGame {
    fn from(parameters: breakdown::Parameters) -> AnyGame {
        AnyGame::Breakdown(parameters)
    }
}

impl From<connect4::Parameters> for AnyGame {
    fn from(parameters: connect4::Parameters) -> AnyGame {
        AnyGame::Connect4(parameters)
    }
}

impl From<jump61::Parameters> for AnyGame {
    fn from(parameters: jump61::Parameters) -> AnyGame {
        AnyGame::Jump61(parameters)
    }
}

impl From<candy::Instance> for AnyGame {
    fn from(instance: candy::Instance) -> AnyGame {
        AnyGame::Candy(instance)
    }
}

impl From<fitz::Parameters> for AnyGame {
    fn from(parameters: fitz::Parameters) -> AnyGame {
        AnyGame::Fitz(parameters)
    }
}

/// Which of a game's two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Packed boards.
    #[default]
    Fast,
    /// The reference.
    Naive,
}

/// A game that can be played, written and turned, and kept by whoever plays it: what programs ask for.
pub trait Game: Playouts + Notation + Symmetry + Clone + 'static {}

impl<G: Playouts + Notation + Symmetry + Clone + 'static> Game for G {}

/// Something to be done with a game that is known only at run time.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// Something to be done with both engines of a game.
pub trait PairVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Self::Output;
}

/// Something to be done with the form of a game that is quickest to search.
pub trait SearchVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<S: Searchable<Rules: Game> + Clone + 'static>(self, game: S) -> Self::Output;
}

impl AnyGame {
    /// Calls `visitor` with the form of the game that is quickest to search; `None` for Candy, which is for one person.
    pub fn visit_search<V: SearchVisitor>(&self, visitor: V) -> Option<V::Output> {
        Some(match self {
            AnyGame::Breakdown(parameters) => parameters.visit_search(visitor),
            AnyGame::Connect4(parameters) => parameters.visit_search(visitor),
            AnyGame::Jump61(parameters) => parameters.visit_search(visitor),
            AnyGame::Fitz(parameters) => visitor.visit(Plain(fitz::Fitz::new(parameters.clone()))),
            AnyGame::Candy(_) => return None,
        })
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyGame::Breakdown(_) => GameKind::Breakdown,
            AnyGame::Connect4(_) => GameKind::Connect4,
            AnyGame::Jump61(_) => GameKind::Jump61,
            AnyGame::Candy(_) => GameKind::Candy,
            AnyGame::Fitz(_) => GameKind::Fitz,
        }
    }

    /// Some of every game, small and large: what `gridlaw verify` compares when it is told no game.
    #[must_use]
    pub fn selection() -> Vec<AnyGame> {
        let breakdown = [(4, 5, 2, 2), (8, 4, 3, 2), (8, 8, 3, 3), (12, 10, 3, 3), (16, 16, 4, 3), (40, 30, 5, 4)]
            .map(|(width, height, stick, square)| breakdown::Parameters::new(width, height, stick, square));
        let connect4 = [4, 5, 7, 8, 10].map(connect4::Parameters::new);
        let jump61 = [2, 3, 6, 10].map(jump61::Parameters::new);
        let candy = [(5, 5, 3), (6, 6, 6), (8, 8, 7), (9, 5, 5), (17, 4, 6), (33, 2, 4)]
            .map(|(columns, rows, colours)| candy::NewGame { colours, ..candy::NewGame::new(columns, rows) }.make());
        let fitz =
            [(3, 4), (6, 5), (10, 10), (20, 20), (2, 124)].map(|(rows, cols)| fitz::Parameters::sample(rows, cols));
        let breakdown = breakdown.into_iter().flatten().map(AnyGame::from);
        let connect4 = connect4.into_iter().flatten().map(AnyGame::from);
        let jump61 = jump61.into_iter().flatten().map(AnyGame::from);
        let candy = candy.into_iter().flatten().map(|definition| candy::Instance::from(definition).into());
        let fitz = fitz.into_iter().flatten().map(AnyGame::from);
        breakdown.chain(connect4).chain(jump61).chain(candy).chain(fitz).collect()
    }

    /// Calls `visitor` with one engine of the game.
    pub fn visit<V: GameVisitor>(&self, engine: Engine, visitor: V) -> V::Output {
        self.visit_both(One { engine, visitor })
    }

    /// Calls `visitor` with both engines of the game.
    pub fn visit_both<V: PairVisitor>(&self, visitor: V) -> V::Output {
        match self {
            AnyGame::Breakdown(parameters) => parameters.visit(visitor),
            AnyGame::Connect4(parameters) => parameters.visit(visitor),
            AnyGame::Jump61(parameters) => parameters.visit(visitor),
            AnyGame::Candy(instance) => instance.visit(visitor),
            AnyGame::Fitz(parameters) => parameters.visit(visitor),
        }
    }
}

impl fmt::Display for AnyGame {
    /// The game's name and parameters, for example `breakdown 8x8 k3 q3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyGame::Breakdown(parameters) => write!(f, "{} {parameters}", self.kind()),
            AnyGame::Connect4(parameters) => write!(f, "{} {parameters}", self.kind()),
            AnyGame::Jump61(parameters) => write!(f, "{} {parameters}", self.kind()),
            AnyGame::Candy(instance) => write!(f, "{} {}", self.kind(), instance.definition()),
            AnyGame::Fitz(parameters) => write!(f, "{} {parameters}", self.kind()),
        }
    }
}

/// One engine out of a pair.
struct One<V> {
    engine: Engine,
    visitor: V,
}

impl<V: GameVisitor> PairVisitor for One<V> {
    type Output = V::Output;

    fn visit<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> V::Output {
        match self.engine {
            Engine::Fast => self.visitor.visit(fast),
            Engine::Naive => self.visitor.visit(naive),
        }
    }
}
