//! Rates that every game has: random games, steps of a batch, perft, verdicts.

use std::hint::black_box;
use std::io;
use std::ops::ControlFlow;

use super::report::Report;
use gridlaw::AnyPlaying;
use gridlaw::batching::{AnyBatch, BatchOptions};
use gridlaw::games::{AnyGame, Engine, Game, GameFunction};
use gridlaw::level::Level;
use gridlaw::playout::PLY_LIMIT;
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;
use gridlaw::verdict::{Workers, verdict_in_bulk};
use gridlaw_programs::workers;

/// Plays random games one at a time; returns their plies.
fn single_games(start: &AnyPlaying, level: Level, games: u64) -> u64 {
    let mut playing = start.clone();
    let play = |number| {
        playing.assign(start);
        u64::from(playing.playout_at(level, &mut Generator::for_game(1, number), PLY_LIMIT).plies)
    };
    (0..games).map(play).sum()
}

/// The steps that each game of a batch plays from its start.
const STEPS: u64 = 120;

/// A batch at its start, and random actions for every step.
struct Steps {
    start: AnyBatch,
    actions: Vec<Vec<u32>>,
    masks: Vec<u32>,
}

impl Steps {
    fn new(game: &AnyGame, games: usize, engine: Engine, level: Level) -> Steps {
        let pool = [game.clone()];
        let start = AnyBatch::on(&pool, games, BatchOptions::default(), engine, level).expect("memory holds the games");
        let mut steps = Steps { actions: Vec::new(), masks: vec![0; games * start.mask_words()], start };
        let mut batch = steps.start.clone();
        batch.legal(&mut steps.masks);
        for _ in 0..STEPS {
            let mut actions = vec![0; games];
            batch.sample(&steps.masks, &mut actions);
            batch.step(&actions, Some(&mut steps.masks));
            steps.actions.push(actions);
        }
        steps
    }

    /// Plays all steps `times` times, each with the masks of all games; returns the steps of games.
    fn play(&mut self, times: u64) -> u64 {
        for _ in 0..times {
            let mut batch = self.start.clone();
            self.actions.iter().for_each(|actions| batch.step(actions, Some(&mut self.masks)));
        }
        times * STEPS * self.start.games() as u64
    }
}

/// Plays every position of the tree down to a depth one by one, `times` times. Returns their
/// number.
struct Nodes {
    depth: u32,
    times: u64,
}

impl GameFunction for Nodes {
    type Output = u64;

    fn call<G: Game>(self, game: &G) -> u64 {
        let start = game.start();
        (0..self.times).map(|_| black_box(nodes(game, &start, self.depth))).sum()
    }
}

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

/// Bytes of game records: a few for the reference, and so many for the fast engine that the memory
/// which each call asks for does not count.
const FEW_RECORDS: usize = 2_000;
const RECORDS: usize = 1 << 23;

/// Answers records on some threads.
fn answer(start: &AnyPlaying, text: &str, answers: &mut Vec<u8>, workers: &Workers<'_>) {
    answers.clear();
    // Memory takes everything.
    let _ = verdict_in_bulk(start.oracle(), &mut text.as_bytes(), answers, workers);
}

/// The records of so many random games that the text has some bytes, and their plies.
fn records(start: &AnyPlaying, bytes: usize) -> (String, u64) {
    let (mut text, mut plies, mut number) = (String::new(), 0, 0);
    while text.len() < bytes {
        let begun = text.len();
        start.random_record(1, number, &mut text);
        plies += text[begun..].split(' ').count() as u64;
        text.push('\n');
        number += 1;
    }
    (text, plies)
}

/// Measures a game on both of its engines.
pub(super) fn measure(game: &AnyGame, report: &mut Report<'_>) -> io::Result<()> {
    let [fast, naive] = [Engine::Fast, Engine::Naive].map(|engine| game.start_on(engine));
    report.reference("random plies", "reference", &mut |games| single_games(&naive, Level::best(), games))?;
    for level in Level::available() {
        let how = format!("one game at a time, {level}");
        report.row("random plies", &how, &mut |games| single_games(&fast, level, games))?;
        let how = format!("in bulk, {level}");
        // Bulk work is made for at least some dozen games at once.
        report.row("random plies", &how, &mut |games| fast.playouts(1, 0..64 * games, level).plies)?;
    }

    let mut expected = Steps::new(game, 64, Engine::Naive, Level::best());
    report.reference("steps with masks", "reference", &mut |times| expected.play(times))?;
    for level in Level::available() {
        assert!(Steps::new(game, 64, Engine::Fast, level).masks == expected.masks, "the engines step differently");
        let mut steps = Steps::new(game, 4096, Engine::Fast, level);
        report.row("steps with masks", &format!("4096 games, {level}"), &mut |times| steps.play(times))?;
    }

    // The deepest tree that the naive engine counts in a moment.
    let depth = (1..20).find(|&depth| naive.perft(depth + 1) > 20_000).unwrap_or(19);
    assert_eq!(fast.perft(depth), naive.perft(depth), "the engines count differently");
    let leaves = |playing: &AnyPlaying, depth, times| (0..times).map(|_| black_box(playing.perft(depth))).sum();
    report.reference(&format!("perft {depth}, leaves"), "reference", &mut |times| leaves(&naive, depth, times))?;
    // Two plies more for the fast engine, so that its bulk counting shows.
    let (deeper, work) = (depth + 2, format!("perft {}, leaves", depth + 2));
    report.row(&work, "counted in bulk", &mut |times| leaves(&fast, deeper, times))?;
    let work = format!("perft {depth}, nodes");
    report.reference(&work, "reference", &mut |times| game.call(Engine::Naive, Nodes { depth, times }))?;
    report.row(&work, "one by one", &mut |times| game.call(Engine::Fast, Nodes { depth, times }))?;

    let (mut slow_answers, mut answers) = (Vec::new(), Vec::new());
    let (text, plies) = records(&fast, FEW_RECORDS);
    answer(&naive, &text, &mut slow_answers, &Workers::alone());
    answer(&fast, &text, &mut answers, &Workers::alone());
    assert!(answers == slow_answers, "the engines answer differently");
    report.reference("verdict, plies", "reference", &mut |rounds| {
        (0..rounds).for_each(|_| answer(&naive, &text, &mut slow_answers, &Workers::alone()));
        plies * rounds
    })?;
    let (text, plies) = records(&fast, RECORDS);
    report.row("verdict, plies", "one thread", &mut |rounds| {
        (0..rounds).for_each(|_| answer(&fast, &text, &mut answers, &Workers::alone()));
        plies * rounds
    })?;
    let threads = rayon::current_num_threads();
    if threads > 1 {
        let how = format!("{threads} threads, by the wall clock");
        report.shared("verdict, plies", &how, &mut |rounds| {
            (0..rounds).for_each(|_| answer(&fast, &text, &mut answers, &workers()));
            plies * rounds
        })?;
    }
    Ok(())
}
