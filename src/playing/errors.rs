//! Why a move, a setup or a record is refused.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use crate::games::{AnyGame, GameError};
use crate::record::RecordError;
use crate::rules::{Outcome, PositionError};
use crate::text::TextError;

/// Why a move is refused. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move.
    #[error("cannot read the move: {0}")]
    Text(#[from] TextError),
    /// The number is not an action of the game.
    #[error("expected an action below {count}, found {found}")]
    Action {
        /// The number.
        found: u32,
        /// The number of actions of the game.
        count: u32,
    },
    /// The number is not an index of a legal move.
    #[error("{}", no_such_index(*.found, *.count))]
    Index {
        /// The number.
        found: u64,
        /// The number of legal moves; 0 if the game is over.
        count: u64,
    },
    /// The move is not legal here.
    #[error("cannot play {mv}: it is not legal here")]
    Illegal {
        /// The move.
        mv: String,
    },
    /// The game is over.
    #[error("cannot play {mv}: the game is over ({outcome})")]
    Over {
        /// The move.
        mv: String,
        /// The outcome of the game.
        outcome: Outcome,
    },
}

/// The message of [`MoveError::Index`].
fn no_such_index(found: u64, count: u64) -> String {
    match count {
        0 => format!("cannot play the move with index {found}: the game is over"),
        _ => format!("expected an index below {count}, the number of legal moves, found {found}"),
    }
}

/// Why a text is not a position of a game chosen at run time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyPositionError {
    /// The text is not a setup.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The setup is not a position of the game.
    #[error(transparent)]
    Setup(Box<dyn core::error::Error + Send + Sync>),
    /// The words are not a setup.
    #[error("expected the words of a position of {expected}, found others")]
    Words {
        /// The name of the game.
        expected: &'static str,
    },
    /// The position is of another game.
    #[error("expected a position of {expected}, found one of {found}")]
    Game {
        /// The game of the position that is wanted.
        expected: Box<AnyGame>,
        /// The game of the position.
        found: Box<AnyGame>,
    },
    /// The state is of another game than those of the batch.
    #[error("expected a state of {expected}, found one of another game or of other settings")]
    Instance {
        /// The first game of the batch.
        expected: Box<AnyGame>,
    },
    /// The setup is of another kind of game.
    #[error("expected a setup of {expected}, found a setup of another kind of game")]
    Kind {
        /// The name of the game.
        expected: &'static str,
    },
}

impl<E: core::error::Error + Send + Sync + 'static> From<PositionError<E>> for AnyPositionError {
    fn from(error: PositionError<E>) -> AnyPositionError {
        match error {
            PositionError::Text(error) => AnyPositionError::Text(error),
            PositionError::Setup(error) => AnyPositionError::Setup(Box::new(error)),
        }
    }
}

/// Why a text is not a game with its moves, as [`AnyPlaying`](super::AnyPlaying) reads it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayingError {
    /// The part before `;` is not a game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The part after `;` cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
}
