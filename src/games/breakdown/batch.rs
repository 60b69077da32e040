//! [`ColumnBatch`]: thousands of games on boards of up to 8×8, in the
//! [columnar form](super::fast::columnar), one in every lane of a vector.
//!
//! A step is one loop over the lanes: drop, look for a square, find the room for the mask. Calls of
//! breakdown are rare and dear, so they are played one at a time after the loop, before the next
//! lanes are read.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::fast::columnar::{ColumnPlan, ColumnRoom};
use super::fast::single::SingleGame;
use super::fast::{Breakdown, Position};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome};
use crate::board::select::spread_bits;
use crate::cell::Side;
use crate::level::{Level, Task};
use crate::rules::{Notation, Outcome, Rules};

/// Games whose step is one loop.
const LANES: usize = 32;

/// Many games on one board of up to 8×8.
#[derive(Clone)]
pub(super) struct ColumnBatch {
    rules: Breakdown<u128>,
    plan: ColumnPlan,
    level: Level,
    games: Games<Vec<u64>, Vec<u8>>,
}

/// The positions of games, as a structure of arrays.
#[derive(Clone)]
struct Games<W, B> {
    /// The pieces of the side to move, and of the other.
    mine: W,
    theirs: W,
    /// 0 or 1, the side to move.
    turns: B,
    /// 1 once a game is over.
    over: B,
}

impl Games<Vec<u64>, Vec<u8>> {
    fn part(&mut self, first: usize, count: usize) -> Games<&mut [u64], &mut [u8]> {
        let games = first..first + count;
        Games {
            mine: &mut self.mine[games.clone()],
            theirs: &mut self.theirs[games.clone()],
            turns: &mut self.turns[games.clone()],
            over: &mut self.over[games],
        }
    }
}

impl ColumnBatch {
    /// As many games at their start; `None` beyond 8×8.
    pub(super) fn new(parameters: Parameters, games: usize, level: Level) -> Option<ColumnBatch> {
        let rules = Breakdown::new(parameters)?;
        let games = Games { mine: vec![0; games], theirs: vec![0; games], turns: vec![0; games], over: vec![0; games] };
        Some(ColumnBatch { plan: rules.columns?, rules, level, games })
    }

    fn position(&self, game: usize) -> Position<u128> {
        let (mine, theirs) = (self.games.mine[game], self.games.theirs[game]);
        let turn = Side::BOTH[usize::from(self.games.turns[game])];
        self.rules.position_of(&SingleGame { plan: self.plan, mine, theirs, turn })
    }

    fn width(&self) -> u32 {
        self.rules.parameters().size().width()
    }
}

impl Batch for ColumnBatch {
    fn games(&self) -> usize {
        self.games.mine.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        (self.games.mine[game], self.games.theirs[game]) = (0, 0);
        (self.games.turns[game], self.games.over[game]) = (0, 0);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        assert_eq!(actions.len(), outcomes.len(), "as many actions as outcomes");
        assert!(masks.as_ref().is_none_or(|masks| masks.len() == actions.len()), "a word of mask a game");
        let (plan, width) = (self.plan, self.width());
        let games = self.games.part(first, actions.len());
        match plan.is_short() {
            true => self.level.run(Step::<false> { plan, width, games, actions, outcomes, masks }),
            false => self.level.run(Step::<true> { plan, width, games, actions, outcomes, masks }),
        }
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let (mine, theirs) = (&self.games.mine[first..], &self.games.theirs[first..]);
        let over = &self.games.over[first..];
        assert!(masks.len() <= mine.len(), "masks of games of the batch");
        let (plan, width) = (self.plan, self.width());
        match plan.is_short() {
            true => self.level.run(Legal::<false> { plan, width, mine, theirs, over, masks }),
            false => self.level.run(Legal::<true> { plan, width, mine, theirs, over, masks }),
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules.parameters().size();
        let games = first..first + cells.len() / size.cells() as usize;
        let (mine, theirs) = (&self.games.mine[games.clone()], &self.games.theirs[games]);
        self.level.run(Observe { plan: self.plan, width: size.width() as usize, mine, theirs, cells });
    }

    fn turn(&self, game: usize) -> Side {
        Side::BOTH[usize::from(self.games.turns[game])]
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Breakdown");
        let position = self.rules.position(setup).expect("a position of the game");
        let (single, _) = self.rules.columnar(&position, self.plan);
        (self.games.mine[game], self.games.theirs[game]) = (single.mine, single.theirs);
        self.games.turns[game] = single.turn as u8;
        self.games.over[game] = u8::from(self.rules.outcome(&position) != Outcome::InProgress);
    }
}

/// The mask of a game in progress: bit *c* for `|c`, *w* + *c* for `-c`, 2*w* for `!`.
#[inline(always)]
fn mask(room: &ColumnRoom, width: u32) -> u32 {
    gathered(room.vertical) | gathered(room.horizontal) << width | 1 << (2 * width)
}

/// Bit 8*c* of a word, moved to bit *c*.
#[inline(always)]
fn gathered(columns: u64) -> u32 {
    (columns.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The legal moves of games. `LONG` must be true unless [`ColumnPlan::is_short`].
struct Legal<'a, const LONG: bool> {
    plan: ColumnPlan,
    width: u32,
    mine: &'a [u64],
    theirs: &'a [u64],
    over: &'a [u8],
    masks: &'a mut [u32],
}

impl<const LONG: bool> Task for Legal<'_, LONG> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { plan, width, mine, theirs, over, masks } = self;
        for (((out, &mine), &theirs), &over) in masks.iter_mut().zip(mine).zip(theirs).zip(over) {
            let legal = mask(&plan.room::<LONG>(plan.filled(mine | theirs)), width);
            *out = if over == 0 { legal } else { 0 };
        }
    }
}

/// One action in every game. `LONG` must be true unless [`ColumnPlan::is_short`].
struct Step<'a, const LONG: bool> {
    plan: ColumnPlan,
    width: u32,
    games: Games<&'a mut [u64], &'a mut [u8]>,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<const LONG: bool> Task for Step<'_, LONG> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { plan, width, games, actions, outcomes, masks } = self;
        let mut unwanted = [0; LANES];
        let (mut masks, wanted) = match masks {
            Some(masks) => (masks, true),
            None => (&mut [][..], false),
        };
        let mine = games.mine.chunks_mut(LANES).zip(games.theirs.chunks_mut(LANES));
        let flags = games.turns.chunks_mut(LANES).zip(games.over.chunks_mut(LANES));
        let rest = actions.chunks(LANES).zip(outcomes.chunks_mut(LANES));
        for (((mine, theirs), (turns, over)), (actions, outcomes)) in mine.zip(flags).zip(rest) {
            let count = mine.len();
            let games = Games { mine, theirs, turns, over };
            let here = if wanted {
                let (here, after) = masks.split_at_mut(count);
                masks = after;
                here
            } else {
                &mut unwanted[..count]
            };
            step::<LONG>(plan, width, games, actions, outcomes, here);
        }
    }
}

/// One action in each of up to [`LANES`] games.
#[inline(always)]
fn step<const LONG: bool>(
    plan: ColumnPlan,
    width: u32,
    games: Games<&mut [u64], &mut [u8]>,
    actions: &[u32],
    outcomes: &mut [BatchOutcome],
    masks: &mut [u32],
) {
    let Games { mine, theirs, turns, over } = games;
    let count = mine.len();
    // A whole number of lanes is a loop that the compiler knows the length of.
    let (theirs, turns, over) = (&mut theirs[..count], &mut turns[..count], &mut over[..count]);
    let (actions, outcomes, masks) = (&actions[..count], &mut outcomes[..count], &mut masks[..count]);
    let mut calls = 0;
    for lane in 0..count {
        let (ours, others) = (mine[lane], theirs[lane]);
        let filled = plan.filled(ours | others);
        let room = plan.room::<LONG>(filled);
        let action = u64::from(actions[lane]);
        let (sticks, col) = (2 * u64::from(width), u64::from(width));
        let vertical = action < col;
        let place = if vertical { action } else { action.wrapping_sub(col) };
        let fitting = if vertical { room.vertical } else { room.horizontal };
        let goes_on = over[lane] == 0;
        let column = (1_u64 << ((8 * place) & 63)) & fitting;
        let column = if goes_on & (action < sticks) { column } else { 0 };
        let dropped = plan.drop::<LONG>(filled, &room, vertical, column);
        let after = ours | dropped.stick;
        let occupied = after | others;
        let played = column != 0;
        let won = plan.squares::<LONG>(after) != 0;
        let next = plan.room::<LONG>(dropped.filled);
        // A stick has fallen, so this is not the beginning.
        let dead = next.is_empty() & (dropped.filled == occupied);
        let turn = turns[lane];
        let ends = played & (won | dead);
        let winner = if turn == 0 { BatchOutcome::First } else { BatchOutcome::Second };
        let outcome = if won { winner } else { BatchOutcome::Draw };
        let outcome = if ends { outcome } else { BatchOutcome::InProgress };
        outcomes[lane] = if played { outcome } else { BatchOutcome::Illegal };
        mine[lane] = if played { others } else { ours };
        theirs[lane] = if played { after } else { others };
        turns[lane] = turn ^ u8::from(played);
        over[lane] |= u8::from(ends);
        masks[lane] = if over[lane] == 0 { mask(&next, width) } else { 0 };
        calls |= u32::from(goes_on & (action == sticks)) << lane;
    }
    while calls != 0 {
        let lane = calls.trailing_zeros() as usize;
        calls &= calls - 1;
        let (ours, others) = plan.fall(mine[lane], theirs[lane]);
        let (won, lost) = (plan.squares::<LONG>(ours) != 0, plan.squares::<LONG>(others) != 0);
        let turn = turns[lane];
        let filled = ours | others;
        // The empty board is the beginning when it is the first side's turn.
        let beginning = filled == 0 && turn == 1;
        let room = plan.room::<LONG>(filled);
        let dead = room.is_empty() && !beginning;
        outcomes[lane] = match (won, lost) {
            (true, true) => BatchOutcome::Draw,
            (true, false) => BatchOutcome::ALL[usize::from(1 + turn)],
            (false, true) => BatchOutcome::ALL[usize::from(2 - turn)],
            (false, false) if dead => BatchOutcome::Draw,
            (false, false) => BatchOutcome::InProgress,
        };
        (mine[lane], theirs[lane]) = (others, ours);
        turns[lane] = turn ^ 1;
        over[lane] = u8::from(outcomes[lane] != BatchOutcome::InProgress);
        masks[lane] = if over[lane] == 0 { mask(&room, width) } else { 0 };
    }
}

/// The boards of games as bytes: 0 empty, 1 the side to move, 2 the other.
struct Observe<'a> {
    plan: ColumnPlan,
    width: usize,
    mine: &'a [u64],
    theirs: &'a [u64],
    cells: &'a mut [u8],
}

impl Task for Observe<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Observe { plan, width, mine, theirs, cells } = self;
        let rows = plan.height();
        for ((cells, &mine), &theirs) in cells.chunks_exact_mut(width * rows).zip(mine).zip(theirs) {
            let (mine, theirs) = (plan.rows(mine), plan.rows(theirs));
            for (row, cells) in cells.chunks_exact_mut(width).enumerate() {
                let from_ground = 8 * (rows - 1 - row);
                let bytes = spread_bits(mine >> from_ground) + 2 * spread_bits(theirs >> from_ground);
                cells.copy_from_slice(&bytes.to_le_bytes()[..width]);
            }
        }
    }
}
