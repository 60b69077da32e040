//! Instruction counts of the kernels, which do not depend on other load of the machine. A change
//! that makes a kernel exceed its limit fails.
//!
//! `cargo bench -p gridlaw-benches --bench instructions` (needs valgrind and `iai-callgrind-runner`
//! 0.16.1). Every benchmark runs its kernel 1000 times on 8×8 boards and returns the answer that it
//! asserts. The limits are a tenth above the counts of the day they were set (2026-11-21, rustc
//! 1.95, x86-64 baseline); lower them when a kernel gets better.

// The macros make public items without documentation, and call `exit`.
#![allow(missing_docs, clippy::exit)]

use std::hint::black_box;

use gridlaw::board::{ColumnSet, Owners};
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters, Store};
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, playout};
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;
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
    let cell = |random: &mut Generator| u128::from(Cell::ALL[[0, 0, 1, 1, 2][random.below(5) as usize]].code());
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

main!(library_benchmark_groups = breakdown);
