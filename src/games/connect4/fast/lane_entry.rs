//! [`LaneEntry`]: where a token enters a board in a [lane](super::lane).

/// An entry, taken apart.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct LaneEntry {
    /// Whether the token slides in a row, from the east or the west.
    pub(super) in_row: bool,
    /// Whether the piece with the highest bit stops it: from the east or the south.
    pub(super) descending: bool,
    /// Whether a row is in the second word; unspecified for a column.
    pub(super) in_second: bool,
    /// The bit of the first cell of the row or column.
    pub(super) shift: u64,
}

impl LaneEntry {
    /// The shift of no entry, which leaves no cell.
    pub(super) const NONE: i16 = 64;

    /// The entry in half a word, for an array of them.
    ///
    /// ```text
    ///   bits 0 .. 6   the bit of the first cell; 64 for no entry
    ///   bit  7        in the second word
    ///   bit 14        descending
    ///   bit 15        in a row: the sign, which vectors test without a comparison
    /// ```
    #[inline(always)]
    pub(super) fn packed(in_row: bool, descending: bool, in_second: bool, shift: i16) -> i16 {
        shift | i16::from(in_second) << 7 | i16::from(descending) << 14 | i16::from(in_row) << 15
    }

    /// The entry that was packed.
    #[inline(always)]
    pub(in super::super) fn unpacked(half: i16) -> LaneEntry {
        let word = i64::from(half);
        LaneEntry {
            in_row: word < 0,
            descending: word & 1 << 14 != 0,
            in_second: word & 1 << 7 != 0,
            shift: (word & 127) as u64,
        }
    }
}
