//! [`Rows`]: boards of eight columns, row by row; the fastest form for those that four words hold,
//! seven or eight rows.
//!
//! A row of eight cells is half a word, and the rows of many boards lie beside each other, so that
//! *below* is another array and not a shift. Gravity and all facts take a third of the time that
//! they take in a [`BoardBlock`](super::block::BoardBlock), squares two thirds.
//!
//! ```text
//!             half word: high          low
//!   rows[0]   row 0 of board 32 + i    row 0 of board i        32 × u32
//!   …
//!   rows[7]   row 7 of board 32 + i    row 7 of board i
//! ```
//!
//! Bits that a shift along a row carries out of the high half enter the low one at its right edge,
//! where masks drop runs that wrap anyway.

use core::hint::black_box;

use super::block::LANES;
use super::facts::{EMPTY_BIT, STUCK_BIT};
use crate::board::gravity::doublings;
use crate::board::run::{RunShifts, fold_run};
use crate::board::wide::each;
use crate::cell::Size;
use crate::lanes::{Lanes, all_ones};

/// Columns of the boards, and the words that they take.
const WIDTH: u32 = 8;
pub(crate) const WORDS: usize = 4;

/// Rows that four words hold.
const ROWS: usize = 8;

/// Words of a row: two boards each.
const PAIRS: usize = LANES / 2;

/// The low bits of the cells of a row, of two boards.
const LOW: u32 = 0x5555_5555;

/// One half of every word. `WIDE` says whether vectors have 512 bits: if it knew this mask, the
/// compiler would shuffle half words there, for which Intel's processors take three steps. Gravity
/// took 1.1 of the time, and squares 1.2.
#[inline(always)]
fn half<const WIDE: bool>() -> u32 {
    if WIDE { black_box(0xffff) } else { 0xffff }
}

/// Sixty-four boards.
#[derive(Clone, Copy)]
pub(crate) struct Rows([[u32; PAIRS]; ROWS]);

/// The masks of a size, a stick and a square, row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowMasks {
    /// Rows that the boards have.
    exists: [u32; ROWS],
    /// The lowest row that a vertical stick takes, and the columns in which one fits.
    lowest: usize,
    columns: u32,
    /// The run of a horizontal stick, and where it can begin.
    stick_run: RunShifts<3>,
    begins: u32,
    /// The columns in which a square can begin.
    left: u32,
}

/// The low bits of the first `count` cells of a row.
fn cells(count: u32) -> u32 {
    let row = LOW & ((1 << (2 * count)) - 1);
    row | row << 16
}

/// Whether this form takes boards of this size.
pub(crate) fn holds(size: Size) -> bool {
    size.width() == WIDTH && size.words() == WORDS
}

impl RowMasks {
    /// The masks for a size that [`holds`] accepts.
    pub(crate) fn new(size: Size, stick: u32, square: u32) -> RowMasks {
        let rows = size.height();
        let each = |holds: &dyn Fn(u32) -> bool| core::array::from_fn(|row| all_ones(holds(row as u32)) as u32);
        RowMasks {
            exists: each(&|row| row < rows),
            lowest: (stick.min(rows) - 1) as usize,
            columns: if stick <= rows { cells(WIDTH) } else { 0 },
            stick_run: RunShifts::new(stick),
            begins: if stick <= WIDTH { cells(WIDTH - stick + 1) } else { 0 },
            left: if square <= WIDTH { cells(WIDTH - square + 1) * 3 } else { 0 },
        }
    }
}

impl Rows {
    /// Boards without a cell.
    pub(crate) const EMPTY: Rows = Rows([[0; PAIRS]; ROWS]);

    /// Reads sixty-four boards.
    ///
    /// First halves of boards are taken apart, then words, then rows: two steps of one shuffle a
    /// vector. Four words at once took half as many again, and squares 1.1 of the time.
    #[inline(always)]
    pub(crate) fn read<const WIDE: bool>(&mut self, boards: &[u32; LANES * WORDS]) {
        let mask = half::<WIDE>();
        let (words, _) = boards.as_chunks::<2>();
        let mut halves = Lanes([[[0; 2]; LANES]; 2]);
        for board in 0..LANES {
            for half in 0..2 {
                halves.0[half][board] = words[2 * board + half];
            }
        }
        for (half, boards) in halves.0.iter().enumerate() {
            for pair in 0..PAIRS {
                for (word, row) in [4 * half, 4 * half + 2].into_iter().enumerate() {
                    let (low, high) = (boards[pair][word], boards[PAIRS + pair][word]);
                    self.0[row][pair] = low & mask | high << 16;
                    self.0[row + 1][pair] = low >> 16 | high & !mask;
                }
            }
        }
    }

    /// Writes the boards back.
    #[inline(always)]
    pub(crate) fn write<const WIDE: bool>(&self, boards: &mut [u32; LANES * WORDS]) {
        let mask = half::<WIDE>();
        let (low_boards, high_boards) = boards.split_at_mut(PAIRS * WORDS);
        for pair in 0..PAIRS {
            for word in 0..WORDS {
                let (even, odd) = (self.0[2 * word][pair], self.0[2 * word + 1][pair]);
                low_boards[WORDS * pair + word] = even & mask | odd << 16;
                high_boards[WORDS * pair + word] = even >> 16 | odd & !mask;
            }
        }
    }

    /// The rows of two boards.
    #[inline(always)]
    fn pair(&self, pair: usize) -> [u32; ROWS] {
        each(|row| self.0[row][pair])
    }

    /// Lets every cell fall: the rounds of [`gravity`](crate::board::gravity), with the parity down
    /// a column as a running value.
    #[inline(always)]
    pub(crate) fn fall(&mut self, masks: &RowMasks) {
        for pair in 0..PAIRS {
            let mut rows = self.pair(pair);
            let mut gaps = [0; ROWS];
            for row in 1..ROWS {
                let empty = LOW & masks.exists[row] & !(rows[row] | rows[row] >> 1);
                gaps[row - 1] = empty | empty << 1;
            }
            for round in 0..doublings(ROWS as u32) {
                let (distance, mut odd) = (1 << round, 0);
                for row in (0..ROWS).rev() {
                    odd ^= gaps[row];
                    gaps[row] &= !odd;
                    if row + distance < ROWS {
                        rows[row + distance] |= rows[row] & odd;
                        rows[row] &= !odd;
                    }
                }
            }
            for (all, row) in self.0.iter_mut().zip(rows) {
                all[pair] = row;
            }
        }
    }

    /// Writes the bits of [`BoardFacts`](super::facts::BoardFacts): the sides that own a square of
    /// side `SIDE` and, if `ALL`, whether the board is empty and whether it is stuck.
    #[inline(always)]
    pub(crate) fn facts<const SIDE: usize, const ALL: bool>(&self, masks: &RowMasks, facts: &mut [u8; LANES]) {
        let (low, high) = facts.split_at_mut(PAIRS);
        let lowest = &self.0[masks.lowest];
        for pair in 0..PAIRS {
            let rows = self.pair(pair);
            // Runs down the columns first: they can begin in fewer rows than there are. A row that
            // the boards lack is empty.
            let mut owners = 0;
            for row in 0..ROWS + 1 - SIDE {
                let mut column = rows[row];
                for below in 1..SIDE {
                    column &= rows[row + below];
                }
                owners |= fold_run(column, SIDE as u32, |cells, further| cells & cells >> (2 * further));
            }
            // Every cell onto the first; bits that come over from the other board never get that
            // far.
            owners &= masks.left;
            owners |= owners >> 8;
            owners |= owners >> 4;
            owners |= owners >> 2;
            let mut facts = owners & 0x0003_0003;
            if ALL {
                // Of these words only the low bits of the cells mean anything.
                let occupied: [u32; ROWS] = each(|row| rows[row] | rows[row] >> 1);
                let mut loose = 0;
                for row in 0..ROWS - 2 {
                    loose |= occupied[row] & !occupied[row + 1];
                }
                loose |= occupied[ROWS - 2] & !occupied[ROWS - 1] & masks.exists[ROWS - 1];
                // A column with a cell but none at its bottom has a loose one.
                let any = (loose | occupied[ROWS - 2] | occupied[ROWS - 1]) & LOW;
                // Where nothing is loose, what is above an empty cell is empty, too.
                let tall = lowest[pair] | lowest[pair] >> 1;
                let blocked = masks.stick_run.fold(occupied[0] & LOW, |cells, further| cells | cells >> (2 * further));
                let goes_on = loose & LOW | !tall & masks.columns | !blocked & masks.begins;
                facts |= zero_halves(goes_on) << STUCK_BIT | zero_halves(any) << EMPTY_BIT;
            }
            low[pair] = facts as u8;
            high[pair] = (facts >> 16) as u8;
        }
    }
}

/// Bit 0 of each half for a half that is zero; the high bits of cells must be.
#[inline(always)]
fn zero_halves(halves: u32) -> u32 {
    // A half is below 0x8000, so the sum carries no further than to its own highest bit.
    !(halves + 0x7fff_7fff) >> 15 & 0x0001_0001
}
