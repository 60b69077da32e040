//! [`GameParameters`]: the description of a kind of game, from which every list of games follows.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::{AnyGame, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation};
use crate::level::Level;
use crate::planes::Planes;
use crate::rules::{Round, Setup};

/// A number among the arguments of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The word for it in messages, for example `width`.
    pub name: &'static str,
    /// Its flag on the command line, dashes included, for example `-w` or `--size`.
    pub flag: &'static str,
    /// The placeholder for its value, for example `W`.
    pub value: &'static str,
    /// A line of help.
    pub help: &'static str,
    /// The numbers that the game accepts. Limits that depend on other arguments are not included.
    pub range: RangeInclusive<u32>,
}

/// The file that a game takes, as contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// The placeholder for the file on the command line.
    pub value: &'static str,
    /// A line of help.
    pub help: &'static str,
    /// The most bytes that such a file can have.
    pub limit: u64,
}

/// Why arguments do not make a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game has this name.
    #[error("expected a game ({}), found `{found}`", super::GameKind::names())]
    Name {
        /// The name.
        found: String,
    },
    /// An argument is missing.
    #[error("expected {expected}, found the end of the arguments")]
    Missing {
        /// The argument.
        expected: String,
    },
    /// An argument is none of the game's, is given twice, or is not a number.
    #[error("expected {expected}, found `{found}`")]
    Argument {
        /// The expected argument.
        expected: String,
        /// The argument.
        found: String,
    },
    /// There are too many or too few numbers.
    #[error("{kind} takes {expected} numbers, found {found}")]
    Count {
        /// The game.
        kind: super::GameKind,
        /// The number of numbers that the game takes.
        expected: usize,
        /// The number of numbers found.
        found: usize,
    },
    /// The contents of a file are missing, or the game takes no file.
    #[error("{kind} takes {}", if *.takes { "the contents of a file" } else { "no file" })]
    File {
        /// The game.
        kind: super::GameKind,
        /// Whether the game takes a file.
        takes: bool,
    },
    /// The numbers do not make a game.
    #[error("{0}")]
    Numbers(String),
    /// The contents of the file do not make a game.
    #[error("{0}")]
    Content(String),
}

/// The parameters of a game, and the description of its kind: name, arguments, samples, engines,
/// and the numbers of its moves.
///
/// [`GameKind`](super::GameKind), [`AnyGame`](super::AnyGame), the command line, the bindings and
/// the tests for all games follow from this and from the table in [`games`](super).
pub trait GameParameters: Clone + Debug + Display + Eq + Hash + Into<AnyGame> + Send + Sync + 'static {
    /// The name, as on the command line.
    const NAME: &'static str;

    /// A sentence about the game, for help.
    const SUMMARY: &'static str;

    /// The name of the document's program.
    const PROGRAM: &'static str = Self::NAME;

    /// The numbers that the game takes, in order.
    const NUMBERS: &'static [Argument];

    /// The file that the game takes, if any.
    const CONTENT: Option<Content> = None;

    /// Whether the command line takes `-m` and `-b`, which choose the engine and change no output.
    const CHOOSES_ENGINE: bool = false;

    /// The number of people who play it: 1 or 2, who take turns.
    const PLAYERS: u32 = 2;

    /// A move.
    type Move: Copy + Ord + Display + FromStr + Send + Sync;

    /// A position as data.
    type Setup: Setup<Parameters = Self>;

    /// Creates a game from its numbers, as many as [`NUMBERS`](Self::NUMBERS), and the contents of
    /// its file, empty if it takes none.
    ///
    /// # Errors
    /// [`GameError::Numbers`] or [`GameError::Content`].
    ///
    /// # Panics
    /// May panic with another number of numbers; [`GameKind::create`](super::GameKind::create)
    /// counts them.
    fn from_arguments(numbers: &[u32], content: &[u8]) -> Result<Self, GameError>;

    /// The numbers of this game: [`from_arguments`](Self::from_arguments) makes it again.
    fn numbers(&self) -> Vec<u32>;

    /// The contents of the file of this game, if it takes one.
    fn content(&self) -> Option<String> {
        None
    }

    /// Some games of this kind, small and large: `gridlaw verify` compares their engines.
    fn samples() -> Vec<Self>;

    /// The game that people play most: `gridlaw-speed` measures it.
    fn usual() -> Self;

    /// The number of actions: of all moves, legal or not, that any position of this game could
    /// have.
    fn action_count(&self) -> u32;

    /// The action number of a move; `None` for a move of no position of this game.
    fn action_of(&self, mv: Self::Move) -> Option<u32>;

    /// The move of an action number; `None` from [`action_count`](Self::action_count) on.
    fn move_of(&self, action: u32) -> Option<Self::Move>;

    /// The image of a move, as [`map_move`](crate::rules::Symmetry::map_move) of the engines gives
    /// it; `None` from the number of symmetries on.
    fn image_of(&self, mv: Self::Move, symmetry: usize) -> Option<Self::Move> {
        (symmetry == 0).then_some(mv)
    }

    /// The shape of what a player sees of a position.
    fn observation(&self) -> Observation;

    /// Writes what a player sees of a position, in the shape of [`observation`](Self::observation):
    /// planes of rows of columns, a byte each.
    ///
    /// Sides are seen from the side to move: 1 is its own, 2 the opponent's. Values above 255 count
    /// as 255.
    ///
    /// # Panics
    /// May panic when `cells` has another length, or the setup of another size.
    fn observe(&self, setup: &Self::Setup, cells: &mut [u8]);

    /// The number of words of a position: [`Setup::write_words`].
    fn word_count(&self) -> usize;

    /// The planes that a learner sees.
    fn planes(&self) -> Planes {
        Planes::one_hot(&self.observation())
    }

    /// Writes the bytes that the [`planes`](Self::planes) read. They are the bytes of
    /// [`observe`](Self::observe) unless the game overrides this.
    ///
    /// # Panics
    /// As [`observe`](Self::observe).
    fn plane_bytes(&self, setup: &Self::Setup, bytes: &mut [u8]) {
        self.observe(setup, bytes);
    }

    /// Writes the board as drawn, a byte a square, rows from the top: see
    /// [`AnyPlaying::cells`](crate::AnyPlaying::cells).
    ///
    /// # Panics
    /// May panic when `cells` has another length, or the setup of another size.
    fn write_cells(&self, setup: &Self::Setup, cells: &mut [u8]);

    /// The rounds of a move that a record may hold here, as the naive engine reports them:
    /// [`AnyPlaying::rounds`](crate::AnyPlaying::rounds).
    ///
    /// # Panics
    /// May panic when the setup is not a position of this game, or the move is not accepted there.
    fn rounds(&self, setup: &Self::Setup, mv: Self::Move) -> Vec<Round>;

    /// A batch of `games` games at the start of the first of these instances, in the form that
    /// steps them fastest at `level`. `None` if no form is faster than one game after the other.
    fn batch(instances: &[Self], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        let _ = (instances, games, level);
        None
    }

    /// Calls `function` with the fast engine, in the smallest of its usual forms that holds the
    /// game, and with the reference.
    fn call_both<F: PairFunction>(&self, function: F) -> F::Output;

    /// Calls `function` with the form of the game that is quickest to search; `None` for a game for
    /// one person, which has no such form.
    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output>;
}
