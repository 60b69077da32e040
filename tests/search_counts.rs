//! Pinned node counts of searches. A search that loses an ordering, a cutoff or table entries has
//! the same values and other counts. With one thread and a table of one size the counts are the
//! same on every machine. A change that makes a search smaller pins the new figure.

use gridlaw::rules::Rules;
use gridlaw::search::{
    Halt, LONGEST, Options, Plain, Reach, Root, Score, Searchable, Searcher, Solver, Solving, TreeGame, Value, Window,
    watch_nothing,
};
use gridlaw::solving::AnySolver;
use gridlaw::{AnyGame, AnyPlaying};

const OPTIONS: Options = Options { table: 4, symmetry: true, threads: 1 };

fn go_on(_: Solving<'_>) -> std::ops::ControlFlow<()> {
    std::ops::ControlFlow::Continue(())
}

fn after(text: &str, moves: &str) -> AnyPlaying {
    let mut playing = text.parse::<AnyGame>().unwrap().start();
    for mv in moves.split_whitespace() {
        playing.play_text(mv).unwrap();
    }
    playing
}

fn solver(text: &str, options: Options) -> AnySolver {
    AnySolver::new(&after(text, ""), options).unwrap().unwrap()
}

#[test]
fn solving_has_its_size() {
    let table = |table| Options { table, ..OPTIONS };
    let plain = |table| Options { table, symmetry: false, ..OPTIONS };
    let expected = [
        ("breakdown -w 4 -h 5 -k 2 -q 2", table(64), Value::Win(3), 36),
        ("breakdown -w 4 -h 4 -k 1 -q 2", table(4), Value::Draw, 377),
        ("breakdown -w 4 -h 4 -k 1 -q 2", plain(4), Value::Draw, 377),
        ("breakdown -w 3 -h 3 -k 1 -q 2", plain(0), Value::Draw, 278),
        ("connect4 --size 4", table(64), Value::Loss(12), 16_535),
        ("connect4 --size 4", plain(4), Value::Loss(12), 26_130),
        ("jump61 --size 2", table(4), Value::Loss(4), 30),
        ("jump61 --size 3", table(64), Value::Loss(14), 15_827),
    ];
    let found = expected.map(|(text, options, ..)| {
        let mut solver = solver(text, options);
        let value = solver.solve(&mut go_on).unwrap();
        (text, options, value, solver.nodes())
    });
    assert_eq!(found, expected);
}

#[test]
fn looking_ahead_has_its_size_and_its_move() {
    let expected = [
        ("breakdown -w 8 -h 8 -k 3 -q 3", 4, 847),
        ("breakdown -w 9 -h 9 -k 3 -q 3", 3, 351),
        ("breakdown -w 17 -h 9 -k 3 -q 3", 2, 117),
        ("connect4 --size 8", 5, 28_495),
        ("jump61 --size 6", 3, 421),
    ];
    let found = expected.map(|(text, depth, ..)| {
        let mut solver = solver(text, OPTIONS);
        let best = solver.best(depth, u64::MAX, &mut watch_nothing).unwrap();
        assert_eq!((best.depth, best.line.len() <= usize::from(depth)), (depth, true), "{text}");
        assert_eq!(best.line[0], best.mv, "{text}");
        (text, depth, solver.nodes())
    });
    assert_eq!(found, expected);
}

/// The best moves, each with its depth: the last depth, the scores of all depths that are exact,
/// and the positions.
#[test]
fn ranking_has_its_size() {
    let expected = [
        ("breakdown -w 5 -h 5 -k 2 -q 3", "", (4, 3), (4, 0, 1_194)),
        ("breakdown -w 4 -h 4 -k 2 -q 2", "|0 -1", (9, 20), (7, 38, 619)),
        ("connect4 --size 6", "N0 E3 S2", (4, 2), (4, 0, 2_214)),
        ("connect4 --size 4", "", (12, 3), (11, 3, 21_890)),
        ("jump61 --size 4", "1,1 4,4", (4, 5), (4, 0, 1_472)),
        ("jump61 --size 3", "", (9, 1), (9, 0, 6_104)),
    ];
    let found = expected.map(|(text, moves, wanted, _)| {
        let mut solver = AnySolver::new(&after(text, moves), OPTIONS).unwrap().unwrap();
        let (mut depth, mut exact) = (0, 0);
        let last = solver.rank(wanted, u64::MAX, &mut watch_nothing, &mut |ranking| {
            depth += 1;
            exact += ranking.moves.iter().filter(|best| best.exact).count();
            assert!(ranking.moves.len() <= wanted.1 && ranking.moves.iter().all(|best| best.depth == depth), "{text}");
        });
        assert_eq!((last.nodes, last.is_final || depth == wanted.0), (solver.nodes(), true), "{text}");
        (text, moves, wanted, (depth, exact, last.nodes))
    });
    assert_eq!(found, expected);
}

/// Values of moves and best lines after the value: the table knows much of them.
#[test]
fn lines_and_values_of_moves_have_their_size() {
    let expected = [
        ("breakdown -w 4 -h 5 -k 2 -q 2", "", [24, 726, 2_229, 2_256, 2_415]),
        ("breakdown -w 4 -h 4 -k 1 -q 2", "|0", [567, 2_184, 4_945, 6_324, 6_324]),
        ("connect4 --size 4", "N0", [605, 1_486, 5_414, 16_178, 22_325]),
        ("jump61 --size 3", "1,1 3,3", [693, 1_566, 3_856, 11_032, 12_611]),
    ];
    let found = expected.map(|(text, moves, _)| {
        let mut solver = AnySolver::new(&after(text, moves), OPTIONS).unwrap().unwrap();
        let mut nodes = [0; 5];
        solver.solve_weakly(&mut go_on).unwrap();
        nodes[0] = solver.nodes();
        solver.weak_line(&mut go_on).unwrap();
        nodes[1] = solver.nodes();
        solver.weak_move_values(&mut go_on).unwrap();
        nodes[2] = solver.nodes();
        solver.line(&mut go_on).unwrap();
        nodes[3] = solver.nodes();
        solver.move_values(&mut go_on).unwrap();
        nodes[4] = solver.nodes();
        (text, moves, nodes)
    });
    assert_eq!(found, expected);
}

/// A table of 1 MiB holds 65,536 entries: others are replaced.
#[test]
fn a_full_table_has_its_size() {
    let table = |table| Options { table, ..OPTIONS };
    let expected = [
        ("connect4 --size 5", table(1), 10, 329_465),
        ("connect4 --size 5", table(0), 6, 59_609),
        ("jump61 --size 4", table(1), 9, 63_498),
    ];
    let found = expected.map(|(text, options, depth, _)| {
        let mut solver = solver(text, options);
        let best = solver.best(depth, u64::MAX, &mut watch_nothing).unwrap();
        assert_eq!(best.depth, depth, "{text}");
        (text, options, depth, solver.nodes())
    });
    assert_eq!(found, expected);
}

/// A chain of `plies` plies with a win at its end.
fn chain(plies: usize) -> Plain<TreeGame> {
    Plain(format!("{}+{}", "(".repeat(plies), ")".repeat(plies)).parse().unwrap())
}

#[test]
fn a_game_that_lasts_too_long_is_refused_and_the_longest_is_not() {
    let longest = usize::from(LONGEST);
    for (plies, expected) in [(longest, Ok(Value::Win(LONGEST))), (longest + 1, Err(Halt::TooLong))] {
        let game = chain(plies);
        let mut searcher = Searcher::new(game.clone(), OPTIONS).unwrap();
        let root = Root { node: game.node(&game.0.start()), passed: false };
        let found = searcher.search(&root, Window::FULL, Reach::End, u64::MAX, &mut watch_nothing);
        assert_eq!(found.map(|found| found.score.value()), expected, "{plies} plies");
        let mut solver = Solver::new(Searcher::new(game.clone(), OPTIONS).unwrap(), &game.0.start());
        assert_eq!(solver.solve(&mut go_on), expected, "{plies} plies");
    }
}

/// The greatest horizon is still a horizon: a search of 254 plies finds no win beyond it.
#[test]
fn the_farthest_horizon_is_not_the_end() {
    for (plies, decided) in [(253, true), (254, true), (255, false), (256, false)] {
        let game = chain(plies);
        let mut searcher = Searcher::new(game.clone(), OPTIONS).unwrap();
        let root = Root { node: game.node(&game.0.start()), passed: false };
        let found = searcher.search(&root, Window::FULL, Reach::Plies(255), u64::MAX, &mut watch_nothing).unwrap();
        assert_eq!((found.exact, found.score != Score::DRAW), (decided, decided), "{plies} plies: {found:?}");
    }
}
