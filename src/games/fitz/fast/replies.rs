//! Two plies counted at once: every pair of a placement and a reply that do not share a cell.
//!
//! A reply fits after a move exactly when it fits now and the move takes none of its cells. So the replies are all
//! pairs of a move and a placement of the next tile that fits *now*, less the pairs that share a cell. Whether two
//! placements share a cell depends on their shapes and on how far apart their places are, and in the numbering of
//! [`Empties`] also across the ends of rows: a shared cell is a shared bit. For two shapes and one such distance
//! the pairs are a popcount of one set of places AND the other one shifted, and no move is ever played.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::polyomino::{BLOCK, Distances};
use crate::board::{Empties, Polyomino, Stamp};
use crate::level::Task;

/// A tile turned by every angle.
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
        // Empty words before and after the places, as many as two that share a cell can be apart.
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

/// Where a shape has room, between margins of empty words and one word more.
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
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The bits that `first` has in common with the bits of `second` from bit `shift` of its first word on.
#[inline(always)]
fn ones_of_both(first: &[u64], second: &[u64], shift: usize) -> u64 {
    let windows = second.iter().zip(&second[1..]);
    let both = first.iter().zip(windows).map(|(first, (low, high))| first & (low >> shift | high << 1 << (63 - shift)));
    both.map(|word| u64::from(word.count_ones())).sum()
}
