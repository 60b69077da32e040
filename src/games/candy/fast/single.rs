//! [`ColumnGame`]: one game in the [columnar form](super::columnar).

use super::super::{Direction, Move, STEP_LIMIT};
use super::columnar::{Colors, ColumnPlan, ColumnSwap, ColumnSwaps, States, explode};
use super::supply::{Queues, Supply};
use super::{Candy, Position, Small};
use crate::cell::{Pos, Side, Size};
use crate::level::{BitMoves, BitTask};
use crate::playout::{PLY_LIMIT, Playout, unwatched};
use crate::rng::Generator;
use crate::rules::Outcome;

/// The rules of a board of up to 8×8, with up to 8 colors and states up to 3.
#[derive(Clone, Copy)]
pub(crate) struct ColumnRules<'r> {
    rules: &'r Candy<Small>,
    pub(crate) plan: &'r ColumnPlan,
    pub(crate) supply: &'r Supply,
}

/// A game under way.
#[derive(Clone, Copy)]
pub(crate) struct ColumnGame {
    pub(crate) colors: Colors,
    pub(crate) states: States,
    /// The index of the window at every column's queue.
    pub(crate) places: [u32; 8],
    /// The number of times that every queue began again.
    laps: [u32; 8],
    score: u64,
    /// Whether something on the board matches: the last settling ended at its limit.
    pub(crate) unsettled: bool,
}

/// The queues of a game: places, and laps.
struct Places<'a>(&'a mut [u32; 8], &'a mut [u32; 8]);

impl Queues for Places<'_> {
    #[inline(always)]
    fn take(&mut self, supply: &Supply, column: usize, count: u32) -> usize {
        let place = self.0[column & 7] + count;
        let end = (column as u32 + 1) * supply.rows;
        // A column may be higher than the extension.
        let laps = if place < end { 0 } else { (place - end) / supply.rows + 1 };
        self.0[column & 7] = place - laps * supply.rows;
        self.1[column & 7] += laps;
        self.0[column & 7] as usize
    }
}

/// The queues of a position: unwrapped offsets (K4).
pub(super) struct Offsets<'a>(pub(super) &'a mut [u64; 8]);

impl Queues for Offsets<'_> {
    #[inline(always)]
    fn take(&mut self, supply: &Supply, column: usize, count: u32) -> usize {
        let (offset, rows) = (&mut self.0[column & 7], u64::from(supply.rows));
        *offset = after_taking(*offset, count.into(), rows);
        column * supply.rows as usize + (*offset % rows) as usize
    }
}

/// The offset of a queue of some rows after it took some candies. One that would go beyond its
/// range continues from its place in the extension.
#[inline(always)]
pub(crate) fn after_taking(offset: u64, count: u64, rows: u64) -> u64 {
    match offset.checked_add(count) {
        Some(after) => after,
        None => (u64::MAX % rows + 1) % rows + offset.wrapping_add(count),
    }
}

impl<'r> ColumnRules<'r> {
    pub(super) fn new(rules: &'r Candy<Small>) -> Option<ColumnRules<'r>> {
        let (plan, supply) = rules.columns.as_ref()?;
        Some(ColumnRules { rules, plan, supply })
    }

    /// The game of a position; `None` if an offset is near its end.
    pub(crate) fn game(&self, position: &Position<Small>) -> Option<ColumnGame> {
        let rows = u64::from(self.supply.rows);
        let mut places = [0; 8];
        for (column, (place, &offset)) in places.iter_mut().zip(&position.offsets).enumerate() {
            if offset > u64::MAX / 2 {
                return None;
            }
            *place = column as u32 * self.supply.rows + (offset % rows) as u32;
        }
        Some(ColumnGame {
            colors: position.colors,
            states: position.states,
            places,
            laps: [0; 8],
            score: position.score,
            unsettled: self.plan.pairs(&position.colors).match_somewhere(),
        })
    }

    /// The position after some plies from `start`.
    fn position(&self, start: &Position<Small>, game: &ColumnGame, plies: u32) -> Position<Small> {
        let rows = u64::from(self.supply.rows);
        let mut offsets = start.offsets;
        for (column, offset) in offsets.iter_mut().enumerate() {
            let place = u64::from(game.places[column] - column as u32 * self.supply.rows);
            *offset = *offset - *offset % rows + u64::from(game.laps[column]) * rows + place;
        }
        Position {
            colors: game.colors,
            states: game.states,
            offsets,
            moves: start.moves.saturating_add(plies.into()),
            score: game.score,
        }
    }

    /// Settles a board, in up to `limit` steps. Returns how many fired.
    #[inline(always)]
    pub(crate) fn settle(
        &self,
        limit: u32,
        colors: &mut Colors,
        states: &mut States,
        score: &mut u64,
        queues: &mut impl Queues,
        moves: Option<BitMoves>,
    ) -> u32 {
        for steps in 0..limit {
            let pairs = self.plan.pairs(colors);
            if !pairs.match_somewhere() {
                return steps;
            }
            // Four in a line are rare.
            let fired = if pairs.have_four() { pairs.fire() } else { pairs.fire_threes(0) };
            *score = score.saturating_add(explode(states, fired).count_ones().into());
            self.supply.fall(self.plan, colors, fired, queues, moves);
        }
        limit
    }

    /// Plays a random move, or returns the outcome if the game is over before it. `last` says
    /// whether no ply is left.
    #[inline(always)]
    fn ply(
        &self,
        game: &mut ColumnGame,
        last: bool,
        generator: &mut Generator,
        moves: Option<BitMoves>,
    ) -> Result<ColumnSwap, Outcome> {
        if game.states == [0; 2] {
            return Err(Outcome::Win(Side::First));
        }
        let swaps = if game.unsettled { self.unsettled_swaps(&game.colors) } else { self.plan.swaps(&game.colors) };
        let swaps = swaps.by_row();
        if swaps.count() == 0 {
            return Err(Outcome::Draw);
        }
        if last {
            return Err(Outcome::InProgress);
        }
        let index = generator.below(swaps.count());
        let swap = match moves {
            Some(moves) => swaps.nth_by(moves, index),
            None => swaps.nth(index),
        };
        swap.exchange(&mut game.colors, 1);
        let ColumnGame { colors, states, places, laps, score, .. } = game;
        let steps = self.settle(STEP_LIMIT, colors, states, score, &mut Places(places, laps), moves);
        game.unsettled = steps == STEP_LIMIT && self.plan.pairs(&game.colors).match_somewhere();
        Ok(swap)
    }

    /// Whether something on a board matches.
    #[inline(always)]
    pub(crate) fn is_unsettled(&self, colors: &Colors) -> bool {
        self.plan.pairs(colors).match_somewhere()
    }

    /// Writes the bytes of an observation: colors, states, and the candies that come next.
    pub(crate) fn observe(&self, position: &Position<Small>, size: Size, cells: &mut [u8]) {
        let squares = size.cells() as usize;
        let (supply, rows) = (self.supply, u64::from(self.supply.rows));
        for column in 0..size.width() {
            let upto = (position.offsets[column as usize] % rows + u64::from(size.height())) % rows;
            let window = supply.windows().at((u64::from(column) * rows + upto) as usize);
            for row in 0..size.height() {
                let cell = 8 * column + row;
                let read =
                    |planes: &[u64]| planes.iter().rev().fold(0, |value, plane| value << 1 | (plane >> cell & 1) as u8);
                let next = [0, 8, 16].map(|byte| u64::from(window >> byte & 0xff) << (8 * column));
                let square = (row * size.width() + column) as usize;
                cells[square] = read(&position.colors);
                cells[squares + square] = read(&position.states);
                cells[2 * squares + square] = read(&next);
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn unsettled_swaps(&self, colors: &Colors) -> ColumnSwaps {
        self.rules.swaps_unsettled(colors).columns()
    }

    /// Plays random moves to the end or to the limit, as [`playout()`](crate::playout::playout())
    /// does, in a game that has `plies`.
    #[inline(always)]
    pub(crate) fn play(
        &self,
        game: &mut ColumnGame,
        mut plies: u32,
        limit: u32,
        generator: &mut Generator,
        moves: Option<BitMoves>,
        mut played: impl FnMut(Move),
    ) -> Playout {
        loop {
            match self.ply(game, plies == limit, generator, moves) {
                Ok(swap) => played(swap.to_move()),
                Err(outcome) => return Playout { plies, outcome },
            }
            plies += 1;
        }
    }
}

impl ColumnRules<'_> {
    /// Plays a random game from its start.
    #[cold]
    #[inline(never)]
    pub(crate) fn play_alone(&self, mut game: ColumnGame, generator: &mut Generator) -> Playout {
        self.play(&mut game, 0, PLY_LIMIT, generator, None, unwatched)
    }
}

impl ColumnSwap {
    #[inline(always)]
    fn to_move(self) -> Move {
        let (col, row) = self.square();
        Move::new(Pos::new(row, col), if self.is_up { Direction::Up } else { Direction::Right })
    }
}

/// A random game from a position to its end or to the limit of plies.
pub(crate) struct ColumnPlayout<'a> {
    pub(crate) rules: ColumnRules<'a>,
    pub(crate) game: ColumnGame,
    pub(crate) position: &'a mut Position<Small>,
    pub(crate) generator: &'a mut Generator,
    pub(crate) limit: u32,
    pub(crate) played: &'a mut dyn FnMut(Move),
}

impl BitTask for ColumnPlayout<'_> {
    type Output = Playout;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Playout {
        let ColumnPlayout { rules, mut game, position, limit, played, .. } = self;
        // A copy of the generator stays in registers.
        let mut generator = *self.generator;
        let playout = rules.play(&mut game, 0, limit, &mut generator, moves, played);
        *self.generator = generator;
        *position = rules.position(position, &game, playout.plies);
        playout
    }
}
