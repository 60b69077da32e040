//! The transposition table: bounds of positions that were searched before, shared by all threads.
//!
//! A bucket is one cache line of four entries. An entry is two words: the packed data, and the
//! position's check word XOR the data. If a thread reads an entry while another writes it, the two
//! words do not match, and the reader finds no entry (Hyatt and Mann, *A lockless transposition
//! table*, 2002). This needs no lock and no `unsafe`. Where a processor has no 64-bit atomics, the
//! same holds for the halves of the words: the check word is XORed with the data in a mixed form.

use alloc::vec::Vec;

use super::score::Score;
use super::shared_word::SharedWord;
use crate::rng::mix;

/// The key of a position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Well mixed bits that choose the bucket.
    pub(super) place: u64,
    /// The bits that the entry stores.
    pub(super) check: u64,
}

impl Key {
    /// The key of a position that fits into a number. Positions with different numbers never
    /// collide.
    #[inline(always)]
    #[must_use]
    pub const fn exact(number: u64) -> Key {
        Key { place: mix(number), check: number }
    }

    /// The key of a position that is too large for a number, from two independent hashes of it. The
    /// table keeps the second hash whole. The first one chooses the bucket. Together they are about
    /// 84 bits in a table of 64 MiB.
    ///
    /// A lookup compares the 64 bits of the second hash with the four entries of a bucket. So the
    /// probability that any of 10⁹ lookups finds another position's entry is below
    /// 4 · 10⁹ / 2⁶⁴ < 3 · 10⁻¹⁰. A weak search makes about ten lookups a position, and compares 64
    /// entries if its [`Standing`](super::weak::Standing) has 16 buckets.
    #[inline(always)]
    #[must_use]
    pub const fn hashed(hashes: [u64; 2]) -> Key {
        Key { place: hashes[0], check: hashes[1] }
    }
}

/// The depth of the search that an entry comes from, in plies.
pub(super) type Depth = u8;

/// The depth of a search that goes to the end of the game.
pub(super) const UNLIMITED: Depth = Depth::MAX;

/// The data of an entry: bounds of a position's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The lower bound.
    pub(super) least: Score,
    /// The upper bound.
    pub(super) most: Score,
    /// The depth of the search. A decided win or loss holds at any depth.
    pub(super) depth: Depth,
    /// The number of the best move, or [`NO_MOVE`].
    pub(super) mv: u16,
    /// The binary logarithm of the number of positions that the search visited.
    pub(super) work: u8,
}

impl Known {
    pub(super) const NOTHING: Known =
        Known { least: Score::LOWEST, most: Score::GREATEST, depth: 0, mv: NO_MOVE, work: 0 };

    /// Packs the data into a word that is never zero: an entry of two zero words is empty.
    #[inline(always)]
    const fn pack(self) -> u64 {
        self.least.0 as u16 as u64
            | (self.most.0 as u16 as u64) << 16
            | (self.mv as u64) << 32
            | (self.depth as u64) << 48
            | (self.work as u64 & 127 | 128) << 56
    }

    #[inline(always)]
    const fn unpack(word: u64) -> Known {
        Known {
            least: Score(word as u16 as i16),
            most: Score((word >> 16) as u16 as i16),
            mv: (word >> 32) as u16,
            depth: (word >> 48) as u8,
            work: work_of(word),
        }
    }

    /// Returns whether the bounds are in order and in range.
    #[cfg(feature = "std")]
    const fn is_sound(self) -> bool {
        self.least.0 <= self.most.0 && self.least.0 >= Score::LOWEST.0 && self.most.0 <= Score::GREATEST.0
    }
}

/// The move number that stands for no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// Entries of a bucket.
const ENTRIES: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Entry; ENTRIES]);

#[derive(Debug, Default)]
pub(super) struct Entry {
    checked: SharedWord,
    known: SharedWord,
}

impl Entry {
    #[inline(always)]
    pub(super) fn get(&self) -> (u64, u64) {
        let known = self.known.load();
        (self.checked.load() ^ SharedWord::mixed(known), known)
    }

    #[inline(always)]
    pub(super) fn set(&self, check: u64, known: u64) {
        self.checked.store(check ^ SharedWord::mixed(known));
        self.known.store(known);
    }
}

/// Why a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate a table of {mebibytes} MiB (minimum 1 MiB)")]
pub struct TableError {
    /// The requested size in MiB.
    pub mebibytes: usize,
}

/// The transposition table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Makes an empty table of this size in MiB.
    ///
    /// # Errors
    /// [`TableError`] if the size is 0 or the memory cannot be allocated.
    #[inline(never)]
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let error = TableError { mebibytes };
        let count = mebibytes.checked_mul((1 << 20) / size_of::<Bucket>()).filter(|&count| count > 0).ok_or(error)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets })
    }

    /// The size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        ((u128::from(key.place) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[self.place(key)]
    }

    /// The key's bucket and those that follow it, `count` in all; fewer at the end of the table.
    #[inline(always)]
    pub(super) fn row(&self, key: Key, count: usize) -> &[Bucket] {
        let place = self.place(key);
        &self.buckets[place..self.buckets.len().min(place + count)]
    }

    /// The entry of a position, or [`Known::NOTHING`].
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Known {
        for entry in &self.bucket(key).0 {
            let (check, known) = entry.get();
            if check == key.check && is_of_bounds(known) {
                return Known::unpack(known);
            }
        }
        Known::NOTHING
    }

    /// Stores an entry. It replaces the entry of its bucket that took the least work, or is merged
    /// with an entry of the same position.
    #[inline(always)]
    pub(super) fn put(&self, key: Key, found: Known) {
        let bucket = &self.bucket(key).0;
        let (mut place, mut least) = (0, u8::MAX);
        let mut found = found;
        for (index, entry) in bucket.iter().enumerate() {
            let (check, known) = entry.get();
            if known == 0 {
                if least > 0 {
                    (place, least) = (index, 0);
                }
                continue;
            }
            if check == key.check && is_of_bounds(known) {
                found = merged(Known::unpack(known), found);
                place = index;
                break;
            }
            let work = work_of(known);
            if work + 1 < least {
                (place, least) = (index, work + 1);
            }
        }
        bucket[place].set(key.check, found.pack());
    }

    /// Every entry, as the words of [`put_words`](Self::put_words).
    #[cfg(feature = "std")]
    pub(super) fn words(&self) -> impl Iterator<Item = [u64; 3]> {
        let size = self.buckets.len() as u128;
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            bucket.0.iter().filter_map(move |entry| {
                let (check, known) = entry.get();
                // The middle of the range of places that choose this bucket in a table of this
                // size.
                let place = ((((index as u128) << 64) + (1 << 63)) / size) as u64;
                let words = [place, check, known];
                // While another thread writes, an entry may consist of words of two entries.
                are_sound(words).then_some(words)
            })
        })
    }

    /// Stores an entry of another table of the same size, if its bucket has room. It must be
    /// [sound](are_sound).
    #[cfg(feature = "std")]
    pub(super) fn put_words(&self, [place, check, known]: [u64; 3]) {
        if let Some(entry) = self.bucket(Key { place, check }).0.iter().find(|entry| entry.get().1 == 0) {
            entry.set(check, known);
        }
    }
}

/// The words of an entry that says nothing.
#[cfg(feature = "std")]
pub(super) const NO_WORDS: [u64; 3] = [0, 0, Known::NOTHING.pack()];

/// Returns whether an entry's data are [`Known`] bounds; otherwise they are the
/// [answers](super::weak) of a weak search. Both keep their work in the same bits.
#[inline(always)]
const fn is_of_bounds(data: u64) -> bool {
    data >> 63 == 1
}

/// The binary logarithm of the number of positions behind an entry.
#[inline(always)]
pub(super) const fn work_of(data: u64) -> u8 {
    (data >> 56) as u8 & 127
}

/// Returns whether the words can be those of an entry.
#[cfg(feature = "std")]
pub(super) fn are_sound([_, _, known]: [u64; 3]) -> bool {
    if is_of_bounds(known) { Known::unpack(known).is_sound() } else { known >> 56 != 0 }
}

/// Merges the results of two searches of one position.
#[inline(always)]
fn merged(old: Known, new: Known) -> Known {
    let mv = if new.mv == NO_MOVE { old.mv } else { new.mv };
    let work = if new.work > old.work { new.work } else { old.work };
    if old.depth == new.depth {
        let least = if new.least > old.least { new.least } else { old.least };
        let most = if new.most < old.most { new.most } else { old.most };
        if least <= most {
            return Known { least, most, mv, work, ..new };
        }
    }
    // A bound to the end of the game is worth more than one to a horizon.
    let keeps = old.depth == UNLIMITED && new.depth != UNLIMITED;
    Known { mv, work, ..if keeps { old } else { new } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(least: i16, most: i16, depth: u8, work: u8) -> Known {
        Known { least: Score(least), most: Score(most), depth, mv: 5, work }
    }

    /// Threads write entries without locks, so an entry may have words of two.
    #[test]
    fn an_entry_of_two_halves_is_that_of_no_position() {
        let (one, other, mixed) = (Entry::default(), Entry::default(), Entry::default());
        one.set(77, known(1, 2, 9, 1).pack());
        other.set(77, known(3, 4, 9, 1).pack());
        mixed.checked.store(one.checked.load());
        mixed.known.store(other.known.load());
        assert_eq!((one.get().0, other.get().0), (77, 77));
        assert_ne!(mixed.get().0, 77);
    }

    #[test]
    fn what_is_put_is_got_until_more_work_takes_its_place() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.mebibytes(), 1);
        let key = |check| Key { place: 77, check };
        assert_eq!(table.get(key(0)), Known::NOTHING);
        for check in 0..4 {
            table.put(key(check), known(-16_000, 3, 9, 10 + check as u8));
        }
        table.put(key(1), known(-2, 16_001, 9, 1));
        assert_eq!(table.get(key(1)), known(-2, 3, 9, 11));
        // A weaker bound and no move leave what is known.
        table.put(key(2), Known { mv: 7, ..known(-2, 16_001, 9, 1) });
        table.put(key(2), Known { mv: NO_MOVE, ..known(-4, 16_001, 9, 1) });
        assert_eq!(table.get(key(2)), Known { mv: 7, ..known(-2, 3, 9, 12) });
        // Bounds that meet are one value. If bounds contradict each other, the new ones replace the
        // old.
        table.put(key(1), known(3, 16_001, 9, 1));
        assert_eq!(table.get(key(1)), known(3, 3, 9, 11));
        table.put(key(1), known(5, 7, 9, 1));
        assert_eq!(table.get(key(1)), known(5, 7, 9, 11));
        table.put(key(9), known(0, 0, UNLIMITED, 1));
        assert_eq!(table.get(key(0)), Known::NOTHING);
        assert_eq!(table.get(key(9)), known(0, 0, UNLIMITED, 1));
        table.put(key(9), known(5, 5, 3, 1));
        assert_eq!(table.get(key(9)), known(0, 0, UNLIMITED, 1));
    }

    #[test]
    fn a_table_goes_through_its_words() {
        let [table, copy] = [3, 3].map(|size| Table::new(size).unwrap());
        assert_eq!(table.mebibytes(), 3);
        for number in 0..100_000 {
            table.put(Key::exact(number), known(-1, 1, 4, (number % 30) as u8));
        }
        assert!(table.words().all(are_sound));
        table.words().for_each(|words| copy.put_words(words));
        assert!((0..100_000).all(|number| table.get(Key::exact(number)) == copy.get(Key::exact(number))));
        assert!(are_sound(NO_WORDS) && !are_sound([0, 0, known(2, 1, 0, 0).pack()]));
        assert!(Table::new(0).is_err() && Table::new(usize::MAX >> 8).is_err());
    }
}
