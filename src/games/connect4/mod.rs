//! Connect4, four-sided: tokens slide in from any side of the board. Four in a row win, and so does
//! placing the last token.
//!
//! Source: `connect4.txt`; rulings C1 to C6.
//!
//! # The rules
//!
//! The board is a square of 4 to 10 rows and columns, empty but for the fixed center: one piece for
//! odd sizes, four for even ones. Player 1, X, begins, and the players take turns. A move names a
//! side and a row or column, `N3`. A token enters there and slides until it reaches the far side,
//! another token or the center.
//!
//! ```text
//!  E3 by X         N4 by O         … six moves on    W4 by X         E4 by O, who wins
//!
//!   0123456         0123456         0123456           0123456         0123456
//!
//! 0 .......       0 .......       0 .......         0 .......       0 .......
//! 1 .......       1 .......       1 ...O...         1 ...O...       1 ...O...
//! 2 .......       2 ....O..       2 ...OOX.         2 ...OOX.       2 ...OOX.
//! 3 ...#X..       3 ...#X..       3 ...#XO.         3 ...#XO.       3 ...#XO.
//! 4 .......       4 .......       4 ....XX.         4 ...XXX.       4 ...XXXO
//! 5 .......       5 .......       5 .......         5 .......       5 .......
//! 6 .......       6 .......       6 .......         6 .......       6 .......
//! ```
//!
//! A player who names an entry whose edge cell is taken *forfeits* the turn: nothing is placed, and
//! the opponent moves (C1). Lists, perft and random games do not contain forfeits, and
//! [`Rules::play`] rejects them. Records may hold them ([`Notation::accepts`]), and
//! [`Rules::play_unchecked`] plays them.
//!
//! The game is over when the token just placed is part of a line of at least four (C3). It is also
//! over when that token has taken the last free edge cell, whether or not inner cells are free
//! (C2). In both cases, and if both occur at once, the player who placed the token has won. There
//! are no draws.
//!
//! # What a position is
//!
//! A position is the board and the side to move, which is all that the outcome depends on. A game
//! ends with a token, never with a forfeit, and nothing is played after it. On a finished board the
//! winner is therefore always the side that is *not* to move, with or without earlier forfeits.
//!
//! Conversely, no board can have a line of the side to move. [`Notation::position`], the only way
//! to set up a position, rejects such boards. It also rejects a board of another size, and a center
//! other than the fixed one. It does not check whether a game can reach the board. The number of
//! tokens of each side, and whether they could have slid into place, do not affect legal moves or
//! the winner.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Parameters`] | the size |
//! | [`Setup`] | a position as data, and its text |
//! | [`Move`], [`MoveList`] | a side and a position on it; some of the moves of a position |
//! | [`Connect4`] | the rules on a packed board in a register, `u32` to `Wide<4>` |
//! | [`NaiveConnect4`] | the rules on the reference matrix |
//! | [`Tactics`] | the moves that win at once, and those that do not lose at once |
//! | [`tasks`] | the functions of the document, on its array |
//! | [`bots`], [`tournament`] | two automatic players, and many games between them |
//! | [`read_display`] | the parser of the display string |
//! | [`session`] | the document's program, over any reader and writer |
//!
//! [`Rules::play`]: crate::rules::Rules::play
//! [`Rules::play_unchecked`]: crate::rules::Rules::play_unchecked
//! [`Notation::accepts`]: crate::rules::Notation::accepts
//! [`Notation::position`]: crate::rules::Notation::position

mod batch;
pub mod bots;
mod display;
mod fast;
mod hunter;
mod lanes;
mod moves;
mod naive;
mod search;
#[cfg(feature = "std")]
pub mod session;
mod setup;
mod tactics;
pub mod tasks;
pub mod tournament;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use display::{GLYPHS, read_display};
use fast::weak::WeakConnect4;
pub use fast::{Connect4, Position};
pub use moves::{Move, MoveList};
pub use naive::{NaiveConnect4, NaivePosition};
pub use setup::Setup;
pub use tactics::Tactics;

use search::CellSearch;

use super::{Argument, Game, GameError, GameParameters, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation, ObservedPlane};
use crate::board::Wide;
use crate::cell::{Cell, Edge, Pos, Side, Size};
use crate::level::Level;
use crate::planes::Planes;
use crate::rules::{Reporting, Round};
use crate::text::PlainBoard;

/// The parameter of a game: the number of rows and columns of the board, 4 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters {
    size: Size,
}

/// Why a size is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a size from {} to {}, found {found}", Parameters::SMALLEST, Parameters::LARGEST)]
pub struct ParametersError {
    /// The size found.
    pub found: u32,
}

/// Rules that also accept boards which no game reaches, as the document's functions require.
pub trait Arrange: Tactics + Game {
    /// The position of any arrangement of cells, with fixed pieces anywhere and with lines of
    /// either side. It is over when no entry is free. Existing lines do not count, only a line of
    /// the next token.
    #[must_use]
    fn arrange(&self, cell: impl Fn(Pos) -> Cell, turn: Side) -> Self::Position;
}

/// A function that runs on the packed rules of any register.
pub trait FastFunction {
    /// The result.
    type Output;

    /// Calls the function.
    fn call<G: Arrange>(self, rules: G) -> Self::Output;
}

impl Parameters {
    /// The number of rows and columns of the smallest board.
    pub const SMALLEST: u32 = 4;

    /// The number of rows and columns of the largest board.
    pub const LARGEST: u32 = 10;

    /// A board of `size` rows and columns.
    ///
    /// # Errors
    /// When the size is not from 4 to 10.
    pub fn new(size: u32) -> Result<Parameters, ParametersError> {
        match Size::new(size, size) {
            Ok(square) if (Parameters::SMALLEST..=Parameters::LARGEST).contains(&size) => {
                Ok(Parameters { size: square })
            }
            _ => Err(ParametersError { found: size }),
        }
    }

    /// The columns and rows of the board.
    #[inline]
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// Calls `function` with the packed rules, in the smallest register that holds the board, from
    /// `u64` up.
    pub fn call_fast<F: FastFunction>(self, function: F) -> F::Output {
        macro_rules! narrowest {
            ($($register:ty),*) => {
                $(if let Some(rules) = Connect4::<$register>::new(self) {
                    return function.call(rules);
                })*
            };
        }
        // A `u32` would be one more form to build, for size 4 alone.
        narrowest!(u64, u128);
        function.call(Connect4::<Wide<4>>::new(self).expect("100 cells fit the widest register"))
    }
}

impl GameParameters for Parameters {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "Tokens slide in from four sides; four in a row win, and so does the last to place";
    const NUMBERS: &'static [Argument] = &[Argument {
        name: "size",
        flag: "--size",
        value: "N",
        help: "Rows and columns, 4 to 10",
        range: Parameters::SMALLEST..=Parameters::LARGEST,
    }];

    type Move = Move;
    type Setup = Setup;

    fn from_arguments(numbers: &[u32], _: &[u8]) -> Result<Parameters, GameError> {
        let [size] = numbers else { panic!("Connect4 takes one number") };
        Parameters::new(*size).map_err(|error| GameError::Numbers(error.to_string()))
    }

    fn numbers(&self) -> Vec<u32> {
        vec![self.size.width()]
    }

    fn samples() -> Vec<Parameters> {
        [4, 5, 7, 8, 10].into_iter().filter_map(|size| Parameters::new(size).ok()).collect()
    }

    fn usual() -> Parameters {
        Parameters::new(7).expect("7 is a size")
    }

    fn action_count(&self) -> u32 {
        4 * self.size.width()
    }

    fn action_of(&self, mv: Move) -> Option<u32> {
        let size = self.size.width();
        (mv.index() < size).then(|| mv.edge() as u32 * size + mv.index())
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let size = self.size.width();
        let edge = Edge::ALL.get((action / size) as usize)?;
        Move::new(*edge, action % size)
    }

    fn image_of(&self, mv: Move, symmetry: usize) -> Option<Move> {
        (symmetry < 8).then(|| setup::map_move(mv, *self, symmetry))
    }

    fn word_count(&self) -> usize {
        PlainBoard::word_count(self.size) + 1
    }

    fn observation(&self) -> Observation {
        let pieces = ObservedPlane { name: "pieces", first: 1, last: 3 };
        Observation::new(vec![pieces], self.size)
    }

    /// A plane for each kind of piece.
    fn planes(&self) -> Planes {
        Planes::one_hot(&self.observation()).named(&["mine", "theirs", "fixed"])
    }

    /// One plane of pieces: 0 empty, 1 the side to move, 2 the opponent, 3 fixed. Row 0 is the top.
    fn observe(&self, setup: &Setup, cells: &mut [u8]) {
        setup.board.observe(setup.turn, cells);
    }

    fn write_cells(&self, setup: &Setup, cells: &mut [u8]) {
        setup.board.write_codes(cells);
    }

    fn rounds(&self, setup: &Setup, mv: Move) -> Vec<Round> {
        NaiveConnect4::new(*self).rounds(setup, mv).expect("the setup is a position")
    }

    fn batch(instances: &[Parameters], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        instances.first().map(|&parameters| batch::batch(parameters, games, level))
    }

    #[cfg(feature = "registers")]
    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        struct WithNaive<F>(NaiveConnect4, F);

        impl<F: PairFunction> FastFunction for WithNaive<F> {
            type Output = F::Output;

            fn call<G: Arrange>(self, rules: G) -> F::Output {
                self.1.call(&rules, &self.0)
            }
        }
        self.call_fast(WithNaive(NaiveConnect4::new(*self), function))
    }

    /// Passes the fast form up to 8×8 and the naive engine beyond: a shift of a wider register
    /// takes a hundred bytes of code, and every function has some.
    #[cfg(not(feature = "registers"))]
    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        let naive = NaiveConnect4::new(*self);
        match Connect4::<u128>::new(*self) {
            Some(rules) => function.call(&rules, &naive),
            None => function.call(&naive, &naive),
        }
    }

    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        #[cfg(feature = "registers")]
        let largest = Connect4::<Wide<4>>::new(*self).expect("100 cells fit the widest register");
        #[cfg(not(feature = "registers"))]
        let largest = NaiveConnect4::new(*self);
        let narrow = Connect4::<u128>::new(*self).and_then(CellSearch::<u64, _>::new);
        Some(match (narrow, WeakConnect4::<u128>::new(*self)) {
            (Some(game), Some(weak)) => function.call(game, weak),
            _ => function.call_directly(CellSearch::<u128, _>::new(largest).expect("10 rows of 11 bits fit a `u128`")),
        })
    }
}

impl fmt::Display for Parameters {
    /// Writes for example `8x8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)
    }
}

static_assertions::const_assert!(2 * Parameters::LARGEST * Parameters::LARGEST <= 256);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_four_to_ten() {
        for size in (0..100).chain([1 << 16, u32::MAX]) {
            assert_eq!(Parameters::new(size).is_ok(), (4..=10).contains(&size), "{size}");
        }
        let error = Parameters::new(11).unwrap_err();
        assert_eq!(error.to_string(), "expected a size from 4 to 10, found 11");
    }
}
