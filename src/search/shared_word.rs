//! Words of 64 bits that threads share.
//!
//! [`Whole`] is one atomic word. Processors without 64-bit atomics, such as Cortex-M and 32-bit
//! PowerPC, use [`Halves`]: two atomic halves. Each half is whole, but a reader may see one half
//! before and the other after a write. The table's check finds such entries; see [`super::table`].

#[cfg(any(test, not(target_has_atomic = "64")))]
use core::sync::atomic::AtomicU32;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::Relaxed;

/// The shared word of this processor.
#[cfg(target_has_atomic = "64")]
pub(super) type SharedWord = Whole;
/// The shared word of this processor.
#[cfg(not(target_has_atomic = "64"))]
pub(super) type SharedWord = Halves;

/// A word that is read and written at once.
#[cfg(target_has_atomic = "64")]
#[derive(Debug, Default)]
pub(super) struct Whole(AtomicU64);

#[cfg(target_has_atomic = "64")]
impl Whole {
    #[inline(always)]
    pub(super) fn load(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn store(&self, word: u64) {
        self.0.store(word, Relaxed);
    }

    /// Adds and returns the sum.
    pub(super) fn add(&self, number: u64) -> u64 {
        self.0.fetch_add(number, Relaxed).wrapping_add(number)
    }

    /// The form of an entry's data that is combined with its check word: the data, because it is
    /// read and written at once.
    #[inline(always)]
    pub(super) const fn mixed(data: u64) -> u64 {
        data
    }
}

/// A word in two halves. A test of a processor with 64-bit atomics compares it with [`Whole`].
#[cfg(any(test, not(target_has_atomic = "64")))]
#[derive(Debug, Default)]
pub(super) struct Halves([AtomicU32; 2]);

#[cfg(any(test, not(target_has_atomic = "64")))]
impl Halves {
    #[inline(always)]
    pub(super) fn load(&self) -> u64 {
        let [low, high] = self.0.each_ref().map(|half| u64::from(half.load(Relaxed)));
        low | high << 32
    }

    #[inline(always)]
    pub(super) fn store(&self, word: u64) {
        self.0[0].store(word as u32, Relaxed);
        self.0[1].store((word >> 32) as u32, Relaxed);
    }

    /// Adds and returns the sum. While another thread carries into the high half, the returned sum
    /// may be 2³² too small. The word itself is exact once all threads have added.
    pub(super) fn add(&self, number: u64) -> u64 {
        let (low, carries) = fetch_add(&self.0[0], number as u32).overflowing_add(number as u32);
        let carried = ((number >> 32) as u32).wrapping_add(u32::from(carries));
        let high = fetch_add(&self.0[1], carried).wrapping_add(carried);
        u64::from(low) | u64::from(high) << 32
    }

    /// The form of an entry's data that is combined with its check word: each half of it depends on
    /// both halves of the data. Without that, halves of two entries of one position would pass.
    #[inline(always)]
    pub(super) const fn mixed(data: u64) -> u64 {
        crate::rng::mix(data)
    }
}

/// Adds and returns the number before. Processors whose atomics can only be read and written, such
/// as Cortex-M0, have no `std` and so no second thread.
#[cfg(any(test, not(target_has_atomic = "64")))]
fn fetch_add(half: &AtomicU32, number: u32) -> u32 {
    #[cfg(target_has_atomic = "32")]
    return half.fetch_add(number, Relaxed);
    #[cfg(not(target_has_atomic = "32"))]
    {
        let before = half.load(Relaxed);
        half.store(before.wrapping_add(number), Relaxed);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::mix;

    #[test]
    fn both_words_add_and_store_alike() {
        let (word, halves) = (SharedWord::default(), Halves::default());
        let numbers = [1, u64::from(u32::MAX), 1, 0, 7 << 31, u64::from(u32::MAX) << 32, u64::MAX];
        for number in numbers {
            assert_eq!(word.add(number), halves.add(number));
            assert_eq!(word.load(), halves.load());
        }
        word.store(0x0123_4567_89ab_cdef);
        halves.store(0x0123_4567_89ab_cdef);
        assert_eq!([word.load(), halves.load()], [0x0123_4567_89ab_cdef; 2]);
    }

    #[test]
    fn halves_of_two_entries_never_pass_the_check() {
        let low = u64::from(u32::MAX);
        let torn = |one: u64, other: u64| [one, other, one & low | other & !low, other & low | one & !low];
        for number in 0..1000 {
            // Two entries of one position, written by two threads.
            let (check, one, other) = (mix(number), mix(number + 1000), mix(number + 2000));
            for known in torn(one, other) {
                for checked in torn(check ^ Halves::mixed(one), check ^ Halves::mixed(other)) {
                    let passes = checked ^ Halves::mixed(known) == check;
                    assert!(!passes || [one, other].contains(&known));
                }
            }
        }
    }
}
