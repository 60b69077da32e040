//! One game in a lane of a vector: the board in one or two words, and the parts of a ply without a
//! branch or a table, so that a loop over games becomes vector code.
//!
//! A side's tokens are bits in row-major order. Up to 8×8 a word holds all rows, eight bits each;
//! beyond, each of two words holds five rows of twelve bits. From 8 columns down to 4 the same code
//! serves, with masks for the size.
//!
//! ```text
//!   7×7, one word                     10×10, two words
//!   row 0    bits  0 ..  6            row 0    bits  0 ..  9 of word 0
//!   row 1    bits  8 .. 14            row 4    bits 48 .. 57 of word 0
//!   row 6    bits 48 .. 54            row 5    bits  0 ..  9 of word 1
//! ```
//!
//! A slide is computed in one line of at most ten bits, a row or a gathered column. The token rests
//! one cell before the lowest or highest piece. If that piece is at the edge, the entry is blocked
//! and the token's cell is the empty set.

use super::super::Setup;
use super::lane_entry::LaneEntry;
use crate::cell::{Cell, Pos, Side, Size};
use crate::rules::SetupError;
use crate::text::{Grid, PlainBoard};

/// The bits of a board, in one word up to 8×8 and in two beyond.
pub(in super::super) type Bits<const WORDS: usize> = [u64; WORDS];

/// Combines two boards word by word.
#[inline(always)]
pub(in super::super) fn zip<const WORDS: usize>(
    mut one: Bits<WORDS>,
    other: Bits<WORDS>,
    combine: impl Fn(u64, u64) -> u64,
) -> Bits<WORDS> {
    for word in 0..WORDS {
        one[word] = combine(one[word], other[word]);
    }
    one
}

/// The pieces of both.
#[inline(always)]
pub(in super::super) fn union<const WORDS: usize>(one: Bits<WORDS>, other: Bits<WORDS>) -> Bits<WORDS> {
    zip(one, other, |one, other| one | other)
}

/// The cells of one that the other lacks.
#[inline(always)]
pub(in super::super) fn without<const WORDS: usize>(one: Bits<WORDS>, other: Bits<WORDS>) -> Bits<WORDS> {
    zip(one, other, |one, other| one & !other)
}

/// The cells that a board does not have, and the bits beyond it.
#[inline(always)]
pub(in super::super) fn not<const WORDS: usize>(bits: Bits<WORDS>) -> Bits<WORDS> {
    zip(bits, bits, |word, _| !word)
}

/// The cells that only one of both has.
#[inline(always)]
pub(in super::super) fn difference<const WORDS: usize>(one: Bits<WORDS>, other: Bits<WORDS>) -> Bits<WORDS> {
    zip(one, other, |one, other| one ^ other)
}

/// The first board if the condition holds, else the second.
#[inline(always)]
pub(in super::super) fn choose<const WORDS: usize>(condition: bool, yes: Bits<WORDS>, no: Bits<WORDS>) -> Bits<WORDS> {
    zip(yes, no, |yes, no| if condition { yes } else { no })
}

/// The bits shifted up, none from 64 on: as instructions of vectors shift, but not those of words.
#[inline(always)]
fn shifted(bits: u64, shift: u64) -> u64 {
    if shift < 64 { bits << shift } else { 0 }
}

/// Whether no bit is set.
#[inline(always)]
pub(in super::super) fn is_empty<const WORDS: usize>(bits: Bits<WORDS>) -> bool {
    let mut all = 0;
    for word in bits {
        all |= word;
    }
    all == 0
}

/// The masks of one size of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct LanePlan<const WORDS: usize> {
    /// The number of rows and columns.
    pub(in super::super) size: u64,
    /// The bits of a line.
    line: u64,
    /// All cells but the center.
    places: Bits<WORDS>,
    /// The fixed center.
    pub(in super::super) center: Bits<WORDS>,
    /// The cells at the edges.
    rim: Bits<WORDS>,
    /// The lowest bits of all rows.
    first: Bits<WORDS>,
    /// The cells behind those from which four to the right are on the board, and the cells from
    /// which four to the left are: only rows without a spare bit need them.
    right: u64,
    left: u64,
}

impl<const WORDS: usize> LanePlan<WORDS> {
    /// Bits from a row to the next.
    pub(in super::super) const STRIDE: u64 = if WORDS == 1 { 8 } else { 12 };

    /// Rows in a word.
    pub(in super::super) const ROWS: u64 = if WORDS == 1 { 8 } else { 5 };

    /// The lowest bit of every row of a word.
    pub(in super::super) const FIRST: u64 = if WORDS == 1 { 0x0101_0101_0101_0101 } else { 0x0001_0010_0100_1001 };

    /// A factor that, with a mask, moves bit *i* to the lowest bit of row *i*.
    const SPREAD: u64 = if WORDS == 1 { 0x0002_0408_1020_4081 } else { 0x0000_1002_0040_0801 };

    /// A factor that gathers the lowest bits of rows: that of row *i* becomes bit [`GATHERED`] +
    /// *i*. That is no less than the first action of any edge, so that a shift to the right moves a
    /// column to the actions of an edge.
    ///
    /// [`GATHERED`]: Self::GATHERED
    const GATHER: u64 = if WORDS == 1 { 0x0102_0408 } else { 0x0001_0020_0400_8010 };

    const GATHERED: u64 = if WORDS == 1 { 24 } else { 48 };

    /// The plan of a size: 4 to 8 for one word, 9 and 10 for two.
    #[inline(never)]
    pub(in super::super) fn new(size: u32) -> LanePlan<WORDS> {
        let board = Size::new(size, size).expect("a board has rows");
        let cells = |is_wanted: &dyn Fn(Pos) -> bool| Self::bits(board, is_wanted);
        let is_center = |at: u32| at == size / 2 || at == (size - 1) / 2;
        let is_end = |at: u32| at == 0 || at == size - 1;
        LanePlan {
            size: u64::from(size),
            line: (1 << size) - 1,
            places: cells(&|pos| !(is_center(pos.row) && is_center(pos.col))),
            center: cells(&|pos| is_center(pos.row) && is_center(pos.col)),
            rim: cells(&|pos| is_end(pos.row) || is_end(pos.col)),
            first: cells(&|pos| pos.col == 0),
            right: cells(&|pos| (1..size - 2).contains(&pos.col))[0],
            left: cells(&|pos| pos.col >= 3)[0],
        }
    }

    /// All pieces: the tokens of both sides and the center.
    #[inline(always)]
    pub(in super::super) fn occupied(&self, mine: Bits<WORDS>, theirs: Bits<WORDS>) -> Bits<WORDS> {
        union(union(mine, theirs), self.center)
    }

    /// The free cells.
    pub(in super::super) fn free(&self, mine: Bits<WORDS>, theirs: Bits<WORDS>) -> Bits<WORDS> {
        without(self.places, union(mine, theirs))
    }

    /// The tokens of both sides, where the other cells are free.
    #[inline(always)]
    pub(in super::super) fn taken(&self, free: Bits<WORDS>) -> Bits<WORDS> {
        without(self.places, free)
    }

    /// The number of actions: four edges, north, east, south and west, each from 0.
    #[inline(always)]
    pub(in super::super) fn actions(&self) -> u32 {
        4 * self.size as u32
    }

    /// The entry of an action, packed for [`LaneEntry::unpacked`]; none if there is no such action.
    /// It is found in half words: a vector holds four times as many of them as of words.
    #[inline(always)]
    pub(in super::super) fn packed_entry(&self, action: u16) -> i16 {
        let is_action = action < self.actions() as u16;
        // Signed, because vectors compare no other words without AVX-512.
        let (action, size) = (action as i16, self.size as i16);
        let (east, south, west) = (action >= size, action >= 2 * size, action >= 3 * size);
        let before = if east { size } else { 0 };
        let before = if south { 2 * size } else { before };
        let before = if west { 3 * size } else { before };
        let index = action.wrapping_sub(before);
        let (in_row, descending) = (east & !south | west, east & !west);
        let in_second = (WORDS > 1) & (index >= Self::ROWS as i16);
        let row = if in_second { index - Self::ROWS as i16 } else { index };
        let shift = if in_row { row.wrapping_mul(Self::STRIDE as i16) } else { index };
        LaneEntry::packed(in_row, descending, in_second, if is_action { shift } else { LaneEntry::NONE })
    }

    /// The entry at an edge; `index` is below 16.
    #[inline(always)]
    pub(in super::super) fn entry(&self, in_row: bool, descending: bool, index: u64) -> LaneEntry {
        let (in_second, shift) = Self::place(index);
        LaneEntry { in_row, descending, in_second, shift: if in_row { shift } else { index } }
    }

    /// Splits the index of a row into its word, as a condition, and its shift there.
    #[inline(always)]
    fn place(index: u64) -> (bool, u64) {
        let second = WORDS > 1 && index >= Self::ROWS;
        let row = if second { index - Self::ROWS } else { index };
        (second, (row * Self::STRIDE) & 63)
    }

    /// The bits of a row.
    #[inline(always)]
    pub(in super::super) fn row(&self, bits: Bits<WORDS>, index: u64) -> u64 {
        let (second, shift) = Self::place(index);
        (if second { bits[WORDS - 1] } else { bits[0] }) >> shift & self.line
    }

    /// The lowest bits of all rows, as a line.
    #[inline(always)]
    fn gathered(bits: Bits<WORDS>) -> u64 {
        let gather = |word| Self::gather(word) >> Self::GATHERED;
        if WORDS == 1 { gather(bits[0]) & 0xff } else { gather(bits[0]) & 31 | (gather(bits[WORDS - 1]) & 31) << 5 }
    }

    /// The lowest bits of the rows of a word, from bit [`GATHERED`](Self::GATHERED) on, among
    /// unspecified ones.
    ///
    /// In a single word, the upper four rows are first moved between the lower four. So both
    /// factors have 32 bits, and vectors have an instruction for their product; that of 64 bits
    /// takes three with AVX-512 and seven without.
    #[inline(always)]
    fn gather(word: u64) -> u64 {
        let first = word & Self::FIRST;
        let first = if WORDS == 1 { (first | first >> 28) & 0xffff_ffff } else { first };
        first.wrapping_mul(Self::GATHER)
    }

    /// The line of an entry.
    #[inline(always)]
    fn line(&self, pieces: Bits<WORDS>, entry: LaneEntry) -> u64 {
        let shift = entry.shift & 63;
        let row = if entry.in_second { pieces[WORDS - 1] } else { pieces[0] } >> shift;
        let column = Self::gathered(zip(pieces, pieces, |word, _| word >> shift));
        (if entry.in_row { row } else { column }) & self.line
    }

    /// The bit of a line at which a token comes to rest; 0 if it cannot enter.
    #[inline(always)]
    pub(in super::super) fn slide(&self, line: u64, descending: bool) -> u64 {
        let walled = line | (self.line + 1);
        let ascending = (walled & walled.wrapping_neg()) >> 1;
        let filled = line | line >> 1;
        let filled = filled | filled >> 2;
        let filled = filled | filled >> 4;
        let filled = if WORDS == 1 { filled } else { filled | filled >> 8 };
        if descending { (filled + 1) & self.line } else { ascending }
    }

    /// A bit of a line as a cell of the row with this index.
    #[inline(always)]
    pub(in super::super) fn along(bit: u64, index: u64) -> Bits<WORDS> {
        Self::along_at(bit, Self::place(index))
    }

    /// A bit of a line as a cell of the row at a place.
    #[inline(always)]
    fn along_at(bit: u64, (second, shift): (bool, u64)) -> Bits<WORDS> {
        let mut bits = [0; WORDS];
        for (word, bits) in bits.iter_mut().enumerate() {
            *bits = if second == (word == 1) { shifted(bit, shift) } else { 0 };
        }
        bits
    }

    /// A bit of a line as a cell of the column with this index.
    #[inline(always)]
    pub(in super::super) fn across(bit: u64, index: u64) -> Bits<WORDS> {
        let mut bits = [0; WORDS];
        for (word, bits) in bits.iter_mut().enumerate() {
            let rest = bit >> (Self::ROWS as usize * word);
            *bits = shifted(rest.wrapping_mul(Self::SPREAD) & Self::FIRST, index);
        }
        bits
    }

    /// The cell at which a token from this entry comes to rest; no bit if the entry is blocked, or
    /// none.
    #[inline(always)]
    pub(in super::super) fn cell(&self, occupied: Bits<WORDS>, entry: LaneEntry) -> Bits<WORDS> {
        if WORDS == 1 {
            return zip(occupied, occupied, |word, _| self.cell_in_word(word, entry));
        }
        let LaneEntry { in_row, descending, in_second, shift } = entry;
        let bit = self.slide(self.line(occupied, entry), descending);
        choose(in_row, Self::along_at(bit, (in_second, shift)), Self::across(bit, shift))
    }

    /// The same where the board is a word. The line stays in its place, and only the distance of
    /// its cells tells a row from a column. A step of a batch on 7×7 takes four fifths of the time
    /// that it takes with lines that are gathered and spread.
    #[inline(always)]
    fn cell_in_word(&self, occupied: u64, LaneEntry { in_row, descending, shift, .. }: LaneEntry) -> u64 {
        let (line, step) = if in_row { (self.line, 1) } else { (self.first[0], Self::STRIDE) };
        let line = shifted(line, shift);
        let pieces = occupied & line;
        let ahead = line & !pieces & pieces.wrapping_sub(1);
        let filled = pieces | pieces >> step;
        let filled = filled | filled >> (2 * step);
        let filled = filled | filled >> (4 * step);
        let behind = line & !filled;
        if descending { behind & behind.wrapping_neg() } else { ahead & !(ahead >> step) }
    }

    /// Whether a token that was just placed ends the game: by a line of its side, or because no
    /// cell at an edge is free.
    #[inline(always)]
    pub(in super::super) fn ends(&self, mover: Bits<WORDS>, occupied: Bits<WORDS>) -> bool {
        let free = zip(self.rim, occupied, |rim, occupied| rim & !occupied);
        self.has_line(mover) | is_empty(free)
    }

    /// Whether four bits are in a line: a pair of neighbors, and the pair two steps on.
    ///
    /// One shift by a row and additions, which are shifts by one, make the pairs of all directions.
    /// A line along a row is found at its last cell, one down to the right behind its first.
    #[inline(always)]
    pub(in super::super) fn has_line(&self, bits: Bits<WORDS>) -> bool {
        let both = |one, other| zip(one, other, |one, other| one & other);
        let next = |bits, distance| zip(bits, bits, |word, _| word << distance);
        let (right, below) = (next(bits, 1), Self::back(bits, Self::STRIDE));
        let four = |two, step| both(two, Self::back(two, 2 * step));
        let pair = both(bits, right);
        let along = both(pair, next(pair, 2));
        let across = four(both(bits, below), Self::STRIDE);
        let down_right = four(both(right, below), Self::STRIDE + 1);
        let down_left = four(both(bits, next(below, 1)), Self::STRIDE - 1);
        if WORDS > 1 {
            // The spare bits of a row keep lines from running on into the next.
            return !is_empty(union(union(along, across), union(down_right, down_left)));
        }
        (along[0] | down_left[0]) & self.left | down_right[0] & self.right | across[0] != 0
    }

    /// The bits moved back by a distance. Bits above the last row are unspecified.
    #[inline(always)]
    fn back(bits: Bits<WORDS>, distance: u64) -> Bits<WORDS> {
        let mut moved = [0; WORDS];
        for word in 0..WORDS {
            // No line in a row reaches the next word.
            let above = if word + 1 < WORDS && distance > 2 {
                bits[word + 1] << (Self::STRIDE * Self::ROWS - distance)
            } else {
                0
            };
            moved[word] = bits[word] >> distance | above;
        }
        moved
    }

    /// The entries that are not blocked, as a mask of actions.
    #[inline(always)]
    pub(in super::super) fn open(&self, free: Bits<WORDS>) -> u64 {
        let size = self.size;
        let last_column = zip(free, free, |word, _| word >> (size - 1));
        if WORDS == 1 {
            // Every edge comes to its actions by one shift.
            let [free, last_column] = [free[0], last_column[0]];
            let edge = |number: u64| self.line << (number * size);
            let column = |word, number: u64| Self::gather(word) >> ((Self::GATHERED - number * size) & 63);
            let last_row = free >> ((Self::STRIDE * (size - 1) - 2 * size) & 63);
            free & edge(0) | column(last_column, 1) & edge(1) | last_row & edge(2) | column(free, 3) & edge(3)
        } else {
            let (north, south) = (self.row(free, 0), self.row(free, size - 1));
            north | Self::gathered(last_column) << size | south << (2 * size) | Self::gathered(free) << (3 * size)
        }
    }

    /// The cells of the first column, and those of the last one moved there, that are free.
    #[inline(always)]
    pub(in super::super) fn free_ends(&self, occupied: Bits<WORDS>) -> [Bits<WORDS>; 2] {
        let last = zip(occupied, occupied, |word, _| word >> (self.size - 1));
        let free = |bits| zip(self.first, bits, |first, bits| first & !bits);
        [free(occupied), free(last)]
    }

    /// The word and the shift of a cell.
    fn bit_of(pos: Pos) -> (usize, u64) {
        let (second, shift) = Self::place(u64::from(pos.row));
        (usize::from(second), shift + u64::from(pos.col))
    }

    /// A position as data: the tokens of the side to move, those of the other, and the turn.
    pub(in super::super) fn setup(&self, [mine, theirs]: [Bits<WORDS>; 2], turn: Side) -> Setup {
        let mut board = PlainBoard::empty(self.board());
        for pos in self.board().positions() {
            let (word, shift) = Self::bit_of(pos);
            let has = |bits: Bits<WORDS>| bits[word] >> shift & 1 == 1;
            let token = |side: Side| Some(Cell::from(side));
            let center = has(self.center).then_some(Cell::Fixed);
            let piece = if has(mine) {
                token(turn)
            } else if has(theirs) {
                token(turn.other())
            } else {
                center
            };
            piece.into_iter().for_each(|piece| board.set_cell(pos, piece));
        }
        Setup { board, turn }
    }

    /// The tokens of a position: those of the side to move, and those of the other.
    ///
    /// # Errors
    /// A setup that is not a position of this size.
    pub(in super::super) fn tokens(&self, setup: &Setup) -> Result<[Bits<WORDS>; 2], SetupError> {
        setup.check(&self.setup([[0; WORDS]; 2], setup.turn).board)?;
        let tokens = [setup.turn, setup.turn.other()].map(|side| {
            let is_token = |pos: Pos| setup.board.cell(pos) == Cell::from(side);
            Self::bits(self.board(), is_token)
        });
        if self.has_line(tokens[0]) { Err(SetupError::Over { winner: setup.turn }) } else { Ok(tokens) }
    }

    fn board(&self) -> Size {
        Size::new(self.size as u32, self.size as u32).expect("a board has rows")
    }

    /// The cells of a board for which a condition holds.
    fn bits(board: Size, is_wanted: impl Fn(Pos) -> bool) -> Bits<WORDS> {
        let mut bits = [0; WORDS];
        for pos in board.positions().filter(|&pos| is_wanted(pos)) {
            let (word, shift) = Self::bit_of(pos);
            bits[word] |= 1 << shift;
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A token may complete two lines at once.
    fn check_lines<const WORDS: usize>(size: u32) {
        let (plan, board) = (LanePlan::<WORDS>::new(size), Size::new(size, size).unwrap());
        let bits = |cells: &[Pos]| LanePlan::<WORDS>::bits(board, |pos| cells.contains(&pos));
        let mut lines = Vec::new();
        for first in board.positions() {
            for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                let line = [0, 1, 2, 3]
                    .map(|step| (first.row + step * down, first.col.wrapping_add_signed(step as i32 * right)));
                let line = line.map(|(row, col)| Pos::new(row, col));
                if line.iter().all(|&pos| board.contains(pos)) {
                    lines.push(line);
                }
            }
        }
        for line in &lines {
            assert!(plan.has_line(bits(line)), "{size}: {line:?}");
            for lacking in 0..4 {
                let rest: Vec<Pos> = line.iter().copied().filter(|&pos| pos != line[lacking]).collect();
                assert!(!plan.has_line(bits(&rest)), "{size}: {rest:?}");
            }
            for other in lines.iter().filter(|other| other.contains(&line[0])) {
                assert!(plan.has_line(union(bits(line), bits(other))), "{size}: {line:?} and {other:?}");
            }
        }
    }

    #[test]
    fn every_line_is_found_and_two_at_once() {
        (4..=8).for_each(check_lines::<1>);
        (9..=10).for_each(check_lines::<2>);
    }
}
