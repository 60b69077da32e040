//! The checksum of files that the library writes.

use crate::rng::mix;

/// A checksum of bytes, begun with `sum`.
///
/// Every step is a bijection of the sum, so a change within one word of 8 bytes always changes the
/// result. Any other change goes unnoticed with probability 2⁻⁶⁴.
pub(crate) fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let sum = words.iter().fold(sum ^ bytes.len() as u64, add);
    rest.iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
}

/// The sum after one more word.
fn add(sum: u64, word: &[u8; 8]) -> u64 {
    mix(sum ^ u64::from_le_bytes(*word))
}

/// The [`checksum`], begun with 0, of bytes that come in parts.
#[cfg(feature = "std")]
#[derive(Clone, Debug)]
pub(crate) struct Checksum {
    sum: u64,
    /// The bytes of a word that is not whole yet.
    rest: alloc::vec::Vec<u8>,
}

#[cfg(feature = "std")]
impl Checksum {
    /// Begins the sum of so many bytes.
    pub(crate) fn of(length: u64) -> Checksum {
        Checksum { sum: length, rest: alloc::vec::Vec::with_capacity(8) }
    }

    /// Adds the bytes that follow.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let missing = if self.rest.is_empty() { 0 } else { 8 - self.rest.len() };
        let (first, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.rest.extend_from_slice(first);
        if let Ok(word) = self.rest[..].try_into() {
            self.sum = add(self.sum, word);
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks();
        self.sum = words.iter().fold(self.sum, add);
        self.rest.extend_from_slice(rest);
    }

    /// The sum, once all bytes are added.
    pub(crate) fn finish(self) -> u64 {
        self.rest.iter().fold(self.sum, |sum, &byte| mix(sum ^ u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                assert_eq!(sum.finish(), checksum(0, &bytes[..end]), "{first} {second} {end}");
            }
        }
    }
}
