//! [`Row`]: a word that holds a row of a board in a lane, with the arithmetic of the lanes.

use core::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A row of a board. The word also holds numbers up to the count of all moves of a position.
pub(super) trait Row:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const BITS: u32;

    /// The lowest bits of a number.
    fn new(number: u64) -> Self;
    fn number(self) -> u64;
    fn count(self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;

    /// All ones for true.
    #[inline(always)]
    fn mask(condition: bool) -> Self {
        Self::ZERO.minus(Self::new(u64::from(condition)))
    }

    /// `other` where the mask has ones, else this word.
    #[inline(always)]
    fn or_if(self, mask: Self, other: Self) -> Self {
        self & !mask | other & mask
    }
}

macro_rules! rows {
    ($($row:ident),*) => {$(
        impl Row for $row {
            const ZERO: $row = 0;
            const ONE: $row = 1;
            const BITS: u32 = $row::BITS;

            #[inline(always)]
            fn new(number: u64) -> $row {
                number as $row
            }

            #[inline(always)]
            fn number(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn count(self) -> $row {
                self.count_ones() as $row
            }

            #[inline(always)]
            fn plus(self, other: $row) -> $row {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: $row) -> $row {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn times(self, other: $row) -> $row {
                self.wrapping_mul(other)
            }
        }
    )*};
}

rows!(u16, u32, u64);
