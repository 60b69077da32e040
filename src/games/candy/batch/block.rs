//! [`Block`] and [`Ledger`]: some games of a batch, one in every lane of a vector.

use super::super::STEP_LIMIT;
use super::super::fast::columnar::{Colors, ColumnPlan, ColumnSwap, States, explode};
use super::super::fast::single::{ColumnRules, after_taking};
use super::super::fast::supply::{Queues, Source, Supply, Windows, entering};
use super::super::fast::{Position, Small};
use crate::batch::BatchOutcome;
use crate::board::select::byte_counts;
use crate::lanes::{Lanes, lanes_where};

/// The games of a block. With 8, steps reached 0.73 of the speed with AVX-512, and 0.9 with AVX2.
pub(super) const LANES: usize = 32;

/// The visible state of a block of games, as a structure of arrays. Planes are written block after
/// block, without the ledgers between them.
#[derive(Clone)]
pub(super) struct Block {
    pub(super) colors: [Lanes<u64, LANES>; 3],
    pub(super) states: [Lanes<u64, LANES>; 2],
    /// The number of the window at every column's queue, among those of all instances.
    pub(super) places: [Lanes<u32, LANES>; 8],
    /// The number of the first window of the game's instance, and the rows of its extension.
    pub(super) first: Lanes<u32, LANES>,
    pub(super) rows: Lanes<u32, LANES>,
}

/// The state of the same games that no plane shows.
#[derive(Clone)]
pub(super) struct Ledger {
    /// The candies that every column has taken from its queue (K4).
    offsets: [Lanes<u64, LANES>; 8],
    pub(super) moves: Lanes<u64, LANES>,
    pub(super) scores: Lanes<u64, LANES>,
    pub(super) instances: [u32; LANES],
    pub(super) outcomes: [BatchOutcome; LANES],
    /// The lanes whose last settling ended at its limit.
    pub(super) unsettled: u32,
}

impl Block {
    /// Lanes without a game.
    pub(super) const EMPTY: Block = {
        let zero = Lanes([0; LANES]);
        let (places, first, rows) = ([Lanes([0; LANES]); 8], Lanes([0; LANES]), Lanes([8; LANES]));
        Block { colors: [zero; 3], states: [zero; 2], places, first, rows }
    };

    #[inline(always)]
    pub(super) fn colors(&self, lane: usize) -> Colors {
        [self.colors[0].0[lane], self.colors[1].0[lane], self.colors[2].0[lane]]
    }

    #[inline(always)]
    pub(super) fn states(&self, lane: usize) -> States {
        [self.states[0].0[lane], self.states[1].0[lane]]
    }

    #[inline(always)]
    pub(super) fn put_colors(&mut self, lane: usize, colors: Colors) {
        for (lanes, color) in self.colors.iter_mut().zip(colors) {
            lanes.0[lane] = color;
        }
    }

    #[inline(always)]
    fn put_states(&mut self, lane: usize, states: States) {
        for (lanes, state) in self.states.iter_mut().zip(states) {
            lanes.0[lane] = state;
        }
    }

    /// Reads a word of every cache line.
    #[inline(always)]
    fn touch(&self) -> u64 {
        let mut sum = sample(&self.first.0).wrapping_add(sample(&self.rows.0));
        self.colors.iter().for_each(|lanes| sum = sum.wrapping_add(sample(&lanes.0)));
        self.states.iter().for_each(|lanes| sum = sum.wrapping_add(sample(&lanes.0)));
        self.places.iter().for_each(|lanes| sum = sum.wrapping_add(sample(&lanes.0)));
        sum
    }

    /// Sets a lane to a position of an instance, whose windows are those of `source`.
    pub(super) fn set(&mut self, lane: usize, position: &Position<Small>, source: Source) {
        self.put_colors(lane, position.colors);
        self.put_states(lane, position.states);
        (self.first.0[lane], self.rows.0[lane]) = (source.first, source.rows);
        for (column, (places, offset)) in (0..).zip(self.places.iter_mut().zip(position.offsets)) {
            places.0[lane] = source.first + column * source.rows + (offset % u64::from(source.rows)) as u32;
        }
    }

    /// Copies a game from a lane of another block.
    #[inline(always)]
    pub(super) fn copy(&mut self, lane: usize, from: &Block, other: usize) {
        self.put_colors(lane, from.colors(other));
        self.put_states(lane, from.states(other));
        for (places, from) in self.places.iter_mut().zip(&from.places) {
            places.0[lane] = from.0[other];
        }
        (self.first.0[lane], self.rows.0[lane]) = (from.first.0[other], from.rows.0[other]);
    }

    /// One step of settling in every lane: the cells `fired` explode, candies fall and enter.
    /// Returns the lanes that then have three of a color in a line.
    ///
    /// A queue begins again at most once: no extension may have fewer rows than the board.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        ledger: &mut Ledger,
        plan: &ColumnPlan,
        pool: Windows<'_>,
        fired: &Lanes<u64, LANES>,
    ) -> u32 {
        let zero = Lanes([0; LANES]);
        let (mut taken, mut free, mut gained) = (zero, zero, zero);
        // No loop writes both block and ledger: the compiler would not know that they are apart.
        for lane in 0..LANES {
            let (mut board, mut states) = (self.colors(lane), self.states(lane));
            gained.0[lane] = explode(&mut states, fired.0[lane]).count_ones().into();
            free.0[lane] = plan.fall(&mut board, fired.0[lane]);
            taken.0[lane] = byte_counts(fired.0[lane]);
            self.put_colors(lane, board);
            self.put_states(lane, states);
        }
        ledger.take(&taken, &gained, &self.rows);
        let mut windows = [Lanes([0; LANES]); 8];
        for (column, (windows, places)) in (0..).zip(windows.iter_mut().zip(&mut self.places)) {
            for lane in 0..LANES {
                let end = self.first.0[lane] + (column + 1) * self.rows.0[lane];
                let place = places.0[lane] + (taken.0[lane] >> (8 * column) & 0xff) as u32;
                places.0[lane] = if place < end { place } else { place - self.rows.0[lane] };
            }
            for lane in 0..LANES {
                windows.0[lane] = pool.at(places.0[lane] as usize);
            }
        }
        let mut matches = Lanes([false; LANES]);
        for lane in 0..LANES {
            let (mut board, entering) = (self.colors(lane), entering(&windows, lane));
            for (color, entering) in board.iter_mut().zip(entering) {
                *color |= entering & free.0[lane];
            }
            matches.0[lane] = plan.pairs(&board).match_somewhere();
            self.put_colors(lane, board);
        }
        lanes_where::<LANES>(|lane| matches.0[lane]) as u32
    }

    /// Makes the swap of this number in one lane, and settles. Returns false and leaves the game as
    /// it was if nothing matches after the swap.
    #[inline(always)]
    pub(super) fn swap_alone(&mut self, ledger: &mut Ledger, lane: usize, swap: u64, rules: ColumnRules<'_>) -> bool {
        let mut board = self.colors(lane);
        ColumnSwap::numbered(swap).exchange(&mut board, 1);
        if !rules.is_unsettled(&board) {
            return false;
        }
        self.put_colors(lane, board);
        ledger.moves.0[lane] = ledger.moves.0[lane].saturating_add(1);
        self.settle_alone(ledger, lane, 0, rules);
        true
    }

    /// Settles the board of one lane, which has had some `steps`.
    ///
    /// Not inlined: among the code of the lanes, registers run out, and a batch without lanes took
    /// 1.27 of the time.
    #[inline(never)]
    pub(super) fn settle_alone(&mut self, ledger: &mut Ledger, lane: usize, steps: u32, rules: ColumnRules<'_>) {
        let (mut board, mut states) = (self.colors(lane), self.states(lane));
        let (first, rows) = (self.first.0[lane], self.rows.0[lane]);
        let Ledger { offsets, scores, .. } = ledger;
        let mut queues = LaneQueues { places: &mut self.places, offsets, lane, first, rows };
        let left = STEP_LIMIT - steps;
        let fired = rules.settle(left, &mut board, &mut states, &mut scores.0[lane], &mut queues, None);
        self.put_colors(lane, board);
        self.put_states(lane, states);
        ledger.mark_unsettled(lane, fired == left && rules.is_unsettled(&board));
    }
}

impl Ledger {
    /// Lanes without a game.
    pub(super) const EMPTY: Ledger = {
        let zero = Lanes([0; LANES]);
        let (instances, outcomes) = ([0; LANES], [BatchOutcome::Draw; LANES]);
        Ledger { offsets: [zero; 8], moves: zero, scores: zero, instances, outcomes, unsettled: 0 }
    };

    /// Reads a word of every cache line.
    #[inline(always)]
    fn touch(&self) -> u64 {
        let mut sum = sample(&self.moves.0).wrapping_add(sample(&self.scores.0)).wrapping_add(sample(&self.instances));
        self.offsets.iter().for_each(|lanes| sum = sum.wrapping_add(sample(&lanes.0)));
        sum
    }

    /// The position in a lane of its block.
    pub(super) fn position(&self, block: &Block, lane: usize) -> Position<Small> {
        Position {
            colors: block.colors(lane),
            states: block.states(lane),
            offsets: self.offsets.each_ref().map(|offsets| offsets.0[lane]),
            moves: self.moves.0[lane],
            score: self.scores.0[lane],
        }
    }

    /// Sets a lane to a position of an instance.
    pub(super) fn set(&mut self, lane: usize, position: &Position<Small>, instance: u32) {
        for (offsets, offset) in self.offsets.iter_mut().zip(position.offsets) {
            offsets.0[lane] = offset;
        }
        (self.moves.0[lane], self.scores.0[lane]) = (position.moves, position.score);
        self.instances[lane] = instance;
    }

    /// Marks whether the last settling in a lane ended at its limit.
    #[inline(always)]
    pub(super) fn mark_unsettled(&mut self, lane: usize, unsettled: bool) {
        self.unsettled = self.unsettled & !(1 << lane) | u32::from(unsettled) << lane;
    }

    /// Copies what settling changes from a lane of another ledger.
    #[inline(always)]
    pub(super) fn copy_counts(&mut self, lane: usize, from: &Ledger, other: usize) {
        for (offsets, from) in self.offsets.iter_mut().zip(&from.offsets) {
            offsets.0[lane] = from.0[other];
        }
        self.scores.0[lane] = from.scores.0[other];
    }

    /// Copies a game from a lane of another ledger.
    pub(super) fn copy(&mut self, lane: usize, from: &Ledger, other: usize) {
        self.copy_counts(lane, from, other);
        self.moves.0[lane] = from.moves.0[other];
        self.instances[lane] = from.instances[other];
        self.outcomes[lane] = from.outcomes[other];
        self.mark_unsettled(lane, from.unsettled >> other & 1 == 1);
    }

    /// Adds what scores have gained, and moves the offsets on: byte *c* of a word says how many
    /// candies column *c* takes.
    #[inline(always)]
    fn take(&mut self, taken: &Lanes<u64, LANES>, gained: &Lanes<u64, LANES>, rows: &Lanes<u32, LANES>) {
        for (score, gained) in self.scores.0.iter_mut().zip(gained.0) {
            *score = score.saturating_add(gained);
        }
        let mut any_wrapped = 0;
        for (column, offsets) in (0..).zip(&mut self.offsets) {
            // Of this column alone: with one word for all, LLVM moves it between vectors by an
            // instruction that Valgrind does not know.
            let mut wrapped = 0;
            for lane in 0..LANES {
                let count = taken.0[lane] >> (8 * column) & 0xff;
                offsets.0[lane] = offsets.0[lane].wrapping_add(count);
                wrapped |= u64::from(offsets.0[lane] < count);
            }
            any_wrapped |= wrapped;
        }
        if any_wrapped != 0 {
            self.begin_again(taken, rows);
        }
    }

    /// Corrects the offsets that have just gone beyond their range.
    #[cold]
    #[inline(never)]
    fn begin_again(&mut self, taken: &Lanes<u64, LANES>, rows: &Lanes<u32, LANES>) {
        for (column, offsets) in (0..).zip(&mut self.offsets) {
            for lane in 0..LANES {
                let (offset, count) = (offsets.0[lane], taken.0[lane] >> (8 * column) & 0xff);
                if offset < count {
                    offsets.0[lane] = after_taking(offset.wrapping_sub(count), count, rows.0[lane].into());
                }
            }
        }
    }
}

/// Brings the games that come next into the cache. From 65,536 games on a batch with AVX2 has 1.25
/// of the speed that it has without; with AVX-512 nothing stands out there, and a step in the cache
/// takes 1.06 of the time.
#[inline(always)]
pub(super) fn prefetch(block: &Block, ledger: &Ledger) {
    core::hint::black_box(block.touch().wrapping_add(ledger.touch()));
}

/// A sum of lanes, one in every cache line.
#[inline(always)]
fn sample<T: Copy + Into<u64>>(lanes: &[T; LANES]) -> u64 {
    lanes.iter().step_by(64 / size_of::<T>()).fold(0, |sum, &lane| sum.wrapping_add(lane.into()))
}

/// The queues of one lane.
struct LaneQueues<'a> {
    places: &'a mut [Lanes<u32, LANES>; 8],
    offsets: &'a mut [Lanes<u64, LANES>; 8],
    lane: usize,
    first: u32,
    rows: u32,
}

impl Queues for LaneQueues<'_> {
    #[inline(always)]
    fn take(&mut self, _: &Supply, column: usize, count: u32) -> usize {
        let LaneQueues { ref mut places, ref mut offsets, lane, first, rows } = *self;
        let (place, offset) = (&mut places[column & 7].0[lane], &mut offsets[column & 7].0[lane]);
        *offset = after_taking(*offset, count.into(), rows.into());
        *place += count;
        // A column may be higher than the extension.
        while *place >= first + (column as u32 + 1) * rows {
            *place -= rows;
        }
        (*place - first) as usize
    }
}
