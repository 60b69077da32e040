//! [`Polyomino`]: a set of cells in a box of 5×5. [`Empties`](super::Empties) knows where it has
//! room.
//!
//! A polyomino is put down by the middle of its box. It has room where none of its cells is taken
//! or off the board; the empty part of the box may hang over the edge, so that the middle may lie
//! as far as 2 cells outside. Beyond that nothing has room but the polyomino without cells, which
//! has room anywhere.

use super::packed::PackedBoard;
use crate::cell::Side;
use crate::text::Grid;

/// Rows and columns of the box of a [`Polyomino`].
pub const BOX: usize = 5;

/// The distance from the middle of the box to its edge.
pub(super) const REACH: i32 = 2;

/// A set of cells in a box of 5×5: bit `c` of row `r` is the cell in row `r` and column `c` of the
/// box.
///
/// ```
/// use gridlaw::board;
/// use gridlaw::board::{Empties, PackedBoard, Polyomino};
/// use gridlaw::cell::{Side, Size};
///
/// let corner = Polyomino::new([(2, 2), (2, 3), (3, 2)]);
/// let mut board = PackedBoard::new(Size::new(4, 3).unwrap());
/// board.place(corner, 0, 1, Side::First);
/// board.place(corner, 1, 2, Side::Second);
/// assert_eq!(board, board![".**.", ".*oo", "..o."]);
/// assert!(!Empties::of(&board).has_room(corner, 1, 0));
/// assert!(!Empties::of(&board).has_room(corner, -1, 0));
/// assert!(Empties::of(&board).has_room(Polyomino::new([(4, 2), (4, 1)]), 0, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino {
    pub(super) rows: [u8; BOX],
}

impl Polyomino {
    /// The polyomino of these cells of the box, row and column from 0.
    ///
    /// # Panics
    /// When a cell is not in the box.
    #[must_use]
    pub fn new(cells: impl IntoIterator<Item = (usize, usize)>) -> Polyomino {
        let mut rows = [0; BOX];
        for (row, col) in cells {
            assert!(col < BOX, "column {col} is not in a box of {BOX}");
            rows[row] |= 1 << col;
        }
        Polyomino { rows }
    }

    /// Whether it has no cells.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.rows == [0; BOX]
    }

    /// Its rows from the top, bit `c` for column `c`.
    #[inline(always)]
    pub(crate) fn rows(self) -> [u8; BOX] {
        self.rows
    }

    /// The distances at which another polyomino shares a cell with this one.
    #[must_use]
    pub fn distances(self, other: Polyomino) -> Distances {
        let mut distances = Distances::default();
        for (row, cells) in self.rows.into_iter().enumerate() {
            for (other_row, other_cells) in other.rows.into_iter().enumerate() {
                for col in (0..BOX).filter(|col| other_cells >> col & 1 == 1) {
                    distances.rows[row + BOX - 1 - other_row] |= u16::from(cells) << (BOX - 1 - col);
                }
            }
        }
        distances
    }
}

/// A set of offsets from one box to another: bit `c` of row `r` is `r` - 4 rows down and `c` - 4
/// columns to the right.
///
/// ```
/// use gridlaw::board::Polyomino;
///
/// let bar = Polyomino::new([(0, 0), (0, 1), (0, 2)]);
/// let single = Polyomino::new([(1, 1)]);
/// // A row has 9 places; the single cell must be one row higher, up to a column to either side.
/// assert_eq!(bar.distances(single).iter(9).collect::<Vec<_>>(), [-10, -9, -8]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Distances {
    rows: [u16; 2 * BOX - 1],
}

impl Distances {
    /// The longest distance, in places, between two boxes that can share a cell, where a row has
    /// `stride` places.
    #[inline(always)]
    #[must_use]
    pub const fn longest(stride: usize) -> usize {
        (BOX - 1) * (stride + 1)
    }

    /// The distances in places, one for each member of the set, ascending.
    #[inline]
    pub fn iter(self, stride: usize) -> impl Iterator<Item = isize> {
        let farthest = BOX as isize - 1;
        let ways = (-farthest..=farthest).zip(self.rows);
        ways.flat_map(move |(down, ways)| {
            let rights = (0..2 * farthest + 1).filter(move |bit| ways >> bit & 1 == 1);
            rights.map(move |bit| down * stride as isize + bit - farthest)
        })
    }
}

/// A polyomino prepared for [`Empties`](super::Empties) of boards of one width: for each of its
/// cells the distance in bits from the top left cell of its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    pub(super) offsets: [u16; BOX * BOX],
    pub(super) cells: u8,
}

impl Stamp {
    /// The polyomino for boards of `width` columns.
    ///
    /// # Panics
    /// When the board is more than 16,377 columns wide, so that an offset would need more than 16
    /// bits.
    #[must_use]
    pub fn new(polyomino: Polyomino, width: u32) -> Stamp {
        let mut stamp = Stamp { offsets: [0; BOX * BOX], cells: 0 };
        for (row, cells) in polyomino.rows.into_iter().enumerate() {
            for col in (0..BOX).filter(|col| cells >> col & 1 == 1) {
                let offset = row * (width as usize + BOX) + col;
                stamp.offsets[usize::from(stamp.cells)] = offset.try_into().expect("boards are at most 16377 wide");
                stamp.cells += 1;
            }
        }
        stamp
    }
}

/// The five bits of a row of the box, two bits apart.
const SPREAD: [u64; 32] = {
    let mut spread = [0; 32];
    let mut row = 0;
    while row < 32 {
        let mut col = 0;
        while col < BOX {
            spread[row] |= (row as u64 >> col & 1) << (2 * col);
            col += 1;
        }
        row += 1;
    }
    spread
};

impl PackedBoard {
    /// Puts a polyomino of `side` down with the middle of its box in `row` and `col`. It must have
    /// room there; otherwise the board is unspecified, or the call panics.
    #[inline(always)]
    pub fn place(&mut self, polyomino: Polyomino, row: i32, col: i32, side: Side) {
        // One without cells has room wherever it is put, and that may be at either end of the
        // numbers.
        if polyomino.is_empty() {
            return;
        }
        let width = self.size().width();
        let (top, left) = (row - REACH, col - REACH);
        for (index, &cells) in (top..).zip(&polyomino.rows) {
            if cells == 0 {
                continue;
            }
            // The part of the box over the left edge is empty, and is shifted out.
            let cells = SPREAD[usize::from(cells)] << side.index() >> (2 * left.min(0).unsigned_abs());
            self.or_bits(2 * (index as usize * width as usize + left.max(0) as usize), cells);
        }
    }
}

static_assertions::assert_eq_size!(Polyomino, [u8; 5]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_boxes_that_share_a_corner_are_as_far_apart_as_can_be() {
        let whole = Polyomino::new((0..BOX * BOX).map(|cell| (cell / BOX, cell % BOX)));
        for stride in [9, 16, 100] {
            let farthest = whole.distances(whole).iter(stride).max();
            assert_eq!(farthest, Some(Distances::longest(stride) as isize));
        }
    }
}
