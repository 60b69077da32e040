//! [`PackedBoard`]: a board of any size in the document's words.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::bits::Sealed;
use super::columns::WideColumns;
use super::squares::{Owners, squares_words};
use super::{drop, gravity};
use crate::cell::{Cell, Pos, Side, Size};
use crate::level::{Level, Task};
use crate::text::picture::{read_picture, write_picture};
use crate::text::{GLYPHS, Grid, TextError};

/// A board of any size, two bits a cell in `u32` words: see the [picture of the layout](super).
///
/// The spare bits of the last word are zero, always; [`from_words`](Self::from_words) is the only
/// way in from outside and refuses anything else.
///
/// ```
/// use gridlaw::board::PackedBoard;
/// use gridlaw::board;
/// use gridlaw::cell::{Side, Size};
///
/// let mut board = PackedBoard::new(Size::new(4, 5).unwrap());
/// board.drop_vertical(0, 2, Side::First).unwrap();
/// board.drop_horizontal(2, 2, Side::Second).unwrap();
/// board.drop_horizontal(0, 2, Side::First).unwrap();
/// assert_eq!(board, board!["....", "....", "**..", "*...", "*.oo"]);
/// board.fall();
/// assert_eq!(board, board!["....", "....", "*...", "*...", "**oo"]);
/// assert_eq!(board.words(), [0x0101_0000, 0xa5]);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedBoard {
    size: Size,
    words: Vec<u32>,
}

impl Clone for PackedBoard {
    fn clone(&self) -> PackedBoard {
        PackedBoard { size: self.size, words: self.words.clone() }
    }

    /// Allocates nothing if the boards have one size.
    fn clone_from(&mut self, from: &PackedBoard) {
        self.size = from.size;
        self.words.clone_from(&from.words);
    }
}

/// Why words do not form a board of the requested size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// There are more or fewer words than the board needs.
    #[error("expected {} words for a {size} board, found {found}", size.words())]
    Length {
        /// The requested size.
        size: Size,
        /// The number of words that were given.
        found: usize,
    },
    /// A bit beyond the last cell is set.
    #[error("expected zeros beyond the last cell of a {size} board, found the last word {last_word:#010x}")]
    SpareBits {
        /// The requested size.
        size: Size,
        /// The word with the stray bits.
        last_word: u32,
    },
}

/// Why a stick cannot be dropped: it has no room there (ruling B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no room for a stick of {length} in column {col}")]
pub struct NoRoom {
    /// The column, the leftmost one of a horizontal stick.
    pub col: u32,
    /// The length of the stick.
    pub length: u32,
}

impl PackedBoard {
    /// A board with every cell empty.
    #[must_use]
    pub fn new(size: Size) -> PackedBoard {
        PackedBoard { size, words: vec![0; size.words()] }
    }

    /// The board of the document's words.
    ///
    /// ```
    /// use gridlaw::board::{PackedBoard, WordsError};
    /// use gridlaw::cell::Size;
    ///
    /// let size = Size::new(4, 5).unwrap();
    /// let board = PackedBoard::from_words(size, &[0x0101_0000, 0xa5]).unwrap();
    /// assert_eq!(board.words(), [0x0101_0000, 0xa5]);
    /// let error = PackedBoard::from_words(size, &[0, 0x1a5]).unwrap_err();
    /// assert_eq!(error, WordsError::SpareBits { size, last_word: 0x1a5 });
    /// ```
    ///
    /// # Errors
    /// [`WordsError::Length`] unless there are exactly `size.words()` of them, and
    /// [`WordsError::SpareBits`] when a bit beyond the last cell is set.
    pub fn from_words(size: Size, words: &[u32]) -> Result<PackedBoard, WordsError> {
        if words.len() != size.words() {
            return Err(WordsError::Length { size, found: words.len() });
        }
        let used = 2 * (size.cells() - 1) % 32 + 2;
        match words.last() {
            Some(&last_word) if u64::from(last_word) >> used != 0 => Err(WordsError::SpareBits { size, last_word }),
            _ => Ok(PackedBoard { size, words: words.into() }),
        }
    }

    /// The board of exactly as many words as it needs; bits beyond the last cell are dropped.
    pub(crate) fn from_words_truncated(size: Size, words: &[u32]) -> PackedBoard {
        let mut words: Vec<u32> = words.into();
        assert_eq!(words.len(), size.words());
        if let Some(last) = words.last_mut() {
            *last &= u32::MAX >> (31 - (2 * size.cells() - 1) % 32);
        }
        PackedBoard { size, words }
    }

    /// Exactly ⌈width × height / 16⌉ words: the document's bits representation.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Lets every cell fall as far as the empty cells below it allow. About a tenth of a nanosecond
    /// a cell, whatever the size, with scratch for one strip of the board.
    pub fn fall(&mut self) {
        gravity::fall_words(Level::best(), &mut self.words, self.size);
    }

    /// Whether [`fall`](Self::fall) would move anything.
    #[must_use]
    pub fn has_loose(&self) -> bool {
        Level::best().run(HasLoose(self))
    }

    /// The sides that own a square of `side` × `side` cells. `side` is at least 1. A fixed piece
    /// counts as both sides'; Breakdown has none.
    #[must_use]
    pub fn squares(&self, side: u32) -> Owners {
        Level::best().run(Squares(self, side))
    }

    /// Whether no cell is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_full(&self) -> bool {
        let spare = (16 * self.words.len() as u32 - self.size.cells()) * 2;
        let last = self.words.len() - 1;
        self.words.iter().enumerate().all(|(index, &word)| {
            let cells = if index == last { 0x5555_5555 & u32::MAX >> spare } else { 0x5555_5555 };
            (word | word >> 1) & cells == cells
        })
    }

    /// Whether every cell is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The columns whose top `length` cells are empty; none if `length` is 0.
    #[inline(always)]
    #[must_use]
    pub fn vertical_room(&self, length: u32) -> WideColumns {
        drop::vertical_room_words(&self.words, self.size, length)
    }

    /// The columns from which `length` cells of the top row are on the board and empty; none if
    /// `length` is 0.
    #[inline(always)]
    #[must_use]
    pub fn horizontal_room(&self, length: u32) -> WideColumns {
        drop::horizontal_room_words(&self.words, self.size, length)
    }

    /// Sets the bits of `bits`, at most 32 from its lowest on, from bit `from` of the words on.
    #[inline(always)]
    pub(super) fn or_bits(&mut self, from: usize, bits: u64) {
        let bits = bits << (from % 32);
        self.words[from / 32] |= bits as u32;
        if bits >> 32 != 0 {
            self.words[from / 32 + 1] |= (bits >> 32) as u32;
        }
    }

    /// Gives empty cells of a row of up to 16 to the sides; `cells` has two bits a cell.
    #[inline(always)]
    pub(crate) fn take_row(&mut self, row: u32, cells: u64) {
        self.or_bits(2 * (row * self.size.width()) as usize, cells);
    }

    /// Drops a vertical stick of `length` cells into column `col`. A stick of length 0 fits
    /// nowhere.
    ///
    /// # Errors
    /// [`NoRoom`], and nothing has changed, when the top `length` cells are not all empty or not on
    /// the board.
    #[inline(always)]
    pub fn drop_vertical(&mut self, col: u32, length: u32, side: Side) -> Result<(), NoRoom> {
        if length == 0 || col >= self.size.width() {
            return Err(NoRoom { col, length });
        }
        let support = drop::support_row(&self.words, self.size, col, 1);
        let top = support.checked_sub(length).ok_or(NoRoom { col, length })?;
        for row in top..support {
            drop::fill_row(&mut self.words, self.size, row, col, 1, side);
        }
        Ok(())
    }

    /// Drops a horizontal stick of `length` cells with its left end in column `col`. A stick of
    /// length 0 fits nowhere.
    ///
    /// # Errors
    /// [`NoRoom`], and nothing has changed, when one of its top cells is not empty or not on the
    /// board.
    #[inline(always)]
    pub fn drop_horizontal(&mut self, col: u32, length: u32, side: Side) -> Result<(), NoRoom> {
        let refused = NoRoom { col, length };
        if length == 0 || col.checked_add(length).is_none_or(|end| end > self.size.width()) {
            return Err(refused);
        }
        let support = drop::support_row(&self.words, self.size, col, length);
        let row = support.checked_sub(1).ok_or(refused)?;
        drop::fill_row(&mut self.words, self.size, row, col, length, side);
        Ok(())
    }
}

// A board in words takes long enough that a level of its own pays; in a register there is nothing
// to gain.

struct HasLoose<'a>(&'a PackedBoard);

impl Task for HasLoose<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        gravity::has_loose_words(&self.0.words, self.0.size)
    }
}

struct Squares<'a>(&'a PackedBoard, u32);

impl Task for Squares<'_> {
    type Output = Owners;

    #[inline(always)]
    fn run(self) -> Owners {
        squares_words(&self.0.words, self.0.size, self.1)
    }
}

impl Sealed for PackedBoard {}

impl Grid for PackedBoard {
    fn empty(size: Size) -> PackedBoard {
        PackedBoard::new(size)
    }

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn cell(&self, pos: Pos) -> Cell {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        let index = self.size.index(pos);
        Cell::from_code(self.words[(index / 16) as usize] >> (2 * (index % 16)))
    }

    #[inline]
    fn set_cell(&mut self, pos: Pos, cell: Cell) {
        assert!(self.size.contains(pos), "{pos} is not on a {} board", self.size);
        let index = self.size.index(pos);
        let (word, shift) = (&mut self.words[(index / 16) as usize], 2 * (index % 16));
        *word = *word & !(0b11 << shift) | cell.code() << shift;
    }
}

impl fmt::Display for PackedBoard {
    /// The [board picture](crate::text::picture).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_picture(self, GLYPHS, f)
    }
}

impl FromStr for PackedBoard {
    type Err = TextError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<PackedBoard, TextError> {
        read_picture(text, GLYPHS)
    }
}

impl fmt::Debug for PackedBoard {
    /// The [`board!`](crate::board!) literal that makes this board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size;
        f.write_str("board![")?;
        for row in 0..size.height() {
            f.write_str(if row == 0 { "\"" } else { ", \"" })?;
            for col in 0..size.width() {
                fmt::Write::write_char(f, GLYPHS.of(self.cell(Pos::new(row, col))))?;
            }
            f.write_str("\"")?;
        }
        f.write_str("]")
    }
}

/// The board of a literal's rows; what [`board!`](crate::board!) calls.
///
/// # Panics
/// When there are no rows, rows differ in length, or a character is none of `. * o #`.
#[doc(hidden)]
#[must_use]
pub fn from_literal(rows: &[&str]) -> PackedBoard {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let size = Size::new(width as u32, rows.len() as u32).unwrap_or_else(|error| panic!("{error}"));
    let mut board = PackedBoard::new(size);
    for (row, text) in (0..).zip(rows) {
        assert_eq!(text.chars().count(), width, "row {row} of the board differs from row 0 in length");
        for (col, glyph) in (0..).zip(text.chars()) {
            let cell = GLYPHS.cell(glyph).unwrap_or_else(|| panic!("{glyph:?} in row {row} is no cell"));
            board.set_cell(Pos::new(row, col), cell);
        }
    }
    board
}

/// A [`PackedBoard`] drawn as its rows, `.` empty, `*` black, `o` white, `#` fixed; also what a
/// board's `Debug` prints, so that a failed assertion can be pasted.
///
/// ```
/// use gridlaw::board;
///
/// let board = board!["..o", "**o"];
/// assert_eq!(format!("{board:?}"), r#"board!["..o", "**o"]"#);
/// ```
///
/// # Panics
/// When there are no rows, rows differ in length, or a character is none of the four.
#[macro_export]
macro_rules! board {
    ($($row:literal),+ $(,)?) => {
        $crate::board::from_literal(&[$($row),+])
    };
}

static_assertions::assert_impl_all!(PackedBoard: Send, Sync, Grid);
static_assertions::assert_impl_all!(WordsError: core::error::Error);

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: u32, height: u32) -> Size {
        Size::new(width, height).unwrap()
    }

    #[test]
    fn words_of_the_wrong_number_or_with_spare_bits_are_refused() {
        let refused = |size, words: &[u32]| PackedBoard::from_words(size, words).unwrap_err();
        assert_eq!(refused(size(4, 4), &[]), WordsError::Length { size: size(4, 4), found: 0 });
        assert_eq!(refused(size(4, 4), &[0, 0]), WordsError::Length { size: size(4, 4), found: 2 });
        for (width, height, last_word) in [(1, 1, 4), (5, 3, 1 << 30), (17, 1, 4), (31, 1, 1 << 31)] {
            let size = size(width, height);
            let mut words = vec![u32::MAX; size.words()];
            *words.last_mut().unwrap() = last_word;
            assert_eq!(refused(size, &words), WordsError::SpareBits { size, last_word });
        }
        assert!(PackedBoard::from_words(size(4, 4), &[u32::MAX]).is_ok());
    }

    #[test]
    fn every_cell_of_every_code_is_set_and_read_and_spare_bits_stay_zero() {
        for size in [size(1, 1), size(5, 3), size(16, 1), size(17, 2), size(7, 9)] {
            for pos in size.positions() {
                for cell in Cell::ALL {
                    let mut board = PackedBoard::new(size);
                    board.set_cell(pos, Cell::Fixed);
                    board.set_cell(pos, cell);
                    assert_eq!(board.cell(pos), cell);
                    let others = size.positions().filter(|&other| other != pos);
                    assert!(others.into_iter().all(|other| board.cell(other) == Cell::Empty));
                    assert_eq!(PackedBoard::from_words(size, board.words()), Ok(board));
                }
            }
        }
    }

    #[test]
    fn a_board_is_full_when_no_cell_is_empty() {
        for size in [size(1, 1), size(4, 4), size(5, 5), size(33, 2)] {
            let mut board = PackedBoard::new(size);
            assert!(board.is_empty() && !board.is_full());
            for (number, pos) in size.positions().enumerate() {
                assert!(!board.is_full());
                board.set_cell(pos, Cell::from_code(1 + number as u32 % 3));
            }
            assert!(board.is_full() && !board.is_empty());
        }
    }

    #[test]
    fn bits_beyond_the_last_cell_are_dropped() {
        for size in (1..=40).map(|width| size(width, 1)) {
            let mut full = PackedBoard::new(size);
            size.positions().for_each(|pos| full.set_cell(pos, Cell::Fixed));
            assert_eq!(PackedBoard::from_words_truncated(size, &vec![u32::MAX; size.words()]), full);
        }
    }
}
