//! One random game at a time, in the [columnar form](super::columnar).
//!
//! The same steps as in the [lanes](super::lanes), with branches where one game has them: breakdown
//! is worked out only when it is called.

use super::super::Move;
use super::columnar::ColumnPlan;
use crate::board::select::select_byte;
use crate::cell::Side;
use crate::level::Task;
use crate::playout::Playout;
use crate::rng::Generator;
use crate::rules::Outcome;

/// A game in columnar form. The start of a game must be told apart by the caller: it is never
/// judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleGame {
    pub(crate) plan: ColumnPlan,
    /// The pieces of the side to move, and of the other.
    pub(crate) mine: u64,
    pub(crate) theirs: u64,
    pub(crate) turn: Side,
}

/// A random game from where `game` stands to its end or to the limit of plies.
pub(crate) struct SinglePlayout<'a, F> {
    pub(crate) game: &'a mut SingleGame,
    /// Whether the board is the beginning of a game.
    pub(crate) start: bool,
    pub(crate) generator: &'a mut Generator,
    pub(crate) limit: u32,
    pub(crate) played: F,
}

impl<F: FnMut(Move)> Task for SinglePlayout<'_, F> {
    type Output = Playout;

    #[inline(always)]
    fn run(self) -> Playout {
        // A copy of the generator stays in registers.
        let mut generator = *self.generator;
        let playout = match self.game.plan.is_short() {
            true => self.game.play::<false>(self.start, &mut generator, self.limit, self.played),
            false => self.game.play::<true>(self.start, &mut generator, self.limit, self.played),
        };
        *self.generator = generator;
        playout
    }
}

/// How a game ended if the side that has just moved owns a square, or the other one does (ruling
/// B1); `None` if neither does.
#[inline(always)]
pub(super) fn by_squares(mover_owns: bool, other_owns: bool, mover: Side) -> Option<Outcome> {
    match (mover_owns, other_owns) {
        (false, false) => None,
        (true, true) => Some(Outcome::Draw),
        (true, false) => Some(Outcome::Win(mover)),
        (false, true) => Some(Outcome::Win(mover.other())),
    }
}

impl SingleGame {
    /// Whether a side owns a square.
    pub(crate) fn has_square(&self) -> bool {
        let SingleGame { plan, mine, theirs, .. } = *self;
        match plan.is_short() {
            true => plan.squares::<false>(mine) | plan.squares::<false>(theirs) != 0,
            false => plan.squares::<true>(mine) | plan.squares::<true>(theirs) != 0,
        }
    }

    /// Plays random moves, as [`playout()`](crate::playout::playout()) does. The game must not be
    /// over by a square; `start` says whether the board is the beginning of a game.
    #[inline(always)]
    fn play<const LONG: bool>(
        &mut self,
        start: bool,
        generator: &mut Generator,
        limit: u32,
        mut played: impl FnMut(Move),
    ) -> Playout {
        let plan = self.plan;
        let mut filled = plan.filled(self.mine | self.theirs);
        let mut judged = !start;
        for plies in 0.. {
            let room = plan.room::<LONG>(filled);
            if room.is_empty() && filled == self.mine | self.theirs && judged {
                return Playout { plies, outcome: Outcome::Draw };
            }
            if plies == limit {
                return Playout { plies, outcome: Outcome::InProgress };
            }
            judged = true;
            let vertical_moves = u64::from(room.vertical.count_ones());
            let moves = vertical_moves + u64::from(room.horizontal.count_ones()) + 1;
            let index = generator.below(moves);
            let vertical = index < vertical_moves;
            let index = if vertical { index } else { index - vertical_moves };
            let column = select_byte(if vertical { room.vertical } else { room.horizontal }, index);
            let (mut won, mut lost) = (0, 0);
            if column == 0 {
                (self.mine, self.theirs) = plan.fall(self.mine, self.theirs);
                filled = self.mine | self.theirs;
                lost = plan.squares::<LONG>(self.theirs);
                played(Move::Breakdown);
            } else {
                let dropped = plan.drop::<LONG>(filled, &room, vertical, column);
                self.mine |= dropped.stick;
                filled = dropped.filled;
                let col = column.trailing_zeros() / 8;
                played(if vertical { Move::Vertical(col) } else { Move::Horizontal(col) });
            }
            won |= plan.squares::<LONG>(self.mine);
            let mover = self.turn;
            self.turn = mover.other();
            core::mem::swap(&mut self.mine, &mut self.theirs);
            if let Some(outcome) = by_squares(won != 0, lost != 0, mover) {
                return Playout { plies: plies + 1, outcome };
            }
        }
        unreachable!("the loop has no end")
    }
}
