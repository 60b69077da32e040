//! [`Wide`]: a register of several `u64` words, for boards beyond 64 cells.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::bits::{Bits, Register, Sealed};

/// `64 × N` bits as one register; word 0 holds bits 0 to 63.
///
/// ```
/// use gridlaw::board::{Bits, Register, Wide};
///
/// let bit = Wide::<4>::bit(70);
/// assert_eq!(bit.shl(100).lowest(), 170);
/// assert_eq!(bit.shr(70), Wide::bit(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// The register of these words, the lowest first.
    #[inline(always)]
    #[must_use]
    pub const fn new(words: [u64; N]) -> Wide<N> {
        Wide(words)
    }

    /// Its words, the lowest first.
    #[inline(always)]
    #[must_use]
    pub const fn parts(self) -> [u64; N] {
        self.0
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

/// The array of `value(index)` for each index: [`core::array::from_fn`] in a form that is always
/// inlined. Kernels must be inlined, or they are built for the portable level.
#[inline(always)]
pub(crate) fn each<T: Copy + Default, const N: usize>(value: impl Fn(usize) -> T) -> [T; N] {
    let mut values = [T::default(); N];
    for (index, each) in values.iter_mut().enumerate() {
        *each = value(index);
    }
    values
}

macro_rules! bitwise {
    ($($operator:ident $method:ident),*) => {$(
        impl<const N: usize> $operator for Wide<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Wide(each(|index| self.0[index].$method(other.0[index])))
            }
        }
    )*};
}

bitwise!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Wide(each(|index| !self.0[index]))
    }
}

impl<const N: usize> Sealed for Wide<N> {}

impl<const N: usize> Bits for Wide<N> {
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        let (words, bits) = ((count / 64) as usize, count % 64);
        // The second shift by one keeps the count below 64 when `bits` is 0.
        let joined = |low: u64, high: u64| low >> bits | high << 1 << (63 - bits);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        if words == 0 {
            // Most shifts are short; the compiler then knows which words meet.
            return Wide(each(|index| joined(self.0[index], word(index + 1))));
        }
        Wide(each(|index| joined(word(index + words), word(index + words + 1))))
    }

    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        let (words, bits) = ((count / 64) as usize, count % 64);
        let joined = |high: u64, low: u64| high << bits | low >> 1 >> (63 - bits);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        if words == 0 {
            return Wide(each(|index| joined(self.0[index], word(index.checked_sub(1)))));
        }
        Wide(each(|index| joined(word(index.checked_sub(words)), word(index.checked_sub(words + 1)))))
    }

    #[inline(always)]
    fn shr_each(self, count: u32) -> Self {
        Wide(each(|index| self.0[index] >> count))
    }

    #[inline(always)]
    fn both_bits(self) -> Self {
        Wide(each(|index| self.0[index] | self.0[index] << 1))
    }
}

impl<const N: usize> Register for Wide<N> {
    const BITS: u32 = 64 * N as u32;
    const ZERO: Self = Wide([0; N]);

    #[inline(always)]
    fn bit(index: u32) -> Self {
        Wide(each(|word| u64::from(index / 64 == word as u32) << (index % 64)))
    }

    #[inline(always)]
    fn low(count: u32) -> Self {
        Wide(each(|index| u64::low(count.saturating_sub(64 * index as u32).min(64))))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    // Examines every word, because a branch on the first nonzero one would be mispredicted.

    #[inline(always)]
    fn lowest(self) -> u32 {
        (0..N).rev().fold(Self::BITS, |lowest, index| match self.0[index] {
            0 => lowest,
            word => 64 * index as u32 + word.lowest(),
        })
    }

    #[inline(always)]
    fn highest(self) -> u32 {
        (0..N).fold(u32::MAX, |highest, index| match self.0[index] {
            0 => highest,
            word => 64 * index as u32 + word.highest(),
        })
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn word(self, index: usize) -> u32 {
        (self.0[index / 2] >> (32 * (index % 2))) as u32
    }

    #[inline(always)]
    fn from_words(words: &[u32]) -> Self {
        let mut all = [0; N];
        for (index, &word) in words.iter().enumerate() {
            all[index / 2] |= u64::from(word) << (32 * (index % 2));
        }
        Wide(all)
    }
}

static_assertions::assert_eq_size!(Wide<4>, [u64; 4]);
static_assertions::const_assert_eq!(<Wide<8> as Register>::BITS, 512);

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::*;

    /// `Wide<2>` must do what the machine's own 128-bit integer does.
    fn both(value: u128) -> (Wide<2>, u128) {
        (Wide([value as u64, (value >> 64) as u64]), value)
    }

    fn same(wide: Wide<2>, value: u128) -> bool {
        wide == both(value).0
    }

    #[quickcheck]
    fn does_what_u128_does(a: u128, b: u128, count: u32) -> bool {
        let ((wide_a, a), (wide_b, b), count) = (both(a), both(b), count % 128);
        same(wide_a & wide_b, a & b)
            && same(wide_a | wide_b, a | b)
            && same(wide_a ^ wide_b, a ^ b)
            && same(!wide_a, !a)
            && same(wide_a.shr(count), a >> count)
            && same(wide_a.shl(count), a << count)
            && same(Wide::bit(count), u128::bit(count))
            && same(Wide::low(count), u128::low(count))
            && same(wide_a.without_lowest(), a.without_lowest())
            && wide_a.count() == a.count()
            && wide_a.shl(count).lowest() == (a << count).lowest()
            && (a >> count == 0 || wide_a.shr(count).highest() == (a >> count).highest())
            && (0..4).all(|index| wide_a.word(index) == a.word(index))
            && wide_a == Wide::from_words(&[0, 1, 2, 3].map(|index| a.word(index)))
    }

    #[test]
    fn the_ends_of_the_register() {
        assert!(Wide::<3>::ZERO.is_zero() && !(Wide::<3>::bit(5) | Wide::bit(69)).is_zero());
        assert_eq!(Wide::<3>::ZERO.lowest(), 192);
        assert_eq!(Wide::<3>::ZERO.without_lowest(), Wide::ZERO);
        assert_eq!(Wide::<3>::low(192).count(), 192);
        assert_eq!(Wide::<3>::bit(191).shr(191), Wide::bit(0));
        assert_eq!(Wide::<3>::bit(0).shl(191), Wide::bit(191));
    }
}
