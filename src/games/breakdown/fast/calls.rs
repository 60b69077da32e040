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

/// A lane's board after its breakdown, from the view of the side that has called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fallen {
    pub(crate) lane: usize,
    pub(crate) mine: u64,
    pub(crate) theirs: u64,
    /// The corners of squares of that side, and of the other.
    pub(crate) won: u64,
    pub(crate) lost: u64,
    /// Whether no stick fits any more.
    pub(crate) is_full: bool,
}

/// The breakdowns of up to `N` lanes, a multiple of eight: the fields of [`Fallen`], each as an
/// array.
#[derive(Clone, Debug)]
pub(crate) struct Calls<const N: usize> {
    count: usize,
    lanes: [u8; N],
    mine: Lanes<u64, N>,
    theirs: Lanes<u64, N>,
    won: Lanes<u64, N>,
    lost: Lanes<u64, N>,
    full: Lanes<u64, N>,
}

impl<const N: usize> Calls<N> {
    #[inline(always)]
    pub(crate) fn new() -> Calls<N> {
        const { assert!(N.is_multiple_of(BLOCK)) };
        let zero = Lanes([0; N]);
        Calls { count: 0, lanes: [0; N], mine: zero, theirs: zero, won: zero, lost: zero, full: zero }
    }

    /// Adds the board of a lane. There must be less than `N`.
    #[inline(always)]
    pub(crate) fn add(&mut self, lane: usize, mine: u64, theirs: u64) {
        let number = self.count % N;
        (self.lanes[number], self.mine.0[number], self.theirs.0[number]) = (lane as u8, mine, theirs);
        self.count += 1;
    }

    /// Lets all boards fall.
    #[inline(always)]
    pub(crate) fn fall<const LONG: bool>(&mut self, plan: &ColumnPlan) {
        let Calls { count, mine, theirs, won, lost, full, .. } = self;
        let blocks = blocks(mine).zip(blocks(theirs)).zip(blocks(won)).zip(blocks(lost)).zip(blocks(full));
        for ((((mine, theirs), won), lost), full) in blocks.take(count.div_ceil(BLOCK)) {
            for at in 0..BLOCK {
                (mine[at], theirs[at]) = plan.fall(mine[at], theirs[at]);
                (won[at], lost[at]) = (plan.squares::<LONG>(mine[at]), plan.squares::<LONG>(theirs[at]));
                full[at] = all_ones(plan.room::<LONG>(mine[at] | theirs[at]).is_empty());
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
                mine: self.mine.0[number],
                theirs: self.theirs.0[number],
                won: self.won.0[number],
                lost: self.lost.0[number],
                is_full: self.full.0[number] != 0,
            });
        }
    }
}
