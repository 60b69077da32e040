//! How Connect4 is written: positions on one line.
//!
//! A position is its rows from the top, runs of empty cells as their length, a blank, and `X` or `O` for
//! whose turn it is: `4/1##1/X##1/4 O`.

use core::fmt;

use super::{Move, Parameters};
use crate::cell::{Cell, Edge, Pos, Side, Size};
use crate::rules::Outcome;
use crate::text::rows::{read_rows, write_short_rows};
use crate::text::{Glyphs, Grid, TextError};

/// The characters of the document's display string, in the order of [`Cell::ALL`].
pub const GLYPHS: Glyphs = Glyphs(['.', 'X', 'O', '#']);

/// A board that is none of this game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board is of another size.
    #[error("the board is {found}, and the game is played on {expected}")]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the game.
        expected: Size,
    },
    /// A cell is fixed outside the centre, or not fixed in it.
    #[error("{pos} holds {found:?}: the centre is fixed (code 11), and nothing else")]
    Centre {
        /// The first such square, in row-major order.
        pos: Pos,
        /// What stands there.
        found: Cell,
    },
    /// The side to move has four in a row, which ended the game before its opponent's last turn.
    #[error("{side:?} has four in a row: the game ended before its turn came again")]
    Line {
        /// The side to move.
        side: Side,
    },
}

/// Checks a board against the empty one of the game: its size and its fixed pieces.
pub(super) fn check(board: &impl Grid, start: &impl Grid) -> Result<(), BoardError> {
    let (found, expected) = (board.size(), start.size());
    if found != expected {
        return Err(BoardError::Size { found, expected });
    }
    let is_fixed = |cell: Cell| cell == Cell::Fixed;
    match found.positions().find(|&pos| is_fixed(board.cell(pos)) != is_fixed(start.cell(pos))) {
        Some(pos) => Err(BoardError::Centre { pos, found: board.cell(pos) }),
        None => Ok(()),
    }
}

/// `.`, `1` or `2`, as INTERFACES fixes them. A draw never comes; it would be `D`.
pub(super) fn outcome_mark(outcome: Outcome) -> char {
    match outcome {
        Outcome::InProgress => '.',
        Outcome::Win(Side::First) => '1',
        Outcome::Win(Side::Second) => '2',
        Outcome::Draw => 'D',
    }
}

pub(super) fn write_position(board: &impl Grid, turn: Side, out: &mut dyn fmt::Write) -> fmt::Result {
    write_short_rows(board, GLYPHS, out)?;
    out.write_char(' ')?;
    out.write_char(GLYPHS.of(turn.into()))
}

/// Reads rows and turn; what they amount to is for `judge` to say, which makes a position of them.
pub(super) fn read_position<G: Grid, P>(
    text: &str,
    size: Size,
    judge: impl FnOnce(G, Side) -> Result<P, BoardError>,
) -> Result<P, TextError> {
    let (rows, turn) = text
        .split_once(' ')
        .ok_or_else(|| TextError::at(text, text.chars().count(), "a blank and whose turn it is"))?;
    let board: G = read_rows(rows, size, GLYPHS)?;
    let offset = rows.chars().count() + 1;
    let side = match turn.chars().next() {
        Some('X') => Side::First,
        Some('O') => Side::Second,
        _ => return Err(TextError::at(text, offset, "`X` or `O`")),
    };
    if turn.len() > 1 {
        return Err(TextError::at(text, offset + 1, "the end of the position"));
    }
    judge(board, side).map_err(|error| match error {
        BoardError::Centre { pos, .. } => {
            let before = rows.split('/').take(pos.row as usize).map(|row| row.chars().count() + 1).sum();
            TextError::at(text, before, "a row with `#` in the centre of the board and nowhere else")
        }
        _ => TextError::at(text, offset, "the other side: this one has four in a row, so that it has just moved"),
    })
}

/// Symmetry bits: 1 mirrors the columns, then 2 reverses the rows, then 4 exchanges rows and columns. A move
/// that is not on the board stays as it is.
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
