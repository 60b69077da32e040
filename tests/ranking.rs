//! The best moves of a position: their values, order and bounds.

use std::ops::ControlFlow;

use gridlaw::rng::Generator;
use gridlaw::search::{Best, Options, Ranking, Score, Value, watch_nothing};
use gridlaw::solving::AnySolver;
use gridlaw::{AnyGame, AnyPlaying};

fn game(text: &str) -> AnyPlaying {
    text.parse().unwrap()
}

fn games() -> Vec<AnyPlaying> {
    let tiles = std::fs::read_to_string("examples/fitz.tiles").unwrap();
    vec![
        game("breakdown -w 3 -h 3 -k 1 -q 2"),
        game("breakdown -w 4 -h 4 -k 2 -q 2"),
        game("breakdown -w 2 -h 3 -k 3 -q 2"),
        game("connect4 --size 4;N1 E0 S2 N2"),
        game("jump61 --size 2"),
        game("jump61 --size 3;1,1 3,3 1,2 3,2"),
        AnyGame::fitz(&tiles, 4, 5).unwrap().start(),
    ]
}

const OPTIONS: Options = Options { table: 1, symmetry: true, threads: 1 };

/// The value of every move, from a solver of the position after it.
fn values(playing: &AnyPlaying) -> Vec<(String, Score)> {
    let mut solver = AnySolver::new(playing, OPTIONS).unwrap().unwrap();
    let value = |mv: String| {
        let mut after = playing.clone();
        after.play_text(&mv).unwrap();
        solver.turn_to(&after).unwrap();
        let value = Score::of(solver.solve(&mut |_| ControlFlow::Continue(())).unwrap());
        (mv, value.before())
    };
    playing.moves().into_iter().map(value).collect()
}

fn rank(playing: &AnyPlaying, deepest: u8, count: usize) -> Vec<Vec<Best<String>>> {
    let mut solver = AnySolver::new(playing, OPTIONS).unwrap().unwrap();
    let mut depths = Vec::new();
    let last = solver.rank((deepest, count), u64::MAX, &mut watch_nothing, &mut |ranking| {
        assert!(ranking.nodes > 0);
        depths.push(ranking.moves.clone());
    });
    assert_eq!(depths.last().cloned().unwrap_or_default(), last.moves);
    assert!(last.is_final || depths.len() == usize::from(deepest));
    depths
}

#[test]
fn a_solver_turns_to_positions_of_its_own_game_only() {
    let mut solver = AnySolver::new(&game("breakdown -w 4 -h 5 -k 2 -q 2"), OPTIONS).unwrap().unwrap();
    for other in ["breakdown -w 4 -h 5 -k 3 -q 3", "breakdown -w 5 -h 4 -k 2 -q 2", "jump61 --size 2"] {
        let error = solver.turn_to(&game(other)).unwrap_err().to_string();
        assert!(error.starts_with("expected a position of breakdown 4x5 k2 q2, found one of "), "{error}");
    }
    solver.turn_to(&game("breakdown -w 4 -h 5 -k 2 -q 2;|0")).unwrap();
}

#[test]
fn ranked_moves_have_the_values_of_the_solver() {
    let (mut wins, mut draws, mut open, mut finals) = (0, 0, 0, 0);
    for start in games() {
        for game in 0..12 {
            let mut random = Generator::for_game(61, game);
            let mut playing = start.clone();
            for _ in 0..game / 2 {
                if playing.count_moves() > 0 {
                    playing.play_nth(random.below(playing.count_moves())).unwrap();
                }
            }
            let mut values = values(&playing);
            let value = |mv: &str| values.iter().find(|(other, _)| other == mv).unwrap().1;
            let legal = playing.count_moves() as usize;
            let all = rank(&playing, 254, 1000);
            if legal == 0 {
                assert!(all.is_empty());
                continue;
            }
            // No bound of the best move is wrong, though the table has entries of deeper searches.
            let mut solver = AnySolver::new(&playing, OPTIONS).unwrap().unwrap();
            for depth in [8, 5, 3, 1] {
                let best = solver.best(depth, u64::MAX, &mut watch_nothing).unwrap();
                let (bounds, exact) = (best.bounds(), value(&best.mv));
                assert!(bounds.least <= exact && exact <= bounds.most, "{playing:?} {best:?} {exact:?}");
            }
            // Nor is one of several moves at any depth, and they are ordered by their scores.
            for moves in all.iter().chain(&rank(&playing, 254, 2)).chain(&rank(&playing, 254, 1)) {
                assert!(moves.is_sorted_by(|one, other| one.score >= other.score), "{playing:?} {moves:?}");
                for best in moves {
                    let (bounds, exact) = (best.bounds(), value(&best.mv));
                    assert!(bounds.least <= exact && exact <= bounds.most, "{playing:?} {best:?} {exact:?}");
                    assert_eq!(best.exact, bounds.value().is_some());
                    open += u32::from(!best.exact);
                    assert_eq!(best.line.first(), Some(&best.mv));
                    assert!(playing.clone().play_record(&best.line.join(" ")).is_ok());
                }
            }
            // The last depth knows all values.
            for best in all.last().unwrap() {
                assert!(best.exact && best.score == value(&best.mv), "{playing:?} {best:?}");
                match best.score.value() {
                    Value::Draw => draws += 1,
                    _ => wins += 1,
                }
            }
            assert_eq!(all.last().unwrap().len(), legal);
            // Fewer moves are the best of all moves.
            values.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
            let scores: Vec<Score> = values.iter().map(|&(_, score)| score).collect();
            for count in 1..=3 {
                finals += finals_are_final(&playing, count, &scores);
            }
            for count in 1..=3 {
                let found: Vec<Score> =
                    rank(&playing, 254, count).last().unwrap().iter().map(|best| best.score).collect();
                let expected: Vec<Score> = values.iter().take(count).map(|&(_, score)| score).collect();
                assert_eq!(found, expected, "{playing:?}");
            }
        }
    }
    assert!(wins > 300 && draws > 100 && open > 300, "{wins} wins and losses, {draws} draws, {open} open");
    assert!(finals > 100, "{finals}");
}

/// A ranking is final only with the best values, and as soon as they are near wins, or all moves
/// lose soon. Returns at how many depths one was final while the search had not seen every end.
fn finals_are_final(playing: &AnyPlaying, count: usize, values: &[Score]) -> usize {
    let mut solver = AnySolver::new(playing, OPTIONS).unwrap().unwrap();
    let (mut depth, mut early) = (0, 0);
    let farthest = values.iter().filter_map(|score| score.decided()).map(|value| match value {
        Value::Win(plies) | Value::Loss(plies) => plies,
        Value::Draw => 0,
    });
    let farthest = farthest.max().unwrap_or(0);
    solver.rank((254, count), u64::MAX, &mut watch_nothing, &mut |ranking| {
        depth += 1;
        let best = &values[..count.min(values.len())];
        let within = |score: Score, wins: bool| match score.decided() {
            Some(Value::Win(plies)) => wins && plies <= depth,
            Some(Value::Loss(plies)) => !wins && plies <= depth,
            _ => false,
        };
        let must = best.iter().all(|&score| within(score, true)) || values.iter().all(|&score| within(score, false));
        assert!(ranking.is_final || !must, "{playing:?} {depth} {ranking:?} {values:?}");
        if ranking.is_final {
            let found: Vec<Score> = ranking.moves.iter().map(|best| best.score).collect();
            assert_eq!(found, best, "{playing:?} at depth {depth}");
            early += usize::from(depth < farthest);
        }
    });
    early
}

#[test]
fn limits_keep_the_last_complete_depth() {
    let playing: AnyPlaying = "connect4 --size 7".parse().unwrap();
    for count in [1, 4] {
        let mut solver = AnySolver::new(&playing, OPTIONS).unwrap().unwrap();
        let mut depths = Vec::new();
        let Ranking { moves, is_final, nodes } =
            solver.rank((254, count), 50_000, &mut watch_nothing, &mut |ranking| {
                depths.push((ranking.moves[0].depth, ranking.nodes));
            });
        assert!(!is_final && nodes == solver.nodes());
        assert_eq!((moves.len(), moves[0].depth), (count, depths.last().unwrap().0));
        assert!(depths.iter().enumerate().all(|(index, &(depth, _))| usize::from(depth) == index + 1));
        assert!(depths.len() > 2 && depths.is_sorted() && solver.nodes() < 60_000, "{depths:?} {}", solver.nodes());
        // The watch stops it as well.
        let mut stop = |_: gridlaw::search::Progress<'_>| ControlFlow::Break(());
        assert!(solver.rank((254, count), u64::MAX, &mut stop, &mut |_| ()).moves.len() <= count);
        assert!(solver.rank((254, count), 0, &mut watch_nothing, &mut |_| ()).moves.is_empty());
    }
}

/// What a search of six plies says of a value that it does not know.
#[test]
fn a_score_of_few_plies_bounds_the_value() {
    let bounds = |score| {
        let bounds = Best { mv: (), score, exact: false, depth: 6, line: Vec::new() }.bounds();
        (bounds.least.value(), bounds.most.value())
    };
    assert_eq!(bounds(Score::of(Value::Win(9))), (Value::Win(9), Value::Win(7)));
    assert_eq!(bounds(Score::of(Value::Loss(8))), (Value::Loss(7), Value::Loss(8)));
    assert_eq!(bounds(Score::DRAW), (Value::Loss(7), Value::Win(7)));
}
