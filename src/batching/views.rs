//! Observations of all games as zeros and ones.

use alloc::vec::Vec;
use core::ops::Range;

use super::any::AnyBatch;
use crate::planes::{FromRows, Planes, PlanesMut, write_bits_from_bytes, write_from_bytes};

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

    /// Writes the observations of all games in one-hot form.
    ///
    /// # Panics
    /// When `ones` does not hold exactly one observation a game.
    pub fn observe_one_hot(&self, ones: &mut [f32]) {
        let planes = &Planes::one_hot(&self.observation);
        let (each, length) = (self.observation.cells(), planes.cells());
        assert_eq!(ones.len(), self.games() * length, "one observation a game");
        if planes.are_those_of(&self.planes) {
            return self.write_planes(0, PlanesMut::Floats(ones));
        }
        in_parts(each, self.games(), |games, bytes| {
            self.batch.observe(games.start, bytes);
            let out = PlanesMut::Floats(&mut ones[games.start * length..games.end * length]);
            write_from_bytes(self.level, planes, bytes, out);
        });
    }

    /// Writes the observations of all games in one-hot form, a bit a square.
    ///
    /// # Panics
    /// When `bits` does not hold exactly one observation a game.
    pub fn observe_bits(&self, bits: &mut [u32]) {
        let planes = &Planes::one_hot(&self.observation);
        let (each, length) = (self.observation.cells(), self.observation.words());
        assert_eq!(bits.len(), self.games() * length, "one observation a game");
        in_parts(each, self.games(), |games, bytes| {
            self.batch.observe(games.start, bytes);
            write_bits_from_bytes(self.level, planes, bytes, &mut bits[games.start * length..games.end * length]);
        });
    }

    /// Writes the planes of the games from `first` on, as many as `out` has room for.
    pub(super) fn write_planes(&self, first: usize, mut out: PlanesMut<'_>) {
        let planes = &self.planes;
        let length = planes.length(&out);
        let count = out.len() / length.max(1);
        let each = planes.planes.len();
        if each > WORDS || planes.rows.max(planes.cols) > 8 || !self.batch.plane_words(first, &mut []) {
            return in_parts(planes.source_bytes(), count, |games, bytes| {
                self.batch.plane_bytes(first + games.start, bytes);
                let out = out.part(games.start * length, games.len() * length);
                write_from_bytes(self.level, planes, bytes, out);
            });
        }
        let mut words = [0; WORDS];
        let at_once = WORDS / each;
        for done in (0..count).step_by(at_once) {
            let games = at_once.min(count - done);
            let words = &mut words[..games * each];
            self.batch.plane_words(first + done, words);
            self.level.run(FromRows { planes, words, out: out.part(done * length, games * length) });
        }
    }
}

/// Calls `write` with some games at a time, of `count`, and a buffer of `each` bytes for every one.
fn in_parts(each: usize, count: usize, mut write: impl FnMut(Range<usize>, &mut [u8])) {
    let (mut few, mut one) = ([0; BYTES], Vec::new());
    let room: &mut [u8] = if each <= BYTES {
        &mut few
    } else {
        one.resize(each, 0);
        &mut one
    };
    let at_once = room.len() / each;
    for first in (0..count).step_by(at_once) {
        let games = first..count.min(first + at_once);
        write(games.clone(), &mut room[..games.len() * each]);
    }
}
