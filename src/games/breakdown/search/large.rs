//! Breakdown for searching: boards of up to 16×16, sixteen bits a column and the ground lowest,
//! seen from the side to move. A loop over the columns of a board becomes vector code.
//!
//! ```text
//!   columns[0] … columns[15]      bit 0 of a column: the ground
//!   columns that the board lacks count as filled to the top
//! ```

use super::super::fast::tall_plan::TallPlan;
use super::super::fast::{Breakdown, Position};
use super::super::{Move, Parameters};
use super::{WORTH, value_by_squares};
use crate::board::PackedBoard;
use crate::board::run::fold_run;
use crate::rng::hashes_of_two;
use crate::search::{Chances, Key, Searchable, Status, Value};

/// The most columns and rows.
const SIDE: usize = 16;

/// A bit a cell.
type Columns = [u16; SIDE];

/// Breakdown for searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct LargeSearch {
    rules: Breakdown<PackedBoard>,
    tall: TallPlan,
    width: usize,
    /// All cells, and the columns that the board lacks.
    board: Columns,
    outside: Columns,
    stick: u32,
    square: u32,
    /// The ground of the columns of a square, four columns a word.
    fours: [u64; SIDE / 4],
    /// The cells of an upright stick on the ground; none if the board is lower.
    upright: u16,
    /// The cell that is empty in a column with room for an upright stick, and in all columns of a
    /// flat one.
    high: u16,
    top: u16,
}

/// The pieces of the side to move, and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct LargeNode {
    mine: Columns,
    theirs: Columns,
}

/// The cells of the sticks that fit, each in the first column of its stick.
struct Sticks {
    upright: Columns,
    flat: Columns,
}

/// The lowest bits, as many as `count`, at most 16.
fn ones(count: u32) -> u16 {
    ((1_u32 << count.min(16)) - 1) as u16
}

#[inline(always)]
fn map(columns: &Columns, each: impl Fn(u16) -> u16) -> Columns {
    zip(columns, columns, |column, _| each(column))
}

#[inline(always)]
fn zip(one: &Columns, other: &Columns, combine: impl Fn(u16, u16) -> u16) -> Columns {
    let mut both = *one;
    for (one, other) in both.iter_mut().zip(other) {
        *one = combine(*one, *other);
    }
    both
}

#[inline(always)]
fn union(one: &Columns, other: &Columns) -> Columns {
    zip(one, other, |one, other| one | other)
}

#[inline(always)]
fn padded(columns: &Columns) -> [u16; 2 * SIDE] {
    let mut padded = [0; 2 * SIDE];
    padded[..SIDE].copy_from_slice(columns);
    padded
}

/// Four columns in a word, the first one lowest.
#[inline(always)]
fn four(columns: &[u16; 2 * SIDE], first: usize) -> u64 {
    let four = &columns[first..first + 4];
    four.iter().rev().fold(0, |word, &column| word << 16 | u64::from(column))
}

/// The columns moved to the left by a distance, with others behind them.
#[inline(always)]
fn moved(columns: &Columns, distance: u32, behind: &Columns) -> Columns {
    let mut both = padded(columns);
    both[SIDE..].copy_from_slice(behind);
    let mut moved = [0; SIDE];
    let first = (distance as usize).min(SIDE);
    moved.copy_from_slice(&both[first..first + SIDE]);
    moved
}

#[inline(always)]
fn any(columns: &Columns) -> bool {
    columns.iter().fold(0, |any, column| any | column) != 0
}

/// Every column up to its highest piece.
#[inline(always)]
fn filled(occupied: &Columns) -> Columns {
    map(occupied, |column| {
        let column = column | column >> 1;
        let column = column | column >> 2;
        let column = column | column >> 4;
        column | column >> 8
    })
}

/// Lets every piece fall: by one where an odd number of gaps is below it, then by two, four and
/// eight (Warren, *Hacker's Delight*, compress).
#[inline(always)]
fn fall(LargeNode { mine, theirs }: &LargeNode) -> LargeNode {
    let (mut mine, mut theirs) = (*mine, *theirs);
    let mut below = map(&union(&mine, &theirs), |occupied| !occupied << 1);
    for distance in [1, 2, 4, 8] {
        let odd = map(&below, |below| {
            let odd = below ^ below << 1;
            let odd = odd ^ odd << 2;
            let odd = odd ^ odd << 4;
            odd ^ odd << 8
        });
        let lower = |column: u16, odd: u16| column & !odd | (column & odd) >> distance;
        (mine, theirs) = (zip(&mine, &odd, lower), zip(&theirs, &odd, lower));
        below = zip(&below, &odd, |below, odd| below & !odd);
    }
    LargeNode { mine, theirs }
}

impl LargeSearch {
    /// The game with these parameters; `None` beyond 16×16.
    #[inline(never)]
    pub(in super::super) fn new(parameters: Parameters) -> Option<LargeSearch> {
        let size = parameters.size();
        let (width, height) = (size.width() as usize, size.height());
        if width > SIDE || height as usize > SIDE {
            return None;
        }
        let (stick, square) = (parameters.stick(), parameters.square());
        let each = |inside, outside| core::array::from_fn(|col| if col < width { inside } else { outside });
        Some(LargeSearch {
            rules: Breakdown::new(parameters)?,
            tall: TallPlan::new(size, stick, square)?,
            width,
            board: each(ones(height), 0),
            outside: each(0, u16::MAX),
            stick: stick.min(1 + SIDE as u32),
            square: square.min(1 + SIDE as u32),
            fours: core::array::from_fn(|four| {
                let columns = (0..4).filter(|&col| 4 * four as u32 + col < square);
                columns.fold(0, |ground, col| ground | 1 << (16 * col))
            }),
            upright: if stick <= height { ones(stick) } else { 0 },
            high: 1 << height.saturating_sub(stick),
            top: 1 << (height - 1),
        })
    }

    /// The columns of a board seen from its other side.
    #[inline(always)]
    fn mirrored(&self, columns: &Columns) -> Columns {
        let mut mirrored = [0; SIDE];
        for col in 0..self.width.min(SIDE) {
            mirrored[col] = columns[self.width - 1 - col];
        }
        mirrored
    }

    /// Whether some cells have a square.
    #[inline(always)]
    fn has_square(&self, cells: &Columns) -> bool {
        any(&self.squares(cells))
    }

    /// The lowest cells in the first columns of all squares.
    #[inline(always)]
    fn squares(&self, cells: &Columns) -> Columns {
        if self.square as usize > SIDE {
            return [0; SIDE];
        }
        fold_run(self.runs(cells), self.square, |runs, distance| {
            zip(&runs, &moved(&runs, distance, &[0; SIDE]), |one, other| one & other)
        })
    }

    /// The lowest cells of the upright runs that are as long as a square is high.
    #[inline(always)]
    fn runs(&self, cells: &Columns) -> Columns {
        fold_run(*cells, self.square, |runs, distance| map(&runs, |runs| runs & runs >> distance))
    }

    /// The sticks that fit, given the filled columns.
    #[inline(always)]
    fn sticks(&self, filled: &Columns) -> Sticks {
        let filled = union(filled, &self.outside);
        let upright = map(&filled, |filled| {
            let stick = self.upright.wrapping_mul(filled.wrapping_add(1));
            if filled & self.high == 0 { stick } else { 0 }
        });
        let highest = fold_run(filled, self.stick, |highest, distance| {
            union(&highest, &moved(&highest, distance, &[u16::MAX; SIDE]))
        });
        let flat = map(&highest, |highest| if highest & self.top == 0 { highest + 1 } else { 0 });
        Sticks { upright, flat }
    }

    /// Of the sticks that have these cells in their first column and in each of `reach` columns,
    /// those that complete a square of a side that has none.
    #[inline(always)]
    fn winners(&self, mine: &Columns, sticks: &Columns, reach: u32) -> Columns {
        let (side, limit) = (self.square, SIDE as u32);
        if side > limit || reach > limit {
            [0; SIDE]
        } else if reach.max(side) <= 4 {
            self.winners_among::<10>(mine, sticks, reach as usize)
        } else {
            self.winners_among::<{ 3 * SIDE }>(mine, sticks, reach as usize)
        }
    }

    /// The same, where a stick and the squares around it have at most `NEAR` columns.
    #[inline(always)]
    fn winners_among<const NEAR: usize>(&self, mine: &Columns, sticks: &Columns, reach: usize) -> Columns {
        let side = self.square as usize;
        let mut all = [0; 4 * SIDE];
        all[SIDE..2 * SIDE].copy_from_slice(mine);
        let mut near = [[0; SIDE]; NEAR];
        let count = reach + 2 * (side - 1);
        for (next, near) in near[..count].iter_mut().enumerate() {
            near.copy_from_slice(&all[SIDE + 1 + next - side..][..SIDE]);
            let is_in_stick = (side - 1..side - 1 + reach).contains(&next);
            *near = self.runs(&if is_in_stick { union(near, sticks) } else { *near });
        }
        let mut winners = [0; SIDE];
        for first in 0..=count - side {
            let mut square = near[first];
            for near in &near[first..first + side] {
                square = zip(&square, near, |square, near| square & near);
            }
            winners = union(&winners, &square);
        }
        winners
    }

    /// Whether a piece is loose.
    #[inline(always)]
    fn is_loose(node: &LargeNode) -> bool {
        let occupied = union(&node.mine, &node.theirs);
        filled(&occupied) != occupied
    }
}

/// The columns with a bit, as bits.
#[inline(always)]
fn columns_with(columns: &Columns) -> u32 {
    columns.iter().rev().fold(0, |with, &column| with << 1 | u32::from(column != 0))
}

impl Searchable for LargeSearch {
    type Rules = Breakdown<PackedBoard>;
    type Node = LargeNode;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &Breakdown<PackedBoard> {
        &self.rules
    }

    fn node(&self, position: &Position<PackedBoard>) -> LargeNode {
        let board = self.rules.tall_board(position, &self.tall);
        let [mine, theirs] = [position.turn, position.turn.other()].map(|side| {
            let columns = board.columns(&self.tall, side);
            core::array::from_fn(|col| columns.get(col).map_or(0, |&column| column as u16))
        });
        LargeNode { mine, theirs }
    }

    /// An empty board on which no stick fits counts as the draw that it is after one more move.
    fn status(&self, node: &LargeNode) -> Status<Move> {
        let LargeNode { mine, theirs } = node;
        if let Some(value) = value_by_squares(self.has_square(mine), self.has_square(theirs)) {
            return Status::Over(value);
        }
        let occupied = union(mine, theirs);
        let filled = filled(&occupied);
        let (sticks, loose) = (self.sticks(&filled), filled != occupied);
        if !any(&sticks.upright) && !any(&sticks.flat) && !loose {
            return Status::Over(Value::Draw);
        }
        let first = |winners: Columns| (0..).zip(winners).find(|&(_, bits)| bits != 0).map(|(col, _)| col);
        if let Some(col) = first(self.winners(mine, &sticks.upright, 1)) {
            return Status::Wins(Move::Vertical(col));
        }
        if let Some(col) = first(self.winners(mine, &sticks.flat, self.stick)) {
            return Status::Wins(Move::Horizontal(col));
        }
        if loose {
            let LargeNode { mine, theirs } = fall(node);
            if self.has_square(&mine) && !self.has_square(&theirs) {
                return Status::Wins(Move::Breakdown);
            }
        }
        Status::Open
    }

    /// As on [smaller boards](super::ColumnSearch).
    fn chances(&self, node: &LargeNode) -> Chances {
        let LargeNode { mine, theirs } = fall(node);
        let can_win = |other: &Columns| {
            let free = zip(&self.board, other, |board, other| board & !other);
            let columns = columns_with(&self.runs(&free));
            fold_run(columns, self.square, |columns, distance| columns & columns >> distance) != 0
        };
        let fits = self.square as usize <= SIDE;
        Chances { mine: fits && can_win(&theirs), theirs: fits && can_win(&mine) }
    }

    fn visit(&self, node: &LargeNode, mut visit: impl FnMut(Move, i32)) {
        let sticks = self.sticks(&filled(&union(&node.mine, &node.theirs)));
        for (columns, is_upright) in [(sticks.upright, true), (sticks.flat, false)] {
            for (col, _) in (0..).zip(columns).filter(|&(_, bits)| bits != 0) {
                visit(if is_upright { Move::Vertical(col) } else { Move::Horizontal(col) }, 0);
            }
        }
        visit(Move::Breakdown, -1);
    }

    fn after(&self, node: &LargeNode, mv: Move) -> LargeNode {
        let (col, is_upright) = match mv {
            Move::Breakdown => {
                let LargeNode { mine, theirs } = fall(node);
                return LargeNode { mine: theirs, theirs: mine };
            }
            Move::Vertical(col) => (col as usize, true),
            Move::Horizontal(col) => (col as usize, false),
        };
        let LargeNode { mut mine, theirs } = *node;
        let sticks = self.sticks(&filled(&union(&mine, &theirs)));
        if is_upright {
            mine[col] |= sticks.upright[col];
        } else {
            mine.iter_mut().skip(col).take(self.stick as usize).for_each(|column| *column |= sticks.flat[col]);
        }
        LargeNode { mine: theirs, theirs: mine }
    }

    fn passes(&self, node: &LargeNode, mv: Move) -> bool {
        mv == Move::Breakdown && !LargeSearch::is_loose(node)
    }

    fn key(&self, node: &LargeNode) -> Key {
        let mut hashes = [0; 2];
        let words = |columns: &Columns| [0, 4, 8, 12].map(|first| four(&padded(columns), first));
        for (mine, theirs) in words(&node.mine).into_iter().zip(words(&node.theirs)) {
            hashes = hashes_of_two(mine ^ hashes[0], theirs ^ hashes[1]);
        }
        Key::hashed(hashes)
    }

    fn folded_key(&self, node: &LargeNode) -> (Key, usize) {
        let mirrored = LargeNode { mine: self.mirrored(&node.mine), theirs: self.mirrored(&node.theirs) };
        if mirrored < *node { (self.key(&mirrored), 1) } else { (self.key(node), 0) }
    }

    /// As on [smaller boards](super::ColumnSearch).
    fn estimate(&self, node: &LargeNode) -> i32 {
        let LargeNode { mine, theirs } = fall(node);
        let empty = padded(&map(&union(&mine, &theirs), |occupied| !occupied));
        let worth = |own: &Columns, other: &Columns| {
            let open = self.squares(&zip(&self.board, other, |board, other| board & !other));
            // A square without a cell is worth nothing. So searches take 0.57 of the time on 12×12
            // and a quarter on 16×16; on 8×8 it gains nothing.
            let begun = fold_run(*own, self.square, |begun, distance| map(&begun, |begun| begun | begun >> distance));
            let begun =
                fold_run(begun, self.square, |begun, distance| union(&begun, &moved(&begun, distance, &[0; SIDE])));
            let own = padded(own);
            let mut worth = 0;
            for (first, mut corners) in zip(&open, &begun, |open, begun| open & begun).into_iter().enumerate() {
                while corners != 0 {
                    let row = corners.trailing_zeros();
                    corners &= corners - 1;
                    let (square, filled) = (ones(self.square) << row, ones(self.square + row));
                    let (mut cells, mut lacking) = (0, 0);
                    for (number, &columns) in self.fours[..self.square.div_ceil(4) as usize].iter().enumerate() {
                        let at = first + 4 * number;
                        cells += (four(&own, at) & (columns * u64::from(square))).count_ones() as i32;
                        lacking += (four(&empty, at) & (columns * u64::from(filled))).count_ones() as usize;
                    }
                    worth += WORTH[lacking.min(WORTH.len() - 1)] * cells / 4;
                }
            }
            worth
        };
        worth(&mine, &theirs) - worth(&theirs, &mine)
    }

    fn number(&self, mv: Move) -> u16 {
        match mv {
            Move::Vertical(col) => col as u16,
            Move::Horizontal(col) => SIDE as u16 + col as u16,
            Move::Breakdown => 2 * SIDE as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::expected_estimate;
    use super::*;
    use crate::rng::Generator;
    use crate::search::agreement::check;

    #[test]
    fn the_form_is_that_of_the_rules() {
        let (mut wins, mut passes, mut folded) = (0, 0, 0);
        let sizes = [(9, 9), (16, 16), (9, 3), (3, 12), (16, 1), (1, 16), (12, 12), (10, 7), (7, 15), (4, 4), (1, 1)];
        for (width, height) in sizes {
            for (stick, side) in [(1, 2), (2, 2), (3, 3), (5, 2), (2, 5), (1, 1), (16, 2), (2, 16), (20, 3), (3, 20)] {
                let game = LargeSearch::new(Parameters::new(width, height, stick, side).unwrap()).unwrap();
                let agreed = check(&game, 2, 100);
                (wins, passes, folded) = (wins + agreed.wins, passes + agreed.passes, folded + agreed.folded);
            }
        }
        assert!(wins > 100 && passes > 100 && folded > 100, "{wins} {passes} {folded}");
        let beyond = [(17, 9), (9, 17)].map(|(width, height)| Parameters::new(width, height, 3, 3).unwrap());
        assert!(beyond.into_iter().all(|parameters| LargeSearch::new(parameters).is_none()));
    }

    #[test]
    fn an_estimate_adds_up_the_squares_that_are_still_open() {
        let mut random = Generator::for_game(5, 0);
        for (width, height, stick, side) in [(9, 9, 3, 3), (16, 16, 3, 3), (6, 13, 2, 4), (14, 2, 1, 2)] {
            let game = LargeSearch::new(Parameters::new(width, height, stick, side).unwrap()).unwrap();
            let mut decided = 0;
            for _ in 0..100 {
                let mut cells =
                    |board: &Columns| map(board, |_| 0).map(|_| random.next_u32() as u16 & random.next_u32() as u16);
                let (mine, theirs) = (cells(&game.board), cells(&game.board));
                let mine = zip(&mine, &game.board, |mine, board| mine & board);
                let theirs =
                    zip(&theirs, &zip(&game.board, &mine, |board, mine| board & !mine), |theirs, free| theirs & free);
                let node = LargeNode { mine, theirs };
                let fallen = fall(&node);
                let has = |columns: Columns| move |col: u32, row: u32| columns[col as usize] >> row & 1 == 1;
                let expected = expected_estimate((width, height, side), &has(fallen.mine), &has(fallen.theirs));
                assert_eq!(game.estimate(&node), expected, "{node:x?}");
                decided += u32::from(expected != 0);
            }
            assert!(decided > 10, "{width}x{height}: {decided}");
        }
    }
}
