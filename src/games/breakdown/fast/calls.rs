//! [`Calls`]: the breakdowns that lanes have called, computed eight at a time.
//!
//! Of the lanes of a round few have called breakdown, so their boards are gathered, and the vectors
//! are filled with them alone. Boards that are left over from an earlier round fill the last one.

use core::slice;

use super::columnar::ColumnPlan;
use crate::lanes::{Lanes, all_ones};

/// Boards that fall at once: a vector with AVX-512.
const BLOCK: usize = 8;

/// The values of lanes, a block at a time.
#[inline(always)]
fn blocks<const N: usize>(lanes: &mut Lanes<u64, N>) -> slice::IterMut<'_, [u64; BLOCK]> {
    lanes.0.as_chunks_mut().0.iter_mut()
}

/// A lane's board after its breakdown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fallen {
    pub(crate) lane: usize,
    /// The pieces of the two sides, in the order in which they were added.
    pub(crate) one: u64,
    pub(crate) other: u64,
    /// The corners of the squares of each.
    pub(crate) one_squares: u64,
    pub(crate) other_squares: u64,
    /// Whether no stick fits any more.
    pub(crate) is_full: bool,
}

/// The breakdowns of up to `N` lanes, a multiple of eight: the fields of [`Fallen`], each as an
/// array.
#[derive(Clone, Debug)]
pub(crate) struct Calls<const N: usize> {
    count: usize,
    lanes: [u8; N],
    one: Lanes<u64, N>,
    other: Lanes<u64, N>,
    one_squares: Lanes<u64, N>,
    other_squares: Lanes<u64, N>,
    full: Lanes<u64, N>,
}

impl<const N: usize> Calls<N> {
    #[inline(always)]
    pub(crate) fn new() -> Calls<N> {
        const { assert!(N.is_multiple_of(BLOCK)) };
        let zero = Lanes([0; N]);
        Calls { count: 0, lanes: [0; N], one: zero, other: zero, one_squares: zero, other_squares: zero, full: zero }
    }

    /// Adds the board of a lane. There must be less than `N`.
    #[inline(always)]
    pub(crate) fn add(&mut self, lane: usize, one: u64, other: u64) {
        let number = self.count % N;
        (self.lanes[number], self.one.0[number], self.other.0[number]) = (lane as u8, one, other);
        self.count += 1;
    }

    /// Lets all boards fall.
    #[inline(always)]
    pub(crate) fn fall<const RUN: u32>(&mut self, plan: &ColumnPlan) {
        let Calls { count, one, other, one_squares, other_squares, full, .. } = self;
        let blocks =
            blocks(one).zip(blocks(other)).zip(blocks(one_squares)).zip(blocks(other_squares)).zip(blocks(full));
        for ((((one, other), one_squares), other_squares), full) in blocks.take(count.div_ceil(BLOCK)) {
            for at in 0..BLOCK {
                (one[at], other[at]) = plan.fall(one[at], other[at]);
                (one_squares[at], other_squares[at]) = (plan.squares::<RUN>(one[at]), plan.squares::<RUN>(other[at]));
                full[at] = all_ones(plan.room::<RUN>(one[at] | other[at]).is_empty());
            }
        }
    }

    /// Takes all boards out again, in the order in which they were added.
    #[inline(always)]
    pub(crate) fn take(&mut self, mut each: impl FnMut(Fallen)) {
        for number in 0..core::mem::take(&mut self.count) {
            let number = number % N;
            each(Fallen {
                lane: self.lanes[number].into(),
                one: self.one.0[number],
                other: self.other.0[number],
                one_squares: self.one_squares.0[number],
                other_squares: self.other_squares.0[number],
                is_full: self.full.0[number] != 0,
            });
        }
    }
}
