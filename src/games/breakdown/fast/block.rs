//! [`BoardBlock`]: boards side by side, in the document's bits; the working set of
//! [`Boards`](super::Boards).
//!
//! A block is an array for every 64 bits of a board and lies in the first-level cache. Every kernel
//! is one loop over the boards of the block with the single-board kernel as its body, which the
//! compiler turns into one board in every lane of a vector.
//!
//! ```text
//!             words of board 0        board 1                     board 63
//!   caller    w0 w1 w2 w3             w0 w1 w2 w3       …
//!   lanes[0]  w1 << 32 | w0           w1 << 32 | w0     …         64 × u64
//!   lanes[1]  w3 << 32 | w2           w3 << 32 | w2     …         64 × u64
//! ```
//!
//! Tried and dropped: working on the words as they lie (the compiler then keeps the halves of a
//! board in one vector and shuffles them at every shift: four times as long).

use super::facts::{EMPTY_BIT, STUCK_BIT};
use crate::board::drop::Stick;
use crate::board::gravity::{self, fall_rounds, has_loose};
use crate::board::layout::with_stride;
use crate::board::run::run_distances;
use crate::board::squares::{Corners, square_corners};
use crate::board::wide::each;
use crate::board::{Bits, ColumnSet, Layout, Register, Wide};
use crate::lanes::Lanes;

/// Boards of a block.
pub(crate) const LANES: usize = 64;

/// The most blocked boards of a block that are examined one by one rather than all at once.
const FEW: u64 = 6;

/// Sixty-four boards of at most 32 × `N` cells.
#[derive(Clone, Copy)]
pub(crate) struct BoardBlock<const N: usize>([Lanes<u64, LANES>; N]);

/// The sides that have a bit here: black's are even, white's odd.
#[inline(always)]
fn owners(found: u64) -> u8 {
    const EVEN: u64 = u64::MAX / 3;
    u8::from(found & EVEN != 0) | u8::from(found & !EVEN != 0) << 1
}

impl<const N: usize> BoardBlock<N> {
    /// Sixty-four empty boards.
    pub(crate) const EMPTY: Self = BoardBlock([Lanes([0; LANES]); N]);

    #[inline(always)]
    fn board(&self, lane: usize) -> Wide<N> {
        Wide::new(each(|part| self.0[part].0[lane]))
    }

    #[inline(always)]
    fn set_board(&mut self, lane: usize, board: Wide<N>) {
        for (part, word) in board.parts().into_iter().enumerate() {
            self.0[part].0[lane] = word;
        }
    }

    /// Reads the boards of a slice, `words` words each, at most 64. The lanes beyond keep their
    /// boards.
    #[inline(always)]
    pub(crate) fn read(&mut self, boards: &[u32], words: usize) {
        // The common strides are spelled out, so that reading becomes vector code.
        match (words, boards.len() == LANES * words) {
            (1, true) => self.read_boards(&boards[..LANES], 1, LANES),
            (2, true) => self.read_boards(&boards[..2 * LANES], 2, LANES),
            (3, true) => self.read_boards(&boards[..3 * LANES], 3, LANES),
            (4, true) => self.read_boards(&boards[..4 * LANES], 4, LANES),
            _ => self.read_boards(boards, words, boards.len() / words),
        }
    }

    #[inline(always)]
    fn read_boards(&mut self, boards: &[u32], words: usize, count: usize) {
        for part in 0..N {
            for lane in 0..count {
                let word = |index| if index < words { u64::from(boards[lane * words + index]) } else { 0 };
                self.0[part].0[lane] = word(2 * part) | word(2 * part + 1) << 32;
            }
        }
    }

    /// Writes the boards back where they were read.
    #[inline(always)]
    pub(crate) fn write(&self, boards: &mut [u32], words: usize) {
        match (words, boards.len() == LANES * words) {
            (1, true) => self.write_boards(&mut boards[..LANES], 1, LANES),
            (2, true) => self.write_boards(&mut boards[..2 * LANES], 2, LANES),
            (3, true) => self.write_boards(&mut boards[..3 * LANES], 3, LANES),
            (4, true) => self.write_boards(&mut boards[..4 * LANES], 4, LANES),
            _ => self.write_boards(boards, words, boards.len() / words),
        }
    }

    #[inline(always)]
    fn write_boards(&self, boards: &mut [u32], words: usize, count: usize) {
        for lane in 0..count {
            for index in 0..words {
                boards[lane * words + index] = (self.0[index / 2].0[lane] >> (32 * (index % 2))) as u32;
            }
        }
    }

    /// Lets every cell fall. `STRIDE` is that of the layout, or 0 for one that is no constant.
    #[inline(always)]
    pub(crate) fn fall<const STRIDE: u32>(&mut self, layout: &Layout<Wide<N>>) {
        let (cells, height) = (layout.cells(), layout.size().height());
        let stride = if STRIDE == 0 { layout.stride() } else { STRIDE };
        // The number of rounds is a constant: for the tallest board of the stride, or for eight
        // rows. More constants would double the code.
        let tallest = if STRIDE == 0 { height } else { (64 * N as u32).div_ceil(stride) };
        if tallest > 8 && height <= 8 {
            self.fall_by(cells, stride, gravity::doublings(8));
        } else {
            self.fall_by(cells, stride, gravity::doublings(tallest));
        }
    }

    #[inline(always)]
    fn fall_by(&mut self, cells: Wide<N>, stride: u32, rounds: u32) {
        for lane in 0..LANES {
            self.set_board(lane, fall_rounds(self.board(lane), cells, stride, rounds));
        }
    }

    /// Combines every bit with the one `distance` bits further on, zero beyond the register.
    #[inline(always)]
    fn combine(&mut self, distance: u32, combine: impl Fn(u64, u64) -> u64) {
        // A pass over the block for each shift, with the count in a register. Constants for every
        // stride and length were twice as fast, but took hundreds of copies of the code.
        let (words, bits) = ((distance / 64) as usize, distance % 64);
        for part in 0..N {
            for lane in 0..LANES {
                let word = |index: usize| if index < N { self.0[index].0[lane] } else { 0 };
                let far = word(part + words) >> bits | word(part + words + 1) << 1 << (63 - bits);
                self.0[part].0[lane] = combine(self.0[part].0[lane], far);
            }
        }
    }

    /// Combines every bit with those that make a run of `length` with it, `step` bits apart.
    #[inline(always)]
    fn fold_run(&mut self, step: u32, length: u32, combine: impl Fn(u64, u64) -> u64 + Copy) {
        for distance in run_distances(length as usize) {
            self.combine(step * distance as u32, combine);
        }
    }

    /// The bits of a board under a mask, all parts in one.
    #[inline(always)]
    fn masked(&self, lane: usize, mask: [u64; N]) -> u64 {
        (0..N).fold(0, |all, part| all | self.0[part].0[lane] & mask[part])
    }

    /// Writes the sides that own a square: the bits of [`BoardFacts::BLACK`](super::BoardFacts) and
    /// `WHITE`.
    #[inline(always)]
    pub(crate) fn squares(&self, layout: &Layout<Wide<N>>, corners: &Corners<Wide<N>>, facts: &mut Lanes<u8, LANES>) {
        let &Corners { side, cells: corners, .. } = corners;
        let stride = layout.stride();
        // The usual squares on the usual boards as constants, which saves half of the time; the
        // others in passes. (All of them as constants doubled the time to build the library.)
        if N == 2 && stride <= 18 && (side == 2 || side == 3) {
            with_stride!(Wide<N>, stride, stride => if side == 2 {
                self.squares_by(stride, 2, corners, facts);
            } else {
                self.squares_by(stride, 3, corners, facts);
            });
            return;
        }
        let mut found = *self;
        found.fold_run(2, side, |near, far| near & far);
        found.fold_run(stride, side, |near, far| near & far);
        for lane in 0..LANES {
            facts.0[lane] = owners(found.masked(lane, corners.parts()));
        }
    }

    #[inline(always)]
    fn squares_by(&self, stride: u32, side: u32, corners: Wide<N>, facts: &mut Lanes<u8, LANES>) {
        for lane in 0..LANES {
            let found = square_corners(self.board(lane), stride, side) & corners;
            facts.0[lane] = owners(found.parts().into_iter().fold(0, |all, part| all | part));
        }
    }

    /// Adds the bits of [`BoardFacts::STUCK`](super::BoardFacts) and `EMPTY`.
    #[inline(always)]
    pub(crate) fn stuck(&self, layout: &Layout<Wide<N>>, stick: &Stick<Wide<N>>, facts: &mut Lanes<u8, LANES>) {
        let (stride, height, length) = (layout.stride(), layout.size().height(), stick.length());
        for lane in 0..LANES {
            facts.0[lane] |= u8::from(self.masked(lane, [u64::MAX; N]) == 0) << EMPTY_BIT;
        }
        // Only the top rows decide where sticks fit. A stick that is longer than the board fits in
        // no column and is skipped.
        let mut goes_on = Lanes([0; LANES]);
        if length <= height {
            self.occupied_in_top_rows(layout, length).add_free(layout.top(), &mut goes_on);
        }
        // Most boards have room for a vertical stick, which decides the answer. If only a few have
        // none, those are examined one by one.
        let blocked: u64 = goes_on.0.iter().map(|&room| u64::from(room == 0)).sum();
        if blocked <= FEW {
            for (group, room) in goes_on.0.chunks_exact(8).enumerate() {
                if room.iter().fold(false, |any, &room| any | (room == 0)) {
                    for lane in (8 * group..8 * group + 8).filter(|&lane| goes_on.0[lane] == 0) {
                        let board = self.board(lane);
                        let goes_on = !stick.horizontal_room(board, layout).is_empty() || has_loose(board, layout);
                        facts.0[lane] |= u8::from(!goes_on) << STUCK_BIT;
                    }
                }
            }
            return;
        }
        if !stick.begins().is_zero() {
            let mut blocked = self.occupied_in_top_rows(layout, 1);
            blocked.fold_run(2, length, |near, far| near | far);
            blocked.add_free(stick.begins(), &mut goes_on);
        }
        if height > 1 {
            let above_bottom = layout.cells().shr(stride).parts();
            let mut loose = *self;
            for part in 0..N {
                let cells = layout.cells().parts()[part];
                for lane in 0..LANES {
                    let word = self.0[part].0[lane];
                    loose.0[part].0[lane] = (word | word >> 1) & cells;
                }
            }
            loose.combine(stride, |here, below| here & !below);
            for lane in 0..LANES {
                goes_on.0[lane] |= loose.masked(lane, above_bottom);
            }
        }
        for lane in 0..LANES {
            facts.0[lane] |= u8::from(goes_on.0[lane] == 0) << STUCK_BIT;
        }
    }

    /// The columns that are occupied in any of the `rows` top rows, as cells of the top row.
    #[inline(always)]
    fn occupied_in_top_rows(&self, layout: &Layout<Wide<N>>, rows: u32) -> Self {
        let mut occupied = Self::EMPTY;
        for (part, mask) in layout.top().parts().into_iter().enumerate().filter(|&(_, mask)| mask != 0) {
            for row in 0..rows {
                let distance = row * layout.stride();
                let (words, bits) = ((distance / 64) as usize, distance % 64);
                for lane in 0..LANES {
                    let word = |index: usize| if index < N { self.0[index].0[lane] } else { 0 };
                    let far = word(part + words) >> bits | word(part + words + 1) << 1 << (63 - bits);
                    occupied.0[part].0[lane] |= far;
                }
            }
            for lane in 0..LANES {
                let word = occupied.0[part].0[lane];
                occupied.0[part].0[lane] = (word | word >> 1) & mask;
            }
        }
        occupied
    }

    /// Adds the bits of `mask` that are not set here.
    #[inline(always)]
    fn add_free(&self, mask: Wide<N>, free: &mut Lanes<u64, LANES>) {
        for lane in 0..LANES {
            free.0[lane] |= (0..N).fold(0, |all, part| all | mask.parts()[part] & !self.0[part].0[lane]);
        }
    }
}
