//! [`Tactics`]: wins and losses one ply ahead, for both engines.

use core::ops::ControlFlow;

use super::{Move, MoveList};
use crate::cell::Side;
use crate::rules::{Outcome, Rules};

/// Wins and losses one ply ahead. The provided methods define the results by playing moves; an
/// engine overrides them only for speed.
///
/// ```
/// use gridlaw::games::connect4::{Connect4, Parameters, Tactics};
/// use gridlaw::rules::{Notation, Rules};
///
/// let rules = Connect4::<u32>::new(Parameters::new(4).unwrap()).unwrap();
/// // X completes the top row, or at least keeps O out of the bottom one.
/// let position = rules.read_position("XXX1/1##1/1##O/1OOO X").unwrap();
/// assert_eq!(format!("{:?}", rules.winning_moves(&position)), "[E0]");
/// assert_eq!(format!("{:?}", rules.safe_moves(&position)), "[E0, W3]");
/// ```
pub trait Tactics: Rules<Move = Move> {
    /// The legal moves that win at once, by a line or by placing last, in ascending order.
    #[must_use]
    fn winning_moves(&self, position: &Self::Position) -> MoveList {
        let turn = self.turn(position);
        let wins = |mv: &Move| self.outcome(&self.after(position, *mv)) == Outcome::Win(turn);
        self.moves(position).into_iter().filter(wins).collect()
    }

    /// The first of the [winning moves](Self::winning_moves).
    #[must_use]
    fn winning_move(&self, position: &Self::Position) -> Option<Move> {
        self.winning_moves(position).first().copied()
    }

    /// Calls `visit` with every legal move after which the opponent cannot win at once, winning
    /// moves included. The moves come in ascending order, until `visit` breaks.
    ///
    /// # Errors
    /// The value with which `visit` breaks.
    fn visit_safe_moves<R>(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        self.visit_moves(position, |mv| match self.winning_moves(&self.after(position, mv)).is_empty() {
            true => visit(mv),
            false => ControlFlow::Continue(()),
        })
    }

    /// The number of empty cells that would complete a line of `side` if it had a token there,
    /// whether or not a token can get there now.
    #[must_use]
    fn threats(&self, position: &Self::Position, side: Side) -> u32;

    /// The moves that [`visit_safe_moves`](Self::visit_safe_moves) visits.
    #[must_use]
    fn safe_moves(&self, position: &Self::Position) -> MoveList {
        let mut safe = MoveList::default();
        let _ = self.visit_safe_moves(position, |mv| {
            safe.push(mv);
            ControlFlow::<()>::Continue(())
        });
        safe
    }

    /// Whether [`visit_safe_moves`](Self::visit_safe_moves) visits any move.
    #[must_use]
    fn has_safe_move(&self, position: &Self::Position) -> bool {
        self.visit_safe_moves(position, |_| ControlFlow::Break(())).is_break()
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, position: &Self::Position, mv: Move) -> Self::Position {
        let mut after = position.clone();
        self.play_unchecked(&mut after, mv);
        after
    }
}
