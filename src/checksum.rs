//! The checksum of files that the library writes.

use alloc::vec::Vec;

use crate::rng::mix;

/// A checksum of bytes, begun with `sum`.
///
/// Every step is a bijection of the sum, so a change within one word of 8 bytes always changes the
/// result. Any other change goes unnoticed with probability 2⁻⁶⁴.
pub(crate) fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    let mut checksum = Checksum { sum: sum ^ bytes.len() as u64, rest: Vec::new() };
    checksum.add(bytes);
    checksum.finish()
}

/// The [`checksum`], begun with 0, of bytes that come in parts.
#[derive(Clone, Debug)]
pub(crate) struct Checksum {
    sum: u64,
    /// The bytes of a word that is not whole yet.
    rest: Vec<u8>,
}

impl Checksum {
    /// Begins the sum of so many bytes.
    #[cfg(feature = "std")]
    pub(crate) fn of(length: u64) -> Checksum {
        Checksum { sum: length, rest: Vec::new() }
    }

    /// Adds the bytes that follow.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let missing = if self.rest.is_empty() { 0 } else { 8 - self.rest.len() };
        let (first, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.rest.extend_from_slice(first);
        if let Ok(word) = self.rest[..].try_into() {
            self.add_word(word);
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.add_word(word));
        self.rest.extend_from_slice(rest);
    }

    fn add_word(&mut self, word: [u8; 8]) {
        self.sum = mix(self.sum ^ u64::from_le_bytes(word));
    }

    /// The sum, once all bytes are added.
    pub(crate) fn finish(self) -> u64 {
        self.rest.iter().fold(self.sum, |sum, &byte| mix(sum ^ u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum that files have: all words, then the bytes that are left.
    fn sum_of(sum: u64, bytes: &[u8]) -> u64 {
        let (words, rest) = bytes.as_chunks::<8>();
        let sum = words.iter().fold(sum ^ bytes.len() as u64, |sum, &word| mix(sum ^ u64::from_le_bytes(word)));
        rest.iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
    }

    #[test]
    fn bytes_in_parts_have_the_sum_of_the_whole() {
        let bytes: [u8; 61] = core::array::from_fn(|at| (at * at) as u8);
        for end in 0..bytes.len() {
            for (first, second) in [(0, 0), (1, 1), (3, 8), (7, 20), (8, 9), (13, 61)] {
                let (first, second) = (end.min(first), end.min(second));
                let mut sum = Checksum::of(end as u64);
                for part in [&bytes[..first], &bytes[first..second], &bytes[second..end]] {
                    sum.add(part);
                }
                assert_eq!(sum.finish(), sum_of(0, &bytes[..end]), "{first} {second} {end}");
            }
            assert_eq!(checksum(77, &bytes[..end]), sum_of(77, &bytes[..end]), "{end}");
        }
    }
}
