//! Runs by doubling: where `length` bits in a row are all set, or any of them is.
//!
//! `board & board >> 1` keeps the bits that begin a run of two. Doing the same to what is kept, two
//! further on, makes runs of four, and so on: each step doubles the reach, the last one adds what
//! is left. With OR instead of AND a bit stays if any of its run is set.
//!
//! ```text
//!   length 6      bits 0..7 of a word: 0 1 1 1 1 1 1 0
//!   by 1, to 2                         0 1 1 1 1 1 0 0
//!   by 2, to 4                         0 1 1 1 0 0 0 0
//!   by 2, to 6                         0 1 0 0 0 0 0 0      bit 1 begins a run of six
//! ```
//!
//! Squares, lines, room for sticks and dropped sticks are all made of this, in registers, in words
//! and in lanes.

use super::bits::Bits;

/// The distances that add up to a run of `length`: doubling, and then what is left.
///
/// An iterator, so that what is done at each distance stands in the caller's own loop and is built
/// for the caller's level.
#[inline(always)]
pub(crate) fn run_distances(length: usize) -> impl Iterator<Item = usize> {
    let mut reach = 1;
    core::iter::from_fn(move || {
        let further = reach.min(length.saturating_sub(reach));
        reach += further;
        (further > 0).then_some(further)
    })
}

/// The distances of one run as `N` shift counts, the last ones 0: a fixed number of steps, for
/// loops over lanes. `N` steps reach 2^`N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunShifts<const N: usize>(pub(crate) [u32; N]);

impl<const N: usize> RunShifts<N> {
    /// The shifts of a run of `length`, or of 2^`N` if that is less.
    pub(crate) const fn new(length: u32) -> RunShifts<N> {
        let (mut shifts, mut step, mut reach) = ([0; N], 0, 1);
        while step < N && reach < length {
            let left = length - reach;
            shifts[step] = if left < reach { left } else { reach };
            reach += shifts[step];
            step += 1;
        }
        RunShifts(shifts)
    }

    /// Combines `bits` with those that follow in the run, in as many steps as there are shifts:
    /// `combine` does one.
    #[inline(always)]
    pub(crate) fn fold<T>(self, mut bits: T, combine: impl Fn(T, u32) -> T) -> T {
        for step in 0..N {
            bits = combine(bits, self.0[step]);
        }
        bits
    }
}

/// The bits that begin a run of `length` set bits, `step` apart.
#[inline(always)]
pub(crate) fn runs<B: Bits>(board: B, step: u32, length: u32) -> B {
    fold_run(board, length, |board, cells| board & board.shr(step * cells))
}

/// Combines every bit with the `length - 1` that follow it. `combine(bits, distance)` combines
/// every bit with the one `distance` cells further on. It must be idempotent, because a bit may
/// come twice.
#[inline(always)]
pub(crate) fn fold_run<T>(mut board: T, length: u32, combine: impl Fn(T, u32) -> T) -> T {
    // The first distances are spelled out, so that with a constant step all shifts are constant.
    if length == 3 {
        return combine(combine(board, 1), 1);
    }
    if length >= 2 {
        board = combine(board, 1);
    }
    if length >= 4 {
        board = combine(board, 2);
    }
    let mut reach = 4;
    while reach < length {
        let further = reach.min(length - reach);
        board = combine(board, further);
        reach += further;
    }
    board
}
