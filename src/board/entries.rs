//! Sets of entries: where at the four edges a piece can be pushed in.

use crate::cell::Entry;
use crate::level::BitMoves;

/// The longest edge whose entries fit the set.
pub const LONGEST_EDGE: u32 = 10;

/// A set of entries of a board of at most 10 × 10, with its lengths.
///
/// ```text
///   bit  0 ..  9    the entries of the north edge, from the left      every entry at the bit
///       16 .. 25    the east edge, from the top                       of its number
///       32 .. 41    the south edge, from the left
///       48 .. 57    the west edge, from the top
///
///   bit 10 .. 15    how many entries of the north edge are in the set
///       26 .. 31    of the north and east edges
///       42 .. 47    of the north, east and south edges
///       58 .. 63    of all four, 0 to 40
/// ```
///
/// The counts travel in the same word because one subtraction then takes entries out and keeps all
/// counts right. Counting bits, where the machine has no instruction for it, and finding the edge
/// of the *n*-th entry cost more than the rest of a random move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entries(u64);

impl Entries {
    /// The set without entries.
    pub const EMPTY: Entries = Entries(0);

    /// The bits of entries, the others being counts.
    const BITS: u64 = 0x03ff_03ff_03ff_03ff;

    /// The set with one more entry, whose index must be below [`LONGEST_EDGE`].
    #[inline]
    #[must_use]
    pub const fn with(self, entry: Entry) -> Entries {
        debug_assert!(entry.index() < LONGEST_EDGE);
        // One more in the counts of its edge and of those that follow.
        let counts = (0x0400_0400_0400_0400 >> (entry.number() & 48)) << (entry.number() & 48);
        if self.contains(entry) { self } else { Entries(self.0 + (1 << entry.number()) + counts) }
    }

    /// The set without the entries of `others`, all of which must be in it.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, others: Entries) -> Entries {
        Entries(self.0 - others.0)
    }

    /// Whether there is none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of entries.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u64 {
        self.0 >> 58
    }

    /// Whether an entry is in the set; false beyond the edge.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, entry: Entry) -> bool {
        (self.0 & Entries::BITS) >> entry.number() & 1 == 1
    }

    /// The entry that has `index` others of the set before it. `index` must be below the count;
    /// otherwise the answer is unspecified.
    ///
    /// The counts give the edge. A table of 8 KiB gives the place at the edge; edges up to 8 use 2
    /// KiB of it. Tried and dropped: clearing the lowest bit `index` times (twice as slow at 40
    /// entries); byte counts by a multiplication, with a table of bytes (5 ns slower).
    #[inline(always)]
    #[must_use]
    pub fn nth(self, index: u64) -> Entry {
        let upto = |edge: u32| self.0 >> (16 * edge + 10) & 63;
        let edge = (index >= upto(0)) as u32 + (index >= upto(1)) as u32 + (index >= upto(2)) as u32;
        let before = self.0 << 16 >> (16 * edge + 10) & 63;
        let places = PLACES[(self.0 >> (16 * edge) & 1023) as usize];
        Entry::from_number(16 * edge + (places >> (4 * (index.wrapping_sub(before) & 15)) & 15) as u32)
    }

    /// As [`nth`](Self::nth), by the instruction that moves bits.
    #[inline(always)]
    pub(crate) fn nth_by(self, moves: BitMoves, index: u64) -> Entry {
        Entry::from_number(moves.deposit(1 << (index & 63), self.0 & Entries::BITS).trailing_zeros())
    }

    /// Every entry, ascending.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Entry> {
        let mut rest = self.0 & Entries::BITS;
        core::iter::from_fn(move || {
            let number = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(Entry::from_number(number))
        })
    }
}

/// The places of the set bits of every 10-bit number, four bits each, from the lowest.
static PLACES: [u64; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let (mut place, mut shift) = (0, 0);
        while place < 10 {
            if bits >> place & 1 == 1 {
                table[bits] |= place << shift;
                shift += 4;
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

static_assertions::assert_eq_size!(Entries, u64);
static_assertions::const_assert!(4 * LONGEST_EDGE < 64 && LONGEST_EDGE == 10);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::cell::Edge;
    use crate::rng::Generator;

    fn every_entry() -> impl Iterator<Item = Entry> {
        Edge::ALL.into_iter().flat_map(|edge| (0..LONGEST_EDGE).filter_map(move |index| Entry::new(edge, index)))
    }

    /// From none to all, at every density, a set is its list.
    #[test]
    fn a_set_agrees_with_its_list() {
        for number in 0..400 {
            let mut random = Generator::for_game(3, number);
            let expected: Vec<Entry> = every_entry().filter(|_| random.below(40) < number % 41).collect();
            let set = expected.iter().fold(Entries::EMPTY, |set, &entry| set.with(entry).with(entry));
            assert!(set.iter().eq(expected.iter().copied()));
            assert_eq!((set.count(), set.is_empty()), (expected.len() as u64, expected.is_empty()));
            for (index, &entry) in (0..).zip(&expected) {
                assert_eq!(set.nth(index), entry);
                let one = Entries::EMPTY.with(entry);
                assert_eq!(set.without(one).with(entry), set);
                assert!(!set.without(one).contains(entry));
            }
            for entry in (0..64).map(Entry::from_number) {
                assert_eq!(set.contains(entry), expected.contains(&entry));
            }
            assert_eq!(set.without(set), Entries::EMPTY);
        }
    }
}
