//! The kernels of one board. On boards in words each takes so long that it is worth a [`Level`]; in registers there is nothing to gain.

use crate::batch::{Level, Task};
use crate::board::{Owners, Store};

/// Lets every cell fall.
#[inline(always)]
pub(super) fn fall<B: Store>(board: &mut B, plan: &B::Plan) {
    if B::IN_WORDS { Level::best().run(Fall { board, plan }) } else { board.fall(plan) }
}

/// Which sides own a square.
#[inline(always)]
pub(super) fn squares<B: Store>(board: &B, plan: &B::Plan) -> Owners {
    if B::IN_WORDS { Level::best().run(Squares { board, plan }) } else { board.squares(plan) }
}

/// Whether any cell would fall.
#[inline(always)]
pub(super) fn has_loose<B: Store>(board: &B, plan: &B::Plan) -> bool {
    if B::IN_WORDS { Level::best().run(HasLoose { board, plan }) } else { board.has_loose(plan) }
}

struct Fall<'a, B: Store> {
    board: &'a mut B,
    plan: &'a B::Plan,
}

impl<B: Store> Task for Fall<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.board.fall(self.plan);
    }
}

struct Squares<'a, B: Store> {
    board: &'a B,
    plan: &'a B::Plan,
}

impl<B: Store> Task for Squares<'_, B> {
    type Output = Owners;

    #[inline(always)]
    fn run(self) -> Owners {
        self.board.squares(self.plan)
    }
}

struct HasLoose<'a, B: Store> {
    board: &'a B,
    plan: &'a B::Plan,
}

impl<B: Store> Task for HasLoose<'_, B> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.board.has_loose(self.plan)
    }
}
