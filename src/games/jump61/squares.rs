//! [`Square`] and [`Board`]: a board as people see it. Engines, texts and the program exchange
//! boards in this form. Its only invariant is that a neutral square has one spot.

use alloc::vec;
use alloc::vec::Vec;

use super::Parameters;
use crate::cell::{Pos, Side};

/// The content of one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Square {
    /// White: owned by neither side, always with one spot.
    #[default]
    Neutral,
    /// The color of a side, and the number of spots.
    Owned(Side, u32),
}

impl Square {
    /// The side that owns the square; `None` if it is neutral.
    #[inline]
    #[must_use]
    pub const fn owner(self) -> Option<Side> {
        match self {
            Square::Neutral => None,
            Square::Owned(side, _) => Some(side),
        }
    }

    /// The byte of the square on a board as drawn: four times the spots, and the owner, 0 to 2.
    pub(super) fn code(self) -> u8 {
        let owner = self.owner().map_or(0, |side| 1 + side.index() as u8);
        4 * self.spots().min(63) as u8 + owner
    }

    /// The number of spots.
    #[inline]
    #[must_use]
    pub const fn spots(self) -> u32 {
        match self {
            Square::Neutral => 1,
            Square::Owned(_, spots) => spots,
        }
    }
}

/// A board, square by square.
///
/// Its text ([`Display`](core::fmt::Display), [`FromStr`](core::str::FromStr)) is the document's
/// `dump`:
///
/// ```
/// use gridlaw::cell::{Pos, Side};
/// use gridlaw::games::jump61::{Board, Parameters, Square};
///
/// let mut board = Board::new(Parameters::new(2).unwrap());
/// board.set(Pos::new(0, 1), Square::Owned(Side::First, 2));
/// let dump = "====\n    1- 2r\n    1- 1-\n====\n";
/// assert_eq!(board.to_string(), dump);
/// assert_eq!(dump.parse(), Ok(board));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    parameters: Parameters,
    /// The squares, row by row from the top left.
    squares: Vec<Square>,
}

impl Board {
    /// The board before the first move: every square neutral.
    #[must_use]
    pub fn new(parameters: Parameters) -> Board {
        Board { parameters, squares: vec![Square::Neutral; parameters.board().cells() as usize] }
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The content of a square.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[inline]
    #[must_use]
    pub fn square(&self, pos: Pos) -> Square {
        self.squares[self.parameters.index(pos)]
    }

    /// Sets the content of a square, without a check against the rules.
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn set(&mut self, pos: Pos, square: Square) {
        self.squares[self.parameters.index(pos)] = square;
    }

    /// Every square with its position, row by row from the top left.
    pub fn squares(&self) -> impl Iterator<Item = (Pos, Square)> {
        self.parameters.board().positions().zip(self.squares.iter().copied())
    }

    /// The side whose color covers the board, if any.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let owner = self.squares[0].owner();
        owner.filter(|_| self.squares.iter().all(|square| square.owner() == owner))
    }

    /// The sum of the spots on the board.
    #[must_use]
    pub fn spots(&self) -> u64 {
        self.squares.iter().map(|square| u64::from(square.spots())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winner_has_every_square() {
        let mut board = Board::new(Parameters::new(3).unwrap());
        assert_eq!(board.winner(), None);
        for pos in board.parameters().board().positions() {
            board.set(pos, Square::Owned(Side::First, 1));
        }
        assert_eq!(board.winner(), Some(Side::First));
        board.set(Pos::new(2, 2), Square::Owned(Side::Second, 1));
        assert_eq!(board.winner(), None);
        board.set(Pos::new(2, 2), Square::Neutral);
        assert_eq!(board.winner(), None);
    }
}
