//! [`LaneBatch`]: many games of Jump61 at once, as the library's [`Batch`].
//!
//! Games are stepped in chunks, each as the lanes of a vector. First every lane adds its spot, then
//! all fronts jump together until none is left, then the masks are written. A lane at rest has an
//! empty front, and its jumps do nothing.

use alloc::boxed::Box;
use core::any::Any;
use core::ops::Range;

use super::fast::cascade::{Edges, Loads};
use super::fast::lane::LaneGrid;
use super::fast::{Jump61, Position};
use super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION, SECOND, check_step, masked_games};
use crate::board::Wide;
use crate::board::select::spread_bits;
use crate::board::wide::each;
use crate::cell::Side;
use crate::chunks::{Chunks, Part, part_of, parts, put_part};
use crate::lanes::{LaneWords, Lanes};
use crate::level::{Level, Task};
use crate::rules::{Notation, Rules};

/// Games of a chunk: a jump of one is a jump of all. With 64 a step takes 1.06 to 1.13 of the time.
const LANES: usize = 32;

/// A batch of `games` games at their start.
pub(super) fn batch(parameters: Parameters, games: usize, level: Level) -> Box<dyn Batch> {
    match Jump61::<u64>::new(parameters) {
        Some(rules) => Box::new(LaneBatch::new(rules, games, level)),
        None => Box::new(LaneBatch::<Wide<2>, 2>::new(Jump61::new(parameters).expect("every size fits"), games, level)),
    }
}

/// Many games.
#[derive(Clone)]
struct LaneBatch<P, const WORDS: usize> {
    rules: Jump61<P>,
    level: Level,
    chunks: Chunks<Chunk<WORDS>, LANES>,
}

/// The positions of the games of a chunk.
#[derive(Clone, Copy)]
struct Chunk<const WORDS: usize> {
    /// The squares of the side to move, and of the other.
    mine: LaneWords<WORDS, LANES>,
    theirs: LaneWords<WORDS, LANES>,
    /// The low and the middle bits of the loads.
    low: LaneWords<WORDS, LANES>,
    middle: LaneWords<WORDS, LANES>,
    states: [u8; LANES],
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> LaneBatch<P, WORDS> {
    fn new(rules: Jump61<P>, games: usize, level: Level) -> LaneBatch<P, WORDS> {
        let Position { mine, theirs, low, middle, .. } = rules.start();
        let [mine, theirs, low, middle] =
            [mine, theirs, low, middle].map(|plane| plane.words().map(|word| Lanes([word; LANES])));
        let chunk = Chunk { mine, theirs, low, middle, states: [0; LANES] };
        LaneBatch { rules, level, chunks: Chunks::new(chunk, games) }
    }

    fn position(&self, game: usize) -> Position<P> {
        let (chunk, lane) = self.chunks.at(game);
        let [mine, theirs, low, middle] =
            [&chunk.mine, &chunk.theirs, &chunk.low, &chunk.middle].map(|planes| P::get(planes, lane));
        Position { mine, theirs, low, middle, turn: Side::BOTH[usize::from(chunk.states[lane] & SECOND)] }
    }

    fn set(&mut self, game: usize, position: &Position<P>) {
        let (chunk, lane) = self.chunks.at_mut(game);
        let Position { mine, theirs, low, middle, turn } = *position;
        mine.put(&mut chunk.mine, lane);
        theirs.put(&mut chunk.theirs, lane);
        low.put(&mut chunk.low, lane);
        middle.put(&mut chunk.middle, lane);
        chunk.states[lane] = if turn == Side::Second { SECOND } else { 0 };
    }

    fn squares(&self) -> Squares<P> {
        Squares { edges: self.rules.edges, size: self.rules.parameters().size() }
    }
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Batch for LaneBatch<P, WORDS> {
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
        let Squares { edges, size } = self.squares();
        let each = 2 * (size * size) as usize;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        let chunks = self.chunks.with(first, cells.len() / each);
        self.level.run(Observe { start: edges.one_spot_each(), size, chunks, first, cells });
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        if WORDS > 1 {
            return false;
        }
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

/// The squares of a board, as bits of a grid and as actions one after the other.
#[derive(Clone, Copy)]
struct Squares<P> {
    edges: Edges<P>,
    size: u32,
}

impl<P> Squares<P> {
    fn mask_words(&self) -> usize {
        (self.size * self.size).div_ceil(32) as usize
    }

    /// Writes the masks of some lanes of a chunk: the squares that are not of the other side.
    #[inline(always)]
    fn write_masks<const WORDS: usize>(&self, theirs: &LaneWords<WORDS, LANES>, lanes: Range<usize>, masks: &mut [u32])
    where
        P: LaneGrid<WORDS>,
    {
        let mut open = Lanes([[0; WORDS]; LANES]);
        for lane in 0..LANES {
            open.0[lane] = (self.edges.all & !P::get(theirs, lane)).packed(self.size);
        }
        match (WORDS, self.mask_words()) {
            (1, 1) => put_halves::<1, WORDS>(&open, lanes, masks),
            (1, _) => put_halves::<2, WORDS>(&open, lanes, masks),
            (_, 3) => put_halves::<3, WORDS>(&open, lanes, masks),
            _ => put_halves::<4, WORDS>(&open, lanes, masks),
        }
    }
}

/// Writes the lowest halves of the words of some lanes.
#[inline(always)]
fn put_halves<const HALVES: usize, const WORDS: usize>(
    words: &Lanes<[u64; WORDS], LANES>,
    lanes: Range<usize>,
    halves: &mut [u32],
) {
    let mut all = Lanes([[0; HALVES]; LANES]);
    for lane in 0..LANES {
        all.0[lane] = each(|half| words.0[lane].get(half / 2).map_or(0, |word| word >> (32 * (half % 2))) as u32);
    }
    put_part(&all.0, lanes, halves.as_chunks_mut().0);
}

/// One action in every game.
struct Step<'a, P, const WORDS: usize> {
    squares: Squares<P>,
    chunks: &'a mut [Chunk<WORDS>],
    first: usize,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Task for Step<'_, P, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { squares, chunks, first, actions: all_actions, outcomes: all_outcomes, mut masks } = self;
        let edges = squares.edges;
        let start = edges.one_spot_each();
        let zero = [Lanes([0; LANES]); WORDS];
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
                let (low, middle) = (P::get(&chunk.low, lane), P::get(&chunk.middle, lane));
                // On a won board every square is the other side's.
                let spot = P::numbered(actions.0[lane], squares.size) & !P::get(&chunk.theirs, lane);
                let carry = low & spot;
                let front = middle & carry;
                spot.put(&mut spots, lane);
                front.put(&mut high, lane);
                (low ^ spot).put(&mut chunk.low, lane);
                (middle ^ carry).put(&mut chunk.middle, lane);
                (P::get(&chunk.mine, lane) | spot).put(&mut chunk.mine, lane);
                fronts |= front.any();
            }
            while fronts != 0 {
                fronts = 0;
                for lane in 0..LANES {
                    let (low, middle) = (P::get(&chunk.low, lane), P::get(&chunk.middle, lane));
                    let mut loads = Loads { low, middle, high: P::get(&high, lane) };
                    let taken = edges.jump(&mut loads);
                    let mine = P::get(&chunk.mine, lane) | taken;
                    mine.put(&mut chunk.mine, lane);
                    (P::get(&chunk.theirs, lane) & !taken).put(&mut chunk.theirs, lane);
                    // A won board stays won. Its front is cleared, because the cascade might never
                    // end.
                    let front = P::either(mine == edges.all, P::ZERO, loads.high);
                    loads.low.put(&mut chunk.low, lane);
                    loads.middle.put(&mut chunk.middle, lane);
                    front.put(&mut high, lane);
                    fronts |= front.any();
                }
            }
            for lane in 0..LANES {
                let (ours, others) = (P::get(&chunk.mine, lane), P::get(&chunk.theirs, lane));
                let plays = P::get(&spots, lane).any() != 0;
                let won = plays & (ours == edges.all);
                (played[lane], wins[lane]) = (u8::from(plays), u8::from(won));
                P::either(plays, others, ours).put(&mut chunk.mine, lane);
                P::either(plays, ours, others).put(&mut chunk.theirs, lane);
                P::either(won, start.low, P::get(&chunk.low, lane)).put(&mut chunk.low, lane);
                P::either(won, start.middle, P::get(&chunk.middle, lane)).put(&mut chunk.middle, lane);
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
struct Legal<'a, P, const WORDS: usize> {
    squares: Squares<P>,
    chunks: &'a [Chunk<WORDS>],
    first: usize,
    masks: &'a mut [u32],
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Task for Legal<'_, P, WORDS> {
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
struct Observe<'a, P, const WORDS: usize> {
    start: Loads<P>,
    size: u32,
    chunks: &'a [Chunk<WORDS>],
    first: usize,
    cells: &'a mut [u8],
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Task for Observe<'_, P, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Observe { start, size, chunks, first, cells } = self;
        let of_one_spot = eights(start.low, start.middle, size);
        let squares = (size * size) as usize;
        for (game, cells) in cells.chunks_exact_mut(2 * squares).enumerate() {
            let (chunk, lane) = (&chunks[(first + game) / LANES], (first + game) % LANES);
            let owners = eights(P::get(&chunk.mine, lane), P::get(&chunk.theirs, lane), size);
            let mut spots = eights(P::get(&chunk.low, lane), P::get(&chunk.middle, lane), size);
            for (eight, of_one_spot) in spots.as_flattened_mut().iter_mut().zip(of_one_spot.as_flattened()) {
                *eight = *eight + 0x0101_0101_0101_0101 - of_one_spot;
            }
            for (eights, cells) in [owners, spots].iter().zip(cells.chunks_exact_mut(squares)) {
                let mut bytes = [[[0; 8]; 8]; WORDS];
                for (bytes, eight) in bytes.as_flattened_mut().iter_mut().zip(eights.as_flattened()) {
                    *bytes = eight.to_le_bytes();
                }
                cells.copy_from_slice(&bytes.as_flattened().as_flattened()[..squares]);
            }
        }
    }
}

/// A byte a square, eight to a word: 1 for the squares of one grid, plus 2 for those of another.
#[inline(always)]
fn eights<P: LaneGrid<WORDS>, const WORDS: usize>(ones: P, twos: P, size: u32) -> [[u64; 8]; WORDS] {
    let (ones, twos) = (ones.packed(size), twos.packed(size));
    let mut eights = [[0; 8]; WORDS];
    for word in 0..WORDS {
        for (eight, first) in eights[word].iter_mut().zip((0..64).step_by(8)) {
            *eight = spread_bits(ones[word] >> first) + 2 * spread_bits(twos[word] >> first);
        }
    }
    eights
}

/// The planes of [`Parameters`]: both sides' squares, and those of at least 2, 3 and 4 spots.
struct PlaneWords<'a, P, const WORDS: usize> {
    edges: Edges<P>,
    chunks: &'a [Chunk<WORDS>],
    first: usize,
    words: &'a mut [u64],
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Task for PlaneWords<'_, P, WORDS> {
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
                let (low, middle) = (P::get(&chunk.low, lane), P::get(&chunk.middle, lane));
                let (mine, theirs) = (P::get(&chunk.mine, lane), P::get(&chunk.theirs, lane));
                let full = low & middle;
                let two = (low | middle) & inside | middle & side | full & corner;
                let three = middle & inside | full & side;
                // The one word of each.
                *words = [mine.any(), theirs.any(), two.any(), three.any(), (full & inside).any()];
            }
        }
    }
}
