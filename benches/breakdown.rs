//! Whole games of Breakdown: random playouts and perft, packed beside matrix.
//!
//! `cargo bench -p gridlaw-benches --bench breakdown`. Playouts count plies, perft counts leaves.
//! Every benchmark asserts its answer.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::games::{AnyGame, Engine, Game, GameFunction, breakdown};
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;

/// The plies of the first `games` random games.
fn plies<R: Playouts>(rules: &R, games: u64) -> u64 {
    (0..games)
        .map(|number| {
            let mut generator = Generator::for_game(1, number);
            u64::from(rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, |_| ()).plies)
        })
        .sum()
}

/// The workloads of one size of board, and their answers.
struct Work {
    /// Width, height, stick, square.
    parameters: [u32; 4],
    /// The number of random games, and their plies.
    playouts: (u64, u64),
    /// The depth of perft, and its count there.
    perft: (u32, u64),
}

const WORK: [Work; 4] = [
    Work { parameters: [4, 5, 2, 2], playouts: (1000, 8685), perft: (6, 129_011) },
    Work { parameters: [8, 8, 3, 3], playouts: (1000, 21_439), perft: (5, 733_697) },
    Work { parameters: [16, 16, 4, 3], playouts: (100, 3324), perft: (3, 27_000) },
    Work { parameters: [40, 30, 5, 4], playouts: (10, 911), perft: (2, 5929) },
];

/// Measures one workload on one engine.
struct Bench<'c> {
    work: &'c Work,
    engine: &'static str,
    size: String,
    criterion: &'c mut Criterion,
}

impl GameFunction for Bench<'_> {
    type Output = ();

    fn call<G: Game>(self, game: &G) {
        let (games, expected) = self.work.playouts;
        let mut group = self.criterion.benchmark_group("playouts");
        group.throughput(Throughput::Elements(expected));
        group.bench_function(BenchmarkId::new(self.engine, &self.size), |bencher| {
            bencher.iter(|| assert_eq!(plies(game, games), expected));
        });
        group.finish();
        let (depth, expected) = self.work.perft;
        let mut group = self.criterion.benchmark_group("perft");
        group.throughput(Throughput::Elements(expected));
        group.bench_function(BenchmarkId::new(self.engine, &self.size), |bencher| {
            bencher.iter(|| assert_eq!(perft(game, &game.start(), depth), expected));
        });
        group.finish();
    }
}

fn games(criterion: &mut Criterion) {
    for work in &WORK {
        let [width, height, stick, square] = work.parameters;
        let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
        for (engine, name) in [(Engine::Fast, "packed"), (Engine::Naive, "matrix")] {
            let bench = Bench { work, engine: name, size: parameters.to_string(), criterion: &mut *criterion };
            AnyGame::from(parameters).call(engine, bench);
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(10);
    targets = games
}
criterion_main!(benches);
