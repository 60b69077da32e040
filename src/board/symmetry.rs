//! Mirrored and rotated boards. Gravity and squares commute with reversing the columns. In games
//! without gravity the rows may be reversed as well, and rows and columns exchanged.

use alloc::vec;

use super::bits::Register;
use super::layout::Layout;
use super::packed::PackedBoard;
use super::slice;
use crate::cell::{Pos, Size};
use crate::text::Grid;

/// The board with its columns in the opposite order: two masked shifts for a pair of columns.
#[inline(always)]
#[must_use]
pub fn mirror<B: Register>(board: B, layout: &Layout<B>) -> B {
    let width = layout.size().width();
    let column = layout.left() | layout.left().shl(1);
    let middle = if width % 2 == 1 { board & column.shl(width - 1) } else { B::ZERO };
    (0..width / 2).fold(middle, |mirrored, col| {
        let (left, right) = (2 * col, 2 * (width - 1 - col));
        mirrored | (board.shr(left) & column).shl(right) | (board.shr(right) & column).shl(left)
    })
}

/// The board with its rows in the opposite order: two masked shifts for a pair of rows.
#[inline(always)]
#[must_use]
pub fn flip<B: Register>(board: B, layout: &Layout<B>) -> B {
    let (height, row) = (layout.size().height(), 2 * layout.size().width());
    let line = layout.top() | layout.top().shl(1);
    let middle = if height % 2 == 1 { board & line.shl(row * (height / 2)) } else { B::ZERO };
    (0..height / 2).fold(middle, |flipped, index| {
        let (upper, lower) = (row * index, row * (height - 1 - index));
        flipped | (board.shr(upper) & line).shl(lower) | (board.shr(lower) & line).shl(upper)
    })
}

/// The board with rows and columns exchanged: two masked shifts for a pair of diagonals.
///
/// # Panics
/// When the board is not square.
#[inline(always)]
#[must_use]
pub fn transpose<B: Register>(board: B, layout: &Layout<B>) -> B {
    let (side, row) = (layout.size().width(), 2 * layout.size().width());
    assert_eq!(side, layout.size().height(), "only a square board can be transposed");
    let cell = |index: u32| (B::bit(0) | B::bit(1)).shl((row + 2) * index);
    // The first `length` cells of the diagonal from the top left.
    let diagonal = |length: u32| (0..length).fold(B::ZERO, |cells, index| cells | cell(index));
    (1..side).fold(board & diagonal(side), |transposed, distance| {
        let (right, below) = (2 * distance, row * distance);
        let cells = diagonal(side - distance);
        transposed | (board.shr(right) & cells).shl(below) | (board.shr(below) & cells).shl(right)
    })
}

impl PackedBoard {
    /// The board with its columns in the opposite order.
    #[must_use]
    pub fn mirrored(&self) -> PackedBoard {
        let size = self.size();
        let stride = 2 * size.width() as usize;
        let mut words = vec![0; self.words().len()];
        let (mut row, mut reversed) = (vec![0; stride.div_ceil(32)], vec![0; stride.div_ceil(32)]);
        let spare = 32 * row.len() - stride;
        for start in (0..size.height() as usize).map(|row| row * stride) {
            slice::load(self.words(), start, stride, &mut row);
            for (out, word) in reversed.iter_mut().zip(row.iter().rev()) {
                // Reversing the bits turns each cell's two round as well.
                let bits = word.reverse_bits();
                *out = (bits >> 1 & slice::EVEN) | (bits & slice::EVEN) << 1;
            }
            // The row now ends where the words do; its spare bits have come to lie before it.
            slice::load(&reversed, spare, stride, &mut row);
            slice::store(&mut words, start, stride, &row);
        }
        PackedBoard::from_words(size, &words).expect("a mirrored row has the cells of the row")
    }

    /// The board after a quarter turn clockwise, as wide as it was high: cell by cell.
    #[must_use]
    pub fn turned(&self) -> PackedBoard {
        let size = self.size();
        let turned = Size::new(size.height(), size.width()).expect("a turned board has as many cells");
        let mut board = PackedBoard::new(turned);
        for pos in size.positions() {
            board.set_cell(Pos::new(pos.col, size.height() - 1 - pos.row), self.cell(pos));
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::cell::Cell;

    /// A board on which no symmetry of its size is the identity.
    fn uneven(size: Size) -> PackedBoard {
        let mut board = PackedBoard::new(size);
        for (number, pos) in size.positions().enumerate() {
            board.set_cell(pos, Cell::from_code((number * number / 3 % 4) as u32));
        }
        board
    }

    #[test]
    fn a_flipped_cell_is_as_far_from_the_other_edge() {
        for (width, height) in [(1, 1), (1, 16), (16, 1), (2, 8), (3, 5), (5, 3), (8, 8), (9, 7), (64, 1), (1, 64)] {
            let size = Size::new(width, height).unwrap();
            let layout = Layout::<u128>::new(size).unwrap();
            let board = uneven(size);
            let flipped = flip(u128::from_words(board.words()), &layout);
            for pos in size.positions() {
                assert_eq!(layout.cell(flipped, Pos::new(height - 1 - pos.row, pos.col)), board.cell(pos));
            }
        }
    }

    #[test]
    fn a_transposed_cell_has_its_row_for_its_column() {
        for side in 1..=11 {
            let size = Size::new(side, side).unwrap();
            let layout = Layout::<Wide<4>>::new(size).unwrap();
            let board = uneven(size);
            let transposed = transpose(Wide::from_words(board.words()), &layout);
            for pos in size.positions() {
                assert_eq!(layout.cell(transposed, Pos::new(pos.col, pos.row)), board.cell(pos));
            }
        }
    }

    #[test]
    fn a_mirrored_cell_is_as_far_from_the_other_edge() {
        for (width, height) in
            [(1, 1), (1, 16), (16, 1), (2, 8), (3, 5), (4, 4), (5, 3), (8, 8), (9, 7), (31, 2), (64, 1)]
        {
            let size = Size::new(width, height).unwrap();
            let layout = Layout::<u128>::new(size).unwrap();
            let mut board = PackedBoard::new(size);
            let mut expected = PackedBoard::new(size);
            for (number, pos) in size.positions().enumerate() {
                let cell = Cell::from_code((number * number / 3 % 3) as u32);
                board.set_cell(pos, cell);
                expected.set_cell(Pos::new(pos.row, width - 1 - pos.col), cell);
            }
            assert_eq!(board.mirrored(), expected);
            let mirrored = mirror(u128::from_words(board.words()), &layout);
            assert_eq!(mirrored, u128::from_words(expected.words()));
        }
    }

    #[test]
    fn four_quarter_turns_are_none_and_the_first_row_becomes_the_last_column() {
        let board = crate::board!["*o.", ".o*"];
        assert_eq!(board.turned(), crate::board![".*", "oo", "*."]);
        assert_eq!(board.turned().turned(), crate::board!["*o.", ".o*"]);
        assert_eq!(crate::board!["*o", "..", ".*"].turned().turned(), crate::board!["*.", "..", "o*"]);
        assert_eq!(board.turned().turned().turned().turned(), board);
    }
}
