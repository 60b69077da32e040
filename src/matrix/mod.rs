//! Reference boards: a matrix of cells and one loop per sentence of the rules.
//!
//! This module knows no bits. It is slow and simple on purpose. It shares nothing with
//! [`board`](mod@crate::board) but the vocabulary of [`cell`](crate::cell) and
//! [`text`](crate::text), so when the two differ, one of them misreads the document.

mod physics;
mod slides;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::cell::{Cell, Pos, Size};
use crate::text::picture::{read_picture, write_picture};
use crate::text::{GLYPHS, Grid, TextError};

/// A board as a matrix of cells, row by row from the top.
///
/// ```
/// use gridlaw::cell::{Side, Size};
/// use gridlaw::matrix::MatrixBoard;
///
/// let mut board = MatrixBoard::new(Size::new(4, 3).unwrap());
/// assert!(board.drop_vertical(0, 2, Side::First));
/// assert!(board.drop_horizontal(0, 2, Side::Second));
/// assert!(!board.drop_vertical(0, 2, Side::First));
/// assert_eq!(board.to_string(), "  0123\n\n0 oo..\n1 *...\n2 *...\n");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatrixBoard {
    size: Size,
    cells: Vec<Cell>,
}

impl MatrixBoard {
    /// Makes a board with every cell empty.
    #[must_use]
    pub fn new(size: Size) -> MatrixBoard {
        MatrixBoard { size, cells: vec![Cell::Empty; size.cells() as usize] }
    }

    fn at(&self, row: u32, col: u32) -> Cell {
        self.cell(Pos::new(row, col))
    }

    fn put(&mut self, row: u32, col: u32, cell: Cell) {
        self.set_cell(Pos::new(row, col), cell);
    }
}

impl Grid for MatrixBoard {
    fn empty(size: Size) -> MatrixBoard {
        MatrixBoard::new(size)
    }

    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn cell(&self, pos: Pos) -> Cell {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        self.cells[self.size.index(pos) as usize]
    }

    fn set_cell(&mut self, pos: Pos, cell: Cell) {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        self.cells[self.size.index(pos) as usize] = cell;
    }
}

impl fmt::Display for MatrixBoard {
    /// The [board picture](crate::text::picture).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_picture(self, GLYPHS, f)
    }
}

impl fmt::Debug for MatrixBoard {
    /// A newline and the picture, so that assertions print it aligned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl FromStr for MatrixBoard {
    type Err = TextError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<MatrixBoard, TextError> {
        read_picture(text, GLYPHS)
    }
}

static_assertions::assert_impl_all!(MatrixBoard: Send, Sync, Grid);
