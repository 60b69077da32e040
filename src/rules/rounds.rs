//! [`Round`]: the steps of a move, for programs that show it.

use alloc::vec::Vec;
use core::fmt;

use super::notation::{Notation, SetupErrorOf};
use crate::cell::Pos;

/// One step of a move: all changes that happen at once.
///
/// The rules report rounds while they play the move
/// ([`AnyPlaying::rounds`](crate::AnyPlaying::rounds)). [`apply`](Self::apply) applies a round to a
/// board in the bytes of [`AnyPlaying::cells`](crate::AnyPlaying::cells). All rounds together give
/// the board after the move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The kind of step.
    pub kind: RoundKind,
    /// Every square that is emptied or written; none for a [`RoundKind::Turn`].
    pub changes: Vec<Change>,
}

/// The kind of a round. Its text is the name in lower-case letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RoundKind {
    /// All pieces enter from above and fall together until one of them rests on a piece or the
    /// ground.
    Drop,
    /// Every unsupported piece falls by itself.
    Fall,
    /// A piece enters at the edge, on the square [`Change::from`], and slides to its rest.
    Slide,
    /// Pieces or spots are put down where the player wants them.
    Place,
    /// The piece that is not on the board yet makes a quarter turn, clockwise.
    Turn,
    /// Two neighbors change places.
    Swap,
    /// Squares explode, all at once: they are emptied, or give spots to their neighbors.
    Explode,
    /// Pieces fall into empty squares below them, and new ones follow.
    Settle,
    /// The winner owns the whole board. The numbers on the squares no longer matter.
    Win,
}

impl fmt::Display for RoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RoundKind::Drop => "drop",
            RoundKind::Fall => "fall",
            RoundKind::Slide => "slide",
            RoundKind::Place => "place",
            RoundKind::Turn => "turn",
            RoundKind::Swap => "swap",
            RoundKind::Explode => "explode",
            RoundKind::Settle => "settle",
            RoundKind::Win => "win",
        })
    }
}

/// The change of one piece or square in a round.
///
/// Squares are those of the board as drawn: row 0 is the top one, in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The square that the piece leaves; `None` if it comes from off the board.
    pub from: Option<Pos>,
    /// The square where it comes to rest; `None` if it is gone.
    pub to: Option<Pos>,
    /// The byte of [`AnyPlaying::cells`](crate::AnyPlaying::cells) after the round: of the square
    /// `to`, or, if there is none, of the square `from`.
    pub code: u8,
}

impl Round {
    /// Applies the round to the bytes of a board of `columns` columns: first empties every square
    /// `from`, then writes every square `to`.
    ///
    /// # Panics
    /// If a square of the round is not on the board.
    pub fn apply(&self, columns: usize, cells: &mut [u8]) {
        let index = |pos: Pos| {
            assert!((pos.col as usize) < columns, "{pos} is not on a board of {columns} columns");
            pos.row as usize * columns + pos.col as usize
        };
        for change in &self.changes {
            if let Some(from) = change.from {
                cells[index(from)] = if change.to.is_none() { change.code } else { 0 };
            }
        }
        for change in &self.changes {
            if let Some(to) = change.to {
                cells[index(to)] = change.code;
            }
        }
    }
}

/// Receives the rounds of a move.
pub(crate) trait Reporter {
    /// A round begins. The changes that follow are part of it.
    fn begin(&mut self, kind: RoundKind);

    /// Adds a change to the round.
    fn change(&mut self, change: Change);

    /// A square gets this byte.
    fn write(&mut self, to: Pos, code: u8) {
        self.change(Change { from: None, to: Some(to), code });
    }
}

/// Ignores everything: the compiler removes the calls.
impl Reporter for () {
    fn begin(&mut self, _: RoundKind) {}

    fn change(&mut self, _: Change) {}
}

impl Reporter for Vec<Round> {
    fn begin(&mut self, kind: RoundKind) {
        self.push(Round { kind, changes: Vec::new() });
    }

    fn change(&mut self, change: Change) {
        self.last_mut().expect("a change is part of a round").changes.push(change);
    }
}

/// An engine that reports the rounds of a move. Ordinary play calls the same body with a reporter
/// that ignores them.
pub(crate) trait Reporting: Notation {
    /// Plays a move that [`accepts`](Notation::accepts) takes, and reports its rounds.
    fn play_reporting(&self, position: &mut Self::Position, mv: Self::Move, reporter: &mut impl Reporter);

    /// The rounds of a move at a setup.
    ///
    /// # Errors
    /// A setup that is not a position of this game.
    fn rounds(&self, setup: &Self::Setup, mv: Self::Move) -> Result<Vec<Round>, SetupErrorOf<Self>> {
        let mut rounds = Vec::new();
        self.play_reporting(&mut self.position(setup)?, mv, &mut rounds);
        Ok(rounds)
    }
}
