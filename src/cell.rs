//! The vocabulary that every game and both engines share: [`Cell`], [`Side`], [`Edge`], [`Entry`],
//! [`Pos`] and [`Size`].
//!
//! ```
//! use gridlaw::cell::{Cell, Pos, Side, Size};
//!
//! let size = Size::new(4, 5).unwrap();
//! assert_eq!(size.cells(), 20);
//! assert!(size.contains(Pos::new(4, 3)));
//! assert_eq!(Cell::from(Side::First), Cell::Black);
//! ```

use core::fmt;
use core::ops::Not;

/// The contents of one square of a two-bit board.
///
/// The discriminants are the codes of the document's bits representation (`breakdown.txt`, part 2):
/// `00` empty, `01` black, `10` white. The document never uses `11`; Connect4 gives it to its fixed
/// piece, and Breakdown refuses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Cell {
    /// No piece.
    #[default]
    Empty = 0b00,
    /// A piece of the side that moves first.
    Black = 0b01,
    /// A piece of the side that moves second.
    White = 0b10,
    /// A piece that belongs to neither side and never moves.
    Fixed = 0b11,
}

impl Cell {
    /// Every cell in the order of the codes: `ALL[code]` is the cell of a two-bit code.
    pub const ALL: [Cell; 4] = [Cell::Empty, Cell::Black, Cell::White, Cell::Fixed];

    /// The cell of the two low bits of `code`; higher bits are ignored.
    #[inline(always)]
    #[must_use]
    pub const fn from_code(code: u32) -> Cell {
        Cell::ALL[(code & 0b11) as usize]
    }

    /// The two-bit code, 0 to 3.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> u32 {
        self as u32
    }
}

impl From<Side> for Cell {
    #[inline(always)]
    fn from(side: Side) -> Cell {
        match side {
            Side::First => Cell::Black,
            Side::Second => Cell::White,
        }
    }
}

/// One of the two sides of a game. A game for one person has only the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Side {
    /// The side that moves first: black in Breakdown, player 1 in Connect4, red in Jump61, `*` in
    /// Fitz.
    #[default]
    First = 0,
    /// The side that moves second: white, player 2, blue, `#`.
    Second = 1,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    /// `first` or `second`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

impl Not for Side {
    type Output = Side;

    /// The opponent, as [`other`](Side::other).
    #[inline(always)]
    fn not(self) -> Side {
        self.other()
    }
}

/// One of the four edges of a board, from which a sliding piece enters; clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Edge {
    /// The top edge. Pieces that enter here move down.
    North = 0,
    /// The right edge. Pieces that enter here move left.
    East = 1,
    /// The bottom edge. Pieces that enter here move up.
    South = 2,
    /// The left edge. Pieces that enter here move right.
    West = 3,
}

impl Edge {
    /// The four edges, clockwise from the top.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// `N`, `E`, `S` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Edge::North => 'N',
            Edge::East => 'E',
            Edge::South => 'S',
            Edge::West => 'W',
        }
    }

    /// The edge that a capital letter names; `None` for any other character.
    ///
    /// ```
    /// use gridlaw::cell::Edge;
    ///
    /// assert_eq!(Edge::ALL.map(|edge| Edge::from_letter(edge.letter())), Edge::ALL.map(Some));
    /// assert_eq!(Edge::from_letter('n'), None);
    /// ```
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| edge.letter() == letter)
    }
}

/// A place at an edge where a piece can be pushed in: a column at the north or south edge, a row at
/// the east or west edge.
///
/// Entries are ordered by edge, clockwise from the north, then by column from the left or row from
/// the top.
///
/// ```
/// use gridlaw::cell::{Edge, Entry, Pos};
///
/// let entry = Entry::new(Edge::South, 3).unwrap();
/// assert_eq!((entry.edge(), entry.index(), entry.number()), (Edge::South, 3, 35));
/// assert_eq!(Entry::new(Edge::South, 16), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry(u8);

impl Entry {
    /// The entry at `edge` in column or row `index`; `None` for an index of 16 or more.
    #[inline(always)]
    #[must_use]
    pub const fn new(edge: Edge, index: u32) -> Option<Entry> {
        if index < 16 { Some(Entry((edge as u8) << 4 | index as u8)) } else { None }
    }

    /// The entry with this [`number`](Self::number). Only the six low bits count.
    #[inline(always)]
    #[must_use]
    pub const fn from_number(number: u32) -> Entry {
        Entry(number as u8 & 63)
    }

    /// 16 × the edge, clockwise from north = 0, plus the index: 0 to 63.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The edge.
    #[inline(always)]
    #[must_use]
    pub const fn edge(self) -> Edge {
        Edge::ALL[(self.0 >> 4) as usize & 3]
    }

    /// The column at the north and south edges, the row at the east and west edges: 0 to 15.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32 & 15
    }
}

impl fmt::Debug for Entry {
    /// The letter of the edge and the index, for example `N3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.edge().letter(), self.index())
    }
}

/// A square: row from the top, column from the left, both from 0.
///
/// Candy alone counts its rows from the bottom, as its document does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// The row, 0 at the top.
    pub row: u32,
    /// The column, 0 at the left.
    pub col: u32,
}

impl Pos {
    /// The square in `row` and `col`.
    #[inline(always)]
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Pos {
        Pos { row, col }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row, self.col)
    }
}

/// The size of a board: at least one column, at least one row, and at most
/// [`MOST_CELLS`](Self::MOST_CELLS) cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The largest number of cells. A `u32` counts their bits, two a cell. Where addresses are
    /// shorter than 64 bits, a byte a cell takes at most a sixteenth of the address space.
    pub const MOST_CELLS: u32 = if usize::BITS < 64 { (usize::MAX >> 4) as u32 } else { u32::MAX / 2 };

    /// A board of `width` columns and `height` rows (ruling B7).
    ///
    /// # Errors
    /// [`SizeError::Zero`] when either is 0, [`SizeError::TooLarge`] when there are more than
    /// [`MOST_CELLS`](Self::MOST_CELLS) cells. 4096×4096 is well inside: 2²⁴ cells.
    pub const fn new(width: u32, height: u32) -> Result<Size, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Zero { width, height });
        }
        // The product of two `u32` cannot overflow a `u64`.
        if width as u64 * height as u64 > Size::MOST_CELLS as u64 {
            return Err(SizeError::TooLarge { width, height });
        }
        Ok(Size { width, height })
    }

    /// The number of columns.
    #[inline(always)]
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The number of rows.
    #[inline(always)]
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }

    /// The number of cells: columns times rows.
    #[inline(always)]
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width * self.height
    }

    /// The number of `u32` words that hold the board at two bits a cell: cells / 16, rounded up.
    #[inline(always)]
    #[must_use]
    pub const fn words(self) -> usize {
        self.cells().div_ceil(16) as usize
    }

    /// The index of a square in row-major order from the top left, from 0. For a square off the
    /// board the result is unspecified.
    #[inline(always)]
    #[must_use]
    pub const fn index(self, pos: Pos) -> u32 {
        pos.row * self.width + pos.col
    }

    /// Returns whether the square lies on the board.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, pos: Pos) -> bool {
        pos.row < self.height && pos.col < self.width
    }

    /// Every square, row by row from the top left.
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |col| Pos::new(row, col)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Why a board size is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The board has no columns or no rows.
    #[error("expected a width and a height of at least 1, found {width}x{height}")]
    Zero {
        /// The requested number of columns.
        width: u32,
        /// The requested number of rows.
        height: u32,
    },
    /// The board has more than [`Size::MOST_CELLS`] cells.
    #[error(
        "the board is {width}x{height}: more than {} cells cannot be {}", Size::MOST_CELLS,
        if usize::BITS < 64 { "addressed" } else { "counted in bits" }
    )]
    TooLarge {
        /// The requested number of columns.
        width: u32,
        /// The requested number of rows.
        height: u32,
    },
}

static_assertions::assert_eq_size!(Cell, Side, Edge, Entry, u8);
static_assertions::assert_eq_size!(Pos, Size, u64);
static_assertions::assert_impl_all!(Cell: Send, Sync, Copy);
static_assertions::assert_impl_all!(SizeError: core::error::Error, Send, Sync);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_named_and_negated() {
        assert_eq!(Side::BOTH.map(|side| alloc::format!("{side}")), ["first", "second"]);
        assert!(Side::BOTH.into_iter().all(|side| !side == side.other() && !!side == side));
    }

    #[test]
    fn codes_and_cells_agree() {
        for (code, cell) in Cell::ALL.into_iter().enumerate() {
            assert_eq!(cell.code() as usize, code);
            assert_eq!(Cell::from_code(code as u32 | 0b1100), cell);
        }
    }

    #[test]
    fn entries_ascend_clockwise_and_keep_their_parts() {
        let entries = Edge::ALL.into_iter().flat_map(|edge| (0..16).map(move |index| (edge, index)));
        for (number, (edge, index)) in (0..).zip(entries) {
            let entry = Entry::new(edge, index).unwrap();
            assert_eq!((entry.number(), entry.edge(), entry.index()), (number, edge, index));
            assert_eq!(Entry::from_number(number | 64), entry);
            assert!(number == 0 || Entry::from_number(number - 1) < entry);
        }
        assert_eq!(Entry::new(Edge::West, u32::MAX), None);
    }

    #[test]
    fn zero_and_overflowing_sizes_are_errors() {
        assert_eq!(Size::new(0, 3), Err(SizeError::Zero { width: 0, height: 3 }));
        assert_eq!(Size::new(3, 0), Err(SizeError::Zero { width: 3, height: 0 }));
        for (width, height) in [(u32::MAX, u32::MAX), (1 << 16, 1 << 15), (u32::MAX, 1)] {
            assert_eq!(Size::new(width, height), Err(SizeError::TooLarge { width, height }));
        }
        assert_eq!(Size::new(Size::MOST_CELLS, 1).unwrap().cells(), Size::MOST_CELLS);
        let (width, height) = (Size::MOST_CELLS + 1, 1);
        assert_eq!(Size::new(width, height), Err(SizeError::TooLarge { width, height }));
        #[cfg(target_pointer_width = "64")]
        assert_eq!(Size::MOST_CELLS, u32::MAX / 2);
        assert_eq!(Size::new(4096, 4096).unwrap().words(), 1 << 20);
    }

    #[test]
    fn words_are_sixteenths_rounded_up() {
        for (width, height, words) in [(1, 1, 1), (16, 1, 1), (17, 1, 2), (4, 5, 2), (8, 8, 4)] {
            assert_eq!(Size::new(width, height).unwrap().words(), words);
        }
    }
}
