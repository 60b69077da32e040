//! The planner of Candy against every line of swaps.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use gridlaw::games::candy::planner::{Aim, Plan, deeper, plan};
use gridlaw::games::candy::{Candy, Instance, Move, NaiveCandy, NewGame, Small};
use gridlaw::rules::{Notation, Outcome, Rules};

/// Every line of at most so many swaps, in the order of the swaps, with its result.
fn lines(rules: &NaiveCandy, position: &<NaiveCandy as Rules>::Position, depth: u32, before: &[Move]) -> Vec<Plan> {
    let mut found = Vec::new();
    if depth == 0 || rules.outcome(position).is_over() {
        return found;
    }
    for mv in rules.moves(position) {
        let mut after = position.clone();
        rules.play_unchecked(&mut after, mv);
        let (state, line) = (rules.setup(&after), [before, &[mv]].concat());
        let left = state.states.data.iter().map(|&state| u64::from(state)).sum();
        let won = matches!(rules.outcome(&after), Outcome::Win(_));
        let rest = lines(rules, &after, depth - 1, &line);
        found.push(Plan { line, won, score: state.score, left, longest: None });
        found.extend(rest);
    }
    found
}

/// The first of the greatest.
fn first_of_best<K: Ord>(plans: &[Plan], key: impl Fn(&Plan) -> K) -> Option<&Plan> {
    plans.iter().rev().max_by_key(|plan| key(plan))
}

/// Small games that end in some swaps, with and without a win, and games that go on.
fn games() -> Vec<Instance> {
    let sizes = [(3, 3, 2), (4, 3, 3), (3, 4, 3), (4, 4, 3), (5, 3, 4), (1, 6, 2), (1, 9, 3), (5, 1, 2)];
    let new =
        |(columns, rows, colors), seed| NewGame { colors, id: seed, extension_rows: 5, ..NewGame::new(columns, rows) };
    sizes.iter().flat_map(|&size| (0..6).map(move |seed| new(size, seed).make().unwrap().into())).collect()
}

#[test]
fn plans_are_the_best_of_all_lines() {
    let (mut wins, mut ends, mut open) = (0, 0, 0);
    for instance in games() {
        let (fast, naive) = (Candy::<Small>::new(&instance).unwrap(), NaiveCandy::new(&instance));
        for depth in 1..=3 {
            let all = lines(&naive, &naive.start(), depth, &[]);
            let moves = first_of_best(&all, |plan| {
                let fewer = Reverse(plan.line.len());
                (plan.won, if plan.won { fewer } else { Reverse(0) }, Reverse(plan.left), plan.score, fewer)
            });
            let score = first_of_best(&all, |plan| (plan.score, Reverse(plan.line.len())));
            for (aim, expected) in [(Aim::Moves, moves), (Aim::Score, score)] {
                let mut nodes = 0;
                let mut watch = |seen| {
                    nodes += 1;
                    assert_eq!(seen, nodes);
                    ControlFlow::Continue(())
                };
                let found = plan(&fast, &fast.start(), aim, depth, &mut watch);
                let without = found.clone().map(|plan| Plan { longest: None, ..plan });
                assert_eq!(without.as_ref(), expected, "{instance:?} {aim:?} {depth}");
                assert!(nodes <= all.len() as u64 + 1);
                let Some(found) = found else { continue };
                wins += u32::from(found.won);
                // No line goes on beyond the depth.
                let is_end = |plan: &&Plan| plan.line.len() == depth as usize && !is_over(&naive, &plan.line);
                let is_whole = !all.iter().any(|plan| is_end(&plan));
                if aim == Aim::Score {
                    let longest = all.iter().map(|plan| plan.line.len()).max();
                    assert_eq!(found.longest.map(|line| line.len()), longest.filter(|_| is_whole));
                    *(if is_whole { &mut ends } else { &mut open }) += 1;
                } else {
                    assert!(is_whole || found.longest.is_none());
                }
                let stopped = plan(&fast, &fast.start(), aim, depth, &mut |_| ControlFlow::Break(()));
                assert_eq!(stopped, None);
            }
        }
    }
    assert!(wins > 5 && ends > 5 && open > 5, "{wins} wins, {ends} searched to the end, {open} not");
}

fn is_over(rules: &NaiveCandy, line: &[Move]) -> bool {
    let mut position = rules.start();
    line.iter().for_each(|&mv| rules.play_unchecked(&mut position, mv));
    rules.outcome(&position).is_over()
}

#[test]
fn deeper_plans_end_with_the_first_that_need_no_more() {
    for instance in games() {
        let (fast, naive) = (Candy::<Small>::new(&instance).unwrap(), NaiveCandy::new(&instance));
        for to_win in [false, true] {
            let (mut told, mut calls) = (Vec::new(), 0);
            let mut go_on = || {
                calls += 1;
                if calls < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let found = deeper(&fast, &fast.start(), Aim::Moves, (1..=3, to_win), &mut go_on, &mut |plan, depth| {
                told.push((plan.clone(), depth));
            });
            assert_eq!(found.as_ref(), told.last());
            assert_eq!(
                told.iter().map(|&(_, depth)| depth).collect::<Vec<_>>(),
                (1..=told.len() as u32).collect::<Vec<_>>()
            );
            let shortest = |depth| {
                lines(&naive, &naive.start(), depth, &[])
                    .iter()
                    .filter(|plan| plan.won)
                    .map(|plan| plan.line.len())
                    .min()
            };
            let Some((plan, depth)) = found else {
                assert!(naive.outcome(&naive.start()).is_over(), "{instance:?}");
                continue;
            };
            assert_eq!(plan.won.then_some(plan.line.len()), shortest(depth), "{instance:?}");
            // A win ends it at once, or at the next depth, which finds no shorter one.
            let is_last = |(plan, depth): &(Plan, u32)| {
                plan.longest.is_some() || plan.won && (to_win || plan.line.len() < *depth as usize)
            };
            let last = told.iter().position(is_last);
            assert_eq!(last.map_or(3, |index| index + 1), depth as usize, "{instance:?}");
        }
    }
}
