//! [`PlainBoard`]: a board as data, cell by cell.

use alloc::boxed::Box;
use core::fmt;

use super::rows::write_rows;
use super::{GLYPHS, Grid};
use crate::cell::{Cell, Pos, Side, Size};

/// A board as data: its size and its cells, row by row from the top left.
///
/// Setups of games hold one. It knows no rule and no bit; both engines of a game translate it into
/// their own boards.
///
/// ```
/// use gridlaw::cell::{Cell, Pos, Size};
/// use gridlaw::text::{Grid, PlainBoard};
///
/// let mut board = PlainBoard::empty(Size::new(3, 2).unwrap());
/// board.set_cell(Pos::new(1, 0), Cell::White);
/// assert_eq!(board.words().collect::<Vec<u32>>(), [0b10 << 6]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "serialized::Board", into = "serialized::Board"))]
pub struct PlainBoard {
    size: Size,
    cells: Box<[Cell]>,
}

impl PlainBoard {
    /// The cells of any other board.
    #[must_use]
    pub fn of(board: &impl Grid) -> PlainBoard {
        let size = board.size();
        PlainBoard { size, cells: size.positions().map(|pos| board.cell(pos)).collect() }
    }

    /// Another kind of board with the same cells.
    #[must_use]
    pub fn to_grid<G: Grid>(&self) -> G {
        let mut board = G::empty(self.size);
        for (pos, &cell) in self.size.positions().zip(&self.cells) {
            if cell != Cell::Empty {
                board.set_cell(pos, cell);
            }
        }
        board
    }

    /// The first square, in row-major order, for whose cell `is_wanted` returns true.
    #[must_use]
    pub fn find(&self, is_wanted: impl Fn(Pos, Cell) -> bool) -> Option<Pos> {
        self.size.positions().zip(&self.cells).find(|&(pos, &cell)| is_wanted(pos, cell)).map(|(pos, _)| pos)
    }

    /// Writes every cell's code, row by row from the top left.
    pub(crate) fn write_codes(&self, bytes: &mut [u8]) {
        bytes.iter_mut().zip(&self.cells).for_each(|(byte, &cell)| *byte = cell.code() as u8);
    }

    /// Writes every cell's byte as `turn` sees it, row by row from the top left: 0 empty, 1 its own
    /// piece, 2 the opponent's, 3 a fixed piece.
    pub(crate) fn observe(&self, turn: Side, bytes: &mut [u8]) {
        for (byte, &cell) in bytes.iter_mut().zip(&self.cells) {
            *byte = match cell {
                Cell::Empty => 0,
                Cell::Fixed => 3,
                piece => 1 + u8::from(piece != Cell::from(turn)),
            };
        }
    }

    /// Words of 64 bits that hold the cells of a board: 32 a word.
    pub(crate) fn word_count(size: Size) -> usize {
        (size.cells() as usize).div_ceil(32)
    }

    /// Writes the cells, two bits each, least significant first, spare bits zero.
    pub(crate) fn write_words(&self, words: &mut [u64]) {
        for (word, cells) in words.iter_mut().zip(self.cells.chunks(32)) {
            *word = cells.iter().rev().fold(0, |word, cell| word << 2 | u64::from(cell.code()));
        }
    }

    /// Reads what [`write_words`](Self::write_words) writes; `None` if spare bits are not zero.
    pub(crate) fn read_words(size: Size, words: &[u64]) -> Option<PlainBoard> {
        let mut board = PlainBoard::empty(size);
        for (&word, cells) in words.iter().zip(board.cells.chunks_mut(32)) {
            if cells.len() < 32 && word >> (2 * cells.len()) != 0 {
                return None;
            }
            for (place, cell) in cells.iter_mut().enumerate() {
                *cell = Cell::from_code((word >> (2 * place) & 3) as u32);
            }
        }
        Some(board)
    }

    /// The words of the Breakdown document: two bits a cell, least significant first, 16 cells a
    /// word, spare bits zero.
    pub fn words(&self) -> impl Iterator<Item = u32> {
        self.cells.chunks(16).map(|cells| cells.iter().rev().fold(0, |word, cell| word << 2 | cell.code()))
    }
}

impl Grid for PlainBoard {
    fn empty(size: Size) -> PlainBoard {
        PlainBoard { size, cells: alloc::vec![Cell::Empty; size.cells() as usize].into() }
    }

    fn size(&self) -> Size {
        self.size
    }

    fn cell(&self, pos: Pos) -> Cell {
        assert!(self.size.contains(pos), "{pos} is not on the board");
        self.cells[self.size.index(pos) as usize]
    }

    fn set_cell(&mut self, pos: Pos, cell: Cell) {
        assert!(self.size.contains(pos), "{pos} is not on the board");
        self.cells[self.size.index(pos) as usize] = cell;
    }
}

impl fmt::Debug for PlainBoard {
    /// The rows joined by `/`, in the characters of the Breakdown document.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(self, GLYPHS, f)
    }
}

/// The form of a board in serde's formats: width, height, and the cells as one text of `.*o#`.
#[cfg(feature = "serde")]
mod serialized {
    use alloc::string::String;

    use super::PlainBoard;
    use crate::cell::{Cell, Size};
    use crate::text::GLYPHS;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "Board")]
    pub(super) struct Board {
        width: u32,
        height: u32,
        cells: String,
    }

    impl From<PlainBoard> for Board {
        fn from(board: PlainBoard) -> Board {
            let cells = board.cells.iter().map(|&cell| GLYPHS.of(cell)).collect();
            Board { width: board.size.width(), height: board.size.height(), cells }
        }
    }

    impl TryFrom<Board> for PlainBoard {
        type Error = &'static str;

        fn try_from(board: Board) -> Result<PlainBoard, &'static str> {
            let size = Size::new(board.width, board.height).map_err(|_| "expected a possible width and height")?;
            let cells = board.cells.chars().map(|glyph| GLYPHS.cell(glyph));
            let cells: Option<alloc::vec::Vec<Cell>> = cells.collect();
            let cells = cells.ok_or("expected cells of `.`, `*`, `o` or `#`")?;
            if cells.len() != size.cells() as usize {
                return Err("expected width times height cells");
            }
            Ok(PlainBoard { size, cells: cells.into() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PackedBoard;

    #[test]
    fn words_and_cells_are_those_of_the_packed_board() {
        for (width, height) in [(1, 1), (4, 4), (5, 5), (17, 3)] {
            let mut board = PackedBoard::new(Size::new(width, height).unwrap());
            for (number, pos) in Grid::size(&board).positions().enumerate() {
                board.set_cell(pos, Cell::from_code((number * 7 % 3) as u32));
            }
            let plain = PlainBoard::of(&board);
            assert!(plain.words().eq(board.words().iter().copied()));
            assert_eq!(plain.to_grid::<PackedBoard>(), board);
        }
    }
}
