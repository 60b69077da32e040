//! Breakdown for searching: boards of up to 8×8 in the
//! [columnar form](super::super::fast::columnar), seen from the side to move.

use super::super::fast::columnar::ColumnPlan;
use super::super::fast::{Breakdown, Position};
use super::super::{Move, Parameters};
use super::{WORTH, value_by_squares};
use crate::board::byte_rows::packed;
use crate::rng::hashes_of_two;
use crate::search::{Chances, Key, Searchable, Status, Value};

/// Breakdown for searching, with sticks and squares of up to `RUN` cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct ColumnSearch<const RUN: u32> {
    rules: Breakdown<u128>,
    pub(super) plan: ColumnPlan,
    /// The number of cells of a board; two boards of up to 32 fit a word.
    cells: u32,
    /// A square whose lower left corner is the lowest bit.
    square: u64,
    /// The shift that moves the columns of a mirrored board to the right edge.
    spare: u32,
}

/// The pieces of the side to move, and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct ColumnNode {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    /// Every column filled up to its top.
    pub(super) filled: u64,
}

impl<const RUN: u32> ColumnSearch<RUN> {
    /// The game with these parameters; `None` beyond 8×8, or when a stick or a square is longer
    /// than `RUN`.
    #[inline(never)]
    pub(in super::super) fn new(parameters: Parameters) -> Option<ColumnSearch<RUN>> {
        let rules = Breakdown::<u128>::new(parameters)?;
        let plan = rules.columns.filter(|plan| plan.longest() <= RUN)?;
        let (width, height) = (parameters.size().width(), parameters.size().height());
        let side = parameters.square().min(8);
        let square = (0..side).fold(0, |square, col| square | ((1 << side) - 1) << (8 * col));
        Some(ColumnSearch { rules, plan, cells: width * height, square, spare: 64 - 8 * width })
    }

    /// The mirror image of cells.
    #[inline(always)]
    pub(super) fn mirrored(&self, cells: u64) -> u64 {
        cells.swap_bytes() >> self.spare
    }

    #[inline(always)]
    fn key_of(&self, [mine, theirs]: [u64; 2]) -> Key {
        if self.cells <= 32 {
            let [mine, theirs] = [mine, theirs].map(|color| packed(color, self.plan.height() as u32));
            Key::exact(mine | theirs << self.cells)
        } else {
            Key::hashed(hashes_of_two(mine, theirs))
        }
    }

    #[inline(always)]
    fn squares(&self, color: u64) -> bool {
        self.plan.squares::<RUN>(color) != 0
    }
}

impl<const RUN: u32> Searchable for ColumnSearch<RUN> {
    type Rules = Breakdown<u128>;
    type Node = ColumnNode;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &Breakdown<u128> {
        &self.rules
    }

    fn node(&self, position: &Position<u128>) -> ColumnNode {
        let (game, _) = self.rules.columnar(position, self.plan);
        let (mine, theirs) = (game.mine, game.theirs);
        ColumnNode { mine, theirs, filled: self.plan.filled(mine | theirs) }
    }

    /// An empty board on which no stick fits counts as the draw that it is after one more move.
    #[inline(always)]
    fn status(&self, node: &ColumnNode) -> Status<Move> {
        let (ColumnNode { mine, theirs, filled }, plan) = (*node, &self.plan);
        if let Some(value) = value_by_squares(self.squares(mine), self.squares(theirs)) {
            return Status::Over(value);
        }
        let room = plan.room::<RUN>(filled);
        let loose = filled != mine | theirs;
        if room.is_empty() && !loose {
            return Status::Over(Value::Draw);
        }
        if self.squares(mine | plan.all_sticks::<RUN>(filled, &room)) {
            for vertical in [true, false] {
                let mut columns = if vertical { room.vertical } else { room.horizontal };
                while columns != 0 {
                    let column = columns & columns.wrapping_neg();
                    columns ^= column;
                    if self.squares(mine | plan.drop::<RUN>(filled, &room, vertical, column).stick) {
                        let col = column.trailing_zeros() / 8;
                        return Status::Wins(if vertical { Move::Vertical(col) } else { Move::Horizontal(col) });
                    }
                }
            }
        }
        if loose {
            let (mine, theirs) = plan.fall(mine, theirs);
            if self.squares(mine) && !self.squares(theirs) {
                return Status::Wins(Move::Breakdown);
            }
        }
        Status::Open
    }

    /// New pieces land on top of a column, and breakdown keeps the order of a column. So after a
    /// fall, the cells of a column that can still become a run of one color are the cells of that
    /// color and the empty ones above.
    #[inline(always)]
    fn chances(&self, node: &ColumnNode) -> Chances {
        let plan = &self.plan;
        let (mine, theirs) = match node.filled == node.mine | node.theirs {
            true => (node.mine, node.theirs),
            false => plan.fall(node.mine, node.theirs),
        };
        Chances {
            mine: plan.has_columns_of_square::<RUN>(plan.board() & !theirs),
            theirs: plan.has_columns_of_square::<RUN>(plan.board() & !mine),
        }
    }

    #[inline(always)]
    fn visit(&self, node: &ColumnNode, mut visit: impl FnMut(Move, i32)) {
        // Tried and dropped as hints for the order of moves: threats after a drop, and neighbors of
        // one color. Either cost more than it saved. Breakdown last saves much.
        let room = self.plan.room::<RUN>(node.filled);
        for vertical in [true, false] {
            let mut columns = if vertical { room.vertical } else { room.horizontal };
            while columns != 0 {
                let col = columns.trailing_zeros() / 8;
                columns &= columns - 1;
                visit(if vertical { Move::Vertical(col) } else { Move::Horizontal(col) }, 0);
            }
        }
        visit(Move::Breakdown, -1);
    }

    #[inline(always)]
    fn after(&self, node: &ColumnNode, mv: Move) -> ColumnNode {
        let ColumnNode { mine, theirs, filled } = *node;
        let (vertical, col) = match mv {
            Move::Breakdown => {
                let (mine, theirs) = self.plan.fall(mine, theirs);
                return ColumnNode { mine: theirs, theirs: mine, filled: mine | theirs };
            }
            Move::Vertical(col) => (true, col),
            Move::Horizontal(col) => (false, col),
        };
        let room = self.plan.room::<RUN>(filled);
        let column = 1_u64.checked_shl(8 * col).unwrap_or(0);
        let dropped = self.plan.drop::<RUN>(filled, &room, vertical, column);
        ColumnNode { mine: theirs, theirs: mine | dropped.stick, filled: dropped.filled }
    }

    #[inline(always)]
    fn passes(&self, node: &ColumnNode, mv: Move) -> bool {
        mv == Move::Breakdown && node.filled == node.mine | node.theirs
    }

    /// Exact for boards of up to 32 cells.
    #[inline(always)]
    fn key(&self, node: &ColumnNode) -> Key {
        self.key_of([node.mine, node.theirs])
    }

    #[inline(always)]
    fn folded_key(&self, node: &ColumnNode) -> (Key, usize) {
        let colors = [node.mine, node.theirs];
        let mirrored = colors.map(|color| self.mirrored(color));
        if mirrored < colors { (self.key_of(mirrored), 1) } else { (self.key_of(colors), 0) }
    }

    /// After a fall: for every square that a side could still own, its worth times the side's cells
    /// there, summed, minus the same sum of the other side.
    ///
    /// Tried against a plain UCT and dropped: the cells squared, without the cells below; the worth
    /// alone or times the cells squared; other bases from 1.15 to 2.
    fn estimate(&self, node: &ColumnNode) -> i32 {
        let (mine, theirs) = self.plan.fall(node.mine, node.theirs);
        let empty = self.plan.board() & !(mine | theirs);
        let worth = |own: u64, other: u64| {
            let mut corners = self.plan.squares::<RUN>(self.plan.board() & !other);
            let mut worth = 0;
            while corners != 0 {
                let square = self.square << corners.trailing_zeros();
                // The square and all below it, as far as a byte's lower bits go.
                let mut filled = square | square >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
                filled |= filled >> 2 & 0x3f3f_3f3f_3f3f_3f3f;
                filled |= filled >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
                let cells = (own & square).count_ones() as i32;
                worth += WORTH[(filled & empty).count_ones() as usize] * cells / 4;
                corners &= corners - 1;
            }
            worth
        };
        worth(mine, theirs) - worth(theirs, mine)
    }

    #[inline(always)]
    fn number(&self, mv: Move) -> u16 {
        match mv {
            Move::Vertical(col) => col as u16,
            Move::Horizontal(col) => 8 + col as u16,
            Move::Breakdown => 16,
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
        for (width, height) in (1..=8).flat_map(|width| (1..=8).map(move |height| (width, height))) {
            for (stick, side) in [(1, 2), (2, 2), (3, 3), (5, 2), (2, 5)] {
                let Ok(parameters) = Parameters::new(width, height, stick, side) else { continue };
                let agreed = match ColumnSearch::<4>::new(parameters) {
                    Some(game) => check(&game, 2, 100),
                    None => check(&ColumnSearch::<8>::new(parameters).unwrap(), 2, 100),
                };
                (wins, passes, folded) = (wins + agreed.wins, passes + agreed.passes, folded + agreed.folded);
            }
        }
        assert!(wins > 100 && passes > 100 && folded > 100, "{wins} {passes} {folded}");
    }

    #[test]
    fn an_estimate_adds_up_the_squares_that_are_still_open() {
        let mut random = Generator::for_game(5, 0);
        for (width, height, stick, side) in [(4, 5, 2, 2), (8, 8, 3, 3), (6, 7, 2, 4), (3, 2, 1, 2)] {
            let game = ColumnSearch::<4>::new(Parameters::new(width, height, stick, side).unwrap()).unwrap();
            let mut decided = 0;
            for _ in 0..200 {
                let mut cells =
                    |board: u64| u64::from(random.next_u32()) << 32 & board | u64::from(random.next_u32()) & board;
                let mine = cells(game.plan.board());
                let theirs = cells(game.plan.board() & !mine);
                let estimate = game.estimate(&ColumnNode { mine, theirs, filled: game.plan.filled(mine | theirs) });
                let (mine, theirs) = game.plan.fall(mine, theirs);
                let has = |cells: u64| move |col: u32, row: u32| cells >> (8 * col + row) & 1 == 1;
                let expected = expected_estimate((width, height, side), &has(mine), &has(theirs));
                assert_eq!(estimate, expected, "{mine:x} {theirs:x}");
                decided += u32::from(estimate != 0);
            }
            assert!(decided > 20, "{width}x{height}: {decided}");
        }
    }
}
