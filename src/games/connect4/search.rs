//! Connect4 for searching: a bit a cell and color, seen from the side to move.
//!
//! ```text
//!   size 4 in a `u64`, rows of 8 bits      0  1  2  3  .  .  .  .     rows from the top, columns
//!   (sizes 8 to 10: `u128`, rows of 11)    8  9 10 11  .  .  .  .     from the left; the bits
//!                                         16 17 18 19  .  .  .  .     behind a row stay zero, so
//!                                         24 25 26 27  .  .  .  .     that no line wraps
//! ```
//!
//! Four smears of the occupied cells give the stops of all tokens, so a move is a cell. Of the
//! entries that lead to one cell the search tries the first.

use core::hint::select_unpredictable;

use super::{Move, Setup};
use crate::board::Register;
use crate::cell::{Cell, Edge, Entry, Pos, Side};
use crate::rng::{hashes_of_two, mix};
use crate::rules::{Notation, Symmetry, outcome_of};
use crate::search::{Key, Searchable, Status, Value};
use crate::text::Grid;

/// The fewest free edge cells with which the search looks for mirror images. With fewer, mirror
/// images are rare and cost more than they save.
const EARLY: u32 = 8;

/// A word that holds one color of a board, with at least one zero bit behind every row.
pub(super) trait Guarded: Register {
    /// Bits from a cell to the one below it.
    const STRIDE: u32;

    /// Whether [`images`](Self::images) takes only a few instructions.
    const FOLDS: bool;

    /// The images of a board of `size` rows and columns, in the order of
    /// [`Symmetry`](crate::rules::Symmetry).
    fn images(self, size: u32) -> [Self; 8];

    /// Two hashes of two colors.
    fn hashed(mine: Self, theirs: Self) -> [u64; 2];
}

impl Guarded for u64 {
    const STRIDE: u32 = 8;
    const FOLDS: bool = true;

    /// One transposition serves four images: a mirror image transposed is the transposed board
    /// upside down.
    #[inline(always)]
    fn images(self, size: u32) -> [u64; 8] {
        let mirror = |board: u64| board.swap_bytes().reverse_bits() >> (8 - size);
        let flip = |board: u64| board.swap_bytes() >> (8 * (8 - size));
        let swapped = |board: u64, distance: u32, mask: u64| {
            let differ = (board ^ board >> distance) & mask;
            board ^ differ ^ differ << distance
        };
        let transposed = swapped(self, 7, 0x00aa_00aa_00aa_00aa);
        let transposed = swapped(transposed, 14, 0x0000_cccc_0000_cccc);
        let transposed = swapped(transposed, 28, 0x0000_0000_f0f0_f0f0);
        let [mirrored, turned] = [mirror(self), mirror(transposed)];
        [self, mirrored, flip(self), flip(mirrored), transposed, flip(transposed), turned, flip(turned)]
    }

    #[inline(always)]
    fn hashed(mine: u64, theirs: u64) -> [u64; 2] {
        hashes_of_two(mine, theirs)
    }
}

impl Guarded for u128 {
    const STRIDE: u32 = 11;
    const FOLDS: bool = false;

    fn images(self, _: u32) -> [u128; 8] {
        [self; 8]
    }

    #[inline(always)]
    fn hashed(mine: u128, theirs: u128) -> [u64; 2] {
        let [low, high] = [0, 64].map(|shift| hashes_of_two((mine >> shift) as u64, (theirs >> shift) as u64));
        [mix(low[0] ^ high[1].rotate_left(23)), mix(low[1] ^ high[0].rotate_left(41))]
    }
}

/// Connect4 for searching, on words `W`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellSearch<W, R> {
    /// The rules, for the rare work: positions and moves from outside.
    rules: R,
    size: u32,
    board: W,
    fixed: W,
    /// The cells at the four edges.
    edge: W,
    /// The cells from column 1, 2, 4 and 8 on.
    right: [W; 4],
    /// The cells before the last, the last two, four and eight columns.
    left: [W; 4],
    /// Indexed by the number of an entry. Numbers beyond the edges hold an empty path.
    paths: [Path<W>; 64],
}

/// The line of an entry, from which a token slides up to the first obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path<W> {
    line: W,
    /// The bit of the cell that would follow the far end; may be below 0, wrapped.
    wall: u32,
    /// The distance in bits from an obstacle back to the cell before it; a negative one wraps.
    back: u32,
    /// Whether the obstacle is the highest bit of the line, and not the lowest.
    descends: bool,
}

/// The tokens of the side to move, and of the other. A game that is over has tokens everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellNode<W> {
    mine: W,
    theirs: W,
}

/// The cells of a board that tokens can still reach.
struct View<W> {
    /// The cells in which a token can come to rest now, in the order of edges.
    stops: [W; 4],
    /// The empty cells that a token from some edge passes or ends in. No other is ever filled.
    open: W,
}

impl<W> View<W>
where
    W: Register,
{
    #[inline(always)]
    fn moves(&self) -> W {
        self.stops[0] | self.stops[1] | self.stops[2] | self.stops[3]
    }
}

impl<W: Guarded, R: Notation<Setup = Setup, Move = Move>> CellSearch<W, R> {
    /// The game of these rules; `None` if the board does not fit the word with its guards.
    #[inline(never)]
    pub(super) fn new(rules: R) -> Option<CellSearch<W, R>> {
        let parameters = *rules.parameters();
        let size = parameters.size().width();
        if size >= W::STRIDE || size * W::STRIDE > W::BITS {
            return None;
        }
        let cells = |wanted: &dyn Fn(Pos) -> bool| {
            let positions = parameters.size().positions().filter(|&pos| wanted(pos));
            positions.fold(W::ZERO, |cells, pos| cells | W::bit(pos.row * W::STRIDE + pos.col))
        };
        let is_edge = |index: u32| index == 0 || index == size - 1;
        let start = rules.setup(&rules.start()).board;
        let distances = [1, 2, 4, 8];
        Some(CellSearch {
            size,
            board: cells(&|_| true),
            fixed: cells(&|pos| start.cell(pos) == Cell::Fixed),
            edge: cells(&|pos| is_edge(pos.row) || is_edge(pos.col)),
            right: distances.map(|distance| cells(&|pos| pos.col >= distance)),
            left: distances.map(|distance| cells(&|pos| pos.col + distance < size)),
            paths: core::array::from_fn(|number| {
                let entry = Entry::from_number(number as u32);
                let (edge, index) = (entry.edge(), entry.index());
                let upright = matches!(edge, Edge::North | Edge::South);
                let (first, step) = if upright { (index, W::STRIDE) } else { (index * W::STRIDE, 1) };
                let line = cells(&|pos| if upright { pos.col == index } else { pos.row == index });
                match edge {
                    Edge::North | Edge::West => {
                        Path { line, wall: first + step * size, back: step.wrapping_neg(), descends: false }
                    }
                    Edge::East | Edge::South => {
                        Path { line, wall: first.wrapping_sub(step), back: step, descends: true }
                    }
                }
            }),
            rules,
        })
    }

    /// The cells that tokens can reach. Each step of a smear doubles its reach: three steps reach 8
    /// cells, four reach 16.
    #[inline(always)]
    fn view(&self, occupied: W) -> View<W> {
        let (mut down, mut up, mut right, mut left) = (occupied, occupied, occupied, occupied);
        for step in 0..if W::STRIDE > 8 { 4 } else { 3 } {
            let distance = 1 << step;
            down = down | down.shl(W::STRIDE * distance);
            up = up | up.shr(W::STRIDE * distance);
            right = right | right.shl(distance) & self.right[step];
            left = left | left.shr(distance) & self.left[step];
        }
        let seen = [down, left, up, right].map(|smeared| self.board & !smeared);
        let [north, east, south, west] = seen;
        View {
            stops: [
                north & !north.shr(W::STRIDE),
                east & !east.shl(1),
                south & !south.shl(W::STRIDE),
                west & !west.shr(1),
            ],
            open: north | east | south | west,
        }
    }

    #[inline(always)]
    fn occupied(&self, node: &CellNode<W>) -> W {
        node.mine | node.theirs | self.fixed
    }

    /// The first entry from which a token comes to rest in one of these cells.
    #[inline(always)]
    fn entry(view: &View<W>, cell: W) -> Move {
        let bit = cell.lowest();
        let (row, column) = (bit / W::STRIDE, bit % W::STRIDE);
        let edge = view.stops.iter().position(|&stops| !(stops & cell).is_zero()).unwrap_or(0);
        let index = if edge & 1 == 0 { column } else { row };
        Move::at(Entry::from_number(16 * edge as u32 + index))
    }

    /// Whether the opponent can complete a line after a token in `cell`. `theirs` are the cells
    /// that complete one.
    #[inline(always)]
    fn loses(&self, occupied: W, cell: W, theirs: W) -> bool {
        !(self.view(occupied | cell).moves() & theirs & !cell).is_zero()
    }
}

/// The four directions of lines, as distances in bits.
#[inline(always)]
fn directions<W: Guarded>() -> [u32; 4] {
    [1, W::STRIDE - 1, W::STRIDE, W::STRIDE + 1]
}

/// The cells that would complete a line of four. Some are off the board.
#[inline(always)]
fn completions<W: Guarded>(pieces: W) -> W {
    directions::<W>().into_iter().fold(W::ZERO, |all, step| {
        let after = [pieces.shr(step), pieces.shr(2 * step), pieces.shr(3 * step)];
        let before = [pieces.shl(step), pieces.shl(2 * step), pieces.shl(3 * step)];
        all | after[0] & after[1] & (after[2] | before[0]) | before[0] & before[1] & (after[0] | before[2])
    })
}

/// The first cells of the live lines in one direction, which are four own or open cells, and of
/// those with at least two own.
#[inline(always)]
fn live<W: Guarded>(own: W, open: W, step: u32) -> (W, W) {
    let pairs = (own | open) & (own | open).shr(step);
    let live = pairs & pairs.shr(2 * step);
    let (both, any) = (own & own.shr(step), own | own.shr(step));
    (live, live & (both | both.shr(2 * step) | any & any.shr(2 * step)))
}

impl<W: Guarded, R: Notation<Setup = Setup, Move = Move> + Symmetry> Searchable for CellSearch<W, R> {
    type Rules = R;
    type Node = CellNode<W>;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &R {
        &self.rules
    }

    fn node(&self, position: &R::Position) -> CellNode<W> {
        if outcome_of(&self.rules, position).is_over() {
            return CellNode { mine: W::ZERO, theirs: self.board };
        }
        let Setup { board, turn } = self.rules.setup(position);
        let tokens = |side: Side| {
            let own = board.size().positions().filter(|&pos| board.cell(pos) == Cell::from(side));
            own.fold(W::ZERO, |cells, pos| cells | W::bit(pos.row * W::STRIDE + pos.col))
        };
        CellNode { mine: tokens(turn), theirs: tokens(turn.other()) }
    }

    /// If every move lets the opponent complete a line, the position is lost in two.
    #[inline(always)]
    fn status(&self, node: &CellNode<W>) -> Status<Move> {
        let occupied = self.occupied(node);
        let free = self.edge & !occupied;
        if free.is_zero() {
            return Status::Over(Value::Loss(0));
        }
        let view = self.view(occupied);
        let mut moves = view.moves();
        let mut wins = completions(node.mine) & moves;
        // A token on the last free edge cell takes all entries that are left.
        if free.without_lowest().is_zero() {
            wins = wins | free & moves;
        }
        if !wins.is_zero() {
            return Status::Wins(Self::entry(&view, wins & !wins.without_lowest()));
        }
        let theirs = completions(node.theirs) & view.open;
        if !(theirs & moves).is_zero() {
            loop {
                let rest = moves.without_lowest();
                if !self.loses(occupied, moves & !rest, theirs) {
                    break;
                }
                moves = rest;
                if moves.is_zero() {
                    return Status::Over(Value::Loss(2));
                }
            }
        }
        Status::Open
    }

    /// Leaves out moves that let the opponent complete a line, unless there are no others.
    #[inline(always)]
    fn visit(&self, node: &CellNode<W>, mut visit: impl FnMut(Move, i32)) {
        let occupied = self.occupied(node);
        let view = self.view(occupied);
        let theirs = completions(node.theirs) & view.open;
        let forced = !(theirs & view.moves()).is_zero();
        let spread = |own: W| {
            directions::<W>().map(|step| {
                let (_, two) = live(own, view.open, step);
                two | two.shl(step) | two.shl(2 * step) | two.shl(3 * step)
            })
        };
        let mine = spread(node.mine);
        let mut seen = W::ZERO;
        for (edge, stops) in view.stops.into_iter().enumerate() {
            let mut stops = stops & !seen;
            seen = seen | stops;
            while !stops.is_zero() {
                let rest = stops.without_lowest();
                let cell = stops & !rest;
                stops = rest;
                if forced && self.loses(occupied, cell, theirs) {
                    continue;
                }
                let meets = |cells: W| i32::from(!(cells & cell).is_zero());
                let hint = meets(mine[0]) + meets(mine[1]) + meets(mine[2]) + meets(mine[3]) + 8 * meets(theirs);
                let bit = cell.lowest();
                let index = if edge & 1 == 0 { bit % W::STRIDE } else { bit / W::STRIDE };
                visit(Move::at(Entry::from_number(16 * edge as u32 + index)), hint);
            }
        }
    }

    #[inline(always)]
    fn after(&self, node: &CellNode<W>, mv: Move) -> CellNode<W> {
        let path = &self.paths[(mv.entry().number() & 63) as usize];
        let line = self.occupied(node) & path.line;
        let obstacle = select_unpredictable(path.descends, line.highest(), line.lowest());
        let bit = select_unpredictable(line.is_zero(), path.wall, obstacle).wrapping_add(path.back) % W::BITS;
        CellNode { mine: node.theirs, theirs: node.mine | W::bit(bit) }
    }

    /// The key is exact up to size 5.
    #[inline(always)]
    fn key(&self, node: &CellNode<W>) -> Key {
        if self.size <= 5 {
            let packed = |cells: W| {
                let row = |row: u32| u64::from(cells.shr(W::STRIDE * row).word(0) & 31) << (5 * row);
                (0..self.size).fold(0, |packed, index| packed | row(index))
            };
            return Key::exact(packed(node.mine) | packed(node.theirs) << 25);
        }
        Key::hashed(W::hashed(node.mine, node.theirs))
    }

    #[inline(always)]
    fn folded_key(&self, node: &CellNode<W>) -> (Key, usize) {
        let (mut best, mut number) = (*node, 0);
        if W::FOLDS && (self.edge & !self.occupied(node)).count() >= EARLY {
            let [mine, theirs] = [node.mine, node.theirs].map(|cells| cells.images(self.size));
            for symmetry in 1..8 {
                let image = CellNode { mine: mine[symmetry], theirs: theirs[symmetry] };
                if image < best {
                    (best, number) = (image, symmetry);
                }
            }
        }
        (self.key(&best), number)
    }

    #[inline(always)]
    fn number(&self, mv: Move) -> u16 {
        mv.entry().number() as u16
    }

    /// Points for open cells that complete a line, for live lines, and for those with two own
    /// tokens or more; less those of the other side.
    #[inline(always)]
    fn estimate(&self, node: &CellNode<W>) -> i32 {
        let open = self.view(self.occupied(node)).open;
        let worth = |own: W| {
            let completing = (completions(own) & open).count() as i32;
            directions::<W>().into_iter().fold(25 * completing, |worth, step| {
                let (live, two) = live(own, open, step);
                worth + live.count() as i32 + 4 * two.count() as i32
            })
        };
        worth(node.mine) - worth(node.theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Parameters;
    use super::super::fast::Connect4;
    use super::*;
    use crate::board::Wide;
    use crate::rng::Generator;
    use crate::search::agreement::check;

    /// Every bit of either color reaches both hashes, and the colors are not exchanged.
    fn assert_hashes_differ<W: Guarded>(mine: W, theirs: W, changed: impl Iterator<Item = [W; 2]>) {
        let [one, other] = W::hashed(mine, theirs);
        for (number, [mine, theirs]) in changed.chain([[theirs, mine]]).enumerate() {
            let [found, too] = W::hashed(mine, theirs);
            assert!(found != one && too != other, "change {number}");
        }
    }

    #[test]
    fn the_form_is_that_of_the_rules() {
        let mut known = 0;
        for size in 4..=10 {
            let rules = Connect4::<Wide<4>>::new(Parameters::new(size).unwrap()).unwrap();
            let agreed = match CellSearch::<u64, _>::new(rules.clone()) {
                Some(game) => check(&game, 60, usize::MAX),
                None => check(&CellSearch::<u128, _>::new(rules).unwrap(), 10, usize::MAX),
            };
            assert!(agreed.wins > 5 && agreed.over > 5 && agreed.open > 100, "{size}: {agreed:?}");
            assert!(size > 7 || agreed.folded > 100, "{size}: {agreed:?}");
            known += agreed.known;
        }
        assert!(known > 20, "{known}");
    }

    /// One token hides the cells behind it, however far away.
    #[test]
    fn a_token_at_the_edge_hides_its_line() {
        for size in 8..=10 {
            let rules = Connect4::<Wide<4>>::new(Parameters::new(size).unwrap()).unwrap();
            let game = CellSearch::<u128, _>::new(rules).unwrap();
            let (stride, last) = (<u128 as Guarded>::STRIDE, size - 1);
            let [first, end] = [0, last].map(|index| (0..size).map(move |at| (index, at)));
            for (row, col) in first.chain(end) {
                let line = (0..size).fold(0, |line, row| line | 1_u128 << (row * stride + col));
                let seen = game.view(1 << (row * stride + col)).stops;
                assert_eq!(seen[0] & line, if row == 0 { 0 } else { 1 << ((last - 1) * stride + col) });
                assert_eq!(seen[2] & line, if row == last { 0 } else { 1 << (stride + col) });
            }
        }
    }

    #[test]
    fn one_side_is_ahead_by_what_the_other_is_behind() {
        let rules = Connect4::<Wide<4>>::new(Parameters::new(7).unwrap()).unwrap();
        let game = CellSearch::<u64, _>::new(rules).unwrap();
        let mut random = Generator::for_game(6, 0);
        for _ in 0..100 {
            let mut cells = || u64::from(random.next_u32() & random.next_u32()) << 32 | u64::from(random.next_u32());
            let mine = cells() & game.board & !game.fixed;
            let theirs = cells() & cells() & game.board & !game.fixed & !mine;
            let [ahead, behind] =
                [(mine, theirs), (theirs, mine)].map(|(mine, theirs)| game.estimate(&CellNode { mine, theirs }));
            assert_eq!(ahead, -behind, "{mine:x} {theirs:x}");
        }
        // Two in a row on an open board.
        let two = CellNode { mine: 0b11 << 8, theirs: 0 };
        assert!(game.estimate(&two) > 0 && game.estimate(&CellNode { mine: 0, theirs: two.mine }) < 0);
    }

    #[test]
    fn boards_that_differ_in_a_cell_have_other_hashes() {
        let (mine, theirs) = (0x0102_0408_1020_4080_u64, 0x8040_2010_0804_0201_u64);
        let changed = (0..64).flat_map(|bit| [[mine ^ 1 << bit, theirs], [mine, theirs ^ 1 << bit]]);
        assert_hashes_differ(mine, theirs, changed);
        let [mine, theirs] = [mine, theirs].map(|word| u128::from(word) << 64 | u128::from(!word));
        let changed = (0..128).flat_map(|bit| [[mine ^ 1 << bit, theirs], [mine, theirs ^ 1 << bit]]);
        assert_hashes_differ(mine, theirs, changed);
    }
}
