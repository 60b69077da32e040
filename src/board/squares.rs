//! Looking for squares of one color: both colors at once, one AND-chain.
//!
//! A bit survives `board & board >> 2` if the cell to its right has the same color. Each step
//! doubles the reach. A run of *q* cells takes log₂ q steps along the row, and a square as many
//! again down the column. Black has the even bits and white the odd ones, so neither disturbs the
//! other. The bits left at the end are the top left corners of squares. Corners in the last *q* − 1
//! columns are runs that wrapped into the next row; they are masked off.

use alloc::vec;

use super::bits::{Bits, Register};
use super::layout::{Layout, with_stride};
use super::run::{fold_run, run_distances, runs};
use super::slice;
use crate::cell::{Side, Size};

bitflags::bitflags! {
    /// The sides that own at least one square.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Owners: u8 {
        /// The first side, black.
        const BLACK = 1 << Side::First as u8;
        /// The second side, white.
        const WHITE = 1 << Side::Second as u8;
    }
}

/// The corners at which a square of some side may begin, on the boards of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corners<B> {
    /// 1 for a square that is larger than the board, so that nothing is shifted by more than the
    /// register has.
    pub(crate) side: u32,
    /// Whether it is a square of three on a board of eight columns.
    is_8_wide_side_3: bool,
    /// Both bits of the cells that may be a top left corner: none for a square that is larger than
    /// the board.
    pub(crate) cells: B,
}

impl<B: Register> Corners<B> {
    /// The corners of `side`×`side` squares; `side` must be at least 1.
    #[must_use]
    pub fn new(layout: &Layout<B>, side: u32) -> Corners<B> {
        let size = layout.size();
        if side > size.width() || side > size.height() {
            return Corners { side: 1, is_8_wide_side_3: false, cells: B::ZERO };
        }
        let columns = size.width() - side + 1;
        let row = (0..columns).fold(B::ZERO, |row, col| row | B::low(2).shl(2 * col));
        let cells = (0..size.height() - side + 1).fold(B::ZERO, |all, index| all | row.shl(2 * size.width() * index));
        Corners { side, is_8_wide_side_3: side == 3 && layout.stride() == 16, cells }
    }
}

/// The sides that own a square whose top left corner is one of `corners`, which must be those of
/// the layout.
#[inline(always)]
#[must_use]
pub fn squares<B: Register>(board: B, layout: &Layout<B>, corners: &Corners<B>) -> Owners {
    // The usual board, eight columns and squares of three, comes first, and the rare cases are out
    // of line: that saved a quarter of some sixty instructions. Tried and dropped: vector
    // registers, which shift by a row of eight in one instruction, because they need `unsafe`.
    if corners.is_8_wide_side_3 {
        return owners(square_corners(board, 16, 3) & corners.cells, layout);
    }
    core::hint::cold_path();
    owners(
        with_stride!(B, layout.stride(), stride => square_corners(board, stride, corners.side)) & corners.cells,
        layout,
    )
}

/// The sides to which the found bits belong.
#[inline(always)]
fn owners<B: Register>(found: B, layout: &Layout<B>) -> Owners {
    if found.is_zero() {
        return Owners::empty();
    }
    core::hint::cold_path();
    let mut owners = Owners::empty();
    owners.set(Owners::BLACK, !(found & layout.cells()).is_zero());
    owners.set(Owners::WHITE, !(found & layout.cells().shl(1)).is_zero());
    owners
}

/// Candidate top-left corners. May contain false corners from runs that wrap, and lack some of
/// those; mask with [`Corners`].
#[inline(always)]
pub(crate) fn square_corners<B: Bits>(board: B, stride: u32, side: u32) -> B {
    // A row of this many bits never lies across a border of 64, so that what would come across one
    // belongs to a run that wraps.
    let rows = if stride.is_power_of_two() && stride <= 64 {
        fold_run(board, side, |board, cells| board & board.shr_each(2 * cells))
    } else {
        runs(board, 2, side)
    };
    runs(rows, stride, side)
}

/// Bytes that a block of rows takes, beyond what the square itself needs: with a copy, less than a
/// first-level cache.
const BLOCK_BYTES: usize = 1 << 14;

/// The slice path of [`squares`]: any size of board, a block of rows at a time.
///
/// The rows of a block stay as they lie in the words, one after the other, so that both AND-chains
/// run over the whole block however narrow it is. Only if a block has found something are runs that
/// wrapped masked off. Tried and dropped: taking every row out and padding it with zeros, ten times
/// as slow at 62×62.
#[inline(always)]
pub(crate) fn squares_words(words: &[u32], size: Size, side: u32) -> Owners {
    if side > size.width() || side > size.height() {
        return Owners::empty();
    }
    let corner_bits = 2 * (size.width() - side + 1) as usize;
    let (stride, side) = (2 * size.width() as usize, side as usize);
    let corner_rows = size.height() as usize - side + 1;
    let block_rows = (8 * BLOCK_BYTES / stride).clamp(1, corner_rows);
    let mut block = vec![0; ((block_rows + side - 1) * stride).div_ceil(32)];
    let (mut copy, mut row) = (block.clone(), vec![0; corner_bits.div_ceil(32)]);
    let mut owners = Owners::empty();
    for first in (0..corner_rows).step_by(block_rows) {
        let rows = block_rows.min(corner_rows - first);
        slice::load(words, first * stride, (rows + side - 1) * stride, &mut block);
        for step in [2, stride] {
            for distance in run_distances(side) {
                slice::combine_along(&mut block, &mut copy, step * distance, |near, far| near & far)
            }
        }
        if block.iter().fold(0, |all, word| all | word) == 0 {
            continue;
        }
        let mut found = 0;
        for index in 0..rows {
            slice::load(&block, index * stride, corner_bits, &mut row);
            found = row.iter().fold(found, |all, word| all | word);
        }
        owners.set(Owners::BLACK, owners.contains(Owners::BLACK) || found & slice::EVEN != 0);
        owners.set(Owners::WHITE, owners.contains(Owners::WHITE) || found & !slice::EVEN != 0);
        if owners.is_all() {
            break;
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::cell::{Cell, Pos};

    fn board_of(layout: &Layout<u64>, cells: impl Iterator<Item = Pos>) -> u64 {
        cells.fold(0, |board, pos| layout.with_cell(board, pos, Cell::Black))
    }

    fn owners(board: u64, layout: &Layout<u64>, side: u32) -> Owners {
        let by_register = squares(board, layout, &Corners::new(layout, side));
        assert_eq!(squares_words(&[board as u32, (board >> 32) as u32], layout.size(), side), by_register);
        by_register
    }

    #[test]
    fn a_square_is_found_at_every_place_and_not_when_it_lacks_a_cell() {
        let layout = Layout::<u64>::new(Size::new(5, 6).unwrap()).unwrap();
        for side in 2..=5 {
            for corner in Size::new(6 - side, 7 - side).unwrap().positions() {
                let square = Size::new(side, side).unwrap().positions();
                let board = board_of(&layout, square.map(|pos| Pos::new(corner.row + pos.row, corner.col + pos.col)));
                assert_eq!(owners(board, &layout, side), Owners::BLACK, "{side} at {corner}");
                assert_eq!(owners(board, &layout, side + 1), Owners::empty(), "{side} at {corner}");
                let mut cells = board;
                while cells != 0 {
                    let lacking = board & !(cells & cells.wrapping_neg());
                    assert_eq!(owners(lacking, &layout, side), Owners::empty(), "{side} at {corner}");
                    cells = cells.without_lowest();
                }
            }
        }
    }

    #[test]
    fn a_run_that_wraps_into_the_next_row_is_no_square() {
        let layout = Layout::<u64>::new(Size::new(4, 4).unwrap()).unwrap();
        let wrapped = [(0, 3), (1, 0), (1, 3), (2, 0)].map(|(row, col)| Pos::new(row, col));
        assert_eq!(owners(board_of(&layout, wrapped.into_iter()), &layout, 2), Owners::empty());
    }

    #[test]
    fn a_square_may_lie_in_two_words_of_a_row() {
        let size = Size::new(64, 2).unwrap();
        let layout = Layout::<Wide<4>>::new(size).unwrap();
        let corners = Corners::new(&layout, 2);
        for col in 0..63 {
            let cells = size.positions().filter(|pos| (col..col + 2).contains(&pos.col));
            let board = cells.fold(Wide::ZERO, |board, pos| layout.with_cell(board, pos, Cell::White));
            assert_eq!(squares(board, &layout, &corners), Owners::WHITE, "column {col}");
        }
    }

    #[test]
    fn squares_in_the_same_bits_of_two_words_are_squares() {
        let size = Size::new(64, 4).unwrap();
        for (row, col) in (0..3).flat_map(|row| (0..47).map(move |col| (row, col))) {
            let mut words = vec![0; size.words()];
            for line in [row, row + 1] {
                slice::store(&mut words, 128 * line + 2 * col, 36, &[0b1010, 0b1010]);
            }
            assert_eq!(squares_words(&words, size, 2), Owners::WHITE, "row {row}, column {col}");
        }
    }

    #[test]
    fn the_last_rows_of_a_board_of_several_blocks_are_seen() {
        let size = Size::new(256, 300).unwrap();
        assert!(2 * size.cells() as usize > 8 * BLOCK_BYTES, "one block");
        let mut words = vec![0; size.words()];
        for row in 298..300 {
            slice::store(&mut words, 512 * row + 100, 4, &[0b0101]);
        }
        assert_eq!(squares_words(&words, size, 2), Owners::BLACK);
        assert_eq!(squares_words(&words, size, 3), Owners::empty());
    }

    #[test]
    fn both_colors_are_seen_together() {
        let size = Size::new(4, 4).unwrap();
        let layout = Layout::<u32>::new(size).unwrap();
        let mut board = 0;
        for pos in size.positions() {
            board = layout.with_cell(board, pos, if pos.col < 2 { Cell::Black } else { Cell::White });
        }
        assert_eq!(squares(board, &layout, &Corners::new(&layout, 2)), Owners::all());
        assert_eq!(squares_words(&[board], size, 2), Owners::all());
        let holed = layout.with_cell(layout.with_cell(board, Pos::new(1, 2), Cell::Empty), Pos::new(2, 3), Cell::Black);
        assert_eq!(squares(holed, &layout, &Corners::new(&layout, 2)), Owners::BLACK);
        assert_eq!(squares_words(&[holed], size, 2), Owners::BLACK);
    }
}
