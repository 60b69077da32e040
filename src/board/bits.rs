//! The operations that the kernels need of a value that holds a packed board.
//!
//! Two traits, because the kernels come in two kinds. [`Bits`] is bitwise logic and shifts by one
//! common count: enough for gravity, squares and legality, and something that a whole vector of
//! boards can do side by side. [`Register`] adds what only makes sense for a single board: looking
//! for the lowest bit, counting, and the `u32` words of the document.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Keeps [`Bits`], [`Register`] and what is built on them to the types of this library: more
/// methods may come.
pub(crate) use sealed::Sealed;

mod sealed {
    /// A trait that cannot be named outside the library.
    pub trait Sealed {}
}

/// Bitwise logic and shifts by a count that every board in the value shares.
///
/// Bit 0 is the low bit of the top left cell, so that a shift right moves cells towards the top
/// left.
pub trait Bits:
    Sealed + Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Moves every bit `count` places towards bit 0. `count` must be less than the register's
    /// width.
    #[must_use]
    fn shr(self, count: u32) -> Self;

    /// Moves every bit `count` places away from bit 0. `count` must be less than the register's
    /// width.
    #[must_use]
    fn shl(self, count: u32) -> Self;

    /// As [`shr`](Self::shr), but in every 64 bits separately, with zeros coming in at the top of
    /// each: one instruction a word instead of two or three, for callers who ignore the bits that
    /// cross. `count` must be less than 64 and the register's width.
    #[must_use]
    fn shr_each(self, count: u32) -> Self;

    /// Both bits of every cell whose low bit is set. `self` must have low bits only.
    #[must_use]
    fn both_bits(self) -> Self;
}

/// A register that holds one board.
pub trait Register: Bits + Default + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The width in bits: twice the cells of the largest board that fits.
    const BITS: u32;

    /// No bit set.
    const ZERO: Self;

    /// Bit `index` alone. `index` must be less than [`BITS`](Self::BITS).
    #[must_use]
    fn bit(index: u32) -> Self;

    /// The `count` lowest bits, 0 to [`BITS`](Self::BITS).
    #[must_use]
    fn low(count: u32) -> Self;

    /// Whether no bit is set.
    #[must_use]
    fn is_zero(self) -> bool;

    /// The number of set bits.
    #[must_use]
    fn count(self) -> u32;

    /// The index of the lowest set bit; [`BITS`](Self::BITS) when none is.
    #[must_use]
    fn lowest(self) -> u32;

    /// The index of the highest set bit; meaningless when none is.
    #[must_use]
    fn highest(self) -> u32;

    /// The value without its lowest set bit; zero stays zero.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The 32 bits from bit 32 × `index` on. `index` must be less than `BITS / 32`.
    #[must_use]
    fn word(self, index: usize) -> u32;

    /// The register whose lowest words are these; at most `BITS / 32` of them.
    #[must_use]
    fn from_words(words: &[u32]) -> Self;
}

macro_rules! integer_register {
    ($($integer:ty),*) => {$(
        impl Sealed for $integer {}

        impl Bits for $integer {
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                self >> count
            }

            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                self << count
            }

            #[inline(always)]
            fn shr_each(self, count: u32) -> Self {
                if <$integer>::BITS <= 64 {
                    return self >> count;
                }
                let [low, high] = [self as u64, (self >> (<$integer>::BITS / 2)) as u64];
                (low >> count) as $integer | ((high >> count) as $integer) << (<$integer>::BITS / 2)
            }

            #[inline(always)]
            fn both_bits(self) -> Self {
                if <$integer>::BITS <= 64 {
                    return self | self << 1;
                }
                let [low, high] = [self as u64, (self >> (<$integer>::BITS / 2)) as u64];
                (low | low << 1) as $integer | ((high | high << 1) as $integer) << (<$integer>::BITS / 2)
            }
        }

        impl Register for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: Self = 0;

            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline(always)]
            fn low(count: u32) -> Self {
                if count == 0 { 0 } else { <$integer>::MAX >> (<$integer>::BITS - count) }
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                // Most sets are columns of a narrow board, and without a population count in
                // hardware the upper half of a `u128` costs as much as the lower one.
                if <$integer>::BITS > 64 && self <= <$integer>::from(u32::MAX) {
                    (self as u32).count_ones()
                } else {
                    self.count_ones()
                }
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                (<$integer>::BITS - 1).wrapping_sub(self.leading_zeros())
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn word(self, index: usize) -> u32 {
                (self >> (32 * index as u32)) as u32
            }

            #[inline(always)]
            fn from_words(words: &[u32]) -> Self {
                words.iter().zip(0..).fold(0, |all, (&word, index)| all | <$integer>::from(word) << (32 * index))
            }
        }
    )*};
}

integer_register!(u32, u64, u128);
