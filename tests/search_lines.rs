//! Lines of play to the end, lines from the table, and searches that go on after a stop.

use std::ops::ControlFlow;

use gridlaw::rng::Generator;
use gridlaw::search::weak::WeakValue;
use gridlaw::search::{Checkpoint, CheckpointError, Halt, Options, Solving, Value, watch_nothing};
use gridlaw::solving::AnySolver;
use gridlaw::{AnyPlaying, Outcome};

const OPTIONS: Options = Options { table: 1, symmetry: true, threads: 1 };

fn go_on(_: Solving<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Positions of small boards: the start and a few random games of each.
fn positions() -> Vec<AnyPlaying> {
    let games = [
        "breakdown -w 3 -h 3 -k 1 -q 2",
        "breakdown -w 4 -h 4 -k 2 -q 2",
        // A side does best to pass on the way to this draw.
        "breakdown -w 4 -h 4 -k 2 -q 2;-1",
        "breakdown -w 4 -h 3 -k 3 -q 2",
        "breakdown -w 3 -h 3 -k 2 -q 2",
        "breakdown -w 5 -h 2 -k 2 -q 2",
        "breakdown -w 2 -h 3 -k 3 -q 2",
        "connect4 --size 4",
        "jump61 --size 2",
        "jump61 --size 3",
    ];
    let mut positions = Vec::new();
    for (number, game) in games.into_iter().enumerate() {
        for seed in 0..40 {
            let mut random = Generator::for_game(seed, number as u64);
            let mut playing: AnyPlaying = game.parse().unwrap();
            for _ in 0..seed % 20 {
                let moves = playing.actions();
                let Some(&action) = moves.get(random.below(moves.len().max(1) as u64) as usize) else { break };
                playing.play_action(action).unwrap();
            }
            if !playing.is_over() {
                positions.push(playing);
            }
        }
    }
    positions
}

/// Plays a line. Returns where it ends, and which of its moves are passes.
fn played(start: &AnyPlaying, line: &[String]) -> (AnyPlaying, Vec<bool>) {
    let (mut playing, mut passes) = (start.clone(), Vec::new());
    for mv in line {
        let before = playing.clone();
        playing.play_text(mv).unwrap();
        let mut back = playing.clone();
        passes.push(back.play_text(mv).is_ok() && back == before);
    }
    (playing, passes)
}

/// Whether a line ends as a value says: with a win, or in a draw by the rules or by two passes.
fn ends_as(start: &AnyPlaying, line: &[String], value: WeakValue) -> bool {
    let (end, passes) = played(start, line);
    match (end.outcome(), value) {
        (Outcome::Win(side), WeakValue::Win) => side == start.turn(),
        (Outcome::Win(side), WeakValue::Loss) => side != start.turn(),
        (Outcome::Draw, WeakValue::Draw) => true,
        (Outcome::InProgress, WeakValue::Draw) => passes.ends_with(&[true, true]),
        _ => false,
    }
}

#[test]
fn lines_reach_their_value_in_its_plies() {
    let (mut decided, mut drawn, mut with_passes) = (0, 0, 0);
    for start in positions() {
        let mut solver = AnySolver::new(&start, OPTIONS).unwrap().unwrap();
        let value = solver.solve(&mut go_on).unwrap();
        let line = solver.line(&mut go_on).unwrap();
        let weak = WeakValue::from(value);
        assert!(ends_as(&start, &line, weak), "{value} by {line:?} of {}", start.setup());
        match value {
            Value::Win(plies) | Value::Loss(plies) => {
                assert_eq!(line.len(), usize::from(plies), "{value} by {line:?} of {}", start.setup());
                decided += 1;
            }
            Value::Draw => drawn += 1,
        }
        // Without distances, with a solver that knows nothing yet.
        let mut solver = AnySolver::new(&start, OPTIONS).unwrap().unwrap();
        let line = solver.weak_line(&mut go_on).unwrap();
        assert!(ends_as(&start, &line, weak), "{value} by {line:?} of {}", start.setup());
        let (_, passes) = played(&start, &line);
        // Nobody who wins passes; after a pass a side passes back only to end the game.
        let winner = match weak {
            WeakValue::Win => Some(0),
            WeakValue::Loss => Some(1),
            WeakValue::Draw => None,
        };
        let wasted = |ply: usize| passes[ply] && winner == Some(ply % 2);
        assert!(!(0..passes.len()).any(wasted), "{line:?} of {}", start.setup());
        with_passes += usize::from(passes.contains(&true));
    }
    assert!(decided > 20 && drawn > 10 && with_passes > 0, "{decided} {drawn} {with_passes}");
}

/// Without a table no search knows what the one before found, and a move is found only after
/// several turns with more and more positions.
#[test]
fn lines_without_a_table_take_several_turns() {
    for game in ["breakdown -w 4 -h 5 -k 1 -q 2", "breakdown -w 6 -h 3 -k 1 -q 2"] {
        let start: AnyPlaying = game.parse().unwrap();
        let mut solver = AnySolver::new(&start, Options { table: 0, ..OPTIONS }).unwrap().unwrap();
        assert_eq!(solver.solve_weakly(&mut go_on), Ok(WeakValue::Draw), "{game}");
        let line = solver.weak_line(&mut go_on).unwrap();
        assert!(ends_as(&start, &line, WeakValue::Draw), "{line:?} of {game}");
    }
}

/// A win or a loss that is found before the horizon is exact, and the table knows it to the end.
#[test]
fn a_best_move_comes_with_the_line_that_the_table_knows() {
    let (mut decided, mut wins, mut plies, mut moves) = (0, 0, 0, 0);
    for start in positions() {
        for depth in [1, 3, 6] {
            let mut solver = AnySolver::new(&start, Options { table: 4, ..OPTIONS }).unwrap().unwrap();
            let best = solver.best(depth, u64::MAX, &mut watch_nothing).unwrap();
            let (end, _) = played(&start, &best.line);
            assert_eq!(best.line[0], best.mv);
            assert!(best.line.len() <= usize::from(best.depth).max(1), "{best:?}");
            if best.score.is_decided() {
                assert!(best.exact && best.depth <= depth, "{best:?} of {}", start.setup());
                decided += 1;
            }
            if let Some(Value::Win(plies)) = best.score.decided() {
                assert_eq!(
                    best.line.len(),
                    usize::from(plies).min(usize::from(best.depth)),
                    "{best:?} of {}",
                    start.setup()
                );
                let mut after = AnySolver::new(&end, OPTIONS).unwrap().unwrap();
                let left = plies - best.line.len() as u16;
                let value = if best.line.len().is_multiple_of(2) { Value::Win(left) } else { Value::Loss(left) };
                assert_eq!(after.solve(&mut go_on), Ok(value), "{best:?} of {}", start.setup());
                wins += 1;
            }
            (plies, moves) = (plies + usize::from(best.depth), moves + best.line.len());
        }
    }
    // Where a window was narrow the table knows no move, and the line is shorter.
    assert!(decided > 40 && wins > 40 && 10 * moves > 9 * plies, "{decided} {wins}: {moves} of {plies}");
}

#[test]
fn a_solver_goes_on_where_another_stopped() {
    let start: AnyPlaying = "jump61 --size 3".parse().unwrap();
    let solver = || AnySolver::new(&start, OPTIONS).unwrap().unwrap();
    let mut whole = solver();
    let value = whole.solve(&mut go_on).unwrap();
    let mut kept = Vec::new();
    let mut stopped = solver();
    let mut calls = 0;
    let halt = stopped.solve(&mut |solving| {
        kept.clear();
        Checkpoint::write("a board", &solving, &mut kept).unwrap();
        calls += 1;
        if calls < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(halt, Err(Halt::Stopped));
    let checkpoint = Checkpoint::read(&mut &kept[..], "a board").unwrap();
    // A checkpoint that changes before it is read a second time is noticed.
    let last = kept.len() - 1;
    let changed = [&kept[..last], &[!kept[last]]].concat();
    assert!(matches!(solver().go_on_from(&checkpoint, &mut &changed[..]), Err(CheckpointError::Checksum)));
    let mut resumed = solver().go_on_from(&checkpoint, &mut &kept[..]).unwrap();
    assert!(resumed.nodes() > 0 && resumed.nodes() <= stopped.nodes());
    assert_eq!(resumed.bounds(), stopped.bounds());
    let before = resumed.nodes();
    assert_eq!(resumed.solve(&mut go_on), Ok(value));
    // What was known is not searched again.
    assert!(resumed.nodes() - before < whole.nodes() - before / 2, "{before}: {} {}", resumed.nodes(), whole.nodes());
}

/// A watch that breaks stops the solver at once, whichever search it watches, and its own limits do
/// not.
#[test]
fn a_solver_stops_only_when_its_watch_breaks() {
    let start: AnyPlaying = "breakdown -w 6 -h 6 -k 1 -q 2".parse().unwrap();
    let solver = || AnySolver::new(&start, OPTIONS).unwrap().unwrap();
    let mut calls = 0;
    assert_eq!(
        solver().solve(&mut |_| {
            calls += 1;
            ControlFlow::Continue(())
        }),
        Ok(Value::Draw)
    );
    assert!(calls > 3, "{calls}");
    for last in 1..=calls {
        let mut called = 0;
        let halt = solver().solve(&mut |_| {
            called += 1;
            if called == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((halt, called), (Err(Halt::Stopped), last));
    }
}
