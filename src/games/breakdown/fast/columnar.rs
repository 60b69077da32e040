//! The columnar form: a board of up to 8×8 as one `u64` a color, a byte a column, bottom first.
//!
//! A working form inside bulk work, never stored or returned: a position *is* its packed words. All
//! columns are bytes of one word, whatever the size of the board, so sizes and lengths become masks
//! and shift counts. A column filled up to its top is a number of the form 2ⁿ − 1, and *adding one*
//! gives the landing place.
//!
//! ```text
//!        column 0   column 1         column 7
//!  top   bit 7      bit 15           bit 63        a 4×5 board uses bits 0-4, 8-12, 16-20, 24-28
//!        …          …                …
//!        bit 1      bit 9            bit 57        column 2 with pieces in its rows 0, 1 and 3
//!  ground bit 0     bit 8            bit 56        from the ground:  occupied 00001011
//!                                                                    filled   00001111
//! ```
//!
//! Everything here is for one board and without branches or loops, so that a plain loop over arrays
//! of boards is compiled to one board in every lane of a vector (see
//! [`Level`](crate::level::Level)).
//!
//! Tried and dropped: a type for a vector of boards with operators, of which the compiler
//! vectorized only half. A loop whose body is the whole ply is vectorized as it stands, twice as
//! fast.

use super::super::Move;
use crate::board::byte_rows::{packed, unpacked};
use crate::board::run::RunShifts;
use crate::board::select::{byte_of_rank, ranks_of_bytes};
use crate::board::shuffle::{even_bits, into_even_bits, transposed};
use crate::cell::Size;

/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Joins every bit with those that follow it in a run, `unit` bits apart. `RUN` says how long the
/// run may be: 3, 4 or 8.
#[inline(always)]
fn fold<const RUN: u32>(
    RunShifts([first, second, third]): RunShifts<3>,
    bits: u64,
    unit: u32,
    shift: impl Fn(u64, u32) -> u64,
    join: impl Fn(u64, u64) -> u64,
) -> u64 {
    const { assert!(RUN == 3 || RUN == 4 || RUN == 8) };
    // AVX-512 joins three words in one instruction.
    if RUN == 3 {
        return join(join(bits, shift(bits, unit * first)), shift(bits, unit * (first + second)));
    }
    let step = |bits, further| join(bits, shift(bits, unit * further));
    let bits = step(step(bits, first), second);
    if RUN == 4 { bits } else { step(bits, third) }
}

/// Sizes and lengths as masks and shift counts, for boards of at most 8×8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnPlan {
    size: Size,
    /// The cells of the board.
    board: u64,
    /// The ground cells of the columns that could take a vertical stick, and a horizontal one.
    vertical: u64,
    horizontal: u64,
    /// The distances to the ground from the lowest cell that must be free for a vertical stick, and
    /// from the top row.
    vertical_down: u32,
    top_down: u32,
    stick: u32,
    stick_run: RunShifts<3>,
    /// An upright and a flat stick at the origin.
    upright: u64,
    flat: u64,
    square_run: RunShifts<3>,
    /// The cells that can be the lower left corner of a square.
    corners: u64,
    /// The cells that can be the lowest of a column of a square.
    feet: u64,
}

/// The columns in which sticks fit: bit 8*c* for column *c*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnRoom {
    /// Columns with room for a vertical stick.
    pub(crate) vertical: u64,
    /// Columns from which a horizontal stick has room.
    pub(crate) horizontal: u64,
    /// The columns of a horizontal stick from here, filled up to the highest of their tops.
    covered: u64,
}

/// A move: a stick into the column with this ground bit, or breakdown if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) vertical: bool,
    pub(crate) column: u64,
}

impl Choice {
    /// The move in the words of the rules.
    #[inline(always)]
    pub(crate) fn to_move(self) -> Move {
        let col = self.column.trailing_zeros() / 8;
        match self {
            Choice { column: 0, .. } => Move::Breakdown,
            Choice { vertical: true, .. } => Move::Vertical(col),
            Choice { vertical: false, .. } => Move::Horizontal(col),
        }
    }
}

/// A dropped stick: its cells, and the columns filled up to their new tops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dropped {
    /// The cells of the stick.
    pub(crate) stick: u64,
    /// Every column filled up to its top.
    pub(crate) filled: u64,
}

impl ColumnPlan {
    /// The plan for a size, sticks of `stick` and squares of `square`; `None` beyond 8×8.
    #[inline(never)]
    #[must_use]
    pub(crate) fn new(size: Size, stick: u32, square: u32) -> Option<ColumnPlan> {
        let (width, height) = (size.width(), size.height());
        if width > 8 || height > 8 {
            return None;
        }
        let columns = |count: u32| LOW & u64::MAX.checked_shr(64 - 8 * count).unwrap_or(0);
        let rows = |count: u32| (1_u64 << count) - 1;
        Some(ColumnPlan {
            size,
            board: columns(width) * rows(height),
            vertical: if stick <= height { columns(width) } else { 0 },
            horizontal: if stick <= width { columns(width - stick + 1) } else { 0 },
            vertical_down: height - stick.min(height),
            top_down: height - 1,
            stick: stick.min(8),
            stick_run: RunShifts::new(stick),
            upright: rows(stick.min(8)),
            flat: columns(stick.min(8)),
            square_run: RunShifts::new(square),
            feet: if square <= height { columns(width) * rows(height - square + 1) } else { 0 },
            corners: if square <= width && square <= height {
                columns(width - square + 1) * rows(height - square + 1)
            } else {
                0
            },
        })
    }

    /// The same plan with its lengths as constants for the compiler; `None` if it has other
    /// lengths.
    #[inline(always)]
    #[must_use]
    pub(crate) fn with_lengths<const STICK: u32, const SQUARE: u32>(self) -> Option<ColumnPlan> {
        let (stick_run, square_run) = const { (RunShifts::new(STICK), RunShifts::new(SQUARE)) };
        let same = (self.stick, self.stick_run, self.square_run) == (STICK, stick_run, square_run);
        same.then_some(ColumnPlan { stick: STICK, stick_run, square_run, ..self })
    }

    /// The length of a stick or of the side of a square, whichever is longer, and 8 at most: what
    /// `RUN` must be at least in what follows.
    #[inline(always)]
    #[must_use]
    pub(crate) fn longest(&self) -> u32 {
        let length = |RunShifts(shifts): RunShifts<3>| 1 + shifts.iter().sum::<u32>();
        length(self.stick_run).max(length(self.square_run))
    }

    /// A color as the packed board has it, with one bit a cell instead of two.
    #[inline(always)]
    fn packed_color(&self, color: u64) -> u64 {
        // The top row comes first.
        packed(transposed(color).swap_bytes() >> (64 - 8 * self.size.height()), self.size.width())
    }

    /// The four words of the packed board of two colors, black first; those that it does not have
    /// are 0. For many boards in a loop.
    #[inline(always)]
    pub(crate) fn packed_words(&self, [black, white]: [u64; 2]) -> [u32; 4] {
        let (black, white) = (self.packed_color(black), self.packed_color(white));
        let half = |shift: u32| into_even_bits((black >> shift) as u32) | into_even_bits((white >> shift) as u32) << 1;
        let (low, high) = (half(0), half(32));
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
    }

    /// The words of a packed board.
    pub(crate) fn words(&self) -> usize {
        self.size.words()
    }

    /// The cells of the board.
    #[inline(always)]
    #[must_use]
    pub(crate) fn board(&self) -> u64 {
        self.board
    }

    /// The columns in which sticks fit, given the columns filled up to their tops.
    #[inline(always)]
    #[must_use]
    pub(crate) fn room<const RUN: u32>(&self, filled: u64) -> ColumnRoom {
        let covered = fold::<RUN>(self.stick_run, filled, 8, |bits, count| bits >> count, |bits, other| bits | other);
        ColumnRoom {
            vertical: !(filled >> self.vertical_down) & self.vertical,
            horizontal: !(covered >> self.top_down) & self.horizontal,
            covered,
        }
    }

    /// Drops a stick into the column whose ground bit is `column`, which must have room; with
    /// `column` 0 nothing happens.
    #[inline(always)]
    #[must_use]
    pub(crate) fn drop<const RUN: u32>(&self, filled: u64, room: &ColumnRoom, vertical: bool, column: u64) -> Dropped {
        let run =
            |bits: u64| fold::<RUN>(self.stick_run, bits, 8, |bits, count| bits << count, |bits, other| bits | other);
        let below = if vertical { filled } else { room.covered } & (column << 8).wrapping_sub(column);
        let landing = below.wrapping_add(column);
        let upright = (landing << self.stick).wrapping_sub(landing);
        let stick = if vertical { upright } else { run(landing) };
        let under = if vertical { 0 } else { run(below) };
        Dropped { stick, filled: filled | stick | under }
    }

    /// As [`drop`](ColumnPlan::drop), where vectors multiply words in an instruction: a stick is
    /// the product of its first cell and the stick at the origin. Elsewhere a step of a batch takes
    /// 1.04 times as long with AVX2 and 1.20 times without.
    #[inline(always)]
    #[must_use]
    pub(crate) fn drop_by_products(&self, filled: u64, room: &ColumnRoom, vertical: bool, column: u64) -> Dropped {
        let below = if vertical { filled } else { room.covered } & (column << 8).wrapping_sub(column);
        let landing = below.wrapping_add(column);
        let stick = landing.wrapping_mul(if vertical { self.upright } else { self.flat });
        let under = if vertical { 0 } else { below }.wrapping_mul(self.flat);
        Dropped { stick, filled: filled | stick | under }
    }

    /// The cells of every stick that has room, each dropped by itself.
    #[inline(always)]
    #[must_use]
    pub(crate) fn all_sticks<const RUN: u32>(&self, filled: u64, room: &ColumnRoom) -> u64 {
        let run = |bits: u64, unit: u32| {
            fold::<RUN>(self.stick_run, bits, unit, |bits, count| bits << count, |bits, other| bits | other)
        };
        // A filled column plus one is the bit of its landing place. Nothing carries into the next
        // column, because a full column has no room and is left out.
        let landing = |filled: u64, columns: u64| (filled & (columns * 0xff)) + columns;
        run(landing(filled, room.vertical), 1) | run(landing(room.covered, room.horizontal), 8)
    }

    /// The corners of squares in one color; zero when there is none.
    #[inline(always)]
    #[must_use]
    pub(crate) fn squares<const RUN: u32>(&self, color: u64) -> u64 {
        let run = |bits: u64, unit: u32| {
            fold::<RUN>(self.square_run, bits, unit, |bits, count| bits >> count, |bits, other| bits & other)
        };
        // A run up a column may go on in the next one; the mask drops its corner.
        run(run(color, 1), 8) & self.corners
    }

    /// The cells of all squares in one color.
    #[inline(always)]
    #[must_use]
    pub(crate) fn cells_of_squares<const RUN: u32>(&self, color: u64) -> u64 {
        let run = |bits: u64, unit: u32| {
            fold::<RUN>(self.square_run, bits, unit, |bits, count| bits << count, |bits, other| bits | other)
        };
        run(run(self.squares::<RUN>(color), 1), 8)
    }

    /// Whether as many neighboring columns as a square is wide each have a vertical run as long as
    /// a square is high, at any height.
    #[inline(always)]
    #[must_use]
    pub(crate) fn has_columns_of_square<const RUN: u32>(&self, cells: u64) -> bool {
        let run = |bits: u64, unit: u32| {
            fold::<RUN>(self.square_run, bits, unit, |bits, count| bits >> count, |bits, other| bits & other)
        };
        let feet = run(cells, 1) & self.feet;
        let columns = (((feet & !HIGH) + !HIGH) | feet) & HIGH;
        run(columns, 8) != 0
    }

    /// Both colors after every cell has fallen: the rounds of [`gravity`](crate::board::gravity),
    /// downwards within bytes.
    #[inline(always)]
    #[must_use]
    pub(crate) fn fall(&self, one: u64, other: u64) -> (u64, u64) {
        let mut gaps = ((self.board & !(one | other)) << 1) & !LOW;
        let (mut one, mut other) = (one, other);
        for round in 0..3 {
            let odd = gaps ^ ((gaps << 1) & (LOW * 0xfe));
            let odd = odd ^ ((odd << 2) & (LOW * 0xfc));
            // In the last round a column has at most one gap left, four cells up or higher.
            let odd = if round < 2 { odd ^ ((odd << 4) & (LOW * 0xf0)) } else { odd };
            let (falling, falling_too) = (one & odd, other & odd);
            one = (one ^ falling) | (falling >> (1 << round));
            other = (other ^ falling_too) | (falling_too >> (1 << round));
            gaps &= !odd;
        }
        (one, other)
    }

    /// Every column filled up to its top.
    #[inline(always)]
    #[must_use]
    pub(crate) fn filled(&self, occupied: u64) -> u64 {
        let filled = occupied | ((occupied >> 1) & (LOW * 0x7f));
        let filled = filled | ((filled >> 2) & (LOW * 0x3f));
        filled | ((filled >> 4) & (LOW * 0x0f))
    }

    /// The rows of the board.
    #[inline(always)]
    pub(crate) fn height(&self) -> usize {
        self.size.height() as usize
    }

    /// A color row by row, a byte a row, the ground first; bit *c* for column *c*.
    #[inline(always)]
    pub(crate) fn rows(&self, color: u64) -> u64 {
        transposed(color)
    }

    /// The two colors of a packed board, black first.
    #[inline(always)]
    #[must_use]
    pub(crate) fn columns_of(&self, board: u128) -> [u64; 2] {
        let (width, height) = (self.size.width(), self.size.height());
        [0, 1].map(|color| {
            let cells = even_bits((board >> color) as u64) | even_bits((board >> color >> 64) as u64) << 32;
            // The bottom row becomes byte 0.
            transposed((unpacked(cells, width) << (64 - 8 * height)).swap_bytes())
        })
    }

    /// The packed board of two colors, black first.
    #[inline(always)]
    #[must_use]
    pub(crate) fn packed_of(&self, colors: [u64; 2]) -> u128 {
        self.packed_words(colors).iter().rev().fold(0, |board, &word| board << 32 | u128::from(word))
    }
}

impl ColumnRoom {
    /// Whether no stick fits.
    #[inline(always)]
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.vertical | self.horizontal == 0
    }

    /// The move that `pick` chooses: it takes the number of moves and returns an index in the order
    /// upright sticks, flat sticks, breakdown.
    #[inline(always)]
    pub(crate) fn choose(&self, pick: impl FnOnce(u64) -> u64) -> Choice {
        // A product counts as fast as an instruction that counts bits, and ranks the columns, too.
        let (vertical, horizontal) = (ranks_of_bytes(self.vertical), ranks_of_bytes(self.horizontal));
        let vertical_moves = vertical >> 56;
        let index = pick(vertical_moves + (horizontal >> 56) + 1);
        let is_vertical = index < vertical_moves;
        let (columns, ranks) = if is_vertical { (self.vertical, vertical) } else { (self.horizontal, horizontal) };
        let index = if is_vertical { index } else { index - vertical_moves };
        Choice { vertical: is_vertical, column: byte_of_rank(columns, ranks, (index + 1).wrapping_mul(LOW)) }
    }

    /// As [`choose`](ColumnRoom::choose), for lanes of AVX2, where a product of 64 bits takes
    /// several instructions: one counts and ranks the columns of both kinds, in half a byte each.
    #[inline(always)]
    pub(crate) fn choose_by_ranks(&self, pick: impl FnOnce(u64) -> u64) -> Choice {
        let ranks = (self.vertical | self.horizontal << 4).wrapping_mul(LOW);
        let (vertical_moves, horizontal_moves) = (ranks >> 56 & 15, ranks >> 60);
        let index = pick(vertical_moves + horizontal_moves + 1);
        // The sign of a difference, spread over the word: 3 % faster than a comparison.
        let after = index.wrapping_sub(vertical_moves);
        let vertical = (after as i64 >> 63) as u64;
        let columns = self.vertical & vertical | self.horizontal & !vertical;
        let ranks = (ranks & vertical | ranks >> 4 & !vertical) & (LOW * 15);
        let index = after.wrapping_add(vertical_moves & vertical);
        let rank = (index as u32 + 1).wrapping_mul(LOW as u32) as u64;
        Choice { vertical: vertical != 0, column: byte_of_rank(columns, ranks, rank | rank << 32) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;
    use crate::board::select::select_byte;
    use crate::board::{ColumnSet, Layout};
    use crate::cell::{Cell, Side};
    use crate::rng::Generator;

    fn sizes() -> impl Iterator<Item = Size> {
        (1..=8).flat_map(|width| (1..=8).map(move |height| Size::new(width, height).unwrap()))
    }

    fn boards(size: Size) -> impl Iterator<Item = u128> {
        let layout = Layout::<u128>::new(size).unwrap();
        (0..60).map(move |number| {
            let mut random = Generator::for_game(u64::from(size.cells()), number);
            let density = 1 + number % 5;
            size.positions().fold(0, |board, pos| {
                let cell = if random.below(6) < density { 1 + random.below(2) } else { 0 };
                layout.with_cell(board, pos, Cell::from_code(cell as u32))
            })
        })
    }

    #[test]
    fn boards_go_there_and_back() {
        for size in sizes() {
            let plan = ColumnPlan::new(size, 1, 1).unwrap();
            for board in boards(size) {
                let colors = plan.columns_of(board);
                assert_eq!(plan.packed_of(colors), board);
                assert_eq!((colors[0] | colors[1]) & !plan.board(), 0);
            }
        }
        assert_eq!(ColumnPlan::new(Size::new(9, 1).unwrap(), 1, 1), None);
        assert_eq!(ColumnPlan::new(Size::new(1, 9).unwrap(), 1, 1), None);
    }

    /// Room, drops, squares and gravity are those of the packed board.
    #[test]
    fn kernels_agree_with_the_packed_board() {
        for size in sizes() {
            for (stick, square) in [(1, 1), (2, 3), (3, 2), (4, 4), (5, 5), (8, 7), (9, 9)] {
                let columns = ColumnPlan::new(size, stick, square).unwrap();
                let packed = <u128 as Store>::plan(size, stick, square).unwrap();
                for board in boards(size) {
                    let [black, white] = columns.columns_of(board);
                    let filled = columns.filled(black | white);
                    let room = columns.room::<8>(filled);
                    if columns.longest() <= 4 {
                        assert_eq!(columns.room::<4>(filled), room);
                        assert_eq!(columns.squares::<4>(black), columns.squares::<8>(black));
                    }
                    if columns.longest() <= 3 {
                        assert_eq!(columns.room::<3>(filled), room);
                        assert_eq!(columns.squares::<3>(black), columns.squares::<8>(black));
                    }
                    for (vertical, ours, theirs) in [
                        (true, room.vertical, board.vertical_room(&packed)),
                        (false, room.horizontal, board.horizontal_room(&packed)),
                    ] {
                        assert_eq!(u64::from(ours.count_ones()), theirs.count());
                        for index in 0..theirs.count() {
                            let col = theirs.nth(index).unwrap();
                            let column = select_byte(ours, index);
                            assert_eq!(column, 1 << (8 * col));
                            let dropped = columns.drop::<8>(filled, &room, vertical, column);
                            assert_eq!(columns.drop_by_products(filled, &room, vertical, column), dropped);
                            let mut expected = board;
                            match vertical {
                                true => expected.drop_vertical(&packed, col, Side::Second),
                                false => expected.drop_horizontal(&packed, col, Side::Second),
                            }
                            assert_eq!(columns.packed_of([black, white | dropped.stick]), expected);
                            assert_eq!(dropped.filled, columns.filled(black | white | dropped.stick));
                        }
                        assert_eq!(select_byte(ours, theirs.count()), 0);
                    }
                    let owners = board.squares(&packed);
                    assert_eq!(owners.contains(crate::board::Owners::BLACK), columns.squares::<8>(black) != 0);
                    assert_eq!(owners.contains(crate::board::Owners::WHITE), columns.squares::<8>(white) != 0);
                    let mut fallen = board;
                    fallen.fall(&packed);
                    let (one, other) = columns.fall(black, white);
                    assert_eq!(columns.packed_of([one, other]), fallen);
                    assert_eq!(filled == black | white, !board.has_loose(&packed));
                }
            }
        }
    }
}
