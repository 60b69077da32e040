//! Jump61 for the search.

use super::super::{Move, setup};
use super::grid::SquareGrid;
use super::{Jump61, Position};
use crate::rules::Symmetry;
use crate::search::{Key, Searchable, Status, Value, hashes};

/// The most spots beyond the first ones with which the search looks for mirror images. With more,
/// mirror images are rare and cost more than they save.
const EARLY: u32 = 8;

/// The rules themselves are the game to search. Positions are already stored from the side to move,
/// and finding a winning move takes a cascade.
impl<P: SquareGrid> Searchable for Jump61<P> {
    type Rules = Jump61<P>;
    type Node = Position<P>;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &Jump61<P> {
        self
    }

    fn node(&self, position: &Position<P>) -> Position<P> {
        *position
    }

    #[inline(always)]
    fn status(&self, node: &Position<P>) -> Status<Move> {
        if node.theirs == self.edges.all {
            return Status::Over(Value::Loss(0));
        }
        self.winning_move(node).map_or(Status::Open, Status::Wins)
    }

    #[inline(always)]
    fn visit(&self, node: &Position<P>, mut visit: impl FnMut(Move, i32)) {
        let full = self.full(node);
        let mut squares = self.open(node);
        while !squares.is_zero() {
            let rest = squares.without_lowest();
            let jumps = !(squares & !rest & full).is_zero();
            visit(Move(squares.lowest_square()), i32::from(jumps));
            squares = rest;
        }
    }

    #[inline(always)]
    fn after(&self, node: &Position<P>, mv: Move) -> Position<P> {
        let mut after = *node;
        crate::rules::Rules::play_unchecked(self, &mut after, mv);
        after
    }

    /// The key is exact up to 4×4.
    #[inline(always)]
    fn key(&self, node: &Position<P>) -> Key {
        let size = self.parameters.size();
        if size <= 4 {
            let packed = |plane: P| {
                let row = |row: u32| u64::from(plane.shr(row * P::STRIDE).word(0) & 15) << (4 * row);
                (0..size).fold(0, |packed, index| packed | row(index))
            };
            let Position { mine, theirs, low, middle, .. } = *node;
            return Key::exact(packed(mine) | packed(theirs) << 16 | packed(low) << 32 | packed(middle) << 48);
        }
        Key::hashed(hashes(&(node.mine, node.theirs, node.low, node.middle)))
    }

    fn folded_key(&self, node: &Position<P>) -> (Key, usize) {
        let load = node.low.count() + 2 * node.middle.count();
        let first = self.edges.one_spot_each();
        if load > first.low.count() + 2 * first.middle.count() + EARLY {
            return (self.key(node), 0);
        }
        let image = |symmetry| (self.key(&self.map_position(node, symmetry)), symmetry);
        (0..setup::SYMMETRIES).map(image).min().unwrap_or_else(|| (self.key(node), 0))
    }

    #[inline(always)]
    fn number(&self, mv: Move) -> u16 {
        (mv.0.row * P::STRIDE + mv.0.col) as u16
    }

    /// The lead of the side to move in spots.
    #[inline(always)]
    fn estimate(&self, node: &Position<P>) -> i32 {
        self.lead(node)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Parameters;
    use super::*;
    use crate::search::agreement::check;

    #[test]
    fn the_form_is_that_of_the_rules() {
        let game = |size| Parameters::new(size).unwrap();
        for size in 2..=8 {
            let agreed = check(&Jump61::<u64>::new(game(size)).unwrap(), 3, 400);
            assert!(agreed.open > 5 && agreed.wins > 0 && agreed.folded > 0, "{size}: {agreed:?}");
        }
        for size in [3, 9, 10] {
            let agreed = check(&Jump61::<u128>::new(game(size)).unwrap(), 1, 100);
            assert!(agreed.open > 5, "{size}: {agreed:?}");
        }
    }
}
