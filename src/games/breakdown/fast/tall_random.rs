//! Random games in the form with [one word per column](super::tall), one after the other.
//!
//! One game after the other keeps the processor busy. A ply depends on the one before only through
//! the room. The processor predicts that the room stays the same, and begins the next ply early.

use core::ops::Range;

use super::super::Move;
use super::tall::TallBoard;
use super::tall_plan::TallPlan;
use crate::cell::Side;
use crate::level::{BitMoves, BitTask};
use crate::playout::{PLY_LIMIT, Playout, Totals};
use crate::rng::Generator;
use crate::rules::Outcome;

/// The random games with these numbers.
pub(crate) struct TallGames {
    pub(crate) plan: TallPlan,
    pub(crate) seed: u64,
    pub(crate) games: Range<u64>,
}

/// A random game from a position on, in which nobody owns a square, to its end or to the limit of
/// plies.
pub(crate) struct TallGame<'a, F> {
    pub(crate) plan: TallPlan,
    pub(crate) board: &'a mut TallBoard,
    pub(crate) turn: Side,
    pub(crate) generator: &'a mut Generator,
    pub(crate) limit: u32,
    pub(crate) played: F,
}

impl BitTask for TallGames {
    type Output = Totals;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Totals {
        let TallGames { plan, seed, games } = self;
        match plan.with_lengths::<3, 3>() {
            Some(usual) => play_all(&usual, seed, games, moves),
            None => play_all(&plan, seed, games, moves),
        }
    }
}

#[inline(always)]
fn play_all(plan: &TallPlan, seed: u64, games: Range<u64>, moves: Option<BitMoves>) -> Totals {
    let mut totals = Totals::default();
    let mut board = TallBoard::new(plan);
    for number in games {
        board.clear(plan);
        let mut generator = Generator::for_game(seed, number);
        totals += play(plan, &mut board, Side::First, &mut generator, PLY_LIMIT, moves, |_| ());
    }
    totals
}

impl<F: FnMut(Move)> BitTask for TallGame<'_, F> {
    type Output = Playout;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Playout {
        let TallGame { plan, board, turn, generator, limit, played } = self;
        match plan.with_lengths::<3, 3>() {
            Some(usual) => play(&usual, board, turn, generator, limit, moves, played),
            None => play(&plan, board, turn, generator, limit, moves, played),
        }
    }
}

/// Plays random moves, as [`playout()`](crate::playout::playout()) does.
#[inline(always)]
fn play(
    plan: &TallPlan,
    board: &mut TallBoard,
    turn: Side,
    generator: &mut Generator,
    limit: u32,
    moves: Option<BitMoves>,
    mut played: impl FnMut(Move),
) -> Playout {
    // Copies stay in registers.
    let (mut random, mut mover) = (*generator, turn);
    let mut room = board.room(plan, moves);
    // The beginning of a game is never over.
    let is_start = turn == Side::First && board.is_empty(plan);
    let mut dead = !is_start && board.is_dead(plan, &room);
    let mut plies = 0;
    let outcome = loop {
        if dead {
            break Outcome::Draw;
        }
        if plies == limit {
            break Outcome::InProgress;
        }
        plies += 1;
        let (upright, flat) = room.counts();
        let index = random.below(upright + flat + 1);
        if index == upright + flat {
            played(Move::Breakdown);
            if let Some(outcome) = board.call(plan, mover, moves) {
                break outcome;
            }
            room = board.room(plan, moves);
            dead = board.is_dead(plan, &room);
        } else {
            let stick = room.stick(index, moves);
            played(stick.to_move());
            let at = board.landing(plan, stick);
            if board.drop(plan, mover, stick, at) {
                break Outcome::Win(mover);
            }
            if room.note(plan, stick, plan.top(stick, at), moves) {
                dead = board.is_dead(plan, &room);
            }
        }
        mover = mover.other();
    };
    *generator = random;
    Playout { plies, outcome }
}
