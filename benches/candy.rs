//! Candy: random games, lists of moves and settling, the fast engine beside the naive one.
//!
//! Every benchmark asserts its answer, so that the engines are compared on the same work.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::games::candy::{
    Candy, CandyRules, Instance, Large, Medium, NaiveCandy, NewGame, STEP_LIMIT, Shape, Small, Unbounded, Unwatched,
};
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

fn game(new: NewGame) -> Instance {
    new.make().expect("these numbers make a game").into()
}

fn fast<S: Shape>(instance: &Instance) -> Candy<S> {
    Candy::new(instance).expect("the game has room")
}

/// Plays a game to its end and returns its plies and its answer.
fn random_game<R: Playouts + Notation>(rules: &R, number: u64) -> (u32, String) {
    let mut position = rules.start();
    let plies = rules.playout(&mut position, &mut Generator::for_game(1, number), PLY_LIMIT, |_| ()).plies;
    (plies, rules.position_text(&position))
}

/// Random games, in plies a second.
fn games(criterion: &mut Criterion) {
    fn bench<R: Playouts + Notation>(
        criterion: &mut Criterion,
        size: &str,
        engine: &str,
        rules: &R,
        answer: &(u32, String),
    ) {
        let mut group = criterion.benchmark_group(format!("candy/random/{size}"));
        group.throughput(Throughput::Elements(answer.0.into()));
        group.bench_function(engine, |bencher| bencher.iter(|| assert_eq!(random_game(rules, black_box(0)), *answer)));
        group.finish();
    }
    for (new, size) in [(NewGame::new(8, 8), "8x8"), (NewGame::new(10, 10), "10x10"), (NewGame::new(16, 16), "16x16")] {
        let instance = game(new);
        let naive = NaiveCandy::new(&instance);
        let answer = random_game(&naive, 0);
        assert!(answer.0 > 20, "{size}: a game of {} plies measures nothing", answer.0);
        if let Some(rules) = Candy::<Small>::new(&instance) {
            bench(criterion, size, "small", &rules, &answer);
        }
        if let Some(rules) = Candy::<Medium>::new(&instance) {
            bench(criterion, size, "medium", &rules, &answer);
        }
        bench(criterion, size, "large", &fast::<Large>(&instance), &answer);
        bench(criterion, size, "unbounded", &fast::<Unbounded>(&instance), &answer);
        bench(criterion, size, "naive", &naive, &answer);
    }
}

/// All legal moves of one position.
fn moves(criterion: &mut Criterion) {
    fn bench<C: CandyRules>(criterion: &mut Criterion, engine: &str, rules: &C) {
        let mut group = criterion.benchmark_group("candy/moves/8x8");
        let position = rules.start();
        group.bench_function(engine, |bencher| {
            bencher.iter(|| assert_eq!(rules.count_moves(black_box(&position)), 17));
        });
        group.finish();
    }
    let instance = game(NewGame::new(8, 8));
    bench(criterion, "small", &fast::<Small>(&instance));
    bench(criterion, "naive", &NaiveCandy::new(&instance));
}

/// A board of one color, whose settling fires a thousand times.
fn settling(criterion: &mut Criterion) {
    fn bench<C: CandyRules>(criterion: &mut Criterion, engine: &str, rules: &C) {
        let mut group = criterion.benchmark_group("candy/1000 steps/8x8");
        group.throughput(Throughput::Elements(STEP_LIMIT.into()));
        let position = rules.start();
        group.bench_function(engine, |bencher| {
            bencher.iter(|| {
                let mut position = black_box(&position).clone();
                assert_eq!(rules.settle(&mut position, &mut Unwatched), STEP_LIMIT);
            });
        });
        group.finish();
    }
    let instance = game(NewGame { colors: 1, ..NewGame::new(8, 8) });
    bench(criterion, "small", &fast::<Small>(&instance));
    bench(criterion, "naive", &NaiveCandy::new(&instance));
}

/// Sequences of moves.
fn sequences(criterion: &mut Criterion) {
    fn bench<R: Rules>(criterion: &mut Criterion, engine: &str, rules: &R, depth: u32, leaves: u64) {
        let mut group = criterion.benchmark_group(format!("candy/perft {depth}/8x8"));
        group.throughput(Throughput::Elements(leaves));
        let start = rules.start();
        group.bench_function(engine, |bencher| {
            bencher.iter(|| assert_eq!(perft(rules, black_box(&start), depth), leaves));
        });
        group.finish();
    }
    let instance = game(NewGame::new(8, 8));
    let (fast, naive) = (fast::<Small>(&instance), NaiveCandy::new(&instance));
    let leaves = perft(&naive, &naive.start(), 2);
    bench(criterion, "small", &fast, 2, leaves);
    bench(criterion, "naive", &naive, 2, leaves);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    targets = games, moves, settling, sequences
}
criterion_main!(benches);
