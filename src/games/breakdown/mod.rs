//! Breakdown: sticks fall onto a standing board, and a call of *breakdown* lets every loose cell
//! fall. A square of one color wins.
//!
//! Source: `breakdown.txt`; rulings B1 to B10.
//!
//! # The rules
//!
//! The board stands upright: *w* columns, *h* rows, empty at first. Black begins, then the sides
//! take turns. A turn is one of
//!
//! - a **vertical stick** of *k* cells of the mover's color, dropped into a column: `|3`;
//! - a **horizontal stick** whose left end is in a column: `-3`. It stays rigid and comes to rest
//!   as soon as *any* of its columns stops it, so there may be air below the rest of it;
//! - **breakdown**, `!`: all sticks lose their rigidity, and each cell falls as far as there is air
//!   below it.
//!
//! ```text
//!  |0 by black      -2 by white      -0 by black      -1 by white      ! by black
//!
//!     0123             0123             0123             0123             0123
//!
//!   0 ....           0 ....           0 ....           0 ....           0 ....
//!   1 ....           1 ....           1 ....           1 .oo.           1 ....
//!   2 ....           2 ....           2 **..           2 **..           2 *...
//!   3 *...           3 *...           3 *...           3 *...           3 *oo.
//!   4 *...           4 *.oo           4 *.oo           4 *.oo           4 **oo
//! ```
//!
//! A stick enters whole at the top (B3). A vertical one needs *k* empty cells at the top of its
//! column, a horizontal one needs one empty cell at the top of each of its columns. A breakdown
//! that moves nothing is a pass (B2).
//!
//! After every move, whichever side made it, these cases end the game (B1), in this order:
//!
//! - If both sides own a *q*×*q* square, it is a draw. If one side does, that side has won.
//! - If the board is full, it is a draw. It is also a draw if no stick fits anywhere and nothing is
//!   loose.
//!
//! The empty board at the beginning is not over, even where no stick can ever fit: black may
//! pass, and *then* it is a draw.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Parameters`] | *w*, *h*, *k*, *q* |
//! | [`Move`], [`Setup`] | the three kinds of turn, and a position as data, with their texts |
//! | [`Breakdown`] | the rules on a packed board, in a register or in a `PackedBoard` of any size |
//! | [`Boards`] | many boards at once on slices of words: gravity, squares, outcomes |
//! | [`NaiveBreakdown`] | the rules on the reference matrix |
//! | [`forms`] | the forms of a board in memory, their users, and the gain of each |
//! | [`player`] | the kinds of players: a person, a random player, or a search |
//! | [`session`] | the document's program `play`, over any reader and writer |

mod batch;
mod fast;
pub mod forms;
mod lanes;
mod moves;
mod naive;
pub mod player;
mod search;
#[cfg(feature = "std")]
pub mod session;
mod setup;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use fast::{BoardFacts, Boards, Breakdown, Position, Store};
pub use moves::Move;
pub use naive::{NaiveBreakdown, NaivePosition};
pub use setup::Setup;

use batch::{ColumnBatch, TallBatch};
#[cfg(feature = "registers")]
use search::LargeSearch;
use search::{ColumnSearch, ColumnWeak};

use super::{Argument, GameError, GameParameters, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation, ObservedPlane};
#[cfg(feature = "registers")]
use crate::board::Wide;
use crate::board::{Layout, PackedBoard};
use crate::cell::{Size, SizeError};
use crate::level::Level;
use crate::planes::Planes;
use crate::rules::{Reporting, Round};
use crate::search::Plain;
use crate::text::PlainBoard;

/// The parameters of a game: board width and height, stick length, side of the winning square.
///
/// Each is at least 1. Every combination is legal, even if no game can be won with it (ruling B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters {
    size: Size,
    stick: u32,
    square: u32,
}

/// Why the parameters of a game are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParametersError {
    /// The size of the board is invalid.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The stick has no cells.
    #[error("expected a stick of at least 1 cell, found 0")]
    ZeroStick,
    /// The winning square has no cells.
    #[error("expected a winning square of side at least 1, found 0")]
    ZeroSquare,
}

impl Parameters {
    /// A game on a board of `width` × `height` with sticks of `stick` cells, won with a square of
    /// `square` × `square`.
    ///
    /// # Errors
    /// When a number is 0, or the board has more than [`Size::MOST_CELLS`] cells.
    pub fn new(width: u32, height: u32, stick: u32, square: u32) -> Result<Parameters, ParametersError> {
        let size = Size::new(width, height)?;
        match (stick, square) {
            (0, _) => Err(ParametersError::ZeroStick),
            (_, 0) => Err(ParametersError::ZeroSquare),
            _ => Ok(Parameters { size, stick, square }),
        }
    }

    /// The columns and rows of the board.
    #[inline]
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// The number of cells of a stick.
    #[inline]
    #[must_use]
    pub const fn stick(self) -> u32 {
        self.stick
    }

    /// The side of the winning square.
    #[inline]
    #[must_use]
    pub const fn square(self) -> u32 {
        self.square
    }
}

impl GameParameters for Parameters {
    const NAME: &'static str = "breakdown";
    const SUMMARY: &'static str = "Sticks fall on a standing board; a square of one color wins";
    const PROGRAM: &'static str = "play";
    const NUMBERS: &'static [Argument] = &[
        Argument { name: "width", flag: "-w", value: "W", help: "Columns", range: 1..=u32::MAX },
        Argument { name: "height", flag: "-h", value: "H", help: "Rows", range: 1..=u32::MAX },
        Argument { name: "stick", flag: "-k", value: "K", help: "Length of a stick", range: 1..=u32::MAX },
        Argument { name: "square", flag: "-q", value: "Q", help: "Side of the winning square", range: 1..=u32::MAX },
    ];
    const CHOOSES_ENGINE: bool = true;

    type Move = Move;
    type Setup = Setup;

    fn from_arguments(numbers: &[u32], _: &[u8]) -> Result<Parameters, GameError> {
        let [width, height, stick, square] = numbers else { panic!("Breakdown takes four numbers") };
        Parameters::new(*width, *height, *stick, *square).map_err(|error| GameError::Numbers(error.to_string()))
    }

    fn numbers(&self) -> Vec<u32> {
        vec![self.size.width(), self.size.height(), self.stick, self.square]
    }

    fn samples() -> Vec<Parameters> {
        [(4, 5, 2, 2), (8, 4, 3, 2), (8, 8, 3, 3), (12, 10, 3, 3), (16, 16, 4, 3), (40, 30, 5, 4)]
            .into_iter()
            .filter_map(|(width, height, stick, square)| Parameters::new(width, height, stick, square).ok())
            .collect()
    }

    fn usual() -> Parameters {
        Parameters::new(8, 8, 3, 3).expect("8x8 is a size")
    }

    /// Returns twice the width plus one, which fits 32 bits for every size.
    fn action_count(&self) -> u32 {
        2 * self.size.width() + 1
    }

    fn action_of(&self, mv: Move) -> Option<u32> {
        let width = self.size.width();
        match mv {
            Move::Vertical(col) => (col < width).then_some(col),
            Move::Horizontal(col) => (col < width).then(|| width + col),
            Move::Breakdown => Some(2 * width),
        }
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let width = self.size.width();
        match action {
            _ if action < width => Some(Move::Vertical(action)),
            _ if action < 2 * width => Some(Move::Horizontal(action - width)),
            _ if action == 2 * width => Some(Move::Breakdown),
            _ => None,
        }
    }

    fn image_of(&self, mv: Move, symmetry: usize) -> Option<Move> {
        (symmetry < 2).then(|| setup::map_move(mv, *self, symmetry))
    }

    fn word_count(&self) -> usize {
        PlainBoard::word_count(self.size) + 1
    }

    fn observation(&self) -> Observation {
        let pieces = ObservedPlane { name: "pieces", first: 1, last: 2 };
        Observation::new(vec![pieces], self.size)
    }

    /// A plane for each kind of piece.
    fn planes(&self) -> Planes {
        Planes::one_hot(&self.observation()).named(&["mine", "theirs"])
    }

    /// One plane of pieces: 0 empty, 1 the side to move, 2 the opponent. Row 0 is the top.
    fn observe(&self, setup: &Setup, cells: &mut [u8]) {
        setup.board.observe(setup.turn, cells);
    }

    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        let naive = NaiveBreakdown::new(*self);
        macro_rules! narrowest {
            ($($register:ty),*) => {
                $(if Layout::<$register>::fits(self.size) {
                    let fast = Breakdown::<$register>::new(*self).expect("the board fits the register");
                    return function.call(&fast, &naive);
                })*
            };
        }
        // The search has this form, too.
        #[cfg(not(feature = "registers"))]
        narrowest!(u128);
        // A `u32` and a `u64` would be two more forms to build. Boards of up to 8×8 are in columns
        // wherever many plies are played.
        #[cfg(feature = "registers")]
        narrowest!(u128, Wide<4>, Wide<8>);
        let fast = Breakdown::<PackedBoard>::new(*self).expect("every board fits");
        function.call(&fast, &naive)
    }

    fn write_cells(&self, setup: &Setup, cells: &mut [u8]) {
        setup.board.write_codes(cells);
    }

    fn rounds(&self, setup: &Setup, mv: Move) -> Vec<Round> {
        NaiveBreakdown::new(*self).rounds(setup, mv).expect("the setup is a position")
    }

    fn batch(instances: &[Parameters], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        let parameters = *instances.first()?;
        match ColumnBatch::new(parameters, games, level) {
            Some(batch) => Some(Box::new(batch)),
            None => Some(Box::new(TallBatch::new(parameters, games, level)?)),
        }
    }

    /// Passes the columnar form up to 8×8, sixteen bits a column up to 16×16, and the packed rules
    /// beyond.
    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        #[cfg(feature = "registers")]
        if let Some(game) = ColumnSearch::<4>::new(*self) {
            return Some(function.call(game.clone(), ColumnWeak(game)));
        }
        Some(if let Some(game) = ColumnSearch::<8>::new(*self) {
            function.call(game.clone(), ColumnWeak(game))
        } else {
            #[cfg(feature = "registers")]
            if let Some(game) = LargeSearch::new(*self) {
                return Some(function.call_directly(game));
            }
            function.call_directly(Plain(Breakdown::<PackedBoard>::new(*self).expect("every board fits")))
        })
    }
}

impl fmt::Display for Parameters {
    /// Writes for example `8x8 k3 q3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} k{} q{}", self.size, self.stick, self.square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_and_overflow_are_errors_and_nothing_else_is() {
        assert_eq!(Parameters::new(4, 4, 0, 1), Err(ParametersError::ZeroStick));
        assert_eq!(Parameters::new(4, 4, 1, 0), Err(ParametersError::ZeroSquare));
        assert!(matches!(Parameters::new(0, 4, 1, 1), Err(ParametersError::Size(SizeError::Zero { .. }))));
        assert!(matches!(Parameters::new(1 << 31, 2, 1, 1), Err(ParametersError::Size(SizeError::TooLarge { .. }))));
        for parameters in [(1, 1, 1, 1), (1, 1, u32::MAX, u32::MAX), (4096, 4096, 9, 9)] {
            let (width, height, stick, square) = parameters;
            assert!(Parameters::new(width, height, stick, square).is_ok());
        }
    }
}
