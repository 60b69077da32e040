//! The form of Connect4 that the bots search. It uses only [`Tactics`], so that both engines choose
//! the same moves.

use super::{Move, Tactics};
use crate::rules::Symmetry;
use crate::search::{Key, Searchable, Status, Value, hashes};

/// The rules, with wins and losses seen one ply ahead.
pub(super) struct Hunter<'r, G>(pub(super) &'r G);

impl<G: Tactics + Symmetry> Searchable for Hunter<'_, G> {
    type Rules = G;
    type Node = G::Position;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &G {
        self.0
    }

    fn node(&self, position: &G::Position) -> G::Position {
        position.clone()
    }

    /// If every move lets the opponent win, the position is lost in two.
    #[inline(always)]
    fn status(&self, node: &G::Position) -> Status<Move> {
        if let Some(value) = Value::of_outcome(self.0.outcome(node), self.0.turn(node)) {
            return Status::Over(value);
        }
        if let Some(mv) = self.0.winning_move(node) {
            return Status::Wins(mv);
        }
        if self.0.has_safe_move(node) { Status::Open } else { Status::Over(Value::Loss(2)) }
    }

    /// Omits moves that lose at once. There are others, or the position would have been lost.
    fn visit(&self, node: &G::Position, mut visit: impl FnMut(Move, i32)) {
        let _ = self.0.visit_safe_moves(node, |mv| {
            visit(mv, 0);
            core::ops::ControlFlow::<()>::Continue(())
        });
    }

    #[inline(always)]
    fn after(&self, node: &G::Position, mv: Move) -> G::Position {
        Tactics::after(self.0, node, mv)
    }

    fn key(&self, node: &G::Position) -> Key {
        Key::hashed(hashes(node))
    }

    fn folded_key(&self, node: &G::Position) -> (Key, usize) {
        (self.key(node), 0)
    }

    fn number(&self, mv: Move) -> u16 {
        mv.entry().number() as u16
    }

    #[inline(always)]
    fn estimate(&self, node: &G::Position) -> i32 {
        let turn = self.0.turn(node);
        self.0.threats(node, turn) as i32 - self.0.threats(node, turn.other()) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::super::fast::Connect4;
    use super::super::{NaiveConnect4, Parameters};
    use super::*;
    use crate::search::agreement::check;

    #[test]
    fn the_form_is_that_of_the_rules() {
        let mut known = 0;
        for size in 4..=7 {
            let parameters = Parameters::new(size).unwrap();
            let agreed = [
                check(&Hunter(&Connect4::<u128>::new(parameters).unwrap()), 20, usize::MAX),
                check(&Hunter(&NaiveConnect4::new(parameters)), 6, usize::MAX),
            ];
            assert!(agreed.iter().all(|agreed| agreed.wins > 0 && agreed.open > 30), "{size}: {agreed:?}");
            known += agreed[0].known;
        }
        assert!(known > 0);
    }
}
