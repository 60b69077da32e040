//! Breakdown: sticks fall onto a standing board, a call of *breakdown* lets every loose cell fall, and a
//! square of one colour wins.
//!
//! Source: `breakdown.txt`; rulings B1 to B10.
//!
//! # The rules
//!
//! The board stands upright: *w* columns, *h* rows, empty at first. Black begins, then the sides take
//! turns. A turn is one of
//!
//! - a **vertical stick** of *k* cells of one's colour, dropped into a column: `|3`;
//! - a **horizontal stick** whose left end is in a column: `-3`. It stays rigid, and rests on the first thing
//!   that *any* of its columns offers, so that there may be air below the rest of it;
//! - **breakdown**, `!`: all sticks lose their rigidity, and each cell falls as far as there is air below it.
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
//! A stick enters whole at the top (B3): it needs *k* empty cells at the top of its column, or one at the
//! top of each of its columns. A breakdown that moves nothing is a pass (B2).
//!
//! After every move (B1), and whoever made it: both sides own a *q*×*q* square, a draw; one does, it has won;
//! the board is full, or no stick fits anywhere and nothing is loose, a draw. The empty board at the
//! beginning is never judged, even where no stick can ever fit: black may pass, and *then* it is a draw.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Parameters`] | *w*, *h*, *k*, *q* |
//! | [`Move`] | the three kinds of turn, and their text |
//! | [`Breakdown`] | the rules on a packed board in a register (`u32`, `u64`, `u128`, `Wide`) or of any size (`PackedBoard`) |
//! | [`Batch`], [`Boards`] | many games at once over slices of words: outcomes, legal moves, steps |
//! | [`NaiveBreakdown`] | the rules on the reference matrix |
//! | [`forms`] | the forms that a board takes inside, who uses each, and what each gains |
//! | [`player`] | who may sit at the board: a person, chance, or a search |
//! | [`session`] | the document's program `play`, over any reader and writer |

mod batch;
mod fast;
pub mod forms;
mod lanes;
mod moves;
mod naive;
mod notation;
pub mod player;
mod search;
#[cfg(feature = "std")]
pub mod session;
mod wide_lanes;

use core::fmt;

pub use batch::{Batch, BatchOutcome};
pub use fast::{BoardFacts, Boards, Breakdown, Position, Store};
pub use moves::Move;
pub use naive::{NaiveBreakdown, NaivePosition};
pub use notation::BoardError;

use search::ColumnSearch;

use super::{PairVisitor, SearchVisitor};
use crate::board::{Layout, PackedBoard, Wide};
use crate::cell::{Size, SizeError};
use crate::search::Plain;

/// The four numbers of a game: board width and height, stick length, side of the winning square.
///
/// Each is at least 1 and any combination is legal, senseless ones included (ruling B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters {
    size: Size,
    stick: u32,
    square: u32,
}

/// Numbers that make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParametersError {
    /// The board cannot be.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Sticks without cells.
    #[error("the stick is 0 cells long: it must be at least 1")]
    ZeroStick,
    /// A square without cells.
    #[error("the winning square is of side 0: it must be at least 1")]
    ZeroSquare,
}

impl Parameters {
    /// A board of `width` × `height`, sticks of `stick` cells, won with a square of `square` × `square`.
    ///
    /// # Errors
    /// When a number is 0, or the board's bits cannot be counted.
    pub fn new(width: u32, height: u32, stick: u32, square: u32) -> Result<Parameters, ParametersError> {
        let size = Size::new(width, height)?;
        match (stick, square) {
            (0, _) => Err(ParametersError::ZeroStick),
            (_, 0) => Err(ParametersError::ZeroSquare),
            _ => Ok(Parameters { size, stick, square }),
        }
    }

    /// Columns and rows.
    #[inline]
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// Cells of a stick.
    #[inline]
    #[must_use]
    pub const fn stick(self) -> u32 {
        self.stick
    }

    /// Side of the winning square.
    #[inline]
    #[must_use]
    pub const fn square(self) -> u32 {
        self.square
    }

    /// Calls `visitor` with the form that is quickest to search: columns up to 8×8, and the packed rules beyond.
    pub fn visit_search<V: SearchVisitor>(self, visitor: V) -> V::Output {
        if let Some(game) = ColumnSearch::<false>::new(self) {
            visitor.visit(game)
        } else if let Some(game) = ColumnSearch::<true>::new(self) {
            visitor.visit(game)
        } else {
            visitor.visit(Plain(Breakdown::<PackedBoard>::new(self).expect("every board fits")))
        }
    }

    /// Calls `visitor` with the packed rules, in the narrowest register that holds the board, and with the
    /// matrix rules.
    pub fn visit<V: PairVisitor>(self, visitor: V) -> V::Output {
        let naive = NaiveBreakdown::new(self);
        macro_rules! narrowest {
            ($($register:ty),*) => {
                $(if Layout::<$register>::fits(self.size) {
                    let fast = Breakdown::<$register>::new(self).expect("the board fits the register");
                    return visitor.visit(&fast, &naive);
                })*
            };
        }
        narrowest!(u32, u64, u128, Wide<4>, Wide<8>);
        let fast = Breakdown::<PackedBoard>::new(self).expect("every board fits");
        visitor.visit(&fast, &naive)
    }
}

impl fmt::Display for Parameters {
    /// For example `8x8 k3 q3`.
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
