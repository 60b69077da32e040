//! [`LaneBatch`]: many games of Jump61 at once up to 8×8, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector. First every lane adds its spot, then
//! all fronts jump together until none is left, then the masks are written. A lane at rest has an
//! empty front, and its jumps do nothing.

use alloc::boxed::Box;
use core::any::Any;
use core::ops::Range;

use super::fast::cascade::{Edges, Loads};
use super::fast::{Jump61, Position};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION, SECOND, check_step, masked_games};
use crate::board::byte_rows::packed;
use crate::board::select::spread_bits;
use crate::cell::Side;
use crate::chunks::{Chunks, Part, part_of, parts, put_part};
use crate::lanes::{Lanes, all_ones};
use crate::level::{Level, Task};
use crate::rules::{Notation, Rules};

/// Games of a chunk: a jump of one is a jump of all. With 64 a step takes 1.06 to 1.13 of the time.
const LANES: usize = 32;

/// A batch of `games` games at their start; `None` beyond 8×8.
pub(super) fn batch(parameters: Parameters, games: usize, level: Level) -> Option<Box<dyn Batch>> {
    let rules = Jump61::<u64>::new(parameters)?;
    let Position { mine, theirs, low, middle, .. } = rules.start();
    let [mine, theirs, low, middle] = [mine, theirs, low, middle].map(|plane| Lanes([plane; LANES]));
    let chunk = Chunk { mine, theirs, low, middle, states: [0; LANES] };
    Some(Box::new(LaneBatch { rules, level, chunks: Chunks::new(chunk, games) }))
}

/// Many games.
#[derive(Clone)]
struct LaneBatch {
    rules: Jump61<u64>,
    level: Level,
    chunks: Chunks<Chunk, LANES>,
}

/// The positions of the games of a chunk.
#[derive(Clone, Copy)]
struct Chunk {
    /// The squares of the side to move, and of the other.
    mine: Lanes<u64, LANES>,
    theirs: Lanes<u64, LANES>,
    /// The low and the middle bits of the loads.
    low: Lanes<u64, LANES>,
    middle: Lanes<u64, LANES>,
    states: [u8; LANES],
}

impl LaneBatch {
    fn position(&self, game: usize) -> Position<u64> {
        let (chunk, lane) = self.chunks.at(game);
        let [mine, theirs, low, middle] =
            [&chunk.mine, &chunk.theirs, &chunk.low, &chunk.middle].map(|plane| plane.0[lane]);
        Position { mine, theirs, low, middle, turn: Side::BOTH[usize::from(chunk.states[lane] & SECOND)] }
    }

    fn set(&mut self, game: usize, position: &Position<u64>) {
        let (chunk, lane) = self.chunks.at_mut(game);
        let Position { mine, theirs, low, middle, turn } = *position;
        (chunk.mine.0[lane], chunk.theirs.0[lane]) = (mine, theirs);
        (chunk.low.0[lane], chunk.middle.0[lane]) = (low, middle);
        chunk.states[lane] = if turn == Side::Second { SECOND } else { 0 };
    }

    fn squares(&self) -> Squares {
        Squares { edges: self.rules.edges, size: self.rules.parameters().size() }
    }
}

impl Batch for LaneBatch {
    fn games(&self) -> usize {
        self.chunks.count()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        self.set(game, &self.rules.start());
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        let squares = self.squares();
        check_step(actions, outcomes, masks.as_deref(), squares.mask_words());
        let chunks = self.chunks.with_mut(first, actions.len());
        self.level.run(Step { squares, chunks, first, actions, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let squares = self.squares();
        let chunks = self.chunks.with(first, masked_games(masks.len(), squares.mask_words()));
        self.level.run(Legal { squares, chunks, first, masks });
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules.parameters().size() as usize;
        let each = 2 * size * size;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        let chunks = self.chunks.with(first, cells.len() / each);
        self.level.run(Observe { start: self.rules.edges.one_spot_each(), size, chunks, first, cells });
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let chunks = self.chunks.with(first, words.len() / 5);
        self.level.run(PlaneWords { edges: self.rules.edges, chunks, first, words });
        true
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Jump61");
        let position = self.rules.position(setup).unwrap_or_else(|error| panic!("{error}"));
        self.set(game, &position);
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

    /// Writes the masks of some lanes of a chunk.
    #[inline(always)]
    fn write_masks(self, theirs: &Lanes<u64, LANES>, lanes: Range<usize>, masks: &mut [u32]) {
        let mut open = Lanes([0_u64; LANES]);
        for lane in 0..LANES {
            open.0[lane] = self.mask(theirs.0[lane]);
        }
        if self.mask_words() == 1 {
            put_part(&open.0.map(|mask| mask as u32), lanes, masks);
        } else {
            put_part(&open.0.map(|mask| [mask as u32, (mask >> 32) as u32]), lanes, masks.as_chunks_mut().0);
        }
    }
}

/// One action in every game.
struct Step<'a> {
    squares: Squares,
    chunks: &'a mut [Chunk],
    first: usize,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { squares, chunks, first, actions: all_actions, outcomes: all_outcomes, mut masks } = self;
        let edges = squares.edges;
        let start = edges.one_spot_each();
        let zero = Lanes([0; LANES]);
        let (mut spots, mut high, mut outcomes) = (zero, zero, [BatchOutcome::InProgress; LANES]);
        let (mut played, mut wins, mut few) = ([0_u8; LANES], [0_u8; LANES], [NO_ACTION; LANES]);
        let words = squares.mask_words();
        for Part { chunk, lanes, games } in parts::<LANES>(first, all_actions.len()) {
            let chunk = &mut chunks[chunk];
            // A copy: with elements of two sizes in one structure the loop would be scalar.
            let mut states = chunk.states;
            let actions = Lanes(*part_of(&all_actions[games.clone()], lanes.clone(), NO_ACTION, &mut few));
            let mut fronts = 0;
            for lane in 0..LANES {
                // On a won board every square is the other side's.
                let spot = squares.square(actions.0[lane]) & !chunk.theirs.0[lane];
                let carry = chunk.low.0[lane] & spot;
                spots.0[lane] = spot;
                high.0[lane] = chunk.middle.0[lane] & carry;
                chunk.low.0[lane] ^= spot;
                chunk.middle.0[lane] ^= carry;
                chunk.mine.0[lane] |= spot;
                fronts |= high.0[lane];
            }
            while fronts != 0 {
                fronts = 0;
                for lane in 0..LANES {
                    let mut loads = Loads { low: chunk.low.0[lane], middle: chunk.middle.0[lane], high: high.0[lane] };
                    let taken = edges.jump(&mut loads);
                    chunk.mine.0[lane] |= taken;
                    chunk.theirs.0[lane] &= !taken;
                    // A won board stays won. Its front is cleared, because the cascade might never
                    // end.
                    let front = if chunk.mine.0[lane] == edges.all { 0 } else { loads.high };
                    (chunk.low.0[lane], chunk.middle.0[lane], high.0[lane]) = (loads.low, loads.middle, front);
                    fronts |= front;
                }
            }
            for lane in 0..LANES {
                let plays = spots.0[lane] != 0;
                let won = plays & (chunk.mine.0[lane] == edges.all);
                (played[lane], wins[lane]) = (u8::from(plays), u8::from(won));
                let (ours, others) = (chunk.mine.0[lane], chunk.theirs.0[lane]);
                (chunk.mine.0[lane], chunk.theirs.0[lane]) = if plays { (others, ours) } else { (ours, others) };
                chunk.low.0[lane] = if won { start.low } else { chunk.low.0[lane] };
                chunk.middle.0[lane] = if won { start.middle } else { chunk.middle.0[lane] };
            }
            for lane in 0..LANES {
                let winner = if states[lane] & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if wins[lane] != 0 { winner } else { BatchOutcome::InProgress };
                outcomes[lane] = if played[lane] != 0 { outcome } else { BatchOutcome::Illegal };
                states[lane] ^= played[lane];
            }
            chunk.states = states;
            put_part(&outcomes, lanes.clone(), &mut all_outcomes[games.clone()]);
            if let Some(masks) = &mut masks {
                squares.write_masks(&chunk.theirs, lanes, &mut masks[words * games.start..words * games.end]);
            }
        }
    }
}

/// The legal actions of every game.
struct Legal<'a> {
    squares: Squares,
    chunks: &'a [Chunk],
    first: usize,
    masks: &'a mut [u32],
}

impl Task for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { squares, chunks, first, masks } = self;
        let words = squares.mask_words();
        for Part { chunk, lanes, games } in parts::<LANES>(first, masks.len() / words) {
            squares.write_masks(&chunks[chunk].theirs, lanes, &mut masks[words * games.start..words * games.end]);
        }
    }
}

/// The boards of games as bytes: a plane of owners and one of spots.
struct Observe<'a> {
    start: Loads<u64>,
    size: usize,
    chunks: &'a [Chunk],
    first: usize,
    cells: &'a mut [u8],
}

impl Task for Observe<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Observe { start, size, chunks, first, cells } = self;
        // The highest byte of a sum is not above 4, so that no byte carries into the next.
        let bytes =
            |ones: u64, twos: u64, row: usize| spread_bits(ones >> (8 * row)) + 2 * spread_bits(twos >> (8 * row));
        for (game, cells) in cells.chunks_exact_mut(2 * size * size).enumerate() {
            let (chunk, lane) = (&chunks[(first + game) / LANES], (first + game) % LANES);
            let (owners, spots) = cells.split_at_mut(size * size);
            for (row, (owners, spots)) in owners.chunks_exact_mut(size).zip(spots.chunks_exact_mut(size)).enumerate() {
                let owner = bytes(chunk.mine.0[lane], chunk.theirs.0[lane], row);
                let load = bytes(chunk.low.0[lane], chunk.middle.0[lane], row);
                let of_one_spot = bytes(start.low, start.middle, row);
                owners.copy_from_slice(&owner.to_le_bytes()[..size]);
                spots.copy_from_slice(&(load + 0x0101_0101_0101_0101 - of_one_spot).to_le_bytes()[..size]);
            }
        }
    }
}

/// The planes of [`Parameters`]: both sides' squares, and those of at least 2, 3 and 4 spots.
struct PlaneWords<'a> {
    edges: Edges<u64>,
    chunks: &'a [Chunk],
    first: usize,
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { edges, chunks, first, words } = self;
        // One spot is a load of 1 at a side, of 2 in a corner, and of 0 inside.
        let Loads { low: side, middle: corner, .. } = edges.one_spot_each();
        let inside = edges.all & !(side | corner);
        let (words, _) = words.as_chunks_mut::<5>();
        for Part { chunk, lanes, games } in parts::<LANES>(first, words.len()) {
            let chunk = &chunks[chunk];
            for (words, lane) in words[games].iter_mut().zip(lanes) {
                let (low, middle) = (chunk.low.0[lane], chunk.middle.0[lane]);
                let full = low & middle;
                let two = (low | middle) & inside | middle & side | full & corner;
                let three = middle & inside | full & side;
                *words = [chunk.mine.0[lane], chunk.theirs.0[lane], two, three, full & inside];
            }
        }
    }
}
