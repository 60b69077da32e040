//! `gridlaw speed`: what this machine does in a second, level by level, beside the reference.

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;

use super::Failure;
use crate::batch::Level;
use crate::board::{Owners, PackedBoard};
use crate::games::breakdown::{self, Batch, Verdict};
use crate::games::{AnyGame, Game, GameKind, PairVisitor};
use crate::perft::perft;
use crate::playout::{PLY_LIMIT, Playouts};
use crate::record::random_game;
use crate::rng::Generator;
use crate::rules::Rules;
use crate::text::Grid;
use crate::verdict::verdict_in_bulk;

/// How long to measure.
#[derive(Clone, Copy, Debug, Args)]
pub struct SpeedArguments {
    /// Milliseconds that every row is measured for, three times
    #[arg(long, value_name = "N", default_value_t = 200, global = true)]
    milliseconds: u32,
}

/// A table that is printed row by row, as Markdown, each row beside the first of its kind.
struct Report<O> {
    output: O,
    time: Duration,
    /// The rate of the reference, for the ratios.
    reference: f64,
}

/// Does more and more of something for a while; the best rate of three. `work` is told how often, and answers with how
/// many units it did.
fn rate(time: Duration, mut work: impl FnMut(u64) -> u64) -> f64 {
    let mut times = 1;
    let mut best = 0_f64;
    for _ in 0..3 {
        loop {
            let begun = Instant::now();
            let units = black_box(work(times));
            let took = begun.elapsed();
            if took >= time {
                best = best.max(units as f64 / took.as_secs_f64());
                break;
            }
            // From a first short run to one that is long enough.
            let missing = time.as_secs_f64() / took.as_secs_f64().max(1e-6);
            times = (times as f64 * missing.clamp(1.2, 100.0)).ceil() as u64;
        }
    }
    best
}

/// A rate with three digits and a unit: `1.63 G`.
fn readable(rate: f64) -> String {
    let (scaled, unit) = match rate {
        _ if rate >= 1e9 => (rate / 1e9, " G"),
        _ if rate >= 1e6 => (rate / 1e6, " M"),
        _ if rate >= 1e3 => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
    let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
    format!("{scaled:.digits$}{unit}")
}

impl<O: Write> Report<O> {
    fn head(&mut self, game: &AnyGame) -> io::Result<()> {
        writeln!(self.output, "\n### {game}\n")?;
        writeln!(self.output, "| work | how | a second | ns each | × reference |")?;
        writeln!(self.output, "|---|---|--:|--:|--:|")
    }

    /// The reference of the rows that follow.
    fn reference(&mut self, work: &str, units: impl FnMut(u64) -> u64) -> io::Result<()> {
        self.reference = 0.0;
        self.reference = self.row(work, "reference", units)?;
        Ok(())
    }

    fn row(&mut self, work: &str, how: &str, units: impl FnMut(u64) -> u64) -> io::Result<f64> {
        let rate = rate(self.time, units);
        let ratio = if self.reference > 0.0 { format!("{:.1}", rate / self.reference) } else { String::new() };
        writeln!(self.output, "| {work} | {how} | {} | {:.3} | {ratio} |", readable(rate), 1e9 / rate)?;
        self.output.flush()?;
        Ok(rate)
    }
}

/// Random games one at a time through the public player.
fn single_games<R: Playouts>(rules: &R, games: u64) -> u64 {
    let play = |number| {
        let mut generator = Generator::for_game(1, number);
        u64::from(rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, |_| ()).plies)
    };
    (0..games).map(play).sum()
}

/// Every position of the tree down to `depth`, played one by one.
fn nodes<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 1;
    let _ = rules.visit_moves(position, |mv| {
        let mut next = position.clone();
        rules.play_unchecked(&mut next, mv);
        count += nodes(rules, &next, depth - 1);
        ControlFlow::<()>::Continue(())
    });
    count
}

struct Speed<'r, O>(&'r mut Report<O>);

impl<O: Write> PairVisitor for Speed<'_, O> {
    type Output = io::Result<()>;

    fn visit<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> io::Result<()> {
        let Speed(report) = self;
        report.reference("random plies", |games| single_games(naive, games))?;
        report.row("random plies", "one game at a time", |games| single_games(fast, games))?;
        for level in Level::available() {
            let how = format!("in bulk, {level}");
            // Some sixteen games at once are the least that bulk work is made for.
            report.row("random plies", &how, |games| fast.playouts(1, 0..64 * games, level).plies)?;
        }

        // The deepest tree that the reference counts in a moment.
        let start = naive.start();
        let depth = (1..20).find(|&depth| perft(naive, &start, depth + 1) > 20_000).unwrap_or(19);
        let leaves = perft(naive, &start, depth);
        let times = |times: u64, count: &dyn Fn() -> u64| (0..times).map(|_| black_box(count())).sum::<u64>();
        let naive_leaves = |rounds| times(rounds, &|| perft(naive, &start, depth));
        report.reference(&format!("perft {depth}, leaves"), naive_leaves)?;
        let position = fast.start();
        assert_eq!(perft(fast, &position, depth), leaves, "the engines count differently");
        // Two plies more for the fast engine, so that what it counts in bulk shows.
        let (deeper, work) = (depth + 2, format!("perft {}, leaves", depth + 2));
        report.row(&work, "counted in bulk", |rounds| times(rounds, &|| perft(fast, &position, deeper)))?;
        let work = format!("perft {depth}, nodes");
        report.reference(&work, |rounds| times(rounds, &|| nodes(naive, &start, depth)))?;
        report.row(&work, "one by one", |rounds| times(rounds, &|| nodes(fast, &position, depth)))?;

        let games = |games: u64| {
            let mut text = String::new();
            let mut plies = 0;
            for number in 0..games {
                random_game(fast, 1, number, &mut text);
                text.push('\n');
                plies += text.lines().next_back().map_or(0, |line| line.split(' ').count()) as u64;
            }
            (text, plies)
        };
        let judge = |text: &str, answers: &mut Vec<u8>| {
            answers.clear();
            // Memory takes everything.
            let _ = verdict_in_bulk(fast, text.as_bytes(), answers);
        };
        let (mut slow_answers, mut answers) = (Vec::new(), Vec::new());
        let (text, plies) = games(30);
        let _ = verdict_in_bulk(naive, text.as_bytes(), &mut slow_answers);
        judge(&text, &mut answers);
        assert!(answers == slow_answers, "the engines judge differently");
        report.reference("verdict, plies", |rounds| {
            slow_answers.clear();
            (0..rounds).for_each(|_| drop(verdict_in_bulk(naive, text.as_bytes(), &mut slow_answers)));
            plies * rounds
        })?;
        let (text, plies) = games(20_000);
        for threads in [1, std::thread::available_parallelism().map_or(1, usize::from)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let Ok(pool) = pool else { continue };
            report.row("verdict, plies", &format!("{threads} threads"), |rounds| {
                pool.install(|| (0..rounds).for_each(|_| judge(&text, &mut answers)));
                plies * rounds
            })?;
        }
        Ok(())
    }
}

/// Boards from the middle of random games.
fn boards(parameters: breakdown::Parameters, count: u64) -> Vec<PackedBoard> {
    let rules = breakdown::Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
    let board = |number| {
        let mut position = rules.start();
        let mut generator = Generator::for_game(2, number);
        rules.playout(&mut position, &mut generator, 4 + (number % 12) as u32, |_| ());
        rules.board(&position)
    };
    (0..count).map(board).collect()
}

/// Bulk work on boards of Breakdown, in the cache and out of memory, beside the reference and a plain copy.
fn batches<O: Write>(parameters: breakdown::Parameters, report: &mut Report<O>) -> io::Result<()> {
    use crate::cell::Side;
    use crate::matrix::MatrixBoard;

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
    let batch = Batch::new(parameters);
    let mut copy = words.clone();
    report.reference = 0.0;
    report.row("boards copied", "in cache", |rounds| {
        for _ in 0..rounds {
            copy.copy_from_slice(black_box(&words));
            black_box(&mut copy);
        }
        rounds * count
    })?;
    report.reference("gravity, boards", |rounds| {
        for matrix in (0..rounds).flat_map(|_| &matrices) {
            let mut matrix = matrix.clone();
            matrix.fall();
            black_box(&matrix);
        }
        rounds * count
    })?;
    for level in Level::available() {
        let batch = batch.clone().at_level(level);
        report.row("gravity, boards", &format!("copied and settled in cache, {level}"), |rounds| {
            for _ in 0..rounds {
                copy.copy_from_slice(black_box(&words));
                batch.boards().fall(&mut copy);
            }
            rounds * count
        })?;
    }
    report.reference("squares, boards", |rounds| {
        for matrix in (0..rounds).flat_map(|_| &matrices) {
            black_box(Side::BOTH.map(|side| black_box(matrix).owns_square(side, parameters.square())));
        }
        rounds * count
    })?;
    let mut owners = vec![Owners::empty(); some.len()];
    for level in Level::available() {
        let batch = batch.clone().at_level(level);
        report.row("squares, boards", &format!("in cache, {level}"), |rounds| {
            (0..rounds).for_each(|_| batch.boards().squares(black_box(&words), &mut owners));
            rounds * count
        })?;
    }
    let naive = breakdown::NaiveBreakdown::new(parameters);
    let positions: Vec<_> =
        matrices.into_iter().filter_map(|matrix| naive.position(matrix, Side::First).ok()).collect();
    report.reference("outcome, boards", |rounds| {
        (0..rounds).flat_map(|_| &positions).for_each(|position| {
            black_box(naive.outcome(black_box(position)));
        });
        rounds * count
    })?;
    let turns = vec![Side::First; some.len()];
    let mut verdicts = vec![Verdict::InProgress; some.len()];
    for level in Level::available() {
        let batch = batch.clone().at_level(level);
        report.row("outcome, boards", &format!("in cache, {level}"), |rounds| {
            (0..rounds).for_each(|_| batch.outcome(black_box(&words), &turns, &mut verdicts));
            rounds * count
        })?;
    }
    let expected: Vec<Verdict> = positions.iter().map(|position| naive.outcome(position).into()).collect();
    assert!(verdicts == expected, "the engines judge differently");

    // Sixty-four megabytes: out of every cache.
    let many: Vec<u32> = words.iter().cycle().take((1 << 24) / words.len() * words.len()).copied().collect();
    let mut copy = many.clone();
    let each = words.len() as u64 / count;
    report.reference = 0.0;
    report.reference = report.row("boards from memory", "copied", |rounds| {
        for _ in 0..rounds {
            copy.copy_from_slice(black_box(&many));
            black_box(&mut copy);
        }
        rounds * many.len() as u64 / each
    })?;
    for level in Level::available() {
        let batch = batch.clone().at_level(level);
        report.row("boards from memory", &format!("settled where they are, {level}"), |rounds| {
            (0..rounds).for_each(|_| batch.boards().fall(black_box(&mut copy)));
            rounds * many.len() as u64 / each
        })?;
    }
    Ok(())
}

/// Gravity and squares on one large board of each size, a cell.
fn large_boards<O: Write>(report: &mut Report<O>) -> io::Result<()> {
    writeln!(report.output, "\n### One board of Breakdown, k3 q3, by its size\n")?;
    writeln!(report.output, "| work | how | a second | ns each | × reference |")?;
    writeln!(report.output, "|---|---|--:|--:|--:|")?;
    for side in [8, 16, 32, 62, 128, 256, 1024, 4096] {
        let Ok(parameters) = breakdown::Parameters::new(side, side, 3, 3) else { continue };
        let cells = u64::from(parameters.size().cells());
        let mut random = Generator::for_game(4, 0);
        let mut board = PackedBoard::new(parameters.size());
        for pos in parameters.size().positions() {
            let code = [0, 0, 1, 1, 2][random.below(5) as usize];
            board.set_cell(pos, crate::cell::Cell::from_code(code));
        }
        let batch = Batch::new(parameters);
        let mut words = board.words().to_vec();
        report.reference = 0.0;
        report.row(&format!("{side}×{side} gravity, cells"), "copied and settled", |rounds| {
            for _ in 0..rounds {
                words.copy_from_slice(board.words());
                batch.boards().fall(&mut words);
            }
            rounds * cells
        })?;
        let mut owners = [Owners::empty()];
        // Stripes of one cell: nothing is found before the end.
        for pos in parameters.size().positions() {
            board.set_cell(pos, crate::cell::Cell::from_code(1 + pos.col % 2));
        }
        report.row(&format!("{side}×{side} squares, cells"), "to the end", |rounds| {
            (0..rounds).for_each(|_| batch.boards().squares(black_box(board.words()), &mut owners));
            rounds * cells
        })?;
        assert_eq!(owners, [Owners::empty()], "stripes have no squares");
    }
    Ok(())
}

/// One game of each kind, of a size that people play.
fn usual(kinds: &[GameKind]) -> Vec<AnyGame> {
    let breakdown = breakdown::Parameters::new(8, 8, 3, 3).map(AnyGame::from).ok();
    let selection = AnyGame::selection();
    let others = kinds.iter().filter(|&&kind| kind != GameKind::Breakdown).flat_map(|&kind| {
        let of_kind: Vec<AnyGame> = selection.iter().filter(|game| game.kind() == kind).cloned().collect();
        of_kind.into_iter().skip(2).take(1)
    });
    breakdown.into_iter().filter(|_| kinds.contains(&GameKind::Breakdown)).chain(others).collect()
}

/// Measures the games, all of them if none is named, and prints tables in Markdown.
///
/// # Errors
/// What writing reports.
pub fn run(kinds: &[GameKind], arguments: SpeedArguments, output: impl Write) -> Result<u8, Failure> {
    let kinds = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
    let time = Duration::from_millis(u64::from(arguments.milliseconds.clamp(1, 60_000)));
    let mut report = Report { output, time, reference: 0.0 };
    let levels: Vec<&str> = Level::available().map(Level::name).collect();
    writeln!(report.output, "Levels of this processor: {}. Best of three runs.", levels.join(", "))?;
    for game in usual(kinds) {
        report.head(&game)?;
        game.visit_both(Speed(&mut report))?;
        if let AnyGame::Breakdown(parameters) = game {
            batches(parameters, &mut report)?;
            large_boards(&mut report)?;
        }
    }
    report.output.flush()?;
    Ok(0)
}
