//! [`Chunks`]: the games of a batch, so many in each structure of arrays.
//!
//! A step of a batch is a few [loops](crate::lanes) over the lanes of a chunk, which work where the
//! games are. The caller's slices have an element a game and may begin anywhere, so a step takes
//! the chunks apart in [`Part`]s: almost always whole ones. With 32 lanes:
//!
//! ```text
//!   games     0 ..  31   32 ..  63   64 ..  70
//!   chunk            0           1           2, and empty lanes behind the last game
//!   part of games 40 to 69        lanes 8 ..31   lanes 0 .. 5
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Games in chunks, each a structure of arrays with `LANES` elements. The compiler knows that the
/// arrays of one structure are apart.
#[derive(Clone)]
pub(crate) struct Chunks<C, const LANES: usize> {
    count: usize,
    /// The games, and unspecified ones behind the last.
    all: Vec<C>,
}

impl<C: Clone, const LANES: usize> Chunks<C, LANES> {
    /// `count` games, every chunk a copy of one.
    pub(crate) fn new(chunk: C, count: usize) -> Chunks<C, LANES> {
        Chunks { count, all: vec![chunk; count.div_ceil(LANES)] }
    }

    /// The number of games.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The chunk and the lane of a game.
    ///
    /// # Panics
    /// When there is no such game.
    #[inline(always)]
    pub(crate) fn at(&self, game: usize) -> (&C, usize) {
        self.check(game, 1);
        (&self.all[game / LANES], game % LANES)
    }

    /// As [`at`](Self::at).
    #[inline(always)]
    pub(crate) fn at_mut(&mut self, game: usize) -> (&mut C, usize) {
        self.check(game, 1);
        (&mut self.all[game / LANES], game % LANES)
    }

    /// All chunks, of which `count` games from `first` on may be used.
    ///
    /// # Panics
    /// When there are not so many games.
    pub(crate) fn with(&self, first: usize, count: usize) -> &[C] {
        self.check(first, count);
        &self.all
    }

    /// As [`with`](Self::with).
    pub(crate) fn with_mut(&mut self, first: usize, count: usize) -> &mut [C] {
        self.check(first, count);
        &mut self.all
    }

    #[inline(always)]
    fn check(&self, first: usize, count: usize) {
        let rest = self.count.checked_sub(first);
        assert!(rest.is_some_and(|rest| count <= rest), "{count} games from {first} on, of {}", self.count);
    }
}

/// Neighboring games that lie in one chunk.
pub(crate) struct Part {
    pub(crate) chunk: usize,
    pub(crate) lanes: Range<usize>,
    /// The games, counted from the first of all parts.
    pub(crate) games: Range<usize>,
}

/// The parts of `count` games from `first` on.
#[inline(always)]
pub(crate) fn parts<const LANES: usize>(first: usize, count: usize) -> impl Iterator<Item = Part> {
    let end = first + count;
    (first / LANES..end.div_ceil(LANES)).map(move |chunk| {
        let (from, to) = (first.max(chunk * LANES), end.min((chunk + 1) * LANES));
        Part { chunk, lanes: from - chunk * LANES..to - chunk * LANES, games: from - first..to - first }
    })
}

/// The elements of a slice in the lanes of a range as long as it, `other` in the rest. A whole
/// chunk is read where it is; `few` is room for any other part. A loop that writes to the games
/// reads a copy instead: the compiler does not know that the slice is apart from them, and would
/// check it before it runs one of two loops.
#[inline(always)]
pub(crate) fn part_of<'a, T: Copy, const LANES: usize>(
    from: &'a [T],
    lanes: Range<usize>,
    other: T,
    few: &'a mut [T; LANES],
) -> &'a [T; LANES] {
    match from.first_chunk() {
        Some(chunk) => chunk,
        None => few_of(from, lanes, other, few),
    }
}

/// As [`part_of`], in code that is compiled once for every number of lanes.
#[cold]
#[inline(never)]
fn few_of<'a, T: Copy, const LANES: usize>(
    from: &[T],
    lanes: Range<usize>,
    other: T,
    few: &'a mut [T; LANES],
) -> &'a [T; LANES] {
    few.fill(other);
    few[lanes].copy_from_slice(from);
    few
}

/// Copies the lanes of a range back to a slice as long as it.
#[inline(always)]
pub(crate) fn put_part<T: Copy, const LANES: usize>(from: &[T; LANES], lanes: Range<usize>, to: &mut [T]) {
    match to.first_chunk_mut() {
        Some(chunk) => *chunk = *from,
        None => copy_few(&from[lanes], to),
    }
}

/// Copies a part of a chunk. It is a function of its own, because the compiler would make one call
/// of this and of the copy of a whole chunk, with a length known only at run time: a step of a
/// batch with AVX-512 took 1.03 to 1.12 of the time.
#[cold]
#[inline(never)]
fn copy_few<T: Copy>(from: &[T], to: &mut [T]) {
    to.copy_from_slice(from);
}
