//! Dropping sticks: straight runs of cells that enter whole at the top and stop at the first
//! support.
//!
//! Only the run of empty cells from the top of a column counts (ruling B3), so where a stick *fits*
//! is read off the top rows alone, for all columns at once, and where it *lands* is one step above
//! the first occupied cell of its columns: in row-major order from the top, the lowest set bit.

use alloc::vec;
use alloc::vec::Vec;

use super::bits::Register;
use super::columns::{Columns, WideColumns};
use super::layout::{Layout, with_stride};
use super::run::{fold_run, run_distances};
use super::slice;
use crate::cell::{Side, Size};

/// The masks of one length of stick on one size of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stick<B> {
    length: u32,
    /// A vertical stick in the top left corner; zero when it is longer than the board is high.
    vertical: B,
    /// A horizontal one; zero when it is longer than the board is wide.
    horizontal: B,
    /// The columns in which a horizontal stick can begin without sticking out on the right.
    begins: B,
}

impl<B: Register> Stick<B> {
    /// The stick of `length` cells. A length of 0 or one that does not fit the board is no error:
    /// the stick then has room nowhere.
    #[must_use]
    pub fn new(layout: &Layout<B>, length: u32) -> Stick<B> {
        let (width, height) = (layout.size().width(), layout.size().height());
        let high = (1..=height).contains(&length);
        let wide = (1..=width).contains(&length);
        Stick {
            length,
            vertical: if high { layout.left() & B::low(2 * width * length) } else { B::ZERO },
            horizontal: if wide { layout.top() & B::low(2 * length) } else { B::ZERO },
            begins: if wide { layout.top() & B::low(2 * (width - length + 1)) } else { B::ZERO },
        }
    }

    /// The number of cells.
    #[inline(always)]
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The columns in which a horizontal stick can begin on an empty board.
    #[inline(always)]
    #[must_use]
    pub fn begins(&self) -> B {
        self.begins
    }

    /// The columns whose top cells have room for a vertical stick.
    #[inline(always)]
    #[must_use]
    pub fn vertical_room(&self, board: B, layout: &Layout<B>) -> Columns<B> {
        if self.vertical.is_zero() {
            return Columns(B::ZERO);
        }
        let occupied = layout.occupied(board);
        let blocked = with_stride!(B, layout.stride(), stride => any_of_run(occupied, stride, self.length));
        Columns(layout.top() & !blocked)
    }

    /// The columns in which a horizontal stick has room to begin.
    #[inline(always)]
    #[must_use]
    pub fn horizontal_room(&self, board: B, layout: &Layout<B>) -> Columns<B> {
        if self.begins.is_zero() {
            return Columns(B::ZERO);
        }
        Columns(self.begins & !any_of_run(layout.occupied(board) & layout.top(), 2, self.length))
    }

    /// The board after a vertical stick of `side` fell in column `col`. The stick must fit there;
    /// otherwise the result is unspecified, or a panic where arithmetic is checked.
    #[inline(always)]
    #[must_use]
    pub fn drop_vertical(&self, board: B, layout: &Layout<B>, col: u32, side: Side) -> B {
        let row = 2 * layout.size().width();
        let support = support(layout.occupied(board), layout, col);
        board | self.vertical.shl(support - row * self.length + side as u32)
    }

    /// The board after a horizontal stick of `side` fell in the columns from `col` on; as
    /// [`drop_vertical`](Self::drop_vertical).
    #[inline(always)]
    #[must_use]
    pub fn drop_horizontal(&self, board: B, layout: &Layout<B>, col: u32, side: Side) -> B {
        let row = 2 * layout.size().width();
        let support = support(any_of_run(layout.occupied(board), 2, self.length), layout, col);
        board | self.horizontal.shl(support - row + side as u32)
    }
}

/// The bit of the first occupied cell of a column, the one below the board when there is none.
#[inline(always)]
fn support<B: Register>(occupied: B, layout: &Layout<B>, col: u32) -> u32 {
    let column = occupied & layout.left().shl(2 * col);
    // A board that fills its register has no bit below its last row to stop at.
    if column.is_zero() { 2 * (layout.size().cells() + col) } else { column.lowest() }
}

/// The bits from which a run of `length`, `step` apart, meets at least one set bit.
#[inline(always)]
fn any_of_run<B: Register>(cells: B, step: u32, length: u32) -> B {
    fold_run(cells, length, |board, further| board | board.shr(step * further))
}

/// The slice path of [`Stick::vertical_room`].
#[inline(always)]
pub(crate) fn vertical_room_words(words: &[u32], size: Size, length: u32) -> WideColumns {
    if length == 0 || length > size.height() {
        return WideColumns(Vec::new());
    }
    let stride = 2 * size.width() as usize;
    let mut row = vec![0; stride.div_ceil(32)];
    let mut blocked = row.clone();
    for index in 0..length as usize {
        slice::load(words, index * stride, stride, &mut row);
        blocked.iter_mut().zip(&row).for_each(|(blocked, &word)| *blocked |= slice::occupied(word));
    }
    free_columns(blocked, size.width())
}

/// The slice path of [`Stick::horizontal_room`].
#[inline(always)]
pub(crate) fn horizontal_room_words(words: &[u32], size: Size, length: u32) -> WideColumns {
    if length == 0 || length > size.width() {
        return WideColumns(Vec::new());
    }
    let stride = 2 * size.width() as usize;
    let mut blocked = vec![0; stride.div_ceil(32)];
    slice::load(words, 0, stride, &mut blocked);
    blocked.iter_mut().for_each(|word| *word = slice::occupied(*word));
    let mut copy = blocked.clone();
    for distance in run_distances(length as usize) {
        slice::combine_along(&mut blocked, &mut copy, 2 * distance, |near, far| near | far);
    }
    free_columns(blocked, size.width() - length + 1)
}

/// The first `count` columns that are not blocked.
#[inline(always)]
fn free_columns(mut blocked: Vec<u32>, count: u32) -> WideColumns {
    blocked.truncate(count.div_ceil(16) as usize);
    blocked.iter_mut().for_each(|word| *word = !*word & slice::EVEN);
    if let (Some(last), 1..) = (blocked.last_mut(), count % 16) {
        *last &= slice::low_bits(2 * (count % 16) as usize);
    }
    WideColumns(blocked)
}

/// The first row in which one of `count` cells from column `col` on is occupied; the height if none
/// is.
#[inline(always)]
pub(crate) fn support_row(words: &[u32], size: Size, col: u32, count: u32) -> u32 {
    let (first, bits) = (2 * col as usize, 2 * count as usize);
    let stride = 2 * size.width() as usize;
    let meets = |row: u32| {
        let from = row as usize * stride + first;
        let (low, high) = (from / 32, (from + bits - 1) / 32);
        // All bits from the first on in the first word, up to the last in the last.
        let (begin, end) = (u32::MAX << (from % 32), u32::MAX >> (31 - (from + bits - 1) % 32));
        if low == high {
            return words[low] & begin & end != 0;
        }
        words[low] & begin != 0 || words[high] & end != 0 || words[low + 1..high].iter().any(|&word| word != 0)
    };
    (0..size.height()).find(|&row| meets(row)).unwrap_or(size.height())
}

/// Fills `count` cells of row `row` from column `col` on with a side's color. They must be empty.
#[inline(always)]
pub(crate) fn fill_row(words: &mut [u32], size: Size, row: u32, col: u32, count: u32, side: Side) {
    let from = 2 * (row as usize * size.width() as usize + col as usize);
    let last = from + 2 * count as usize - 1;
    let color = slice::EVEN << side as u32;
    for (index, word) in words[from / 32..=last / 32].iter_mut().enumerate() {
        let index = from / 32 + index;
        let begin = if index == from / 32 { u32::MAX << (from % 32) } else { u32::MAX };
        let end = if index == last / 32 { u32::MAX >> (31 - last % 32) } else { u32::MAX };
        *word |= color & begin & end;
    }
}
