//! [`SquareGrid`]: one bit per square, and the choice of a set one.

use crate::board::select::{byte_ranks, select};
use crate::board::{Register, Wide};
use crate::cell::Pos;

/// A register that holds one bit for each square of a board.
///
/// Square (row, column) is bit row × stride + column. The stride depends on the register, not on
/// the size of the board, because shifts by a constant are cheap. A 6×6 board in a `u64`:
///
/// ```text
///        0   1   2   3   4   5
///
///   0    0   1   2   3   4   5    .   .       . bits without a square: always zero
///   1    8   9  10  11  12  13    .   .
///   2   16  17  18  19  20  21    .   .
///   3   24  25  26  27  28  29    .   .
///   4   32  33  34  35  36  37    .   .
///   5   40  41  42  43  44  45    .   .
/// ```
pub trait SquareGrid: Register {
    /// The distance in bits from a square to the one below it: the size of the largest board that
    /// fits.
    const STRIDE: u32;

    /// The bit of a square.
    #[inline(always)]
    #[must_use]
    fn square(pos: Pos) -> Self {
        Self::bit(pos.row * Self::STRIDE + pos.col)
    }

    /// The square of the lowest set bit. Meaningless if no bit is set.
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

    /// Selects a set bit and returns its index. `pick` receives the number of set bits, at least
    /// one, and returns how many are to lie below the selected one. If no bit is set, returns
    /// `None` without a call of `pick`.
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32>;
}

impl SquareGrid for u64 {
    const STRIDE: u32 = 8;

    #[inline(always)]
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32> {
        let ranks = byte_ranks(self);
        let count = ranks >> 56;
        (count > 0).then(|| select(self, ranks, pick(count)))
    }
}

impl SquareGrid for u128 {
    const STRIDE: u32 = 10;

    #[inline(always)]
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32> {
        Wide::new([self as u64, (self >> 64) as u64]).choose(pick)
    }
}

impl SquareGrid for Wide<2> {
    const STRIDE: u32 = u128::STRIDE;

    #[inline(always)]
    fn choose(self, pick: impl FnOnce(u64) -> u64) -> Option<u32> {
        let [low, high] = self.parts();
        let [low_ranks, high_ranks] = [byte_ranks(low), byte_ranks(high)];
        let [below, above] = [low_ranks >> 56, high_ranks >> 56];
        (below + above > 0).then(|| match pick(below + above) {
            index if index < below => select(low, low_ranks, index),
            index => 64 + select(high, high_ranks, index - below),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;

    #[test]
    fn the_chosen_bit_has_so_many_below_it() {
        fn check<P: SquareGrid>(plane: P) {
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
            check(Wide::new([low, high]));
        }
    }
}
