//! [`BoardBlock`]: boards side by side, in the document's bits; the working set of
//! [`Boards`](super::Boards).
//!
//! A block is an array for every 64 bits of a board and lies in the first-level cache. Gravity and
//! squares take it a [`Group`] of eight boards at a time, with the single-board kernel as their
//! body; the others are loops over all its boards that the compiler turns into vector code.
//!
//! ```text
//!             words of board 0        board 1                     board 63
//!   caller    w0 w1 w2 w3             w0 w1 w2 w3       …
//!   lanes[0]  w1 << 32 | w0           w1 << 32 | w0     …         64 × u64
//!   lanes[1]  w3 << 32 | w2           w3 << 32 | w2     …         64 × u64
//! ```
//!
//! Tried and dropped: working on the words as they lie (the compiler then keeps the halves of a
//! board in one vector and shuffles them at every shift: four times as long); gravity as a loop
//! over single boards, with the stride as a constant (only two rounds of it became vector code;
//! with more it takes two to five times as long, in ten functions instead of one); groups of
//! sixteen boards (they do not stay in registers).

use super::facts::{EMPTY_BIT, STUCK_BIT};
use super::group::{GROUP, Group};
use crate::board::drop::Stick;
use crate::board::gravity::{self, fall_rounds, has_loose};
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

    /// Reads the boards of a slice, `words` words each, at most 64. The lanes beyond keep their
    /// boards.
    #[inline(always)]
    pub(crate) fn read(&mut self, boards: &[u32], words: usize) {
        // The words of a board in its smallest block are spelled out, so that reading becomes
        // vector code.
        let whole = boards.len() == LANES * words;
        if whole && words == 2 * N {
            self.read_boards(&boards[..LANES * 2 * N], 2 * N, LANES);
        } else if whole && words == 2 * N - 1 {
            self.read_boards(&boards[..LANES * (2 * N - 1)], 2 * N - 1, LANES);
        } else {
            self.read_boards(boards, words, boards.len() / words);
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
        let whole = boards.len() == LANES * words;
        if whole && words == 2 * N {
            self.write_boards(&mut boards[..LANES * 2 * N], 2 * N, LANES);
        } else if whole && words == 2 * N - 1 {
            self.write_boards(&mut boards[..LANES * (2 * N - 1)], 2 * N - 1, LANES);
        } else {
            self.write_boards(boards, words, boards.len() / words);
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

    /// Eight boards of the block, from `lane` on.
    #[inline(always)]
    fn group(&self, lane: usize) -> Group<N> {
        Group(each(|part| each(|index| self.0[part].0[lane + index])))
    }

    /// Lets every cell fall.
    #[inline(always)]
    pub(crate) fn fall(&mut self, layout: &Layout<Wide<N>>) {
        // The rounds of boards of up to eight rows are constants, so that their loops unroll.
        match gravity::doublings(layout.size().height()) {
            2 => self.fall_by(layout, 2),
            3 => self.fall_by(layout, 3),
            rounds => self.fall_by(layout, rounds),
        }
    }

    #[inline(always)]
    fn fall_by(&mut self, layout: &Layout<Wide<N>>, rounds: u32) {
        let (cells, stride) = (Group::of(layout.cells()), layout.stride());
        for lane in (0..LANES).step_by(GROUP) {
            let Group(fallen) = fall_rounds(self.group(lane), cells, stride, rounds);
            for (part, words) in fallen.iter().enumerate() {
                self.0[part].0[lane..lane + GROUP].copy_from_slice(words);
            }
        }
    }

    /// Combines every bit with the one `distance` bits further on, zero beyond the register.
    #[inline(always)]
    fn combine(&mut self, distance: u32, combine: impl Fn(u64, u64) -> u64) {
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
        for lane in (0..LANES).step_by(GROUP) {
            let found = square_corners(self.group(lane), layout.stride(), side) & Group::of(corners);
            for (facts, found) in facts.0[lane..lane + GROUP].iter_mut().zip(found.joined()) {
                *facts = owners(found);
            }
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
        if N == 1 {
            // In groups this takes twice as long with AVX-512.
            for lane in 0..LANES {
                goes_on.0[lane] |= u64::from(has_loose(self.board(lane), layout));
            }
        } else {
            let cells = Group::of(layout.cells());
            for lane in (0..LANES).step_by(GROUP) {
                let board = self.group(lane);
                let loose = gravity::loose((board | board.shr_each(1)) & cells, cells, stride).joined();
                for (goes_on, loose) in goes_on.0[lane..lane + GROUP].iter_mut().zip(loose) {
                    *goes_on |= loose;
                }
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
