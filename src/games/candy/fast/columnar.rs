//! [`ColumnPlan`]: the law of boards of up to 8×8 in words, every column a byte.
//!
//! A board is a word for each bit of a color and of a state. All distances between cells are
//! constants, and nothing here branches, so that a loop over boards becomes vector code and one
//! board alone runs without mispredictions.
//!
//! ```text
//!   bit of a word   7 15 23 31 39 47 55 63      row 7
//!                   …                           …
//!                   1  9 17 25 33 41 49 57      row 1
//!                   0  8 16 24 32 40 48 56      row 0
//! ```

use crate::board::select::{byte_counts, ranks_of, shift_of_rank, spread_bits};
use crate::board::shuffle::{into_even_bits, transposed};
use crate::cell::Size;
use crate::level::BitMoves;

/// The colors of a board in binary, a word a bit.
pub(crate) type Colors = [u64; 3];

/// The states of a board in binary, a word a bit.
pub(crate) type States = [u64; 2];

/// The lowest bit of every column.
const LOW: u64 = 0x0101_0101_0101_0101;

/// From a cell to the cell on its right.
const RIGHT: u32 = 8;

/// The masks of one board size. Each holds the cells from which a step in its direction, of one to
/// three cells, stays on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnPlan {
    height: u32,
    cells: u64,
    up: u64,
    up_2: u64,
    up_3: u64,
    right: u64,
    right_2: u64,
    right_3: u64,
    right_up: u64,
    right_up_2: u64,
    right_2_up: u64,
    right_down: u64,
    right_down_2: u64,
    right_2_down: u64,
}

/// The cells whose candy has the color of the one above it, and of the one on its right.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    up: u64,
    right: u64,
}

/// Swaps, as their lower or left cells.
#[derive(Clone, Copy)]
pub(crate) struct ColumnSwaps {
    pub(crate) up: u64,
    pub(crate) right: u64,
}

/// Swaps in the order of every list: row by row, by column, up before right.
#[derive(Clone, Copy)]
pub(crate) struct RowSwaps {
    /// Bit *c* of byte *r*: the swap of column *c* and row *r*.
    pub(crate) up: u64,
    pub(crate) right: u64,
    /// The number of swaps in each row and the rows below it.
    ranks: u64,
}

/// A swap: two cells.
#[derive(Clone, Copy)]
pub(crate) struct ColumnSwap {
    /// The lower or left cell.
    cell: u64,
    pub(crate) is_up: bool,
}

impl ColumnPlan {
    /// The masks of a size; `None` beyond 8×8.
    #[inline(never)]
    pub(super) fn new(size: Size) -> Option<ColumnPlan> {
        let (width, height) = (size.width(), size.height());
        if width > 8 || height > 8 {
            return None;
        }
        let from = |right: u32, up: i32| {
            let on_board = |row: u32| row.checked_add_signed(up).is_some_and(|row| row < height);
            let column = (0..height).filter(|&row| on_board(row)).fold(0, |column, row| column | 1 << row);
            (0..width.saturating_sub(right)).fold(0, |cells, col| cells | column << (RIGHT * col))
        };
        Some(ColumnPlan {
            height,
            cells: from(0, 0),
            up: from(0, 1),
            up_2: from(0, 2),
            up_3: from(0, 3),
            right: from(1, 0),
            right_2: from(2, 0),
            right_3: from(3, 0),
            right_up: from(1, 1),
            right_up_2: from(1, 2),
            right_2_up: from(2, 1),
            right_down: from(1, -1),
            right_down_2: from(1, -2),
            right_2_down: from(2, -1),
        })
    }

    /// All cells.
    #[inline(always)]
    pub(super) fn cells(&self) -> u64 {
        self.cells
    }

    /// The highest `count` cells of the column whose lowest cell is bit `column`; `count` is at
    /// least 1.
    #[inline(always)]
    pub(super) fn top(&self, column: u32, count: u32) -> u64 {
        u64::MAX << (column + self.height - count) & self.column() << column
    }

    /// The cells of the first column.
    #[inline(always)]
    pub(crate) fn column(&self) -> u64 {
        self.cells & 0xff
    }

    /// The number of a cell's swap with the cell above it or on its right, if there is one:
    /// [`ColumnSwap::numbered`].
    pub(crate) fn number(&self, row: u32, column: u32, is_up: bool) -> Option<u8> {
        let (cells, cell) = (if is_up { self.up } else { self.right }, column * RIGHT + row);
        (row < 8 && column < 8 && cells >> cell & 1 == 1).then_some(cell as u8 | u8::from(is_up) << 6)
    }

    #[inline(always)]
    pub(crate) fn pairs(&self, colors: &Colors) -> Pairs {
        Pairs { up: same::<1>(colors, self.up), right: same::<RIGHT>(colors, self.right) }
    }

    /// The legal swaps of a settled board, as in [`swaps`](super::swaps).
    #[inline(always)]
    pub(crate) fn swaps(&self, colors: &Colors) -> ColumnSwaps {
        let line = |far, near, opposite, beyond| near & (far | opposite) | opposite & beyond;
        let up_2 = same::<2>(colors, self.up_2);
        let up_3 = same::<3>(colors, self.up_3);
        let right_2 = same::<16>(colors, self.right_2);
        let right_3 = same::<24>(colors, self.right_3);
        let right_up = same::<9>(colors, self.right_up);
        let right_up_2 = same::<10>(colors, self.right_up_2);
        let right_2_up = same::<17>(colors, self.right_2_up);
        let right_down = same::<7>(colors, self.right_down);
        let right_down_2 = same::<6>(colors, self.right_down_2);
        let right_2_down = same::<15>(colors, self.right_2_down);
        ColumnSwaps {
            up: up_2 & up_3
                | line(right_2_up, right_up, right_down << 7, right_2_down << 15)
                | (up_2 << 1 & up_3 << 2)
                | line(right_2_down >> 1, right_down >> 1, right_up << 8, right_2_up << 16),
            right: right_2 & right_3
                | line(right_up_2, right_up, right_down, right_down_2)
                | (right_2 << 8 & right_3 << 16)
                | line(right_down_2 >> 2, right_down >> 1, right_up << 1, right_up_2 << 2),
        }
    }

    /// Closes the gaps that exploding candies leave. Returns the free cells, at the tops of the
    /// columns, in which no color has a bit.
    ///
    /// Every candy falls by the number of gaps below it: by one where that number is odd, then by
    /// two, then by four (Warren, *Hacker's Delight*, compress).
    #[inline(always)]
    pub(crate) fn fall(&self, colors: &mut Colors, fired: u64) -> u64 {
        let stay = self.cells & !fired;
        let mut planes = [colors[0] & stay, colors[1] & stay, colors[2] & stay, stay];
        let mut below = fired << 1 & !LOW;
        below &= !fall_where_odd::<1>(&mut planes, below);
        below &= !fall_where_odd::<2>(&mut planes, below);
        fall_where_odd::<4>(&mut planes, below);
        *colors = [planes[0], planes[1], planes[2]];
        self.cells & !planes[3]
    }
}

/// Lowers every bit that has an odd number of bits of `below` at or below it in its column. Returns
/// the places of these bits.
#[inline(always)]
fn fall_where_odd<const DISTANCE: u32>(planes: &mut [u64; 4], below: u64) -> u64 {
    let odd = below ^ below << 1 & (LOW * 0xfe);
    let odd = odd ^ odd << 2 & (LOW * 0xfc);
    let odd = odd ^ odd << 4 & (LOW * 0xf0);
    for plane in planes {
        let falling = *plane & odd;
        *plane = *plane ^ falling | falling >> DISTANCE;
    }
    odd
}

/// The cells of `from` whose candy has the color of the one `DISTANCE` further.
#[inline(always)]
fn same<const DISTANCE: u32>(colors: &Colors, from: u64) -> u64 {
    let differ = |plane: u64| plane >> DISTANCE ^ plane;
    from & !(differ(colors[0]) | differ(colors[1]) | differ(colors[2]))
}

impl Pairs {
    /// Whether three candies of a color are in a line.
    #[inline(always)]
    pub(crate) fn match_somewhere(self) -> bool {
        self.up & self.up >> 1 | self.right & self.right >> RIGHT != 0
    }

    /// Whether four candies of a color are in a line.
    #[inline(always)]
    pub(crate) fn have_four(self) -> bool {
        let Pairs { up, right } = self;
        up & up >> 1 & up >> 2 | right & right >> RIGHT & right >> (2 * RIGHT) != 0
    }

    /// The cells that explode in a step.
    #[inline(always)]
    pub(crate) fn fire(self) -> u64 {
        let Pairs { up, right } = self;
        let anchors = fours::<1>(up);
        let two = anchors | anchors << 1;
        let fired = two | two << 2;
        let anchors = fours::<RIGHT>(right & !(fired | fired >> RIGHT));
        let two = anchors | anchors << RIGHT;
        self.fire_threes(fired | two | two << (2 * RIGHT))
    }

    /// The cells that explode in a step, given the cells `fired` that explode as parts of fours.
    #[inline(always)]
    pub(crate) fn fire_threes(self, fired: u64) -> u64 {
        let pairs = self.up & !(fired | fired >> 1);
        let anchors = pairs & pairs >> 1;
        let fired = fired | anchors | anchors << 1 | anchors << 2;
        let pairs = self.right & !(fired | fired >> RIGHT);
        let anchors = pairs & pairs >> RIGHT;
        fired | anchors | anchors << RIGHT | anchors << (2 * RIGHT)
    }
}

/// The cells at which fours fire: the first of every run, and the one four further. A line of eight
/// has no room for a third.
#[inline(always)]
fn fours<const DISTANCE: u32>(pairs: u64) -> u64 {
    let candidates = pairs & pairs >> DISTANCE & pairs >> (2 * DISTANCE);
    let first = candidates & !(candidates << DISTANCE);
    first | first << (4 * DISTANCE) & candidates
}

/// Explodes candies: lowers states above 0 by one. Returns the cells of these states.
#[inline(always)]
pub(crate) fn explode(states: &mut States, fired: u64) -> u64 {
    let lowered = (states[0] | states[1]) & fired;
    let borrow = lowered & !states[0];
    states[0] ^= lowered;
    states[1] ^= borrow;
    lowered
}

impl ColumnSwaps {
    #[inline(always)]
    pub(crate) fn by_row(self) -> RowSwaps {
        let (up, right) = (transposed(self.up), transposed(self.right));
        RowSwaps { up, right, ranks: ranks_of(byte_counts(up) + byte_counts(right)) }
    }
}

impl RowSwaps {
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.ranks >> 56
    }

    /// The swaps of the lower four rows, and of the upper four: sixteen bits a row, up and right
    /// alternating.
    #[inline(always)]
    pub(crate) fn by_turns(&self) -> [u64; 2] {
        let rows =
            |shift: u32| into_even_bits((self.up >> shift) as u32) | into_even_bits((self.right >> shift) as u32) << 1;
        [rows(0), rows(32)]
    }

    /// As [`nth`](Self::nth), where bits can be moved: the swaps of a row, up and right by turns,
    /// are bits of one word.
    #[inline(always)]
    pub(crate) fn nth_by(&self, moves: BitMoves, index: u64) -> ColumnSwap {
        let shift = shift_of_rank(self.ranks, index);
        let rank = index.wrapping_sub((self.ranks << 8).wrapping_shr(shift as u32) & 0xff);
        let up = moves.deposit(self.up.wrapping_shr(shift as u32), 0x5555);
        let right = moves.deposit(self.right.wrapping_shr(shift as u32), 0xaaaa);
        let place = u64::from(moves.deposit(1 << (rank & 15), up | right).trailing_zeros());
        ColumnSwap { cell: (place / 2 * u64::from(RIGHT) + shift / 8) & 63, is_up: place % 2 == 0 }
    }

    /// The swap with an index below [`count`](Self::count); beyond it, any swap of the word.
    #[inline(always)]
    pub(crate) fn nth(&self, index: u64) -> ColumnSwap {
        let shift = shift_of_rank(self.ranks, index);
        let rank = index.wrapping_sub((self.ranks << 8).wrapping_shr(shift as u32) & 0xff);
        let up = spread_bits(self.up.wrapping_shr(shift as u32));
        let right = spread_bits(self.right.wrapping_shr(shift as u32));
        let ranks = ranks_of(up + right);
        let column = shift_of_rank(ranks, rank) & 63;
        let before = (ranks - up - right) >> column & 0xff;
        let is_up = (up >> column & 1 == 1) & (rank == before);
        ColumnSwap { cell: (column + (shift >> 3)) & 63, is_up }
    }
}

impl ColumnSwap {
    /// The swap of a number below 128: bits 0 to 5 are the lower or left cell, bit 6 is set if the
    /// other is above it.
    #[inline(always)]
    pub(crate) fn numbered(number: u64) -> ColumnSwap {
        ColumnSwap { cell: number & 63, is_up: number & 64 != 0 }
    }

    /// The column, and the row from the bottom, of the lower or left cell.
    #[inline(always)]
    pub(crate) fn square(self) -> (u32, u32) {
        (self.cell as u32 / RIGHT, self.cell as u32 % RIGHT)
    }

    /// Exchanges the candies of the two cells if `wanted` is 1, and does nothing if it is 0.
    #[inline(always)]
    pub(crate) fn exchange(self, colors: &mut Colors, wanted: u64) {
        let distance = if self.is_up { 1 } else { u64::from(RIGHT) };
        for color in colors {
            let here = *color >> self.cell;
            let differ = ((here ^ here >> distance) & wanted) << self.cell;
            *color ^= differ | differ << distance;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::rng::Generator;

    fn plan(width: u32, height: u32) -> ColumnPlan {
        ColumnPlan::new(Size::new(width, height).unwrap()).unwrap()
    }

    fn word(random: &mut Generator) -> u64 {
        u64::from(random.next_u32()) << 32 | u64::from(random.next_u32())
    }

    fn has(set: u64, bit: u32) -> bool {
        bit < 64 && set >> bit & 1 == 1
    }

    /// The cells that explode, one template on one square after the other, and whether one of the
    /// lines has four candies.
    fn fired_one_by_one(pairs: Pairs) -> (u64, bool) {
        let (mut fired, mut has_four) = (0, false);
        for (pairs, length, distance) in
            [(pairs.up, 4, 1), (pairs.right, 4, RIGHT), (pairs.up, 3, 1), (pairs.right, 3, RIGHT)]
        {
            for first in 0..u64::BITS {
                let bits = |count: u32| (0..count).map(move |cell| first + cell * distance);
                if bits(length - 1).all(|bit| has(pairs, bit)) {
                    has_four |= length == 4;
                    if !bits(length).any(|bit| has(fired, bit)) {
                        fired |= bits(length).fold(0, |cells, bit| cells | 1 << bit);
                    }
                }
            }
        }
        (fired, has_four)
    }

    #[test]
    fn lines_explode_as_one_by_one() {
        let plan = plan(8, 8);
        let mut random = Generator::for_game(7, 0);
        let (mut with_four, mut without) = (0, 0);
        for trial in 0..20_000 {
            let plane = |random: &mut Generator| (0..trial % 3).fold(word(random), |plane, _| plane & word(random));
            let pairs = plan.pairs(&[plane(&mut random), if trial % 2 == 0 { 0 } else { plane(&mut random) }, 0]);
            let (expected, has_four) = fired_one_by_one(pairs);
            assert_eq!(pairs.fire(), expected, "{:x} {:x}", pairs.up, pairs.right);
            assert_eq!(pairs.have_four(), has_four, "{:x} {:x}", pairs.up, pairs.right);
            assert_eq!(pairs.match_somewhere(), expected != 0, "{:x} {:x}", pairs.up, pairs.right);
            if has_four {
                with_four += 1;
            } else {
                assert_eq!(pairs.fire_threes(0), expected, "{:x} {:x}", pairs.up, pairs.right);
                without += 1;
            }
        }
        assert!(with_four > 1000 && without > 1000, "{with_four} {without}");
        // Two lines that begin in one cell.
        assert!(Pairs { up: 0b11, right: 0x0101 }.match_somewhere());
        assert!(Pairs { up: 0b111, right: 0x01_0101 }.have_four());
    }

    #[test]
    fn candies_fall_as_one_by_one() {
        let mut random = Generator::for_game(8, 0);
        for (width, height) in [(8, 8), (5, 7), (1, 8), (8, 1)] {
            let plan = plan(width, height);
            for _ in 0..500 {
                let before = [(); 3].map(|()| word(&mut random) & plan.cells);
                let fired = word(&mut random) & plan.cells;
                let mut colors = before;
                let free = plan.fall(&mut colors, fired);
                assert_eq!(free & !plan.cells, 0, "{width}x{height}");
                for column in 0..width {
                    let cell = |row: u32| column * RIGHT + row;
                    let candy = |colors: &Colors, row: u32| colors.map(|plane| has(plane, cell(row)));
                    let staying = (0..height).filter(|&row| !has(fired, cell(row)));
                    let candies: Vec<[bool; 3]> = staying.map(|row| candy(&before, row)).collect();
                    for row in 0..height {
                        let expected = candies.get(row as usize);
                        assert_eq!(has(free, cell(row)), expected.is_none(), "{width}x{height} {fired:x}");
                        assert_eq!(candy(&colors, row), expected.copied().unwrap_or_default(), "{fired:x}");
                    }
                }
            }
        }
    }

    #[test]
    fn neighbors_are_on_the_board() {
        for (width, height) in [(8, 8), (5, 7)] {
            let plan = plan(width, height);
            for (row, column) in (0..10).flat_map(|row| (0..10).map(move |column| (row, column))) {
                let others = [(true, (row + 1, column)), (false, (row, column + 1))];
                for (is_up, (other_row, other_column)) in others {
                    let expected = other_row < height && other_column < width;
                    assert_eq!(plan.number(row, column, is_up).is_some(), expected, "{row} {column}");
                }
            }
        }
    }
}
