//! Instruction counts of the kernels, which do not depend on the load of the machine. The bench
//! fails if a kernel exceeds its limit.
//!
//! `cargo bench -p gridlaw-benches --bench instructions` (needs valgrind and `iai-callgrind-runner`
//! 0.16.1). The kernels of Breakdown run 1000 times on 8×8 boards of the x86-64 baseline. Batches
//! and random games of every game run at the portable level and with AVX2; valgrind has no AVX-512.
//! Every benchmark returns the answer that it asserts. The limits are a tenth above the counts of
//! the day they were set (kernels 2026-11-21, batches 2026-11-22, games 2026-11-26, rustc 1.95);
//! lower them when a kernel improves.

// The macros make public items without documentation, and call `exit`.
#![allow(missing_docs, clippy::exit)]

use std::hint::black_box;

use gridlaw::batching::{AnyBatch, BatchOptions};
use gridlaw::board::{ColumnSet, Owners};
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters, Store};
use gridlaw::games::{Engine, GameKind};
use gridlaw::level::Level;
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Totals, playout};
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;
use gridlaw::{AnyGame, AnyPlaying};
use iai_callgrind::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};

const TIMES: u64 = 1000;

fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

type Plan = <u128 as Store>::Plan;

fn plan() -> Plan {
    <u128 as Store>::plan(Size::new(8, 8).unwrap(), 3, 3).unwrap()
}

fn rules() -> Breakdown<u128> {
    Breakdown::new(Parameters::new(8, 8, 3, 3).unwrap()).unwrap()
}

fn boards() -> Vec<u128> {
    let mut random = Generator::for_game(3, 0);
    let cell = |random: &mut Generator| u128::from(Cell::ALL[*random.pick(&[0, 0, 1, 1, 2])].code());
    (0..TIMES).map(|_| (24..64).fold(0, |board, index| board | cell(&mut random) << (2 * index))).collect()
}

#[library_benchmark]
#[bench::board_8x8(args = (plan(), boards()), config = limit(LIMITS[0]))]
fn gravity(plan: Plan, boards: Vec<u128>) -> u32 {
    boards.iter().fold(0, |sum, board| {
        let mut board = *black_box(board);
        board.fall(&plan);
        sum ^ board.count_ones()
    })
}

#[library_benchmark]
#[bench::board_8x8(args = (plan(), boards()), config = limit(LIMITS[1]))]
fn squares(plan: Plan, boards: Vec<u128>) -> usize {
    boards.iter().filter(|board| black_box(board).squares(&plan) != Owners::empty()).count()
}

#[library_benchmark]
#[bench::board_8x8(args = (plan(), boards()), config = limit(LIMITS[2]))]
fn drop_horizontal(plan: Plan, boards: Vec<u128>) -> u32 {
    boards.iter().fold(0, |sum, board| {
        let mut board = *black_box(board);
        board.drop_horizontal(&plan, 2, Side::Second);
        sum ^ board.count_ones()
    })
}

#[library_benchmark]
#[bench::board_8x8(args = (plan(), boards()), config = limit(LIMITS[3]))]
fn legality(plan: Plan, boards: Vec<u128>) -> u32 {
    boards.iter().fold(0, |sum, board| {
        let board = black_box(board);
        sum + board.vertical_room(&plan).count() as u32 + board.horizontal_room(&plan).count() as u32
    })
}

#[library_benchmark]
#[bench::games_8x8(args = (rules()), config = limit(LIMITS[4]))]
fn random_games(rules: Breakdown<u128>) -> u32 {
    let game =
        |number| playout(&rules, &mut rules.start(), &mut Generator::for_game(1, number), PLY_LIMIT, |_| ()).plies;
    let plies = (0..TIMES).map(game).sum();
    assert_eq!(plies, 21439);
    plies
}

#[library_benchmark]
#[bench::perft_8x8(args = (rules()), config = limit(LIMITS[5]))]
fn perft_depth_5(rules: Breakdown<u128>) -> u64 {
    let leaves = perft(&rules, &rules.start(), 5);
    assert_eq!(leaves, 733_697);
    leaves
}

#[library_benchmark]
#[bench::naive_8x8()]
fn naive_random_games() -> u32 {
    let rules = NaiveBreakdown::new(Parameters::new(8, 8, 3, 3).unwrap());
    let game =
        |number| playout(&rules, &mut rules.start(), &mut Generator::for_game(1, number), PLY_LIMIT, |_| ()).plies;
    let plies = (0..TIMES).map(game).sum();
    assert_eq!(plies, 21439);
    plies
}

/// Instructions: gravity, squares, drop, legality, random games, perft.
const LIMITS: [u64; 6] = [159_000, 50_000, 97_000, 134_000, 6_250_000, 5_600_000];

library_benchmark_group!(
    name = breakdown;
    benchmarks = gravity, squares, drop_horizontal, legality, random_games, perft_depth_5, naive_random_games
);

/// The usual game of a kind, at a level that the processor may lack.
fn usual(kind: GameKind, level: &str) -> Option<(AnyGame, Level)> {
    Some((kind.usual(), Level::from_name(level)?))
}

/// A batch, the actions of its first steps, and the masks after them.
struct Steps {
    batch: AnyBatch,
    actions: Vec<Vec<u32>>,
    masks: Vec<u32>,
    expected: Vec<u32>,
}

/// The games of a batch, and the steps of each.
const GAMES: usize = 64;
const STEPS: usize = 5;

/// The naive engine plays the steps first, for the expected masks.
fn steps(kind: GameKind, level: &str) -> Option<Steps> {
    let (game, level) = usual(kind, level)?;
    let start = |engine, level| {
        AnyBatch::on(std::slice::from_ref(&game), GAMES, BatchOptions::default(), engine, level).unwrap()
    };
    let mut naive = start(Engine::Naive, Level::portable());
    let mut expected = vec![0; GAMES * naive.mask_words()];
    naive.legal(&mut expected);
    let mut actions = vec![vec![0; GAMES]; STEPS];
    for actions in &mut actions {
        naive.sample(&expected, actions);
        naive.step(actions, Some(&mut expected));
    }
    let masks = vec![0; expected.len()];
    Some(Steps { batch: start(Engine::Fast, level), actions, masks, expected })
}

#[library_benchmark(setup = steps)]
#[bench::breakdown_portable(args = (GameKind::Breakdown, "portable"), config = limit(STEP_LIMITS[0][0]))]
#[bench::breakdown_avx2(args = (GameKind::Breakdown, "avx2"), config = limit(STEP_LIMITS[0][1]))]
#[bench::connect4_portable(args = (GameKind::Connect4, "portable"), config = limit(STEP_LIMITS[1][0]))]
#[bench::connect4_avx2(args = (GameKind::Connect4, "avx2"), config = limit(STEP_LIMITS[1][1]))]
#[bench::jump61_portable(args = (GameKind::Jump61, "portable"), config = limit(STEP_LIMITS[2][0]))]
#[bench::jump61_avx2(args = (GameKind::Jump61, "avx2"), config = limit(STEP_LIMITS[2][1]))]
#[bench::candy_portable(args = (GameKind::Candy, "portable"), config = limit(STEP_LIMITS[3][0]))]
#[bench::candy_avx2(args = (GameKind::Candy, "avx2"), config = limit(STEP_LIMITS[3][1]))]
#[bench::fitz_portable(args = (GameKind::Fitz, "portable"), config = limit(STEP_LIMITS[4][0]))]
#[bench::fitz_avx2(args = (GameKind::Fitz, "avx2"), config = limit(STEP_LIMITS[4][1]))]
fn batch_steps(steps: Option<Steps>) -> Option<Steps> {
    let Steps { mut batch, actions, mut masks, expected } = steps?;
    actions.iter().for_each(|actions| batch.step(actions, Some(&mut masks)));
    assert_eq!(masks, expected);
    // Returned, so that it is dropped outside of the count.
    Some(Steps { batch, actions, masks, expected })
}

/// A start, and the totals of the games from it, played one at a time.
struct Games {
    start: AnyPlaying,
    level: Level,
    expected: Totals,
}

/// The number of random games that are played at once.
const RANDOM_GAMES: u64 = 256;

/// How many of them the naive engine plays, too. Under valgrind all of Candy take it minutes.
const NAIVE_GAMES: u64 = 24;

fn games(kind: GameKind, level: &str) -> Option<Games> {
    let (game, level) = usual(kind, level)?;
    let start = game.start();
    let alone = |games| {
        (0..games).fold(Totals::default(), |mut totals, number| {
            totals += start.clone().playout_at(Level::portable(), &mut Generator::for_game(1, number), PLY_LIMIT);
            totals
        })
    };
    let naive = game.start_on(Engine::Naive).playouts(1, 0..NAIVE_GAMES, Level::portable());
    assert_eq!(alone(NAIVE_GAMES), naive);
    let expected = alone(RANDOM_GAMES);
    Some(Games { start, level, expected })
}

#[library_benchmark(setup = games)]
#[bench::breakdown_portable(args = (GameKind::Breakdown, "portable"), config = limit(GAME_LIMITS[0][0]))]
#[bench::breakdown_avx2(args = (GameKind::Breakdown, "avx2"), config = limit(GAME_LIMITS[0][1]))]
#[bench::connect4_portable(args = (GameKind::Connect4, "portable"), config = limit(GAME_LIMITS[1][0]))]
#[bench::connect4_avx2(args = (GameKind::Connect4, "avx2"), config = limit(GAME_LIMITS[1][1]))]
#[bench::jump61_portable(args = (GameKind::Jump61, "portable"), config = limit(GAME_LIMITS[2][0]))]
#[bench::jump61_avx2(args = (GameKind::Jump61, "avx2"), config = limit(GAME_LIMITS[2][1]))]
#[bench::candy_portable(args = (GameKind::Candy, "portable"), config = limit(GAME_LIMITS[3][0]))]
#[bench::candy_avx2(args = (GameKind::Candy, "avx2"), config = limit(GAME_LIMITS[3][1]))]
#[bench::fitz_portable(args = (GameKind::Fitz, "portable"), config = limit(GAME_LIMITS[4][0]))]
#[bench::fitz_avx2(args = (GameKind::Fitz, "avx2"), config = limit(GAME_LIMITS[4][1]))]
fn random_games_in_bulk(games: Option<Games>) -> Option<Games> {
    let games = games?;
    assert_eq!(games.start.playouts(1, 0..RANDOM_GAMES, games.level), games.expected);
    Some(games)
}

/// Instructions of the steps of a batch and of random games, portable and with AVX2: Breakdown,
/// Connect4, Jump61, Candy, Fitz.
const STEP_LIMITS: [[u64; 2]; 5] =
    [[73_000, 33_000], [45_000, 18_300], [31_500, 14_000], [329_000, 185_000], [297_000, 276_000]];
const GAME_LIMITS: [[u64; 2]; 5] =
    [[821_000, 421_000], [1_107_000, 462_000], [2_703_000, 1_512_000], [16_036_000, 8_585_000], [3_005_000, 1_090_000]];

library_benchmark_group!(
    name = bulk;
    benchmarks = batch_steps, random_games_in_bulk
);

main!(library_benchmark_groups = breakdown, bulk);
