//! [`LaneBatch`]: many games of Connect4 at once, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector, in one loop after the other: the
//! entries of the actions, the cells at which tokens come to rest, the boards, the outcomes, the
//! masks.
//!
//! Tried and dropped, as parts of the time with AVX-512, AVX2 and without vectors: one loop for all
//! but the masks (1.1, 1.25, 1.04) and for these too (another 7, 17 and 6 %), entries in bytes
//! (1.05 with AVX-512), leading zeros instead of a filled line (0.98, 1.13, 1.16), 32 games at once
//! (1.04, 1.02, 1), 128 (the same).

use alloc::boxed::Box;
use core::any::Any;

use super::fast::canvas::Canvas;
use super::fast::lane::{self, Bits, LaneBits, LaneEntry, LanePlan, choose, union};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION, OVER, SECOND, check_step, masked_games};
use crate::cell::Side;
use crate::chunks::{Chunks, Part, parts, put_part, take_part};
use crate::lanes::Lanes;
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
    /// The tokens of the side to move, and those of the other.
    mine: LaneBits<WORDS, LANES>,
    theirs: LaneBits<WORDS, LANES>,
    states: [u8; LANES],
}

impl<const WORDS: usize> LaneBatch<WORDS> {
    fn new(plan: LanePlan<WORDS>, games: usize, level: Level) -> LaneBatch<WORDS> {
        let empty = [Lanes([0; LANES]); WORDS];
        let chunk = Chunk { mine: empty, theirs: empty, states: [0; LANES] };
        LaneBatch { plan, canvas: Canvas::observation(&plan), level, chunks: Chunks::new(chunk, games) }
    }

    /// The tokens of the side to move and of the other.
    fn tokens(&self, game: usize) -> [Bits<WORDS>; 2] {
        let (chunk, lane) = self.chunks.at(game);
        [&chunk.mine, &chunk.theirs].map(|tokens| lane::get(tokens, lane))
    }

    fn set(&mut self, game: usize, [mine, theirs]: [Bits<WORDS>; 2], state: u8) {
        let (chunk, lane) = self.chunks.at_mut(game);
        lane::set(&mut chunk.mine, lane, mine);
        lane::set(&mut chunk.theirs, lane, theirs);
        chunk.states[lane] = state;
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
            let (mine, theirs) = (&chunks[chunk].mine[0], &chunks[chunk].theirs[0]);
            let words = words[games].iter_mut().zip(&mine.0[lanes.clone()]).zip(&theirs.0[lanes]);
            words.for_each(|((words, &mine), &theirs)| *words = [mine, theirs, self.plan.center[0]]);
        }
        true
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        let (chunk, lane) = self.chunks.at(game);
        let turn = Side::BOTH[usize::from(chunk.states[lane] & SECOND)];
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
        let mut outcomes = [BatchOutcome::InProgress; LANES];
        let (mut played, mut ended) = ([0_u8; LANES], [0_u8; LANES]);
        let mut entries = Lanes([0_u32; LANES]);
        let mut cells = [Lanes([0; LANES]); WORDS];
        for Part { chunk, lanes, games } in parts::<LANES>(first, all_actions.len()) {
            let chunk = &mut chunks[chunk];
            // A copy: with elements of two sizes in one structure the loop would be scalar.
            let (mut states, mut actions) = (chunk.states, [NO_ACTION; LANES]);
            take_part(&all_actions[games.clone()], &mut actions, lanes.clone());
            for (entry, &action) in entries.0.iter_mut().zip(&actions) {
                *entry = plan.entry(action).packed();
            }
            for lane in 0..LANES {
                let (before, opponent) = (lane::get(&chunk.mine, lane), lane::get(&chunk.theirs, lane));
                let is_action = (actions[lane] < plan.actions()) & (states[lane] & OVER == 0);
                let cell = plan.cell(plan.occupied(before, opponent), LaneEntry::unpacked(entries.0[lane]));
                let cell = choose(is_action, cell, [0; WORDS]);
                lane::set(&mut cells, lane, cell);
            }
            for lane in 0..LANES {
                let (before, opponent) = (lane::get(&chunk.mine, lane), lane::get(&chunk.theirs, lane));
                let occupied = plan.occupied(before, opponent);
                let cell = lane::get(&cells, lane);
                let plays = !lane::is_empty(cell);
                let after = union(before, cell);
                let ends = plays & plan.ends(after, union(occupied, cell));
                // If nothing is played, `after` is the board before.
                let swap = choose(plays, lane::difference(after, opponent), [0; WORDS]);
                lane::set(&mut chunk.mine, lane, lane::difference(after, swap));
                lane::set(&mut chunk.theirs, lane, lane::difference(opponent, swap));
                played[lane] = u8::from(plays);
                ended[lane] = u8::from(ends);
            }
            for lane in 0..LANES {
                let (plays, ends) = (played[lane] != 0, ended[lane] != 0);
                let winner = if states[lane] & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if ends { winner } else { BatchOutcome::InProgress };
                outcomes[lane] = if plays { outcome } else { BatchOutcome::Illegal };
                states[lane] = (states[lane] ^ u8::from(plays)) | if ends { OVER } else { 0 };
            }
            chunk.states = states;
            put_part(&outcomes, lanes.clone(), &mut all_outcomes[games.clone()]);
            if let Some(masks) = &mut masks {
                let (masks, _) = masks.as_chunks_mut();
                put_part(&legal(&plan, chunk), lanes, &mut masks[games]);
            }
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
            put_part(&legal(&plan, &chunks[chunk]), lanes, &mut masks[games]);
        }
    }
}

/// The masks of a chunk.
#[inline(always)]
fn legal<const WORDS: usize>(plan: &LanePlan<WORDS>, chunk: &Chunk<WORDS>) -> [[u32; WORDS]; LANES] {
    let mut open = Lanes([[0; WORDS]; LANES]);
    for lane in 0..LANES {
        let mask = plan.open(plan.occupied(lane::get(&chunk.mine, lane), lane::get(&chunk.theirs, lane)));
        let mask = if chunk.states[lane] & OVER == 0 { mask } else { 0 };
        for (word, part) in open.0[lane].iter_mut().enumerate() {
            *part = (mask >> (32 * word)) as u32;
        }
    }
    open.0
}
