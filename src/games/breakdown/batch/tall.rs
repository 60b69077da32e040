//! [`TallBatch`]: thousands of games on boards of up to 64×64, with
//! [one word per column](super::super::fast::tall), one game after the other.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::super::fast::tall::TallBoard;
use super::super::fast::tall_plan::{TallPlan, TallStick};
use super::super::fast::tall_room::TallRoom;
use super::super::fast::{Breakdown, Position};
use super::super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, OVER, SECOND, check_step, masked_games};
use crate::board::PackedBoard;
use crate::cell::Side;
use crate::level::{BitMoves, BitTask, Level};
use crate::rules::{Notation, Outcome, Rules};

/// Many games on one board of up to 64×64.
#[derive(Clone)]
pub(in super::super) struct TallBatch {
    rules: Breakdown<PackedBoard>,
    plan: TallPlan,
    level: Level,
    games: Vec<TallGame>,
}

/// A game with the columns in which sticks fit.
#[derive(Clone)]
struct TallGame {
    board: TallBoard,
    room: TallRoom,
    state: u8,
}

impl TallBatch {
    /// A batch of `games` games at their start; `None` beyond 64×64.
    pub(in super::super) fn new(parameters: Parameters, games: usize, level: Level) -> Option<TallBatch> {
        let rules = Breakdown::new(parameters)?;
        let plan = rules.tall?;
        let board = TallBoard::new(&plan);
        let room = level.run_moving_bits(Room { plan: &plan, board: &board });
        Some(TallBatch { rules, plan, level, games: vec![TallGame { board, room, state: 0 }; games] })
    }

    fn mask_words(&self) -> usize {
        (2 * self.plan.columns() + 1).div_ceil(32)
    }

    fn position(&self, game: usize) -> Position<PackedBoard> {
        self.rules.position_of_tall(&self.plan, &self.games[game].board, self.games[game].turn())
    }
}

impl Batch for TallBatch {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        let TallGame { board, room, state } = &mut self.games[game];
        board.clear(&self.plan);
        *room = self.level.run_moving_bits(Room { plan: &self.plan, board });
        *state = 0;
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        let words = self.mask_words();
        check_step(actions, outcomes, masks.as_deref(), words);
        let games = &mut self.games[first..first + actions.len()];
        self.level.run_moving_bits(Step { plan: self.plan, words, games, actions, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let words = self.mask_words();
        let games = &self.games[first..first + masked_games(masks.len(), words)];
        for (game, mask) in games.iter().zip(masks.chunks_exact_mut(words)) {
            game.write_mask(&self.plan, mask);
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let each = self.rules.parameters().size().cells() as usize;
        for (cells, game) in cells.chunks_exact_mut(each).zip(first..) {
            self.games[game].board.write_cells(&self.plan, self.games[game].turn(), cells);
        }
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Breakdown");
        let position = self.rules.position(setup).unwrap_or_else(|error| panic!("{error}"));
        let board = self.rules.tall_board(&position, &self.plan);
        let room = self.level.run_moving_bits(Room { plan: &self.plan, board: &board });
        let is_over = self.rules.outcome(&position) != Outcome::InProgress;
        let second = if self.rules.turn(&position) == Side::Second { SECOND } else { 0 };
        self.games[game] = TallGame { board, room, state: second | if is_over { OVER } else { 0 } };
    }
}

impl TallGame {
    #[inline(always)]
    fn turn(&self) -> Side {
        Side::BOTH[usize::from(self.state & SECOND)]
    }

    /// Bit *c* for `|c`, *w* + *c* for `-c`, 2*w* for `!`; none once the game is over.
    #[inline(always)]
    fn write_mask(&self, plan: &TallPlan, mask: &mut [u32]) {
        let width = plan.columns();
        let mut sticks = u128::from(self.room.upright) | u128::from(self.room.flat) << width;
        for word in &mut *mask {
            *word = sticks as u32;
            sticks >>= 32;
        }
        mask[2 * width / 32] |= 1 << (2 * width % 32);
        if self.state & OVER != 0 {
            mask.fill(0);
        }
    }

    /// Plays an action, if it is legal.
    #[inline(always)]
    fn step(&mut self, plan: &TallPlan, action: u32, moves: Option<BitMoves>) -> BatchOutcome {
        let (width, action) = (plan.columns(), action as usize);
        if self.state & OVER != 0 || action > 2 * width {
            return BatchOutcome::Illegal;
        }
        let mover = self.turn();
        let outcome = if action == 2 * width {
            let ended = self.board.call(plan, mover, moves);
            self.room = self.board.room(plan, moves);
            match ended {
                Some(outcome) => outcome,
                None if self.board.is_dead(plan, &self.room) => Outcome::Draw,
                None => Outcome::InProgress,
            }
        } else {
            let is_upright = action < width;
            let (upright, col) = if is_upright { (u64::MAX, action) } else { (0, action - width) };
            let fitting = if is_upright { self.room.upright } else { self.room.flat };
            if fitting >> col & 1 == 0 {
                return BatchOutcome::Illegal;
            }
            let stick = TallStick { upright, col };
            let at = self.board.landing(plan, stick);
            let won = self.board.drop(plan, mover, stick, at);
            let may_be_dead = self.room.note(plan, stick, plan.top(stick, at), moves);
            if won {
                Outcome::Win(mover)
            } else if may_be_dead && self.board.is_dead(plan, &self.room) {
                Outcome::Draw
            } else {
                Outcome::InProgress
            }
        };
        self.state ^= SECOND;
        self.state |= if outcome.is_over() { OVER } else { 0 };
        outcome.into()
    }
}

/// Finds the columns in which sticks fit, with the level's instruction for counting bits if it has
/// one.
struct Room<'a> {
    plan: &'a TallPlan,
    board: &'a TallBoard,
}

impl BitTask for Room<'_> {
    type Output = TallRoom;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> TallRoom {
        self.board.room(self.plan, moves)
    }
}

/// One action in every game.
struct Step<'a> {
    plan: TallPlan,
    /// The words of a mask.
    words: usize,
    games: &'a mut [TallGame],
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl BitTask for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) {
        match self.plan.with_lengths::<3, 3>() {
            Some(usual) => self.play(&usual, moves),
            None => {
                let plan = self.plan;
                self.play(&plan, moves);
            }
        }
    }
}

impl Step<'_> {
    #[inline(always)]
    fn play(self, plan: &TallPlan, moves: Option<BitMoves>) {
        let Step { words, games, actions, outcomes, mut masks, .. } = self;
        for (index, ((game, &action), outcome)) in games.iter_mut().zip(actions).zip(outcomes).enumerate() {
            *outcome = game.step(plan, action, moves);
            if let Some(masks) = &mut masks {
                game.write_mask(plan, &mut masks[words * index..][..words]);
            }
        }
    }
}
