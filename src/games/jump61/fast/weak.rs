//! Jump61 for the weak solve, on boards of up to 5×5.
//!
//! With equal spots, more own squares and fewer of the opponent's are never worse. Every move of
//! the worse position is also a move of the better one. It jumps in the same way and again leaves
//! more own squares and fewer of the opponent's, or wins sooner. So the table keeps the owners as a
//! [standing](crate::search::weak::Standing) under the key of the spots, and an answer for one
//! position serves every position that it decides. 3×3 takes 801 nodes, against 1,144 with keys of
//! spots and owners. 4×4 takes 6.7 million nodes; with keys of both it had hardly begun after 12
//! million.

use alloc::vec::Vec;

use super::super::Move;
use super::super::setup::SYMMETRIES;
use super::grid::SquareGrid;
use super::{Jump61, Position};
use crate::board::byte_rows::ByteRows;
use crate::rules::Rules;
use crate::search::Key;
use crate::search::weak::{Child, Goal, Standing, WeakSearchable};

/// Jump61 for the weak solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct WeakJump61 {
    rules: Jump61<u64>,
    rows: ByteRows,
}

impl WeakJump61 {
    /// The game with these rules; `None` beyond 5×5.
    pub(in super::super) fn new(rules: Jump61<u64>) -> Option<WeakJump61> {
        let rows = ByteRows::new(rules.parameters.board()).filter(|rows| rows.size().width() <= 5)?;
        Some(WeakJump61 { rules, rows })
    }
}

/// The squares of both sides, the lowest 26 bits of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct OwnedSquares {
    mine: u32,
    theirs: u32,
}

impl Standing for OwnedSquares {
    const BUCKETS: usize = 16;

    #[inline(always)]
    fn is_at_least(self, other: OwnedSquares) -> bool {
        other.mine & !self.mine == 0 && self.theirs & !other.theirs == 0
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        u64::from(self.mine) | u64::from(self.theirs) << 26
    }

    #[inline(always)]
    fn unpack(number: u64) -> OwnedSquares {
        OwnedSquares { mine: number as u32 & ((1 << 26) - 1), theirs: (number >> 26) as u32 }
    }
}

impl WeakSearchable for WeakJump61 {
    type Position = Position<u64>;
    type Node = Position<u64>;
    type Standing = OwnedSquares;

    const DRAWS: bool = false;
    const REPLIES: bool = false;

    fn node(&self, position: &Position<u64>) -> Position<u64> {
        *position
    }

    /// The key is the spots of the canonical mirror image. It is exact.
    fn identity(&self, node: &Position<u64>) -> (Key, OwnedSquares) {
        let Position { mine, theirs, low, middle, .. } = *node;
        let mut best = [u64::MAX; 4];
        for symmetry in 0..SYMMETRIES {
            let image = |squares| self.rows.image(squares, symmetry);
            let first = image(low);
            if first <= best[0] {
                best = best.min([first, image(middle), image(mine), image(theirs)]);
            }
        }
        let [low, middle, mine, theirs] = best.map(|squares| self.rows.pack(squares));
        (Key::exact(low | middle << 32), OwnedSquares { mine: mine as u32, theirs: theirs as u32 })
    }

    /// The hint counts the lead in squares and, more than that, in full squares.
    ///
    /// Nodes for 4×4 with 1 GiB: 6.7 M; 7.6 M with counter-moves; 7.1 M with the lead in spots
    /// instead of squares; 8.6 M if own squares count as much as the opponent's.
    fn expand(
        &self,
        node: &Position<u64>,
        _: Goal,
        _: u16,
        children: &mut Vec<Child<Position<u64>, OwnedSquares>>,
    ) -> Option<bool> {
        let mut open = self.rules.open(node);
        while open != 0 {
            let square = open & open.wrapping_neg();
            open ^= square;
            let mut after = *node;
            self.rules.play_unchecked(&mut after, Move(square.lowest_square()));
            if self.rules.outcome(&after).is_over() {
                return Some(true);
            }
            if self.rules.winning_move(&after).is_some() {
                continue;
            }
            let count = |squares: u64| squares.count_ones() as i32;
            let full = self.rules.full(&after);
            let lead = 2 * count(after.theirs) - count(after.mine);
            let hint = lead + 3 * (count(full & after.theirs) - count(full & after.mine));
            // The low bits are the spots, the others the square.
            let load = u16::from(node.low & square != 0) + 2 * u16::from(node.middle & square != 0);
            let number = square.trailing_zeros() as u16 | load << 6;
            children.push(Child::new(after, self.identity(&after), number, hint));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::jump61::Parameters;
    use crate::search::weak::soundness::check;

    #[test]
    fn moves_are_numbered_by_square_and_spots() {
        let rules = Jump61::<u64>::new(Parameters::new(4).unwrap()).unwrap();
        let form = WeakJump61::new(rules).unwrap();
        let mut random = crate::rng::Generator::for_game(3, 0);
        let (mut position, mut loads) = (rules.start(), [0; 4]);
        while !rules.outcome(&position).is_over() {
            let mut children = Vec::new();
            form.expand(&position, Goal::Win, 0, &mut children);
            for child in &children {
                let (square, load) = (1_u64 << (child.number & 63), usize::from(child.number >> 6));
                let mut after = position;
                rules.play_unchecked(&mut after, Move(square.lowest_square()));
                assert_eq!(after, child.node);
                let (low, middle) = (position.low & square != 0, position.middle & square != 0);
                assert_eq!(load, [[0, 1], [2, 3]][usize::from(middle)][usize::from(low)]);
                loads[load] += 1;
            }
            let moves = rules.moves(&position);
            rules.play_unchecked(&mut position, *random.pick(&moves));
        }
        assert!(loads[..3].iter().all(|&count| count > 0), "{loads:?}");
    }

    #[test]
    fn positions_of_one_key_and_standing_have_one_value_and_better_ones_no_worse() {
        let (mut positions, mut shared) = (0, 0);
        for (size, seeds) in [(2, 10), (3, 40), (4, 30), (5, 10)] {
            let rules = Jump61::<u64>::new(Parameters::new(size).unwrap()).unwrap();
            let compared = check(&WeakJump61::new(rules).unwrap(), &rules, seeds, 3000);
            positions += compared.positions;
            shared += compared.positions - compared.identities;
        }
        assert!(positions > 50_000 && shared > positions / 10, "{positions} {shared}");
    }
}
