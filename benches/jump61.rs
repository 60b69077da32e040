//! Jump61, on planes and on the matrix: random games and perft.
//!
//! `cargo bench -p gridlaw-benches --bench jump61`. Random games count plies, perft counts leaves.
//! Every benchmark asserts its answer. The last one prints the two engines side by side.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::games::jump61::{Jump61, NaiveJump61, Parameters};
use gridlaw::level::Level;
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts, Totals};
use gridlaw::rng::Generator;

/// The random games of one round.
const GAMES: u64 = 100;

/// The workloads of one size of board, and their answers.
struct Work {
    size: u32,
    /// The plies of the random games.
    plies: u64,
    /// The ply of the first random game at which perft starts (nothing jumps before), its depth,
    /// and its count there.
    perft: (u32, u32, u64),
}

const WORK: [Work; 4] = [
    Work { size: 3, plies: 1263, perft: (6, 5, 3723) },
    Work { size: 6, plies: 6353, perft: (40, 4, 179_217) },
    Work { size: 8, plies: 11_943, perft: (70, 3, 64_624) },
    Work { size: 10, plies: 19_173, perft: (120, 3, 188_310) },
];

/// Plays the random games 0 to 99 of seed 61, one after the other.
fn random_games<R: Playouts>(rules: &R) -> u64 {
    let game = |number| {
        let mut generator = Generator::for_game(61, number);
        u64::from(rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, |_| ()).plies)
    };
    (0..GAMES).map(game).sum()
}

/// Measures one workload on one engine.
fn time<R: Playouts>(criterion: &mut Criterion, work: &Work, engine: &str, rules: &R) {
    let size = format!("{0}x{0}", work.size);
    let mut group = criterion.benchmark_group("jump61 playouts");
    group.throughput(Throughput::Elements(work.plies));
    group.bench_function(BenchmarkId::new(engine, &size), |bencher| {
        bencher.iter(|| assert_eq!(random_games(rules), work.plies));
    });
    group.finish();
    let (plies, depth, expected) = work.perft;
    let mut position = rules.start();
    rules.playout(&mut position, &mut Generator::for_game(61, 0), plies, |_| ());
    let mut group = criterion.benchmark_group("jump61 perft");
    group.throughput(Throughput::Elements(expected));
    group.bench_function(BenchmarkId::new(engine, &size), |bencher| {
        bencher.iter(|| assert_eq!(perft(rules, &position, depth), expected));
    });
    group.finish();
}

fn engines(criterion: &mut Criterion) {
    for work in &WORK {
        let parameters = Parameters::new(work.size).unwrap();
        if let Some(fast) = Jump61::<u64>::new(parameters) {
            time(criterion, work, "planes u64", &fast);
        }
        time(criterion, work, "planes u128", &Jump61::<u128>::new(parameters).expect("every size fits"));
        time(criterion, work, "matrix", &NaiveJump61::new(parameters));
    }
}

/// Plies a second in random games, measured for a moment, and the result of the first hundred.
fn speed(games: impl Fn(u64) -> Totals) -> (f64, Totals) {
    let first = games(0);
    let (begun, mut plies, mut round) = (Instant::now(), 0, 0);
    while begun.elapsed() < Duration::from_millis(300) {
        round += 1;
        plies += games(round).plies;
    }
    (plies as f64 / begun.elapsed().as_secs_f64(), first)
}

/// Prints one line for each size: the speeds of both engines and their ratio.
fn ratios(_: &mut Criterion) {
    let mut output = io::stdout();
    for size in [3, 6, 8, 10] {
        let parameters = Parameters::new(size).unwrap();
        let naive = NaiveJump61::new(parameters);
        let bulk = |round: u64| round * GAMES..(round + 1) * GAMES;
        let (fast, ours) = match Jump61::<u64>::new(parameters) {
            Some(rules) => speed(|round| rules.playouts(61, bulk(round), Level::best())),
            None => {
                let rules = Jump61::<u128>::new(parameters).expect("every size fits");
                speed(|round| rules.playouts(61, bulk(round), Level::best()))
            }
        };
        let (slow, theirs) = speed(|round| naive.playouts(61, bulk(round), Level::portable()));
        assert_eq!(ours, theirs, "{size}x{size}");
        let (fast, slow) = (fast / 1e6, slow / 1e6);
        let line = format!("{size}x{size}: {fast:.2} M plies/s, matrix {slow:.3} M plies/s, {:.0} times", fast / slow);
        writeln!(output, "jump61 random games {line}").unwrap();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    targets = engines, ratios
}
criterion_main!(benches);
