//! [`Planes`]: what a learner sees of a position, as planes of zeros and ones.
//!
//! Every game's planes follow from bytes: those of its [`Observation`], or bytes of their own
//! ([`GameParameters::plane_bytes`](crate::games::GameParameters::plane_bytes)). A plane has a one
//! where its byte is in a range.

use alloc::vec::Vec;

use crate::batch::Observation;
use crate::board::select::spread_bits;
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

/// Writes the planes of games from bytes, game after game.
pub(crate) struct FromBytes<'a> {
    pub(crate) planes: &'a Planes,
    /// [`Planes::source_bytes`] of every game.
    pub(crate) bytes: &'a [u8],
    pub(crate) out: PlanesMut<'a>,
}

impl Task for FromBytes<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromBytes { planes, bytes, out } = self;
        let squares = planes.squares();
        let is_one = |plane: &Plane, byte: u8| u8::from((byte >= plane.first) & (byte <= plane.last));
        let games = bytes.chunks_exact(planes.source_bytes().max(1));
        let source = |bytes: &[u8], plane: &Plane| -> core::ops::Range<usize> {
            debug_assert!(bytes.len() >= (plane.source + 1) * squares);
            plane.source * squares..(plane.source + 1) * squares
        };
        match out {
            PlanesMut::Cells(out) => {
                for (bytes, out) in games.zip(out.chunks_exact_mut(planes.cells())) {
                    for (plane, out) in planes.planes.iter().zip(out.chunks_exact_mut(squares)) {
                        for (out, &byte) in out.iter_mut().zip(&bytes[source(bytes, plane)]) {
                            *out = is_one(plane, byte);
                        }
                    }
                }
            }
            PlanesMut::Floats(out) => {
                for (bytes, out) in games.zip(out.chunks_exact_mut(planes.cells())) {
                    for (plane, out) in planes.planes.iter().zip(out.chunks_exact_mut(squares)) {
                        for (out, &byte) in out.iter_mut().zip(&bytes[source(bytes, plane)]) {
                            *out = f32::from(is_one(plane, byte));
                        }
                    }
                }
            }
            PlanesMut::Bits(out) => {
                for (bytes, out) in games.zip(out.chunks_exact_mut(planes.bytes())) {
                    let each = planes.rows * planes.row_bytes();
                    for (plane, out) in planes.planes.iter().zip(out.chunks_exact_mut(each)) {
                        let rows = bytes[source(bytes, plane)].chunks_exact(planes.cols);
                        for (row, out) in rows.zip(out.chunks_exact_mut(planes.row_bytes())) {
                            for (cells, out) in row.chunks(8).zip(out) {
                                *out = cells.iter().rev().fold(0, |bits, &cell| bits << 1 | is_one(plane, cell));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Writes the planes of games on boards of up to 8×8 from words, one a plane: bit *c* of byte *r*
/// for the square in row *r* and column *c*.
///
/// Whole rows are written: single bytes become scatters with AVX-512.
pub(crate) struct FromRows<'a> {
    pub(crate) planes: &'a Planes,
    pub(crate) words: &'a [u64],
    pub(crate) out: PlanesMut<'a>,
}

impl Task for FromRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FromRows { planes, words, out } = self;
        let (rows, cols) = (planes.rows, planes.cols);
        match out {
            PlanesMut::Cells(out) if cols == 8 => {
                let (out, _) = out.as_chunks_mut::<8>();
                for (out, word) in out.chunks_exact_mut(rows).zip(words) {
                    for (out, row) in out.iter_mut().zip(word.to_le_bytes()) {
                        *out = spread_bits(row.into()).to_le_bytes();
                    }
                }
            }
            PlanesMut::Cells(out) => {
                for (word, first) in words.iter().zip((0..).step_by(rows * cols)) {
                    for (row, at) in word.to_le_bytes()[..rows].iter().zip((first..).step_by(cols)) {
                        let cells = spread_bits(u64::from(*row)).to_le_bytes();
                        // What is beyond the row is written again by the next one.
                        match out.get_mut(at..at + 8) {
                            Some(out) => out.copy_from_slice(&cells),
                            None => out[at..at + cols].copy_from_slice(&cells[..cols]),
                        }
                    }
                }
            }
            PlanesMut::Floats(out) => {
                for (word, out) in words.iter().zip(out.chunks_exact_mut(rows * cols)) {
                    for (row, out) in word.to_le_bytes().into_iter().zip(out.chunks_exact_mut(cols)) {
                        for (col, out) in out.iter_mut().enumerate() {
                            *out = f32::from(row >> col & 1);
                        }
                    }
                }
            }
            PlanesMut::Bits(out) => {
                for (word, out) in words.iter().zip(out.chunks_exact_mut(rows)) {
                    if let Ok(out) = <&mut [u8; 8]>::try_from(&mut *out) {
                        *out = word.to_le_bytes();
                    } else {
                        out.copy_from_slice(&word.to_le_bytes()[..rows]);
                    }
                }
            }
        }
    }
}
