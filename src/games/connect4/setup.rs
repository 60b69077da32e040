//! [`Setup`]: a position of Connect4 as data, and its text.

use core::fmt;

use super::display::{GLYPHS, write_display};
use super::{Move, Parameters};
use crate::cell::{Cell, Edge, Side};
use crate::rules::{self, Outcome, SetupError, take_board_and_turn};
use crate::text::rows::{write_rows, write_short_rows};
use crate::text::{Cursor, Grid, PlainBoard, TextError};

/// A position as data: the board and the side to move. See [its checks](super#what-a-position-is).
///
/// The text is the rows from the top with runs of empty cells as their length, a blank, and `X` or
/// `O` for the side to move: `4/1##1/X##1/4 O`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The board.
    pub board: PlainBoard,
    /// The side to move.
    pub turn: Side,
}

impl Setup {
    /// A position with the cells of `board`.
    #[must_use]
    pub fn new(board: &impl Grid, turn: Side) -> Setup {
        Setup { board: PlainBoard::of(board), turn }
    }

    /// Checks size and fixed pieces against the empty board of the game. The engine checks for
    /// lines.
    pub(super) fn check(&self, start: &impl Grid) -> Result<(), SetupError> {
        SetupError::check_size(self.board.size(), start.size())?;
        let is_fixed = |cell: Cell| cell == Cell::Fixed;
        match self.board.find(|pos, cell| is_fixed(cell) != is_fixed(start.cell(pos))) {
            Some(pos) => {
                let expected = "fixed pieces (code 3) in the center and nowhere else";
                Err(SetupError::Square { pos, found: self.board.cell(pos).code(), expected })
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_short_rows(&self.board, GLYPHS, f)?;
        write!(f, " {}", GLYPHS.of(self.turn.into()))
    }
}

impl rules::Setup for Setup {
    type Parameters = Parameters;
    type Error = SetupError;

    fn read(text: &str, parameters: &Parameters) -> Result<Setup, TextError> {
        let mut text = Cursor::new(text);
        let sides = ['X', 'O'];
        let (board, turn) = take_board_and_turn(&mut text, parameters.size(), GLYPHS, sides, "`X` or `O`")?;
        text.end("the end of the position")?;
        Ok(Setup { board, turn })
    }

    /// Writes the rows, joined by `/`.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_rows(&self.board, GLYPHS, out)
    }

    fn write_words(&self, words: &mut [u64]) {
        if let Some((turn, board)) = words.split_last_mut() {
            *turn = self.turn as u64;
            self.board.write_words(board);
        }
    }

    fn read_words(words: &[u64], parameters: &Parameters) -> Option<Setup> {
        let (&turn, board) = words.split_last()?;
        let turn = *Side::BOTH.get(usize::try_from(turn).ok()?)?;
        Some(Setup { board: PlainBoard::read_words(parameters.size(), board)?, turn })
    }

    /// Writes the document's display string.
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_display(self.board.size().width(), |pos| GLYPHS.of(self.board.cell(pos)), out)
    }

    /// Returns `.`, `1` or `2`. There are no draws; one would be `D`.
    fn outcome_mark(outcome: Outcome) -> char {
        match outcome {
            Outcome::InProgress => '.',
            Outcome::Win(Side::First) => '1',
            Outcome::Win(Side::Second) => '2',
            Outcome::Draw => 'D',
        }
    }
}

/// The image of a move under a symmetry: bit 1 mirrors the columns, then bit 2 reverses the rows,
/// then bit 4 exchanges rows and columns. A move off the board stays as it is.
pub(super) fn map_move(mv: Move, parameters: Parameters, symmetry: usize) -> Move {
    let size = parameters.size().width();
    if mv.index() >= size {
        return mv;
    }
    let opposite = |index: u32| size - 1 - index;
    let mirror = |edge, index| match edge {
        Edge::North | Edge::South => (edge, opposite(index)),
        Edge::East => (Edge::West, index),
        Edge::West => (Edge::East, index),
    };
    let flip = |edge, index| match edge {
        Edge::East | Edge::West => (edge, opposite(index)),
        Edge::North => (Edge::South, index),
        Edge::South => (Edge::North, index),
    };
    let transpose = |edge, index| match edge {
        Edge::North => (Edge::West, index),
        Edge::West => (Edge::North, index),
        Edge::East => (Edge::South, index),
        Edge::South => (Edge::East, index),
    };
    let (mut edge, mut index) = (mv.edge(), mv.index());
    if symmetry & 1 != 0 {
        (edge, index) = mirror(edge, index);
    }
    if symmetry & 2 != 0 {
        (edge, index) = flip(edge, index);
    }
    if symmetry & 4 != 0 {
        (edge, index) = transpose(edge, index);
    }
    Move::new(edge, index).expect("symmetries keep moves on the board")
}
