//! Observations of all games as planes of zeros and ones.

use alloc::vec::Vec;

use super::any::AnyBatch;
use crate::planes::{FromBytes, FromRows, Planes, PlanesMut};

/// Words of planes that the batch writes at once: so few that the processor stores the planes of
/// some games while it computes those of the next.
///
/// Beyond the cache Candy, whose words take long, has 0.74 of the time that it has with 512. With
/// 64 all others take a tenth longer.
const WORDS: usize = 128;

/// Bytes that the batch writes at once, unless one game has more.
const BYTES: usize = 4096;

impl AnyBatch {
    /// The shape of the planes.
    #[must_use]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Writes the planes of all games.
    ///
    /// # Panics
    /// When `out` does not hold exactly the planes of all games.
    pub fn observe_planes(&self, out: PlanesMut<'_>) {
        assert_eq!(out.len(), self.games() * self.planes.length(&out), "the planes of every game");
        self.write_planes(0, out);
    }

    /// Writes the planes of the games from `first` on, as many as `out` has room for.
    pub(super) fn write_planes(&self, first: usize, mut out: PlanesMut<'_>) {
        let planes = &self.planes;
        let length = planes.length(&out);
        let count = out.len() / length.max(1);
        let (each, bytes) = (planes.planes.len(), planes.source_bytes());
        let mut words = [0; WORDS];
        let by_words = each <= WORDS && planes.rows.max(planes.cols) <= 8 && self.batch.plane_words(first, &mut []);
        let (mut few, mut one) = ([0; BYTES], Vec::new());
        let room: &mut [u8] = if bytes <= BYTES {
            &mut few
        } else {
            one.resize(bytes, 0);
            &mut one
        };
        let at_once = if by_words { WORDS / each } else { room.len() / bytes };
        for done in (0..count).step_by(at_once) {
            let games = at_once.min(count - done);
            let out = out.part(done * length, games * length);
            if by_words {
                let words = &mut words[..games * each];
                self.batch.plane_words(first + done, words);
                self.level.run(FromRows { planes, words, out });
            } else {
                let bytes = &mut room[..games * bytes];
                self.batch.plane_bytes(first + done, bytes);
                self.level.run(FromBytes { planes, bytes, out });
            }
        }
    }
}
