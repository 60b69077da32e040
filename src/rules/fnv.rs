//! [`Fnv`]: the hash FNV-1a of 64 bits, for hashes that stay the same from version to version.

use core::fmt;
use core::hash::Hasher;

/// The hash of the bytes so far.
pub(crate) struct Fnv(u64);

impl Fnv {
    /// The hash of nothing.
    pub(crate) fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes());
        Ok(())
    }
}
