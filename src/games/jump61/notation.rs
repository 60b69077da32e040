//! How Jump61 is written: positions on one line, and what a board may be.
//!
//! A position is its rows from the top, joined by `/`, of squares as in `dump`, joined by blanks: `2r 1-/1- 3b`
//! is red's 2, two neutral squares and blue's 3. A won board has only the letters: `b b/b b`.

use core::fmt;

use super::{Board, Move, Parameters, Square};
use crate::cell::{Pos, Side};
use crate::rules::Outcome;
use crate::text::TextError;

/// A board that is none of this game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board is of another size.
    #[error("the board is {found}, and the game is played on {expected}")]
    Size {
        /// The size of the board.
        found: Parameters,
        /// The size of the game.
        expected: Parameters,
    },
    /// A square of somebody's has no spots, or more than it has neighbours, and nobody has won.
    #[error("row {} column {} has {spots} spots: 1 to {most} would be right", pos.row + 1, pos.col + 1)]
    Spots {
        /// The first such square, in row-major order.
        pos: Pos,
        /// Its spots.
        spots: u32,
        /// How many neighbours it has.
        most: u32,
    },
}

/// How many neighbours a square has.
pub(super) fn neighbours(parameters: Parameters, pos: Pos) -> u32 {
    let last = parameters.size() - 1;
    [pos.row > 0, pos.row < last, pos.col > 0, pos.col < last].map(u32::from).iter().sum()
}

/// Whether a position can be made of the board: any that is at rest, reachable or not, and any won one.
pub(super) fn check(board: &Board, expected: Parameters) -> Result<(), BoardError> {
    let found = board.parameters();
    if found != expected {
        return Err(BoardError::Size { found, expected });
    }
    if board.winner().is_some() {
        return Ok(());
    }
    board.squares().try_for_each(|(pos, square)| {
        let (spots, most) = (square.spots(), neighbours(found, pos));
        if (1..=most).contains(&spots) { Ok(()) } else { Err(BoardError::Spots { pos, spots, most }) }
    })
}

/// `.`, `R` or `B`, as INTERFACES fixes them. Nobody draws.
pub(super) fn outcome_mark(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win(Side::First) => 'R',
        Outcome::Win(Side::Second) => 'B',
        Outcome::InProgress | Outcome::Draw => '.',
    }
}

/// The letter of an owner.
pub(super) fn letter(owner: Option<Side>) -> char {
    match owner {
        None => '-',
        Some(Side::First) => 'r',
        Some(Side::Second) => 'b',
    }
}

/// The owner of a letter.
pub(super) fn owner(letter: char) -> Option<Option<Side>> {
    [None, Some(Side::First), Some(Side::Second)].into_iter().find(|&owner| self::letter(owner) == letter)
}

/// The square of some spots and an owner; none if a neutral one has not exactly one spot.
pub(super) fn square(spots: u32, owner: Option<Side>) -> Option<Square> {
    match owner {
        Some(side) => Some(Square::Owned(side, spots)),
        None => (spots == 1).then_some(Square::Neutral),
    }
}

/// Writes the rows of a board.
pub(super) fn write_position(board: &Board, out: &mut dyn fmt::Write) -> fmt::Result {
    let won = board.winner().is_some();
    for (pos, square) in board.squares() {
        match (pos.row, pos.col) {
            (0, 0) => {}
            (_, 0) => out.write_char('/')?,
            _ => out.write_char(' ')?,
        }
        if !won {
            write!(out, "{}", square.spots())?;
        }
        out.write_char(letter(square.owner()))?;
    }
    Ok(())
}

/// Reads what [`write_position`] writes; the spots of a won board may be there.
pub(super) fn read_position(text: &str, parameters: Parameters) -> Result<Board, TextError> {
    let mut board = Board::new(parameters);
    let mut bare = None;
    let mut at = 0;
    let character = |at: usize| text.chars().nth(at);
    for pos in parameters.board().positions() {
        let (separator, expected) = match (pos.row, pos.col) {
            (0, 0) => (None, ""),
            (_, 0) => (Some('/'), "`/` before the next row"),
            _ => (Some(' '), "a blank before the next square"),
        };
        if let Some(separator) = separator {
            if character(at) != Some(separator) {
                return Err(TextError::at(text, at, expected));
            }
            at += 1;
        }
        let digit = character(at).and_then(|digit| digit.to_digit(10));
        if digit.is_none() {
            bare = bare.or(Some(at));
        }
        let spots = digit.unwrap_or(1);
        if spots == 0 || spots > neighbours(parameters, pos) {
            return Err(TextError::at(text, at, "at least one spot, and no more than the square has neighbours"));
        }
        at += usize::from(digit.is_some());
        let square = character(at).and_then(owner).and_then(|owner| square(spots, owner));
        board.set(pos, square.ok_or_else(|| TextError::at(text, at, "`r` or `b`, or `-` for one spot of nobody's"))?);
        at += 1;
    }
    match bare {
        Some(bare) if board.winner().is_none() => Err(TextError::at(text, bare, "spots: nobody has won this board")),
        _ if character(at).is_some() => Err(TextError::at(text, at, "the end of the position")),
        _ => Ok(board),
    }
}

/// How many symmetries a square has, as [`map_pos`] numbers them.
pub(super) const SYMMETRIES: usize = 8;

/// Symmetry 1 mirrors the columns, 2 the rows, 4 swaps rows with columns afterwards; the others are sums.
pub(super) fn map_pos(pos: Pos, parameters: Parameters, symmetry: usize) -> Pos {
    let last = parameters.size() - 1;
    let row = if symmetry & 2 == 0 { pos.row } else { last - pos.row };
    let col = if symmetry & 1 == 0 { pos.col } else { last - pos.col };
    if symmetry & 4 == 0 { Pos::new(row, col) } else { Pos::new(col, row) }
}

/// The move as a symmetry shows it.
pub(super) fn map_move(mv: Move, parameters: Parameters, symmetry: usize) -> Move {
    Move(map_pos(mv.0, parameters, symmetry))
}
