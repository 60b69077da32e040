//! The legal swaps of a whole board at once.
//!
//! On a settled board a swap can only make lines that go through one of its two squares, of the
//! color that moved in. For the candy ● that goes to ○ on its right there are four such lines. In
//! one of them, `a b`, `a c`, `c d` or `e f`, both squares must be of its color.
//!
//! ```text
//!   . b . .
//!   . a . .
//!   ● ○ e f
//!   . c . .
//!   . d . .
//! ```
//!
//! One comparison of planes tells for all cells at once whether cells a given distance apart are of
//! one color. The same comparison, shifted, serves the candy that goes the other way. Ten
//! comparisons therefore give all swaps.

use core::any::Any;
use core::ops::ControlFlow;

use super::super::{Direction, Move};
use super::columnar::ColumnSwaps;
use super::layout::Layout;
use super::{Candy, Position, Shape};
use crate::board::Bitset;
use crate::cell::Pos;

/// A set of swaps, stored as sets of their lower or left squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swaps<P> {
    up: P,
    right: P,
}

impl<S: Shape> Candy<S> {
    /// Every swap after which a template matches somewhere (K2).
    // Not inlined: copies in every list, count and choice of moves took half a megabyte of the
    // program.
    #[inline(never)]
    pub(super) fn swaps(&self, position: &Position<S>) -> Swaps<S::Plane> {
        let colors = position.colors.as_ref();
        if self.any_match(colors) {
            self.swaps_unsettled(&position.colors)
        } else if let Some(rules) = self.column_rules()
            && let Some(colors) = <dyn Any>::downcast_ref(&position.colors)
            && let ColumnSwaps { up, right } = rules.plan.swaps(colors)
            && let Some(swaps) = <dyn Any>::downcast_ref(&Swaps { up, right })
        {
            Swaps::clone(swaps)
        } else {
            self.swaps_settled(colors)
        }
    }

    #[inline(always)]
    fn swaps_settled(&self, colors: &[S::Plane]) -> Swaps<S::Plane> {
        let layout = &self.layout;
        let both = |one: &S::Plane, other: &S::Plane| one.clone().and(other);
        // The moved candy makes three with one of three pairs of its line: the two cells on one
        // side, the two on the other, or its two neighbors `near` and `opposite`.
        let line = |far: &S::Plane, near: &S::Plane, opposite: &S::Plane, beyond: &S::Plane| {
            both(far, near).or(&both(near, opposite)).or(&both(opposite, beyond))
        };

        let up_2 = self.same(colors, &layout.up_2);
        let up_3 = self.same(colors, &layout.up_3);
        let right_2 = self.same(colors, &layout.right_2);
        let right_3 = self.same(colors, &layout.right_3);
        let right_up = self.same(colors, &layout.right_up);
        let right_up_2 = self.same(colors, &layout.right_up_2);
        let right_2_up = self.same(colors, &layout.right_2_up);
        let right_down = self.same(colors, &layout.right_down);
        let right_down_2 = self.same(colors, &layout.right_down_2);
        let right_2_down = self.same(colors, &layout.right_2_down);

        // The candy that moves right, then the one that moves left, seen from the left square.
        let right = both(&right_2, &right_3)
            .or(&line(&right_up_2, &right_up, &right_down, &right_down_2))
            .or(&right_2.raised(layout.right.distance).and(&right_3.raised(layout.right_2.distance)))
            .or(&line(
                &right_down_2.lowered(layout.up_2.distance),
                &right_down.lowered(layout.up.distance),
                &right_up.raised(layout.up.distance),
                &right_up_2.raised(layout.up_2.distance),
            ));
        // The candy that moves up, then the one that moves down, seen from the lower square.
        let up = both(&up_2, &up_3)
            .or(&line(
                &right_2_up,
                &right_up,
                &right_down.raised(layout.right_down.distance),
                &right_2_down.raised(layout.right_2_down.distance),
            ))
            .or(&up_2.raised(layout.up.distance).and(&up_3.raised(layout.up_2.distance)))
            .or(&line(
                &right_2_down.lowered(layout.up.distance),
                &right_down.lowered(layout.up.distance),
                &right_up.raised(layout.right.distance),
                &right_2_up.raised(layout.right_2.distance),
            ));
        Swaps { up, right }
    }

    /// The legal swaps of a board that stopped settling at the limit: all that leave some match. A
    /// swap that does not touch the first match leaves it, so only the few that touch it are tried.
    #[cold]
    pub(super) fn swaps_unsettled(&self, board: &S::Colors) -> Swaps<S::Plane> {
        let (layout, colors) = (&self.layout, board.as_ref());
        let mut swaps = Swaps { up: layout.up.from.clone(), right: layout.right.from.clone() };
        for offset in [&layout.up, &layout.right] {
            let Some(first) = self.threes(&self.same(colors, offset), offset).lowest(0) else { continue };
            let stride = layout.stride;
            for cell in [first, first + offset.distance, first + 2 * offset.distance] {
                let square = Pos::new(cell % stride, cell / stride);
                for direction in Direction::ALL {
                    let mv = Move::new(square, direction);
                    if self.is_on_board(mv) && !self.matches_after(board, mv) {
                        let set = if mv.direction() == Direction::Up { &mut swaps.up } else { &mut swaps.right };
                        set.remove(layout.cell(mv.square()));
                    }
                }
            }
            break;
        }
        swaps
    }
}

impl Swaps<u64> {
    /// The same in the columnar form.
    pub(super) fn columns(self) -> ColumnSwaps {
        ColumnSwaps { up: self.up, right: self.right }
    }
}

impl<P: Bitset> Swaps<P> {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.up.is_empty() && self.right.is_empty()
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        u64::from(self.up.count()) + u64::from(self.right.count())
    }

    /// Visits the swaps by row, column, then up before right.
    #[inline(always)]
    pub(super) fn visit<B>(&self, layout: &Layout<P>, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        layout.by_row(&self.up.clone().or(&self.right), |square| {
            let cell = layout.cell(square);
            if self.up.contains(cell) {
                visit(Move::new(square, Direction::Up))?;
            }
            if self.right.contains(cell) {
                visit(Move::new(square, Direction::Right))?;
            }
            ControlFlow::Continue(())
        })
    }

    /// The swap at position `index` in that order.
    #[inline(always)]
    pub(super) fn nth(&self, layout: &Layout<P>, mut index: u64) -> Option<Move> {
        self.visit(layout, |mv| {
            if index == 0 {
                return ControlFlow::Break(mv);
            }
            index -= 1;
            ControlFlow::Continue(())
        })
        .break_value()
    }
}
