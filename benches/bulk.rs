//! The bulk work of learners, samplers and graders, for every game: steps of a batch with their
//! masks, random games in bulk, answers to game records in bulk, and one search.
//!
//! `cargo bench -p gridlaw-benches --bench bulk`. Batches count steps, random games and records
//! count plies. Every benchmark asserts its answer, which the naive engine gives. The first two run
//! at every level of instructions.

use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::AnyGame;
use gridlaw::batching::{AnyBatch, BatchOptions};
use gridlaw::games::breakdown::{NaiveBreakdown, Parameters};
use gridlaw::games::{Engine, GameKind};
use gridlaw::level::Level;
use gridlaw::rules::Rules;
use gridlaw::search::{Options, Solving, exhaustive};
use gridlaw::solving::AnySolver;
use gridlaw::verdict::{Workers, verdict, verdict_in_bulk};

/// The steps that each game of a batch plays.
const STEPS: u64 = 10;

/// Every game, with the number of games of a batch: fewer if the naive engine is slow.
fn work() -> Vec<(AnyGame, usize)> {
    let lines = [
        ("breakdown -w 4 -h 5 -k 2 -q 2", 4096),
        ("breakdown -w 8 -h 8 -k 3 -q 3", 4096),
        ("breakdown -w 16 -h 16 -k 4 -q 3", 256),
        ("connect4 --size 4", 4096),
        ("connect4 --size 7", 4096),
        ("connect4 --size 10", 4096),
        ("jump61 --size 6", 1024),
    ];
    let lines = lines.into_iter().map(|(line, games)| (line.parse().expect("a game"), games));
    let files = [GameKind::Candy, GameKind::Fitz].map(|kind| (kind.samples().remove(0), 64));
    lines.chain(files).collect()
}

/// Steps of a batch with their masks, at every level.
fn steps(criterion: &mut Criterion, game: &AnyGame, games: usize) {
    // The actions and the last masks of a batch on the naive engine.
    let pool = [game.clone()];
    let start = |engine, level| AnyBatch::on(&pool, games, BatchOptions::default(), engine, level).unwrap();
    let mut naive = start(Engine::Naive, Level::portable());
    let mut expected = vec![0; games * naive.mask_words()];
    naive.legal(&mut expected);
    let mut steps = Vec::new();
    for _ in 0..STEPS {
        let mut actions = vec![0; games];
        naive.sample(&expected, &mut actions);
        naive.step(&actions, Some(&mut expected));
        steps.push(actions);
    }
    let mut group = criterion.benchmark_group("batch, step and masks");
    group.throughput(Throughput::Elements(STEPS * games as u64));
    for level in Level::available() {
        let mut masks = expected.clone();
        group.bench_function(BenchmarkId::new(level.name(), game), |bencher| {
            let play = |batch: &mut AnyBatch| {
                steps.iter().for_each(|actions| batch.step(actions, Some(&mut masks)));
                assert_eq!(masks, expected);
            };
            bencher.iter_batched_ref(|| start(Engine::Fast, level), play, BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// Random games in bulk, at every level.
fn random_games(criterion: &mut Criterion, game: &AnyGame, games: u64) {
    let expected = game.start_on(Engine::Naive).playouts(1, 0..games, Level::portable());
    let mut group = criterion.benchmark_group("random games in bulk");
    group.throughput(Throughput::Elements(expected.plies));
    for level in Level::available() {
        group.bench_function(BenchmarkId::new(level.name(), game), |bencher| {
            bencher.iter(|| assert_eq!(game.start().playouts(1, 0..games, level), expected));
        });
    }
    group.finish();
}

/// Answers to the records of random games.
fn records(criterion: &mut Criterion, game: &AnyGame, games: u64) {
    let (start, naive) = (game.start(), game.start_on(Engine::Naive));
    let (mut lines, mut plies) = (String::new(), 0);
    for number in 0..games {
        let before = lines.len();
        start.random_record(1, number, &mut lines);
        plies += lines[before..].split_whitespace().count() as u64;
        lines.push('\n');
    }
    let mut expected = Vec::new();
    verdict(naive.oracle(), &mut lines.as_bytes(), &mut expected).unwrap();
    let mut group = criterion.benchmark_group("verdict in bulk");
    group.throughput(Throughput::Elements(plies));
    group.bench_function(BenchmarkId::from_parameter(game), |bencher| {
        let mut answers = Vec::with_capacity(expected.len());
        bencher.iter(|| {
            answers.clear();
            verdict_in_bulk(start.oracle(), &mut lines.as_bytes(), &mut answers, &Workers::alone()).unwrap();
            assert!(answers == expected, "{game}");
        });
    });
    group.finish();
}

fn bulk(criterion: &mut Criterion) {
    for (game, games) in work() {
        steps(criterion, &game, games);
        let few = games as u64 / 4;
        random_games(criterion, &game, few);
        records(criterion, &game, few);
    }
}

/// One exact search of Breakdown, from the first position of a random game whose plain minimax
/// takes no more than 200,000 positions.
fn search(criterion: &mut Criterion) {
    let (parameters, limit) = (Parameters::new(4, 4, 2, 2).unwrap(), 200_000);
    let (game, naive) = (AnyGame::from(parameters), NaiveBreakdown::new(parameters));
    let mut line = String::new();
    game.start().random_record(1, 0, &mut line);
    let (mut playing, mut position) = (game.start(), naive.start());
    let mut moves = line.split(' ');
    let expected = loop {
        if let Some(value) = exhaustive(&naive, &position, limit) {
            break value;
        }
        let mv = moves.next().expect("the end of a game has a value");
        playing.play_text(mv).unwrap();
        naive.play(&mut position, mv.parse().unwrap()).unwrap();
    };
    assert!(!playing.is_over(), "{line}");
    criterion.bench_function("search/breakdown 4x4 k2 q2", |bencher| {
        bencher.iter(|| {
            let options = Options { table: 1, ..Options::default() };
            let mut solver = AnySolver::new(&playing, options).unwrap().expect("a game for two");
            let value = solver.solve(&mut |_: Solving<'_>| ControlFlow::Continue(()));
            assert_eq!(value, Ok(expected));
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    targets = bulk, search
}
criterion_main!(benches);
