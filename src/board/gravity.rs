//! Column gravity: every cell falls as far as the empty cells below it let it.
//!
//! # In a register
//!
//! A cell falls by the number of empty cells below it in its column. That number is built bit by
//! bit: in round *i* every cell whose count has bit *i* set moves 2^*i* rows. With `gaps` marking
//! the cells that have an empty cell right below, the parity of the count is the exclusive or of
//! `gaps` over the column from the cell down (log₂ h shifts); taking every second gap away leaves
//! the count halved, ready for the next round. It is the parallel-suffix compress of *Hacker's
//! Delight* 7-4, turned upright and done for all columns and both colors at once.
//!
//! # In a slice
//!
//! The same rounds, but the parity down a column is a running value while rows stream from the
//! bottom to the top, so a round costs five word operations a row. A strip of up to 256
//! columns is copied to aligned scratch, settled there, and copied back.
//!
//! Tried and dropped: strips of 1024 columns took 2.6 times as long on 256×256, because what one
//! row of a round touches no longer stays in registers. Four rounds that go up a tall strip
//! together, a row or 32 rows each in its turn, took 1.5 to 5 times as long, although they fetch it
//! once instead of four times. As vector code (sixteen rows at a time, from one buffer to another;
//! the rounds by 16, 32, 64 and 128 on every sixteenth row by itself) the four rounds of a tall
//! strip take half the time. Laying the rows out for them costs more than that: 1024×1024 and
//! 4096×4096 took a fifth longer with AVX-512, and half as long again without.

use alloc::vec;

use super::bits::{Bits, Register};
use super::layout::{Layout, with_stride};
use super::slice;
use crate::cell::Size;
use crate::level::{Level, Task};

/// The board after every cell has fallen.
#[inline(always)]
#[must_use]
pub fn fall<B: Register>(board: B, layout: &Layout<B>) -> B {
    if layout.stride() == 0 {
        return board;
    }
    // The number of rounds is a constant, too, that of the tallest board of the stride, so that
    // loops unroll.
    with_stride!(B, layout.stride(), stride => {
        let height = if B::BITS <= 128 { B::BITS.div_ceil(stride) } else { layout.size().height() };
        fall_rounds(board, layout.cells(), stride, doublings(height))
    })
}

/// Rounds that move cells down by up to `height - 1` rows.
pub(crate) const fn doublings(height: u32) -> u32 {
    height.next_power_of_two().trailing_zeros()
}

/// The body for one board in a register or many boards of one size in lanes.
#[inline(always)]
pub(crate) fn fall_rounds<B: Bits>(mut board: B, cells: B, stride: u32, rounds: u32) -> B {
    // Both bits of a cell are marked, so that `odd` takes the pieces out of the board as it is.
    // Marking the low bit alone, with occupancy worked out anew in each round, took half as many
    // instructions again.
    let empty = cells & !(board | board.shr_each(1));
    let mut gaps = empty.shr(stride).both_bits();
    for round in 0..rounds {
        let mut odd = gaps;
        // In the last round a column has one gap left at most, in its upper half.
        let steps = if round + 1 < rounds { rounds } else { round };
        for step in 0..steps {
            odd = odd ^ odd.shr(stride << step);
        }
        let falling = board & odd;
        board = board ^ falling | falling.shl(stride << round);
        gaps = gaps & !odd;
    }
    board
}

/// Whether a cell would fall: some cell is occupied and the one below it is empty.
#[inline(always)]
#[must_use]
pub fn has_loose<B: Register>(board: B, layout: &Layout<B>) -> bool {
    !loose(layout.occupied(board), layout.cells(), layout.stride()).is_zero()
}

/// The cells that have an empty cell right below, out of the `occupied` ones.
#[inline(always)]
pub(crate) fn loose<B: Bits>(occupied: B, cells: B, stride: u32) -> B {
    // With a single row `stride` is 0, and a cell that is occupied is not empty: nothing is loose.
    occupied & (cells & !occupied).shr(stride)
}

/// Lets every cell of a board in words fall; the slice path of [`fall`].
///
/// Only strips of more than four words use the level's instructions. In narrower ones the compiler
/// joins rows to longer vectors: a board of 32×32 and one of 62×62 took 1.1 and 1.35 times as long
/// with AVX-512, and 1.1 and 1.02 times with AVX2 (Zen 5).
#[inline(never)]
pub(crate) fn fall_words(level: Level, words: &mut [u32], size: Size) {
    // A strip as wide as the board, up to 256 cells; a tall narrow board needs little scratch.
    match size.width() {
        _ if size.height() == 1 => {}
        // Without `registers` a program is to be small; boards are then seldom large.
        _ if cfg!(not(feature = "registers")) => fall_strips::<4>(words, size),
        0..=16 => fall_strips::<1>(words, size),
        17..=64 => fall_strips::<4>(words, size),
        65..=128 => level.run(FallStrips::<8> { words, size }),
        _ => level.run(FallStrips::<16> { words, size }),
    }
}

/// Lets every cell of a board fall, in strips of `N` words.
struct FallStrips<'a, const N: usize> {
    words: &'a mut [u32],
    size: Size,
}

impl<const N: usize> Task for FallStrips<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        fall_strips::<N>(self.words, self.size);
    }
}

/// Part of a row: as many words as a strip is wide. All loops below run over one strip's words at a
/// time, with a length that the compiler knows, and become vector code.
pub(crate) type StripRow<const N: usize> = [u32; N];

#[inline(always)]
fn fall_strips<const N: usize>(words: &mut [u32], size: Size) {
    let (stride, height) = (2 * size.width() as usize, size.height() as usize);
    let (mut rows, mut gaps) = (vec![[0; N]; height], vec![[0; N]; height]);
    for first in (0..stride).step_by(32 * N) {
        let bits = (stride - first).min(32 * N);
        // The strip may be wider than what is left of the board.
        let mut mask = [0; N];
        slice::load(&[u32::MAX; N], 0, bits, &mut mask);
        for (index, row) in rows.iter_mut().enumerate() {
            slice::load_array(words, index * stride + first, bits, &mask, row);
        }
        let Some(empty) = fall_rows(&mut rows, &mut gaps, &mask) else { continue };
        for (index, row) in rows.iter().enumerate().skip(empty) {
            slice::store_array(words, index * stride + first, bits, &mask, row);
        }
    }
}

/// Lets every cell of a strip fall, top row first; `mask` has the bits of a row that belong to
/// boards. Returns the number of empty rows at the top, which stay as they are, or `None` if no
/// cell fell.
///
/// Columns are independent. A strip may therefore hold several narrow boards side by side, if each
/// begins at a word of its own.
#[inline(always)]
pub(crate) fn fall_rows<const N: usize>(
    rows: &mut [StripRow<N>],
    gaps: &mut [StripRow<N>],
    mask: &StripRow<N>,
) -> Option<usize> {
    // Nothing falls out of empty rows, which are many in a game.
    let empty = rows.iter().take_while(|row| row.iter().fold(0, |any, word| any | word) == 0).count();
    let (rows, gaps) = (&mut rows[empty..], &mut gaps[empty..]);
    if !mark_gaps(rows, gaps, mask) {
        return None;
    }
    let mut distance = 1;
    while distance < rows.len() && fall_by(rows, gaps, distance) {
        distance *= 2;
    }
    Some(empty)
}

/// Marks both bits of the cells that have an empty cell right below. Returns whether any of them is
/// occupied.
#[inline(always)]
fn mark_gaps<const N: usize>(rows: &[StripRow<N>], gaps: &mut [StripRow<N>], mask: &StripRow<N>) -> bool {
    let mut below = [0; N];
    let mut loose = [0; N];
    for (row, gap) in rows.iter().zip(gaps).rev() {
        *gap = below;
        for index in 0..N {
            loose[index] |= row[index] & below[index];
            let empty = slice::EVEN & !slice::occupied(row[index]);
            below[index] = mask[index] & (empty | empty << 1);
        }
    }
    loose.iter().fold(0, |any, word| any | word) != 0
}

/// One round: the cells with an odd number of gaps below fall by `distance`, and every second gap
/// goes. Returns whether any gap is left.
#[inline(always)]
fn fall_by<const N: usize>(rows: &mut [StripRow<N>], gaps: &mut [StripRow<N>], distance: usize) -> bool {
    let (mut odd, mut left) = ([0; N], [0; N]);
    // The lowest rows have no room to fall this far: they only pass their gaps on.
    let movable = rows.len() - distance;
    for gap in gaps[movable..].iter_mut().rev() {
        pass_gaps(gap, &mut odd, &mut left);
    }
    for index in (0..movable).rev() {
        let (upper, lower) = rows.split_at_mut(index + distance);
        pass_gaps(&mut gaps[index], &mut odd, &mut left);
        fall_row(&mut upper[index], &mut lower[0], &odd);
    }
    left.iter().fold(0, |any, word| any | word) != 0
}

#[inline(always)]
fn pass_gaps<const N: usize>(gap: &mut StripRow<N>, odd: &mut StripRow<N>, left: &mut StripRow<N>) {
    for index in 0..N {
        odd[index] ^= gap[index];
        gap[index] &= !odd[index];
        left[index] |= gap[index];
    }
}

#[inline(always)]
fn fall_row<const N: usize>(row: &mut StripRow<N>, target: &mut StripRow<N>, odd: &StripRow<N>) {
    // Two loops, so that each writes to a single slice of the caller: the compiler does not
    // vectorize a loop over slices that might overlap.
    let mut falling = [0; N];
    for index in 0..N {
        falling[index] = row[index] & odd[index];
        row[index] ^= falling[index];
    }
    for index in 0..N {
        target[index] |= falling[index];
    }
}

/// Whether any cell of a board in words would fall; the slice path of [`has_loose`].
#[inline(always)]
pub(crate) fn has_loose_words(words: &[u32], size: Size) -> bool {
    const BLOCK: usize = 128;
    let stride = 2 * size.width() as usize;
    let above_bottom = 2 * size.cells() as usize - stride;
    let (mut above, mut below) = ([0; BLOCK], [0; BLOCK]);
    let mut first = 0;
    while first < above_bottom {
        let bits = (above_bottom - first).min(32 * BLOCK);
        slice::load(words, first, bits, &mut above);
        slice::load(words, first + stride, bits, &mut below);
        let mut loose = 0;
        for index in 0..BLOCK {
            loose |= slice::occupied(above[index]) & !slice::occupied(below[index]);
        }
        if loose != 0 {
            return true;
        }
        first += bits;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every content of a column of up to 8 cells (4^8 of them, fixed cells among them) falls to
    /// the bottom, in order.
    #[test]
    fn every_column_content_falls_in_order() {
        for height in 1..=8_u32 {
            let layout = Layout::<u64>::new(Size::new(1, height).unwrap()).unwrap();
            for content in 0..4_u64.pow(height) {
                let cells = (0..height).map(|row| content >> (2 * row) & 3);
                let board = cells.clone().enumerate().fold(0, |board, (row, code)| board | code << (2 * row));
                let fallen: alloc::vec::Vec<u64> = cells.filter(|&code| code != 0).collect();
                let empty = height as usize - fallen.len();
                let expected =
                    fallen.iter().enumerate().fold(0, |board, (row, code)| board | code << (2 * (row + empty)));
                assert_eq!(fall(board, &layout), expected);
                assert_eq!(has_loose(board, &layout), board != expected);
                let mut words = [board as u32];
                assert_eq!(has_loose_words(&words, layout.size()), board != expected);
                fall_words(Level::best(), &mut words, layout.size());
                assert_eq!(words[0], expected as u32);
            }
        }
    }
}
