//! [`ByteRows`]: boards of up to 8×8 as sets of cells in a word, a byte a row.
//!
//! Cell (row, column) is bit 8 × row + column. The exact searches fold mirror images in this form,
//! because mirroring, flipping and transposing a set take a few instructions each.

use super::shuffle::transposed;
use crate::cell::{Pos, Size};

/// The size of a board whose sets of cells are words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteRows {
    size: Size,
    cells: u64,
    /// In every pair of rows, pair of pairs and pair of fours, the bits of the first half once the
    /// halves are packed.
    packed: [u64; 3],
}

impl ByteRows {
    /// The boards of a size; `None` beyond 8×8.
    pub(crate) fn new(size: Size) -> Option<ByteRows> {
        if size.width() > 8 || size.height() > 8 {
            return None;
        }
        let cells = size.positions().fold(0, |cells, pos| cells | ByteRows::cell(pos));
        let half = |rows: u32| (1_u64 << (size.width() * rows)) - 1;
        let packed =
            [1, 2, 4].map(|rows| (0..64).step_by(16 * rows as usize).fold(0, |all, at| all | half(rows) << at));
        Some(ByteRows { size, cells, packed })
    }

    /// The set of one cell.
    #[inline(always)]
    pub(crate) const fn cell(pos: Pos) -> u64 {
        1 << (8 * pos.row + pos.col)
    }

    /// All cells.
    #[inline(always)]
    pub(crate) const fn cells(&self) -> u64 {
        self.cells
    }

    /// The size of the board.
    #[inline(always)]
    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    /// The image of a set. Bit 1 of the symmetry mirrors the columns, bit 2 the rows, and bit 4
    /// then swaps rows with columns, which only square boards allow.
    #[inline(always)]
    pub(crate) fn image(&self, mut set: u64, symmetry: usize) -> u64 {
        if symmetry & 1 != 0 {
            set = set.reverse_bits().swap_bytes() >> (8 - self.size.width());
        }
        if symmetry & 2 != 0 {
            set = set.swap_bytes() >> (64 - 8 * self.size.height());
        }
        if symmetry & 4 != 0 {
            set = transposed(set);
        }
        set
    }

    /// The set in as many bits as the board has cells, row by row.
    #[inline(always)]
    pub(crate) fn pack(&self, set: u64) -> u64 {
        let slack = 8 - self.size.width();
        let mut bits = set;
        for (round, mask) in self.packed.iter().enumerate() {
            let low = bits & mask;
            bits = low | (bits ^ low) >> (slack << round);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::mix;

    #[test]
    fn sets_are_packed_and_mapped_cell_by_cell() {
        for (width, height) in (1..=8).flat_map(|width| (1..=8).map(move |height| (width, height))) {
            let size = Size::new(width, height).unwrap();
            let rows = ByteRows::new(size).unwrap();
            for seed in 0..50 {
                let set = mix(seed) & rows.cells();
                let cells = || size.positions().filter(|&pos| set & ByteRows::cell(pos) != 0);
                assert_eq!(rows.pack(set), cells().fold(0, |bits, pos| bits | 1 << size.index(pos)));
                for symmetry in 0..if width == height { 8 } else { 4 } {
                    let mapped = |pos: Pos| {
                        let row = if symmetry & 2 == 0 { pos.row } else { height - 1 - pos.row };
                        let col = if symmetry & 1 == 0 { pos.col } else { width - 1 - pos.col };
                        ByteRows::cell(if symmetry & 4 == 0 { Pos::new(row, col) } else { Pos::new(col, row) })
                    };
                    assert_eq!(rows.image(set, symmetry), cells().fold(0, |image, pos| image | mapped(pos)));
                }
            }
        }
        assert!(ByteRows::new(Size::new(9, 1).unwrap()).is_none());
    }
}
