//! What every game can be asked: random games, perft, verdicts.

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::report::Report;
use gridlaw::games::{Game, PairVisitor};
use gridlaw::level::Level;
use gridlaw::perft::perft;
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::record::random_game;
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;
use gridlaw::verdict::verdict_in_bulk;
use gridlaw_programs::workers;

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

/// Measures a game on both of its engines.
pub(super) struct Speed<'r, O>(pub(super) &'r mut Report<O>);

impl<O: Write> PairVisitor for Speed<'_, O> {
    type Output = io::Result<()>;

    fn visit<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> io::Result<()> {
        let Speed(report) = self;
        report.reference("random plies", "reference", |games| single_games(naive, games))?;
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
        report.reference(&format!("perft {depth}, leaves"), "reference", naive_leaves)?;
        let position = fast.start();
        assert_eq!(perft(fast, &position, depth), leaves, "the engines count differently");
        // Two plies more for the fast engine, so that what it counts in bulk shows.
        let (deeper, work) = (depth + 2, format!("perft {}, leaves", depth + 2));
        report.row(&work, "counted in bulk", |rounds| times(rounds, &|| perft(fast, &position, deeper)))?;
        let work = format!("perft {depth}, nodes");
        report.reference(&work, "reference", |rounds| times(rounds, &|| nodes(naive, &start, depth)))?;
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
            let _ = verdict_in_bulk(fast, &mut text.as_bytes(), answers, &workers());
        };
        let (mut slow_answers, mut answers) = (Vec::new(), Vec::new());
        let (text, plies) = games(30);
        let _ = verdict_in_bulk(naive, &mut text.as_bytes(), &mut slow_answers, &workers());
        judge(&text, &mut answers);
        assert!(answers == slow_answers, "the engines judge differently");
        report.reference("verdict, plies", "reference", |rounds| {
            slow_answers.clear();
            (0..rounds).for_each(|_| drop(verdict_in_bulk(naive, &mut text.as_bytes(), &mut slow_answers, &workers())));
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
