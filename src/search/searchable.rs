//! What a search asks of a game, and how any game answers without having been prepared for it.

use core::hash::{Hash, Hasher};

use super::score::Value;
use super::table::Key;
use crate::cell::Side;
use crate::rng::mix;
use crate::rules::{Outcome, Rules, Symmetry};

/// The positions of a game's rules.
pub type PositionOf<G> = <<G as Searchable>::Rules as Rules>::Position;

/// The moves of a game's rules.
pub type MoveOf<G> = <<G as Searchable>::Rules as Rules>::Move;

/// What a position is, without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status<M> {
    /// The game is over, a win or a loss in 0 plies for the side to move, or a draw; or how it will end is known otherwise.
    Over(Value),
    /// The game goes on, and this legal move wins at once.
    Wins(M),
    /// The game goes on.
    Open,
}

/// Who can still win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chances {
    /// Whether the side to move can.
    pub mine: bool,
    /// Whether the other side can.
    pub theirs: bool,
}

/// A game for two sides, in the form that is quickest to search.
///
/// A *node* is a position seen from the side to move: what is the same for both sides, whoever's turn it is, should be
/// the same node. The moves are those of the rules. [`Plain`] is any game's rules as they are.
///
/// A game may return to a position only by two [passes](Self::passes) in a row; see [the module](super#passes).
pub trait Searchable: Send + Sync {
    /// The rules, for whoever sets up positions and reads moves.
    type Rules: Symmetry;
    /// A position, seen from the side to move.
    type Node: Clone + Send + Sync;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The node of a position.
    fn node(&self, position: &PositionOf<Self>) -> Self::Node;

    /// Whether [`look`](Self::look) finds a winning move wherever there is one.
    const FINDS_WINS: bool;

    /// What can be said of a node at once. A winning move must win at once, against everything.
    fn look(&self, node: &Self::Node) -> Status<MoveOf<Self>>;

    /// Who can still win, if that is cheap to say; no side that is said to have no chance may have one. Where nobody has any, the
    /// game is a draw.
    #[inline(always)]
    fn chances(&self, _node: &Self::Node) -> Chances {
        Chances { mine: true, theirs: true }
    }

    /// Calls `visit` with the moves of a node that is not over: all of them, or all but those that lead to the same node as
    /// one that is visited. With each goes a hint; moves of greater hints are tried first.
    fn visit(&self, node: &Self::Node, visit: impl FnMut(MoveOf<Self>, i32));

    /// The node after a move that was visited.
    fn after(&self, node: &Self::Node, mv: MoveOf<Self>) -> Self::Node;

    /// Whether a move that was visited changes nothing but whose turn it is.
    #[inline(always)]
    fn passes(&self, _node: &Self::Node, _mv: MoveOf<Self>) -> bool {
        false
    }

    /// What tells nodes apart. Nodes with different values of any kind must have different keys.
    fn key(&self, node: &Self::Node) -> Key;

    /// The key of whichever of the node's mirror images the game prefers, and the number of the symmetry that leads there.
    fn folded_key(&self, node: &Self::Node) -> (Key, usize);

    /// A number for a move, below 2¹⁶ - 1. Two moves of one node may have the same one, but should not.
    fn number(&self, mv: MoveOf<Self>) -> u16;

    /// How much better the side to move seems to stand, in points of the game's own.
    #[inline(always)]
    fn estimate(&self, _node: &Self::Node) -> i32 {
        0
    }
}

/// Any game's rules, as they are: no hints, no estimates, hashed keys.
///
/// Every question goes to the rules, so that it is slow; it serves boards of unusual sizes, games without a form of their own,
/// and tests.
#[derive(Clone, Debug)]
pub struct Plain<R>(pub R);

/// A position, and whose turn it is: the rules need not know that once the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainNode<P> {
    position: P,
    turn: Side,
}

impl<R: Symmetry> Searchable for Plain<R> {
    type Rules = R;
    type Node = PlainNode<R::Position>;

    const FINDS_WINS: bool = false;

    fn rules(&self) -> &R {
        &self.0
    }

    fn node(&self, position: &R::Position) -> PlainNode<R::Position> {
        PlainNode { position: position.clone(), turn: self.0.turn(position) }
    }

    fn look(&self, node: &PlainNode<R::Position>) -> Status<R::Move> {
        match self.0.outcome(&node.position) {
            Outcome::InProgress => Status::Open,
            Outcome::Draw => Status::Over(Value::Draw),
            Outcome::Win(side) if side == node.turn => Status::Over(Value::Win(0)),
            Outcome::Win(_) => Status::Over(Value::Loss(0)),
        }
    }

    fn visit(&self, node: &PlainNode<R::Position>, mut visit: impl FnMut(R::Move, i32)) {
        let _ = self.0.visit_moves(&node.position, |mv| {
            visit(mv, 0);
            core::ops::ControlFlow::<()>::Continue(())
        });
    }

    fn after(&self, node: &PlainNode<R::Position>, mv: R::Move) -> PlainNode<R::Position> {
        let mut position = node.position.clone();
        self.0.play_unchecked(&mut position, mv);
        PlainNode { position, turn: node.turn.other() }
    }

    /// A move that can be played twice and leads back to where it began.
    fn passes(&self, node: &PlainNode<R::Position>, mv: R::Move) -> bool {
        let after = self.after(node, mv);
        self.0.is_legal(&after.position, mv) && self.after(&after, mv).position == node.position
    }

    fn key(&self, node: &PlainNode<R::Position>) -> Key {
        Key::hashed(hashes(&node.position))
    }

    fn folded_key(&self, node: &PlainNode<R::Position>) -> (Key, usize) {
        let image = |symmetry| (Key::hashed(hashes(&self.0.map_position(&node.position, symmetry))), symmetry);
        (0..self.0.symmetries()).map(image).min().unwrap_or_else(|| (self.key(node), 0))
    }

    fn number(&self, mv: R::Move) -> u16 {
        (hashes(&mv)[0] >> 48) as u16 & !1
    }
}

/// Two hashes of a value that have nothing to do with each other; the same ones in every run.
pub fn hashes(value: &impl Hash) -> [u64; 2] {
    let mut hasher = Mixer([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
    value.hash(&mut hasher);
    hasher.0
}

/// Takes in a word at a time.
struct Mixer([u64; 2]);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word ^ (chunk.len() as u64) << 56);
        }
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let Mixer([one, other]) = self;
        *one = mix(*one ^ word);
        *other = mix(other.rotate_left(23).wrapping_mul(0x9fb2_1c65_1e98_df25) ^ word);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
