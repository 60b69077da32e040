//! Connect4: random games, perft and bots on packed boards. The matrix stands beside the first two.
//! `bulk` has random games in lanes and batches.
//!
//! `cargo bench -p gridlaw-benches --bench connect4`. Random games and tournaments count plies and
//! games, perft counts leaves. Every benchmark asserts its answer, the same one for both engines.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::games::connect4::Parameters;
use gridlaw::games::connect4::tournament::tournament;
use gridlaw::games::{AnyGame, Engine, Game, GameFunction};
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;

/// The workloads of one size of board, and their answers.
struct Work {
    size: u32,
    /// The plies of 1000 random games.
    plies: u64,
    /// The depth of perft, and its count there.
    perft: (u32, u64),
    /// Bot1's wins in the first 100 games.
    wins: u64,
}

const WORK: [Work; 4] = [
    Work { size: 4, plies: 11_689, perft: (5, 383_648), wins: 50 },
    Work { size: 5, plies: 19_272, perft: (4, 112_412), wins: 33 },
    Work { size: 8, plies: 31_328, perft: (4, 875_000), wins: 6 },
    Work { size: 10, plies: 37_587, perft: (3, 59_408), wins: 1 },
];

/// The plies of the first 1000 random games with seed 1.
fn plies<R: Playouts>(rules: &R) -> u64 {
    let game = |number| {
        let mut generator = Generator::for_game(1, number);
        u64::from(rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, |_| ()).plies)
    };
    (0..1000).map(game).sum()
}

/// Measures one workload on one engine.
struct Bench<'c> {
    work: &'c Work,
    engine: &'static str,
    criterion: &'c mut Criterion,
}

impl GameFunction for Bench<'_> {
    type Output = ();

    fn call<G: Game>(self, game: &G) {
        let Bench { work, engine, criterion } = self;
        let mut group = criterion.benchmark_group("connect4 random games");
        group.throughput(Throughput::Elements(work.plies));
        group.bench_function(BenchmarkId::new(engine, work.size), |bencher| {
            bencher.iter(|| assert_eq!(plies(game), work.plies));
        });
        group.finish();
        let (depth, leaves) = work.perft;
        let mut group = criterion.benchmark_group("connect4 perft");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new(engine, work.size), |bencher| {
            bencher.iter(|| assert_eq!(perft(game, &game.start(), depth), leaves));
        });
        group.finish();
    }
}

fn connect4(criterion: &mut Criterion) {
    for work in &WORK {
        let parameters = Parameters::new(work.size).unwrap();
        for (engine, name) in [(Engine::Fast, "packed"), (Engine::Naive, "matrix")] {
            AnyGame::from(parameters).call(engine, Bench { work, engine: name, criterion: &mut *criterion });
        }
        let mut group = criterion.benchmark_group("connect4 tournament");
        group.throughput(Throughput::Elements(100));
        group.bench_function(BenchmarkId::from_parameter(work.size), |bencher| {
            bencher.iter(|| assert_eq!(tournament(parameters, 1, 0..100).wins, [work.wins, 100 - work.wins]));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    targets = connect4
}
criterion_main!(benches);
