//! [`Bitset`]: one bit a cell, in a register or, for boards of any size, in [`BitsetWords`].
//!
//! Games whose cells need more than two bits keep a few planes side by side. A plane is a set of
//! cells. It does not know the geometry: shifting moves every cell by the same distance in the
//! numbering of its user.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt::Debug;
use core::hash::Hash;

use super::bits::{Register, Sealed};

/// A set of cells, numbered from 0.
///
/// The operations take their left side by value and their right side by reference: a register is
/// copied, and words are changed where they stand.
pub trait Bitset: Sealed + Clone + Ord + Hash + Debug + Send + Sync + 'static {
    /// The greatest number of cells.
    const MOST: u32;

    /// The empty set on a board of `cells` cells, at most [`MOST`](Self::MOST).
    #[must_use]
    fn empty(cells: u32) -> Self;

    /// The cells of both sets.
    #[must_use]
    fn and(self, other: &Self) -> Self;

    /// The cells of this set that are not in the other.
    #[must_use]
    fn and_not(self, other: &Self) -> Self;

    /// The cells of either set.
    #[must_use]
    fn or(self, other: &Self) -> Self;

    /// The cells of one set but not of both.
    #[must_use]
    fn xor(self, other: &Self) -> Self;

    /// Every cell `distance` lower; `distance` must be less than the board's cells.
    #[must_use]
    fn lowered(&self, distance: u32) -> Self;

    /// Every cell `distance` higher; `distance` must be less than the board's cells. Cells that
    /// leave the board may be lost or stay as bits beyond it; they never wrap around.
    #[must_use]
    fn raised(&self, distance: u32) -> Self;

    /// Whether no cell is in the set.
    #[must_use]
    fn is_empty(&self) -> bool;

    /// The number of cells in the set.
    #[must_use]
    fn count(&self) -> u32;

    /// The lowest cell of the set. The search begins at `from`, and no cell of the set may be below
    /// it.
    #[must_use]
    fn lowest(&self, from: u32) -> Option<u32>;

    /// Whether the cell is in the set. It must be on the board.
    #[must_use]
    fn contains(&self, cell: u32) -> bool;

    /// The length of the run of cells from `cell` on that are in the set, at most `most`. It must
    /// be on the board.
    #[must_use]
    fn run(&self, cell: u32, most: u32) -> u32;

    /// Puts the cells from `from` up to, but not including, `end` into the set. They must be on the
    /// board.
    fn insert_range(&mut self, from: u32, end: u32);

    /// Puts a cell into the set if `bit` is 1, and does nothing if it is 0. It must be on the
    /// board.
    fn insert_if(&mut self, cell: u32, bit: u32);

    /// Takes a cell out of the set. It must be on the board.
    fn remove(&mut self, cell: u32);

    /// Exchanges two cells, which must be on the board: each is in the set afterwards if the other
    /// was.
    fn exchange(&mut self, one: u32, other: u32);

    /// Takes the cells from `from` up to, but not including, `end` out of the set. They must be on
    /// the board.
    fn remove_range(&mut self, from: u32, end: u32);

    /// Copies `count` cells from `from` on to where `to` and those after it are, which is lower.
    /// They must be on the board, and `count` at least 1.
    fn copy_down(&mut self, from: u32, count: u32, to: u32);
}

impl<B: Register> Bitset for B {
    const MOST: u32 = B::BITS;

    #[inline(always)]
    fn empty(_: u32) -> B {
        B::ZERO
    }

    #[inline(always)]
    fn and(self, other: &B) -> B {
        self & *other
    }

    #[inline(always)]
    fn and_not(self, other: &B) -> B {
        self & !*other
    }

    #[inline(always)]
    fn or(self, other: &B) -> B {
        self | *other
    }

    #[inline(always)]
    fn xor(self, other: &B) -> B {
        self ^ *other
    }

    #[inline(always)]
    fn lowered(&self, distance: u32) -> B {
        self.shr(distance)
    }

    #[inline(always)]
    fn raised(&self, distance: u32) -> B {
        self.shl(distance)
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.is_zero()
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        Register::count(*self)
    }

    #[inline(always)]
    fn lowest(&self, _: u32) -> Option<u32> {
        (!self.is_zero()).then(|| Register::lowest(*self))
    }

    #[inline(always)]
    fn contains(&self, cell: u32) -> bool {
        !(*self & B::bit(cell)).is_zero()
    }

    #[inline(always)]
    fn run(&self, cell: u32, most: u32) -> u32 {
        Register::lowest(!self.shr(cell)).min(most)
    }

    #[inline(always)]
    fn insert_range(&mut self, from: u32, end: u32) {
        *self = *self | B::low(end) & !B::low(from);
    }

    #[inline(always)]
    fn insert_if(&mut self, cell: u32, bit: u32) {
        *self = *self | B::low(bit).shl(cell);
    }

    #[inline(always)]
    fn remove(&mut self, cell: u32) {
        *self = *self & !B::bit(cell);
    }

    #[inline(always)]
    fn exchange(&mut self, one: u32, other: u32) {
        let differ = (self.shr(one) ^ self.shr(other)) & B::bit(0);
        *self = *self ^ (differ.shl(one) | differ.shl(other));
    }

    #[inline(always)]
    fn remove_range(&mut self, from: u32, end: u32) {
        *self = *self & (B::low(from) | !B::low(end));
    }

    #[inline(always)]
    fn copy_down(&mut self, from: u32, count: u32, to: u32) {
        let kept = B::low(to) | !B::low(to + count);
        *self = *self & kept | self.shr(from - to) & !kept;
    }
}

/// A plane of a board too large for a register: 64 cells a word, cell 0 the lowest bit of word 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitsetWords(Box<[u64]>);

impl BitsetWords {
    /// Word `index`, 0 beyond the last.
    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// The 64 cells from `cell` on.
    #[inline(always)]
    fn cells_from(&self, cell: u32) -> u64 {
        let (index, bit) = ((cell / 64) as usize, cell % 64);
        // The second shift by one keeps the count below 64 when `bit` is 0.
        self.word(index) >> bit | self.word(index + 1) << 1 << (63 - bit)
    }

    #[inline(always)]
    fn zip(mut self, other: &BitsetWords, operation: impl Fn(u64, u64) -> u64) -> BitsetWords {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word = operation(*word, *other));
        self
    }
}

/// The bits of word `index` that lie from `from` up to, but not including, `end`.
#[inline(always)]
fn range_mask(index: usize, from: u32, end: u32) -> u64 {
    let first = 64 * index as u32;
    let low = |cell: u32| u64::low(cell.saturating_sub(first).min(64));
    low(end) & !low(from)
}

impl Sealed for BitsetWords {}

impl Bitset for BitsetWords {
    const MOST: u32 = u32::MAX;

    fn empty(cells: u32) -> BitsetWords {
        BitsetWords(vec![0; cells.div_ceil(64) as usize].into())
    }

    fn and(self, other: &BitsetWords) -> BitsetWords {
        self.zip(other, |word, other| word & other)
    }

    fn and_not(self, other: &BitsetWords) -> BitsetWords {
        self.zip(other, |word, other| word & !other)
    }

    fn or(self, other: &BitsetWords) -> BitsetWords {
        self.zip(other, |word, other| word | other)
    }

    fn xor(self, other: &BitsetWords) -> BitsetWords {
        self.zip(other, |word, other| word ^ other)
    }

    fn lowered(&self, distance: u32) -> BitsetWords {
        let (skip, bit) = ((distance / 64) as usize, distance % 64);
        let word = |index: usize| self.word(index + skip) >> bit | self.word(index + skip + 1) << 1 << (63 - bit);
        BitsetWords((0..self.0.len()).map(word).collect())
    }

    fn raised(&self, distance: u32) -> BitsetWords {
        let (skip, bit) = ((distance / 64) as usize, distance % 64);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        let raised =
            |index: usize| word(index.checked_sub(skip)) << bit | word(index.checked_sub(skip + 1)) >> 1 >> (63 - bit);
        BitsetWords((0..self.0.len()).map(raised).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(&self, from: u32) -> Option<u32> {
        let first = (from / 64) as usize;
        let index = first + self.0[first..].iter().position(|&word| word != 0)?;
        Some(64 * index as u32 + self.0[index].trailing_zeros())
    }

    fn contains(&self, cell: u32) -> bool {
        self.0[(cell / 64) as usize] >> (cell % 64) & 1 == 1
    }

    fn run(&self, cell: u32, most: u32) -> u32 {
        let mut length = 0;
        while length < most {
            let here = self.cells_from(cell + length).trailing_ones();
            length += here;
            if here < 64 {
                break;
            }
        }
        length.min(most)
    }

    fn insert_range(&mut self, from: u32, end: u32) {
        for index in (from / 64) as usize..end.div_ceil(64) as usize {
            self.0[index] |= range_mask(index, from, end);
        }
    }

    fn insert_if(&mut self, cell: u32, bit: u32) {
        self.0[(cell / 64) as usize] |= u64::from(bit) << (cell % 64);
    }

    fn remove(&mut self, cell: u32) {
        self.0[(cell / 64) as usize] &= !(1 << (cell % 64));
    }

    fn exchange(&mut self, one: u32, other: u32) {
        if self.contains(one) != self.contains(other) {
            self.0[(one / 64) as usize] ^= 1 << (one % 64);
            self.0[(other / 64) as usize] ^= 1 << (other % 64);
        }
    }

    fn remove_range(&mut self, from: u32, end: u32) {
        for index in (from / 64) as usize..end.div_ceil(64) as usize {
            self.0[index] &= !range_mask(index, from, end);
        }
    }

    fn copy_down(&mut self, from: u32, count: u32, to: u32) {
        // From the lowest word up, so that every word is read before it is overwritten.
        for index in (to / 64) as usize..(to + count).div_ceil(64) as usize {
            let moved = self.cells_from(64 * index as u32 + (from - to));
            let mask = range_mask(index, to, to + count);
            self.0[index] = self.0[index] & !mask | moved & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use quickcheck_macros::quickcheck;

    use super::*;
    use crate::board::Wide;

    /// The plane of the low `cells` bits of `bits`.
    fn plane<P: Bitset>(bits: u128, cells: u32) -> P {
        let mut plane = P::empty(cells);
        (0..cells).for_each(|cell| plane.insert_if(cell, (bits >> cell & 1) as u32));
        plane
    }

    fn listed<P: Bitset>(plane: &P, cells: u32) -> Vec<bool> {
        (0..cells).map(|cell| plane.contains(cell)).collect()
    }

    /// Every operation against a list of booleans.
    fn is_a_set<P: Bitset>(a: u128, b: u128, cells: u32, x: u32, y: u32, z: u32) {
        let (one, other): (P, P) = (plane(a, cells), plane(b, cells));
        let (list, others) = (listed(&one, cells), listed(&other, cells));
        assert!(list.iter().zip(0..).all(|(&bit, cell)| bit == (a >> cell & 1 == 1)));
        let pairs = |operation: fn(bool, bool) -> bool| -> Vec<bool> {
            list.iter().zip(&others).map(|(&one, &other)| operation(one, other)).collect()
        };
        assert_eq!(listed(&one.clone().and(&other), cells), pairs(|one, other| one & other));
        assert_eq!(listed(&one.clone().and_not(&other), cells), pairs(|one, other| one & !other));
        assert_eq!(listed(&one.clone().or(&other), cells), pairs(|one, other| one | other));
        assert_eq!(listed(&one.clone().xor(&other), cells), pairs(|one, other| one ^ other));
        assert_eq!(one.is_empty(), !list.contains(&true));
        assert_eq!(one.count() as usize, list.iter().filter(|&&bit| bit).count());
        let lowest = list.iter().position(|&bit| bit).map(|cell| cell as u32);
        assert_eq!(one.lowest(0), lowest);
        assert_eq!(one.lowest(x % (lowest.unwrap_or(cells - 1) + 1)), lowest);

        let mut places = [x % cells, y % (cells + 1), z % (cells + 1)];
        let distance = places[0];
        let at = |cell: Option<u32>| cell.is_some_and(|cell| list.get(cell as usize).copied().unwrap_or(false));
        let lowered: Vec<bool> = (0..cells).map(|cell| at(Some(cell + distance))).collect();
        assert_eq!(listed(&one.lowered(distance), cells), lowered);
        let raised: Vec<bool> = (0..cells).map(|cell| at(cell.checked_sub(distance))).collect();
        assert_eq!(listed(&one.raised(distance), cells), raised);
        let run = list[distance as usize..].iter().take_while(|&&bit| bit).count() as u32;
        assert_eq!(one.run(distance, places[1]), run.min(places[1]));

        let (first, second) = (x % cells, y % cells);
        let (mut removed, mut exchanged) = (one.clone(), one.clone());
        removed.remove(first);
        let expected: Vec<bool> = (0..cells).map(|cell| cell != first && at(Some(cell))).collect();
        assert_eq!(listed(&removed, cells), expected);
        [0, 1, 1, 0].into_iter().for_each(|bit| removed.insert_if(first, bit));
        let expected: Vec<bool> = (0..cells).map(|cell| cell == first || at(Some(cell))).collect();
        assert_eq!(listed(&removed, cells), expected);
        exchanged.exchange(first, second);
        let mut expected = list.clone();
        expected.swap(first as usize, second as usize);
        assert_eq!(listed(&exchanged, cells), expected);

        places.sort_unstable();
        let [from, middle, end] = places;
        let mut inserted = one.clone();
        inserted.insert_range(from, end);
        let expected: Vec<bool> = (0..cells).map(|cell| at(Some(cell)) || (from..end).contains(&cell)).collect();
        assert_eq!(listed(&inserted, cells), expected);
        let mut removed = one.clone();
        removed.remove_range(from, end);
        let expected: Vec<bool> = (0..cells).map(|cell| at(Some(cell)) && !(from..end).contains(&cell)).collect();
        assert_eq!(listed(&removed, cells), expected);
        if from < middle && middle < end {
            let (mut copied, mut expected) = (one.clone(), list.clone());
            copied.copy_down(middle, end - middle, from);
            expected.copy_within(middle as usize..end as usize, from as usize);
            assert_eq!(listed(&copied, cells), expected);
        }
    }

    #[quickcheck]
    fn every_kind_of_plane_is_a_set(a: u128, b: u128, cells: u32, x: u32, y: u32, z: u32) {
        // Sparse, dense, and with long runs.
        for (a, b) in [(a, b), (a & b, a | b), (!0 << (a as u32 % 128), !0 >> (b as u32 % 128))] {
            for cells in [1 + cells % 128, 64, 65, 128] {
                if cells <= 32 {
                    is_a_set::<u32>(a, b, cells, x, y, z);
                }
                if cells <= 64 {
                    is_a_set::<u64>(a, b, cells, x, y, z);
                }
                is_a_set::<u128>(a, b, cells, x, y, z);
                is_a_set::<Wide<4>>(a, b, cells, x, y, z);
                is_a_set::<BitsetWords>(a, b, cells, x, y, z);
            }
        }
    }
}
