//! [`LaneBatch`]: many games of Connect4 at once, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector, in one loop after the other: the
//! entries of the actions, the cells at which tokens come to rest, the boards, the masks, the
//! outcomes. The outcomes are told from bytes, 64 at once, which the boards' loop writes eight at a
//! time, and a processor waits until all are in the cache: so the masks come in between. Each
//! condition has bytes of its own: to join them in one where they arise took 1.02 to 1.07 of the
//! time.
//!
//! Tried and dropped, as parts of the time with AVX-512, AVX2 and without vectors: one loop for all
//! but the masks (1.1, 1.25, 1.04) and for these too (another 7, 17 and 6 %), entries in bytes
//! (1.05 with AVX-512), leading zeros instead of a filled line (0.98, 1.13, 1.16), the edge as a
//! quotient (1.02, 1.02, 1.01), 32 games at once (1.04, 1.02, 1), 128 (the same).

use alloc::boxed::Box;
use core::any::Any;

use super::fast::canvas::Canvas;
use super::fast::lane::{self, Bits, LanePlan, choose, union};
use super::fast::lane_entry::LaneEntry;
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION, OVER, SECOND, check_step, masked_games};
use crate::cell::Side;
use crate::chunks::{Chunks, Part, part_of, parts, put_part};
use crate::lanes::{self, LaneWords, Lanes};
use crate::level::{Level, Task};

/// Games of a chunk.
const LANES: usize = 64;

/// A batch of `games` games at their start.
pub(super) fn batch(parameters: Parameters, games: usize, level: Level) -> Box<dyn Batch> {
    let size = parameters.size().width();
    if size <= 8 {
        Box::new(LaneBatch::new(LanePlan::<1>::new(size), games, level))
    } else {
        Box::new(LaneBatch::new(LanePlan::<2>::new(size), games, level))
    }
}

/// Many games. A mask has as many words as a board: up to 8×8 there are at most 32 actions, beyond
/// at most 40.
#[derive(Clone)]
struct LaneBatch<const WORDS: usize> {
    plan: LanePlan<WORDS>,
    canvas: Canvas,
    level: Level,
    chunks: Chunks<Chunk<WORDS>, LANES>,
}

/// The positions of the games of a chunk.
#[derive(Clone, Copy)]
struct Chunk<const WORDS: usize> {
    /// The tokens of the side to move.
    mine: LaneWords<WORDS, LANES>,
    /// The free cells.
    free: LaneWords<WORDS, LANES>,
    states: Lanes<u8, LANES>,
}

impl<const WORDS: usize> LaneBatch<WORDS> {
    fn new(plan: LanePlan<WORDS>, games: usize, level: Level) -> LaneBatch<WORDS> {
        let all = |bits: Bits<WORDS>| bits.map(|word| Lanes([word; LANES]));
        let none = [0; WORDS];
        let chunk = Chunk { mine: all(none), free: all(plan.free(none, none)), states: Lanes([0; LANES]) };
        LaneBatch { plan, canvas: Canvas::observation(&plan), level, chunks: Chunks::new(chunk, games) }
    }

    /// The tokens of the side to move and of the other.
    fn tokens(&self, game: usize) -> [Bits<WORDS>; 2] {
        let (chunk, lane) = self.chunks.at(game);
        let (mine, free) = (lanes::get(&chunk.mine, lane), lanes::get(&chunk.free, lane));
        [mine, lane::without(self.plan.taken(free), mine)]
    }

    fn set(&mut self, game: usize, [mine, theirs]: [Bits<WORDS>; 2], state: u8) {
        let (chunk, lane) = self.chunks.at_mut(game);
        lanes::set(&mut chunk.mine, lane, mine);
        lanes::set(&mut chunk.free, lane, self.plan.free(mine, theirs));
        chunk.states.0[lane] = state;
    }
}

impl<const WORDS: usize> Batch for LaneBatch<WORDS> {
    fn games(&self) -> usize {
        self.chunks.count()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        self.set(game, [[0; WORDS]; 2], 0);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        check_step(actions, outcomes, masks.as_deref(), WORDS);
        let chunks = self.chunks.with_mut(first, actions.len());
        self.level.run(Step { plan: self.plan, chunks, first, actions, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let chunks = self.chunks.with(first, masked_games(masks.len(), WORDS));
        self.level.run(Legal { plan: self.plan, chunks, first, masks });
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let each = (self.plan.size * self.plan.size) as usize;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        let mut canvas = self.canvas.clone();
        for (cells, game) in cells.chunks_exact_mut(each).zip(first..) {
            cells.copy_from_slice(canvas.paint(&self.plan, self.tokens(game)));
        }
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        if WORDS > 1 {
            return false;
        }
        let (words, _) = words.as_chunks_mut::<3>();
        let chunks = self.chunks.with(first, words.len());
        for Part { chunk, lanes, games } in parts::<LANES>(first, words.len()) {
            let (mine, free) = (&chunks[chunk].mine[0], &chunks[chunk].free[0]);
            let words = words[games].iter_mut().zip(&mine.0[lanes.clone()]).zip(&free.0[lanes]);
            words.for_each(|((words, &mine), &free)| {
                *words = [mine, self.plan.taken([free; WORDS])[0] & !mine, self.plan.center[0]];
            });
        }
        true
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        let (chunk, lane) = self.chunks.at(game);
        let turn = Side::BOTH[usize::from(chunk.states.0[lane] & SECOND)];
        Box::new(self.plan.setup(self.tokens(game), turn))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Connect4");
        let [mine, theirs] = self.plan.tokens(setup).unwrap_or_else(|error| panic!("{error}"));
        let is_over = self.plan.ends(theirs, self.plan.occupied(mine, theirs));
        let second = if setup.turn == Side::Second { SECOND } else { 0 };
        self.set(game, [mine, theirs], second | if is_over { OVER } else { 0 });
    }
}

/// One action in every game.
struct Step<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    chunks: &'a mut [Chunk<WORDS>],
    first: usize,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<const WORDS: usize> Task for Step<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { plan, chunks, first, actions: all_actions, outcomes: all_outcomes, mut masks } = self;
        let (mut outcomes, mut few) = ([BatchOutcome::InProgress; LANES], [NO_ACTION; LANES]);
        let (mut idles, mut ended) = (Lanes([0_u8; LANES]), Lanes([0_u8; LANES]));
        let (mut halves, mut entries) = (Lanes([0_u16; LANES]), Lanes([0_i16; LANES]));
        let mut cells = [Lanes([0; LANES]); WORDS];
        for Part { chunk, lanes, games } in parts::<LANES>(first, all_actions.len()) {
            let chunk = &mut chunks[chunk];
            // A copy: with elements of two sizes in one structure the loop would be scalar.
            let mut states = chunk.states;
            let actions = part_of(&all_actions[games.clone()], lanes.clone(), NO_ACTION, &mut few);
            for (half, &action) in halves.0.iter_mut().zip(actions) {
                *half = action.min(u16::MAX.into()) as u16;
            }
            for lane in 0..LANES {
                let action = if states.0[lane] & OVER == 0 { halves.0[lane] } else { u16::MAX };
                entries.0[lane] = plan.packed_entry(action);
            }
            for lane in 0..LANES {
                let entry = LaneEntry::unpacked(entries.0[lane]);
                let pieces = lane::not(lanes::get(&chunk.free, lane));
                lanes::set(&mut cells, lane, plan.cell(pieces, entry));
            }
            for lane in 0..LANES {
                let (mine, free) = (lanes::get(&chunk.mine, lane), lanes::get(&chunk.free, lane));
                let cell = lanes::get(&cells, lane);
                let idle = lane::is_empty(cell);
                let left = lane::without(free, cell);
                // Where nothing is played, no game ends but one that is over.
                let ends = plan.ends(union(mine, cell), lane::not(left));
                // If the turn passes, my tokens change places with the others.
                let swap = choose(idle, [0; WORDS], plan.taken(free));
                lanes::set(&mut chunk.mine, lane, lane::difference(mine, swap));
                lanes::set(&mut chunk.free, lane, left);
                idles.0[lane] = u8::from(idle);
                ended.0[lane] = if ends { OVER } else { 0 };
            }
            if let Some(masks) = &mut masks {
                let (masks, _) = masks.as_chunks_mut();
                put_part(&legal(&plan, &chunk.free, &states, &ended), lanes.clone(), &mut masks[games.clone()]);
            }
            for (lane, out) in outcomes.iter_mut().enumerate() {
                let (plays, ends) = (idles.0[lane] == 0, ended.0[lane] != 0);
                let winner = if states.0[lane] & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if ends { winner } else { BatchOutcome::InProgress };
                *out = if plays { outcome } else { BatchOutcome::Illegal };
                states.0[lane] = (states.0[lane] ^ u8::from(plays)) | ended.0[lane];
            }
            chunk.states = states;
            put_part(&outcomes, lanes, &mut all_outcomes[games]);
        }
    }
}

/// The legal actions of every game.
struct Legal<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    chunks: &'a [Chunk<WORDS>],
    first: usize,
    masks: &'a mut [u32],
}

impl<const WORDS: usize> Task for Legal<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { plan, chunks, first, masks } = self;
        let (masks, _) = masks.as_chunks_mut();
        for Part { chunk, lanes, games } in parts::<LANES>(first, masks.len()) {
            let Chunk { free, states, .. } = &chunks[chunk];
            put_part(&legal(&plan, free, states, &Lanes([0; LANES])), lanes, &mut masks[games]);
        }
    }
}

/// The masks of a chunk: none for games that are over by their state, or ended with the step.
#[inline(always)]
fn legal<const WORDS: usize>(
    plan: &LanePlan<WORDS>,
    free: &LaneWords<WORDS, LANES>,
    states: &Lanes<u8, LANES>,
    ended: &Lanes<u8, LANES>,
) -> [[u32; WORDS]; LANES] {
    let mut open = Lanes([[0; WORDS]; LANES]);
    for lane in 0..LANES {
        let mask = plan.open(lanes::get(free, lane));
        let mask = if (states.0[lane] | ended.0[lane]) & OVER == 0 { mask } else { 0 };
        for (word, part) in open.0[lane].iter_mut().enumerate() {
            *part = (mask >> (32 * word)) as u32;
        }
    }
    open.0
}
