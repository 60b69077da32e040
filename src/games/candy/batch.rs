//! [`ColumnBatch`]: many games on boards of up to 8×8, in the
//! [columnar form](super::fast::columnar).
//!
//! A step swaps and settles one game after the other, because they take different numbers of steps
//! to come to rest. Then the legal swaps of many games are found at once, in a loop without
//! branches. Millions of steps with masks a second on 8×8 with seven colors: 19 with AVX-512, 17
//! with AVX2 and 15 without. A batch that plays its games one after the other reaches 5.6.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;

use super::fast::columnar::Colors;
use super::fast::single::ColumnRules;
use super::fast::{Candy, Position, Small};
use super::{GameParameters, Instance, State};
use crate::batch::{Batch, BatchOutcome};
use crate::cell::{Side, Size};
use crate::lanes::Lanes;
use crate::level::{Level, Task};
use crate::planes::Plane;
use crate::rules::{Notation, Rules};

/// Games whose legal swaps are found at once.
const LANES: usize = 32;

/// Many games, each of one of a few instances.
#[derive(Clone)]
pub(super) struct ColumnBatch {
    /// The instances, and every one at its start.
    rules: Arc<[Candy<Small>]>,
    starts: Arc<[BatchGame]>,
    games: Vec<BatchGame>,
    size: Size,
    planes: Arc<[Plane]>,
    level: Level,
}

#[derive(Clone)]
struct BatchGame {
    position: Position<Small>,
    instance: u32,
    /// Whether the last settling ended at its limit.
    unsettled: bool,
    outcome: BatchOutcome,
}

impl ColumnBatch {
    /// A batch of `games` games at the start of the first instance; `None` beyond 8×8, 8 colors or
    /// states up to 3.
    pub(super) fn new(instances: &[Instance], games: usize, level: Level) -> Option<ColumnBatch> {
        let rules = instances.iter().map(Candy::<Small>::new).collect::<Option<Arc<[Candy<Small>]>>>()?;
        let start = |(instance, rules): (u32, &Candy<Small>)| BatchGame::new(rules, rules.start(), instance);
        let starts = (0..).zip(&*rules).map(start).collect::<Option<Arc<[BatchGame]>>>()?;
        let games = vec![starts.first()?.clone(); games];
        let planes = instances[0].planes().planes.into();
        Some(ColumnBatch { rules, starts, games, size: instances[0].definition().size(), planes, level })
    }

    /// Words of one mask.
    fn words(&self) -> usize {
        (2 * self.size.cells()).div_ceil(32) as usize
    }
}

impl BatchGame {
    fn new(rules: &Candy<Small>, position: Position<Small>, instance: u32) -> Option<BatchGame> {
        let unsettled = rules.column_rules()?.is_unsettled(&position.colors);
        let outcome = rules.outcome(&position).into();
        Some(BatchGame { position, instance, unsettled, outcome })
    }
}

impl Batch for ColumnBatch {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, instance: usize) {
        self.games[game].clone_from(&self.starts[instance.min(self.starts.len() - 1)]);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        assert_eq!(actions.len(), outcomes.len(), "as many actions as outcomes");
        let (words, width) = (self.words(), self.size.width());
        assert!(
            masks.as_ref().is_none_or(|masks| masks.len() == words * actions.len()),
            "{words} words of mask a game"
        );
        let games = &mut self.games[first..first + actions.len()];
        let rules = &*self.rules;
        self.level.run_single(Swap { rules, width, games, actions, outcomes });
        self.level.run(Judge { rules, width, words, games, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let words = self.words();
        assert!(masks.len().is_multiple_of(words), "{words} words of mask a game");
        let games = &self.games[first..first + masks.len() / words];
        self.level.run(Legal { rules: &self.rules, width: self.size.width(), words, games, masks });
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let each = 3 * self.size.cells() as usize;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        let games = &self.games[first..first + cells.len() / each];
        for (game, cells) in games.iter().zip(cells.chunks_exact_mut(each)) {
            let rules = &self.rules[game.instance as usize];
            if let Some(rules) = rules.column_rules() {
                rules.observe(&game.position, self.size, cells);
            }
        }
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let games = &self.games[first..first + words.len() / self.planes.len()];
        self.level.run_single(PlaneWords { rules: &self.rules, size: self.size, planes: &self.planes, games, words });
        true
    }

    fn turn(&self, _: usize) -> Side {
        Side::First
    }

    fn score(&self, game: usize) -> u64 {
        self.games[game].position.score
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        let BatchGame { position, instance, .. } = &self.games[game];
        Box::new(self.rules[*instance as usize].setup(position))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &State = setup.downcast_ref().expect("a setup of Candy");
        let instance = self.games[game].instance;
        let rules = &self.rules[instance as usize];
        let position = rules.position(setup).unwrap_or_else(|error| panic!("{error}"));
        self.games[game] = BatchGame::new(rules, position, instance).expect("a game of the batch");
    }
}

/// One swap in every game, settled. Writes whether it was legal.
struct Swap<'a> {
    rules: &'a [Candy<Small>],
    width: u32,
    games: &'a mut [BatchGame],
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
}

impl Task for Swap<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Swap { rules, width, games, actions, outcomes } = self;
        for ((game, &action), outcome) in games.iter_mut().zip(actions).zip(outcomes) {
            *outcome = BatchOutcome::Illegal;
            if game.outcome.is_over() {
                continue;
            }
            let Some(rules) = rules[game.instance as usize].column_rules() else { continue };
            let is_up = action.is_multiple_of(2);
            if let Some(unsettled) = rules.swap(&mut game.position, action / 2 / width, action / 2 % width, is_up) {
                game.unsettled = unsettled;
                *outcome = BatchOutcome::InProgress;
            }
        }
    }
}

/// The outcomes after a step, and the masks.
struct Judge<'a> {
    rules: &'a [Candy<Small>],
    width: u32,
    words: usize,
    games: &'a mut [BatchGame],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl Task for Judge<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Judge { rules, width, words, games, outcomes, mut masks } = self;
        for (index, (games, outcomes)) in games.chunks_mut(LANES).zip(outcomes.chunks_mut(LANES)).enumerate() {
            let swaps = swaps(rules, games);
            for (lane, (game, outcome)) in games.iter_mut().zip(outcomes).enumerate() {
                let legal = swaps.of(lane);
                if *outcome != BatchOutcome::Illegal {
                    *outcome = if game.position.states == [0; 2] {
                        BatchOutcome::First
                    } else if legal == [0; 2] {
                        BatchOutcome::Draw
                    } else {
                        BatchOutcome::InProgress
                    };
                    game.outcome = *outcome;
                }
                if let Some(masks) = &mut masks {
                    let mask = &mut masks[(index * LANES + lane) * words..][..words];
                    write_mask(game, legal, width, mask);
                }
            }
        }
    }
}

/// The legal swaps of games.
struct Legal<'a> {
    rules: &'a [Candy<Small>],
    width: u32,
    words: usize,
    games: &'a [BatchGame],
    masks: &'a mut [u32],
}

impl Task for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { rules, width, words, games, masks } = self;
        for (games, masks) in games.chunks(LANES).zip(masks.chunks_mut(LANES * words)) {
            let swaps = swaps(rules, games);
            for (lane, (game, mask)) in games.iter().zip(masks.chunks_exact_mut(words)).enumerate() {
                write_mask(game, swaps.of(lane), width, mask);
            }
        }
    }
}

/// The legal swaps of games, sixteen bits a row: up and right alternate.
struct LaneSwaps {
    /// The swaps of the lower four rows, and of the upper four.
    low: Lanes<u64, LANES>,
    high: Lanes<u64, LANES>,
}

impl LaneSwaps {
    #[inline(always)]
    fn of(&self, lane: usize) -> [u64; 2] {
        [self.low.0[lane], self.high.0[lane]]
    }
}

/// The legal swaps of up to [`LANES`] games, of those that are over, too. The instances of a batch
/// are of one size.
#[inline(always)]
fn swaps(rules: &[Candy<Small>], games: &[BatchGame]) -> LaneSwaps {
    let zero = Lanes([0; LANES]);
    let mut swaps = LaneSwaps { low: zero, high: zero };
    let Some(ColumnRules { plan, .. }) = rules.first().and_then(Candy::column_rules) else { return swaps };
    let plan = *plan;
    let mut colors = [zero; 3];
    for (lane, game) in games.iter().enumerate().take(LANES) {
        for (colors, color) in colors.iter_mut().zip(game.position.colors) {
            colors.0[lane] = color;
        }
    }
    for lane in 0..LANES {
        let board: Colors = [colors[0].0[lane], colors[1].0[lane], colors[2].0[lane]];
        let legal = plan.swaps(&board).by_row();
        [swaps.low.0[lane], swaps.high.0[lane]] = legal.by_turns();
    }
    for (lane, game) in games.iter().enumerate().take(LANES) {
        if game.unsettled {
            let rules = rules[game.instance as usize].column_rules();
            let legal = rules.map_or([0; 2], |rules| rules.unsettled_swaps(&game.position.colors).by_row().by_turns());
            [swaps.low.0[lane], swaps.high.0[lane]] = legal;
        }
    }
    swaps
}

/// Writes the mask of a game: its swaps row by row, without gaps.
#[inline(always)]
fn write_mask(game: &BatchGame, legal: [u64; 2], width: u32, mask: &mut [u32]) {
    let mut bits = u128::from(legal[0]) | u128::from(legal[1]) << 64;
    if game.outcome.is_over() {
        bits = 0;
    } else if width < 8 {
        let rows = bits;
        bits = 0;
        for row in 0..8 {
            bits |= (rows >> (16 * row) & 0xffff) << (2 * width * row);
        }
    }
    for (word, mask) in mask.iter_mut().enumerate() {
        *mask = (bits >> (32 * word)) as u32;
    }
}

/// The planes of games: the cells of each color, of each state, and of each color that falls next.
struct PlaneWords<'a> {
    rules: &'a [Candy<Small>],
    size: Size,
    planes: &'a [Plane],
    games: &'a [BatchGame],
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { rules, size, planes, games, words } = self;
        let all = (0..size.height()).fold(0, |all, row| all | ((1 << size.width()) - 1) << (8 * row));
        for (words, game) in words.chunks_exact_mut(planes.len()).zip(games) {
            let Some(rules) = rules[game.instance as usize].column_rules() else { continue };
            // Every plane is of one value. The places of all eight are a few vectors.
            let places = rules.rows(&game.position, size).map(|[low, middle, high]| {
                let is = |bits: u64, value: usize, bit: u32| if value >> bit & 1 == 1 { bits } else { !bits };
                core::array::from_fn::<u64, 8, _>(|value| {
                    all & is(low, value, 0) & is(middle, value, 1) & is(high, value, 2)
                })
            });
            for (word, plane) in words.iter_mut().zip(planes) {
                *word = places[plane.source][usize::from(plane.first) & 7];
            }
        }
    }
}
