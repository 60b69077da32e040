//! The properties of a search besides values: bounds outside its window, moves that reach the
//! score, horizons, limits, watches that break; keys, numbers and passes of plain rules. The trees
//! are random, and plain recursion computes their values.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use gridlaw::Side;
use gridlaw::games::breakdown::{Breakdown, Parameters};
use gridlaw::games::jump61;
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules, Symmetry};
use gridlaw::search::{
    Bounds, Branch, Halt, Key, Options, Plain, PlainNode, Progress, Reach, Root, Score, Searchable, Searcher, Solver,
    Solving, Status, TreeGame, TreePosition, Value, Window, hashes, watch_nothing,
};

/// Plain alpha-beta, then with the table and a second thread.
const OPTIONS: [Options; 3] = [
    Options { table: 0, symmetry: false, threads: 1 },
    Options { table: 1, symmetry: true, threads: 1 },
    Options { table: 1, symmetry: true, threads: 2 },
];

/// The text of a tree of at most `plies` plies. Draws are rare, so that wins and losses are far.
fn tree(random: &mut Generator, plies: u64) -> String {
    if plies == 0 || random.below(7) == 0 {
        return random.pick(&["+", "-", "=", "+", "-"]).to_string();
    }
    let branches: String = (0..1 + random.below(4)).map(|_| tree(random, plies - 1)).collect();
    format!("({branches})")
}

/// Trees with a move at the root.
fn trees() -> impl Iterator<Item = (TreeGame, Generator)> {
    (0..150).map(|number| {
        let mut random = Generator::for_game(71, number);
        let branches: String = (0..2 + random.below(3)).map(|_| tree(&mut random, 6)).collect();
        (format!("({branches})").parse().unwrap(), random)
    })
}

/// The score of a search to a horizon, at which every position counts as a draw, and whether the
/// search met no such position.
fn score<R: Rules>(rules: &R, position: &R::Position, side: Side, depth: u32) -> (Score, bool) {
    match rules.outcome(position) {
        Outcome::InProgress if depth == 0 => return (Score::DRAW, false),
        Outcome::InProgress => {}
        Outcome::Draw => return (Score::DRAW, true),
        Outcome::Win(winner) => {
            return (Score::of(if winner == side { Value::Win(0) } else { Value::Loss(0) }), true);
        }
    }
    let after = rules.moves(position).into_iter().map(|mv| {
        let mut next = position.clone();
        rules.play_unchecked(&mut next, mv);
        let (score, exact) = self::score(rules, &next, side.other(), depth - 1);
        (score.before(), exact)
    });
    after.fold((Score::of(Value::Loss(0)), true), |(best, all), (score, exact)| (best.max(score), all && exact))
}

fn root<G: Searchable>(game: &G) -> Root<G::Node> {
    Root { node: game.node(&game.rules().start()), passed: false }
}

/// Inside the window the score is the value; below it an upper bound, above it a lower bound. A
/// score that is not below the window has a move that reaches it.
#[test]
fn scores_outside_the_window_are_bounds() {
    let mut kinds = HashSet::new();
    for (tree, mut random) in trees() {
        let (exact, _) = score(&tree, &tree.start(), Side::First, 100);
        let mut scores = vec![Score::DRAW, Score::DRAW.next_higher(), exact, exact.next_higher()];
        scores.extend((1..8).flat_map(|plies| [Score::of(Value::Win(plies)), Score::of(Value::Loss(plies))]));
        for options in OPTIONS {
            let mut searcher = Searcher::new(Plain(tree.clone()), options).unwrap();
            let root = root(searcher.game());
            for _ in 0..40 {
                let bound = *random.pick(&scores);
                let (window, is_null) = match random.below(3) {
                    0 => (Window::FULL, false),
                    1 => (Window::at_least(bound), true),
                    _ => (Window::less_than(bound), false),
                };
                let found = searcher.search(&root, window, Reach::End, u64::MAX, &mut watch_nothing).unwrap();
                let context = format!("{options:?} {window:?} {found:?}, value {exact:?}");
                assert!(found.exact, "{context}");
                let kind = if is_null && found.score < bound {
                    assert!(exact <= found.score, "{context}");
                    "low"
                } else if window != Window::FULL && found.score >= bound {
                    assert!(exact >= found.score, "{context}");
                    "high"
                } else {
                    assert_eq!(exact, found.score, "{context}");
                    "inside"
                };
                kinds.insert(kind);
                if kind != "low" {
                    let mut after = tree.start();
                    tree.play(&mut after, found.mv.expect("a move with this score")).unwrap();
                    let (reached, _) = score(&tree, &after, Side::Second, 100);
                    assert!(reached.before() >= found.score, "{context}: the move has {reached:?}");
                }
            }
        }
    }
    assert_eq!(kinds.len(), 3);
}

/// Questions about wins and losses within a distance agree with the value.
#[test]
fn wins_and_losses_within_so_many_plies() {
    let mut answers = HashSet::new();
    for (tree, _) in trees() {
        let value = score(&tree, &tree.start(), Side::First, 100).0.value();
        let mut searcher = Searcher::new(Plain(tree), OPTIONS[1]).unwrap();
        let root = root(searcher.game());
        for plies in 0..10 {
            let wins = matches!(value, Value::Win(distance) if distance <= plies);
            let loses = matches!(value, Value::Loss(distance) if distance <= plies);
            assert_eq!(searcher.wins_within(&root, plies, u64::MAX), Ok(wins), "{value:?}, {plies} plies");
            assert_eq!(searcher.loses_within(&root, plies, u64::MAX), Ok(loses), "{value:?}, {plies} plies");
            answers.extend([(wins, loses)]);
        }
    }
    assert_eq!(answers.len(), 3, "{answers:?}");
}

/// A search to a horizon has the score of plain recursion to that horizon, and is exact only if
/// that is the value. The best move is that of the last depth.
#[test]
fn a_horizon_is_neither_nearer_nor_farther() {
    let mut estimates = 0;
    for (tree, _) in trees() {
        let (value, _) = score(&tree, &tree.start(), Side::First, 100);
        for options in OPTIONS {
            for depth in 1..=7_u8 {
                let (expected, all) = score(&tree, &tree.start(), Side::First, depth.into());
                let mut searcher = Searcher::new(Plain(tree.clone()), options).unwrap();
                let root = root(searcher.game());
                let reach = Reach::Plies(depth);
                let found = searcher.search(&root, Window::FULL, reach, u64::MAX, &mut watch_nothing).unwrap();
                assert_eq!(found.score, expected, "{options:?}, {depth} plies");
                assert!(found.exact || !all, "{options:?}, {depth} plies");
                assert!(!found.exact || found.score == value, "{options:?}, {depth} plies");
                estimates += u32::from(!found.exact);

                let best = searcher.best(&tree.start(), depth, u64::MAX, &mut watch_nothing).unwrap();
                assert!(best.depth == depth || best.exact && best.depth < depth, "{best:?}, {depth} plies");
                assert!(!best.exact || best.score == value, "{best:?}, {depth} plies");
                let (expected, _) = score(&tree, &tree.start(), Side::First, best.depth.into());
                assert!(best.score == expected || best.exact, "{best:?}: {expected:?}");
                assert!(best.line[0] == best.mv && best.line.len() <= best.depth.into(), "{best:?}");
                let mut end = tree.start();
                best.line.iter().for_each(|&mv| tree.play(&mut end, mv).unwrap());
            }
        }
    }
    assert!(estimates > 1000, "{estimates} estimates");
}

/// A limit or a watch stops a search. Its positions stay counted, and the first legal move serves
/// as the best one.
#[test]
fn limits_and_watches_stop_a_search() {
    let rules = jump61::Jump61::<u64>::new(jump61::Parameters::new(4).unwrap()).unwrap();
    let start = rules.start();
    let first = rules.moves(&start)[0];
    for options in [Options { table: 1, ..Options::default() }, Options { table: 0, threads: 3, ..Options::default() }]
    {
        let mut searcher = Searcher::new(Plain(rules), options).unwrap();
        let root = root(searcher.game());
        let mut seen = 0;
        for limit in [0, 1, 100, 5000, 20_000] {
            let found = searcher.search(&root, Window::FULL, Reach::End, limit, &mut watch_nothing);
            assert_eq!(found, Err(Halt::Stopped), "{limit}");
            let most = limit + 4096 * options.threads as u64 + 1;
            let more = searcher.nodes() - seen;
            assert!(more >= limit.min(1) && more <= most, "{more} positions, limit {limit}");
            seen = searcher.nodes();
        }
        let mut reports = Vec::new();
        let mut watch = |progress: Progress<'_>| {
            assert_eq!(progress.table.is_some(), options.table > 0);
            reports.push(progress.nodes);
            if reports.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        assert_eq!(searcher.search(&root, Window::FULL, Reach::End, u64::MAX, &mut watch), Err(Halt::Stopped));
        assert!(reports.len() == 3 && reports.is_sorted() && reports[0] > seen, "{reports:?} after {seen}");
        assert!(searcher.nodes() >= reports[2]);
        let best = searcher.best(&start, 9, 0, &mut watch_nothing).unwrap();
        assert_eq!((best.mv, best.depth, best.exact, best.line), (first, 0, false, vec![first]));
        let best = searcher.best(&start, 200, 30_000, &mut watch_nothing).unwrap();
        assert!((1..200).contains(&best.depth), "{best:?}");
    }
}

/// The bounds of a solver that is stopped again and again contain the value and never widen, and it
/// ends with the value.
#[test]
fn a_stopped_solver_keeps_true_bounds() {
    for (tree, _) in trees().take(60) {
        let (exact, _) = score(&tree, &tree.start(), Side::First, 100);
        let mut solver = Solver::new(Searcher::new(Plain(tree.clone()), OPTIONS[0]).unwrap(), &tree.start());
        assert_eq!(solver.bounds(), Bounds::NOTHING);
        let value = solver.solve(&mut |_: Solving<'_>| ControlFlow::Continue(()));
        assert_eq!(value, Ok(exact.value()));
        assert_eq!((solver.bounds().least, solver.bounds().most), (exact, exact));
        let values = solver.move_values(&mut |_: Solving<'_>| ControlFlow::Continue(())).unwrap();
        for (mv, value) in values {
            let mut after = tree.start();
            tree.play(&mut after, mv).unwrap();
            let (expected, _) = score(&tree, &after, Side::Second, 100);
            assert_eq!(value, expected.before().value());
        }
    }
    let rules = Plain(Breakdown::<u32>::new(Parameters::new(4, 4, 1, 2).unwrap()).unwrap());
    let start = rules.rules().start();
    let mut solver = Solver::new(Searcher::new(rules, Options { table: 4, ..OPTIONS[1] }).unwrap(), &start);
    let (mut before, mut stops) = (solver.bounds(), 0);
    let value = loop {
        let mut reports = 0;
        let mut watch = |solving: Solving<'_>| {
            reports += 1;
            assert!(solving.bounds.least <= Score::DRAW && solving.bounds.most >= Score::DRAW);
            if reports < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let solved = solver.solve(&mut watch);
        let bounds = solver.bounds();
        assert!(bounds.least >= before.least && bounds.most <= before.most && bounds.plies >= before.plies);
        before = bounds;
        match solved {
            Ok(value) => break value,
            Err(halt) => assert_eq!(halt, Halt::Stopped),
        }
        stops += 1;
        assert!(stops < 1000, "no progress: {bounds:?}");
    };
    assert_eq!(value, Value::Draw);
}

/// Plain rules have one key per position, and one folded key for all its images. Moves have even
/// numbers. There are passes where playing a move twice restores the position.
#[test]
fn plain_rules_have_keys_numbers_and_passes() {
    let rules = Breakdown::<u32>::new(Parameters::new(3, 3, 2, 2).unwrap()).unwrap();
    let game = Plain(rules.clone());
    let (mut pending, mut seen) = (vec![rules.start()], HashMap::new());
    let (mut folded, mut passes) = (HashMap::new(), 0);
    while let Some(position) = pending.pop() {
        let node = game.node(&position);
        if seen.insert(position, game.key(&node)).is_some() {
            continue;
        }
        let (key, symmetry) = game.folded_key(&node);
        let images: Vec<_> = (0..rules.symmetries()).map(|number| rules.map_position(&position, number)).collect();
        assert_eq!(game.key(&game.node(&images[symmetry])), key);
        let orbit = images.iter().map(|image| rules.setup_text(image)).min().unwrap();
        assert_eq!(folded.entry(key).or_insert_with(|| orbit.clone()), &orbit, "two orbits of one key");
        assert!(images.iter().all(|image| game.folded_key(&game.node(image)).0 == key));
        for mv in rules.moves(&position) {
            assert_eq!(game.number(mv) % 2, 0);
            let (mut once, mut twice) = (position, None);
            rules.play(&mut once, mv).unwrap();
            if rules.is_legal(&once, mv) {
                let mut again = once;
                rules.play(&mut again, mv).unwrap();
                twice = Some(again);
            }
            assert_eq!(game.passes(&node, mv), twice.as_ref() == Some(&position));
            passes += u32::from(twice.as_ref() == Some(&position));
            pending.push(once);
        }
    }
    let keys: HashSet<_> = seen.values().collect();
    assert_eq!(keys.len(), seen.len(), "two positions of one key");
    assert!(seen.len() > 500 && passes > 20, "{} positions, {passes} passes", seen.len());
}

/// The scores of a tree's moves, the best first: searches to a horizon so many plies after them.
fn scores(tree: &TreeGame, plies: u32) -> Vec<(Score, bool)> {
    let after = tree.moves(&tree.start()).into_iter().map(|mv| {
        let mut after = tree.start();
        tree.play(&mut after, mv).unwrap();
        let (score, exact) = score(tree, &after, Side::Second, plies);
        (score.before(), exact)
    });
    let mut scores: Vec<_> = after.collect();
    scores.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    scores
}

/// The values of a tree's moves, the best first.
fn values(tree: &TreeGame) -> Vec<Score> {
    scores(tree, 100).into_iter().map(|(score, _)| score).collect()
}

/// A ranking is final only with the best moves, and as soon as no other can be better: all are
/// exact, or worse than a known win, or known losses.
#[test]
fn a_ranking_is_final_once_no_other_move_can_be_better() {
    // Each move can be answered by a win at once, or by a long way to a draw, which is looked at
    // first.
    let lost: TreeGame = format!("({0}{0}{0})", "((((((=)))))-)").parse().unwrap();
    let (mut early, mut not_yet) = (0, 0);
    for tree in trees().map(|(tree, _)| tree).chain([lost]) {
        let start = tree.start();
        let values = values(&tree);
        for (count, options) in (2..=3).flat_map(|count| OPTIONS.map(|options| (count, options))) {
            let mut searcher = Searcher::new(Plain(tree.clone()), options).unwrap();
            let mut depth = 0;
            searcher.rank(&start, (254, count), u64::MAX, &mut watch_nothing, &mut |ranking| {
                depth += 1;
                let found: Vec<Score> = ranking.moves.iter().map(|best| best.score).collect();
                let known = scores(&tree, depth - 1);
                let (best, others) = known.split_at(count.min(known.len()));
                assert!(found.iter().eq(best.iter().map(|(score, _)| score)), "{options:?} {ranking:?} {known:?}");
                if ranking.is_final {
                    assert!(found == values[..best.len()], "{options:?} {ranking:?} {values:?}");
                }
                let (least, _) = best[best.len() - 1];
                let is_win = least.is_decided() && least > Score::DRAW;
                let is_settled =
                    |&(score, exact): &(Score, bool)| exact || is_win || score.is_decided() && score < Score::DRAW;
                let are_known = best.iter().all(|&(score, exact)| exact || score.is_decided());
                let must = are_known && others.iter().all(is_settled);
                assert!(ranking.is_final || !must, "{options:?} {ranking:?} {known:?}");
                early += usize::from(ranking.is_final && !known.iter().all(|&(_, exact)| exact));
                not_yet += usize::from(!ranking.is_final && are_known && found != values[..best.len()]);
            });
        }
    }
    assert!(early > 50 && not_yet > 20, "{early} {not_yet}");
}

/// A tree whose static evaluations say nothing about values.
#[derive(Clone)]
struct Guessing(Plain<TreeGame>);

impl Searchable for Guessing {
    type Rules = TreeGame;
    type Node = PlainNode<TreePosition>;

    const FINDS_WINS: bool = false;

    fn rules(&self) -> &TreeGame {
        self.0.rules()
    }

    fn node(&self, position: &TreePosition) -> Self::Node {
        self.0.node(position)
    }

    fn status(&self, node: &Self::Node) -> Status<Branch> {
        self.0.status(node)
    }

    fn visit(&self, node: &Self::Node, visit: impl FnMut(Branch, i32)) {
        self.0.visit(node, visit);
    }

    fn after(&self, node: &Self::Node, mv: Branch) -> Self::Node {
        self.0.after(node, mv)
    }

    fn key(&self, node: &Self::Node) -> Key {
        self.0.key(node)
    }

    fn folded_key(&self, node: &Self::Node) -> (Key, usize) {
        self.0.folded_key(node)
    }

    fn number(&self, mv: Branch) -> u16 {
        self.0.number(mv)
    }

    fn estimate(&self, node: &Self::Node) -> i32 {
        (hashes(&self.key(node))[0] % 201) as i32 - 100
    }
}

#[test]
fn a_wrong_guess_makes_no_ranking_final() {
    let (mut finals, mut depths) = (0, 0);
    for (tree, _) in trees() {
        let start = tree.start();
        let values = values(&tree);
        for (count, options) in (2..=3).flat_map(|count| OPTIONS.map(|options| (count, options))) {
            let mut searcher = Searcher::new(Guessing(Plain(tree.clone())), options).unwrap();
            let mut depth = 0;
            let last = searcher.rank(&start, (254, count), u64::MAX, &mut watch_nothing, &mut |_| depth += 1);
            depths += if options.threads == 1 { depth } else { 0 };
            let found: Vec<Score> = last.moves.iter().map(|best| best.score).collect();
            assert!(last.is_final && found == values[..count.min(values.len())], "{options:?} {last:?} {values:?}");
            finals += 1;
        }
    }
    assert!(finals > 800, "{finals}");
    // No later than now: lost moves, and those behind a known win, do not wait for the end.
    assert_eq!(depths, 3967);
}
