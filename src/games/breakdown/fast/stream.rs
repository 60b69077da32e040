//! Boards beyond 64 cells, many at a time: as one stream of bits, or side by side in a strip.
//!
//! A kernel that needs a cell and its neighbors to the right and below runs over all bits of a
//! piece of the caller's slice at once, as if it were one long board. Near the end of a board the
//! answers mix in the next board, and near the right edge the next row. Masks, the same for every
//! board, drop those answers.
//!
//! Gravity, which moves bits between rows, works on rows that start at a word each. Narrow boards
//! are laid side by side, as many as fill a strip:
//!
//! ```text
//!              board 0    board 1           board 15        12 columns a board
//!   row 0      24 bits    24 bits     …     24 bits         in a word each,
//!   row 1      24 bits    24 bits     …     24 bits         16 words a strip
//! ```

use alloc::vec;
use alloc::vec::Vec;

use super::facts::BoardFacts;
use crate::board::gravity::{StripRow, fall_rows, fall_words};
use crate::board::run::run_distances;
use crate::board::slice;
use crate::cell::Size;
use crate::level::{Level, Task};

/// Words of a piece: its working copies fit a first-level cache, and cost little if there are few
/// boards.
const PIECE: usize = 512;

/// Words of a row of a strip.
const STRIP: usize = 16;

/// Rows of a strip that lies on the stack.
const ROWS: usize = 64;

/// Lets every cell of every board fall.
pub(super) fn fall(level: Level, size: Size, boards: &mut [u32]) {
    let (height, words) = (size.height() as usize, size.words());
    // A board by itself has nothing to lie beside.
    if height > ROWS || 2 * row_words(size) > STRIP || boards.len() == words {
        boards.chunks_exact_mut(words).for_each(|board| fall_words(level, board, size));
    } else {
        level.run(FallSideBySide { size, boards });
    }
}

/// Words of a row that starts at a word.
#[inline(always)]
fn row_words(size: Size) -> usize {
    (2 * size.width() as usize).div_ceil(32)
}

/// Boards of which a strip holds several.
struct FallSideBySide<'a> {
    size: Size,
    boards: &'a mut [u32],
}

impl Task for FallSideBySide<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        fall_side_by_side(self.size, self.boards);
    }
}

#[inline(always)]
fn fall_side_by_side(size: Size, boards: &mut [u32]) {
    let (stride, height, words) = (2 * size.width() as usize, size.height() as usize, size.words());
    let row_words = row_words(size);
    let (mut rows, mut gaps) = ([[0; STRIP]; ROWS], [[0; STRIP]; ROWS]);
    let (rows, gaps) = (&mut rows[..height], &mut gaps[..height]);
    let mut mask = [0; STRIP];
    mask.chunks_exact_mut(row_words).for_each(|row| slice::load(&[u32::MAX; STRIP], 0, stride, row));
    for boards in boards.chunks_mut(STRIP / row_words * words) {
        for (board, at) in boards.chunks_exact(words).zip((0..).step_by(row_words)) {
            load_rows(board, stride, row_words, at, &mask, rows);
        }
        if fall_rows(rows, gaps, &mask).is_none() {
            continue;
        }
        for (board, at) in boards.chunks_exact_mut(words).zip((0..).step_by(row_words)) {
            store_rows(board, stride, row_words, at, rows);
        }
    }
}

/// Takes the rows out of a board, `row_words` words from `at` on.
#[inline(always)]
fn load_rows(
    board: &[u32],
    stride: usize,
    row_words: usize,
    at: usize,
    mask: &StripRow<STRIP>,
    rows: &mut [StripRow<STRIP>],
) {
    let word = |index: usize| u64::from(board.get(index).copied().unwrap_or(0));
    for (index, row) in rows.iter_mut().enumerate() {
        let (first, shift) = (index * stride / 32, index * stride % 32);
        for part in 0..row_words {
            let both = word(first + part) | word(first + part + 1) << 32;
            row[at + part] = (both >> shift) as u32 & mask[at + part];
        }
    }
}

/// Puts the rows back into a board, one after the other.
#[inline(always)]
fn store_rows(board: &mut [u32], stride: usize, row_words: usize, at: usize, rows: &[StripRow<STRIP>]) {
    let mut words = board.iter_mut();
    // The bits that no word has taken yet, fewer than 32 before each step.
    let (mut pending, mut count) = (0_u64, 0);
    for row in rows {
        for part in 0..row_words {
            pending |= u64::from(row[at + part]) << count;
            count += (stride - 32 * part).min(32);
            if count >= 32 {
                if let Some(word) = words.next() {
                    *word = pending as u32;
                }
                pending >>= 32;
                count -= 32;
            }
        }
    }
    if let Some(word) = words.next() {
        *word = pending as u32;
    }
}

/// Two working copies of a piece of the boards' words.
struct Piece {
    bits: [u32; PIECE],
    copy: [u32; PIECE],
    used: usize,
}

impl Piece {
    const EMPTY: Piece = Piece { bits: [0; PIECE], copy: [0; PIECE], used: 0 };

    /// Copies the words, each as `view` maps it.
    #[inline(always)]
    fn read(&mut self, words: &[u32], view: impl Fn(u32) -> u32) {
        self.used = words.len();
        for (bits, &word) in self.bits.iter_mut().zip(words) {
            *bits = view(word);
        }
    }

    /// Combines every bit with those that make a run of `length` with it, `step` bits apart. No run
    /// is longer than the piece, whose bits a `usize` of 32 bits can count.
    #[inline(always)]
    fn fold_run(&mut self, step: usize, length: u32, combine: impl Fn(u32, u32) -> u32 + Copy) {
        for distance in run_distances(length.min(32 * PIECE as u32) as usize) {
            let Piece { bits, copy, used } = self;
            slice::combine_along(&mut bits[..*used], &mut copy[..], step * distance, combine);
        }
    }

    /// The bits of board `index` that `mask` leaves, all words of them in one.
    #[inline(always)]
    fn masked(&self, index: usize, mask: &[u32]) -> u32 {
        let bits = &self.bits[index * mask.len()..][..mask.len()];
        bits.iter().zip(mask).fold(0, |all, (bits, mask)| all | bits & mask)
    }

    /// As [`masked`](Self::masked), of the bits that are not set.
    #[inline(always)]
    fn masked_free(&self, index: usize, mask: &[u32]) -> u32 {
        let bits = &self.bits[index * mask.len()..][..mask.len()];
        bits.iter().zip(mask).fold(0, |all, (bits, mask)| all | !bits & mask)
    }
}

/// The masks for the answers: a word for every word of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Masks {
    /// Both bits of the cells at which a square may begin.
    corners: Vec<u32>,
    /// The low bits of the top row, if a vertical stick is not longer than the board is high.
    vertical: Vec<u32>,
    /// The low bits of the top row from which a horizontal stick does not stick out.
    horizontal: Vec<u32>,
    /// The low bits of all cells but those of the bottom row.
    above_bottom: Vec<u32>,
}

/// A mask with the `pattern` in the first `columns` columns of the first `rows` rows.
fn cells_mask(size: Size, rows: u32, columns: u32, pattern: u32) -> Vec<u32> {
    let (stride, bits) = (2 * size.width() as usize, 2 * columns as usize);
    let (mut mask, row) = (vec![0; size.words()], vec![pattern; bits.div_ceil(32)]);
    if bits > 0 {
        (0..rows as usize).for_each(|index| slice::store(&mut mask, index * stride, bits, &row));
    }
    mask
}

impl Masks {
    /// The masks of a size, a stick and a square; `None` when a board is larger than a piece.
    pub(super) fn new(size: Size, stick: u32, square: u32) -> Option<Masks> {
        if size.words() > PIECE {
            return None;
        }
        // The number of places for something of this length.
        let places = |extent: u32, length: u32| (extent + 1).saturating_sub(length);
        let (width, height) = (size.width(), size.height());
        let rows = places(height, square);
        Some(Masks {
            corners: cells_mask(size, rows, places(width, square), u32::MAX),
            vertical: cells_mask(size, places(height, stick).min(1), width, slice::EVEN),
            horizontal: cells_mask(size, 1, places(width, stick), slice::EVEN),
            above_bottom: cells_mask(size, height - 1, width, slice::EVEN),
        })
    }
}

/// Calls `done` with every board's number and facts: all facts, or only the squares.
#[inline(always)]
pub(super) fn look(
    size: Size,
    stick: u32,
    square: u32,
    masks: &Masks,
    boards: &[u32],
    all: bool,
    mut done: impl FnMut(usize, BoardFacts),
) {
    let (stride, words) = (2 * size.width() as usize, size.words());
    let mut number = 0;
    let (mut squares, mut vertical, mut horizontal, mut loose) =
        (Piece::EMPTY, Piece::EMPTY, Piece::EMPTY, Piece::EMPTY);
    for boards in boards.chunks(PIECE / words * words) {
        squares.read(boards, |word| word);
        for step in [2, stride] {
            squares.fold_run(step, square, |near, far| near & far);
        }
        if all {
            vertical.read(boards, slice::occupied);
            vertical.fold_run(stride, stick, |near, far| near | far);
            horizontal.read(boards, slice::occupied);
            horizontal.fold_run(2, stick, |near, far| near | far);
            loose.read(boards, slice::occupied);
            loose.fold_run(stride, 2, |here, below| here & !below);
        }
        for (index, board) in boards.chunks_exact(words).enumerate() {
            let mut facts = BoardFacts::empty();
            let found = squares.masked(index, &masks.corners);
            facts.set(BoardFacts::BLACK, found & slice::EVEN != 0);
            facts.set(BoardFacts::WHITE, found & !slice::EVEN != 0);
            if all {
                let goes_on = loose.masked(index, &masks.above_bottom)
                    | vertical.masked_free(index, &masks.vertical)
                    | horizontal.masked_free(index, &masks.horizontal);
                facts.set(BoardFacts::STUCK, goes_on == 0);
                facts.set(BoardFacts::EMPTY, board.iter().fold(0, |all, word| all | word) == 0);
            }
            done(number + index, facts);
        }
        number += boards.len() / words;
    }
}
