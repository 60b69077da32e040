//! [`LaneBatch`]: many games of Jump61 at once up to 8×8, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector. First every lane adds its spot, then
//! all fronts jump together until none is left, then the masks are written. A lane at rest has an
//! empty front, and its jumps do nothing.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::fast::cascade::{Edges, Loads};
use super::fast::{Jump61, Position};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION};
use crate::board::byte_rows::packed;
use crate::board::select::spread_bits;
use crate::cell::Side;
use crate::lanes::{Lanes, all_ones, put, take};
use crate::level::{Level, Task};
use crate::rules::{Notation, Rules};

/// A batch of `games` games at their start; `None` beyond 8×8.
pub(super) fn batch(parameters: Parameters, games: usize, level: Level) -> Option<Box<dyn Batch>> {
    let rules = Jump61::<u64>::new(parameters)?;
    let Position { mine, theirs, low, middle, .. } = rules.start();
    let planes = [mine, theirs, low, middle].map(|plane| vec![plane; games]);
    Some(Box::new(LaneBatch { rules, level, planes, states: vec![0; games] }))
}

/// Many games, a structure of arrays.
#[derive(Clone)]
struct LaneBatch {
    rules: Jump61<u64>,
    level: Level,
    /// The squares of the side to move and of the other, and the low and the middle bits of the
    /// loads.
    planes: [Vec<u64>; 4],
    states: Vec<u8>,
}

/// The state of a game in which the second side is to move; else it is 0.
const SECOND: u8 = 1;

/// Games that are stepped at once.
const CHUNK: usize = 32;

impl LaneBatch {
    fn position(&self, game: usize) -> Position<u64> {
        let [mine, theirs, low, middle] = self.planes.each_ref().map(|plane| plane[game]);
        Position { mine, theirs, low, middle, turn: self.turn(game) }
    }

    fn put(&mut self, game: usize, position: &Position<u64>) {
        let Position { mine, theirs, low, middle, turn } = *position;
        for (plane, bits) in self.planes.iter_mut().zip([mine, theirs, low, middle]) {
            plane[game] = bits;
        }
        self.states[game] = if turn == Side::Second { SECOND } else { 0 };
    }

    fn squares(&self) -> Squares {
        Squares { edges: self.rules.edges, size: self.rules.parameters().size() }
    }
}

impl Batch for LaneBatch {
    fn games(&self) -> usize {
        self.states.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        self.put(game, &self.rules.start());
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        let squares = self.squares();
        let games = first..first + actions.len();
        assert!(outcomes.len() == actions.len(), "as many outcomes as actions");
        assert!(
            masks.as_ref().is_none_or(|masks| masks.len() == squares.mask_words() * actions.len()),
            "{} words of mask a game",
            squares.mask_words()
        );
        let planes = self.planes.each_mut().map(|plane| &mut plane[games.clone()]);
        let states = &mut self.states[games];
        self.level.run(Step { squares, planes, states, actions, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let squares = self.squares();
        let words = squares.mask_words();
        assert!(masks.len().is_multiple_of(words), "{words} words of mask a game");
        let theirs = &self.planes[1][first..first + masks.len() / words];
        self.level.run(Legal { squares, theirs, masks });
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules.parameters().size() as usize;
        let each = 2 * size * size;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        let games = first..first + cells.len() / each;
        let planes = self.planes.each_ref().map(|plane| &plane[games.clone()]);
        self.level.run(Observe { start: self.rules.edges.one_spot_each(), size, planes, cells });
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let games = first..first + words.len() / 5;
        let planes = self.planes.each_ref().map(|plane| &plane[games.clone()]);
        self.level.run(PlaneWords { edges: self.rules.edges, planes, words });
        true
    }

    fn turn(&self, game: usize) -> Side {
        Side::BOTH[usize::from(self.states[game] & SECOND)]
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Jump61");
        let position = self.rules.position(setup).unwrap_or_else(|error| panic!("{error}"));
        self.put(game, &position);
    }
}

/// The squares of a board, as bits eight to a row and as actions one after the other.
#[derive(Clone, Copy)]
struct Squares {
    edges: Edges<u64>,
    size: u32,
}

impl Squares {
    fn mask_words(self) -> usize {
        (self.size * self.size).div_ceil(32) as usize
    }

    /// The bit of an action's square, 0 if the number is not an action.
    #[inline(always)]
    fn square(self, action: u32) -> u64 {
        let (number, size) = (u64::from(action), u64::from(self.size));
        // The quotient of numbers up to 63 and sizes up to 8.
        let row = ((number & 63) * (1024 / size + 1)) >> 10;
        let place = (number & 63) + row * (8 - size);
        let is_square = number < size * size;
        1_u64.wrapping_shl(place as u32) & all_ones(is_square)
    }

    /// The mask of the squares that are not of the other side: rows of eight bits, packed.
    #[inline(always)]
    fn mask(self, theirs: u64) -> u64 {
        packed(self.edges.all & !theirs, self.size)
    }

    /// Writes the masks of the first games of a chunk, as many as fit.
    #[inline(always)]
    fn write_masks(self, theirs: &[u64; CHUNK], masks: &mut [u32]) {
        let mut open = [0_u64; CHUNK];
        for lane in 0..CHUNK {
            open[lane] = self.mask(theirs[lane]);
        }
        if self.mask_words() == 1 {
            let mut words = [0; CHUNK];
            for lane in 0..CHUNK {
                words[lane] = open[lane] as u32;
            }
            put(&words, masks);
        } else {
            let mut words = [[0; 2]; CHUNK];
            for lane in 0..CHUNK {
                words[lane] = [open[lane] as u32, (open[lane] >> 32) as u32];
            }
            put(&words, masks.as_chunks_mut().0);
        }
    }
}

/// One action in every game.
struct Step<'a> {
    squares: Squares,
    planes: [&'a mut [u64]; 4],
    states: &'a mut [u8],
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { squares, mut planes, states: all_states, actions: all_actions, outcomes: all_outcomes, mut masks } =
            self;
        let edges = squares.edges;
        let start = edges.one_spot_each();
        let zero = Lanes([0; CHUNK]);
        let (mut mine, mut theirs, mut low, mut middle, mut high) = (zero, zero, zero, zero, zero);
        let (mut states, mut actions) = ([0; CHUNK], [NO_ACTION; CHUNK]);
        let (mut spots, mut outcomes) = (zero, [BatchOutcome::InProgress; CHUNK]);
        let (count, words) = (all_actions.len(), squares.mask_words());
        for first in (0..count).step_by(CHUNK) {
            let end = count.min(first + CHUNK);
            for (plane, lanes) in planes.iter().zip([&mut mine, &mut theirs, &mut low, &mut middle]) {
                take(&plane[first..], &mut lanes.0);
            }
            take(&all_states[first..], &mut states);
            take(&all_actions[first..], &mut actions);
            let mut fronts = 0;
            for (lane, &action) in actions.iter().enumerate() {
                // On a won board every square is the other side's.
                let spot = squares.square(action) & !theirs.0[lane];
                let carry = low.0[lane] & spot;
                spots.0[lane] = spot;
                high.0[lane] = middle.0[lane] & carry;
                low.0[lane] ^= spot;
                middle.0[lane] ^= carry;
                mine.0[lane] |= spot;
                fronts |= high.0[lane];
            }
            while fronts != 0 {
                fronts = 0;
                for lane in 0..CHUNK {
                    let mut loads = Loads { low: low.0[lane], middle: middle.0[lane], high: high.0[lane] };
                    let taken = edges.jump(&mut loads);
                    mine.0[lane] |= taken;
                    theirs.0[lane] &= !taken;
                    // A won board stays won. Its front is cleared, because the cascade might never
                    // end.
                    let front = if mine.0[lane] == edges.all { 0 } else { loads.high };
                    (low.0[lane], middle.0[lane], high.0[lane]) = (loads.low, loads.middle, front);
                    fronts |= front;
                }
            }
            for lane in 0..CHUNK {
                let plays = spots.0[lane] != 0;
                let won = plays & (mine.0[lane] == edges.all);
                let winner = if states[lane] & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if won { winner } else { BatchOutcome::InProgress };
                outcomes[lane] = if plays { outcome } else { BatchOutcome::Illegal };
                states[lane] ^= u8::from(plays);
                let (ours, others) = (mine.0[lane], theirs.0[lane]);
                (mine.0[lane], theirs.0[lane]) = if plays { (others, ours) } else { (ours, others) };
                low.0[lane] = if won { start.low } else { low.0[lane] };
                middle.0[lane] = if won { start.middle } else { middle.0[lane] };
            }
            for (lanes, plane) in [&mine, &theirs, &low, &middle].into_iter().zip(&mut planes) {
                put(&lanes.0, &mut plane[first..end]);
            }
            put(&states, &mut all_states[first..end]);
            put(&outcomes, &mut all_outcomes[first..end]);
            if let Some(masks) = &mut masks {
                squares.write_masks(&theirs.0, &mut masks[words * first..words * end]);
            }
        }
    }
}

/// The legal actions of every game.
struct Legal<'a> {
    squares: Squares,
    theirs: &'a [u64],
    masks: &'a mut [u32],
}

impl Task for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { squares, theirs, masks } = self;
        let mut chunk = [0; CHUNK];
        let chunks = masks.chunks_mut(squares.mask_words() * CHUNK).zip((0..).step_by(CHUNK));
        for (masks, first) in chunks {
            take(&theirs[first..], &mut chunk);
            squares.write_masks(&chunk, masks);
        }
    }
}

/// The boards of games as bytes: a plane of owners and one of spots.
struct Observe<'a> {
    start: Loads<u64>,
    size: usize,
    planes: [&'a [u64]; 4],
    cells: &'a mut [u8],
}

impl Task for Observe<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Observe { start, size, planes: [mine, theirs, low, middle], cells } = self;
        // The highest byte of a sum is not above 4, so that no byte carries into the next.
        let bytes =
            |ones: u64, twos: u64, row: usize| spread_bits(ones >> (8 * row)) + 2 * spread_bits(twos >> (8 * row));
        for (game, cells) in cells.chunks_exact_mut(2 * size * size).enumerate() {
            let (owners, spots) = cells.split_at_mut(size * size);
            for (row, (owners, spots)) in owners.chunks_exact_mut(size).zip(spots.chunks_exact_mut(size)).enumerate() {
                let load = bytes(low[game], middle[game], row);
                let of_one_spot = bytes(start.low, start.middle, row);
                owners.copy_from_slice(&bytes(mine[game], theirs[game], row).to_le_bytes()[..size]);
                spots.copy_from_slice(&(load + 0x0101_0101_0101_0101 - of_one_spot).to_le_bytes()[..size]);
            }
        }
    }
}

/// The planes of [`Parameters`]: both sides' squares, and those of at least 2, 3 and 4 spots.
struct PlaneWords<'a> {
    edges: Edges<u64>,
    planes: [&'a [u64]; 4],
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { edges, planes: [mine, theirs, low, middle], words } = self;
        // One spot is a load of 1 at a side, of 2 in a corner, and of 0 inside.
        let Loads { low: side, middle: corner, .. } = edges.one_spot_each();
        let inside = edges.all & !(side | corner);
        let (words, _) = words.as_chunks_mut::<5>();
        for (game, words) in words.iter_mut().enumerate() {
            let (low, middle) = (low[game], middle[game]);
            let full = low & middle;
            let two = (low | middle) & inside | middle & side | full & corner;
            let three = middle & inside | full & side;
            *words = [mine[game], theirs[game], two, three, full & inside];
        }
    }
}
