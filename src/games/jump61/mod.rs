//! Jump61: spots pile up on squares until they jump to the neighbors and take them. The side that
//! owns every square wins.
//!
//! Source: `jump61.txt`; rulings J0 to J10.
//!
//! # The rules
//!
//! The board has *N*×*N* squares, *N* from 2 to 10. Each is red, blue or neutral, and has some
//! spots; at first all are neutral with one spot. Red begins, then the sides take turns.
//!
//! A turn adds one spot to a square that is not the opponent's, and makes it the mover's. A square
//! with more spots than it has neighbors (up, down, left, right) is **overfull**: 3 in a corner, 4
//! on an edge, 5 elsewhere. While a square is overfull, one of its spots jumps to each of its
//! neighbors, and these become the mover's. They may become overfull in turn, and so on:
//!
//! ```text
//!                red adds      2:2 jumps     2:1 and 3:2     3:1 jumps
//!                to 2:2                      jump
//!
//!   1- 1- 1-     1- 1- 1-      1- 2r 1-      2r 2r 1-        2r 2r 1-
//!   3b 4r 1-     3b 5r 1-      4r 1r 2r      1r 3r 2r        2r 3r 2r
//!   2b 3b 1-     2b 3b 1-      2b 4r 1-      4r 1r 2r        2r 2r 2r
//! ```
//!
//! The game is over as soon as all squares are of one color, even in the middle of a cascade, which
//! might otherwise never end (J9).
//!
//! # Consequences of the rules
//!
//! - **The order of jumps does not matter.** Spots pile up the same way whichever overfull square
//!   jumps first (this is the abelian sandpile of Bak, Tang and Wiesenfeld; Dhar, 1990). If one
//!   order comes to rest, every order comes to the same rest after the same number of jumps of each
//!   square. If one order covers the board on its way, every order does, sooner or later: only the
//!   spots may differ then.
//! - **Whole fronts may jump at once**, because each square of a front stays overfull until it
//!   jumps.
//! - **A position needs no turn of its own** (J2): every move adds a spot, so the sum of the spots
//!   gives the side to move.
//! - **Spots of a won board are free, colors are not** (J7). A won *position* here stores no spots:
//!   all ways of winning for one side are one position, written with letters alone.
//! - **Every game ends**, after at most 3*N*² - 4*N* + 1 moves. Once there are more spots than the
//!   board can hold at rest, a cascade stops only when one color covers the board.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Parameters`] | *N* |
//! | [`Move`] | the square that gets a spot, and its text |
//! | [`Square`], [`Board`] | a board as people see it, and `dump`, its text |
//! | [`Setup`] | a position as data, and its text |
//! | [`Jump61`] | the rules on bit planes in a `u64` (up to 8×8) or a `u128` |
//! | [`NaiveJump61`] | the rules on a matrix of squares |
#![cfg_attr(
    feature = "std",
    doc = "| [`player`] | the automatic player (J10) |\n| [`session`] | the document's program `jump61`, over any reader and writer |"
)]

mod batch;
mod dump;
mod fast;
mod lanes;
mod moves;
mod naive;
#[cfg(feature = "std")]
pub mod player;
#[cfg(feature = "std")]
pub mod session;
mod setup;
mod squares;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use fast::weak::WeakJump61;
pub use fast::{Frame, Jump61, Position, SquareGrid};
pub use moves::Move;
pub use naive::{NaiveJump61, NaivePosition};
pub use setup::Setup;
pub use squares::{Board, Square};

use super::{Argument, GameError, GameParameters, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation, ObservedPlane};
use crate::cell::{Pos, Side, Size};
use crate::level::Level;
use crate::planes::{Plane, Planes};
use crate::rules::{Reporting, Round};

/// The parameter of a game: the number of rows, and of columns, of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters {
    board: Size,
}

/// Why a size is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a size from {} to {}, found {size}", Parameters::SMALLEST, Parameters::LARGEST)]
pub struct ParametersError {
    /// The size found.
    pub size: u32,
}

impl Parameters {
    /// The smallest size.
    pub const SMALLEST: u32 = 2;

    /// The largest size.
    pub const LARGEST: u32 = 10;

    /// A board of `size` × `size` squares, 2 to 10.
    ///
    /// # Errors
    /// When the size is not from 2 to 10.
    pub const fn new(size: u32) -> Result<Parameters, ParametersError> {
        if size < Parameters::SMALLEST || size > Parameters::LARGEST {
            return Err(ParametersError { size });
        }
        match Size::new(size, size) {
            Ok(board) => Ok(Parameters { board }),
            Err(_) => Err(ParametersError { size }),
        }
    }

    /// The number of rows, and of columns.
    #[inline]
    #[must_use]
    pub const fn size(self) -> u32 {
        self.board.width()
    }

    /// The rows and columns of the board.
    #[inline]
    #[must_use]
    pub const fn board(self) -> Size {
        self.board
    }

    /// The number of neighbors of a square: 2 in a corner, 3 at an edge, else 4.
    ///
    /// A square with more spots than neighbors is overfull and jumps.
    #[must_use]
    pub fn neighbors(self, pos: Pos) -> u32 {
        let last = self.size() - 1;
        [pos.row > 0, pos.row < last, pos.col > 0, pos.col < last].map(u32::from).iter().sum()
    }

    /// The index of a square in row-major order.
    ///
    /// # Panics
    /// If the square is not on the board.
    fn index(self, pos: Pos) -> usize {
        assert!(self.board.contains(pos), "{pos} is not on a {self} board");
        self.board.index(pos) as usize
    }
}

impl GameParameters for Parameters {
    const NAME: &'static str = "jump61";
    const SUMMARY: &'static str =
        "Spots jump from overfull squares and take the neighbors; the side that owns every square wins";
    const NUMBERS: &'static [Argument] = &[Argument {
        name: "size",
        flag: "--size",
        value: "N",
        help: "Rows, and columns, of the board: 2 to 10",
        range: Parameters::SMALLEST..=Parameters::LARGEST,
    }];

    type Move = Move;
    type Setup = Setup;

    fn from_arguments(numbers: &[u32], _: &[u8]) -> Result<Parameters, GameError> {
        let [size] = numbers else { panic!("Jump61 takes one number") };
        Parameters::new(*size).map_err(|error| GameError::Numbers(error.to_string()))
    }

    fn numbers(&self) -> Vec<u32> {
        vec![self.size()]
    }

    fn samples() -> Vec<Parameters> {
        [2, 3, 6, 10].into_iter().filter_map(|size| Parameters::new(size).ok()).collect()
    }

    fn usual() -> Parameters {
        Parameters::new(6).expect("6 is a size")
    }

    fn action_count(&self) -> u32 {
        self.board.cells()
    }

    fn action_of(&self, Move(pos): Move) -> Option<u32> {
        self.board.contains(pos).then(|| self.board.index(pos))
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let size = self.size();
        (action < self.board.cells()).then(|| Move(Pos::new(action / size, action % size)))
    }

    fn image_of(&self, mv: Move, symmetry: usize) -> Option<Move> {
        (symmetry < setup::SYMMETRIES).then(|| setup::map_move(mv, *self, symmetry))
    }

    fn observation(&self) -> Observation {
        let owners = ObservedPlane { name: "owners", first: 1, last: 2 };
        let spots = ObservedPlane { name: "spots", first: 1, last: 4 };
        Observation::new(vec![owners, spots], self.board)
    }

    /// A plane of owners, 0 neutral, 1 the side to move, 2 the opponent, and a plane of spots, 1 to
    /// 4. On a won board every square is the opponent's, with one spot. Row 0 is the top.
    fn observe(&self, setup: &Setup, cells: &mut [u8]) {
        let Setup(board) = setup;
        let (winner, is_red) = (board.winner(), (board.spots() + u64::from(self.size())).is_multiple_of(2));
        let turn = winner.map_or(if is_red { Side::First } else { Side::Second }, Side::other);
        let (owners, spots) = cells.split_at_mut(self.board.cells() as usize);
        for (((_, square), owner), spots) in board.squares().zip(owners).zip(spots) {
            *owner = square.owner().map_or(0, |side| 1 + u8::from(side != turn));
            *spots = if winner.is_some() { 1 } else { square.spots() as u8 };
        }
    }

    fn word_count(&self) -> usize {
        (self.board.cells() as usize).div_ceil(8)
    }

    /// Five planes: the squares of the side to move, those of the opponent, and the squares of at
    /// least two, three and four spots.
    fn planes(&self) -> Planes {
        let owner = |(name, byte)| Plane { name, source: 0, first: byte, last: byte };
        let spots = |(name, byte)| Plane { name, source: 1, first: byte, last: u8::MAX };
        let owners = [("mine", 1), ("theirs", 2)].map(owner);
        let spots = [("two spots", 2), ("three spots", 3), ("four spots", 4)].map(spots);
        let (rows, cols) = (self.size() as usize, self.size() as usize);
        Planes { planes: owners.into_iter().chain(spots).collect(), rows, cols }
    }

    fn write_cells(&self, Setup(board): &Setup, cells: &mut [u8]) {
        let winner = board.winner().map(|side| Square::Owned(side, 1));
        for ((_, square), cell) in board.squares().zip(cells) {
            *cell = winner.unwrap_or(square).code();
        }
    }

    fn rounds(&self, setup: &Setup, mv: Move) -> Vec<Round> {
        NaiveJump61::new(*self).rounds(setup, mv).expect("the setup is a position")
    }

    fn batch(instances: &[Parameters], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        instances.first().map(|&parameters| batch::batch(parameters, games, level))
    }

    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        let naive = NaiveJump61::new(*self);
        match Jump61::<u64>::new(*self) {
            Some(fast) => function.call(&fast, &naive),
            None => function.call(&Jump61::<u128>::new(*self).expect("every size fits"), &naive),
        }
    }

    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        let narrow = Jump61::<u64>::new(*self);
        Some(match (narrow, narrow.and_then(WeakJump61::new)) {
            (Some(fast), Some(weak)) => function.call(fast, weak),
            #[cfg(feature = "registers")]
            (Some(fast), None) => function.call_directly(fast),
            _ => function.call_directly(Jump61::<u128>::new(*self).expect("every size fits")),
        })
    }
}

impl fmt::Display for Parameters {
    /// Writes for example `6x6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_to_ten() {
        for size in [0, 1, 11, 12, u32::MAX] {
            assert_eq!(Parameters::new(size), Err(ParametersError { size }));
        }
        for size in 2..=10 {
            assert_eq!(Parameters::new(size).unwrap().size(), size);
        }
    }
}
