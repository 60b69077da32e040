//! [`Searchable`]: the form of a game that a search needs; [`Plain`]: that form of any game's
//! rules.

use core::hash::{Hash, Hasher};

use super::score::Value;
use super::table::Key;
use crate::cell::Side;
use crate::rng::mix;
use crate::rules::{Rules, Symmetry, outcome_of, play_one, visit_all};

/// The position type of a game's rules.
pub type PositionOf<G> = <<G as Searchable>::Rules as Rules>::Position;

/// The move type of a game's rules.
pub type MoveOf<G> = <<G as Searchable>::Rules as Rules>::Move;

/// The status of a node, known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status<M> {
    /// The value is known: the game is over (a win or a loss in 0 plies, or a draw), or the game
    /// knows the value otherwise.
    Over(Value),
    /// The game is not over, and this legal move wins at once.
    Wins(M),
    /// The game is not over.
    Open,
}

/// The sides that can still win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chances {
    /// Whether the side to move can still win.
    pub mine: bool,
    /// Whether the other side can still win.
    pub theirs: bool,
}

/// A game for two sides, in the form that is fastest to search.
///
/// A *node* is a position as seen by the side to move: two positions that differ only by the names
/// of the sides should be the same node. The moves are those of the rules. [`Plain`] is this form
/// for the rules of any game.
///
/// A game may return to a position only by two [passes](Self::passes) in a row; see [the
/// module](super#passes).
pub trait Searchable: Send + Sync {
    /// The rules, with which callers set up positions and read moves.
    type Rules: Symmetry;
    /// A position as seen by the side to move.
    type Node: Clone + Send + Sync;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The node of a position.
    fn node(&self, position: &PositionOf<Self>) -> Self::Node;

    /// Whether [`status`](Self::status) finds a winning move in every node that has one.
    const FINDS_WINS: bool;

    /// The status of a node. A move in [`Status::Wins`] must end the game with a win for the side
    /// to move.
    fn status(&self, node: &Self::Node) -> Status<MoveOf<Self>>;

    /// The sides that can still win, as far as a cheap test tells. Conservative: returns `false`
    /// only if that side provably cannot win. If neither side can, the game is a draw.
    #[inline(always)]
    fn chances(&self, _node: &Self::Node) -> Chances {
        Chances { mine: true, theirs: true }
    }

    /// Calls `visit` with the moves of a node that is not over, each with a hint from -2^18 to
    /// 2^18. Moves with greater hints are tried first. The game may leave out a move that leads to
    /// the same node as another.
    fn visit(&self, node: &Self::Node, visit: impl FnMut(MoveOf<Self>, i32));

    /// The node after a visited move.
    fn after(&self, node: &Self::Node, mv: MoveOf<Self>) -> Self::Node;

    /// Returns whether a visited move changes nothing but the side to move.
    #[inline(always)]
    fn passes(&self, _node: &Self::Node, _mv: MoveOf<Self>) -> bool {
        false
    }

    /// The table key of a node. Nodes that differ in value, moves or anything else that a search
    /// sees must have different keys.
    fn key(&self, node: &Self::Node) -> Key;

    /// The key of the node's canonical mirror image, and the number of the symmetry that maps the
    /// node to it.
    fn folded_key(&self, node: &Self::Node) -> (Key, usize);

    /// A number below 2¹⁶ - 1 for a move, for the table and the move order. The moves of one node
    /// should have different numbers; equal ones only cost speed.
    fn number(&self, mv: MoveOf<Self>) -> u16;

    /// The static evaluation: the advantage of the side to move, in points that each game defines.
    #[inline(always)]
    fn estimate(&self, _node: &Self::Node) -> i32 {
        0
    }
}

/// The plain rules of any game in searchable form: no hints, no static evaluation, hashed keys.
///
/// Every call goes to the rules, which is slow. It serves boards of unusual sizes, games without a
/// form of their own, and tests.
#[derive(Clone, Debug)]
pub struct Plain<R>(pub R);

/// A position and the side to move, which the rules need not know once the game is over.
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

    fn status(&self, node: &PlainNode<R::Position>) -> Status<R::Move> {
        Value::of_outcome(outcome_of(&self.0, &node.position), node.turn).map_or(Status::Open, Status::Over)
    }

    fn visit(&self, node: &PlainNode<R::Position>, mut visit: impl FnMut(R::Move, i32)) {
        visit_all(&self.0, &node.position, &mut |mv| visit(mv, 0));
    }

    fn after(&self, node: &PlainNode<R::Position>, mv: R::Move) -> PlainNode<R::Position> {
        let mut position = node.position.clone();
        play_one(&self.0, &mut position, mv);
        PlainNode { position, turn: node.turn.other() }
    }

    /// Returns whether the move can be played twice and leads back to the same position.
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

/// Two independent 64-bit hashes of a value, the same in every run on processors of one byte order:
/// a slice of numbers is hashed as its bytes.
pub fn hashes(value: &impl Hash) -> [u64; 2] {
    let mut hasher = Mixer::START;
    value.hash(&mut hasher);
    hasher.0
}

/// The hashes of some words, one after the other.
#[inline(always)]
pub(crate) fn hashes_of(words: impl IntoIterator<Item = u64>) -> [u64; 2] {
    let mut hasher = Mixer::START;
    words.into_iter().for_each(|word| hasher.write_u64(word));
    hasher.0
}

/// The hasher behind [`hashes`]: two states, mixed word by word.
struct Mixer([u64; 2]);

impl Mixer {
    const START: Mixer = Mixer([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit of a value reaches both of its hashes.
    #[test]
    fn values_that_differ_in_a_bit_have_other_hashes() {
        let value = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128;
        let [one, other] = hashes(&value);
        for bit in 0..u128::BITS {
            let [changed, too] = hashes(&(value ^ 1 << bit));
            assert!(changed != one && too != other, "bit {bit}");
        }
        let texts = ["", "\0", "a", "b", "ab", "ba", "12345678", "123456789", "12345678\0"];
        let found: alloc::collections::BTreeSet<_> = texts.iter().flat_map(hashes).collect();
        assert_eq!(found.len(), 2 * texts.len());
        // Bytes, their number, and lengths.
        type Write<'a> = &'a dyn Fn(&mut Mixer);
        let writes: [Write<'_>; 7] = [
            &|mixer| mixer.write(&[0; 3]),
            &|mixer| mixer.write(&[0; 4]),
            &|mixer| mixer.write(&[0; 8]),
            &|mixer| mixer.write(&[8, 0, 0, 0, 0, 0, 0, 0]),
            &|mixer| mixer.write_usize(1),
            &|mixer| mixer.write_usize(2),
            &|_| {},
        ];
        let hashed = writes.map(|write| {
            let mut mixer = Mixer([1, 2]);
            write(&mut mixer);
            assert_eq!(mixer.finish(), mixer.0[0]);
            mixer.0
        });
        let found: alloc::collections::BTreeSet<_> = hashed.into_iter().flatten().collect();
        assert_eq!(found.len(), 2 * hashed.len());
    }
}
