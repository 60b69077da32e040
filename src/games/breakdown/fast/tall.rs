//! One word per column: a board of up to 64×64 as one `u64` a color and column, the ground lowest,
//! and the height of every column.
//!
//! The [columnar form](super::columnar) for larger boards: a working form of bulk work, never
//! stored or returned. A stick reads and writes its own columns only, and a new square has a column
//! of the stick, so a ply costs the same on any size. Only the [`TallRoom`] depends on all columns,
//! and it changes only when a column becomes too high for a stick.
//!
//! ```text
//!   columns[PAD + 2]      height
//!   bit 63   …                        above the board: always empty
//!   bit 4    empty        4           a stick of 3 comes to rest on bits 4, 5 and 6
//!   bit 3    occupied                 the top of the column
//!   bit 2    empty                    a loose cell lies above this one
//!   bit 0    occupied                 the ground
//! ```
//!
//! Empty columns pad the board on both sides, so squares near the edge need no case of their own.
//! The columns on the right have the greatest height, so no stick fits there.
//!
//! Tried and dropped: 32 games in the lanes of vectors, which must look at every column in every
//! ply (21, 20 and 8 million plies a second on 32×32 with AVX-512, AVX2 and portable, where this
//! form plays 121, 121 and 57); branches for upright and flat sticks, which the processor
//! mispredicts (a twelfth slower); a mask of loose columns, which every ply would have to maintain.

use super::single::by_squares;
use super::tall_plan::{LARGEST, PAD, TallPlan, TallStick, ones};
use super::tall_room::TallRoom;
use crate::board::run::fold_run;
use crate::board::shuffle::{even_bits, into_even_bits, transpose};
use crate::cell::Side;
use crate::level::BitMoves;
use crate::rules::Outcome;

/// Columns, the empty ones included.
const COLUMNS: usize = LARGEST as usize + 2 * PAD;

/// Elements of `heights`: the columns of the board, and those beyond it that an invalid stick could
/// reach.
const HEIGHTS: usize = 2 * LARGEST as usize + 8;

/// The words of the largest board.
pub(super) const WORDS: usize = 256;

/// A board of up to 64×64.
#[derive(Clone, Debug)]
pub(crate) struct TallBoard {
    /// The pieces of each side.
    colors: [[u64; COLUMNS]; 2],
    /// From column 0 of the board on.
    heights: [u32; HEIGHTS],
}

impl TallBoard {
    /// The empty board.
    #[must_use]
    pub(crate) fn new(plan: &TallPlan) -> TallBoard {
        let mut board = TallBoard { colors: [[0; COLUMNS]; 2], heights: [LARGEST; HEIGHTS] };
        board.clear(plan);
        board
    }

    /// Empties every cell.
    #[inline(always)]
    pub(crate) fn clear(&mut self, plan: &TallPlan) {
        let width = plan.columns();
        self.colors.iter_mut().for_each(|columns| columns[PAD..PAD + width].fill(0));
        self.heights[..width].fill(0);
    }

    /// The board of packed words.
    #[must_use]
    pub(crate) fn from_words(plan: &TallPlan, words: &[u32]) -> TallBoard {
        let (width, height) = (plan.columns(), plan.size.height() as usize);
        let mut board = TallBoard::new(plan);
        let mut rows = [[0; 64]; 2];
        for row in 0..height {
            let first = 2 * width * row;
            let bits = |at: usize| {
                let word = |index: usize| u64::from(words.get(at / 32 + index).copied().unwrap_or(0));
                let bits = u128::from(word(0) | word(1) << 32) | u128::from(word(2)) << 64;
                (bits >> (at % 32)) as u64
            };
            let (low, high) = (bits(first), if width > 32 { bits(first + 64) } else { 0 });
            for (color, rows) in rows.iter_mut().enumerate() {
                let row_bits = even_bits(low >> color) | even_bits(high >> color) << 32;
                rows[height - 1 - row] = row_bits & ones(plan.size.width());
            }
        }
        for (columns, mut rows) in board.colors.iter_mut().zip(rows) {
            transpose(&mut rows, 64);
            columns[PAD..PAD + width].copy_from_slice(&rows[..width]);
        }
        for col in 0..width {
            board.heights[col] = 64 - board.occupied(col).leading_zeros();
        }
        board
    }

    /// Writes the packed words, and returns how many of the first ones are zero because their rows
    /// are empty.
    #[inline(always)]
    pub(super) fn write_words(&self, plan: &TallPlan, words: &mut [u32; WORDS]) -> usize {
        let (width, height) = (plan.columns(), plan.size.height() as usize);
        let side = width.max(height).next_power_of_two();
        let [mut black, mut white] = [[0; 64]; 2];
        let columns = |color: usize| &self.colors[color][PAD..PAD + width];
        if side <= 32 {
            // Both at once, in the halves of every word.
            for ((rows, black), white) in black.iter_mut().zip(columns(0)).zip(columns(1)) {
                *rows = black | white << 32;
            }
            transpose(&mut black, side);
            for (black, white) in black[..side].iter_mut().zip(&mut white) {
                (*black, *white) = (*black & u64::from(u32::MAX), *black >> 32);
            }
        } else {
            for (color, rows) in [&mut black, &mut white].into_iter().enumerate() {
                rows[..width].copy_from_slice(columns(color));
                transpose(rows, side);
            }
        }
        let top = self.heights[..width].iter().fold(0, |top, &height| top.max(height)) as usize;
        let first = 2 * width * (height - top);
        let empty = first / 32;
        words[..empty].fill(0);
        let (mut bits, mut held, mut at) = (0_u128, first % 32, empty);
        for row in (0..top).rev() {
            let halves = [(black[row], white[row]), (black[row] >> 32, white[row] >> 32)];
            for (half, (black, white)) in halves.into_iter().enumerate() {
                let here = width.saturating_sub(32 * half).min(32);
                let cells = into_even_bits(black as u32) | into_even_bits(white as u32) << 1;
                bits |= u128::from(cells) << held;
                held += 2 * here;
                while held >= 32 {
                    words[at] = bits as u32;
                    (bits, held, at) = (bits >> 32, held - 32, at + 1);
                }
            }
        }
        if held > 0 {
            words[at] = bits as u32;
        }
        empty
    }

    /// The pieces of a side, column by column.
    #[cfg(feature = "registers")]
    pub(crate) fn columns(&self, plan: &TallPlan, side: Side) -> &[u64] {
        &self.colors[side.index()][PAD..PAD + plan.columns()]
    }

    #[inline(always)]
    fn occupied(&self, col: usize) -> u64 {
        self.colors[0][PAD + col] | self.colors[1][PAD + col]
    }

    /// Whether no cell is loose.
    #[inline(always)]
    fn is_settled(&self, plan: &TallPlan) -> bool {
        (0..plan.columns()).all(|col| self.occupied(col) & self.occupied(col).wrapping_add(1) == 0)
    }

    /// Writes a byte a cell, row by row from the top: 0 empty, 1 a piece of `side`, 2 of the other.
    pub(crate) fn write_cells(&self, plan: &TallPlan, side: Side, cells: &mut [u8]) {
        let (mine, theirs) = (&self.colors[side.index()], &self.colors[side.other().index()]);
        for (row, cells) in (0..plan.size.height()).rev().zip(cells.chunks_exact_mut(plan.columns())) {
            for ((cell, mine), theirs) in cells.iter_mut().zip(&mine[PAD..]).zip(&theirs[PAD..]) {
                *cell = (mine >> row & 1) as u8 + 2 * (theirs >> row & 1) as u8;
            }
        }
    }

    /// Whether every cell is empty.
    #[must_use]
    pub(crate) fn is_empty(&self, plan: &TallPlan) -> bool {
        (0..plan.columns()).all(|col| self.occupied(col) == 0)
    }

    /// Whether the game is drawn (ruling B1) when nobody owns a square, unless it is at its
    /// beginning.
    #[inline(always)]
    pub(crate) fn is_dead(&self, plan: &TallPlan, room: &TallRoom) -> bool {
        room.upright | room.flat == 0 && self.is_settled(plan)
    }

    /// The columns in which sticks fit.
    #[inline(always)]
    pub(crate) fn room(&self, plan: &TallPlan, moves: Option<BitMoves>) -> TallRoom {
        let (mut high, mut full) = (0, 0);
        for (col, &height) in self.heights[..plan.columns()].iter().enumerate() {
            high |= u64::from(height > plan.open_height) << col;
            full |= u64::from(height == plan.size.height()) << col;
        }
        TallRoom::new(plan, high, full, moves)
    }

    /// The height on which a stick comes to rest.
    #[inline(always)]
    pub(crate) fn landing(&self, plan: &TallPlan, stick: TallStick) -> u32 {
        let TallStick { upright, col } = stick;
        let reach = if plan.known || upright == 0 { plan.stick as usize } else { 1 };
        let mut at = self.heights[col];
        for next in 1..reach {
            at = at.max(self.heights[col + next] & !upright as u32);
        }
        at
    }

    /// Drops a stick, which must have room, on height `at`, as [`landing`](Self::landing) says.
    /// Returns whether the mover has a new square.
    #[inline(always)]
    pub(crate) fn drop(&mut self, plan: &TallPlan, mover: Side, stick: TallStick, at: u32) -> bool {
        let TallStick { upright, col } = stick;
        let (length, side) = (plan.stick as usize, plan.square as usize);
        let piece = (1 | ones(plan.stick) & upright) << at;
        let top = plan.top(stick, at);
        let columns = &mut self.colors[mover.index()];
        if plan.known {
            // Loads before stores: a load that spans a column just stored waits for it. An upright
            // stick stores its neighbors as they were.
            let mut near = [0; 16];
            let first = PAD + col + 1 - side;
            for (next, near) in near[..length + 2 * (side - 1)].iter_mut().enumerate() {
                *near = columns[first + next];
            }
            for next in 0..length {
                let inside = if next == 0 { u64::MAX } else { !upright };
                near[side - 1 + next] |= piece & inside;
                columns[PAD + col + next] = near[side - 1 + next];
                let before = self.heights[col + next];
                self.heights[col + next] = before ^ (before ^ top) & inside as u32;
            }
            let mut found = 0;
            for first in 0..length + side - 1 {
                let mut cells = near[first];
                for next in 1..side {
                    cells &= near[first + next];
                }
                found |= fold_run(cells, plan.square, |cells, count| cells & cells >> count);
            }
            return plan.can_win && found != 0;
        }
        let reach = if upright == 0 { length } else { 1 };
        for next in 0..reach {
            columns[PAD + col + next] |= piece;
            self.heights[col + next] = top;
        }
        self.has_square(plan, mover, (col + 1).saturating_sub(side), col + reach - 1)
    }

    /// Whether a side has a square whose leftmost column is one of these.
    #[inline(always)]
    fn has_square(&self, plan: &TallPlan, side: Side, first: usize, last: usize) -> bool {
        if !plan.can_win {
            return false;
        }
        let (columns, square) = (&self.colors[side.index()], plan.square as usize);
        let last = last.min(plan.columns() - square);
        let mut found = 0;
        for corner in first..=last {
            let cells = columns[PAD + corner..][..square].iter().fold(u64::MAX, |cells, &column| cells & column);
            found |= fold_run(cells, plan.square, |cells, count| cells & cells >> count);
        }
        found != 0
    }

    /// Whether a side owns a square.
    #[inline(always)]
    pub(crate) fn owns_square(&self, plan: &TallPlan, side: Side) -> bool {
        self.has_square(plan, side, 0, plan.columns())
    }

    /// Lets every cell fall at the call of a side. Returns the outcome if a side has a square then.
    #[inline(always)]
    pub(crate) fn call(&mut self, plan: &TallPlan, mover: Side, moves: Option<BitMoves>) -> Option<Outcome> {
        self.fall(plan, moves);
        by_squares(self.owns_square(plan, mover), self.owns_square(plan, mover.other()), mover)
    }

    /// Lets every cell fall.
    #[inline(always)]
    fn fall(&mut self, plan: &TallPlan, moves: Option<BitMoves>) {
        let [black, white] = &mut self.colors;
        for col in 0..plan.columns() {
            let (one, other) = (&mut black[PAD + col], &mut white[PAD + col]);
            let occupied = *one | *other;
            self.heights[col] = match moves {
                Some(moves) => {
                    (*one, *other) = (moves.extract(*one, occupied), moves.extract(*other, occupied));
                    occupied.count_ones()
                }
                None => close_gaps(one, other),
            };
        }
    }
}

/// Closes the gaps of a column, the lowest one first, and returns its height.
#[inline(always)]
fn close_gaps(one: &mut u64, other: &mut u64) -> u32 {
    loop {
        let occupied = *one | *other;
        let settled = occupied.trailing_ones();
        let above = occupied.checked_shr(settled).unwrap_or(0);
        if above == 0 {
            return settled;
        }
        let (gap, below) = (above.trailing_zeros(), (1 << settled) - 1);
        *one = *one & below | *one >> gap & !below;
        *other = *other & below | *other >> gap & !below;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Move;
    use super::super::Store;
    use super::*;
    use crate::board::{ColumnSet, Owners, PackedBoard};
    use crate::cell::{Cell, Pos, Size};
    use crate::level::{BitTask, Level};
    use crate::rng::Generator;
    use crate::text::Grid;

    /// Sizes on both sides of every limit, with sticks and squares that fit and that do not.
    fn plans() -> impl Iterator<Item = (Size, u32, u32)> {
        let sizes = [(9, 9), (9, 3), (1, 64), (64, 1), (33, 7), (7, 33), (16, 17), (32, 32), (62, 62), (64, 64)];
        let lengths = [(3, 3), (1, 1), (2, 4), (5, 2), (9, 8), (64, 64), (65, 65), (70, 3)];
        sizes.into_iter().flat_map(move |(width, height)| {
            lengths.map(|(stick, square)| (Size::new(width, height).unwrap(), stick, square))
        })
    }

    /// Boards of all densities, empty at the top.
    fn boards(size: Size) -> impl Iterator<Item = PackedBoard> {
        (0..12).map(move |number| {
            let mut random = Generator::for_game(u64::from(size.cells()), number);
            let (density, top) = (1 + number % 6, random.below(u64::from(size.height())) as u32);
            let mut board = PackedBoard::new(size);
            for row in top..size.height() {
                for col in 0..size.width() {
                    let cell = if random.below(6) < density { 1 + random.below(2) } else { 0 };
                    board.set_cell(Pos { row, col }, Cell::from_code(cell as u32));
                }
            }
            board
        })
    }

    fn packed(plan: &TallPlan, board: &TallBoard) -> PackedBoard {
        let mut words = [u32::MAX; WORDS];
        let zeros = board.write_words(plan, &mut words);
        assert!(words[..zeros].iter().all(|&word| word == 0));
        PackedBoard::from_words(plan.size, &words[..plan.words()]).unwrap()
    }

    struct Compare<'a> {
        plan: TallPlan,
        expected: &'a PackedBoard,
    }

    impl BitTask for Compare<'_> {
        type Output = ();

        /// Room, drops, squares and gravity are those of the packed board.
        fn run(self, moves: Option<BitMoves>) {
            let Compare { plan, expected } = self;
            let slow = <PackedBoard as Store>::plan(plan.size, plan.stick, plan.square).unwrap();
            let board = TallBoard::from_words(&plan, expected.words());
            assert_eq!(packed(&plan, &board), *expected);
            assert_eq!(board.is_empty(&plan), expected.is_empty());
            assert_eq!(board.is_settled(&plan), !expected.has_loose());
            let room = board.room(&plan, moves);
            let (upright, flat) = (expected.vertical_room(plan.stick), expected.horizontal_room(plan.stick));
            assert_eq!(room.counts(), (upright.count(), flat.count()));
            let dead = upright.is_empty() && flat.is_empty() && !expected.has_loose();
            assert_eq!(board.is_dead(&plan, &room), dead);
            let had = expected.squares(plan.square);
            for index in 0..upright.count() + flat.count() {
                let stick = room.stick(index, moves);
                let (mut after, mut copy) = (expected.clone(), board.clone());
                match stick.to_move() {
                    Move::Vertical(col) => {
                        assert_eq!(upright.nth(index), Some(col));
                        Store::drop_vertical(&mut after, &slow, col, Side::Second);
                    }
                    Move::Horizontal(col) => {
                        assert_eq!(flat.nth(index - upright.count()), Some(col));
                        Store::drop_horizontal(&mut after, &slow, col, Side::Second);
                    }
                    Move::Breakdown => unreachable!("a stick is no breakdown"),
                }
                let at = copy.landing(&plan, stick);
                let top = plan.top(stick, at);
                assert!(plan.holds(top));
                let won = copy.drop(&plan, Side::Second, stick, at);
                assert_eq!(packed(&plan, &copy), after);
                // A square that was there before the drop need not be found.
                if !had.contains(Owners::WHITE) {
                    assert_eq!(won, after.squares(plan.square).contains(Owners::WHITE));
                }
                assert_eq!(copy.heights, TallBoard::from_words(&plan, after.words()).heights);
                let mut noted = room;
                noted.note(&plan, stick, top, moves);
                let anew = copy.room(&plan, moves);
                assert_eq!((noted.upright, noted.flat, noted.counts()), (anew.upright, anew.flat, anew.counts()));
            }
            for col in 0..plan.size.width() + 2 {
                for (upright, fits) in [(u64::MAX, upright.contains(col)), (0, flat.contains(col))] {
                    let stick = TallStick { upright, col: col.min(LARGEST) as usize };
                    assert_eq!(plan.holds(plan.top(stick, board.landing(&plan, stick))), fits, "{stick:?}");
                }
            }
            for (side, owner) in [(Side::First, Owners::BLACK), (Side::Second, Owners::WHITE)] {
                assert_eq!(board.owns_square(&plan, side), had.contains(owner));
            }
            let (mut fallen, mut copy) = (expected.clone(), board);
            fallen.fall();
            copy.fall(&plan, moves);
            assert_eq!(packed(&plan, &copy), fallen);
            assert_eq!(copy.heights, TallBoard::from_words(&plan, fallen.words()).heights);
        }
    }

    #[test]
    fn kernels_agree_with_the_packed_board() {
        for (size, stick, square) in plans() {
            let plan = TallPlan::new(size, stick, square).unwrap();
            for expected in boards(size) {
                for level in Level::available() {
                    for plan in [Some(plan), plan.with_lengths::<3, 3>()].into_iter().flatten() {
                        level.run_moving_bits(Compare { plan, expected: &expected });
                    }
                }
            }
        }
    }

    #[test]
    fn larger_boards_have_no_plan() {
        for (width, height) in [(65, 1), (1, 65), (100, 100)] {
            assert_eq!(TallPlan::new(Size::new(width, height).unwrap(), 3, 3), None);
        }
    }
}
