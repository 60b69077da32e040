//! [`ColumnBatch`]: thousands of games on boards of up to 8×8, in the
//! [columnar form](super::super::fast::columnar), one in every lane of a vector.
//!
//! A step is one loop over the lanes: drop, look for a square, find the room. Calls of breakdown
//! are rare and expensive, so they are queued, and played as soon as they fill the lanes.
//!
//! Tried and dropped: calls one at a time after each loop (AVX-512 and AVX2 at four fifths and nine
//! tenths of the speed), columns filled anew from the pieces for each step (a thirtieth slower with
//! AVX2), the mask in the loop of the step (the portable level at four fifths), gathering the
//! columns of a mask by shifts instead of a product (a tenth slower with AVX-512), lengths of 3 as
//! constants (at most 4 % faster, for a second body).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::super::fast::columnar::ColumnPlan;
use super::super::fast::single::SingleGame;
use super::super::fast::{Breakdown, Position};
use super::super::{Parameters, Setup};
use super::{OVER, SECOND};
use crate::batch::{Batch, BatchOutcome, NO_ACTION};
use crate::board::select::spread_bits;
use crate::cell::Side;
use crate::lanes::{Lanes, put, take};
use crate::level::{Level, Task};
use crate::rules::{Notation, Outcome, Rules};

/// Games whose step is one loop.
const LANES: usize = 32;

/// Many games on one board of up to 8×8.
#[derive(Clone)]
pub(in super::super) struct ColumnBatch {
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
    /// Every column filled up to its top.
    filled: W,
    states: B,
}

impl Games<Vec<u64>, Vec<u8>> {
    fn part(&mut self, first: usize, count: usize) -> Games<&mut [u64], &mut [u8]> {
        let games = first..first + count;
        Games {
            mine: &mut self.mine[games.clone()],
            theirs: &mut self.theirs[games.clone()],
            filled: &mut self.filled[games.clone()],
            states: &mut self.states[games],
        }
    }
}

impl ColumnBatch {
    /// A batch of `games` games at their start; `None` beyond 8×8.
    pub(in super::super) fn new(parameters: Parameters, games: usize, level: Level) -> Option<ColumnBatch> {
        let rules = Breakdown::new(parameters)?;
        let words = vec![0; games];
        let games = Games { mine: words.clone(), theirs: words.clone(), filled: words, states: vec![0; games] };
        Some(ColumnBatch { plan: rules.columns?, rules, level, games })
    }

    fn position(&self, game: usize) -> Position<u128> {
        let (mine, theirs) = (self.games.mine[game], self.games.theirs[game]);
        self.rules.position_of(&SingleGame { plan: self.plan, mine, theirs, turn: self.turn(game) })
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
        (self.games.mine[game], self.games.theirs[game], self.games.filled[game]) = (0, 0, 0);
        self.games.states[game] = 0;
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        assert_eq!(actions.len(), outcomes.len(), "as many actions as outcomes");
        assert!(masks.as_ref().is_none_or(|masks| masks.len() == actions.len()), "a word of mask a game");
        let (plan, width) = (self.plan, self.width());
        let games = self.games.part(first, actions.len());
        match plan.longest() {
            ..=3 => self.level.run(Step::<3> { plan, width, games, actions, outcomes, masks }),
            4 => self.level.run(Step::<4> { plan, width, games, actions, outcomes, masks }),
            _ => self.level.run(Step::<8> { plan, width, games, actions, outcomes, masks }),
        }
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let (filled, states) = (&self.games.filled[first..], &self.games.states[first..]);
        assert!(masks.len() <= filled.len(), "masks of games of the batch");
        let (plan, width) = (self.plan, self.width());
        match plan.longest() {
            ..=4 => self.level.run(Legal::<4> { plan, width, filled, states, masks }),
            _ => self.level.run(Legal::<8> { plan, width, filled, states, masks }),
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules.parameters().size();
        let games = first..first + cells.len() / size.cells() as usize;
        let (mine, theirs) = (&self.games.mine[games.clone()], &self.games.theirs[games]);
        self.level.run(Observe { plan: self.plan, width: size.width() as usize, mine, theirs, cells });
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let games = first..first + words.len() / 2;
        let (mine, theirs) = (&self.games.mine[games.clone()], &self.games.theirs[games]);
        self.level.run(PlaneWords { plan: self.plan, mine, theirs, words });
        true
    }

    fn turn(&self, game: usize) -> Side {
        Side::BOTH[usize::from(self.games.states[game] & SECOND)]
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Breakdown");
        let position = self.rules.position(setup).expect("a position of the game");
        let (single, _) = self.rules.columnar(&position, self.plan);
        (self.games.mine[game], self.games.theirs[game]) = (single.mine, single.theirs);
        self.games.filled[game] = self.plan.filled(single.mine | single.theirs);
        let is_over = self.rules.outcome(&position) != Outcome::InProgress;
        let second = if single.turn == Side::Second { SECOND } else { 0 };
        self.games.states[game] = second | if is_over { OVER } else { 0 };
    }
}

/// The mask of a game in progress: bit *c* for `|c`, *w* + *c* for `-c`, 2*w* for `!`.
#[inline(always)]
fn mask(vertical: u64, horizontal: u64, width: u32) -> u32 {
    gathered(vertical) | gathered(horizontal) << width | 1 << (2 * width)
}

/// Bit 8*c* of a word, moved to bit *c*.
///
/// The upper four columns are first moved between the lower four. So both factors have 32 bits, and
/// vectors have an instruction for their product; that of 64 bits takes three with AVX-512 and
/// seven without.
#[inline(always)]
fn gathered(columns: u64) -> u32 {
    let folded = (columns | columns >> 28) & 0xffff_ffff;
    ((folded.wrapping_mul(0x0020_4081) >> 21) & 0xff) as u32
}

/// The legal moves of games. `RUN` must be at least [`ColumnPlan::longest`].
struct Legal<'a, const RUN: u32> {
    plan: ColumnPlan,
    width: u32,
    filled: &'a [u64],
    states: &'a [u8],
    masks: &'a mut [u32],
}

impl<const RUN: u32> Task for Legal<'_, RUN> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { plan, width, filled, states, masks } = self;
        for ((out, &filled), &state) in masks.iter_mut().zip(filled).zip(states) {
            let room = plan.room::<RUN>(filled);
            let legal = mask(room.vertical, room.horizontal, width);
            *out = if state & OVER == 0 { legal } else { 0 };
        }
    }
}

/// One action in every game. `RUN` must be at least [`ColumnPlan::longest`].
struct Step<'a, const RUN: u32> {
    plan: ColumnPlan,
    width: u32,
    games: Games<&'a mut [u64], &'a mut [u8]>,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<const RUN: u32> Task for Step<'_, RUN> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { plan, width, games: all, actions: all_actions, outcomes: all_outcomes, mut masks } = self;
        let count = all_actions.len();
        let call = 2 * width;
        let mut lanes = LaneGames::new();
        let mut actions = Lanes([NO_ACTION; LANES]);
        // The games that have called breakdown. After each loop there are fewer than lanes.
        let (mut queue, mut queued) = ([0; 2 * LANES], 0);
        for first in (0..count).step_by(LANES) {
            let end = count.min(first + LANES);
            take(&all.mine[first..end], &mut lanes.mine.0);
            take(&all.theirs[first..end], &mut lanes.theirs.0);
            take(&all.filled[first..end], &mut lanes.filled.0);
            take(&all.states[first..end], &mut lanes.states);
            take(&all_actions[first..end], &mut actions.0);
            let mut calls = 0_u32;
            for lane in 0..LANES {
                let (ours, others, filled) = (lanes.mine.0[lane], lanes.theirs.0[lane], lanes.filled.0[lane]);
                let (action, state) = (actions.0[lane], lanes.states[lane]);
                let room = plan.room::<RUN>(filled);
                let vertical = action < width;
                let place = u64::from(if vertical { action } else { action.wrapping_sub(width) });
                let fitting = if vertical { room.vertical } else { room.horizontal };
                let goes_on = state & OVER == 0;
                let column = (1_u64 << ((8 * place) & 63)) & fitting;
                let column = if goes_on & (action < call) { column } else { 0 };
                let dropped = plan.drop::<RUN>(filled, &room, vertical, column);
                let after = ours | dropped.stick;
                let plays = column != 0;
                let won = plan.squares::<RUN>(after) != 0;
                let next = plan.room::<RUN>(dropped.filled);
                // A stick has fallen, so this is not the beginning.
                let dead = next.is_empty() & (dropped.filled == after | others);
                let ends = plays & (won | dead);
                let winner = if state & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if won { winner } else { BatchOutcome::Draw };
                let outcome = if ends { outcome } else { BatchOutcome::InProgress };
                lanes.outcomes[lane] = if plays { outcome } else { BatchOutcome::Illegal };
                lanes.mine.0[lane] = if plays { others } else { ours };
                lanes.theirs.0[lane] = if plays { after } else { others };
                lanes.filled.0[lane] = dropped.filled;
                lanes.states[lane] = (state ^ u8::from(plays)) | if ends { OVER } else { 0 };
                (lanes.vertical.0[lane], lanes.horizontal.0[lane]) = (next.vertical, next.horizontal);
                calls |= u32::from(goes_on & (action == call)) << lane;
            }
            put(&lanes.mine.0, &mut all.mine[first..end]);
            put(&lanes.theirs.0, &mut all.theirs[first..end]);
            put(&lanes.filled.0, &mut all.filled[first..end]);
            put(&lanes.states, &mut all.states[first..end]);
            put(&lanes.outcomes, &mut all_outcomes[first..end]);
            if let Some(masks) = &mut masks {
                put(&lanes.masks(width), &mut masks[first..end]);
            }
            // Lanes without a game hold stale games of the loop before.
            calls &= u32::MAX >> (LANES - (end - first));
            while calls != 0 {
                queue[queued] = first + calls.trailing_zeros() as usize;
                queued += 1;
                calls &= calls - 1;
            }
            while queued >= LANES || queued > 0 && end == count {
                let (from, games) = (queued.saturating_sub(LANES), queued.min(LANES));
                let called = &queue[from..from + games];
                for (lane, &game) in called.iter().enumerate() {
                    lanes.mine.0[lane] = all.mine[game];
                    lanes.theirs.0[lane] = all.theirs[game];
                    lanes.states[lane] = all.states[game];
                }
                lanes.fall::<RUN>(&plan);
                let legal = lanes.masks(width);
                for (lane, &game) in called.iter().enumerate() {
                    all.mine[game] = lanes.mine.0[lane];
                    all.theirs[game] = lanes.theirs.0[lane];
                    all.filled[game] = lanes.filled.0[lane];
                    all.states[game] = lanes.states[lane];
                    all_outcomes[game] = lanes.outcomes[lane];
                    if let Some(masks) = &mut masks {
                        masks[game] = legal[lane];
                    }
                }
                queued = from;
            }
        }
    }
}

/// The games of one loop.
struct LaneGames {
    mine: Lanes<u64, LANES>,
    theirs: Lanes<u64, LANES>,
    filled: Lanes<u64, LANES>,
    states: [u8; LANES],
    outcomes: [BatchOutcome; LANES],
    /// The columns in which sticks then fit.
    vertical: Lanes<u64, LANES>,
    horizontal: Lanes<u64, LANES>,
}

impl LaneGames {
    #[inline(always)]
    fn new() -> LaneGames {
        let zero = Lanes([0; LANES]);
        let (states, outcomes) = ([0; LANES], [BatchOutcome::InProgress; LANES]);
        LaneGames { mine: zero, theirs: zero, filled: zero, states, outcomes, vertical: zero, horizontal: zero }
    }

    /// The legal moves.
    #[inline(always)]
    fn masks(&self, width: u32) -> [u32; LANES] {
        let mut masks = [0; LANES];
        for (lane, out) in masks.iter_mut().enumerate() {
            let legal = mask(self.vertical.0[lane], self.horizontal.0[lane], width);
            *out = if self.states[lane] & OVER == 0 { legal } else { 0 };
        }
        masks
    }

    /// Calls breakdown in every game.
    #[inline(always)]
    fn fall<const RUN: u32>(&mut self, plan: &ColumnPlan) {
        for lane in 0..LANES {
            let (ours, others) = plan.fall(self.mine.0[lane], self.theirs.0[lane]);
            let (won, lost) = (plan.squares::<RUN>(ours) != 0, plan.squares::<RUN>(others) != 0);
            let second = self.states[lane] & SECOND != 0;
            let filled = ours | others;
            let room = plan.room::<RUN>(filled);
            // The empty board with the first side to move is the beginning, which is not judged.
            let dead = room.is_empty() & ((filled != 0) | !second);
            let (winner, loser) = if second {
                (BatchOutcome::Second, BatchOutcome::First)
            } else {
                (BatchOutcome::First, BatchOutcome::Second)
            };
            let outcome = if dead { BatchOutcome::Draw } else { BatchOutcome::InProgress };
            let outcome = if won { winner } else { outcome };
            let outcome = if lost { loser } else { outcome };
            self.outcomes[lane] = if won & lost { BatchOutcome::Draw } else { outcome };
            (self.mine.0[lane], self.theirs.0[lane], self.filled.0[lane]) = (others, ours, filled);
            let over = if won | lost | dead { OVER } else { 0 };
            self.states[lane] = if second { 0 } else { SECOND } | over;
            (self.vertical.0[lane], self.horizontal.0[lane]) = (room.vertical, room.horizontal);
        }
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

/// The pieces of the side to move and of the other, a word each, the top row first.
struct PlaneWords<'a> {
    plan: ColumnPlan,
    mine: &'a [u64],
    theirs: &'a [u64],
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { plan, mine, theirs, words } = self;
        let below = 8 * (8 - plan.height());
        let (words, _) = words.as_chunks_mut::<2>();
        for ((words, &mine), &theirs) in words.iter_mut().zip(mine).zip(theirs) {
            *words = [mine, theirs].map(|color| plan.rows(color).swap_bytes() >> below);
        }
    }
}
