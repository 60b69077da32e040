//! Rates of work on boards of Breakdown: many at once, and one of any size.

use std::hint::black_box;
use std::io;

use super::report::Report;
use gridlaw::batch::BatchOutcome;
use gridlaw::board::{Owners, PackedBoard};
use gridlaw::cell::{Cell, Side};
use gridlaw::games::breakdown::{Boards, Breakdown, NaiveBreakdown, Parameters, Setup};
use gridlaw::level::Level;
use gridlaw::matrix::MatrixBoard;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;

/// Boards from the middle of random games.
fn boards(parameters: Parameters, count: u64) -> Vec<PackedBoard> {
    let rules = Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
    let board = |number| {
        let mut position = rules.start();
        let mut generator = Generator::for_game(2, number);
        rules.playout(&mut position, &mut generator, 4 + (number % 12) as u32, |_| ());
        rules.board(&position)
    };
    (0..count).map(board).collect()
}

fn bare_boards(parameters: Parameters) -> Boards {
    Boards::new(parameters.size(), parameters.stick(), parameters.square())
}

/// Bulk work on boards of Breakdown, in the cache and out of memory, beside the reference and a
/// plain copy.
pub(super) fn batches(parameters: Parameters, report: &mut Report<'_>) -> io::Result<()> {
    let some = boards(parameters, 1024);
    let matrices: Vec<MatrixBoard> = some
        .iter()
        .map(|board| {
            let mut matrix = MatrixBoard::new(parameters.size());
            parameters.size().positions().for_each(|pos| matrix.set_cell(pos, board.cell(pos)));
            matrix
        })
        .collect();
    let count = some.len() as u64;
    let words: Vec<u32> = some.iter().flat_map(|board| board.words().iter().copied()).collect();
    let bulk = bare_boards(parameters);
    let mut copy = words.clone();
    report.alone("boards copied", "in cache", &mut |rounds| {
        for _ in 0..rounds {
            copy.copy_from_slice(black_box(&words));
            black_box(&mut copy);
        }
        rounds * count
    })?;
    report.reference("gravity, boards", "reference", &mut |rounds| {
        for matrix in (0..rounds).flat_map(|_| &matrices) {
            let mut matrix = matrix.clone();
            matrix.fall();
            black_box(&matrix);
        }
        rounds * count
    })?;
    for level in Level::available() {
        let bulk = bulk.clone().at_level(level);
        report.row("gravity, boards", &format!("copied and settled in cache, {level}"), &mut |rounds| {
            for _ in 0..rounds {
                copy.copy_from_slice(black_box(&words));
                bulk.fall(&mut copy);
            }
            rounds * count
        })?;
    }
    report.reference("squares, boards", "reference", &mut |rounds| {
        for matrix in (0..rounds).flat_map(|_| &matrices) {
            black_box(Side::BOTH.map(|side| black_box(matrix).owns_square(side, parameters.square())));
        }
        rounds * count
    })?;
    let mut owners = vec![Owners::empty(); some.len()];
    for level in Level::available() {
        let bulk = bulk.clone().at_level(level);
        report.row("squares, boards", &format!("in cache, {level}"), &mut |rounds| {
            (0..rounds).for_each(|_| bulk.squares(black_box(&words), &mut owners));
            rounds * count
        })?;
    }
    let naive = NaiveBreakdown::new(parameters);
    let positions: Vec<_> =
        matrices.into_iter().filter_map(|matrix| naive.position(&Setup::new(&matrix, Side::First)).ok()).collect();
    report.reference("outcome, boards", "reference", &mut |rounds| {
        (0..rounds).flat_map(|_| &positions).for_each(|position| {
            black_box(naive.outcome(black_box(position)));
        });
        rounds * count
    })?;
    let turns = vec![Side::First; some.len()];
    let mut outcomes = vec![BatchOutcome::InProgress; some.len()];
    for level in Level::available() {
        let bulk = bulk.clone().at_level(level);
        report.row("outcome, boards", &format!("in cache, {level}"), &mut |rounds| {
            (0..rounds).for_each(|_| bulk.outcomes(black_box(&words), &turns, &mut outcomes));
            rounds * count
        })?;
    }
    let expected: Vec<BatchOutcome> = positions.iter().map(|position| naive.outcome(position).into()).collect();
    assert!(outcomes == expected, "the engines find different outcomes");

    // Sixty-four megabytes, more than any cache holds.
    let many: Vec<u32> = words.iter().cycle().take((1 << 24) / words.len() * words.len()).copied().collect();
    let mut copy = many.clone();
    let each = words.len() as u64 / count;
    report.reference("boards from memory", "copied", &mut |rounds| {
        for _ in 0..rounds {
            copy.copy_from_slice(black_box(&many));
            black_box(&mut copy);
        }
        rounds * many.len() as u64 / each
    })?;
    for level in Level::available() {
        let bulk = bulk.clone().at_level(level);
        report.row("boards from memory", &format!("settled where they are, {level}"), &mut |rounds| {
            (0..rounds).for_each(|_| bulk.fall(black_box(&mut copy)));
            rounds * many.len() as u64 / each
        })?;
    }
    Ok(())
}

/// The title of the table about one board by its size.
const BY_SIZE: &str = "One board of Breakdown, k3 q3, by its size";

/// For each size of board, the time per cell of a random game, of gravity and of finding squares.
pub(super) fn by_size(report: &mut Report<'_>) -> io::Result<()> {
    report.head(BY_SIZE)?;
    for side in [8, 16, 32, 62, 128, 256, 1024, 4096] {
        let Ok(parameters) = Parameters::new(side, side, 3, 3) else { continue };
        let cells = u64::from(parameters.size().cells());
        let mut random = Generator::for_game(4, 0);
        let mut board = PackedBoard::new(parameters.size());
        for pos in parameters.size().positions() {
            let code = *random.pick(&[0, 0, 1, 1, 2]);
            board.set_cell(pos, Cell::from_code(code));
        }
        if let Some(rules) = Breakdown::<PackedBoard>::new(parameters).filter(|_| side <= 64) {
            let work = format!("{side}×{side} random plies");
            report.alone(&work, "one game at a time, portable", &mut |games| {
                let game = |number| {
                    let mut generator = Generator::for_game(1, number);
                    let (level, mut position) = (Level::portable(), rules.start());
                    u64::from(rules.playout_at(level, &mut position, &mut generator, PLY_LIMIT, |_| ()).plies)
                };
                (0..games).map(game).sum()
            })?;
            for (how, level) in [("in bulk, portable", Level::portable()), ("in bulk", Level::best())] {
                report.alone(&work, how, &mut |games| rules.playouts(1, 0..32 * games, level).plies)?;
            }
        }
        let bulk = bare_boards(parameters);
        let mut words = board.words().to_vec();
        report.alone(&format!("{side}×{side} gravity, cells"), "copied and settled", &mut |rounds| {
            for _ in 0..rounds {
                words.copy_from_slice(board.words());
                bulk.fall(&mut words);
            }
            rounds * cells
        })?;
        let mut owners = [Owners::empty()];
        // Stripes of one cell: nothing is found before the end.
        for pos in parameters.size().positions() {
            board.set_cell(pos, Cell::from_code(1 + pos.col % 2));
        }
        report.alone(&format!("{side}×{side} squares, cells"), "to the end", &mut |rounds| {
            (0..rounds).for_each(|_| bulk.squares(black_box(board.words()), &mut owners));
            rounds * cells
        })?;
        assert_eq!(owners, [Owners::empty()], "stripes have no squares");
    }
    Ok(())
}
