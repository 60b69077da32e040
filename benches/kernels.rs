//! The kernels of Breakdown on one board (gravity, squares, drop, legality, outcome), packed beside
//! matrix.
//!
//! `cargo bench -p gridlaw-benches --bench kernels`. Throughput is in cells. Every benchmark
//! asserts, before it is timed, that both boards give the same answer.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gridlaw::board::{Owners, PackedBoard, Wide};
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters, Setup, Store};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;

const STICK: u32 = 3;
const SQUARE: u32 = 3;

/// Boards as in the middle of a game: the upper third is empty, three of five cells below it are
/// taken, and most boards have loose cells.
fn boards(size: Size) -> Vec<(PackedBoard, MatrixBoard)> {
    let count = if size.cells() > 10_000 { 1 } else { 64 };
    let board = |number| {
        let mut random = Generator::for_game(3, number);
        let (mut packed, mut matrix) = (PackedBoard::new(size), MatrixBoard::new(size));
        for pos in size.positions().filter(|pos| 3 * pos.row >= size.height()) {
            let cell = Cell::from_code(*random.pick(&[0, 0, 1, 1, 2]));
            packed.set_cell(pos, cell);
            matrix.set_cell(pos, cell);
        }
        (packed, matrix)
    };
    (0..count).map(board).collect()
}

fn kernels_at<B: Store>(criterion: &mut Criterion, width: u32, height: u32) {
    let size = Size::new(width, height).unwrap();
    let parameters = Parameters::new(width, height, STICK, SQUARE).unwrap();
    let plan = B::plan(size, STICK, SQUARE).expect("the board fits");
    let (fast, naive) = (Breakdown::<B>::new(parameters).expect("the board fits"), NaiveBreakdown::new(parameters));
    let boards = boards(size);
    let packed: Vec<B> = boards.iter().map(|(board, _)| B::from_packed(board, &plan)).collect();
    let matrix: Vec<MatrixBoard> = boards.iter().map(|(_, board)| board.clone()).collect();
    let same = |packed: &B, matrix: &MatrixBoard| packed.to_packed(&plan).to_string() == matrix.to_string();
    let name = format!("{size}");

    /// Measures one operation over all boards on both engines.
    struct Pair<'a, B> {
        name: &'a str,
        cells: u64,
        packed: &'a [B],
        matrix: &'a [MatrixBoard],
    }
    impl<B: Clone> Pair<'_, B> {
        fn look<R, S>(
            &self,
            group: &mut BenchmarkGroup<WallTime>,
            fast: impl Fn(&B) -> R,
            naive: impl Fn(&MatrixBoard) -> S,
        ) {
            group.throughput(Throughput::Elements(self.cells * self.packed.len() as u64));
            group.bench_function(BenchmarkId::new("packed", self.name), |bencher| {
                bencher.iter(|| {
                    self.packed.iter().for_each(|board| {
                        black_box(fast(black_box(board)));
                    })
                });
            });
            group.bench_function(BenchmarkId::new("matrix", self.name), |bencher| {
                bencher.iter(|| {
                    self.matrix.iter().for_each(|board| {
                        black_box(naive(black_box(board)));
                    })
                });
            });
        }

        fn change(
            &self,
            group: &mut BenchmarkGroup<WallTime>,
            fast: impl Fn(&mut B),
            naive: impl Fn(&mut MatrixBoard),
        ) {
            group.throughput(Throughput::Elements(self.cells * self.packed.len() as u64));
            group.bench_function(BenchmarkId::new("packed", self.name), |bencher| {
                bencher.iter_batched_ref(
                    || self.packed.to_vec(),
                    |boards| boards.iter_mut().for_each(&fast),
                    BatchSize::LargeInput,
                );
            });
            group.bench_function(BenchmarkId::new("matrix", self.name), |bencher| {
                bencher.iter_batched_ref(
                    || self.matrix.to_vec(),
                    |boards| boards.iter_mut().for_each(&naive),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    let pair = Pair { name: &name, cells: u64::from(size.cells()), packed: &packed, matrix: &matrix };

    for (packed, matrix) in packed.iter().zip(&matrix) {
        let (mut fallen, mut expected) = (packed.clone(), matrix.clone());
        fallen.fall(&plan);
        expected.fall();
        assert!(same(&fallen, &expected), "gravity at {size}");
        assert_eq!(packed.squares(&plan).contains(Owners::BLACK), matrix.owns_square(Side::First, SQUARE));
        assert_eq!(packed.squares(&plan).contains(Owners::WHITE), matrix.owns_square(Side::Second, SQUARE));
        let (mut dropped, mut expected) = (packed.clone(), matrix.clone());
        dropped.drop_horizontal(&plan, 0, Side::First);
        assert!(expected.drop_horizontal(0, STICK, Side::First) && same(&dropped, &expected), "drop at {size}");
    }
    let mut group = criterion.benchmark_group("gravity");
    pair.change(&mut group, |board| board.fall(&plan), MatrixBoard::fall);
    group.finish();
    let mut group = criterion.benchmark_group("squares");
    pair.look(&mut group, |board| board.squares(&plan), |board| Side::BOTH.map(|side| board.owns_square(side, SQUARE)));
    group.finish();
    let mut group = criterion.benchmark_group("drop");
    pair.change(
        &mut group,
        |board| board.drop_horizontal(&plan, 0, Side::First),
        |board| assert!(board.drop_horizontal(0, STICK, Side::First)),
    );
    group.finish();

    let positions: Vec<_> =
        boards.iter().map(|(board, _)| fast.position(&Setup::new(board, Side::First)).unwrap()).collect();
    let theirs: Vec<_> = matrix.iter().map(|board| naive.position(&Setup::new(board, Side::First)).unwrap()).collect();
    for (ours, theirs) in positions.iter().zip(&theirs) {
        assert_eq!(fast.count_moves(ours), naive.count_moves(theirs), "legality at {size}");
        assert_eq!(fast.outcome(ours), naive.outcome(theirs), "outcome at {size}");
    }
    for (kernel, legality) in [("legality", true), ("outcome", false)] {
        let mut group = criterion.benchmark_group(kernel);
        group.throughput(Throughput::Elements(u64::from(size.cells()) * positions.len() as u64));
        group.bench_function(BenchmarkId::new("packed", &name), |bencher| {
            bencher.iter(|| match legality {
                true => positions.iter().map(|position| fast.count_moves(black_box(position))).sum::<u64>(),
                false => positions.iter().filter(|position| fast.outcome(black_box(position)).is_over()).count() as u64,
            });
        });
        group.bench_function(BenchmarkId::new("matrix", &name), |bencher| {
            bencher.iter(|| match legality {
                true => theirs.iter().map(|position| naive.count_moves(black_box(position))).sum::<u64>(),
                false => theirs.iter().filter(|position| naive.outcome(black_box(position)).is_over()).count() as u64,
            });
        });
        group.finish();
    }
}

fn kernels(criterion: &mut Criterion) {
    kernels_at::<u64>(criterion, 4, 5);
    kernels_at::<u128>(criterion, 8, 8);
    kernels_at::<Wide<8>>(criterion, 16, 16);
    kernels_at::<PackedBoard>(criterion, 62, 62);
    kernels_at::<PackedBoard>(criterion, 256, 256);
    kernels_at::<PackedBoard>(criterion, 1024, 1024);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(20);
    targets = kernels
}
criterion_main!(benches);
