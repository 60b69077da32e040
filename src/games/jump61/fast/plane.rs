//! [`Plane`]: one bit a square, and choosing among the set ones.

use crate::batch::columnar::nth_column;
use crate::board::Register;
use crate::cell::Pos;

/// A register that holds one bit for each square of a board.
///
/// Square (row, column) is bit row × stride + column. The stride is the register's and the same for all sizes of
/// board, because shifts by a constant are cheap. A 6×6 board in a `u64`:
///
/// ```text
///        0   1   2   3   4   5
///
///   0    0   1   2   3   4   5    .   .       . bits that are no square: always zero
///   1    8   9  10  11  12  13    .   .
///   2   16  17  18  19  20  21    .   .
///   3   24  25  26  27  28  29    .   .
///   4   32  33  34  35  36  37    .   .
///   5   40  41  42  43  44  45    .   .
/// ```
pub trait Plane: Register {
    /// Bits from a square to the one below it: the size of the largest board that fits.
    const STRIDE: u32;

    /// The bit of a square.
    #[inline(always)]
    #[must_use]
    fn square(pos: Pos) -> Self {
        Self::bit(pos.row * Self::STRIDE + pos.col)
    }

    /// The square of the lowest set bit; meaningless when none is set.
    #[inline(always)]
    #[must_use]
    fn lowest_square(self) -> Pos {
        Pos::new(self.lowest() / Self::STRIDE, self.lowest() % Self::STRIDE)
    }

    /// Whether all bits of `set` are set here.
    #[inline(always)]
    #[must_use]
    fn covers(self, set: Self) -> bool {
        self & set == set
    }

    /// The index of the set bit that `pick` chooses: it is told how many there are, at least one, and answers
    /// with how many are to be below it. `None`, and `pick` is not asked, when no bit is set.
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32>;
}

impl Plane for u64 {
    const STRIDE: u32 = 8;

    #[inline(always)]
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32> {
        let counts = counts(self);
        let count = counts >> 56;
        (count > 0).then(|| nth(self, counts, pick(count)))
    }
}

impl Plane for u128 {
    const STRIDE: u32 = 10;

    #[inline(always)]
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32> {
        let [low, high] = [self as u64, (self >> 64) as u64];
        let [low_counts, high_counts] = [counts(low), counts(high)];
        let [below, above] = [low_counts >> 56, high_counts >> 56];
        (below + above > 0).then(|| match pick(below + above) {
            index if index < below => nth(low, low_counts, index),
            index => 64 + nth(high, high_counts, index - below),
        })
    }
}

/// The lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte.
const HIGHEST: u64 = LOWEST << 7;

/// How many bits are set in each byte of a word and in the bytes below it: in the highest byte, all of them.
#[inline(always)]
pub(super) const fn counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOWEST)
}

/// The index of the set bit of `word` that has `index` others below it: first its byte, by the counts, then its
/// place in the byte, from a table (Vigna, 2008, *Broadword implementation of rank/select queries*).
///
/// Random games on 6×6 run a sixth slower with the same counting inside the byte instead of the table, and at
/// half the speed when the lowest bit is cleared `index` times.
#[inline(always)]
fn nth(word: u64, counts: u64, index: u64) -> u32 {
    let byte = first_above(counts, index);
    let below = counts << 8 >> byte & 0xff;
    byte + u32::from(PLACES[(word >> byte & 0xff) as usize][(index - below) as usize & 7])
}

/// The places of the set bits of every byte, from the lowest.
static PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[byte][found] = place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The set bit of `word` that has `index` others below it, itself and not its index: like [`nth`], without a table and
/// without branches, so that vectors can do it. Meaningless when there is no such bit.
#[inline(always)]
pub(super) fn nth_bit(word: u64, counts: u64, index: u64) -> u64 {
    let above = above(counts, index);
    let byte = ((above & above.wrapping_neg()) >> 7).wrapping_sub(1).count_ones();
    let below = counts << 8 >> byte & 0xff;
    // Bit *n* of the byte comes into byte *n*, and back again.
    let apart = (word >> byte & 0xff).wrapping_mul(LOWEST) & 0x8040_2010_0804_0201;
    let apart = (apart + (HIGHEST - LOWEST)) >> 7 & LOWEST;
    nth_column(apart, index - below).wrapping_mul(0x0102_0408_1020_4080) >> 56 << byte
}

/// Eight times the index of the first byte that is greater than `bound`; as for [`above`].
#[inline(always)]
const fn first_above(bytes: u64, bound: u64) -> u32 {
    above(bytes, bound).trailing_zeros() & !7
}

/// The highest bit of every byte that is greater than `bound`. The bytes ascend, and are below 128 like `bound`.
#[inline(always)]
const fn above(bytes: u64, bound: u64) -> u64 {
    let not_above = (bound.wrapping_mul(LOWEST) | HIGHEST).wrapping_sub(bytes) & HIGHEST;
    not_above ^ HIGHEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;

    #[test]
    fn the_chosen_bit_has_so_many_below_it() {
        fn check<P: Plane>(plane: P) {
            let mut rest = plane;
            for index in 0..u64::from(plane.count()) {
                let told = |count| {
                    assert_eq!(count, u64::from(plane.count()));
                    index
                };
                assert_eq!(plane.choose(told), Some(rest.lowest()), "bit {index} of {plane:?}");
                rest = rest.without_lowest();
            }
            if plane.is_zero() {
                assert_eq!(plane.choose(|_| unreachable!("nothing to choose from")), None);
            }
        }
        let mut generator = Generator::for_game(1, 0);
        let mut word = |density| (0..64).fold(0, |word, _| word << 1 | u64::from(generator.below(8) < density));
        for density in (0..=8).cycle().take(500) {
            let (low, high) = (word(density), word(density));
            check(low);
            check(u128::from(high) << 64 | u128::from(low));
            check(u128::from(high) << 64);
            check(u128::from(low));
            let mut rest = low;
            for index in 0..u64::from(low.count_ones()) {
                assert_eq!(nth_bit(low, counts(low), index), rest & rest.wrapping_neg(), "bit {index} of {low:x}");
                rest = rest.without_lowest();
            }
        }
    }
}
