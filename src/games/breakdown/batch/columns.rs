//! [`ColumnBatch`]: thousands of games on boards of up to 8×8, in the
//! [columnar form](super::super::fast::columnar), one in every lane of a vector.
//!
//! A step is four loops over the lanes: drop; look for a square and find the room; write the mask;
//! tell the outcome. (Told before the mask it took 1.03 of the time with AVX-512: it is told from
//! 64 bytes at once, which were just written eight at a time.) Calls of breakdown are rare and
//! expensive, so they are queued, and played as soon as they fill the lanes.
//!
//! Tried and dropped: one loop (1.12 of the time with AVX-512 and without vectors, 1.2 with AVX2),
//! 32 games at once (1.14, 1.3 and 1.02), calls one at a time after each loop (AVX-512 and AVX2 at
//! four fifths and nine tenths of the speed), columns filled anew from the pieces for each step (a
//! thirtieth slower with AVX2), the mask in the loop of the step (the portable level at four
//! fifths), places of actions found in half words as in Connect4 (1.06 of the time with AVX-512,
//! 0.97 with AVX2, 1.3 without vectors), gathering the columns of a mask by shifts instead of a
//! product (a tenth slower with AVX-512), lengths of 3 as constants (at most 4 % faster, for a
//! second body), chunks copied before and after the loop (1.06 of the time with AVX-512). States
//! stay bytes outside the loops' structure: with elements of two sizes in it the loop is scalar, a
//! third of the speed.

use alloc::boxed::Box;
use core::any::Any;

use super::super::fast::columnar::ColumnPlan;
use super::super::fast::single::SingleGame;
use super::super::fast::{Breakdown, Position};
use super::super::{Parameters, Setup};
use crate::batch::{Batch, BatchOutcome, NO_ACTION, OVER, SECOND, check_step};
use crate::board::select::spread_bits;
use crate::cell::Side;
use crate::chunks::{Chunks, Part, part_of, parts, put_part};
use crate::lanes::Lanes;
use crate::level::{Level, Task};
use crate::rules::{Notation, Outcome, Rules};

/// Games of a chunk.
const LANES: usize = 64;

/// The effects of a stick on a game: none has fallen, the side to move has a square, no move is
/// left.
const IDLE: u8 = 0x80;
const WINS: u8 = 0x40;
const DIES: u8 = 0x20;

/// Games whose boards fall at once.
const CALLERS: usize = 32;

/// Many games on one board of up to 8×8.
#[derive(Clone)]
pub(in super::super) struct ColumnBatch {
    rules: Breakdown<u128>,
    plan: ColumnPlan,
    level: Level,
    chunks: Chunks<Chunk, LANES>,
}

/// The positions of the games of a chunk, or of as many others.
#[derive(Clone, Copy)]
struct Chunk<const N: usize = LANES> {
    /// The pieces of the side to move, and of the other.
    mine: Lanes<u64, N>,
    theirs: Lanes<u64, N>,
    /// Every column filled up to its top.
    filled: Lanes<u64, N>,
    states: [u8; N],
}

impl<const N: usize> Chunk<N> {
    #[inline(always)]
    fn new() -> Chunk<N> {
        let zero = Lanes([0; N]);
        Chunk { mine: zero, theirs: zero, filled: zero, states: [0; N] }
    }
}

impl ColumnBatch {
    /// A batch of `games` games at their start; `None` beyond 8×8.
    pub(in super::super) fn new(parameters: Parameters, games: usize, level: Level) -> Option<ColumnBatch> {
        let rules = Breakdown::new(parameters)?;
        Some(ColumnBatch { plan: rules.columns?, rules, level, chunks: Chunks::new(Chunk::new(), games) })
    }

    fn position(&self, game: usize) -> Position<u128> {
        let (chunk, lane) = self.chunks.at(game);
        let (mine, theirs) = (chunk.mine.0[lane], chunk.theirs.0[lane]);
        let turn = Side::BOTH[usize::from(chunk.states[lane] & SECOND)];
        self.rules.position_of(&SingleGame { plan: self.plan, mine, theirs, turn })
    }

    fn set(&mut self, game: usize, mine: u64, theirs: u64, state: u8) {
        let (chunk, lane) = self.chunks.at_mut(game);
        (chunk.mine.0[lane], chunk.theirs.0[lane], chunk.states[lane]) = (mine, theirs, state);
        chunk.filled.0[lane] = self.plan.filled(mine | theirs);
    }

    fn width(&self) -> u32 {
        self.rules.parameters().size().width()
    }
}

impl Batch for ColumnBatch {
    fn games(&self) -> usize {
        self.chunks.count()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, _: usize) {
        self.set(game, 0, 0, 0);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        check_step(actions, outcomes, masks.as_deref(), 1);
        let (plan, width) = (self.plan, self.width());
        let chunks = self.chunks.with_mut(first, actions.len());
        match plan.longest() {
            ..=3 => self.level.run(Step::<3> { plan, width, chunks, first, actions, outcomes, masks }),
            4 => self.level.run(Step::<4> { plan, width, chunks, first, actions, outcomes, masks }),
            _ => self.level.run(Step::<8> { plan, width, chunks, first, actions, outcomes, masks }),
        }
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let (plan, width, chunks) = (self.plan, self.width(), self.chunks.with(first, masks.len()));
        match plan.longest() {
            ..=4 => self.level.run(Legal::<4> { plan, width, chunks, first, masks }),
            _ => self.level.run(Legal::<8> { plan, width, chunks, first, masks }),
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules.parameters().size();
        let chunks = self.chunks.with(first, cells.len() / size.cells() as usize);
        let width = size.width() as usize;
        self.level.run(Observe { plan: self.plan, width, chunks, first, cells });
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let chunks = self.chunks.with(first, words.len() / 2);
        self.level.run(PlaneWords { plan: self.plan, chunks, first, words });
        true
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules.setup(&self.position(game)))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Breakdown");
        let position = self.rules.position(setup).unwrap_or_else(|error| panic!("{error}"));
        let (single, _) = self.rules.columnar(&position, self.plan);
        let is_over = self.rules.outcome(&position) != Outcome::InProgress;
        let second = if single.turn == Side::Second { SECOND } else { 0 };
        self.set(game, single.mine, single.theirs, second | if is_over { OVER } else { 0 });
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
    chunks: &'a [Chunk],
    first: usize,
    masks: &'a mut [u32],
}

impl<const RUN: u32> Task for Legal<'_, RUN> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { plan, width, chunks, first, masks } = self;
        for Part { chunk, lanes, games } in parts::<LANES>(first, masks.len()) {
            let Chunk { filled, states, .. } = &chunks[chunk];
            let games = masks[games].iter_mut().zip(&filled.0[lanes.clone()]).zip(&states[lanes]);
            for ((out, &filled), &state) in games {
                let room = plan.room::<RUN>(filled);
                let legal = mask(room.vertical, room.horizontal, width);
                *out = if state & OVER == 0 { legal } else { 0 };
            }
        }
    }
}

/// One action in every game. `RUN` must be at least [`ColumnPlan::longest`].
struct Step<'a, const RUN: u32> {
    plan: ColumnPlan,
    width: u32,
    chunks: &'a mut [Chunk],
    first: usize,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl<const RUN: u32> Task for Step<'_, RUN> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { plan, width, chunks, first, actions: all_actions, outcomes, mut masks } = self;
        let count = all_actions.len();
        let call = 2 * width;
        let (mut results, mut fallen) = (Results::new(), Results::new());
        let (mut stepped, mut few) = (Lanes([0_u8; LANES]), [NO_ACTION; LANES]);
        let mut sticks = Lanes([0_u64; LANES]);
        // The games that have called breakdown, and the boards of those that fall at once. After
        // each chunk there are fewer than that.
        let (mut queue, mut queued, mut called) = ([0; LANES + CALLERS], 0, Chunk::<CALLERS>::new());
        for Part { chunk: number, lanes, games } in parts::<LANES>(first, count) {
            let chunk = &mut chunks[number];
            let actions = Lanes(*part_of(&all_actions[games.clone()], lanes.clone(), NO_ACTION, &mut few));
            let (mut calls, mut states) = (0_u64, Lanes(chunk.states));
            for lane in 0..LANES {
                let filled = chunk.filled.0[lane];
                let (action, state) = (actions.0[lane], states.0[lane]);
                let room = plan.room::<RUN>(filled);
                let vertical = action < width;
                let place = u64::from(if vertical { action } else { action.wrapping_sub(width) });
                let fitting = if vertical { room.vertical } else { room.horizontal };
                let goes_on = state & OVER == 0;
                let column = (1_u64 << ((8 * place) & 63)) & fitting;
                let column = if goes_on & (action < call) { column } else { 0 };
                let dropped = plan.drop::<RUN>(filled, &room, vertical, column);
                chunk.filled.0[lane] = dropped.filled;
                sticks.0[lane] = dropped.stick;
                calls |= u64::from(goes_on & (action == call)) << lane;
            }
            for lane in 0..LANES {
                let (ours, others, filled) = (chunk.mine.0[lane], chunk.theirs.0[lane], chunk.filled.0[lane]);
                let idle = sticks.0[lane] == 0;
                let after = ours | sticks.0[lane];
                let won = plan.squares::<RUN>(after) != 0;
                let next = plan.room::<RUN>(filled);
                // A stick has fallen, so this is not the beginning.
                let dead = next.is_empty() & (filled == after | others);
                chunk.mine.0[lane] = if idle { ours } else { others };
                chunk.theirs.0[lane] = if idle { others } else { after };
                (results.vertical.0[lane], results.horizontal.0[lane]) = (next.vertical, next.horizontal);
                let ends = if won { WINS } else { 0 } | if dead { DIES } else { 0 };
                stepped.0[lane] = if idle { IDLE } else { ends };
            }
            let legal = results.masks(&states.0, &stepped.0, width);
            for lane in 0..LANES {
                let (state, step) = (states.0[lane], stepped.0[lane]);
                let (plays, won, ends) = (step & IDLE == 0, step & WINS != 0, step & (WINS | DIES) != 0);
                let winner = if state & SECOND == 0 { BatchOutcome::First } else { BatchOutcome::Second };
                let outcome = if won { winner } else { BatchOutcome::Draw };
                let outcome = if ends { outcome } else { BatchOutcome::InProgress };
                results.outcomes[lane] = if plays { outcome } else { BatchOutcome::Illegal };
                states.0[lane] = (state ^ u8::from(plays)) | if ends { OVER } else { 0 };
            }
            chunk.states = states.0;
            put_part(&results.outcomes, lanes.clone(), &mut outcomes[games.clone()]);
            if let Some(masks) = &mut masks {
                put_part(&legal, lanes, &mut masks[games.clone()]);
            }
            while calls != 0 {
                queue[queued] = LANES * number + calls.trailing_zeros() as usize;
                queued += 1;
                calls &= calls - 1;
            }
            while queued >= CALLERS || queued > 0 && games.end == count {
                let (from, some) = (queued.saturating_sub(CALLERS), queued.min(CALLERS));
                let callers = &queue[from..from + some];
                for (lane, &game) in callers.iter().enumerate() {
                    let (chunk, place) = (&chunks[game / LANES], game % LANES);
                    called.mine.0[lane] = chunk.mine.0[place];
                    called.theirs.0[lane] = chunk.theirs.0[place];
                    called.states[lane] = chunk.states[place];
                }
                fallen.fall::<RUN>(&plan, &mut called);
                let legal = fallen.masks(&called.states, &[0; CALLERS], width);
                for (lane, &game) in callers.iter().enumerate() {
                    let (chunk, place) = (&mut chunks[game / LANES], game % LANES);
                    chunk.mine.0[place] = called.mine.0[lane];
                    chunk.theirs.0[place] = called.theirs.0[lane];
                    chunk.filled.0[place] = called.filled.0[lane];
                    chunk.states[place] = called.states[lane];
                    outcomes[game - first] = fallen.outcomes[lane];
                    if let Some(masks) = &mut masks {
                        masks[game - first] = legal[lane];
                    }
                }
                queued = from;
            }
        }
    }
}

/// The results of a step of a chunk besides the positions.
struct Results<const N: usize> {
    outcomes: [BatchOutcome; N],
    /// The columns in which sticks then fit.
    vertical: Lanes<u64, N>,
    horizontal: Lanes<u64, N>,
}

impl<const N: usize> Results<N> {
    #[inline(always)]
    fn new() -> Results<N> {
        let zero = Lanes([0; N]);
        Results { outcomes: [BatchOutcome::InProgress; N], vertical: zero, horizontal: zero }
    }

    /// The legal moves.
    #[inline(always)]
    fn masks(&self, states: &[u8; N], stepped: &[u8; N], width: u32) -> [u32; N] {
        let mut masks = [0; N];
        for (lane, out) in masks.iter_mut().enumerate() {
            let legal = mask(self.vertical.0[lane], self.horizontal.0[lane], width);
            *out = if (states[lane] | stepped[lane]) & (OVER | WINS | DIES) == 0 { legal } else { 0 };
        }
        masks
    }

    /// Calls breakdown in every game.
    #[inline(always)]
    fn fall<const RUN: u32>(&mut self, plan: &ColumnPlan, games: &mut Chunk<N>) {
        for lane in 0..N {
            let (ours, others) = plan.fall(games.mine.0[lane], games.theirs.0[lane]);
            let (won, lost) = (plan.squares::<RUN>(ours) != 0, plan.squares::<RUN>(others) != 0);
            let second = games.states[lane] & SECOND != 0;
            let filled = ours | others;
            let room = plan.room::<RUN>(filled);
            // The empty board with the first side to move is the beginning, which is not over.
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
            (games.mine.0[lane], games.theirs.0[lane], games.filled.0[lane]) = (others, ours, filled);
            let over = if won | lost | dead { OVER } else { 0 };
            games.states[lane] = if second { 0 } else { SECOND } | over;
            (self.vertical.0[lane], self.horizontal.0[lane]) = (room.vertical, room.horizontal);
        }
    }
}

/// The boards of games as bytes: 0 empty, 1 the side to move, 2 the other.
struct Observe<'a> {
    plan: ColumnPlan,
    width: usize,
    chunks: &'a [Chunk],
    first: usize,
    cells: &'a mut [u8],
}

impl Task for Observe<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Observe { plan, width, chunks, first, cells } = self;
        let (rows, size) = (plan.height(), width * plan.height());
        for Part { chunk, lanes, games } in parts::<LANES>(first, cells.len() / size) {
            let Chunk { mine, theirs, .. } = &chunks[chunk];
            let cells = cells[size * games.start..size * games.end].chunks_exact_mut(size);
            for ((cells, &mine), &theirs) in cells.zip(&mine.0[lanes.clone()]).zip(&theirs.0[lanes]) {
                let (mine, theirs) = (plan.rows(mine), plan.rows(theirs));
                for (row, cells) in cells.chunks_exact_mut(width).enumerate() {
                    let from_ground = 8 * (rows - 1 - row);
                    let bytes = spread_bits(mine >> from_ground) + 2 * spread_bits(theirs >> from_ground);
                    cells.copy_from_slice(&bytes.to_le_bytes()[..width]);
                }
            }
        }
    }
}

/// The pieces of the side to move and of the other, a word each, the top row first.
struct PlaneWords<'a> {
    plan: ColumnPlan,
    chunks: &'a [Chunk],
    first: usize,
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { plan, chunks, first, words } = self;
        let below = 8 * (8 - plan.height());
        let (words, _) = words.as_chunks_mut::<2>();
        for Part { chunk, lanes, games } in parts::<LANES>(first, words.len()) {
            let Chunk { mine, theirs, .. } = &chunks[chunk];
            let words = words[games].iter_mut();
            for ((words, &mine), &theirs) in words.zip(&mine.0[lanes.clone()]).zip(&theirs.0[lanes]) {
                *words = [mine, theirs].map(|color| plan.rows(color).swap_bytes() >> below);
            }
        }
    }
}
