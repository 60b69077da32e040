//! The checksum of files that the library writes.

use crate::rng::mix;

/// A checksum of bytes, begun with `sum`.
///
/// Every step is a bijection of the sum, so a change within one word of 8 bytes always changes the
/// result. Any other change goes unnoticed with probability 2⁻⁶⁴.
pub(crate) fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(sum ^ bytes.len() as u64, |sum, &word| mix(sum ^ u64::from_le_bytes(word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
}
