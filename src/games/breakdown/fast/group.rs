//! [`Group`]: a few boards as one value, in vector registers.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::board::bits::Sealed;
use crate::board::wide::each;
use crate::board::{Bits, Wide};

/// Boards of a [`Group`].
pub(crate) const GROUP: usize = 8;

/// Eight boards beside each other: a vector for every 64 bits of a board. A shift has one count for
/// all of them, which need not be a constant.
#[derive(Clone, Copy)]
pub(crate) struct Group<const N: usize>(pub(crate) [[u64; GROUP]; N]);

impl<const N: usize> Group<N> {
    /// Eight times the same board.
    #[inline(always)]
    pub(crate) fn of(board: Wide<N>) -> Self {
        Group(each(|part| [board.parts()[part]; GROUP]))
    }

    /// The group whose words are made of those at the same place.
    #[inline(always)]
    fn zip(self, other: Self, make: impl Fn(u64, u64) -> u64) -> Self {
        Group(each(|part| each(|lane| make(self.0[part][lane], other.0[part][lane]))))
    }

    /// All parts of every board in one word.
    #[inline(always)]
    pub(crate) fn joined(&self) -> [u64; GROUP] {
        each(|lane| self.0.iter().fold(0, |all, words| all | words[lane]))
    }

    /// The words of a part, or zeros if there is none.
    #[inline(always)]
    fn part(&self, part: Option<usize>) -> [u64; GROUP] {
        part.and_then(|part| self.0.get(part)).copied().unwrap_or([0; GROUP])
    }
}

impl<const N: usize> BitAnd for Group<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Group<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Group<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Group<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}

impl<const N: usize> Sealed for Group<N> {}

impl<const N: usize> Bits for Group<N> {
    // Whole words move first, one at a time, so that every part is known to the compiler and stays
    // in a register.

    #[inline(always)]
    fn shr(mut self, count: u32) -> Self {
        for _ in 0..count / 64 {
            self = Group(each(|part| self.part(Some(part + 1))));
        }
        let bits = count % 64;
        Group(each(|part| {
            let (low, high) = (self.0[part], self.part(Some(part + 1)));
            each(|lane| low[lane] >> bits | high[lane] << 1 << (63 - bits))
        }))
    }

    #[inline(always)]
    fn shl(mut self, count: u32) -> Self {
        for _ in 0..count / 64 {
            self = Group(each(|part| self.part(part.checked_sub(1))));
        }
        let bits = count % 64;
        Group(each(|part| {
            let (high, low) = (self.0[part], self.part(part.checked_sub(1)));
            each(|lane| high[lane] << bits | low[lane] >> 1 >> (63 - bits))
        }))
    }

    #[inline(always)]
    fn shr_each(self, count: u32) -> Self {
        self.zip(self, |word, _| word >> count)
    }

    #[inline(always)]
    fn both_bits(self) -> Self {
        self.zip(self, |word, _| word | word << 1)
    }
}
