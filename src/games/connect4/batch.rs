//! [`LaneBatch`]: many games of Connect4 at once, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector: first all actions are played, then
//! the masks are written. Millions of steps with masks a second on 7×7, on an Intel Xeon: 451 with
//! AVX-512, 187 with AVX2 and 73 without.
//!
//! Tried and dropped: both in one loop over the games (7, 17 and 6 % slower); no copies of a chunk
//! (5, 11 and 11 % faster), which needs a second body for the last chunk.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::fast::canvas::Canvas;
use super::fast::lane::{self, Bits, LaneBits, LanePlan, choose, union};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION};
use crate::cell::Side;
use crate::lanes::{Lanes, put, take};
use crate::level::{Level, Task};

/// A batch of `games` games at their start.
pub(super) fn batch(parameters: Parameters, games: usize, level: Level) -> Box<dyn Batch> {
    let size = parameters.size().width();
    if size <= 8 {
        Box::new(LaneBatch::new(LanePlan::<1>::new(size), games, level))
    } else {
        Box::new(LaneBatch::new(LanePlan::<2>::new(size), games, level))
    }
}

/// Many games, a structure of arrays. A mask has as many words as a board: up to 8×8 there are at
/// most 32 actions, beyond at most 40.
#[derive(Clone)]
struct LaneBatch<const WORDS: usize> {
    plan: LanePlan<WORDS>,
    canvas: Canvas,
    level: Level,
    /// The tokens of the side to move, and those of the other.
    mine: [Vec<u64>; WORDS],
    theirs: [Vec<u64>; WORDS],
    states: Vec<u8>,
}

/// The bits of a game's state: the second side is to move; the game is over.
const SECOND: u8 = 1;
const OVER: u8 = 2;

/// Games that are stepped at once.
const CHUNK: usize = 32;

impl<const WORDS: usize> LaneBatch<WORDS> {
    fn new(plan: LanePlan<WORDS>, games: usize, level: Level) -> LaneBatch<WORDS> {
        let empty: [Vec<u64>; WORDS] = core::array::from_fn(|_| vec![0; games]);
        LaneBatch {
            plan,
            canvas: Canvas::observation(&plan),
            level,
            mine: empty.clone(),
            theirs: empty,
            states: vec![0; games],
        }
    }

    /// The tokens of the side to move and of the other.
    fn tokens(&self, game: usize) -> [Bits<WORDS>; 2] {
        [&self.mine, &self.theirs].map(|words| core::array::from_fn(|word| words[word][game]))
    }
}

impl<const WORDS: usize> Batch for LaneBatch<WORDS> {
    fn games(&self) -> usize {
        self.states.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        for words in [&mut self.mine, &mut self.theirs] {
            words.iter_mut().for_each(|words| words[game] = 0);
        }
        self.states[game] = 0;
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        let games = first..first + actions.len();
        assert!(outcomes.len() == actions.len(), "as many outcomes as actions");
        assert!(
            masks.as_ref().is_none_or(|masks| masks.len() == WORDS * actions.len()),
            "{WORDS} words of mask a game"
        );
        self.level.run(Step {
            plan: self.plan,
            mine: self.mine.each_mut().map(|words| &mut words[games.clone()]),
            theirs: self.theirs.each_mut().map(|words| &mut words[games.clone()]),
            states: &mut self.states[games.clone()],
            actions,
            outcomes,
            masks,
        });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        assert!(masks.len().is_multiple_of(WORDS), "{WORDS} words of mask a game");
        let games = first..first + masks.len() / WORDS;
        self.level.run(Legal {
            plan: self.plan,
            mine: self.mine.each_ref().map(|words| &words[games.clone()]),
            theirs: self.theirs.each_ref().map(|words| &words[games.clone()]),
            states: &self.states[games.clone()],
            masks,
        });
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
        for ((words, mine), theirs) in words.iter_mut().zip(&self.mine[0][first..]).zip(&self.theirs[0][first..]) {
            *words = [*mine, *theirs, self.plan.center[0]];
        }
        true
    }

    fn turn(&self, game: usize) -> Side {
        Side::BOTH[usize::from(self.states[game] & SECOND)]
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.plan.setup(self.tokens(game), self.turn(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Connect4");
        let [mine, theirs] = self.plan.tokens(setup).unwrap_or_else(|error| panic!("{error}"));
        for word in 0..WORDS {
            self.mine[word][game] = mine[word];
            self.theirs[word][game] = theirs[word];
        }
        let is_over = self.plan.ends(theirs, self.plan.occupied(mine, theirs));
        self.states[game] = if is_over { OVER } else { 0 } | if setup.turn == Side::Second { SECOND } else { 0 };
    }
}

/// One action in every game.
struct Step<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    mine: [&'a mut [u64]; WORDS],
    theirs: [&'a mut [u64]; WORDS],
    states: &'a mut [u8],
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<const WORDS: usize> Task for Step<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { plan, mine, theirs, states: all_states, actions: all_actions, outcomes: all_outcomes, mut masks } =
            self;
        let zero = [Lanes([0; CHUNK]); WORDS];
        let (mut ours, mut others): (LaneBits<WORDS, CHUNK>, LaneBits<WORDS, CHUNK>) = (zero, zero);
        let (mut states, mut actions) = ([0; CHUNK], [NO_ACTION; CHUNK]);
        let mut outcomes = [BatchOutcome::InProgress; CHUNK];
        let count = all_actions.len();
        for first in (0..count).step_by(CHUNK) {
            let end = count.min(first + CHUNK);
            for word in 0..WORDS {
                take(&mine[word][first..], &mut ours[word].0);
                take(&theirs[word][first..], &mut others[word].0);
            }
            take(&all_states[first..], &mut states);
            take(&all_actions[first..], &mut actions);
            for lane in 0..CHUNK {
                let (before, opponent) = (lane::get(&ours, lane), lane::get(&others, lane));
                let (action, goes_on) = (actions[lane], states[lane] & OVER == 0);
                let occupied = plan.occupied(before, opponent);
                let cell = plan.cell(occupied, plan.entry(action));
                let cell = choose(goes_on & (action < plan.actions()), cell, [0; WORDS]);
                let plays = !lane::is_empty(cell);
                let after = union(before, cell);
                let ends = plays & plan.ends(after, union(occupied, cell));
                lane::set(&mut ours, lane, choose(plays, opponent, before));
                lane::set(&mut others, lane, choose(plays, after, opponent));
                let winner = if states[lane] & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if ends { winner } else { BatchOutcome::InProgress };
                outcomes[lane] = if plays { outcome } else { BatchOutcome::Illegal };
                states[lane] = (states[lane] ^ u8::from(plays)) | if ends { OVER } else { 0 };
            }
            for word in 0..WORDS {
                put(&ours[word].0, &mut mine[word][first..end]);
                put(&others[word].0, &mut theirs[word][first..end]);
            }
            put(&states, &mut all_states[first..end]);
            put(&outcomes, &mut all_outcomes[first..end]);
            if let Some(masks) = &mut masks {
                write_masks(&plan, &ours, &others, &states, &mut masks[WORDS * first..WORDS * end]);
            }
        }
    }
}

/// The legal actions of every game.
struct Legal<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    mine: [&'a [u64]; WORDS],
    theirs: [&'a [u64]; WORDS],
    states: &'a [u8],
    masks: &'a mut [u32],
}

impl<const WORDS: usize> Task for Legal<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { plan, mine, theirs, states: all_states, masks } = self;
        let zero = [Lanes([0; CHUNK]); WORDS];
        let (mut ours, mut others, mut states) = (zero, zero, [0; CHUNK]);
        let chunks = masks.chunks_mut(WORDS * CHUNK).zip((0..).step_by(CHUNK));
        for (masks, first) in chunks {
            for word in 0..WORDS {
                take(&mine[word][first..], &mut ours[word].0);
                take(&theirs[word][first..], &mut others[word].0);
            }
            take(&all_states[first..], &mut states);
            write_masks(&plan, &ours, &others, &states, masks);
        }
    }
}

/// Writes the masks of the first games of a chunk, as many as fit.
#[inline(always)]
fn write_masks<const WORDS: usize>(
    plan: &LanePlan<WORDS>,
    ours: &LaneBits<WORDS, CHUNK>,
    others: &LaneBits<WORDS, CHUNK>,
    states: &[u8; CHUNK],
    masks: &mut [u32],
) {
    let mut open = [[0; WORDS]; CHUNK];
    for lane in 0..CHUNK {
        let mask = plan.open(plan.occupied(lane::get(ours, lane), lane::get(others, lane)));
        let mask = if states[lane] & OVER == 0 { mask } else { 0 };
        for (word, part) in open[lane].iter_mut().enumerate() {
            *part = (mask >> (32 * word)) as u32;
        }
    }
    let (chunks, _) = masks.as_chunks_mut::<WORDS>();
    put(&open, chunks);
}
