//! Random games in the [columnar form](super::columnar), one at a time and a few in turn.
//!
//! The same steps as in the [lanes](super::super::lanes), but with branches: breakdown is computed
//! only when it is called.

use super::super::Move;
use super::columnar::{Choice, ColumnPlan, ColumnRoom};
use crate::cell::Side;
use crate::level::Task;
use crate::playout::{PLY_LIMIT, Playout};
use crate::rng::Generator;
use crate::rules::Outcome;
use crate::turns::Plies;

/// A game in columnar form. The caller must keep track of the start of a game, which never ends by
/// its board.
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
        let playout = match self.game.plan.longest() {
            ..=4 => self.game.play::<4>(self.start, &mut generator, self.limit, self.played),
            _ => self.game.play::<8>(self.start, &mut generator, self.limit, self.played),
        };
        *self.generator = generator;
        playout
    }
}

/// The outcome of a game, given whether the side that has just moved and the other side own a
/// square (ruling B1); `None` if neither does.
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
    /// The pieces of the first side and of the second.
    #[inline(always)]
    pub(crate) fn colors(&self) -> [u64; 2] {
        match self.turn {
            Side::First => [self.mine, self.theirs],
            Side::Second => [self.theirs, self.mine],
        }
    }

    /// Whether a side owns a square.
    pub(crate) fn has_square(&self) -> bool {
        let SingleGame { plan, mine, theirs, .. } = *self;
        match plan.longest() {
            ..=4 => plan.squares::<4>(mine) | plan.squares::<4>(theirs) != 0,
            _ => plan.squares::<8>(mine) | plan.squares::<8>(theirs) != 0,
        }
    }

    /// Plays random moves, as [`playout()`](crate::playout::playout()) does. The game must not be
    /// over by a square; `start` says whether the board is the beginning of a game.
    #[inline(always)]
    fn play<const RUN: u32>(
        &mut self,
        start: bool,
        generator: &mut Generator,
        limit: u32,
        mut played: impl FnMut(Move),
    ) -> Playout {
        let SingleGame { plan, mine, theirs, mut turn } = *self;
        let mut board = ColumnarBoard { mine, theirs, filled: plan.filled(mine | theirs) };
        let mut begun = !start;
        let mut plies = 0;
        let outcome = loop {
            let room = plan.room::<RUN>(board.filled);
            if begun && board.is_dead(&room) {
                break Outcome::Draw;
            }
            if plies == limit {
                break Outcome::InProgress;
            }
            begun = true;
            let choice = room.choose(|moves| generator.below(moves));
            played(choice.to_move());
            let outcome = board.play::<RUN>(&plan, &room, choice, turn);
            plies += 1;
            turn = turn.other();
            if let Some(outcome) = outcome {
                break outcome;
            }
        };
        *self = SingleGame { plan, mine: board.mine, theirs: board.theirs, turn };
        Playout { plies, outcome }
    }
}

/// The board of a game in columnar form.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ColumnarBoard {
    /// The pieces of the side to move, and of the other.
    mine: u64,
    theirs: u64,
    /// Every column filled up to its top.
    filled: u64,
}

impl ColumnarBoard {
    /// Whether the game is drawn (ruling B1), unless it is at its beginning.
    #[inline(always)]
    fn is_dead(&self, room: &ColumnRoom) -> bool {
        room.is_empty() && self.filled == self.mine | self.theirs
    }

    /// Plays a move of `mover`. Returns the outcome if squares end the game.
    #[inline(always)]
    fn play<const RUN: u32>(
        &mut self,
        plan: &ColumnPlan,
        room: &ColumnRoom,
        choice: Choice,
        mover: Side,
    ) -> Option<Outcome> {
        let ColumnarBoard { mut mine, mut theirs, filled } = *self;
        let mut lost = 0;
        if choice.column == 0 {
            (mine, theirs) = plan.fall(mine, theirs);
            self.filled = mine | theirs;
            lost = plan.squares::<RUN>(theirs);
        } else {
            let dropped = plan.drop::<RUN>(filled, room, choice.vertical, choice.column);
            mine |= dropped.stick;
            self.filled = dropped.filled;
        }
        (self.mine, self.theirs) = (theirs, mine);
        by_squares(plan.squares::<RUN>(mine) != 0, lost != 0, mover)
    }
}

/// Random games in columnar form that take turns.
pub(crate) struct ColumnGames<const RUN: u32>(pub(in super::super) ColumnPlan);

impl<const RUN: u32> Plies for ColumnGames<RUN> {
    type Board = ColumnarBoard;

    #[inline(always)]
    fn start(&self) -> ColumnarBoard {
        ColumnarBoard::default()
    }

    #[inline(always)]
    fn ply(&self, board: &mut ColumnarBoard, plies: u32, generator: &mut Generator) -> Option<Playout> {
        let ColumnGames(plan) = self;
        let room = plan.room::<RUN>(board.filled);
        let choice = room.choose(|moves| generator.below(moves));
        // Both are rare, so one branch covers both.
        if choice.column == 0 || plies == PLY_LIMIT {
            let outcome = match plies {
                _ if plies > 0 && board.is_dead(&room) => Some(Outcome::Draw),
                PLY_LIMIT => Some(Outcome::InProgress),
                _ => None,
            };
            if let Some(outcome) = outcome {
                return Some(Playout { plies, outcome });
            }
        }
        let mover = if plies.is_multiple_of(2) { Side::First } else { Side::Second };
        let outcome = board.play::<RUN>(plan, &room, choice, mover)?;
        Some(Playout { plies: plies + 1, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Breakdown;
    use super::*;
    use crate::board;
    use crate::games::breakdown::{Parameters, Setup};
    use crate::rules::Notation;

    /// A square of either side is found, whatever the length of the stick.
    #[test]
    fn a_square_of_either_side_is_found() {
        let boards = [
            (board!["......", "......", "..**..", "oo**oo", "*oo*oo", "o*o*o*"], [true, true]),
            (board!["......", "......", "..**..", "oo**o*", "*oo*oo", "o*o*o*"], [true, false]),
            (board!["......", "......", "......", "oo*ooo", "*oo*oo", "o*o*o*"], [false, true]),
            (board!["......", "......", "......", "oo*o*o", "*oo*oo", "o*o*o*"], [false, false]),
        ];
        for stick in [2, 4, 5, 6] {
            let rules = Breakdown::<u128>::new(Parameters::new(6, 6, stick, 2).unwrap()).unwrap();
            let plan = rules.columns.unwrap();
            for (board, owned) in &boards {
                for turn in Side::BOTH {
                    let position = rules.position(&Setup::new(board, turn)).unwrap();
                    let (game, _) = rules.columnar(&position, plan);
                    assert_eq!(game.has_square(), owned.contains(&true), "stick {stick}:\n{board}");
                }
            }
        }
    }

    #[test]
    fn a_random_game_stops_at_the_limit_of_plies() {
        let rules = Breakdown::<u128>::new(Parameters::new(6, 6, 2, 2).unwrap()).unwrap();
        let games = ColumnGames::<4>(rules.columns.unwrap());
        let mut generator = Generator::for_game(1, 1);
        let mut at = |plies| games.ply(&mut games.start(), plies, &mut generator).map(|end| (end.plies, end.outcome));
        assert_eq!(at(PLY_LIMIT), Some((PLY_LIMIT, Outcome::InProgress)));
        assert_eq!(at(PLY_LIMIT - 1), None);
    }
}
