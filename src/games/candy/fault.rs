//! [`InstanceError`]: the key of a number that makes no game of Candy, and its [`Fault`].

use alloc::string::String;

/// Why the numbers do not make a game: the key and its fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {fault}")]
pub struct InstanceError {
    /// The key as a path, for example `gamedef.boardstate.data[3]`.
    pub key: String,
    /// The fault of the number under that key.
    pub fault: Fault,
}

/// Why a number of a game is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The number of rows, columns or colors is 0.
    #[error("expected at least 1, found 0")]
    Zero,
    /// The table has more cells than [`MOST_SQUARES`](super::MOST_SQUARES) or
    /// [`MOST_CANDIES`](super::MOST_CANDIES).
    #[error("expected at most {most} cells, found {rows} rows of {columns} columns")]
    TooLarge {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The limit for rows times columns.
        most: u32,
    },
    /// The data of a table do not fill its rows and columns.
    #[error("expected {} elements for {rows} rows of {columns} columns, found {found}", u64::from(*rows) * u64::from(*columns))]
    Length {
        /// The number of elements found.
        found: usize,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// The number of rows or columns differs from the board's.
    #[error("expected {board} as of the board, found {found}")]
    Board {
        /// The number found.
        found: u32,
        /// The number that the board has.
        board: u32,
    },
    /// The number of extension offsets differs from the number of columns.
    #[error("expected an element for each of {columns} columns, found {found}")]
    Offsets {
        /// The number of elements found.
        found: usize,
        /// The number of columns of the board.
        columns: u32,
    },
    /// The game does not have this color.
    #[error("expected a color from 0 to {}, found {found}", colors - 1)]
    Color {
        /// The color found.
        found: u32,
        /// The number of colors.
        colors: u32,
    },
    /// The type of a candy is not regular.
    #[error("expected type 0, a regular candy, found {found}")]
    Type {
        /// The type found.
        found: u32,
    },
    /// The state of a square is higher than any with which a square of the game begins.
    #[error("expected a state of at most {highest}, the highest of the game, found {found}")]
    State {
        /// The state found.
        found: u32,
        /// The highest state in the game.
        highest: u32,
    },
}
