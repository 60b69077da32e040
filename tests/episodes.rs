//! The life of an episode of a batch: seeds, resets, rewards, limits, states, pools of instances.

use std::str::FromStr;

use gridlaw::batch::{BatchOutcome, NO_ACTION};
use gridlaw::batching::{AnyBatch, BatchError, BatchOptions, Reset};
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::planes::PlanesMut;
use gridlaw::playing::AnyPositionError;
use gridlaw::rng::Generator;
use gridlaw::{AnyGame, GameKind};

/// Games of Candy that differ in their content.
fn candies(count: u32) -> Vec<AnyGame> {
    (0..count).map(|id| Instance::from(NewGame { id, ..NewGame::new(5, 5) }.make().unwrap()).into()).collect()
}

/// The games of a batch are those of `gridlaw random`, in the order of their numbers.
#[test]
fn sampled_episodes_are_the_random_games_of_the_seed() {
    for game in AnyGame::samples() {
        let (seed, count) = (9, 5);
        let options = BatchOptions { seed, reset: Reset::SameStep, ..BatchOptions::default() };
        let mut batch = game.batch(count, options).unwrap();
        let mut masks = vec![0; count * batch.mask_words()];
        let mut actions = vec![0; count];
        let mut lines = vec![String::new(); 3 * count];
        batch.legal(&mut masks);
        for _ in 0..300 {
            batch.sample(&masks, &mut actions);
            for (&number, &action) in batch.numbers().iter().zip(&actions) {
                if let (Some(line), Some(mv)) = (lines.get_mut(number as usize), game.move_text(action)) {
                    line.push_str(if line.is_empty() { "" } else { " " });
                    line.push_str(&mv);
                }
            }
            batch.step(&actions, Some(&mut masks));
        }
        for (number, line) in (0..).zip(&lines) {
            let mut expected = String::new();
            game.start().random_record(seed, number, &mut expected);
            let finished = batch.numbers()[number as usize % count] > number;
            assert!(if finished { expected == *line } else { expected.starts_with(line) }, "{game}, game {number}");
        }
    }
}

/// A step pays for itself alone: rewards of the step before go away, also if a part of the games
/// was reset in between, and so do those that were set.
#[test]
fn rewards_of_earlier_steps_go_away() {
    let game: AnyGame = "jump61 --size 2".parse().unwrap();
    let mut batch = game.batch(2, BatchOptions::default()).unwrap();
    let (mut masks, mut actions) = ([0; 2], [0; 2]);
    batch.legal(&mut masks);
    let mut paid = [0; 3];
    for step in 0..600 {
        let way = step % 3;
        match way {
            1 => batch.reset(Some(&[step % 2 == 0, step % 2 == 1])),
            2 => batch.set_rewards(&[0.5, -1.0]),
            _ => {}
        }
        batch.legal(&mut masks);
        batch.sample(&masks, &mut actions);
        paid[way] += batch.rewards().iter().filter(|&&reward| reward != 0.0).count();
        batch.step(&actions, Some(&mut masks));
        for (game, &reward) in (0..).zip(batch.rewards()) {
            assert_eq!(reward != 0.0, batch.ended().contains(&game), "step {step}, game {game}");
        }
    }
    assert!(paid.iter().all(|&paid| paid > 10), "{paid:?}");
}

/// With `Never` an ended game takes no action any more; with `NextStep` the next step begins anew.
#[test]
fn each_reset_keeps_its_convention() {
    let game: AnyGame = "jump61 --size 2".parse().unwrap();
    for reset in Reset::ALL {
        let mut batch = game.batch(1, BatchOptions { reset, keep_final: true, ..BatchOptions::default() }).unwrap();
        let mut mask = [0];
        batch.legal(&mut mask);
        let mut action = [0];
        while batch.ended().is_empty() {
            batch.sample(&mask, &mut action);
            batch.step(&action, Some(&mut mask));
        }
        assert!(batch.outcomes()[0].is_over());
        assert!(batch.rewards()[0] == 1.0, "in Jump61 the mover wins");
        assert_eq!(batch.final_observation(0).is_some(), reset == Reset::SameStep);
        assert_eq!(batch.numbers()[0], u64::from(reset == Reset::SameStep));
        assert_eq!(mask[0] != 0, reset == Reset::SameStep);
        let plies = batch.plies()[0];
        batch.step(&[0], Some(&mut mask));
        let (outcome, plies) = match reset {
            Reset::SameStep => (BatchOutcome::InProgress, 1),
            Reset::NextStep => (BatchOutcome::InProgress, 0),
            Reset::Never => (BatchOutcome::Illegal, plies),
            _ => panic!("{reset:?} needs its row here"),
        };
        assert_eq!((batch.outcomes()[0], batch.plies()[0]), (outcome, plies));
        assert_eq!(mask[0] != 0, reset != Reset::Never);
    }
}

/// The observations that a step keeps are those of the games that it ended, in their order.
#[test]
fn final_observations_are_those_of_the_ends() {
    const COUNT: usize = 60;
    let game: AnyGame = "connect4 --size 4".parse().unwrap();
    let [mut kept, mut over] = [Reset::SameStep, Reset::Never]
        .map(|reset| game.batch(COUNT, BatchOptions { reset, keep_final: true, ..BatchOptions::default() }).unwrap());
    let cells = kept.observation().cells();
    let (mut masks, mut actions, mut boards) = (vec![0; COUNT], vec![0; COUNT], vec![0; COUNT * cells]);
    over.legal(&mut masks);
    let mut most = 0;
    for _ in 0..20 {
        // A game that is over has no action, and takes none where it has begun anew.
        over.sample(&masks, &mut actions);
        kept.step(&actions, None);
        over.step(&actions, Some(&mut masks));
        assert_eq!(kept.ended(), over.ended());
        over.observe(&mut boards);
        let ends: Vec<&[u8]> = kept.ended().iter().map(|&game| &boards[game as usize * cells..][..cells]).collect();
        let finals: Vec<&[u8]> = (0..).map_while(|index| kept.final_observation(index)).collect();
        assert_eq!(finals, ends);
        most = most.max(ends.len());
    }
    assert!(most > 1, "several games end in one step");
}

/// The side that moved is paid for the end of its game, also when its move completes the other's
/// square; in a game for one person it is paid for the score, if that is asked for.
#[test]
fn the_side_that_moved_is_paid() {
    const COUNT: usize = 150;
    let games = ["breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap(), GameKind::Candy.samples().swap_remove(0)];
    for (game, score_rewards) in games.iter().flat_map(|game| [(game, false), (game, true)]) {
        let is_candy = game.kind() == GameKind::Candy;
        let options = BatchOptions { reset: Reset::Never, score_rewards, ..BatchOptions::default() };
        let mut batch = game.batch(COUNT, options).unwrap();
        let (mut masks, mut actions) = (vec![0; COUNT * batch.mask_words()], vec![0; COUNT]);
        let scores = |batch: &AnyBatch| (0..COUNT).map(|one| batch.playing(one).score()).collect::<Vec<_>>();
        let (mut before, mut lost, mut gained) = (scores(&batch), 0, 0);
        batch.legal(&mut masks);
        for _ in 0..40 {
            batch.sample(&masks, &mut actions);
            let movers = batch.turns().to_vec();
            batch.step(&actions, Some(&mut masks));
            let after = scores(&batch);
            for one in 0..COUNT {
                let paid = match batch.outcomes()[one] {
                    _ if is_candy && score_rewards => (after[one] - before[one]) as f32,
                    BatchOutcome::First => [1.0, -1.0][usize::from(movers[one])],
                    BatchOutcome::Second => [-1.0, 1.0][usize::from(movers[one])],
                    _ => 0.0,
                };
                assert_eq!(batch.rewards()[one], paid, "{game}, {score_rewards}");
                (lost, gained) = (lost + u32::from(paid < 0.0), gained + u32::from(paid > 1.0));
            }
            before = after;
        }
        assert_eq!((lost > 0, gained > 0), (!is_candy, is_candy && score_rewards), "{game}, {score_rewards}");
    }
}

/// A game that is loaded from its state into another batch goes on as in its own, ended or not.
#[test]
fn a_state_goes_on_in_another_batch() {
    for game in [GameKind::Jump61, GameKind::Candy].map(|kind| kind.samples().swap_remove(0)) {
        for reset in Reset::ALL {
            let options = BatchOptions { seed: 6, reset, limit: 7, ..BatchOptions::default() };
            let mut batch = game.batch(2, options).unwrap();
            let mut other = game.batch(2, options).unwrap();
            let (mut masks, mut actions) = (vec![0; 2 * batch.mask_words()], [0; 2]);
            let mut state = vec![0; batch.state_words()];
            let mut over = 0;
            for _ in 0..20 {
                batch.write_state(0, &mut state);
                other.read_state(1, &state).unwrap();
                assert_eq!(batch.outcomes()[0], other.outcomes()[1], "{game}, {reset:?}");
                batch.legal(&mut masks);
                batch.sample(&masks, &mut actions);
                // An action that is legal at the start is refused in a game that stays over.
                let action = if actions[0] == NO_ACTION { game.start().actions()[0] } else { actions[0] };
                over += u32::from(batch.outcomes()[0].is_over() || batch.outcomes()[0] == BatchOutcome::Truncated);
                batch.step(&[action, NO_ACTION], None);
                other.step(&[NO_ACTION, action], None);
                assert_eq!(batch.outcomes()[0], other.outcomes()[1], "{game}, {reset:?}");
                assert_eq!((batch.plies()[0], batch.numbers()[0]), (other.plies()[1], other.numbers()[1]), "{game}");
                assert_eq!(batch.setup(0), other.setup(1), "{game}, {reset:?}");
            }
            assert!(over > 0, "{game}, {reset:?}: no game has ended");
        }
    }
}

/// The greatest limit truncates a game, whose state can be read again and set up anew.
#[test]
fn plies_are_counted_up_to_the_greatest_limit() {
    let game = GameKind::Jump61.samples().swap_remove(0);
    let first = game.start().actions()[0];
    for reset in Reset::ALL {
        let options = BatchOptions { reset, limit: u32::MAX, ..BatchOptions::default() };
        let mut batch = game.batch(1, options).unwrap();
        let mut state = vec![0; batch.state_words()];
        batch.write_state(0, &mut state);
        state[2] |= u64::from(u32::MAX - 1);
        batch.read_state(0, &state).unwrap();
        batch.step(&[first], None);
        assert_eq!(batch.outcomes(), [BatchOutcome::Truncated], "{reset:?}");
        let plies = if reset == Reset::SameStep { 0 } else { u32::MAX };
        assert_eq!(batch.plies(), [plies], "{reset:?}");
        batch.write_state(0, &mut state);
        for other in Reset::ALL {
            let mut other = game.batch(1, BatchOptions { reset: other, ..options }).unwrap();
            other.read_state(0, &state).unwrap();
            other.step(&[first], None);
        }
        // A game that was set up goes on.
        batch.set_up(0, &game.start().setup()).unwrap();
        batch.step(&[first], None);
        let ends = reset != Reset::SameStep;
        assert_eq!(batch.outcomes()[0] == BatchOutcome::Truncated, ends, "{reset:?}");
    }
}

/// A state of a game that the batch does not have is refused, though its words would be a position.
#[test]
fn a_state_of_another_game_is_refused() {
    let [first, second] = candies(2).try_into().unwrap();
    let [small, large] = ["!!,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n", "!!!,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n"]
        .map(|tiles| AnyGame::fitz(tiles, 6, 5).unwrap());
    let [twos, threes] = ["2", "3"].map(|stick| format!("breakdown -w 4 -h 5 -k {stick} -q 2").parse().unwrap());
    for [theirs, ours] in [[twos, threes], [small, large], [first, second]] {
        let mut state = Vec::new();
        for (game, is_taken) in [(&theirs, true), (&ours, false)] {
            let mut batch = game.batch(2, BatchOptions::default()).unwrap();
            state.resize(batch.state_words(), 0);
            if is_taken {
                batch.write_state(0, &mut state);
            }
            let before = batch.clone();
            let read = batch.read_state(1, &state);
            assert_eq!(read.is_ok(), is_taken, "{game}");
            let Err(error) = read else { continue };
            assert!(matches!(error, AnyPositionError::Instance { .. }), "{error}");
            let expected = format!("expected a state of {game}, found one of another game or of other settings");
            assert_eq!((error.to_string(), batch.setup(1)), (expected, before.setup(1)));
        }
    }
}

/// A state of one pool goes on in the same instance of another, whatever the seeds; the next
/// episode is one of the other.
#[test]
fn a_state_of_a_pool_keeps_its_instance() {
    let pool = candies(5);
    // In another order, and one of them twice.
    let others: Vec<AnyGame> = pool.iter().rev().chain(&pool[..1]).cloned().collect();
    let options = BatchOptions { seed: 5, limit: 9, ..BatchOptions::default() };
    let (seed, mut drawn_apart) = (6, 0);
    let mut batch = AnyBatch::new(&pool, 20, options).unwrap();
    let mut other = AnyBatch::new(&others, 20, BatchOptions { seed, ..options }).unwrap();
    let (mut masks, mut actions) = (vec![0; 20 * batch.mask_words()], [0; 20]);
    let (mut state, mut again) = (vec![0; batch.state_words()], vec![0; batch.state_words()]);
    for _ in 0..4 {
        batch.legal(&mut masks);
        batch.sample(&masks, &mut actions);
        batch.step(&actions, None);
    }
    for game in 0..20 {
        drawn_apart += u32::from(other.playing(game).game() != batch.playing(game).game());
        batch.write_state(game, &mut state);
        other.read_state(game, &state).unwrap();
        other.write_state(game, &mut again);
        assert_eq!((&again, other.playing(game)), (&state, batch.playing(game)));
        assert_eq!(other.playing(game).game(), batch.playing(game).game());
    }
    assert!(drawn_apart > 5, "{drawn_apart}");
    let loaded = other.numbers().to_vec();
    for ply in 4..14 {
        batch.legal(&mut masks);
        batch.sample(&masks, &mut actions);
        batch.step(&actions, None);
        other.step(&actions, None);
        for (game, &first) in loaded.iter().enumerate() {
            let played = other.playing(game);
            let number = other.numbers()[game];
            let expected = if number == first {
                assert!(played == batch.playing(game), "game {game}, ply {ply}");
                batch.playing(game).game()
            } else {
                others[Generator::for_game(!seed, number).below(others.len() as u64) as usize].clone()
            };
            assert!(played.game() == expected, "game {game}, ply {ply}");
        }
    }
    assert!(other.numbers().iter().zip(&loaded).all(|(number, loaded)| number > loaded), "all episodes have ended");
}

/// A truncated game is over for its player, though not by its law.
#[test]
fn a_limit_truncates() {
    // Masks of one word and of two.
    let games = ["connect4 --size 4", "connect4 --size 9"].map(|game| AnyGame::from_str(game).unwrap());
    for (game, reset) in games.iter().flat_map(|game| Reset::ALL.map(|reset| (game, reset))) {
        let mut batch = game.batch(2, BatchOptions { reset, limit: 2, ..BatchOptions::default() }).unwrap();
        let words = batch.mask_words();
        let mut masks = vec![0; 2 * words];
        let is_stuck = |masks: &[u32], game: usize| masks[game * words..][..words].iter().all(|&word| word == 0);
        batch.step(&[0, 0], Some(&mut masks));
        batch.step(&[0, NO_ACTION], Some(&mut masks));
        assert_eq!(batch.outcomes(), [BatchOutcome::Truncated, BatchOutcome::Illegal]);
        assert_eq!((batch.ended(), batch.rewards()), (&[0][..], &[0.0; 2][..]));
        assert_eq!([0, 1].map(|game| is_stuck(&masks, game)), [reset != Reset::SameStep, false]);
        let mut alone = vec![0; 2 * words];
        batch.legal(&mut alone);
        assert_eq!(alone, masks);
        batch.step(&[1, 1], Some(&mut masks));
        let first = if reset == Reset::Never { BatchOutcome::Illegal } else { BatchOutcome::InProgress };
        assert_eq!(batch.outcomes(), [first, BatchOutcome::Truncated]);
        let stuck = [reset == Reset::Never, reset != Reset::SameStep];
        assert_eq!([0, 1].map(|game| is_stuck(&masks, game)), stuck);
    }
}

/// Games of a batch end, show their end and begin anew each by itself, whatever their place.
#[test]
fn every_game_of_a_batch_ends_by_itself() {
    const COUNT: usize = 150;
    for game in ["jump61 --size 2", "breakdown -w 4 -h 5 -k 2 -q 2", "connect4 --size 4"] {
        let game: AnyGame = game.parse().unwrap();
        let mut batch = game.batch(COUNT, BatchOptions { reset: Reset::Never, ..BatchOptions::default() }).unwrap();
        let each = batch.planes().cells();
        let (mut masks, mut actions) = (vec![0; COUNT * batch.mask_words()], vec![0; COUNT]);
        let mut is_over = [false; COUNT];
        batch.legal(&mut masks);
        while is_over.contains(&false) {
            batch.sample(&masks, &mut actions);
            let (mut finals, mut planes) = (vec![9; COUNT * each], vec![9; COUNT * each]);
            batch.step_keeping(&actions, Some(&mut masks), Some(PlanesMut::Cells(&mut finals)));
            batch.observe_planes(PlanesMut::Cells(&mut planes));
            let mut ended = Vec::new();
            for (one, is_over) in is_over.iter_mut().enumerate() {
                let ends = batch.outcomes()[one].is_over();
                let is_final = finals[one * each..][..each] == planes[one * each..][..each];
                assert!(
                    is_final == ends && (ends || finals[one * each..][..each].iter().all(|&cell| cell == 9)),
                    "{game}"
                );
                ended.extend(ends.then_some(one as u32));
                *is_over |= ends;
            }
            assert_eq!(batch.ended(), ended, "{game}");
            assert_eq!(batch.episodes(), is_over.iter().filter(|&&is_over| is_over).count() as u64, "{game}");
        }
        // A random game from a position without a move is over at once.
        let mut outcomes = [BatchOutcome::Illegal; COUNT];
        batch.playout(100, &mut outcomes);
        for (one, outcome) in outcomes.into_iter().enumerate() {
            assert_eq!(outcome, batch.playing(one).outcome().into(), "{game}");
        }
        let which: Vec<bool> = (0..COUNT).map(|one| one % 3 == 0).collect();
        batch.reset(Some(&which));
        batch.legal(&mut masks);
        for (mask, &which) in masks.chunks(batch.mask_words()).zip(&which) {
            assert_eq!(mask.iter().any(|&word| word != 0), which, "{game}");
        }
        batch.sample(&masks, &mut actions);
        batch.step(&actions, None);
        for (outcome, &which) in batch.outcomes().iter().zip(&which) {
            assert_eq!(*outcome == BatchOutcome::Illegal, !which, "{game}");
        }
    }
}

/// Games with content draw their instances with the seed, and every instance is drawn.
#[test]
fn a_pool_of_instances_is_drawn_from() {
    let pool = candies(4);
    let options = BatchOptions { seed: 5, limit: 4, ..BatchOptions::default() };
    let run = || {
        let mut batch = AnyBatch::new(&pool, 6, options).unwrap();
        let mut masks = vec![0; 6 * batch.mask_words()];
        let mut actions = vec![0; 6];
        let mut seen = Vec::new();
        batch.legal(&mut masks);
        for _ in 0..40 {
            batch.sample(&masks, &mut actions);
            batch.step(&actions, Some(&mut masks));
            for game in 0..6 {
                // By a generator apart from that of the moves.
                let drawn = Generator::for_game(!options.seed, batch.numbers()[game]).below(pool.len() as u64);
                assert_eq!(batch.playing(game).game(), pool[drawn as usize]);
                seen.push(batch.playing(game).game());
            }
        }
        (seen, batch.setup(3))
    };
    assert_eq!(run(), run());
    assert!(pool.iter().all(|game| run().0.contains(game)));
    // Other actions, and as many actions on a board of another shape.
    for pair in [[(5, 5), (5, 6)], [(6, 5), (5, 6)]] {
        let pair = pair.map(|(columns, rows)| Instance::from(NewGame::new(columns, rows).make().unwrap()).into());
        let error = AnyBatch::new(&pair, 6, options).unwrap_err();
        assert!(matches!(error, BatchError::Unlike { .. }), "{error}");
    }
    // Other planes on the same board: a color more, and a state more.
    let instances = [(4, 1), (5, 1), (4, 2)].map(|(colors, state)| {
        let game = NewGame { colors, state, ..NewGame::new(5, 5) };
        AnyGame::from(Instance::from(game.make().unwrap()))
    });
    for other in &instances[1..] {
        let error = AnyBatch::new(&[instances[0].clone(), other.clone()], 6, options).unwrap_err();
        assert!(matches!(error, BatchError::Unlike { .. }), "{error}");
    }
}

/// A batch that gets another seed goes on as one that was made with it, whatever it has played.
#[test]
fn a_batch_with_another_seed_is_one_made_with_it() {
    const COUNT: usize = 6;
    fn play(batch: &mut AnyBatch) {
        let (mut masks, mut actions) = (vec![0; COUNT * batch.mask_words()], [0; COUNT]);
        batch.legal(&mut masks);
        batch.sample(&masks, &mut actions);
        batch.step(&actions, None);
    }
    let states = |batch: &AnyBatch| {
        let mut states = vec![vec![0; batch.state_words()]; COUNT];
        states.iter_mut().enumerate().for_each(|(game, state)| batch.write_state(game, state));
        (states, batch.outcomes().to_vec(), batch.episodes())
    };
    for pool in [candies(4), vec![AnyGame::from_str("connect4 --size 4").unwrap()]] {
        for reset in Reset::ALL {
            let options = BatchOptions { seed: 5, reset, limit: 9, ..BatchOptions::default() };
            let mut batch = AnyBatch::new(&pool, COUNT, options).unwrap();
            for seed in [7, 5] {
                (0..30).for_each(|_| play(&mut batch));
                batch.reseed(seed);
                let mut other = AnyBatch::new(&pool, COUNT, BatchOptions { seed, ..options }).unwrap();
                for _ in 0..30 {
                    assert_eq!(states(&batch), states(&other), "{}, {reset:?}", pool[0]);
                    play(&mut batch);
                    play(&mut other);
                }
            }
        }
    }
}

/// A game that is set up where it has ended goes on, and the others stay ended.
#[test]
fn a_game_that_is_set_up_anew_goes_on_alone() {
    let game: AnyGame = "jump61 --size 2".parse().unwrap();
    let mut batch = game.batch(3, BatchOptions { reset: Reset::Never, ..BatchOptions::default() }).unwrap();
    let (start, mut masks, mut actions) = (batch.setup(1), [0; 3], [0; 3]);
    batch.legal(&mut masks);
    while masks != [0; 3] {
        batch.sample(&masks, &mut actions);
        batch.step(&actions, Some(&mut masks));
    }
    batch.set_up(1, &start).unwrap();
    batch.legal(&mut masks);
    assert_eq!(masks.map(|mask| mask != 0), [false, true, false]);
    let first = game.start().actions()[0];
    batch.step(&[first; 3], Some(&mut masks));
    assert_eq!(batch.outcomes(), [BatchOutcome::Illegal, BatchOutcome::InProgress, BatchOutcome::Illegal]);
    assert_eq!(masks.map(|mask| mask != 0), [false, true, false]);
}

#[test]
fn impossible_batches_are_errors() {
    let game: AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
    let options = BatchOptions::default();
    assert_eq!(AnyBatch::new(&[], 1, options).unwrap_err(), BatchError::NoInstance);
    assert_eq!(game.batch(1, BatchOptions { limit: 0, ..options }).unwrap_err(), BatchError::NoPly);
    assert!(matches!(game.batch(usize::MAX / 8, options).unwrap_err(), BatchError::TooLarge { .. }));
    let floats = game.observation().one_hot() * game.observation().squares();
    let games = isize::MAX as usize / (4 * floats) + 1;
    assert!(matches!(game.batch(games, options).unwrap_err(), BatchError::TooLarge { .. }));
    // The number of a game is a `u32`.
    #[cfg(target_pointer_width = "64")]
    assert!(matches!(game.batch(1 << 32, options).unwrap_err(), BatchError::TooLarge { .. }));
    let other = "breakdown -w 5 -h 5 -k 2 -q 2".parse().unwrap();
    assert!(matches!(AnyBatch::new(&[game.clone(), other], 1, options).unwrap_err(), BatchError::Unlike { .. }));
    let none = game.batch(0, options).unwrap();
    assert_eq!((none.games(), none.outcomes().len()), (0, 0));
}
