//! The search against its two oracles: retrograde analysis of all positions of small boards, and
//! plain minimax.

mod in_parallel;

use std::sync::atomic::{AtomicU32, Ordering};

use gridlaw::games::breakdown::{self, Breakdown, NaiveBreakdown};
use gridlaw::games::connect4;
use gridlaw::games::jump61::{self, Jump61};
use gridlaw::games::{Game, GameParameters, SearchFunction, fitz};
use gridlaw::playout::PLY_LIMIT;
use gridlaw::record::{random_game, replay};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};
use gridlaw::search::weak::WeakSearchable;
use gridlaw::search::{
    Options, Plain, PositionOf, Reach, Root, Searchable, Searcher, Solver, Solving, TreeGame, Value, Window,
    exhaustive, retrograde, watch_nothing,
};
use gridlaw::solving::AnySolver;
use gridlaw::{AnyGame, Outcome, Side};

/// Plain alpha-beta, then with the table, the symmetries and a second thread added one by one.
const OPTIONS: [Options; 4] = [
    Options { table: 0, symmetry: false, threads: 1 },
    Options { table: 1, symmetry: false, threads: 1 },
    Options { table: 1, symmetry: true, threads: 1 },
    Options { table: 1, symmetry: true, threads: 2 },
];

/// The value of a position from one search with the full window.
fn value<G: Searchable>(searcher: &mut Searcher<G>, node: G::Node) -> Value {
    let root = Root { node, passed: false };
    let found = searcher.search(&root, Window::FULL, Reach::End, u64::MAX, &mut watch_nothing).unwrap();
    assert!(found.exact);
    found.score.value()
}

/// Solves a position. Checks that the solver's line is legal, is as long as the value's distance,
/// and ends with the value.
fn solve<G: Searchable + Clone>(game: &G, options: Options, position: &<G::Rules as Rules>::Position) -> Value {
    let mut solver = Solver::new(Searcher::new(game.clone(), options).unwrap(), position);
    let mut watch = |_: Solving<'_>| std::ops::ControlFlow::Continue(());
    let value = solver.solve(&mut watch).unwrap();
    let line = solver.line(&mut watch).unwrap();
    let (rules, mut passed) = (game.rules(), vec![position.clone()]);
    for &mv in &line {
        let mut next = passed[passed.len() - 1].clone();
        rules.play(&mut next, mv).unwrap();
        passed.push(next);
    }
    let end = &passed[line.len()];
    let plies = line.len() as u16;
    match value {
        Value::Win(distance) | Value::Loss(distance) => {
            assert_eq!(distance, plies);
            assert!(rules.outcome(end).is_over());
        }
        // A draw, or two passes in a row, which lead to where they began.
        Value::Draw => {
            let passes = line.len() >= 2 && *end == passed[line.len() - 2];
            assert!(rules.outcome(end).is_over() || passes, "{line:?}");
        }
    }
    value
}

/// Checks that retrograde analysis, the columnar search and the plain search agree on every
/// position of a board.
fn check_board(numbers: (u32, u32, u32, u32), every: usize) -> [usize; 3] {
    let (width, height, stick, square) = numbers;
    let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
    let rules = Breakdown::<u32>::new(parameters).unwrap();
    parameters.call_search(CheckBoard { numbers, every, rules }).unwrap()
}

/// [`check_board`] with the form of the game that is quickest to search.
struct CheckBoard {
    numbers: (u32, u32, u32, u32),
    every: usize,
    rules: Breakdown<u32>,
}

impl SearchFunction for CheckBoard {
    type Output = [usize; 3];

    fn call<S, W>(self, game: S, _: W) -> [usize; 3]
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let CheckBoard { numbers, every, rules } = self;
        check_values(&game, &rules, numbers, every)
    }
}

fn check_values<S: Searchable<Rules: Game> + Clone>(
    game: &S,
    rules: &Breakdown<u32>,
    numbers: (u32, u32, u32, u32),
    every: usize,
) -> [usize; 3] {
    let values = retrograde(rules, &rules.start(), 200_000).unwrap();
    assert!(retrograde(rules, &rules.start(), values.len()).is_some(), "{numbers:?} has {} positions", values.len());
    for limit in [values.len() - 1, 3.min(values.len() - 1)] {
        assert!(retrograde(rules, &rules.start(), limit).is_none(), "{numbers:?} has more than {limit} positions");
    }
    let position =
        |position: &breakdown::Position<u32>| game.rules().read_position(&rules.setup_text(position)).unwrap();
    let mut found = [0; 3];
    for (number, options) in OPTIONS.into_iter().enumerate() {
        let mut searcher = Searcher::new(game.clone(), options).unwrap();
        let mut plain = Searcher::new(Plain(rules.clone()), options).unwrap();
        // Without a table every position is searched from scratch, so a sample must do.
        let every = if options.table == 0 { 7 * every } else { every };
        for &(at, expected) in values.iter().skip(number).step_by(every) {
            assert_eq!(value(&mut searcher, game.node(&position(&at))), expected, "{numbers:?} {options:?} {at:?}");
            let node = plain.game().node(&at);
            assert_eq!(value(&mut plain, node), expected, "{numbers:?} {options:?} {at:?}");
            found[match expected {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            }] += 1;
        }
    }
    let [_, expected] = [0, 0].map(|start: usize| values[start].1);
    for options in OPTIONS {
        assert_eq!(solve(game, options, &game.rules().start()), expected, "{numbers:?} {options:?}");
    }
    found
}

#[test]
fn breakdown_is_right_about_every_position_of_small_boards() {
    let mut found = [0; 3];
    for width in 1..=3 {
        for height in 1..=3 {
            for (stick, square) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2)] {
                let counts = check_board((width, height, stick, square), 1);
                found = [0, 1, 2].map(|kind| found[kind] + counts[kind]);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?} wins, draws and losses");
}

/// Checks a sample of positions of boards on which sticks hang and passes matter.
#[test]
fn breakdown_is_right_about_positions_of_larger_boards() {
    for numbers in [(4, 3, 2, 2), (3, 4, 2, 2), (5, 2, 2, 2), (4, 3, 3, 2), (2, 5, 2, 2), (4, 4, 3, 2)] {
        check_board(numbers, 5);
    }
}

#[test]
fn trees_have_the_values_that_they_show() {
    for (text, expected) in [
        ("+", Value::Win(0)),
        ("(-)", Value::Loss(1)),
        ("(-(+-)((+)))", Value::Win(3)),
        ("((+-)(=(+-)))", Value::Draw),
        ("(((-)(-))-)", Value::Loss(3)),
        ("((=(+))(-))", Value::Draw),
    ] {
        let game = Plain(text.parse::<TreeGame>().unwrap());
        assert_eq!(exhaustive(&game.0, &game.0.start(), 100), Some(expected), "{text}");
        for options in OPTIONS {
            assert_eq!(solve(&game, options, &game.0.start()), expected, "{text} {options:?}");
        }
    }
}

/// Compares the search with plain minimax over the reference engine on positions near the end of
/// random games. Returns the number of positions.
fn check_ends<S: Searchable<Rules: Game> + Clone, N: Game>(game: S, naive: &N, games: u64, limit: u64) -> usize {
    let mut searchers = OPTIONS.map(|options| Searcher::new(game.clone(), options).unwrap());
    let mut compared = 0;
    for number in 0..games {
        let mut line = String::new();
        random_game(game.rules(), 12, number, &mut line);
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        for length in (0..=words.len()).rev() {
            let moves = words[..length].join(" ");
            let (mut fast, mut slow) = (game.rules().start(), naive.start());
            replay(game.rules(), &mut fast, &moves, |_| ()).unwrap();
            replay(naive, &mut slow, &moves, |_| ()).unwrap();
            if game.rules().outcome(&fast).is_over() {
                continue;
            }
            let Some(expected) = exhaustive(naive, &slow, limit) else { break };
            for (searcher, options) in searchers.iter_mut().zip(OPTIONS) {
                let node = game.node(&fast);
                assert_eq!(value(searcher, node), expected, "{options:?} after {moves}");
                compared += 1;
            }
            // The solver and its line agree.
            if length % 4 == 0 {
                assert_eq!(solve(&game, OPTIONS[2], &fast), expected, "after {moves}");
            }
        }
    }
    compared
}

#[test]
fn breakdown_is_right_about_the_ends_of_games() {
    let mut compared = 0;
    for (numbers, games) in [
        ((4, 5, 2, 2), 30),
        ((5, 5, 2, 3), 30),
        ((6, 3, 3, 2), 30),
        ((8, 8, 3, 3), 8),
        ((7, 6, 5, 2), 30),
        ((9, 3, 2, 3), 4),
    ] {
        let (width, height, stick, square) = numbers;
        let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
        let naive = NaiveBreakdown::new(parameters);
        // Boards beyond 8×8 have no form of their own, and are searched by their rules.
        let limit = if width.max(height) <= 8 { 3000 } else { 500 };
        compared += parameters.call_search(CheckEnds { naive, games, limit }).unwrap();
    }
    assert!(compared > 2000, "{compared}");
}

/// [`check_ends`] with the form of the game that is quickest to search.
struct CheckEnds<N> {
    naive: N,
    games: u64,
    limit: u64,
}

impl<N: Game> SearchFunction for CheckEnds<N> {
    type Output = usize;

    fn call<S, W>(self, game: S, _: W) -> usize
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        check_ends(game, &self.naive, self.games, self.limit)
    }
}

#[test]
fn connect4_is_right_about_the_ends_of_games() {
    let mut compared = 0;
    for (size, games, limit) in [(4, 150, 3000), (5, 150, 3000), (7, 30, 1000), (8, 60, 1000)] {
        let parameters = connect4::Parameters::new(size).unwrap();
        let naive = connect4::NaiveConnect4::new(parameters);
        compared += parameters.call_search(CheckEnds { naive, games, limit }).unwrap();
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn jump61_is_right_about_the_ends_of_games() {
    let parameters = [2, 3, 4, 5].map(|size| jump61::Parameters::new(size).unwrap());
    let mut compared = 0;
    for (parameters, games) in parameters.into_iter().zip([100, 60, 60, 30]) {
        let naive = jump61::NaiveJump61::new(parameters);
        compared += check_ends(Jump61::<u64>::new(parameters).unwrap(), &naive, games, 2000);
        compared += check_ends(Jump61::<u128>::new(parameters).unwrap(), &naive, games / 4, 500);
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn fitz_is_right_about_the_ends_of_games() {
    let mut compared = 0;
    for (rows, cols, games) in [(3, 4, 60), (4, 4, 60), (5, 4, 40), (5, 5, 40)] {
        let parameters = fitz::Parameters::sample(rows, cols).unwrap();
        let naive = fitz::NaiveFitz::new(parameters.clone());
        compared += check_ends(Plain(fitz::Fitz::new(parameters.clone())), &naive, games, 300);
        compared += parameters.call_search(CheckEnds { naive, games, limit: 300 }).unwrap();
    }
    assert!(compared > 2000, "{compared}");
}

/// Fitz finds the values of plain minimax, and lines that show them, on small boards with arbitrary
/// tiles.
#[test]
fn fitz_is_right_with_arbitrary_tiles() {
    let [compared, wins] = [0, 0].map(AtomicU32::new);
    in_parallel::for_each(0..600, |number| {
        let mut generator = Generator::for_game(33, number);
        let [rows, cols] = [0, 1].map(|_| 1 + generator.below(5) as u32);
        let mut tile = |_| {
            let cells: Vec<_> = (0..generator.below(6)).map(|_| generator.below(16) as usize).collect();
            fitz::Tile::from_cells(cells.into_iter().map(|cell| (cell / 4, cell % 4)))
        };
        let tiles: Vec<fitz::Tile> = (0..1 + number % 3).map(&mut tile).collect();
        let Ok(parameters) = fitz::Parameters::new(rows, cols, tiles) else { return };
        let naive = fitz::NaiveFitz::new(parameters.clone());
        let Some(expected) = exhaustive(&naive, &naive.start(), 3000) else { return };
        compared.fetch_add(1, Ordering::Relaxed);
        wins.fetch_add(u32::from(matches!(expected, Value::Win(_))), Ordering::Relaxed);
        for options in OPTIONS {
            let found = parameters.call_search(SolveStart { options }).unwrap();
            assert_eq!(found, expected, "{options:?} {parameters} {:?}", parameters.tiles());
        }
    });
    let [compared, wins] = [compared, wins].map(AtomicU32::into_inner);
    assert!(compared > 200 && wins > 50, "{wins} of {compared}");
}

/// The value of the start in the form of the game that is quickest to search.
struct SolveStart {
    options: Options,
}

impl SearchFunction for SolveStart {
    type Output = Value;

    fn call<S, W>(self, game: S, _: W) -> Value
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let start = game.rules().start();
        solve(&game, self.options, &start)
    }
}

/// `GameParameters::call_search` may answer `None` only for a game that the second side never wins.
#[test]
fn every_game_for_two_sides_can_be_searched() {
    let options = Options { table: 1, ..Options::default() };
    for game in AnyGame::samples() {
        let wins = |number| {
            game.start().playout(&mut Generator::for_game(61, number), PLY_LIMIT).outcome == Outcome::Win(Side::Second)
        };
        let solver = AnySolver::new(&game.start(), options).unwrap();
        assert!(solver.is_some() || !(0..20).any(wins), "{game} has no search: GameParameters::call_search");
    }
}
