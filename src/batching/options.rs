//! The options of a batch, and why a batch cannot be made.

use alloc::format;
use alloc::string::String;

use crate::games::AnyGame;
use crate::playout::PLY_LIMIT;

/// The treatment of a game that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reset {
    /// The step that ends a game also begins the next one: outcome and reward are of the game that
    /// ended, masks and observations of the one that begins.
    #[default]
    SameStep,
    /// The step that ends a game leaves it at its end. The next step ignores the game's action,
    /// and begins the next game.
    NextStep,
    /// A game that has ended stays so: it has no legal action, and any is
    /// [`Illegal`](crate::batch::BatchOutcome::Illegal).
    Never,
}

impl Reset {
    /// All conventions.
    pub const ALL: [Reset; 3] = [Reset::SameStep, Reset::NextStep, Reset::Never];
}

/// The options of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BatchOptions {
    /// The seed of all random choices. Episode number *n* has the generator
    /// [`Generator::for_game(seed, n)`](crate::rng::Generator::for_game).
    pub seed: u64,
    /// The treatment of a game that has ended.
    pub reset: Reset,
    /// The number of plies after which a game that goes on is truncated; at least 1.
    pub limit: u32,
    /// Whether the last observation of an episode is kept when the same step begins the next one.
    pub keep_final: bool,
    /// Whether a step of a game for one person is rewarded with the score that it gained. Otherwise
    /// the reward is 1, -1 or 0, as in every game.
    pub score_rewards: bool,
}

impl Default for BatchOptions {
    /// Seed 0, reset in the same step, 400 plies ([`PLY_LIMIT`]), final observations not
    /// kept, scores not paid.
    fn default() -> BatchOptions {
        BatchOptions { seed: 0, reset: Reset::default(), limit: PLY_LIMIT, keep_final: false, score_rewards: false }
    }
}

/// Why a batch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// There is no instance to play.
    #[error("expected at least one game to draw from, found none")]
    NoInstance,
    /// The instances of one batch differ in more than their content.
    #[error("expected games like {first}, found {found}")]
    Unlike {
        /// The first game, with its planes.
        first: String,
        /// The first that differs from it, with its planes.
        found: String,
    },
    /// There are 2³² games or more, or their masks or observations exceed the address space.
    #[error("{games} games of `{game}` are more than a batch holds")]
    TooLarge {
        /// The number of games.
        games: usize,
        /// The game.
        game: String,
    },
    /// No ply could be played.
    #[error("expected a limit of at least 1 ply, found 0")]
    NoPly,
}

impl BatchError {
    /// [`Unlike`](Self::Unlike) for these games.
    #[must_use]
    pub fn unlike(first: &AnyGame, found: &AnyGame) -> BatchError {
        let [first, found] = [first, found].map(|game| {
            let planes = game.planes();
            format!("`{game}` with {} planes of {}x{}", planes.planes.len(), planes.rows, planes.cols)
        });
        BatchError::Unlike { first, found }
    }
}
