//! Weak solving against retrograde analysis, plain minimax and the strong search.

use gridlaw::games::{AnyGame, Game, GameParameters, SearchFunction, breakdown, jump61};
use gridlaw::rng::Generator;
use gridlaw::rules::Notation;
use gridlaw::search::weak::{Direct, WeakSearchable, WeakSearcher, WeakValue};
use gridlaw::search::{Options, Plain, PositionOf, Searchable, Value, exhaustive, retrograde, watch_nothing};

/// With and without a table; threads.
const OPTIONS: [Options; 3] = [
    Options { table: 1, symmetry: true, threads: 1 },
    Options { table: 0, symmetry: true, threads: 1 },
    Options { table: 1, symmetry: true, threads: 3 },
];

fn weak(value: Value) -> WeakValue {
    match value {
        Value::Win(_) => WeakValue::Win,
        Value::Draw => WeakValue::Draw,
        Value::Loss(_) => WeakValue::Loss,
    }
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
                let at = |found| assert_eq!(found, Ok(weak(*expected)), "{} {options:?} {setup}", self.name);
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
    let mut counts = [0; 3];
    for numbers in [
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
        (4, 3, 1, 2),
        (4, 3, 2, 2),
        (3, 4, 2, 2),
    ] {
        let (width, height, stick, square) = numbers;
        let parameters = breakdown::Parameters::new(width, height, stick, square).unwrap();
        let rules = breakdown::Breakdown::<u32>::new(parameters).unwrap();
        let values = all_values(&rules);
        for (_, value) in &values {
            counts[weak(*value) as usize] += 1;
        }
        parameters.call_search(CheckValues { values: &values, name: &parameters.to_string() }).unwrap();
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    let parameters = jump61::Parameters::new(2).unwrap();
    let values = all_values(&jump61::Jump61::<u64>::new(parameters).unwrap());
    parameters.call_search(CheckValues { values: &values, name: "jump61 2x2" }).unwrap();
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
