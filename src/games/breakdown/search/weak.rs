//! Breakdown for weak solving: only the pieces that can still matter count.
//!
//! The key of a position is its occupied cells, and of each color the pieces that can still be part
//! of a square of that color: now, and after a fall. The key decides who wins, because the key and
//! a move together decide the next key:
//!
//! - Only the occupied cells decide where sticks land and fall, and whether the board is full.
//! - Until the next fall, a square of a color lies in cells that are now of that color or above all
//!   pieces of their column. A drop only takes cells away from those, so a piece that is in no such
//!   square now never is, and the pieces of all such squares are in the key.
//! - New pieces land on top of a column. So the place of a piece after the next fall is already
//!   known, and the argument above holds there as well.

use alloc::vec::Vec;

use super::super::Move;
use super::super::fast::Position;
use super::columns::{ColumnNode, ColumnSearch};
use crate::search::weak::{Child, Goal, NO_NUMBER, WeakSearchable, settled};
use crate::search::{Key, Searchable, Status, hashes_of};

/// Breakdown for weak solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct ColumnWeak<const RUN: u32>(pub(in super::super) ColumnSearch<RUN>);

impl<const RUN: u32> ColumnWeak<RUN> {
    /// The parts of a node that decide its value: the occupied cells, and the pieces of both colors
    /// that can still matter, now and after a fall.
    #[inline(always)]
    fn relevant(&self, node: &ColumnNode) -> [u64; 5] {
        let ColumnNode { mine, theirs, filled } = *node;
        let plan = &self.0.plan;
        let live = |color: u64, free: u64| color & plan.cells_of_squares::<RUN>(color | free);
        let occupied = mine | theirs;
        let (fallen, fallen_too) = if filled == occupied { (mine, theirs) } else { plan.fall(mine, theirs) };
        let (free, free_then) = (plan.board() & !filled, plan.board() & !(fallen | fallen_too));
        [occupied, live(mine, free), live(theirs, free), live(fallen, free_then), live(fallen_too, free_then)]
    }
}

impl<const RUN: u32> WeakSearchable for ColumnWeak<RUN> {
    type Position = Position<u128>;
    type Node = ColumnNode;
    type Standing = ();

    const DRAWS: bool = true;

    fn node(&self, position: &Position<u128>) -> ColumnNode {
        self.0.node(position)
    }

    #[inline(always)]
    fn identity(&self, node: &ColumnNode) -> (Key, ()) {
        let parts = self.relevant(node);
        let parts = parts.min(parts.map(|part| self.0.mirrored(part)));
        (Key::hashed(hashes_of(parts)), ())
    }

    /// The attacker never passes; see [the search](crate::search#passes).
    #[inline(always)]
    fn expand(&self, node: &ColumnNode, goal: Goal, last: u16, children: &mut Vec<Child<ColumnNode>>) -> Option<bool> {
        let game = &self.0;
        // Every position but the first of a search was examined before it was pushed.
        if last == NO_NUMBER
            && let Some(reached) = settled(game, node, goal)
        {
            return Some(reached);
        }
        let mut reached = false;
        game.visit(node, |mv, hint| {
            if reached || goal == Goal::Win && game.passes(node, mv) {
                return;
            }
            let after = game.after(node, mv);
            match game.status(&after) {
                Status::Over(value) => {
                    reached = !goal.other().is_reached(value);
                    return;
                }
                Status::Wins(_) => return,
                Status::Open => {}
            }
            let chances = game.chances(&after);
            match goal {
                Goal::Win if !chances.theirs => return,
                Goal::Hold if !chances.mine => {
                    reached = true;
                    return;
                }
                _ => {}
            }
            // The move that the other side has just played comes first, because it covers the new
            // stick.
            let number = game.number(mv);
            let hint = hint + i32::from(mv != Move::Breakdown && number == last & MOVE);
            children.push(Child::new(after, self.identity(&after), number | (last & 7) << 5, hint));
        });
        reached.then_some(true)
    }
}

/// The bits of a move's number. The next three bits hold the column of the move before, because a
/// move is counted as an answer to that column.
const MOVE: u16 = 31;
