//! [`Planes`]: what a learner sees of a position, as planes of zeros and ones.
//!
//! Every game's planes follow from bytes: those of its [`Observation`], or bytes of their own
//! ([`GameParameters::plane_bytes`](crate::games::GameParameters::plane_bytes)). A plane has a one
//! where its byte is in a range.

use alloc::vec::Vec;

use crate::batch::Observation;
use crate::board::byte_rows::packed;
use crate::board::select::spread_word;
use crate::level::Task;

/// One plane of zeros and ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plane {
    /// What a one says, for example `pieces`.
    pub name: &'static str,
    /// The plane of bytes that is looked at.
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

/// Room for the planes of some games, in one of three forms.
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

    /// The bytes from which the planes of one game are taken.
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

/// The squares of a plane of up to 8×8. Whole arrays are read and written: the next plane writes
/// again what is beyond this one.
///
/// Single bytes and lengths that only the run knows cost four times as much with AVX-512.
type SmallPlane = [u8; 64];

/// Writes the first elements of an array from `at` on, or all of them if there is room.
#[inline(always)]
pub(crate) fn put_whole<T: Copy, const N: usize>(from: &[T; N], count: usize, out: &mut [T], at: usize) {
    match out.get_mut(at..at + N) {
        Some(out) => out.copy_from_slice(from),
        None => out[at..at + count].copy_from_slice(&from[..count]),
    }
}

/// Writes a small plane, the one of this number among all planes of `out`.
#[inline(always)]
fn write_small(planes: &Planes, cells: &SmallPlane, number: usize, out: &mut PlanesMut<'_>) {
    let squares = planes.squares();
    let at = number * squares;
    match out {
        PlanesMut::Cells(out) => put_whole(cells, squares, out, at),
        PlanesMut::Floats(out) => match out.get_mut(at..at + 64) {
            Some(out) => out.iter_mut().zip(cells).for_each(|(out, &cell)| *out = f32::from(cell)),
            None => {
                let out = &mut out[at..at + squares];
                out.iter_mut().zip(cells).for_each(|(out, &cell)| *out = f32::from(cell));
            }
        },
        PlanesMut::Bits(out) => {
            let rows = &mut out[number * planes.rows..][..planes.rows];
            for (out, row) in rows.iter_mut().zip(cells.chunks_exact(planes.cols)) {
                *out = row.iter().rev().fold(0, |bits, cell| bits << 1 | cell);
            }
        }
    }
}

/// Writes the planes of games from bytes, game after game.
pub(crate) struct FromBytes<'a> {
    pub(crate) planes: &'a Planes,
    /// [`Planes::source_bytes`] of every game.
    pub(crate) bytes: &'a [u8],
    pub(crate) out: PlanesMut<'a>,
}

impl Plane {
    #[inline(always)]
    fn cell(self, byte: u8) -> u8 {
        u8::from((byte >= self.first) & (byte <= self.last))
    }
}

impl Task for FromBytes<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromBytes { planes, bytes, mut out } = self;
        let (squares, each) = (planes.squares(), planes.source_bytes());
        let is_small = planes.rows.max(planes.cols) <= 8;
        for game in 0..bytes.len() / each.max(1) {
            for (index, &plane) in planes.planes.iter().enumerate() {
                let (number, first) = (game * planes.planes.len() + index, game * each + plane.source * squares);
                if is_small {
                    let mut cells: SmallPlane = [0; 64];
                    match bytes.get(first..first + 64) {
                        Some(bytes) => {
                            cells.iter_mut().zip(bytes).for_each(|(cell, &byte)| *cell = plane.cell(byte));
                        }
                        None => {
                            let bytes = &bytes[first..first + squares];
                            cells.iter_mut().zip(bytes).for_each(|(cell, &byte)| *cell = plane.cell(byte));
                        }
                    }
                    write_small(planes, &cells, number, &mut out);
                } else {
                    write_large(planes, plane, &bytes[first..first + squares], number, &mut out);
                }
            }
        }
    }
}

/// Writes a plane of any size.
#[inline(always)]
fn write_large(planes: &Planes, plane: Plane, bytes: &[u8], number: usize, out: &mut PlanesMut<'_>) {
    let at = number * bytes.len();
    match out {
        PlanesMut::Cells(out) => {
            let out = &mut out[at..at + bytes.len()];
            out.iter_mut().zip(bytes).for_each(|(out, &byte)| *out = plane.cell(byte));
        }
        PlanesMut::Floats(out) => {
            let out = &mut out[at..at + bytes.len()];
            out.iter_mut().zip(bytes).for_each(|(out, &byte)| *out = f32::from(plane.cell(byte)));
        }
        PlanesMut::Bits(out) => {
            let each = planes.rows * planes.row_bytes();
            let rows = out[number * each..][..each].chunks_exact_mut(planes.row_bytes());
            for (out, row) in rows.zip(bytes.chunks_exact(planes.cols)) {
                for (out, cells) in out.iter_mut().zip(row.chunks(8)) {
                    *out = cells.iter().rev().fold(0, |bits, &cell| bits << 1 | plane.cell(cell));
                }
            }
        }
    }
}

/// Writes the planes of games on boards of up to 8×8 from words, one a plane: bit *c* of byte *r*
/// for the square in row *r* and column *c*.
pub(crate) struct FromRows<'a> {
    pub(crate) planes: &'a Planes,
    pub(crate) words: &'a [u64],
    pub(crate) out: PlanesMut<'a>,
}

impl Task for FromRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromRows { planes, words, mut out } = self;
        if let PlanesMut::Bits(out) = out {
            for (number, word) in words.iter().enumerate() {
                put_whole(&word.to_le_bytes(), planes.rows, out, number * planes.rows);
            }
            return;
        }
        for (number, &word) in words.iter().enumerate() {
            write_small(planes, &spread_word(packed(word, planes.cols as u32)), number, &mut out);
        }
    }
}
