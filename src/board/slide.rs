//! Sliding pieces in from the four edges: along the row or column to the far side, or to the first
//! obstacle.
//!
//! In row-major order a piece from the north or west meets the obstacle with the lowest bit of its
//! line, one from the south or east that with the highest, and comes to rest one cell before it:
//!
//! ```text
//!     0123      the low bits of row 1: 8 10 12 14, of column 2: 4 12 20 28
//!
//!   0 ....      W1: lowest of row 1 is 12, the piece rests at 12 - 2 = 10
//!   1 ..#.      E1: highest of row 1 is 12, at 12 + 2 = 14
//!   2 ..#.      N2: lowest of column 2 is 12, at 12 - 8 = 4
//!   3 ....      W0: row 0 is empty, as if there were an obstacle at 8: at 8 - 2 = 6
//! ```
//!
//! A table gives the end of the line that counts and its wall, and the code always computes both
//! ends. A branch on the edge would be mispredicted three times out of four in random play, which
//! costs as much as the rest of the move.

use core::hint::select_unpredictable;

use super::bits::Register;
use super::entries::{Entries, LONGEST_EDGE};
use super::layout::Layout;
use crate::cell::{Edge, Entry};

/// The lines of a board of at most 10 × 10, each seen from its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slides<B> {
    /// Indexed by entry number. Numbers beyond the edges hold a path without cells.
    paths: [Path<B>; 64],
    /// Indexed by cell: the entries that a piece there takes.
    taken: [Entries; 128],
    /// Indexed by cell: the entries of its row and its column.
    through: [[Entry; 4]; 128],
    all: Entries,
}

/// The line of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path<B> {
    cells: B,
    /// The low bit of the cell that would follow the line's far end; may be below 0, wrapped.
    wall: u32,
    /// From the obstacle back to the cell before it; may be negative, wrapped.
    back: u32,
    /// Whether the obstacle is the highest bit of the line, and not the lowest.
    descending: bool,
}

impl<B: Register> Slides<B> {
    /// The lines of a layout; `None` for a board wider or higher than 10.
    #[inline(never)]
    #[must_use]
    pub fn new(layout: &Layout<B>) -> Option<Slides<B>> {
        let size = layout.size();
        let (width, height) = (size.width(), size.height());
        if width > LONGEST_EDGE || height > LONGEST_EDGE {
            return None;
        }
        let nowhere = Path { cells: B::ZERO, wall: 0, back: 0, descending: false };
        let mut slides = Slides {
            paths: [nowhere; 64],
            taken: [Entries::EMPTY; 128],
            through: [[Entry::from_number(0); 4]; 128],
            all: Entries::EMPTY,
        };
        let row = 2 * width;
        for edge in Edge::ALL {
            let upright = matches!(edge, Edge::North | Edge::South);
            for index in 0..if upright { width } else { height } {
                let Some(entry) = Entry::new(edge, index) else { continue };
                let first = if upright { 2 * index } else { row * index };
                let (step, length) = if upright { (row, height) } else { (2, width) };
                let line = (0..length).map(|cell| first + step * cell);
                line.clone().for_each(|bit| slides.through[(bit / 2) as usize][edge as usize] = entry);
                let cells = line.fold(B::ZERO, |cells, bit| cells | B::bit(bit));
                let descending = matches!(edge, Edge::East | Edge::South);
                slides.paths[entry.number() as usize] = Path {
                    cells,
                    wall: if descending { first.wrapping_sub(step) } else { first + step * length },
                    back: if descending { step } else { step.wrapping_neg() },
                    descending,
                };
                let mouth = if descending { first + step * (length - 1) } else { first };
                let taken = &mut slides.taken[(mouth / 2) as usize];
                *taken = taken.with(entry);
                slides.all = slides.all.with(entry);
            }
        }
        Some(slides)
    }

    /// Every entry of the board.
    #[inline(always)]
    #[must_use]
    pub fn all(&self) -> Entries {
        self.all
    }

    /// The entries whose edge cell is not occupied.
    #[must_use]
    pub fn open(&self, occupied: B) -> Entries {
        let mut open = self.all;
        let mut rest = occupied;
        while !rest.is_zero() {
            open = open.without(self.taken(rest.lowest()));
            rest = rest.without_lowest();
        }
        open
    }

    /// The low bit of the cell where a piece from this entry comes to rest. The entry must be open;
    /// otherwise the bit is off the board, or in another line.
    #[inline(always)]
    #[must_use]
    pub fn stop(&self, occupied: B, entry: Entry) -> u32 {
        let path = &self.paths[(entry.number() & 63) as usize];
        let line = occupied & path.cells;
        let obstacle = select_unpredictable(path.descending, line.highest(), line.lowest());
        select_unpredictable(line.is_zero(), path.wall, obstacle).wrapping_add(path.back)
    }

    /// The entries that a piece on the cell with low bit `bit` takes: none inside the board, one at
    /// an edge, two in a corner.
    #[inline(always)]
    #[must_use]
    pub fn taken(&self, bit: u32) -> Entries {
        self.taken[((bit / 2) & 127) as usize]
    }

    /// The entries of the row and the column of the cell whose low bit is `bit`, clockwise from
    /// north.
    #[inline(always)]
    #[must_use]
    pub fn through(&self, bit: u32) -> [Entry; 4] {
        self.through[((bit / 2) & 127) as usize]
    }

    /// The stop of a piece from `entry` after another piece has landed at `bit` in the same line.
    /// Without that piece it would come to rest at `stop`. `None` if `stop` lies before `bit`, so
    /// that nothing changes. If `bit` is the entry's edge cell, the result is no cell of the line.
    #[inline(always)]
    #[must_use]
    pub fn cut_short(&self, entry: Entry, stop: u32, bit: u32) -> Option<u32> {
        let path = &self.paths[(entry.number() & 63) as usize];
        let reaches = if path.descending { stop <= bit } else { stop >= bit };
        reaches.then(|| bit.wrapping_add(path.back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::cell::{Cell, Pos, Size};

    /// Every content of one line of up to 10 cells, from both of its ends, upright and lying.
    #[test]
    fn a_piece_rests_before_the_first_obstacle_of_its_line() {
        for length in 1..=LONGEST_EDGE {
            for (width, height, near, far) in
                [(length, 3, Edge::West, Edge::East), (3, length, Edge::North, Edge::South)]
            {
                let layout = Layout::<Wide<2>>::new(Size::new(width, height).unwrap()).unwrap();
                let slides = Slides::new(&layout).unwrap();
                let pos = |cell: u32| if near == Edge::West { Pos::new(1, cell) } else { Pos::new(cell, 1) };
                for content in 0..1_u32 << length {
                    let cells = (0..length).filter(|cell| content >> cell & 1 == 1);
                    let board = cells.fold(Wide::ZERO, |board, cell| layout.with_cell(board, pos(cell), Cell::Fixed));
                    let occupied = layout.occupied(board);
                    for (edge, free) in [(near, content.trailing_zeros()), (far, content.leading_zeros())] {
                        // Leading zeros are those of 32 bits; the line has only `length` of them.
                        let free = if edge == far && content > 0 { free - (32 - length) } else { free.min(length) };
                        let entry = Entry::new(edge, 1).unwrap();
                        assert_eq!(slides.open(occupied).contains(entry), free > 0);
                        if free > 0 {
                            let rest = if edge == far { length - free } else { free - 1 };
                            assert_eq!(slides.stop(occupied, entry), layout.bit_index(pos(rest)), "{content:b}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn corners_take_two_entries_and_inner_cells_none() {
        let layout = Layout::<u64>::new(Size::new(4, 5).unwrap()).unwrap();
        let slides = Slides::new(&layout).unwrap();
        assert_eq!(slides.all().count(), 18);
        let taken = layout.size().positions().map(|pos| slides.taken(layout.bit_index(pos)).count());
        let expected = [[2, 1, 1, 2], [1, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1], [2, 1, 1, 2]];
        assert!(taken.eq(expected.into_iter().flatten()));
        assert_eq!(slides.open(layout.cells()), Entries::EMPTY);
        assert_eq!(slides.open(0), slides.all());
        let through = slides.through(layout.bit_index(Pos::new(4, 2))).map(|entry| alloc::format!("{entry:?}"));
        assert_eq!(through, ["N2", "E4", "S2", "W4"]);
    }

    /// A second piece in a line changes the stop of a first one as a search of the whole line does.
    #[test]
    fn a_piece_cuts_others_short_that_would_pass_its_cell() {
        let layout = Layout::<u128>::new(Size::new(6, 7).unwrap()).unwrap();
        let slides = Slides::new(&layout).unwrap();
        for number in 0..200 {
            let mut random = crate::rng::Generator::for_game(17, number);
            let cells = layout.size().positions().filter(|_| random.below(200) < number);
            let occupied = cells.fold(0, |occupied, pos| occupied | u128::bit(layout.bit_index(pos)));
            for first in slides.open(occupied).iter() {
                let bit = slides.stop(occupied, first);
                let after = occupied | u128::bit(bit);
                for entry in slides.open(occupied).iter() {
                    let before = slides.stop(occupied, entry);
                    let cut = slides.through(bit).contains(&entry).then(|| slides.cut_short(entry, before, bit));
                    if slides.open(after).contains(entry) {
                        assert_eq!(slides.stop(after, entry), cut.flatten().unwrap_or(before), "{first:?} {entry:?}");
                    } else {
                        assert!(cut.flatten().is_some(), "{first:?} {entry:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn boards_beyond_ten_have_no_entries() {
        let slides = |width, height| {
            let layout = Layout::<Wide<4>>::new(Size::new(width, height).unwrap()).unwrap();
            Slides::new(&layout).is_some()
        };
        assert!(slides(10, 10) && !slides(11, 1) && !slides(1, 11));
    }
}
