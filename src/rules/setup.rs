//! [`Setup`]: a position as data.

use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};

use super::fnv::Fnv;
use super::law::Outcome;
use crate::cell::{Cell, Pos, Side, Size};
use crate::text::rows::take_rows;
use crate::text::{Cursor, Glyphs, Grid, PlainBoard, TextError};

/// A position as data: a plain board, the side to move, and the other parts of a game's position.
///
/// Each game has one type of setup, which both of its engines read and write. `Display` writes all
/// of a setup on one line; [`read`](Self::read) reads it back.
pub trait Setup: Clone + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// The parameters of the game: sizes, tiles, definitions.
    type Parameters;

    /// Why a setup is not a position of a game.
    type Error: core::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Reads the line that `Display` writes. The parameters bound what a text can allocate.
    ///
    /// # Errors
    /// The first invalid character.
    fn read(text: &str, parameters: &Self::Parameters) -> Result<Self, TextError>;

    /// Writes the position as the lines of `gridlaw verdict` have it.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the board over several lines, as the game's document shows it.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The character of an outcome in answers: `.` in progress, a letter of the game otherwise.
    fn outcome_mark(outcome: Outcome) -> char;

    /// Writes the setup as words, as many as
    /// [`word_count`](crate::games::GameParameters::word_count) of its game. It writes all of them.
    /// The form may change from version to version; the text does not.
    ///
    /// # Panics
    /// May panic when there are too few words.
    fn write_words(&self, words: &mut [u64]);

    /// Reads what [`write_words`](Self::write_words) writes; `None` if the words are not a setup.
    fn read_words(words: &[u64], parameters: &Self::Parameters) -> Option<Self>;

    /// The score of a game for one person; 0 in other games.
    fn score(&self) -> u64 {
        0
    }

    /// A 64-bit hash of the setup: FNV-1a over the bytes of its text.
    ///
    /// # Stability
    /// The same on every machine and in every later version, as the text is.
    #[must_use]
    fn stable_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        // The hash takes everything.
        let _ = fmt::write(&mut hash, format_args!("{self}"));
        hash.finish()
    }
}

/// Takes the rows of a board, a blank, and the character of the side to move, one of `sides`.
pub(crate) fn take_board_and_turn(
    text: &mut Cursor<'_>,
    size: Size,
    glyphs: Glyphs,
    sides: [char; 2],
    expected: &'static str,
) -> Result<(PlainBoard, Side), TextError> {
    let board = take_rows(text, size, glyphs)?;
    text.expect(' ', "a blank and the side to move")?;
    let turn = text.take(expected, |glyph| Side::BOTH.into_iter().find(|side| sides[side.index()] == glyph))?;
    Ok((board, turn))
}

/// Why a setup with a board is not a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board has another size.
    #[error("expected a board of {expected}, found {found}")]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the game.
        expected: Size,
    },
    /// A square has a content that the game never has there.
    #[error("expected {expected}, found {found} at {pos}")]
    Square {
        /// The first such square, in row-major order.
        pos: Pos,
        /// The content: the code of its cell, or its spots.
        found: u32,
        /// The contents that the game allows there.
        expected: &'static str,
    },
    /// The side to move has already won.
    #[error("expected a game that goes on, found a line of the side to move")]
    Over {
        /// The side to move.
        winner: Side,
    },
    /// A number beside the board is too large.
    #[error("expected {what} below {limit}, found {found}")]
    Number {
        /// The thing that the number counts.
        what: &'static str,
        /// The number.
        found: u64,
        /// The first number that is too large.
        limit: u64,
    },
}

impl SetupError {
    /// Checks the size of a board on which no piece is fixed.
    pub(crate) fn check_board(board: &PlainBoard, expected: Size) -> Result<(), SetupError> {
        SetupError::check_size(board.size(), expected)?;
        match board.find(|_, cell| cell == Cell::Fixed) {
            Some(pos) => {
                let expected = "an empty cell or a piece (codes 0 to 2)";
                Err(SetupError::Square { pos, found: Cell::Fixed.code(), expected })
            }
            None => Ok(()),
        }
    }

    /// Checks the size of a board.
    pub(crate) fn check_size(found: Size, expected: Size) -> Result<(), SetupError> {
        if found == expected { Ok(()) } else { Err(SetupError::Size { found, expected }) }
    }
}

/// Why a text is not a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError<E: core::error::Error> {
    /// The text is not a setup.
    #[error(transparent)]
    Text(TextError),
    /// The setup is not a position.
    #[error(transparent)]
    Setup(E),
}

impl<E: core::error::Error> PositionError<E> {
    /// The character at which the text is wrong, from 1; `None` if the text is a setup.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        match self {
            PositionError::Text(error) => Some(error.column),
            PositionError::Setup(_) => None,
        }
    }
}
