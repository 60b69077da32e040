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
}

impl ByteRows {
    /// The boards of a size; `None` beyond 8×8.
    pub(crate) fn new(size: Size) -> Option<ByteRows> {
        if size.width() > 8 || size.height() > 8 {
            return None;
        }
        let cells = size.positions().fold(0, |cells, pos| cells | ByteRows::cell(pos));
        Some(ByteRows { size, cells })
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
        packed(set, self.size.width())
    }
}

/// A set of cells in rows of `width` bits instead of eight. Packs rows into pairs, pairs into
/// fours, and the two fours. No cell of the set is beyond the width, which is 1 to 8.
#[inline(always)]
pub(crate) const fn packed(set: u64, width: u32) -> u64 {
    let slack = 8 - width;
    let pairs = set & 0x00ff_00ff_00ff_00ff | (set & 0xff00_ff00_ff00_ff00) >> slack;
    let fours = pairs & 0x0000_ffff_0000_ffff | (pairs & 0xffff_0000_ffff_0000) >> (2 * slack);
    fours & 0xffff_ffff | (fours & 0xffff_ffff_0000_0000) >> (4 * slack)
}

/// The opposite of [`packed`]: rows of `width` bits, apart to eight each.
#[inline(always)]
pub(crate) const fn unpacked(bits: u64, width: u32) -> u64 {
    let slack = 8 - width;
    let low = (1 << (4 * width)) - 1;
    let fours = bits & low | (bits & !low) << (4 * slack);
    let low = ((1 << (2 * width)) - 1) * 0x0000_0001_0000_0001;
    let pairs = fours & low | (fours & !low) << (2 * slack);
    let low = ((1 << width) - 1) * 0x0001_0001_0001_0001;
    pairs & low | (pairs & !low) << slack
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
                assert_eq!(unpacked(rows.pack(set), width), set);
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
