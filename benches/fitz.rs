//! Fitz: the packed rules beside the reference, on the same games.
//!
//! `cargo bench -p gridlaw-benches --bench fitz`. Every benchmark asserts its answer. Names end in
//! the engine.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::games::fitz::player::{Automatic, play_out};
use gridlaw::games::fitz::{Fitz, FitzRules, Move, NaiveFitz, Parameters};
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

/// Both engines under one name, each with its expected answer.
fn compare<T: PartialEq + std::fmt::Debug>(
    criterion: &mut Criterion,
    name: &str,
    throughput: Throughput,
    expected: T,
    fast: impl Fn() -> T,
    naive: impl Fn() -> T,
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(throughput).sample_size(10);
    let run = |engine: &dyn Fn() -> T| assert_eq!(engine(), expected, "{name}");
    group.bench_function(BenchmarkId::from_parameter("fast"), |bencher| bencher.iter(|| run(&fast)));
    group.bench_function(BenchmarkId::from_parameter("naive"), |bencher| bencher.iter(|| run(&naive)));
    group.finish();
}

/// A hash of all moves of a game, in order.
fn hash(so_far: u64, mv: Move) -> u64 {
    let place = (mv.row as u64) << 32 ^ (mv.col as u64) << 2 ^ mv.angle as u64;
    (so_far ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// A game of two automatic players: its moves and their hash.
fn automatic<G: FitzRules>(game: &G, players: [Automatic; 2]) -> (u64, u64) {
    let (mut count, mut hashed) = (0, 0);
    play_out(game, &mut game.start(), players, |mv| (count, hashed) = (count + 1, hash(hashed, mv)));
    (count, hashed)
}

/// Searches for a tile that fits nowhere, by both types from places on the diagonal, each without a
/// memory, and returns the number of searches.
fn vain_searches<G: FitzRules>(game: &G, end: &G::Position) -> u64 {
    let places = (-2..=*game.parameters().row_range().end()).step_by(10).map(|place| (place, place));
    let searches = places.map(|(row, col)| {
        let angles = game.search_angle_by_angle(end, &mut game.memory(), row, col);
        let places = game.search_place_by_place(end, &mut game.memory(), row, col);
        assert_eq!((angles, places), (None, None));
        2
    });
    searches.sum()
}

/// Games of random moves: plies and a hash of all moves.
fn random<G: Playouts<Move = Move>>(game: &G, games: u64) -> (u64, u64) {
    let (mut plies, mut hashed) = (0, 0);
    for number in 0..games {
        let mut generator = Generator::for_game(7, number);
        let result = game.playout(&mut game.start(), &mut generator, PLY_LIMIT, |mv| hashed = hash(hashed, mv));
        plies += u64::from(result.plies);
    }
    (plies, hashed)
}

fn engines(rows: u32, cols: u32) -> (Fitz, NaiveFitz) {
    let parameters = Parameters::sample(rows, cols).expect("a size");
    (Fitz::new(parameters.clone()), NaiveFitz::new(parameters))
}

fn fitz(criterion: &mut Criterion) {
    let (fast, naive) = engines(100, 100);
    let players = [Automatic::Type1, Automatic::Type2];
    compare(
        criterion,
        "fitz automatic game 100x100",
        Throughput::Elements(1796),
        (1796, 6_644_729_858_623_944_406),
        || automatic(&fast, players),
        || automatic(&naive, players),
    );

    let (mut end, mut naive_end) = (fast.start(), naive.start());
    play_out(&fast, &mut end, players, |mv| naive.play_unchecked(&mut naive_end, mv));
    compare(
        criterion,
        "fitz searches in vain 100x100",
        Throughput::Elements(22),
        22,
        || vain_searches(&fast, &end),
        || vain_searches(&naive, &naive_end),
    );

    // The reference would take too long: it scans every place again for every tile.
    let largest = Fitz::new(Parameters::new(999, 999, &fast.parameters().tiles()[..1]).expect("a size"));
    let mut group = criterion.benchmark_group("fitz automatic game 999x999 of one tile");
    group.throughput(Throughput::Elements(166_167)).sample_size(10);
    group.bench_function("fast", |bencher| {
        bencher.iter(|| assert_eq!(automatic(&largest, players), (166_167, 14_177_006_095_032_194_317)))
    });
    group.finish();

    let (fast, naive) = engines(20, 20);
    compare(
        criterion,
        "fitz random games 20x20",
        Throughput::Elements(616),
        (616, 11_383_829_713_468_674_990),
        || random(&fast, 10),
        || random(&naive, 10),
    );

    let (fast, naive) = engines(6, 6);
    compare(
        criterion,
        "fitz perft 6x6 depth 3",
        Throughput::Elements(55_024),
        55_024,
        || perft(&fast, &fast.start(), 3),
        || perft(&naive, &naive.start(), 3),
    );
}

criterion_group!(benches, fitz);
criterion_main!(benches);
