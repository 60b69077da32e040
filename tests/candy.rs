//! The sentences of the Candy document and its rulings, on every engine.

use std::ops::ControlFlow;

use gridlaw::cell::{Pos, Side};
use gridlaw::conformance::lockstep::check_position;
use gridlaw::games::candy::{
    Candy, CandyRules, Definition, Direction, Firing, Instance, Large, Medium, Move, NaiveCandy, NewGame, STEP_LIMIT,
    Small, State, Step, Table, Template, Unbounded, Unwatched,
};
use gridlaw::rules::{Notation, Outcome, PlayError, Rules};
use quickcheck::{Arbitrary, Gen};
use quickcheck_macros::quickcheck;

/// Runs a block once for each engine that has room for the game, as `$rules`.
macro_rules! on_every_engine {
    ($instance:expr, $rules:ident => $body:block) => {{
        let instance: Instance = $instance;
        on_every_engine!(@ instance, $rules, $body, Small, Medium, Large, Unbounded);
        let $rules = &NaiveCandy::new(&instance);
        $body
    }};
    (@ $instance:ident, $rules:ident, $body:block, $($shape:ty),*) => {
        $(if let Some(rules) = &Candy::<$shape>::new(&$instance) {
            let $rules = rules;
            $body
        })*
    };
}

/// The colors of a board, top row first.
fn table<const N: usize>(rows: [&str; N]) -> Table {
    let columns = rows[0].split_whitespace().count() as u32;
    let letters = rows.iter().rev().flat_map(|row| row.split_whitespace());
    Table { rows: N as u32, columns, data: letters.map(|letter| u32::from(letter.as_bytes()[0] - b'A')).collect() }
}

/// A game with the given colors on the board, an extension, and the same state on every square.
fn instance(colors: Table, extension: Table, state: u32) -> Instance {
    let states = Table { data: vec![state; colors.data.len()], ..colors.clone() };
    let offsets = vec![0; colors.columns as usize];
    let definition = Definition::new(1, extension, states.clone(), 26).unwrap();
    Instance::new(definition, State { colors, states, moves: 0, score: 0, offsets }).unwrap()
}

/// An extension whose colors occur nowhere else, so that entering candies match nothing.
fn strangers(columns: u32) -> Table {
    Table { rows: 4, columns, data: (0..4 * columns).map(|number| 10 + number % 13).collect() }
}

fn swap(text: &str) -> Move {
    text.parse().unwrap()
}

fn steps<C: CandyRules>(rules: &C, position: &mut C::Position) -> Vec<Step> {
    let mut steps = Vec::new();
    rules.settle(position, &mut |step: Step| steps.push(step));
    steps
}

#[test]
fn the_picture_of_the_module_is_what_happens() {
    let before = instance(table(["C D B D", "D C A B", "A A B C"]), table(["B C D A"]), 1);
    on_every_engine!(before.clone(), rules => {
        let mut position = rules.start();
        assert_eq!(rules.setup(&position), *before.state().unwrap());
        let mut seen = Vec::new();
        assert_eq!(rules.swap(&mut position, swap("0,2,U"), &mut |step: Step| seen.push(step)), 1);
        assert_eq!(seen[0].firings, [Firing { template: Template::HThree, anchor: Pos::new(0, 0) }]);
        let state = rules.setup(&position);
        assert_eq!(state.colors, table(["B C D D", "C D B B", "D C B C"]));
        assert_eq!(state.states.data, [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!((state.score, state.moves, &state.offsets[..]), (3, 1, &[1, 1, 1, 0][..]));
        let falls: Vec<(u32, u32, u32, u32)> =
            seen[0].falls.iter().map(|fall| (fall.col, fall.from, fall.to, fall.color)).collect();
        // D and C down, then B from above; C and D down, then C; B and B down, then D.
        let expected =
            [(0, 1, 0, 3), (0, 2, 1, 2), (0, 3, 2, 1), (1, 1, 0, 2), (1, 2, 1, 3), (1, 3, 2, 2), (2, 1, 0, 1), (2, 2, 1, 1), (2, 3, 2, 3)];
        assert_eq!(falls, expected);
    });
}

/// Ruling K1: the templates that fire in one step, their order and their squares.
#[test]
fn templates_fire_by_priority_and_row_by_row_from_the_bottom() {
    use Template::{HFour, HThree, VFour, VThree};
    type Case<'c> = (Table, &'c [(Template, u32, u32)]);
    let cases: [Case; 19] = [
        (table(["A", "A", "A"]), &[(VThree, 0, 0)]),
        (table(["A", "A", "A", "A"]), &[(VFour, 0, 0)]),
        // Five in a column: the document's example; the lower four.
        (table(["A", "A", "A", "A", "A"]), &[(VFour, 0, 0)]),
        (table(["A", "A", "A", "A", "A", "A", "A"]), &[(VFour, 0, 0), (VThree, 4, 0)]),
        (table(["A", "A", "A", "A", "A", "A", "A", "A"]), &[(VFour, 0, 0), (VFour, 4, 0)]),
        (table(["A", "A", "A", "A", "B", "B", "B", "B"]), &[(VFour, 0, 0), (VFour, 4, 0)]),
        (table(["A A A"]), &[(HThree, 0, 0)]),
        (table(["B A A A A A"]), &[(HFour, 0, 1)]),
        (table(["A A A A A A A B"]), &[(HFour, 0, 0), (HThree, 0, 4)]),
        (table(["A A A A A A A A A A A A A"]), &[(HFour, 0, 0), (HFour, 0, 4), (HFour, 0, 8)]),
        (table(["A A A A B B B B"]), &[(HFour, 0, 0), (HFour, 0, 4)]),
        // The column takes the corner, and two are left of the row.
        (table(["A B C", "A C B", "A A A"]), &[(VThree, 0, 0)]),
        // Four in the row come before three in the column, and take the corner.
        (table(["A B C D", "A C D B", "A A A A"]), &[(HFour, 0, 0)]),
        // Four in the column come first; of the four in the row three are left, and they fire.
        (table(["A B C D", "A C D B", "A B C D", "A A A A"]), &[(VFour, 0, 0), (HThree, 0, 1)]),
        // The column takes the middle of a row of five, and no three are left in the row.
        (table(["B C A C B", "C B A B C", "A A A A A"]), &[(HFour, 0, 0)]),
        (table(["B C A C B", "C B A B C", "C B A B C", "A A A A A"]), &[(VFour, 0, 2)]),
        // Row by row: the lower one fires first, although it is further right.
        (table(["A B C", "A C B", "A B B", "C A B"]), &[(VThree, 0, 2), (VThree, 1, 0)]),
        (table(["A A A", "B C B", "B B B"]), &[(HThree, 0, 0), (HThree, 2, 0)]),
        (
            table(["A A A A A A", "A A A A A A", "A A A A A A", "A A A A A A", "A A A A A A", "A A A A A A"]),
            &[
                (VFour, 0, 0),
                (VFour, 0, 1),
                (VFour, 0, 2),
                (VFour, 0, 3),
                (VFour, 0, 4),
                (VFour, 0, 5),
                (HFour, 4, 0),
                (HFour, 5, 0),
            ],
        ),
    ];
    for (colors, expected) in cases {
        let expected: Vec<Firing> =
            expected.iter().map(|&(template, row, col)| Firing { template, anchor: Pos::new(row, col) }).collect();
        let state = instance(colors.clone(), strangers(colors.columns), 1);
        // Only the definition has room for the state. Its start does not matter here.
        on_every_engine!(state.clone(), rules => {
            let mut position = rules.position(state.state().unwrap()).unwrap();
            let mut seen = Vec::new();
            assert!(rules.step(&mut position, &mut |step: Step| seen.push(step)));
            assert_eq!(seen.len(), 1);
            assert_eq!(seen[0].firings, expected, "{colors:?}");
        });
    }
}

/// The document's example of the extension: seven rows. Rows 3, 4 and 5 follow the first three,
/// then 6, 0, 1.
#[test]
fn columns_take_the_extension_in_turn_and_begin_again_at_its_end() {
    let data = (0..7).flat_map(|row| [row, 10 + row % 2, 12 + row % 2]).collect();
    let extension = Table { rows: 7, columns: 3, data };
    let states = Table { rows: 3, columns: 3, data: vec![1; 9] };
    let definition = Definition::new(1, extension, states, 26).unwrap();
    let column = |state: &State| (0..3).map(|row| state.colors.at(Pos::new(row, 0))).collect::<Vec<u32>>();
    on_every_engine!(definition.clone().into(), rules => {
        let mut state = rules.setup(&rules.start());
        assert_eq!((column(&state), &state.offsets[..]), (vec![0, 1, 2], &[3, 3, 3][..]));
        for (taken, expected) in [(6, [3, 4, 5]), (9, [6, 0, 1]), (12, [2, 3, 4])] {
            // Three candies explode in column 0.
            (0..3).for_each(|row| *state.colors.at_mut(Pos::new(row, 0)) = 20);
            let mut position = rules.position(&state).unwrap();
            assert!(rules.step(&mut position, &mut Unwatched));
            state = rules.setup(&position);
            assert_eq!((column(&state), state.offsets[0]), (expected.to_vec(), taken));
        }
        assert_eq!(state.offsets, [12, 3, 3]);
    });
}

/// Ruling K4: an extension lower than the board, offsets that outgrow 32 bits, and the end of 64.
#[test]
fn offsets_grow_unwrapped_and_keep_their_place_at_the_very_end() {
    let states = Table { rows: 4, columns: 1, data: vec![1; 4] };
    let definition = Definition::new(1, Table { rows: 3, columns: 1, data: vec![0, 1, 2] }, states, 26).unwrap();
    on_every_engine!(definition.clone().into(), rules => {
        let start = rules.setup(&rules.start());
        assert_eq!((&start.colors.data[..], &start.offsets[..]), (&[0, 1, 2, 0][..], &[4][..]));
        for (offset, then, colors) in [
            (1 << 32, (1 << 32) + 3, [25, 1, 2, 0]),
            (u64::MAX - 3, u64::MAX, [25, 0, 1, 2]),
            // 2^64 - 1 is a multiple of 3: after it comes place 1.
            (u64::MAX - 2, 1, [25, 1, 2, 0]),
            (u64::MAX, 3, [25, 0, 1, 2]),
        ] {
            let state = State {
                colors: Table { data: vec![25, 24, 24, 24], ..start.colors.clone() },
                offsets: vec![offset],
                score: u64::MAX - 1,
                ..start.clone()
            };
            let mut position = rules.position(&state).unwrap();
            assert!(rules.step(&mut position, &mut Unwatched));
            let after = rules.setup(&position);
            assert_eq!((&after.colors.data[..], after.offsets[0]), (&colors[..], then), "{offset}");
            assert_eq!(after.score, u64::MAX);
        }
    });
}

#[test]
fn only_explosions_in_squares_above_0_score() {
    let mut state = instance(table(["A B C", "B A A", "C A B"]), strangers(3), 2).state().unwrap().clone();
    state.states.data = vec![0, 2, 1, 0, 1, 2, 3, 0, 1];
    let definition = Definition::new(1, strangers(3), state.states.clone(), 26).unwrap();
    let instance = Instance::new(definition, state).unwrap();
    on_every_engine!(instance.clone(), rules => {
        let mut position = rules.start();
        // A comes down from row 2 to row 1: A A A there, on squares of states 0, 1 and 2.
        assert_eq!(rules.swap(&mut position, swap("2,0,D"), &mut Unwatched), 1);
        let state = rules.setup(&position);
        assert_eq!(state.states.data, [0, 2, 1, 0, 0, 1, 3, 0, 1]);
        assert_eq!(state.score, 2);
    });
}

/// Ruling K1: on a board of one color every step fires, and the settling stops after a thousand.
#[test]
fn a_settling_that_would_never_end_stops_after_1000_steps() {
    let new = NewGame { colors: 1, ..NewGame::new(6, 6) };
    let definition = new.make().unwrap();
    on_every_engine!(definition.clone().into(), rules => {
        let state = rules.setup(&rules.start());
        // A step fires six times four in a column and twice four in a row: never the last two of
        // the upper two rows.
        assert_eq!(state.offsets, [6006, 6006, 6006, 6006, 4006, 4006]);
        assert_eq!((state.score, state.moves), (32, 0));
        let mut position = rules.start();
        let mut seen = 0;
        assert_eq!(rules.settle(&mut position, &mut |_: Step| seen += 1), STEP_LIMIT);
        assert_eq!(seen, 1000);
        // Every swap leaves a match; all 60 of them, of equal candies, are legal.
        assert_eq!(rules.count_moves(&position), 60);
        assert_eq!(rules.swap(&mut position, swap("0,0,R"), &mut Unwatched), STEP_LIMIT);
        assert_eq!(rules.setup(&position).offsets[0], 18006);
        assert_eq!(rules.outcome(&position), Outcome::InProgress);
    });
    // K3: a state that such a settling left is settled once more when it is loaded.
    let left = NaiveCandy::new(&definition.clone().into());
    let left = left.setup(&left.start());
    on_every_engine!(Instance::new(definition.clone(), left.clone()).unwrap(), rules => {
        assert_eq!(rules.setup(&rules.start()).offsets[0], 12006);
    });
}

#[test]
fn a_state_is_settled_once_when_it_is_loaded_and_a_settled_one_does_not_change() {
    let unsettled = instance(table(["B C B", "C B C", "A A A"]), strangers(3), 1);
    let naive = NaiveCandy::new(&unsettled);
    let settled = naive.setup(&naive.start());
    assert_eq!((settled.score, settled.moves), (3, 0));
    assert_eq!(settled.colors, table(["K L M", "B C B", "C B C"]));
    on_every_engine!(unsettled.clone(), rules => {
        assert_eq!(rules.setup(&rules.start()), settled);
    });
    on_every_engine!(Instance::new(unsettled.definition().clone(), settled.clone()).unwrap(), rules => {
        assert_eq!(rules.setup(&rules.start()), settled);
    });
}

/// Rulings K2 and K8: legal swaps, from either square and in every direction. Other swaps change
/// nothing.
#[test]
fn a_swap_is_legal_when_something_matches_after_it() {
    let before = instance(table(["C D B D", "D C A B", "A A B C"]), strangers(4), 1);
    on_every_engine!(before.clone(), rules => {
        let position = rules.start();
        assert_eq!(rules.moves(&position).iter().map(Move::to_string).collect::<Vec<_>>(), ["0,2,U", "1,2,R"]);
        for row in 0..5 {
            for col in 0..6 {
                for direction in Direction::ALL {
                    let mv = Move::new(Pos::new(row, col), direction);
                    let legal = rules.moves(&position).contains(&mv);
                    let mut after = position.clone();
                    assert_eq!(rules.can_swap(&position, mv), legal, "{mv}");
                    assert_eq!(rules.play(&mut after, mv).is_ok(), legal, "{mv}");
                    assert_eq!(after != position, legal, "{mv}");
                }
            }
        }
        for off in ["4294967295,0,U", "0,4294967295,R", "4294967295,4294967295,D", "0,0,D", "0,0,L", "2,0,U", "0,3,R"] {
            let mv = swap(off);
            assert_eq!(rules.play(&mut position.clone(), mv), Err(PlayError::Illegal { mv }));
        }
    });
}

/// A board at the limit still has a match. Swaps elsewhere are legal, and swaps that break the
/// match are not.
#[test]
fn on_an_unsettled_board_a_swap_is_legal_if_any_match_is_left() {
    let state = instance(table(["B C D C", "C D B D", "A A A B"]), strangers(4), 1).state().unwrap().clone();
    let definition = instance(table(["B C D C", "C D B D", "A A A B"]), strangers(4), 1).definition().clone();
    on_every_engine!(definition.clone().into(), rules => {
        let position = rules.position(&state).unwrap();
        let illegal = ["0,0,U", "0,1,U", "0,2,U", "0,2,R"];
        let all = (0..3).flat_map(|row| (0..4).map(move |col| Pos::new(row, col)));
        let mut expected: Vec<Move> = all
            .flat_map(|square| [Direction::Up, Direction::Right].map(|direction| Move::new(square, direction)))
            .filter(|mv| mv.neighbor().is_some_and(|other| other.row < 3 && other.col < 4))
            .collect();
        expected.retain(|mv| !illegal.contains(&mv.to_string().as_str()));
        assert_eq!(rules.moves(&position), expected);
    });
}

/// Ruling K6.
#[test]
fn all_states_0_is_won_and_no_swap_without_that_is_stuck() {
    let board = || table(["A B C", "B C A", "C A B"]);
    on_every_engine!(instance(board(), strangers(3), 1), rules => {
        let start = rules.start();
        assert_eq!(rules.outcome(&start), Outcome::Draw);
        assert_eq!(rules.outcome_mark(rules.outcome(&start)), 'S');
        assert_eq!((rules.count_moves(&start), rules.moves(&start)), (0, vec![]));
    });
    on_every_engine!(instance(board(), strangers(3), 0), rules => {
        let start = rules.start();
        assert_eq!(rules.outcome(&start), Outcome::Win(Side::First));
        assert_eq!(rules.outcome_mark(rules.outcome(&start)), 'W');
    });
    // Won. The program may go on with swaps, and the rules refuse them.
    on_every_engine!(instance(table(["C D B D", "D C A B", "A A B C"]), strangers(4), 0), rules => {
        let (start, mv) = (rules.start(), swap("0,2,U"));
        assert!(rules.is_won(&start) && rules.can_swap(&start, mv) && !rules.is_legal(&start, mv));
        let over = PlayError::Over { mv, outcome: Outcome::Win(Side::First) };
        assert_eq!(rules.play(&mut start.clone(), mv), Err(over));
        assert_eq!(rules.moves(&start), []);
        let mut after = start.clone();
        rules.swap(&mut after, mv, &mut Unwatched);
        assert_eq!((rules.setup(&after).score, rules.setup(&after).moves), (0, 1));
    });
}

#[test]
fn the_verdict_is_score_offsets_colors_and_states() {
    let before = instance(table(["C D B D", "D C A B", "A A B C"]), table(["B C D A"]), 1);
    on_every_engine!(before.clone(), rules => {
        let mut position = rules.start();
        rules.play(&mut position, swap("1,2,D")).unwrap();
        let verdict = "3 1,1,1,0 3,2,1,2/2,3,1,1/1,2,3,3 0,0,0,1/1,1,1,1/1,1,1,1";
        assert_eq!(rules.position_text(&position), verdict);
        assert_eq!(rules.setup_text(&position), format!("{verdict} 1"));
        assert_eq!(rules.picture(&position), "2 B1 C1 D1 D1\n1 C1 D1 B1 B1\n0 D0 C0 B0 C1\n   0  1  2  3\n");
    });
}

#[test]
fn states_of_other_games_are_refused() {
    let game = instance(table(["C D B D", "D C A B", "A A B C"]), strangers(4), 1);
    on_every_engine!(game.clone(), rules => {
        let state = game.state().unwrap();
        assert!(rules.position(state).is_ok());
        let other = instance(table(["C D B", "D C A", "A A B"]), strangers(3), 1);
        assert!(rules.position(other.state().unwrap()).is_err());
        let mut high = state.clone();
        high.states.data[0] = 2;
        assert!(rules.position(&high).is_err());
        let mut color = state.clone();
        color.colors.data[0] = 26;
        assert!(rules.position(&color).is_err());
        assert!(rules.read_position("0 0,0,0,0 0,0,0,0/0,0,0,0/0,0,0,0 2,0,0,0/0,0,0,0/0,0,0,0 0").is_err());
    });
}

/// Any small game with any board, settled or not.
#[derive(Clone, Debug)]
struct Board {
    instance: Instance,
    state: State,
}

impl Arbitrary for Board {
    fn arbitrary(source: &mut Gen) -> Board {
        let mut below = |bound: u32| u32::arbitrary(source) % bound;
        let (columns, rows) = match below(4) {
            0 => (1 + below(8), 1 + below(8)),
            1 => (1 + below(16), 1 + below(16)),
            2 => (1 + below(2), 1 + below(70)),
            _ => (1 + below(70), 1 + below(2)),
        };
        let (colors, highest) = (1 + below(if columns % 2 == 0 { 4 } else { 9 }), below(5));
        let new = NewGame { extension_rows: 1 + below(9), colors, state: highest, id: below(1 << 16), columns, rows };
        let instance = Instance::from(new.make().unwrap());
        let mut table = |bound| Table { rows, columns, data: (0..rows * columns).map(|_| below(bound)).collect() };
        // Half of the boards are mostly of one color, so that templates overlap.
        let mut colors = table(colors);
        if columns % 3 == 0 {
            let mask = table(4);
            colors.data.iter_mut().zip(mask.data).for_each(|(color, keep)| *color *= u32::from(keep == 0));
        }
        let states = table(highest + 1);
        let offsets = (0..columns).map(|_| u64::from(below(30))).collect();
        Board { instance, state: State { colors, states, moves: 0, score: 0, offsets } }
    }
}

fn same_steps<C: CandyRules>(rules: &C, naive: &NaiveCandy, state: &State) {
    let (mut ours, mut theirs) = (rules.position(state).unwrap(), naive.position(state).unwrap());
    check_position(rules, &ours, naive, &theirs).unwrap();
    for _ in 0..50 {
        let (mut our_steps, mut their_steps) = (Vec::new(), Vec::new());
        let fired = rules.step(&mut ours, &mut |step: Step| our_steps.push(step));
        assert_eq!(naive.step(&mut theirs, &mut |step: Step| their_steps.push(step)), fired);
        assert_eq!(our_steps, their_steps);
        assert_eq!(rules.setup(&ours), naive.setup(&theirs));
        if !fired {
            break;
        }
    }
    check_position(rules, &ours, naive, &theirs).unwrap();
}

/// Engines agree on any board, settled or not: the same swaps, firings in the same order, and
/// falls.
#[quickcheck]
fn every_engine_takes_the_same_steps(board: Board) {
    let naive = NaiveCandy::new(&board.instance);
    on_every_engine!(board.instance.clone(), rules => {
        same_steps(rules, &naive, &board.state);
    });
}

/// Settling at once equals settling step by step, and the steps, replayed on plain numbers, give
/// the same board.
#[quickcheck]
fn settling_is_its_steps(board: Board) {
    on_every_engine!(board.instance.clone(), rules => {
        let before = rules.position(&board.state).unwrap();
        let mut watched = before.clone();
        let seen = steps(rules, &mut watched);
        let mut at_once = before.clone();
        assert_eq!(rules.settle(&mut at_once, &mut Unwatched) as usize, seen.len());
        assert_eq!(watched, at_once);
        let mut by_steps = before.clone();
        for _ in 0..STEP_LIMIT {
            rules.step(&mut by_steps, &mut Unwatched);
        }
        assert_eq!(by_steps, at_once);
        let mut replayed = board.state.clone();
        seen.iter().for_each(|step| step.apply(&mut replayed));
        let state = rules.setup(&at_once);
        assert_eq!((replayed.colors, replayed.states, replayed.score), (state.colors, state.states, state.score));
    });
}

/// The smallest room for a game grows with its board, its colors and its states.
#[test]
fn every_game_has_room_and_small_ones_have_little() {
    let fits = |new: NewGame| {
        let instance = Instance::from(NewGame { extension_rows: 1, ..new }.make().unwrap());
        [
            Candy::<Small>::new(&instance).is_some(),
            Candy::<Medium>::new(&instance).is_some(),
            Candy::<Large>::new(&instance).is_some(),
            Candy::<Unbounded>::new(&instance).is_some(),
        ]
    };
    let new = NewGame::new;
    for (new, expected) in [
        (new(8, 8), [true; 4]),
        (new(1, 64), [true; 4]),
        (NewGame { colors: 8, state: 3, ..new(8, 8) }, [true; 4]),
        (NewGame { colors: 9, ..new(8, 8) }, [false, true, true, true]),
        (NewGame { state: 4, ..new(8, 8) }, [false, true, true, true]),
        (new(9, 7), [false, true, true, true]),
        (new(5, 13), [false, true, true, true]),
        (new(1, 128), [false, true, true, true]),
        (new(17, 2), [false, false, true, true]),
        (new(1, 129), [false, false, true, true]),
        (new(16, 16), [false, false, true, true]),
        (NewGame { colors: 17, ..new(3, 3) }, [false, false, false, true]),
        (NewGame { state: 16, ..new(3, 3) }, [false, false, false, true]),
        (new(257, 1), [false, false, false, true]),
        (new(1, 257), [false, false, false, true]),
        (NewGame { colors: u32::MAX, state: u32::MAX, ..new(20, 20) }, [false, false, false, true]),
    ] {
        assert_eq!(fits(new), expected, "{new:?}");
    }
}

/// The largest allowed boards are filled and settled, and have an outcome.
#[test]
fn the_largest_boards_are_played() {
    for (columns, rows) in [(256, 256), (1 << 16, 1), (1, 1 << 16)] {
        let new = NewGame { extension_rows: 1, colors: 9, ..NewGame::new(columns, rows) };
        let rules = Candy::<Unbounded>::new(&new.make().unwrap().into()).unwrap();
        let mut position = rules.start();
        let first = rules.visit_moves(&position, ControlFlow::Break).break_value();
        assert_eq!(first.is_none(), rules.outcome(&position).is_over());
        if let Some(mv) = first {
            assert!(rules.play(&mut position, mv).is_ok());
        }
    }
}
