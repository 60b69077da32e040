//! [`Direct`]: the weak form of any [`Searchable`].

use alloc::vec::Vec;

use super::form::{Child, Goal, WeakSearchable};
use crate::search::searchable::{PositionOf, Searchable, Status};
use crate::search::table::Key;

/// The weak form of any [`Searchable`]: its moves, its hints and its folded keys.
///
/// It serves games without a weak form of their own, and tests.
#[derive(Clone, Debug)]
pub struct Direct<G>(pub G);

impl<G: Searchable> WeakSearchable for Direct<G> {
    type Position = PositionOf<G>;
    type Node = G::Node;
    type Standing = ();

    const DRAWS: bool = true;

    fn node(&self, position: &PositionOf<G>) -> G::Node {
        self.0.node(position)
    }

    fn identity(&self, node: &G::Node) -> (Key, ()) {
        (self.0.folded_key(node).0, ())
    }

    fn expand(&self, node: &G::Node, goal: Goal, last: u16, children: &mut Vec<Child<G::Node>>) -> Option<bool> {
        self.expand_watched(node, goal, last, children, &mut || false)
    }

    fn expand_watched(
        &self,
        node: &G::Node,
        goal: Goal,
        _: u16,
        children: &mut Vec<Child<G::Node>>,
        must_stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        let game = &self.0;
        if let Some(reached) = settled(game, node, goal) {
            return Some(reached);
        }
        let (mut reached, mut stopped) = (false, false);
        game.visit(node, |mv, hint| {
            stopped = stopped || must_stop();
            if reached || stopped || goal == Goal::Win && game.passes(node, mv) {
                return;
            }
            let after = game.after(node, mv);
            match game.status(&after) {
                Status::Over(value) => reached = !goal.other().is_reached(value),
                Status::Wins(_) => {}
                Status::Open => {
                    let identity = self.identity(&after);
                    children.push(Child::new(after, identity, game.number(mv), hint));
                }
            }
        });
        reached.then_some(true)
    }
}

/// Whether the side to move reaches its goal, if that is known without a move, because the game is
/// over or one side cannot win any more.
#[inline(always)]
pub(crate) fn settled<G: Searchable>(game: &G, node: &G::Node, goal: Goal) -> Option<bool> {
    match game.status(node) {
        Status::Over(value) => return Some(goal.is_reached(value)),
        Status::Wins(_) => return Some(true),
        Status::Open => {}
    }
    let chances = game.chances(node);
    match goal {
        Goal::Win if !chances.mine => Some(false),
        Goal::Hold if !chances.theirs => Some(true),
        _ => None,
    }
}
