//! [`Planes`]: what a learner sees of a position, as planes of zeros and ones.
//!
//! Every game's planes follow from bytes: those of its [`Observation`], or other bytes
//! ([`GameParameters::plane_bytes`](crate::games::GameParameters::plane_bytes)). A plane has a one
//! where its byte is in a range.

use alloc::vec;
use alloc::vec::Vec;

use crate::batch::Observation;
use crate::board::byte_rows::packed;
use crate::board::select::spread_word;
use crate::level::{Level, Task};

/// One plane of zeros and ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plane {
    /// The meaning of a one, for example `mine`.
    pub name: &'static str,
    /// The index of the plane of bytes that it reads.
    pub source: usize,
    /// The lowest byte that gives a one.
    pub first: u8,
    /// The highest such byte.
    pub last: u8,
}

/// The shape of an observation in zeros and ones: planes of `rows` × `cols`, row 0 on top (in Candy
/// at the bottom).
///
/// | form | shape of one game | unit |
/// |---|---|---|
/// | [`Cells`](PlanesMut::Cells) | planes, rows, columns | a byte, 0 or 1 |
/// | [`Floats`](PlanesMut::Floats) | planes, rows, columns | `f32`, 0 or 1 |
/// | [`Bits`](PlanesMut::Bits) | planes, rows, ⌈columns / 8⌉ | a bit, lowest first; spare bits 0 |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planes {
    /// The planes, in order.
    pub planes: Vec<Plane>,
    /// The rows of every plane.
    pub rows: usize,
    /// The columns of every plane.
    pub cols: usize,
}

/// Destination slices for the planes of some games, in one of three forms.
#[derive(Debug)]
pub enum PlanesMut<'a> {
    /// A byte a square.
    Cells(&'a mut [u8]),
    /// A bit a square; every row begins with a byte.
    Bits(&'a mut [u8]),
    /// A float a square.
    Floats(&'a mut [f32]),
}

impl Planes {
    /// The one-hot form of an observation: a plane for every value of every plane of bytes.
    #[must_use]
    pub fn one_hot(observation: &Observation) -> Planes {
        let planes = observation.planes.iter().enumerate().flat_map(|(source, plane)| {
            (plane.first..=plane.last).map(move |byte| Plane { name: plane.name, source, first: byte, last: byte })
        });
        Planes { planes: planes.collect(), rows: observation.rows, cols: observation.cols }
    }

    /// The planes with these names; those for which there is none keep theirs.
    #[must_use]
    pub fn named(mut self, names: &[&'static str]) -> Planes {
        for (plane, name) in self.planes.iter_mut().zip(names) {
            plane.name = name;
        }
        self
    }

    /// The squares of a plane.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// The squares of one game: planes × rows × columns.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.planes.len() * self.squares()
    }

    /// The bytes of a row in bits.
    #[must_use]
    pub fn row_bytes(&self) -> usize {
        self.cols.div_ceil(8)
    }

    /// The bytes of one game in bits: planes × rows × ⌈columns / 8⌉.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.planes.len() * self.rows * self.row_bytes()
    }

    /// Whether other planes have ones for the same bytes.
    pub(crate) fn are_those_of(&self, other: &Planes) -> bool {
        let range = |plane: &Plane| (plane.source, plane.first, plane.last);
        self.planes.iter().map(range).eq(other.planes.iter().map(range))
    }

    /// The number of bytes that the planes of one game read.
    pub(crate) fn source_bytes(&self) -> usize {
        let sources = self.planes.iter().map(|plane| plane.source + 1).max().unwrap_or(0);
        sources * self.squares()
    }

    /// Elements of one game in the form of `out`.
    pub(crate) fn length(&self, out: &PlanesMut<'_>) -> usize {
        match out {
            PlanesMut::Bits(_) => self.bytes(),
            PlanesMut::Cells(_) | PlanesMut::Floats(_) => self.cells(),
        }
    }
}

impl Observation {
    /// Writes the one-hot form of one game's bytes.
    ///
    /// # Panics
    /// When `cells` does not have [`cells`](Self::cells) elements, or `ones` not
    /// [`one_hot`](Self::one_hot) planes.
    pub fn write_one_hot(&self, cells: &[u8], ones: &mut [f32]) {
        assert!(cells.len() == self.cells() && ones.len() == self.one_hot() * self.squares(), "one game's observation");
        write_from_bytes(Level::best(), &Planes::one_hot(self), cells, PlanesMut::Floats(ones));
    }

    /// Writes the one-hot form of one game's bytes, a bit a square.
    ///
    /// # Panics
    /// When `cells` does not have [`cells`](Self::cells) elements, or `bits` not
    /// [`words`](Self::words).
    pub fn write_bits(&self, cells: &[u8], bits: &mut [u32]) {
        assert!(cells.len() == self.cells() && bits.len() == self.words(), "one game's observation");
        write_bits_from_bytes(Level::best(), &Planes::one_hot(self), cells, bits);
    }
}

impl PlanesMut<'_> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            PlanesMut::Cells(out) | PlanesMut::Bits(out) => out.len(),
            PlanesMut::Floats(out) => out.len(),
        }
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements from `first` on, `count` of them.
    ///
    /// # Panics
    /// When there are fewer.
    pub(crate) fn part(&mut self, first: usize, count: usize) -> PlanesMut<'_> {
        match self {
            PlanesMut::Cells(out) => PlanesMut::Cells(&mut out[first..first + count]),
            PlanesMut::Bits(out) => PlanesMut::Bits(&mut out[first..first + count]),
            PlanesMut::Floats(out) => PlanesMut::Floats(&mut out[first..first + count]),
        }
    }
}

/// Fills an array for each of some items, `step` elements apart. Each array overwrites the elements
/// of the one before that lie beyond its step.
///
/// Every array is whole. With a copy of a part for the last items, the compiler merged both into
/// one call with a length known only at run time, which made planes of bytes four times as slow.
/// `fill` has a single call site: with two, the closure is not inlined and is built for the
/// portable level. Where an array goes is not chosen for each item: that took one more pointer
/// than there are registers, and its load from the stack waited behind the stores. On a Zen 5 with
/// AVX-512, floats of many games took 1.6 times as long, and bytes 1.2 times.
///
/// # Panics
/// When `out` does not have `step` elements for every item, or a step is longer than an array.
#[inline(always)]
pub(crate) fn write_overlapping<I: Copy, T: Copy + Default, const N: usize>(
    items: &[I],
    step: usize,
    out: &mut [T],
    fill: impl Fn(I, &mut [T; N]),
) {
    let whole = out.len().checked_sub(N).map_or(0, |room| (room / step + 1).min(items.len()));
    let mut last = [[T::default(); N]; 2];
    let last = last.as_flattened_mut();
    let (first, rest) = items.split_at(whole);
    for (items, room) in [(first, &mut *out), (rest, &mut *last)] {
        for (number, &item) in items.iter().enumerate() {
            fill(item, room[number * step..].first_chunk_mut().expect("room for an array"));
        }
    }
    let rest = rest.len() * step;
    out[whole * step..][..rest].copy_from_slice(&last[..rest]);
}

/// Writes the planes of games from bytes, [`Planes::source_bytes`] of every game.
pub(crate) fn write_from_bytes(level: Level, planes: &Planes, bytes: &[u8], out: PlanesMut<'_>) {
    match out {
        PlanesMut::Cells(out) => level.run(FromBytes { planes, bytes, out }),
        PlanesMut::Floats(out) => level.run(FromBytes { planes, bytes, out }),
        PlanesMut::Bits(out) => {
            // Behind the last row are as many bytes as its bits in whole bytes may need.
            let mut ones = vec![0; bytes.len() / planes.source_bytes() * planes.cells() + 8];
            level.run(FromBytes { planes, bytes, out: &mut ones });
            write_rows(&ones, planes.cols, out);
        }
    }
}

/// Writes the planes of games from bytes, the squares of all planes of a game as one row of bits in
/// whole words.
pub(crate) fn write_bits_from_bytes(level: Level, planes: &Planes, bytes: &[u8], bits: &mut [u32]) {
    let words = planes.cells().div_ceil(32);
    let mut ones = vec![0; words * 32];
    for (bytes, bits) in bytes.chunks_exact(planes.source_bytes()).zip(bits.chunks_exact_mut(words)) {
        level.run(FromBytes { planes, bytes, out: &mut ones });
        for (word, ones) in bits.iter_mut().zip(ones.as_chunks::<32>().0) {
            let mut parts = [0; 4];
            write_rows(ones, 32, &mut parts);
            *word = u32::from_le_bytes(parts);
        }
    }
}

/// Writes the bits of rows of ones and zeros, each row in whole bytes.
///
/// A loop that compares eight bytes and gathers their bits at once took twice the time: the
/// compiler compares them one by one.
fn write_rows(ones: &[u8], cols: usize, out: &mut [u8]) {
    let (row_bytes, spare) = (cols.div_ceil(8), cols.next_multiple_of(8) - cols);
    for (row, out) in out.chunks_exact_mut(row_bytes).enumerate() {
        let ones = &ones[row * cols..][..row_bytes * 8];
        out.iter_mut().zip(ones.as_chunks().0).for_each(|(out, &ones)| *out = gathered(ones));
        out[row_bytes - 1] &= 0xff >> spare;
    }
}

/// The lowest bits of eight bytes, the first one lowest: the product has byte *k* at bit 56 + *k*.
fn gathered(ones: [u8; 8]) -> u8 {
    (u64::from_le_bytes(ones).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Writes a one or a zero for every byte that a plane reads, plane after plane.
struct FromBytes<'a, T> {
    planes: &'a Planes,
    bytes: &'a [u8],
    out: &'a mut [T],
}

impl Plane {
    #[inline(always)]
    fn cell(self, byte: u8) -> u8 {
        u8::from((byte >= self.first) & (byte <= self.last))
    }
}

impl<T: From<u8>> Task for FromBytes<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromBytes { planes, bytes, out } = self;
        let squares = planes.squares();
        let games = bytes.chunks_exact(planes.source_bytes());
        for (bytes, out) in games.zip(out.chunks_exact_mut(planes.cells())) {
            for (plane, out) in planes.planes.iter().zip(out.chunks_exact_mut(squares)) {
                let bytes = &bytes[plane.source * squares..][..squares];
                out.iter_mut().zip(bytes).for_each(|(out, &byte)| *out = plane.cell(byte).into());
            }
        }
    }
}

/// Writes the planes of games on boards of up to 8×8 from words, one a plane: bit *c* of byte *r*
/// for the square in row *r* and column *c*. Overwrites the words.
///
/// Bytes and floats need the rows packed. That is a loop of its own, skipped on eight columns:
/// inside the loop that spreads the bits it took longer than the spreading.
pub(crate) struct FromRows<'a> {
    pub(crate) planes: &'a Planes,
    pub(crate) words: &'a mut [u64],
    pub(crate) out: PlanesMut<'a>,
}

impl Task for FromRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromRows { planes, words, out } = self;
        let (squares, width) = (planes.squares(), planes.cols as u32);
        if width < 8 && !matches!(out, PlanesMut::Bits(_)) {
            words.iter_mut().for_each(|word| *word = packed(*word, width));
        }
        match out {
            PlanesMut::Bits(out) if planes.rows == 8 => {
                out.as_chunks_mut().0.iter_mut().zip(words).for_each(|(out, word)| *out = word.to_le_bytes());
            }
            PlanesMut::Bits(out) => write_overlapping(words, planes.rows, out, |word, out| *out = word.to_le_bytes()),
            PlanesMut::Cells(out) => write_overlapping(words, squares, out, |word, out| *out = spread_word(word)),
            PlanesMut::Floats(out) => write_overlapping(words, squares, out, floats),
        }
    }
}

/// The bits of a word as floats, 0 or 1.
///
/// By halves that are compared as signed words, as AVX2 can: 0.54 of the time that a shift of the
/// whole word takes with AVX2, 0.88 with AVX-512. Filled where they are, not copied there, they
/// take 0.56 without vectors. Loops over 32 floats take 0.43 there, but three times as long with
/// AVX-512.
#[inline(always)]
fn floats(word: u64, floats: &mut [f32; 64]) {
    let halves = [word as i32, (word >> 32) as i32];
    for (bit, float) in floats.iter_mut().enumerate() {
        let one = 1 << (bit % 32);
        *float = if halves[bit / 32] & one == one { 1.0 } else { 0.0 };
    }
}
