//! Weak solving against retrograde analysis, plain minimax and the strong search.

use std::ops::ControlFlow;

use gridlaw::games::{AnyGame, Game, GameParameters, SearchFunction, breakdown, connect4, fitz, jump61};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};
use gridlaw::search::weak::{Direct, Goal, WeakSearchable, WeakSearcher, WeakValue};
use gridlaw::search::{
    Halt, Options, Plain, PositionOf, Searchable, Solving, Value, exhaustive, retrograde, watch_nothing,
};
use gridlaw::solving::AnySolver;

/// One thread with a table, one without, and three threads.
const OPTIONS: [Options; 3] = [
    Options { table: 1, symmetry: true, threads: 1 },
    Options { table: 0, symmetry: true, threads: 1 },
    Options { table: 1, symmetry: true, threads: 3 },
];

#[test]
fn weak_values_are_named_and_ordered() {
    let values = [WeakValue::Loss, WeakValue::Draw, WeakValue::Win];
    assert!(values.is_sorted());
    assert_eq!(values.map(|value| value.to_string()), ["loss", "draw", "win"]);
}

/// The estimates of the finished part of a question, as its watch saw them.
struct Progresses(Goal, u64);

impl SearchFunction for Progresses {
    type Output = Vec<f64>;

    fn call<S, W>(self, game: S, weak_form: W) -> Vec<f64>
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let mut searcher = WeakSearcher::new(weak_form, Options { table: 16, ..Options::default() }).unwrap();
        let node = searcher.game().node(&game.rules().start());
        let mut seen = Vec::new();
        let _ = searcher.answer(&node, self.0, self.1, &mut |progress| {
            seen.push(progress.done.expect("a weak search knows its part"));
            ControlFlow::Continue(())
        });
        seen
    }
}

#[test]
fn the_finished_part_of_a_question_only_grows() {
    let mut farthest: f64 = 0.0;
    for (game, goal, limit) in [
        ("breakdown -w 8 -h 8 -k 3 -q 3", Goal::Win, 100_000),
        ("breakdown -w 7 -h 6 -k 2 -q 3", Goal::Win, 300_000),
        ("breakdown -w 7 -h 7 -k 1 -q 2", Goal::Hold, 300_000),
        ("connect4 --size 5", Goal::Win, 200_000),
        ("jump61 --size 4", Goal::Win, 100_000),
    ] {
        let seen = game.parse::<AnyGame>().unwrap().call_search(Progresses(goal, limit)).unwrap();
        assert!(seen.len() > 2 && seen.is_sorted(), "{game}: {seen:?}");
        assert!(seen[0] >= 0.0 && *seen.last().unwrap() < 1.0, "{game}: {seen:?}");
        assert!(seen.last().unwrap() > &0.0, "{game}: {seen:?}");
        farthest = farthest.max(*seen.last().unwrap());
    }
    assert!(farthest > 0.5, "{farthest}");
}

/// Checks the weak form of a game and its plain rules in weak form against known values.
struct CheckValues<'a> {
    values: &'a [(String, Value)],
    name: &'a str,
}

impl SearchFunction for CheckValues<'_> {
    type Output = ();

    fn call<S, W>(self, game: S, weak_form: W)
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        for (number, options) in OPTIONS.into_iter().enumerate() {
            let mut form = WeakSearcher::new(weak_form.clone(), options).unwrap();
            let mut direct = WeakSearcher::new(Direct(game.clone()), options).unwrap();
            let mut plain = WeakSearcher::new(Direct(Plain(game.rules().clone())), options).unwrap();
            let every = [1, 19, 5][number];
            for (setup, expected) in self.values.iter().skip(number).step_by(every) {
                let position = game.rules().read_position(setup).unwrap();
                let at = |found| assert_eq!(found, Ok(WeakValue::from(*expected)), "{} {options:?} {setup}", self.name);
                at(form.value(&form.game().node(&position), u64::MAX, &mut watch_nothing));
                at(direct.value(&game.node(&position), u64::MAX, &mut watch_nothing));
                at(plain.value(&plain.game().node(&position), u64::MAX, &mut watch_nothing));
            }
        }
    }
}

/// Every position of a game that is not over, with its value.
fn all_values<R: Game>(rules: &R) -> Vec<(String, Value)> {
    let values = retrograde(rules, &rules.start(), 200_000).unwrap();
    let open = values.into_iter().filter(|(position, _)| !rules.outcome(position).is_over());
    open.map(|(position, value)| (rules.setup_text(&position), value)).collect()
}

#[test]
fn every_position_of_small_boards_has_the_value_of_retrograde_analysis() {
    let boards = [
        (1, 1, 1, 1),
        (1, 4, 1, 2),
        (2, 2, 1, 2),
        (2, 3, 1, 2),
        (3, 2, 1, 2),
        (2, 2, 2, 2),
        (3, 3, 2, 2),
        (2, 4, 2, 2),
        (3, 3, 3, 2),
        (4, 2, 2, 2),
        (3, 3, 2, 3),
        (4, 3, 3, 2),
        (3, 4, 4, 2),
        (3, 3, 1, 2),
    ];
    assert_values_of_retrograde_analysis(&boards);
    let parameters = jump61::Parameters::new(2).unwrap();
    let values = all_values(&jump61::Jump61::<u64>::new(parameters).unwrap());
    parameters.call_search(CheckValues { values: &values, name: "jump61 2x2" }).unwrap();
}

#[test]
#[ignore = "takes 8 s; .ci/run runs it: `cargo test -p gridlaw --test search_weak -- --ignored every`"]
fn every_position_of_twelve_squares_has_the_value_of_retrograde_analysis() {
    assert_values_of_retrograde_analysis(&[(4, 3, 1, 2), (4, 3, 2, 2), (3, 4, 2, 2)]);
}

/// Solves every position of some boards of Breakdown.
fn assert_values_of_retrograde_analysis(boards: &[(u32, u32, u32, u32)]) {
    let mut counts = [0; 3];
    for &(width, height, stick, square) in boards {
        let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
        let rules = breakdown::Breakdown::<u32>::new(parameters).unwrap();
        let values = all_values(&rules);
        for (_, value) in &values {
            counts[WeakValue::from(*value) as usize] += 1;
        }
        parameters.call_search(CheckValues { values: &values, name: &parameters.to_string() }).unwrap();
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// The ends of random games: the positions that plain minimax of the reference solves.
fn late_values<N: Game>(naive: &N, games: u64, limit: u64) -> Vec<(String, Value)> {
    let mut values = Vec::new();
    for number in 0..games {
        let mut random = Generator::for_game(77, number);
        let mut positions = vec![naive.start()];
        while let Some(position) = positions.last().filter(|position| !naive.outcome(position).is_over()) {
            let mut after = position.clone();
            let Some(mv) = naive.choose_move(&after, |count| random.below(count)).filter(|_| positions.len() < 400)
            else {
                break;
            };
            naive.play_unchecked(&mut after, mv);
            positions.push(after);
        }
        let open = positions.iter().rev().filter(|position| !naive.outcome(position).is_over());
        let solved = open.map_while(|position| Some((naive.setup_text(position), exhaustive(naive, position, limit)?)));
        values.extend(solved);
    }
    values
}

/// [`late_values`] of the reference, whatever the game.
struct Late {
    games: u64,
    limit: u64,
}

impl gridlaw::games::GameFunction for Late {
    type Output = Vec<(String, Value)>;

    fn call<G: Game>(self, game: &G) -> Vec<(String, Value)> {
        late_values(game, self.games, self.limit)
    }
}

#[test]
fn the_ends_of_random_games_have_the_value_of_plain_minimax() {
    let mut compared = 0;
    for text in [
        "breakdown -w 4 -h 4 -k 2 -q 2",
        "breakdown -w 4 -h 5 -k 1 -q 2",
        "breakdown -w 6 -h 6 -k 3 -q 2",
        "breakdown -w 8 -h 8 -k 3 -q 3",
        "breakdown -w 8 -h 5 -k 2 -q 3",
        "breakdown -w 7 -h 8 -k 5 -q 2",
        "breakdown -w 9 -h 3 -k 2 -q 3",
        "connect4 --size 4",
        "connect4 --size 5",
        "connect4 --size 7",
        "connect4 --size 8",
        "jump61 --size 2",
        "jump61 --size 3",
        "jump61 --size 4",
        "jump61 --size 6",
    ] {
        let game: AnyGame = text.parse().unwrap();
        let values = game.call(gridlaw::games::Engine::Naive, Late { games: 60, limit: 1500 });
        assert!(values.len() >= 5, "{text}: {}", values.len());
        compared += values.len();
        game.call_search(CheckValues { values: &values, name: text }).unwrap();
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn fitz_has_the_value_of_plain_minimax_late_and_early() {
    let mut compared = 0;
    for (rows, cols, games) in [(3, 4, 10), (4, 4, 20), (5, 5, 30), (6, 4, 30), (8, 8, 20), (9, 2, 10)] {
        let parameters = fitz::Parameters::sample(rows, cols).unwrap();
        let values = late_values(&fitz::NaiveFitz::new(parameters.clone()), games, 500);
        compared += values.len();
        parameters.call_search(CheckValues { values: &values, name: &parameters.to_string() }).unwrap();
    }
    assert!(compared > 200, "{compared}");
}

/// Counts the positions that a weak solve of the start searches with one thread.
struct Nodes {
    direct: bool,
    /// The size of the table in MiB.
    table: usize,
}

impl SearchFunction for Nodes {
    type Output = (WeakValue, u64);

    fn call<S, W>(self, game: S, weak_form: W) -> (WeakValue, u64)
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        fn solve<W: WeakSearchable>(form: W, start: &W::Position, table: usize) -> (WeakValue, u64) {
            let mut searcher = WeakSearcher::new(form, Options { table, ..Options::default() }).unwrap();
            let node = searcher.game().node(start);
            (searcher.value(&node, u64::MAX, &mut watch_nothing).unwrap(), searcher.nodes())
        }
        let start = game.rules().start();
        if self.direct { solve(Direct(game), &start, self.table) } else { solve(weak_form, &start, self.table) }
    }
}

/// Node counts repeat on every machine. A change that makes the search larger shows here.
#[test]
fn weak_searches_have_their_size() {
    let expected = [
        ("breakdown -w 6 -h 6 -k 1 -q 2", false, WeakValue::Draw, 10_916),
        ("breakdown -w 5 -h 6 -k 1 -q 2", false, WeakValue::Draw, 2_317),
        ("breakdown -w 6 -h 6 -k 2 -q 2", false, WeakValue::Win, 18_962),
        ("breakdown -w 6 -h 6 -k 2 -q 4", false, WeakValue::Draw, 275),
        ("breakdown -w 4 -h 4 -k 1 -q 2", true, WeakValue::Draw, 326),
        ("connect4 --size 4", false, WeakValue::Loss, 570),
        ("jump61 --size 2", false, WeakValue::Loss, 3),
        ("jump61 --size 3", false, WeakValue::Loss, 801),
        ("jump61 --size 3", true, WeakValue::Loss, 5_290),
        ("connect4 --size 4", true, WeakValue::Loss, 4_817),
    ];
    let found = expected.map(|(text, direct, ..)| {
        let game: AnyGame = text.parse().unwrap();
        let (value, nodes) = game.call_search(Nodes { direct, table: 16 }).unwrap();
        (text, direct, value, nodes)
    });
    assert_eq!(found, expected);
}

#[test]
fn weak_searches_of_fitz_have_their_size() {
    let found = [5, 6, 7, 8].map(|size| {
        fitz::Parameters::sample(size, size).unwrap().call_search(Nodes { direct: false, table: 16 }).unwrap()
    });
    let (loss, win) = (WeakValue::Loss, WeakValue::Win);
    assert_eq!(found, [(loss, 31), (win, 79), (win, 1222), (win, 14_348)]);
}

#[test]
#[ignore = "some tens of seconds and 1 GiB"]
fn connect4_5x5_and_jump61_4x4_take_as_many_positions_as_measured() {
    let connect4 = connect4::Parameters::new(5).unwrap().call_search(Nodes { direct: false, table: 256 });
    assert_eq!(connect4, Some((WeakValue::Loss, 1_257_133)));
    let jump61 = jump61::Parameters::new(4).unwrap().call_search(Nodes { direct: false, table: 1024 });
    assert_eq!(jump61, Some((WeakValue::Loss, 6_719_188)));
}

/// A solver of the position after these moves.
fn solver(game: &AnyGame, moves: &[String]) -> AnySolver {
    let mut playing = game.start();
    for mv in moves {
        playing.play_text(mv).unwrap();
    }
    AnySolver::new(&playing, Options { table: 4, ..Options::default() }).unwrap().unwrap()
}

fn go_on(_: Solving<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn the_values_of_the_moves_and_every_move_of_a_line_belong_to_the_value() {
    for text in [
        "breakdown -w 4 -h 4 -k 1 -q 2",
        "breakdown -w 4 -h 5 -k 2 -q 2",
        "breakdown -w 6 -h 5 -k 3 -q 2",
        "breakdown -w 3 -h 2 -k 4 -q 2",
        "jump61 --size 2",
        "jump61 --size 3",
        "connect4 --size 4",
    ] {
        let game: AnyGame = text.parse().unwrap();
        let strong = solver(&game, &[]).solve(&mut go_on).unwrap();
        let value = solver(&game, &[]).solve_weakly(&mut go_on).unwrap();
        assert_eq!(value, WeakValue::from(strong), "{text}");
        // The best move has the value.
        let moves = solver(&game, &[]).weak_move_values(&mut go_on).unwrap();
        let distances = solver(&game, &[]).move_values(&mut go_on).unwrap();
        assert_eq!(moves.iter().map(|(_, value)| *value).max(), Some(value), "{text}");
        let names = |mv: &str| mv.to_string();
        let expected: Vec<(String, WeakValue)> =
            distances.iter().map(|(mv, value)| (names(mv), WeakValue::from(*value))).collect();
        assert_eq!(moves, expected, "{text}");
        assert!(distances.iter().any(|(_, value)| *value == strong), "{text}");
        // What is known of the moves is kept.
        let mut both = solver(&game, &[]);
        assert_eq!(both.weak_move_values(&mut go_on).unwrap(), moves, "{text}");
        assert_eq!(both.move_values(&mut go_on).unwrap(), distances, "{text}");
        assert_eq!(both.weak_move_values(&mut go_on).unwrap(), moves, "{text}");
        // Every position of the line has the value, seen by its side, and the line ends with it.
        let line = solver(&game, &[]).weak_line(&mut go_on).unwrap();
        let mut playing = game.start();
        for (ply, mv) in line.iter().enumerate() {
            let mut at = AnySolver::new(&playing, Options { table: 4, ..Options::default() }).unwrap().unwrap();
            let here = at.solve_weakly(&mut go_on).unwrap();
            let expected = if ply % 2 == 1 { value.other() } else { value };
            assert_eq!(here, expected, "{text}: {line:?} at {ply}");
            playing.play_text(mv).unwrap();
        }
        match value {
            WeakValue::Draw => {
                let passes = line.len() >= 2 && line[line.len() - 2..].iter().all(|mv| mv == "!");
                assert!(passes || playing.is_over(), "{text}: {line:?}");
            }
            _ => assert!(playing.is_over(), "{text}: {line:?}"),
        }
        let best = solver(&game, &[]).line(&mut go_on).unwrap();
        if let Value::Win(plies) | Value::Loss(plies) = strong {
            assert_eq!(best.len(), usize::from(plies), "{text}");
        }
    }
}

#[test]
fn a_solver_that_is_stopped_goes_on() {
    let game: AnyGame = "breakdown -w 6 -h 6 -k 1 -q 2".parse().unwrap();
    let mut solver = solver(&game, &[]);
    let mut stops = 0;
    let value = loop {
        let mut reports = 0;
        let found = solver.solve(&mut |_: Solving<'_>| {
            reports += 1;
            if reports == 2 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        });
        match found {
            Ok(value) => break value,
            Err(halt) => assert_eq!(halt, Halt::Stopped),
        }
        stops += 1;
        assert!(stops < 100_000);
    };
    assert!(stops > 1);
    assert_eq!(value, Value::Draw);
}
