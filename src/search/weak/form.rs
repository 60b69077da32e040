//! [`WeakSearchable`]: the form of a game that a weak solve needs.

use alloc::vec::Vec;

use super::value::WeakValue;
use crate::search::table::Key;

/// The goal of the side to move.
///
/// A weak solve asks whether one side, the attacker, can force a win. In its own positions the
/// attacker tries to win, in the others its opponent tries to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The side to move attacks: can it force a win?
    Win,
    /// The side to move defends: can it force a win or a draw?
    Hold,
}

impl Goal {
    /// The goal of the other side.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Goal {
        match self {
            Goal::Win => Goal::Hold,
            Goal::Hold => Goal::Win,
        }
    }

    /// Returns whether the side to move reaches the goal in a position of this value.
    #[inline(always)]
    #[must_use]
    pub fn is_reached(self, value: impl Into<WeakValue>) -> bool {
        match self {
            Goal::Win => value.into() == WeakValue::Win,
            Goal::Hold => value.into() != WeakValue::Loss,
        }
    }
}

/// The part of a position in which one can be no worse than another for the side to move. Games in
/// which no position is known to be at least as good as another use `()`.
pub trait Standing: Copy + Ord + Send + Sync {
    /// The number of buckets that the table keeps for the positions of one key: 1 if each key
    /// belongs to one position.
    const BUCKETS: usize;

    /// Returns whether a position with this standing is at least as good for the side to move as
    /// one with the same key and the `other` standing.
    fn is_at_least(self, other: Self) -> bool;

    /// The standing as a number below 2⁵².
    fn pack(self) -> u64;

    /// The standing that [`pack`](Self::pack) turned into this number.
    fn unpack(number: u64) -> Self;
}

impl Standing for () {
    const BUCKETS: usize = 1;

    #[inline(always)]
    fn is_at_least(self, (): ()) -> bool {
        true
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        0
    }

    #[inline(always)]
    fn unpack(_: u64) {}
}

/// A position after a move, as seen by the side that then moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<N, S = ()> {
    /// The position.
    pub node: N,
    /// Its key in the table: that of [`WeakSearchable::identity`].
    pub key: Key,
    /// Its standing: that of [`WeakSearchable::identity`].
    pub standing: S,
    /// A number below [`NO_NUMBER`] for the move, under which the search counts its successes:
    /// moves of equal numbers share a count. [`WeakSearchable::expand`] sees it as `last`.
    pub number: u16,
    /// Children with greater hints are tried first; among equal hints the search's counts decide.
    pub hint: i32,
    /// The place in the search's order: the greatest comes first.
    pub(super) order: i64,
}

impl<N, S> Child<N, S> {
    /// Makes a child from its node and identity, the number of the move, and a hint.
    #[inline(always)]
    pub const fn new(node: N, (key, standing): (Key, S), number: u16, hint: i32) -> Child<N, S>
    where
        S: Copy,
    {
        Child { node, key, standing, number, hint, order: 0 }
    }
}

/// The number that stands for no move, before the first one.
pub const NO_NUMBER: u16 = u16::MAX;

/// A game for two sides, in the form that is fastest to solve weakly: who wins, without distances.
///
/// A *node* is a position as seen by the side to move. The form may leave out whatever has no
/// influence on who wins: it tests the ends of the game itself, never passes for the attacker, and
/// gives one key to all positions that it knows to have the same value, such as mirror images.
/// [`Direct`](super::Direct) is this form for any [`Searchable`](crate::search::Searchable).
///
/// With [`Goal::Win`] a form must leave out every move after which a position could occur again.
/// Then no line of play repeats a position, and an answer depends on the node and the goal alone.
pub trait WeakSearchable: Send + Sync {
    /// A position of the game's rules.
    type Position;
    /// A position as seen by the side to move.
    type Node: Clone + Send + Sync;
    /// The order of positions with the same key; `()` if there is none.
    type Standing: Standing;

    /// Whether the game can end in a draw. If not, a side that cannot win loses.
    const DRAWS: bool;

    /// Whether the search tries first, among equal hints, the move that last reached the goal after
    /// the same move of the other side (counter-moves). It more than doubles the nodes of Connect4
    /// 5×5, whose hints are better.
    const REPLIES: bool = true;

    /// The node of a position in which the game is not over.
    fn node(&self, position: &Self::Position) -> Self::Node;

    /// The table key of a node, and its standing. Nodes of the same key and standing must have the
    /// same value: win, draw or loss.
    fn identity(&self, node: &Self::Node) -> (Key, Self::Standing);

    /// Expands a node in which the game is not over.
    ///
    /// Returns the answer if no search is needed for it. This includes moves that end the game: if
    /// one of them reaches the goal, the answer is `true`. Otherwise returns `None` and pushes the
    /// positions after all moves that may reach the goal onto `children`, which is empty. The form
    /// leaves out moves that clearly miss the goal. An empty list means that none reaches it. Equal
    /// children are pushed as they are; the search drops them. `last` is the [`Child::number`] of
    /// the move before, or [`NO_NUMBER`] at the root of a search.
    fn expand(
        &self,
        node: &Self::Node,
        goal: Goal,
        last: u16,
        children: &mut Vec<Child<Self::Node, Self::Standing>>,
    ) -> Option<bool>;

    /// As [`expand`](Self::expand), but may end early, with an unspecified result, once `must_stop`
    /// returns `true`. A form that serves large boards asks for every child.
    #[inline(always)]
    fn expand_watched(
        &self,
        node: &Self::Node,
        goal: Goal,
        last: u16,
        children: &mut Vec<Child<Self::Node, Self::Standing>>,
        _must_stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        self.expand(node, goal, last, children)
    }
}
