//! The search against its two oracles: all positions of small boards from the ends backwards, and plain minimax.

use gridlaw::games::breakdown::{self, Breakdown, ColumnSearch};
use gridlaw::rules::Rules;
use gridlaw::search::{
    Options, Plain, Reach, Root, Searchable, Searcher, Solver, Solving, TreeGame, Value, Window, exhaustive,
    retrograde, watch_nothing,
};

/// Without any of it, with each of it, and with all of it.
const OPTIONS: [Options; 4] = [
    Options { table: 0, symmetry: false, threads: 1 },
    Options { table: 1, symmetry: false, threads: 1 },
    Options { table: 1, symmetry: true, threads: 1 },
    Options { table: 1, symmetry: true, threads: 2 },
];

/// The value of a position from one search with an open window.
fn value<G: Searchable>(searcher: &mut Searcher<G>, node: G::Node) -> Value {
    let root = Root { node, passed: false };
    let found = searcher.search(&root, Window::FULL, Reach::End, u64::MAX, &mut watch_nothing).unwrap();
    assert!(found.exact);
    found.score.value()
}

/// The value of a position from a solver's questions; the line must be of that length, legal, and end as it says.
fn solve<G: Searchable + Clone>(game: &G, options: Options, position: &<G::Rules as Rules>::Position) -> Value {
    let mut solver = Solver::new(Searcher::new(game.clone(), options).unwrap(), position);
    let mut watch = |_: Solving<'_>| std::ops::ControlFlow::Continue(());
    let value = solver.solve(&mut watch).unwrap();
    let line = solver.line(&mut watch).unwrap();
    let (rules, mut end) = (game.rules(), position.clone());
    for &mv in &line {
        rules.play(&mut end, mv).unwrap();
    }
    let plies = line.len() as u16;
    match value {
        Value::Win(distance) | Value::Loss(distance) => {
            assert_eq!(distance, plies);
            assert!(rules.outcome(&end).is_over());
        }
        // A draw, or a pass back to where a pass began.
        Value::Draw => assert!(rules.outcome(&end).is_over() || line.len() >= 2, "{line:?}"),
    }
    value
}

/// Every position of a board: retrograde analysis, the columnar search and the plain one agree.
fn check_board(numbers: (u32, u32, u32, u32), every: usize) -> [usize; 3] {
    let (width, height, stick, square) = numbers;
    let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
    let rules = Breakdown::<u32>::new(parameters).unwrap();
    let values = retrograde(&rules, &rules.start(), 200_000).unwrap();
    let game = ColumnSearch::<true>::new(parameters).unwrap();
    let position = |position: &breakdown::Position<u32>| {
        game.rules().position(&rules.board(position), rules.turn(position)).unwrap()
    };
    let mut found = [0; 3];
    for (number, options) in OPTIONS.into_iter().enumerate() {
        let mut searcher = Searcher::new(game.clone(), options).unwrap();
        let mut plain = Searcher::new(Plain(rules.clone()), options).unwrap();
        // Without a table, from every position anew: some of them will do.
        let every = if options.table == 0 { 7 * every } else { every };
        for &(at, expected) in values.iter().skip(number).step_by(every) {
            assert_eq!(value(&mut searcher, game.node(&position(&at))), expected, "{numbers:?} {options:?} {at:?}");
            assert_eq!(value(&mut plain, at), expected, "{numbers:?} {options:?} {at:?}");
            found[match expected {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            }] += 1;
        }
    }
    let [_, expected] = [0, 0].map(|start: usize| values[start].1);
    for options in OPTIONS {
        assert_eq!(solve(&game, options, &game.rules().start()), expected, "{numbers:?} {options:?}");
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

/// Boards on which sticks hang and passes matter, sampled.
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
