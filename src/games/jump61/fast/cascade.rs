//! The spots of a board in three binary planes, and the jump of a front of overfull squares.
//!
//! The planes hold the **load** of a square: spots - 1, plus 1 for every side on which it has no
//! neighbor. Every square is then overfull at a load of 4, wherever it is. A jump sends one unit in
//! each of the four directions, and a unit that meets the edge of the board comes back.
//!
//! ```text
//!   spots at which a square is overfull      load of one spot
//!
//!   3 4 4 3                                  2 1 1 2
//!   4 5 5 4                                  1 0 0 1         load = spots - 1 + missing neighbors
//!   4 5 5 4                                  1 0 0 1
//!   3 4 4 3                                  2 1 1 2
//! ```
//!
//! A square at rest has a load of 0 to 3. A jump takes 4 from a load of at least 4, and all four
//! directions add at most 4. No load therefore exceeds 7 during a cascade. Three planes are enough,
//! and the highest is the front of overfull squares.

use super::grid::SquareGrid;
use crate::cell::{Pos, Size};

/// The planes that depend on the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edges<P> {
    /// Every square.
    pub(crate) all: P,
    top: P,
    bottom: P,
    left: P,
    right: P,
}

/// The load of every square, in bits 0, 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Loads<P> {
    pub(crate) low: P,
    pub(crate) middle: P,
    /// The overfull squares.
    pub(crate) high: P,
}

impl<P: SquareGrid> Edges<P> {
    /// The planes of a board, or `None` if it does not fit the register.
    #[inline(never)]
    pub(crate) fn new(board: Size) -> Option<Edges<P>> {
        if board.width() > P::STRIDE || board.height() > P::STRIDE {
            return None;
        }
        let squares = |on: &dyn Fn(Pos) -> bool| {
            board.positions().filter(|&pos| on(pos)).fold(P::ZERO, |plane, pos| plane | P::square(pos))
        };
        Some(Edges {
            all: squares(&|_| true),
            top: squares(&|pos| pos.row == 0),
            bottom: squares(&|pos| pos.row + 1 == board.height()),
            left: squares(&|pos| pos.col == 0),
            right: squares(&|pos| pos.col + 1 == board.width()),
        })
    }

    /// The loads of a board with one spot on every square.
    #[inline(always)]
    pub(crate) fn one_spot_each(&self) -> Loads<P> {
        let (rows, cols) = (self.top | self.bottom, self.left | self.right);
        Loads { low: rows ^ cols, middle: rows & cols, high: P::ZERO }
    }

    /// Lets the whole front jump at once. Returns the squares that spots jumped to, and those at
    /// the edges to which a spot came back.
    #[inline(always)]
    pub(crate) fn jump(&self, loads: &mut Loads<P>) -> P {
        let front = loads.high;
        let down = (front & !self.bottom).shl(P::STRIDE) | front & self.top;
        let up = (front & !self.top).shr(P::STRIDE) | front & self.bottom;
        let right = (front & !self.right).shl(1) | front & self.left;
        let left = (front & !self.left).shr(1) | front & self.right;
        // The number of spots that arrive, 0 to 4. Where it is 4, the lower bits are zero.
        let (rows, cols) = (down ^ up, right ^ left);
        let (two_rows, two_cols) = (down & up, right & left);
        let ones = rows ^ cols;
        let twos = two_rows ^ two_cols | rows & cols;
        let fours = two_rows & two_cols;
        // Added to the load that the jump leaves, 0 to 3.
        let carry = loads.low & ones;
        let four = loads.middle & twos | carry & (loads.middle ^ twos);
        loads.low = loads.low ^ ones;
        loads.middle = loads.middle ^ twos ^ carry;
        loads.high = fours | four;
        ones | twos | fours
    }
}
