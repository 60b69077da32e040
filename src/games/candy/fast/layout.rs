//! [`Layout`]: the numbering of the cells, and masks for their neighbors.

use core::ops::ControlFlow;

use super::super::Template;
use crate::board::Bitset;
use crate::cell::{Pos, Size};

/// The masks of one board size, made once and shared by every position.
///
/// Cells are numbered column by column from the left, and within a column from the bottom. A column
/// is therefore a queue of bits: falling candies shift down, and new ones enter at the end. Up to
/// 8×8 every column is a byte, so that the [columnar form](super::columnar) shifts by constants;
/// the numbers above a lower column stay unused. On larger boards columns follow without a gap. On
/// boards 4 wide and 3 high, and 9 wide and 3 high:
///
/// ```text
///   2   2 10 18 26        2   2  5  8 11 … 26
///   1   1  9 17 25        1   1  4  7 10 … 25
///   0   0  8 16 24        0   0  3  6  9 … 24
///
///       0  1  2  3            0  1  2  3    8
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout<P> {
    pub(super) size: Size,
    /// From a cell to the one on its right.
    pub(super) stride: u32,
    /// The cells of row 0.
    bottoms: P,
    pub(super) up: Offset<P>,
    pub(super) up_2: Offset<P>,
    pub(super) up_3: Offset<P>,
    pub(super) right: Offset<P>,
    pub(super) right_2: Offset<P>,
    pub(super) right_3: Offset<P>,
    pub(super) right_up: Offset<P>,
    pub(super) right_up_2: Offset<P>,
    pub(super) right_2_up: Offset<P>,
    pub(super) right_down: Offset<P>,
    pub(super) right_down_2: Offset<P>,
    pub(super) right_2_down: Offset<P>,
}

/// From a cell to the one on its right.
fn stride(size: Size) -> u32 {
    if size.width() <= 8 && size.height() <= 8 { 8 } else { size.height() }
}

fn span(size: Size) -> u32 {
    size.width() * stride(size)
}

/// The offset from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offset<P> {
    /// The difference of the two cell numbers, never negative. 0 if no cell has such a neighbor, so
    /// that no shift is too far.
    pub(super) distance: u32,
    /// The cells for which the other cell is on the board.
    pub(super) from: P,
}

/// The shape of a template in cell numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    /// The distance from one candy to the next.
    pub(super) distance: u32,
    pub(super) length: u32,
    /// Whether the template fits twice, end to end, in one line of the board.
    pub(super) repeats: bool,
}

impl<P: Bitset> Layout<P> {
    /// The layout of a size with at most [`Bitset::MOST`] cells.
    #[inline(never)]
    pub(super) fn new(size: Size) -> Layout<P> {
        let stride = stride(size);
        let offset = |right, up| Offset::new(size, right, up);
        let mut bottoms = P::empty(span(size));
        (0..size.width()).for_each(|col| bottoms.insert_if(col * stride, 1));
        Layout {
            size,
            stride,
            bottoms,
            up: offset(0, 1),
            up_2: offset(0, 2),
            up_3: offset(0, 3),
            right: offset(1, 0),
            right_2: offset(2, 0),
            right_3: offset(3, 0),
            right_up: offset(1, 1),
            right_up_2: offset(1, 2),
            right_2_up: offset(2, 1),
            right_down: offset(1, -1),
            right_down_2: offset(1, -2),
            right_2_down: offset(2, -1),
        }
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> P {
        P::empty(self.span())
    }

    /// All cells of the board.
    pub(super) fn all(&self) -> P {
        let mut all = self.empty();
        for col in 0..self.size.width() {
            all.insert_range(col * self.stride, col * self.stride + self.size.height());
        }
        all
    }

    /// The cell numbers in use, and the unused ones between them.
    #[inline(always)]
    pub(super) fn span(&self) -> u32 {
        self.size.width() * self.stride
    }

    #[inline(always)]
    pub(super) fn cell(&self, square: Pos) -> u32 {
        square.col * self.stride + square.row
    }

    /// The shape of a template, or `None` if the board has no room for it.
    #[inline(always)]
    pub(super) fn pattern(&self, template: Template) -> Option<Pattern> {
        let (distance, room) = match template.is_vertical() {
            true => (1, self.size.height()),
            false => (self.stride, self.size.width()),
        };
        let length = template.length();
        (length <= room).then_some(Pattern { distance, length, repeats: 2 * length <= room })
    }

    /// Visits the squares of a set by row and column: the order of the document and of every list
    /// of moves.
    #[inline(always)]
    pub(super) fn by_row<B>(&self, set: &P, mut visit: impl FnMut(Pos) -> ControlFlow<B>) -> ControlFlow<B> {
        for row in 0..self.size.height() {
            let mut rest = self.bottoms.raised(row).and(set);
            let mut at = 0;
            while let Some(cell) = rest.lowest(at) {
                visit(Pos::new(row, cell / self.stride))?;
                rest.remove(cell);
                at = cell;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<P: Bitset> Offset<P> {
    fn new(size: Size, right: u32, up: i32) -> Offset<P> {
        let (width, height) = (size.width(), size.height());
        let (below, above) = (up.min(0).unsigned_abs(), up.max(0).unsigned_abs());
        let stride = stride(size);
        let mut from = P::empty(span(size));
        for col in 0..width.saturating_sub(right) {
            // Only from these rows is the other cell neither below nor above the board.
            let end = height.saturating_sub(above);
            from.insert_range(col * stride + below.min(end), col * stride + end);
        }
        let distance = if from.is_empty() { 0 } else { right * stride + above - below };
        Offset { distance, from }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::board::{BitsetWords, Wide};

    fn offsets<P>(layout: &Layout<P>) -> [(&Offset<P>, u32, i32); 12] {
        [
            (&layout.up, 0, 1),
            (&layout.up_2, 0, 2),
            (&layout.up_3, 0, 3),
            (&layout.right, 1, 0),
            (&layout.right_2, 2, 0),
            (&layout.right_3, 3, 0),
            (&layout.right_up, 1, 1),
            (&layout.right_up_2, 1, 2),
            (&layout.right_2_up, 2, 1),
            (&layout.right_down, 1, -1),
            (&layout.right_down_2, 1, -2),
            (&layout.right_2_down, 2, -1),
        ]
    }

    fn leads_to_neighbors<P: Bitset>(size: Size) {
        let layout = Layout::<P>::new(size);
        for (offset, right, up) in offsets(&layout) {
            for square in size.positions() {
                let row = square.row.checked_add_signed(up);
                let other = row.map(|row| Pos::new(row, square.col + right)).filter(|&other| size.contains(other));
                let cell = layout.cell(square);
                assert_eq!(offset.from.contains(cell), other.is_some(), "{size}: {square}, {right} right, {up} up");
                if let Some(other) = other {
                    assert_eq!(layout.cell(other), cell + offset.distance);
                }
            }
        }
        let all = layout.all();
        assert_eq!(all.count(), size.cells());
        let mut visited = Vec::new();
        let _ = layout.by_row(&all, |square| {
            visited.push(square);
            ControlFlow::<()>::Continue(())
        });
        assert!(visited.into_iter().eq(size.positions()));
    }

    #[test]
    fn offsets_lead_to_the_neighbor_or_nowhere() {
        for (width, height) in
            [(1, 1), (1, 9), (9, 1), (2, 2), (3, 2), (2, 3), (4, 4), (8, 8), (1, 64), (64, 1), (5, 12)]
        {
            let size = Size::new(width, height).unwrap();
            if size.cells() <= 64 {
                leads_to_neighbors::<u64>(size);
            }
            leads_to_neighbors::<u128>(size);
            leads_to_neighbors::<Wide<4>>(size);
            leads_to_neighbors::<BitsetWords>(size);
        }
    }
}
