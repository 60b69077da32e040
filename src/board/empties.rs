//! [`Empties`]: the empty cells of a board, which say where a [`Polyomino`] has room, for hundreds
//! of places at a time.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::packed::PackedBoard;
use super::polyomino::{BOX, Polyomino, REACH, Stamp};
use crate::cell::{Cell, Pos, Size};
use crate::text::Grid;

/// The number of words of [`Empties`] that are examined together.
pub const BLOCK: usize = 8;

/// The middle of the box alone.
const SINGLE: Polyomino = Polyomino { rows: [0, 0, 1 << REACH, 0, 0] };

/// Some places, one bit each: bit `b` of word `w` of block `n` is place (`n` × [`BLOCK`] + `w`) ×
/// 64 + `b`.
pub type PlaceBlock = [u64; BLOCK];

/// The empty cells of a board, one bit a cell, with room around them.
///
/// A row takes *s* = width + 5 bits: 4 zeros for the part of a box that hangs over the left edge,
/// the cells, and a zero; what hangs over the right edge meets the zeros of the next row. There are
/// 4 rows of zeros above the board, and zeros to the last word below. Rows follow one another
/// without a gap, whatever words they come to lie in. So bit *p* of all words together, *place*
/// number *p*, is at once
///
/// - the top left cell of a box, and
/// - the box whose middle is in row ⌊*p* / *s*⌋ - 2 and column *p* mod *s* - 2;
///
/// and the cell `r` rows down and `c` columns to the right in the box is the bit *s* × `r` + `c`
/// further on, whatever the place: see [`Stamp`]. Where a polyomino has room is an AND of all words
/// shifted, once for each of its cells, and the board's edges need no case of their own: what is
/// off the board is not empty.
///
/// ```text
///   a board of 3×2 cells: s = 8         column  -4   0  3
///
///     above the board    rows -4 to -1         00000000      bits  0 to 31
///     **.                row 0                 00000010      bits 32 to 39
///     .*.                row 1                 00001010      bits 40 to 47
///     below the board    rows 2 and more       00000000...   bits 48 and more
///
///   the places: bits 0 to 55, with middles from row -2, column -2 to row 4, column 5
/// ```
///
/// Tried and dropped: rows that begin at a word, whose shifts do not reach into the next word up to
/// a width of 59, but which take 25 words instead of 10 for a board of 20×20 (random games there
/// took half as long again); and the complement with an OR, which the compiler does not fuse into
/// double shifts (half as many instructions again).
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Empties {
    size: Size,
    words: Vec<u64>,
}

impl Empties {
    /// The empty cells of a board without any piece.
    #[must_use]
    pub fn new(size: Size) -> Empties {
        let mut empties = Empties { size, words: Vec::new() };
        let stride = empties.stride();
        // The last cell of the box of a block's last place, and the word that it may reach into,
        // are read too.
        let words = empties.blocks() * BLOCK + ((BOX - 1) * stride + BOX - 1) / 64 + 2;
        empties.words = vec![0; words];
        for row in 0..size.height() as usize {
            let first = (row + BOX - 1) * stride + BOX - 1;
            fill(&mut empties.words, first, first + size.width() as usize);
        }
        empties
    }

    /// The empty cells of a board.
    #[must_use]
    pub fn of(board: &PackedBoard) -> Empties {
        let mut empties = Empties::new(board.size());
        for pos in board.size().positions().filter(|&pos| board.cell(pos) != Cell::Empty) {
            empties.take(SINGLE, pos.row as i32, pos.col as i32);
        }
        empties
    }

    /// Columns and rows of the board.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Bits, and places, of a row.
    #[inline(always)]
    #[must_use]
    pub fn stride(&self) -> usize {
        self.size.width() as usize + BOX
    }

    /// The number of places. Their numbers run from 0 to one less.
    #[inline(always)]
    #[must_use]
    pub fn places(&self) -> usize {
        (self.size.height() as usize + BOX) * self.stride()
    }

    /// The number of blocks that the places take.
    #[inline(always)]
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.places().div_ceil(64 * BLOCK)
    }

    /// Whether a box with its middle in `row` and `col` is one of the places: from 2 rows above the
    /// board to `height` + 2, and likewise the columns.
    #[inline(always)]
    #[must_use]
    pub fn has_place(&self, row: i32, col: i32) -> bool {
        let within = |middle: i32, length: u32| (-REACH..=length as i32 + REACH).contains(&middle);
        within(row, self.size.height()) && within(col, self.size.width())
    }

    /// The number of a place.
    ///
    /// # Panics
    /// When no place has its middle there.
    #[inline(always)]
    #[must_use]
    pub fn number(&self, row: i32, col: i32) -> usize {
        assert!(self.has_place(row, col), "row {row} column {col} is no place on a {} board", self.size);
        (row + REACH) as usize * self.stride() + (col + REACH) as usize
    }

    /// The row and column of the middle of a place.
    #[inline(always)]
    #[must_use]
    pub fn middle(&self, place: usize) -> (i32, i32) {
        let (place, stride) = (place as u32, self.stride() as u32);
        ((place / stride) as i32 - REACH, (place % stride) as i32 - REACH)
    }

    /// The places of a block in which a polyomino has room. The stamp must be one for this width;
    /// otherwise the answer is unspecified, or a panic.
    #[inline(always)]
    #[must_use]
    pub fn room(&self, stamp: &Stamp, block: usize) -> PlaceBlock {
        self.room_in(stamp, block * BLOCK)
    }

    /// As [`room`](Self::room), the places of some words, at most a block of them, from a word on.
    #[inline(always)]
    pub(crate) fn room_in<const WORDS: usize>(&self, stamp: &Stamp, first: usize) -> [u64; WORDS] {
        let mut room = [u64::MAX; WORDS];
        for &offset in &stamp.offsets[..usize::from(stamp.cells)] {
            let (word, shift) = (first + usize::from(offset / 64), offset % 64);
            let window = &self.words[word..word + WORDS + 1];
            if shift == 0 {
                room.iter_mut().zip(window).for_each(|(room, word)| *room &= word);
            } else {
                for index in 0..WORDS {
                    room[index] &= window[index] >> shift | window[index + 1] << (64 - shift);
                }
            }
        }
        if stamp.cells == 0 { self.all(first) } else { room }
    }

    /// All the places of some words from a word on. A function of its own, so that `room_in` keeps
    /// its words in registers.
    fn all<const WORDS: usize>(&self, first: usize) -> [u64; WORDS] {
        let mut all = [0; WORDS];
        fill(&mut all, 0, self.places().saturating_sub(64 * first).min(64 * WORDS));
        all
    }

    /// Whether a polyomino has room with the middle of its box in `row` and `col`.
    #[inline]
    #[must_use]
    pub fn has_room(&self, polyomino: Polyomino, row: i32, col: i32) -> bool {
        if !self.has_place(row, col) {
            return polyomino.is_empty();
        }
        let place = self.number(row, col);
        polyomino.rows.iter().enumerate().all(|(index, &cells)| {
            let (word, bit) = self.at(place, index);
            let empties = self.words[word] >> bit | self.words[word + 1] << 1 << (63 - bit);
            u64::from(cells) & !empties == 0
        })
    }

    /// Takes the cells of a polyomino, which must have room.
    #[inline(always)]
    pub fn take(&mut self, polyomino: Polyomino, row: i32, col: i32) {
        if polyomino.is_empty() {
            return;
        }
        let place = self.number(row, col);
        for (index, &cells) in polyomino.rows.iter().enumerate() {
            let (word, bit) = self.at(place, index);
            self.words[word] &= !(u64::from(cells) << bit);
            self.words[word + 1] &= !(u64::from(cells) >> 1 >> (63 - bit));
        }
    }

    /// Takes cells of a row of the board: bit `c` of `cells` is column `c`.
    #[inline(always)]
    pub(crate) fn take_row(&mut self, row: u32, cells: u32) {
        let (word, bit) = self.at(BOX - 1, row as usize + BOX - 1);
        self.words[word] &= !(u64::from(cells) << bit);
        self.words[word + 1] &= !(u64::from(cells) >> 1 >> (63 - bit));
    }

    /// The word and its bit at which row `index` of a box begins.
    #[inline(always)]
    fn at(&self, place: usize, index: usize) -> (usize, usize) {
        let bit = place + index * self.stride();
        (bit / 64, bit % 64)
    }
}

/// Sets the bits from `from` to the one before `to`.
fn fill(words: &mut [u64], from: usize, to: usize) {
    for (word, first) in words[..to.div_ceil(64)].iter_mut().zip((0..).step_by(64)).skip(from / 64) {
        let (low, high) = (from.saturating_sub(first), (to - first).min(64));
        *word |= u64::MAX >> (64 - (high - low)) << low;
    }
}

impl Clone for Empties {
    fn clone(&self) -> Empties {
        Empties { size: self.size, words: self.words.clone() }
    }

    /// Allocates nothing if the boards have one size.
    fn clone_from(&mut self, from: &Empties) {
        self.size = from.size;
        self.words.clone_from(&from.words);
    }
}

impl fmt::Debug for Empties {
    /// The rows of the board, `.` empty and `x` taken.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Empties[")?;
        for pos in self.size.positions() {
            if pos.col == 0 && pos.row > 0 {
                f.write_str("/")?;
            }
            let Pos { row, col } = pos;
            f.write_str(if self.has_room(SINGLE, row as i32, col as i32) { "." } else { "x" })?;
        }
        f.write_str("]")
    }
}

static_assertions::assert_impl_all!(Empties: Send, Sync);

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::*;
    use crate::cell::Side;

    /// Widths whose rows take just less and just more than one word of places, and than two.
    const SIZES: [(u32, u32); 14] = [
        (1, 1),
        (5, 1),
        (1, 7),
        (6, 5),
        (20, 20),
        (55, 3),
        (58, 2),
        (59, 4),
        (60, 4),
        (61, 3),
        (64, 9),
        (123, 2),
        (124, 3),
        (200, 5),
    ];

    fn board(size: Size, seed: u64, filled: u64) -> PackedBoard {
        let mut random = crate::rng::Generator::for_game(seed, u64::from(size.width()));
        let mut board = PackedBoard::new(size);
        for pos in size.positions() {
            if random.below(100) < filled {
                board.set_cell(pos, Cell::from_code(1 + random.below(2) as u32));
            }
        }
        board
    }

    fn polyomino(bits: u32) -> Polyomino {
        Polyomino::new((0..25).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / BOX, bit % BOX)))
    }

    /// Cell by cell: what the module's first lines say.
    fn has_room(board: &PackedBoard, polyomino: Polyomino, row: i32, col: i32) -> bool {
        (0..BOX as i32).all(|down| {
            (0..BOX as i32).all(|right| {
                let pos = Pos::new((row + down - 2) as u32, (col + right - 2) as u32);
                polyomino.rows[down as usize] >> right & 1 == 0
                    || board.size().contains(pos) && board.cell(pos) == Cell::Empty
            })
        })
    }

    #[quickcheck]
    fn room_is_where_no_cell_is_taken_or_off_the_board(seed: u64, bits: u32) {
        for (width, height) in SIZES {
            let board = board(Size::new(width, height).unwrap(), seed, seed % 60);
            let empties = Empties::of(&board);
            for polyomino in [bits, bits & bits >> 7, bits & bits >> 3 & bits >> 5, 0].map(polyomino) {
                let stamp = Stamp::new(polyomino, width);
                let rooms: Vec<PlaceBlock> = (0..empties.blocks()).map(|block| empties.room(&stamp, block)).collect();
                let mut places = 0;
                for row in -9..height as i32 + 9 {
                    for col in -9..width as i32 + 9 {
                        let expected = has_room(&board, polyomino, row, col);
                        assert_eq!(empties.has_room(polyomino, row, col), expected, "{polyomino:?} {row} {col}");
                        if empties.has_place(row, col) {
                            let number = empties.number(row, col);
                            assert_eq!(empties.middle(number), (row, col));
                            let word = rooms[number / 64 / BLOCK][number / 64 % BLOCK];
                            assert_eq!(word >> (number % 64) & 1 == 1, expected, "{polyomino:?} {row} {col}");
                            places += u32::from(expected);
                        }
                    }
                }
                // No bit beyond the places is set.
                assert_eq!(rooms.iter().flatten().map(|word| word.count_ones()).sum::<u32>(), places);
            }
        }
    }

    #[quickcheck]
    fn what_is_placed_is_taken_and_nothing_else_changes(seed: u64, bits: u32) {
        for (width, height) in SIZES {
            let before = board(Size::new(width, height).unwrap(), seed, 20);
            let polyomino = polyomino(bits & bits >> 9);
            let side = Side::BOTH[(seed % 2) as usize];
            for row in -2..height as i32 + 3 {
                for col in (-2..width as i32 + 3).filter(|&col| has_room(&before, polyomino, row, col)) {
                    let (mut after, mut empties) = (before.clone(), Empties::of(&before));
                    after.place(polyomino, row, col, side);
                    empties.take(polyomino, row, col);
                    assert_eq!(empties, Empties::of(&after));
                    for pos in before.size().positions() {
                        let (down, right) = (pos.row as i32 - row + 2, pos.col as i32 - col + 2);
                        let inside = (0..5).contains(&down) && (0..5).contains(&right);
                        let placed = inside && polyomino.rows[down as usize] >> right & 1 == 1;
                        assert_eq!(after.cell(pos), if placed { side.into() } else { before.cell(pos) });
                    }
                    assert_eq!(PackedBoard::from_words(after.size(), after.words()), Ok(after));
                }
            }
        }
    }

    #[test]
    fn nothing_can_be_placed_anywhere_at_all() {
        let before = crate::board!["*..", "o*o"];
        for (row, col) in [i32::MIN, -1, 0, i32::MAX].into_iter().flat_map(|row| [(row, i32::MIN), (row, i32::MAX)]) {
            let (mut after, mut empties) = (before.clone(), Empties::of(&before));
            assert!(empties.has_room(Polyomino::default(), row, col));
            after.place(Polyomino::default(), row, col, Side::First);
            empties.take(Polyomino::default(), row, col);
            assert_eq!((&after, empties), (&before, Empties::of(&before)));
        }
    }

    #[test]
    fn empties_are_shown_as_their_rows() {
        let empties = Empties::of(&crate::board!["*..", "o*o"]);
        assert_eq!(alloc::format!("{empties:?}"), "Empties[x../xxx]");
    }
}
