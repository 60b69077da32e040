//! [`Layout`]: where a board's cells lie in a register.

use super::bits::Register;
use crate::cell::{Cell, Pos, Size};

/// Evaluates an expression with the stride as a constant, for boards of up to nine columns in a
/// machine integer.
///
/// A shift of a `u128` takes two or three instructions if the compiler knows the count, and ten if
/// it does not; gravity on 8×8 takes 2.5 times as long without this. Wider boards have at most six
/// rows in a `u128`, and [`Wide`](super::Wide) moves whole words anyway: they take the general arm,
/// and the code stays small. Tried and dropped: constants for the height, too (no gain once masks
/// are loaded). Without the feature `registers` only boards of eight columns have one.
#[cfg(feature = "registers")]
macro_rules! with_stride {
    ($($arguments:tt)*) => {
        $crate::board::layout::with_strides!([2 4 6 8 10 12 14 16 18] $($arguments)*)
    };
}

#[cfg(not(feature = "registers"))]
macro_rules! with_stride {
    ($($arguments:tt)*) => {
        $crate::board::layout::with_strides!([16] $($arguments)*)
    };
}

/// [`with_stride`] for the strides that its first argument lists.
macro_rules! with_strides {
    ([$($known:literal)*] $register:ty, $stride:expr, $name:ident => $body:expr) => {
        match $stride {
            $($known if <$register as $crate::board::Register>::BITS <= 128 => {
                let $name: u32 = $known;
                $body
            })*
            $name => $body,
        }
    };
}

pub(crate) use {with_stride, with_strides};

/// The masks of one board size in a register, made once and shared by every position.
///
/// All masks hold the *low* bit of the cells that they name; `mask | mask << 1` covers both colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<B> {
    size: Size,
    stride: u32,
    cells: B,
    top: B,
    left: B,
}

impl<B: Register> Layout<B> {
    /// The layout of a size, or `None` when two bits a cell do not fit the register.
    #[must_use]
    pub fn new(size: Size) -> Option<Layout<B>> {
        let bits = 2 * u64::from(size.cells());
        if bits > u64::from(B::BITS) {
            return None;
        }
        let every_other = |count: u32| (0..count).fold(B::ZERO, |mask, cell| mask | B::bit(2 * cell));
        let row = 2 * size.width();
        Some(Layout {
            size,
            stride: if size.height() == 1 { 0 } else { row },
            cells: every_other(size.cells()),
            top: every_other(size.width()),
            left: (0..size.height()).fold(B::ZERO, |mask, index| mask | B::bit(row * index)),
        })
    }

    /// Whether a board of this size fits the register.
    #[must_use]
    pub fn fits(size: Size) -> bool {
        2 * u64::from(size.cells()) <= u64::from(B::BITS)
    }

    /// Columns and rows.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Bits from a cell to the one below it: twice the width, and 0 for a single row, which has
    /// nothing below and must not be shifted by the whole register.
    #[inline(always)]
    #[must_use]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// Every cell.
    #[inline(always)]
    #[must_use]
    pub fn cells(&self) -> B {
        self.cells
    }

    /// The cells of the top row: the shape of a set of columns, column `c` at bit 2`c`.
    #[inline(always)]
    #[must_use]
    pub fn top(&self) -> B {
        self.top
    }

    /// The cells of the leftmost column.
    #[inline(always)]
    #[must_use]
    pub fn left(&self) -> B {
        self.left
    }

    /// The low bit of a cell.
    #[inline(always)]
    #[must_use]
    pub fn bit_index(&self, pos: Pos) -> u32 {
        2 * self.size.index(pos)
    }

    /// The cells that are not empty, fixed ones included.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self, board: B) -> B {
        // The high bit of a cell never lies across a border.
        (board | board.shr_each(1)) & self.cells
    }

    /// The cell on a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    #[inline]
    #[must_use]
    pub fn cell(&self, board: B, pos: Pos) -> Cell {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        Cell::from_code(board.shr(self.bit_index(pos)).word(0))
    }

    /// The board with `cell` on a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    #[inline]
    #[must_use]
    pub fn with_cell(&self, board: B, pos: Pos, cell: Cell) -> B {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        let index = self.bit_index(pos);
        board & !B::low(2).shl(index) | B::from_words(&[cell.code()]).shl(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;

    #[test]
    fn sizes_fit_up_to_the_last_bit() {
        let size = |width, height| Size::new(width, height).unwrap();
        assert!(Layout::<u32>::new(size(4, 4)).is_some() && Layout::<u32>::new(size(17, 1)).is_none());
        assert!(Layout::<u64>::new(size(8, 4)).is_some() && Layout::<u64>::new(size(3, 11)).is_none());
        assert!(Layout::<u128>::new(size(8, 8)).is_some() && Layout::<u128>::new(size(5, 13)).is_none());
        assert!(Layout::<Wide<4>>::new(size(16, 8)).is_some() && Layout::<Wide<4>>::new(size(43, 3)).is_none());
        assert!(Layout::<u128>::fits(size(8, 8)) && !Layout::<u128>::fits(size(Size::MOST_CELLS, 1)));
    }

    #[test]
    fn a_cell_is_two_bits_from_the_top_left() {
        let layout = Layout::<u64>::new(Size::new(4, 5).unwrap()).unwrap();
        let board = layout.with_cell(0, Pos::new(4, 3), Cell::White);
        assert_eq!(board, 0b10 << 38);
        assert_eq!(layout.cell(board, Pos::new(4, 3)), Cell::White);
        assert_eq!(layout.with_cell(board, Pos::new(4, 3), Cell::Black), 0b01 << 38);
        assert_eq!(layout.top(), 0b0101_0101);
        assert_eq!(layout.left(), 0x1_0101_0101);
    }
}
