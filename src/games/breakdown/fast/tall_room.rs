//! The columns of a [`TallBoard`](super::tall::TallBoard) in which sticks fit, and the choice of a
//! stick among them.

use super::tall_plan::{LARGEST, TallPlan, TallStick, ones};
use crate::board::run::run_distances;
use crate::board::select::{byte_ranks, select};
use crate::level::BitMoves;

/// The columns in which sticks fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TallRoom {
    /// Columns too high for an upright stick, and those filled to the top.
    high: u64,
    full: u64,
    pub(crate) upright: u64,
    pub(crate) flat: u64,
    /// The [`ranks`] of both. The highest byte is the number of columns.
    upright_ranks: u64,
    flat_ranks: u64,
}

/// The running counts of a word's bits that [`nth`] needs; the highest byte counts all bits.
#[inline(always)]
fn ranks(word: u64, moves: Option<BitMoves>) -> u64 {
    match moves {
        Some(_) => u64::from(word.count_ones()) << 56,
        None => byte_ranks(word),
    }
}

/// The index of the set bit of a word that has `index` others below it.
#[inline(always)]
fn nth(word: u64, ranks: u64, index: u64, moves: Option<BitMoves>) -> u32 {
    match moves {
        Some(moves) => moves.deposit(1 << index, word).trailing_zeros(),
        None => select(word, ranks, index),
    }
}

impl TallRoom {
    #[inline(always)]
    pub(super) fn new(plan: &TallPlan, high: u64, full: u64, moves: Option<BitMoves>) -> TallRoom {
        // A stick longer than the board is wide has no column to begin in.
        let covered = run_distances(plan.stick.min(LARGEST) as usize).fold(full, |full, by| full | full >> by);
        let (upright, flat) = (plan.upright & !high, plan.flat & !covered);
        TallRoom { high, full, upright, flat, upright_ranks: ranks(upright, moves), flat_ranks: ranks(flat, moves) }
    }

    /// The sticks that fit: upright ones and flat ones.
    #[inline(always)]
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.upright_ranks >> 56, self.flat_ranks >> 56)
    }

    /// The stick with this index, upright ones first.
    #[inline(always)]
    pub(super) fn stick(&self, index: u64, moves: Option<BitMoves>) -> TallStick {
        let (count, _) = self.counts();
        let after = index.wrapping_sub(count);
        // The sign, spread over the word, as a mask: a branch would be mispredicted every other
        // time.
        let upright = (after as i64 >> 63) as u64;
        let either = |flat: u64, standing: u64| flat ^ (flat ^ standing) & upright;
        let columns = either(self.flat, self.upright);
        let ranks = either(self.flat_ranks, self.upright_ranks);
        let col = nth(columns, ranks, after.wrapping_add(count & upright), moves) as usize & 63;
        TallStick { upright, col }
    }

    /// Records the height `top` of the columns of a stick. Returns whether that may have changed
    /// the room.
    #[inline(always)]
    pub(crate) fn note(&mut self, plan: &TallPlan, stick: TallStick, top: u32, moves: Option<BitMoves>) -> bool {
        if top <= plan.open_height {
            return false;
        }
        let columns = (1 | ones(plan.stick) & !stick.upright) << stick.col;
        let full = if top == plan.size.height() { columns } else { 0 };
        *self = TallRoom::new(plan, self.high | columns, self.full | full, moves);
        true
    }
}
