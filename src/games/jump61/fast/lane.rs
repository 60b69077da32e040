//! [`LaneGrid`]: the squares of a board in one word a lane up to 8×8, and in two up to 10×10.

use super::grid::SquareGrid;
use crate::board::byte_rows;
use crate::board::select::{byte_ranks, select_bit};
use crate::board::{Bits, Register, Wide};
use crate::lanes::{self, LaneWords, all_ones};

/// A grid whose words are lanes of as many vectors. No method has a branch or a table, but for what
/// all lanes share.
pub(crate) trait LaneGrid<const WORDS: usize>: SquareGrid {
    /// The grid of these words.
    fn of(words: [u64; WORDS]) -> Self;

    /// Its words.
    fn words(self) -> [u64; WORDS];

    /// As [`choose`](SquareGrid::choose), the bit itself. No bit, or an unspecified one, if none is
    /// set.
    fn choose_bit(self, pick: impl FnOnce(u64) -> u64) -> Self;

    /// The squares of a board of `size` × `size`, which has no others set, one after the other:
    /// square (row, column) is bit row × size + column.
    fn packed(self, size: u32) -> [u64; WORDS];

    /// The grid in a lane.
    #[inline(always)]
    fn get<const N: usize>(planes: &LaneWords<WORDS, N>, lane: usize) -> Self {
        Self::of(lanes::get(planes, lane))
    }

    /// Puts the grid into a lane.
    #[inline(always)]
    fn put<const N: usize>(self, planes: &mut LaneWords<WORDS, N>, lane: usize) {
        lanes::set(planes, lane, self.words());
    }

    /// The square with a number in row-major order, none if the board has no such square. The size
    /// must be at most that of the largest board that fits.
    #[inline(always)]
    fn numbered(number: u32, size: u32) -> Self {
        let (is_square, number, size) = (number < size * size, u64::from(number & 127), u64::from(size));
        // The quotient of numbers up to 127 and sizes up to 10.
        let row = (number * (1024 / size + 1)) >> 10;
        let place = number + row * (u64::from(Self::STRIDE) - size);
        let mut words = [0; WORDS];
        for (word, bits) in words.iter_mut().enumerate() {
            *bits = 1_u64.wrapping_shl(place as u32) & all_ones(is_square & (WORDS == 1 || place >> 6 == word as u64));
        }
        Self::of(words)
    }

    /// The words, one over the other: zero if no bit is set.
    #[inline(always)]
    fn any(self) -> u64 {
        let mut any = 0;
        for word in self.words() {
            any |= word;
        }
        any
    }

    /// One of two grids.
    #[inline(always)]
    fn either(condition: bool, yes: Self, no: Self) -> Self {
        let (yes, mut words) = (yes.words(), no.words());
        for word in 0..WORDS {
            words[word] = if condition { yes[word] } else { words[word] };
        }
        Self::of(words)
    }
}

impl LaneGrid<1> for u64 {
    #[inline(always)]
    fn of([word]: [u64; 1]) -> u64 {
        word
    }

    #[inline(always)]
    fn words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn choose_bit(self, pick: impl FnOnce(u64) -> u64) -> u64 {
        let ranks = byte_ranks(self);
        select_bit(self, ranks, pick(ranks >> 56))
    }

    #[inline(always)]
    fn packed(self, size: u32) -> [u64; 1] {
        [byte_rows::packed(self, size)]
    }
}

impl LaneGrid<2> for Wide<2> {
    #[inline(always)]
    fn of(words: [u64; 2]) -> Wide<2> {
        Wide::new(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        self.parts()
    }

    #[inline(always)]
    fn choose_bit(self, pick: impl FnOnce(u64) -> u64) -> Wide<2> {
        let [low, high] = self.parts();
        let (low_ranks, high_ranks) = (byte_ranks(low), byte_ranks(high));
        let below = low_ranks >> 56;
        let index = pick(below + (high_ranks >> 56));
        let is_low = index < below;
        let (word, ranks) = if is_low { (low, low_ranks) } else { (high, high_ranks) };
        let bit = select_bit(word, ranks, if is_low { index } else { index - below });
        Wide::new([bit & all_ones(is_low), bit & all_ones(!is_low)])
    }

    /// Moves each row by its number. In pairs and fours, as up to 8×8, it takes as long.
    #[inline(always)]
    fn packed(self, size: u32) -> [u64; 2] {
        const NINE: u32 = <Wide<2> as SquareGrid>::STRIDE - 1;
        if size > NINE {
            return self.parts();
        }
        debug_assert_eq!(size, NINE, "a smaller board has one word");
        let mut packed = Self::ZERO;
        for row in 0..NINE {
            let squares = Self::low(NINE).shl(Self::STRIDE * row);
            packed = packed | (self & squares).shr(row);
        }
        packed.parts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    #[test]
    fn squares_have_their_numbers_and_are_packed_by_them() {
        fn check<P: LaneGrid<WORDS>, const WORDS: usize>(size: u32) {
            for (number, pos) in Size::new(size, size).unwrap().positions().enumerate() {
                let square = P::square(pos);
                assert_eq!(P::numbered(number as u32, size), square, "{number} of {size}x{size}");
                let mut packed = [0; WORDS];
                packed[number / 64] = 1 << (number % 64);
                assert_eq!(square.packed(size), packed, "{number} of {size}x{size}");
                assert_eq!((P::of(square.words()), square.any().count_ones()), (square, 1));
            }
            assert_eq!((P::of([5; WORDS]).any(), P::ZERO.any()), (5, 0));
            for number in (size * size..300).chain([u32::MAX]) {
                assert!(P::numbered(number, size).is_zero(), "{number} of {size}x{size}");
            }
            let all = (0..size * size).fold(P::ZERO, |all, number| all | P::numbered(number, size));
            for index in 0..size * size {
                let told = |count| {
                    assert_eq!(count, u64::from(size * size));
                    u64::from(index)
                };
                assert_eq!(all.choose_bit(told), P::numbered(index, size), "{index} of {size}x{size}");
            }
        }
        (1..=8).for_each(check::<u64, 1>);
        (9..=10).for_each(check::<Wide<2>, 2>);
    }
}
