//! Counting two plies at once: all pairs of a placement and a reply that share no cell.
//!
//! A reply fits after a move exactly when it fits now and the move takes none of its cells. The
//! count is therefore the number of pairs of a move and a placement of the next tile that fits
//! *now*, less the pairs that share a cell.
//!
//! Whether two placements share a cell depends only on their shapes and on the distance of their
//! places. In the numbering of [`Empties`] this holds across the ends of rows too: a shared cell is
//! a shared bit. For two shapes and one such distance, the pairs are a popcount of one set of
//! places AND the other one shifted. No move is ever played.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::empties::BLOCK;
use crate::board::polyomino::Distances;
use crate::board::{Empties, Polyomino, Stamp};
use crate::level::Task;

/// A tile rotated by every angle.
pub(super) type Turned<'t> = (&'t [Polyomino; 4], &'t [Stamp; 4]);

/// Counts the pairs of a move with one tile and a move with the next one after it.
pub(super) struct Replies<'t> {
    pub(super) empties: &'t Empties,
    pub(super) tile: Turned<'t>,
    pub(super) next: Turned<'t>,
}

impl Task for Replies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Replies { empties, tile: (shapes, stamps), next: (next_shapes, next_stamps) } = self;
        let stride = empties.stride();
        // The margin of empty words before and after the places. It covers the largest distance at
        // which two placements share a cell.
        let margin = Distances::longest(stride) / 64 + 1;
        let seconds: [Vec<u64>; 4] = core::array::from_fn(|angle| rooms(empties, &next_stamps[angle], margin));
        let replies: u64 = seconds.iter().map(|second| ones(second)).sum();
        let mut count = 0;
        for (shape, stamp) in shapes.iter().zip(stamps) {
            let first = &rooms(empties, stamp, 0)[..empties.places().div_ceil(64)];
            count += ones(first) * replies;
            for (other, second) in next_shapes.iter().zip(&seconds) {
                for distance in shape.distances(*other).iter(stride) {
                    let bit = (64 * margin).strict_add_signed(distance);
                    count -= ones_of_both(first, &second[bit / 64..], bit % 64);
                }
            }
        }
        count
    }
}

/// The places where a shape fits, with a margin of empty words on both sides and one more word.
#[inline(always)]
fn rooms(empties: &Empties, stamp: &Stamp, margin: usize) -> Vec<u64> {
    let mut words = vec![0; empties.blocks() * BLOCK + 2 * margin + 1];
    for (block, room) in words[margin..].chunks_exact_mut(BLOCK).take(empties.blocks()).enumerate() {
        room.copy_from_slice(&empties.room(stamp, block));
    }
    words
}

#[inline(always)]
fn ones(words: &[u64]) -> u64 {
    let mut count = 0;
    for word in words {
        count += u64::from(word.count_ones());
    }
    count
}

/// Counts the set bits that `first` shares with `second` from bit `shift` of its first word on.
#[inline(always)]
fn ones_of_both(first: &[u64], second: &[u64], shift: usize) -> u64 {
    let (mut count, length) = (0, first.len());
    let (low, high) = (&second[..length], &second[1..length + 1]);
    // A loop: an adaptor that is not inlined is built for the portable level.
    for index in 0..length {
        let window = low[index] >> shift | high[index] << 1 << (63 - shift);
        count += u64::from((first[index] & window).count_ones());
    }
    count
}
