//! Batches of every game against the reference, one game at a time, at every level.

mod in_parallel;
mod properties;

use gridlaw::batch::{Batch, BatchOutcome};
use gridlaw::batching::{AnyBatch, BatchOptions, Reset};
use gridlaw::conformance::batches::{self, Lockstep};
use gridlaw::games::Engine;
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::level::Level;
use gridlaw::planes::{Planes, PlanesMut};
use gridlaw::rng::Generator;
use gridlaw::{AnyGame, GameKind};
use properties::{Property, batch};
use quickcheck::TestResult;
use quickcheck_macros::quickcheck;

/// Every size at the edge of a batch's own form, and its neighbors without one.
fn games() -> Vec<AnyGame> {
    let parse = |text: String| text.parse().unwrap();
    let breakdown = [
        (4, 5, 2, 2),
        (8, 8, 3, 3),
        (8, 8, 1, 4),
        (1, 1, 1, 1),
        (8, 1, 2, 1),
        (4, 2, 3, 3),
        (7, 3, 9, 2),
        (2, 6, 2, 9),
        (5, 5, 1, 2),
        (9, 4, 2, 2),
        (12, 10, 3, 3),
        (12, 10, 13, 3),
        (32, 32, 3, 3),
        (33, 2, 4, 2),
        (3, 64, 2, 2),
        (62, 62, 5, 3),
        (64, 9, 3, 3),
        (65, 3, 2, 2),
    ];
    let breakdown = breakdown.into_iter().map(|(w, h, k, q)| parse(format!("breakdown -w {w} -h {h} -k {k} -q {q}")));
    let connect4 = (4..=10).map(|size| parse(format!("connect4 --size {size}")));
    let jump61 = (2..=10).map(|size| parse(format!("jump61 --size {size}")));
    let candy =
        [(3, 7, 4, 5, 2), (8, 3, 8, 1, 3), (1, 8, 2, 90, 1), (7, 8, 5, 13, 3), (8, 8, 9, 50, 1), (4, 4, 4, 50, 4)];
    let candy = candy.into_iter().map(|(columns, rows, colors, extension_rows, state)| {
        let new = NewGame { columns, rows, colors, extension_rows, state, id: 1 };
        Instance::from(new.make().unwrap()).into()
    });
    let rest = [GameKind::Candy, GameKind::Fitz].into_iter().flat_map(GameKind::samples);
    breakdown.chain(connect4).chain(jump61).chain(candy).chain(rest).collect()
}

/// Compares the fast batch with the batch on the naive engine, step by step.
fn hold_against_reference(pool: &[AnyGame], count: usize, steps: u32, options: BatchOptions, level: Level) {
    let [fast, naive] = batch::both(pool, count, options, level);
    let checked = batches::check(fast, naive, steps, 11);
    assert_eq!(checked, Ok(u64::from(steps) * count as u64), "{} at {level}, {options:?}", pool[0]);
}

#[test]
fn batches_are_the_reference_step_by_step() {
    for_every_game(&|game| hold_with_options(game, Reset::SameStep, Level::best()));
}

#[test]
#[ignore = "takes 15 s; .ci/run runs it: `cargo test -p gridlaw --features json --test batches -- --ignored`"]
fn batches_with_every_reset_and_at_every_level_are_the_reference_step_by_step() {
    for_every_game(&|game| {
        for reset in Reset::ALL.into_iter().filter(|&reset| reset != Reset::SameStep) {
            hold_with_options(game, reset, Level::best());
        }
        for level in Level::available().filter(|&level| level != Level::best()) {
            hold_with_options(game, Reset::SameStep, level);
        }
    });
}

/// Calls `act` with every game, on two threads.
fn for_every_game(act: &(dyn Fn(&AnyGame) + Sync)) {
    in_parallel::for_each(games(), |game| act(&game));
}

/// Compares batches of one game with the naive engine.
fn hold_with_options(game: &AnyGame, reset: Reset, level: Level) {
    // A whole chunk of lanes and a part of one. Few games of a large board: the reference is slow
    // there.
    let (count, steps) = if game.observation().cells() > 300 { (3, 50) } else { (70, 80) };
    let options = BatchOptions { seed: 3, reset, limit: 45, keep_final: true, score_rewards: true };
    hold_against_reference(core::slice::from_ref(game), count, steps, options, level);
}

/// Bytes that make no batch are not a trial of a property.
fn holds(property: Property, bytes: &[u8]) -> TestResult {
    if properties::reaches(property, bytes) { TestResult::passed() } else { TestResult::discard() }
}

#[quickcheck]
fn any_batch_of_breakdown_is_the_reference(bytes: Vec<u8>) -> TestResult {
    holds(batch::breakdown, &bytes)
}

#[quickcheck]
fn any_batch_of_connect4_is_the_reference(bytes: Vec<u8>) -> TestResult {
    holds(batch::connect4, &bytes)
}

#[quickcheck]
fn any_batch_of_jump61_is_the_reference(bytes: Vec<u8>) -> TestResult {
    holds(batch::jump61, &bytes)
}

#[quickcheck]
fn any_batch_of_candy_is_the_reference(bytes: Vec<u8>) -> TestResult {
    holds(batch::candy, &bytes)
}

#[quickcheck]
fn any_batch_of_fitz_is_the_reference(bytes: Vec<u8>) -> TestResult {
    holds(batch::fitz, &bytes)
}

/// Both engines refuse a state with one changed bit, or both go on alike: spare bits, invalid
/// colors, generators, counts.
#[test]
fn every_bit_of_a_state_is_read_alike() {
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 70) {
        let options = BatchOptions { seed: 4, ..BatchOptions::default() };
        let [fast, naive] = batch::both(core::slice::from_ref(&game), 2, options, Level::best());
        let mut pair = Lockstep::new(fast, naive).unwrap();
        let mut held = 0;
        for _ in 0..3 {
            (0..2).for_each(|_| pair.step(|_| ()).unwrap());
            let mut state = vec![0; pair.fast().state_words()];
            pair.fast().write_state(1, &mut state);
            for (index, &word) in state.iter().enumerate() {
                for bit in 0..u64::BITS {
                    pair.set_word(1, index, word ^ 1 << bit).unwrap_or_else(|difference| {
                        panic!("{game}, word {index}, bit {bit}: {difference}");
                    });
                    let mut found = vec![0; state.len()];
                    pair.fast().write_state(1, &mut found);
                    held += u32::from(found != state);
                    pair.set_word(1, index, word).unwrap();
                }
            }
        }
        assert!(held > 0, "{game} has no other state");
    }
}

/// On a board of one color no settling ends, and every swap is legal; on those of two some do.
#[test]
fn a_batch_plays_on_after_settlings_without_end() {
    let two = |columns, extension_rows, state, id| NewGame { columns, rows: 4, colors: 2, extension_rows, state, id };
    for new in
        [NewGame { colors: 1, state: 3, ..NewGame::new(3, 4) }, two(4, 8, 3, 0), two(4, 9, 1, 11), two(3, 9, 3, 9)]
    {
        let game = Instance::from(new.make().unwrap()).into();
        for level in Level::available() {
            let options = BatchOptions { limit: 6, ..BatchOptions::default() };
            // One after the other, and side by side.
            for (count, steps) in [(2, 9), (17, 2)] {
                hold_against_reference(core::slice::from_ref(&game), count, steps, options, level);
            }
        }
    }
}

/// Scores, moves and offsets at their end: the greatest numbers in every word of a state that can
/// hold them.
#[test]
fn a_batch_counts_beyond_the_end_of_its_numbers() {
    const COUNT: usize = 11;
    let new = NewGame { extension_rows: 9, ..NewGame::new(6, 7) };
    let game: AnyGame = Instance::from(new.make().unwrap()).into();
    for level in Level::available() {
        let [fast, naive] = batch::both(core::slice::from_ref(&game), COUNT, BatchOptions::default(), level);
        let mut pair = Lockstep::new(fast, naive).unwrap();
        let mut held = 0;
        for index in 0..pair.fast().state_words() {
            let (mut before, mut after) = (vec![0; pair.fast().state_words()], vec![0; pair.fast().state_words()]);
            for one in 0..COUNT {
                pair.fast().write_state(one, &mut before);
                pair.set_word(one, index, u64::MAX - one as u64 % 3).unwrap();
                pair.fast().write_state(one, &mut after);
                held += usize::from(before != after);
            }
            (0..3).for_each(|_| pair.step(|_| ()).unwrap());
            (0..COUNT).for_each(|one| pair.move_state(one, one).unwrap());
        }
        // Of the moves, the score and six offsets.
        assert!(held >= 8 * COUNT, "{held} at {level}");
    }
}

/// Boards of Breakdown fall a few at once: here more call in one step than that, and in the next
/// step only some of them.
#[test]
fn boards_of_many_callers_fall() {
    let game: AnyGame = "breakdown -w 7 -h 6 -k 3 -q 3".parse().unwrap();
    let call = game.action_count() - 1;
    for level in Level::available() {
        let options = BatchOptions { seed: 8, ..BatchOptions::default() };
        let [fast, naive] = batch::both(core::slice::from_ref(&game), 150, options, level);
        let mut pair = Lockstep::new(fast, naive).unwrap();
        for step in 0..40 {
            let mut number = 0;
            let played = pair.step(|action| {
                number += 1;
                if step % 4 == 2 || step % 4 == 3 && number % 3 == 0 {
                    *action = call;
                }
            });
            played.unwrap_or_else(|difference| panic!("step {step} at {level}: {difference}"));
        }
    }
}

/// The numbers behind the last action are no actions, wherever the games stand.
#[test]
fn numbers_behind_the_last_action_are_illegal() {
    for_every_game(&|game| {
        let numbers: Vec<u32> = (game.action_count()..).take(150).chain([1 << 16, u32::MAX]).collect();
        let mut batch = game.batch(numbers.len(), BatchOptions::default()).unwrap();
        let (mut masks, mut actions) = (vec![0; numbers.len() * batch.mask_words()], numbers.clone());
        batch.legal(&mut masks);
        for _ in 0..12 {
            batch.step(&numbers, None);
            assert!(batch.outcomes().iter().all(|&outcome| outcome == BatchOutcome::Illegal), "{game}");
            batch.sample(&masks, &mut actions);
            batch.step(&actions, Some(&mut masks));
        }
    });
}

/// Planes in their three forms say the same, at every level, and as one game in hand does. Where
/// the game has no planes of its own they are the one-hot form, perhaps with names of their own.
#[test]
fn planes_agree_in_every_form() {
    const COUNT: usize = 300;
    for game in games().into_iter().filter(|game| game.observation().cells() < 400) {
        for level in Level::available() {
            let pool = core::slice::from_ref(&game);
            let mut batch = AnyBatch::on(pool, COUNT, BatchOptions::default(), Engine::Fast, level).unwrap();
            let shape = batch.planes().clone();
            let mut masks = vec![0; COUNT * batch.mask_words()];
            let (mut cells, mut actions) = (vec![9; COUNT * shape.cells()], vec![0; COUNT]);
            let (mut floats, mut bits) = (vec![0.5; COUNT * shape.cells()], vec![0xaa; COUNT * shape.bytes()]);
            batch.legal(&mut masks);
            for _ in 0..15 {
                batch.sample(&masks, &mut actions);
                batch.step(&actions, Some(&mut masks));
            }
            batch.observe_planes(PlanesMut::Cells(&mut cells));
            batch.observe_planes(PlanesMut::Floats(&mut floats));
            batch.observe_planes(PlanesMut::Bits(&mut bits));
            assert!(cells.iter().zip(&floats).all(|(&cell, &float)| cell < 2 && f32::from(cell) == float), "{game}");
            let mut expected = Vec::new();
            for row in cells.chunks(shape.cols) {
                let bit = |cells: &[u8]| cells.iter().rev().fold(0, |bits, cell| bits << 1 | cell);
                expected.extend(row.chunks(8).map(bit));
            }
            assert_eq!(bits, expected, "{game}");
            let mut alone = vec![9; shape.cells()];
            for (one, cells) in cells.chunks(shape.cells()).enumerate().step_by(71) {
                batch.playing(one).write_planes(PlanesMut::Cells(&mut alone));
                assert_eq!(alone, cells, "{game}");
            }
            if ![GameKind::Jump61, GameKind::Fitz].contains(&game.kind()) {
                let names: Vec<_> = shape.planes.iter().map(|plane| plane.name).collect();
                assert_eq!(shape, Planes::one_hot(batch.observation()).named(&names), "{game}");
                let mut ones = vec![0.5; COUNT * shape.cells()];
                batch.observe_one_hot(&mut ones);
                assert_eq!(ones, floats, "{game}");
            }
        }
    }
}

/// Random games from any position end by the law, as on the reference, and leave the batch as it
/// was, but for the generators.
#[test]
fn playouts_end_every_game() {
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 200) {
        let options = BatchOptions { seed: 2, ..BatchOptions::default() };
        let [fast, naive] = batch::both(core::slice::from_ref(&game), 40, options, Level::best()).map(|mut batch| {
            let setups: Vec<String> = (0..40).map(|one| batch.setup(one)).collect();
            let mut outcomes = [BatchOutcome::Illegal; 40];
            batch.playout(400, &mut outcomes);
            assert!((0..40).all(|one| batch.setup(one) == setups[one]), "{game}");
            let mut states = vec![0; 40 * batch.state_words()];
            for (one, state) in states.chunks_mut(batch.state_words()).enumerate() {
                batch.write_state(one, state);
            }
            (outcomes, states)
        });
        assert_eq!(fast, naive, "{game}");
        let outcomes = fast.0;
        assert!(outcomes.iter().all(|outcome| outcome.is_over() || *outcome == BatchOutcome::Truncated), "{game}");
        // The first game's generator is that of the first random game.
        let mut line = String::new();
        game.start().random_record(2, 0, &mut line);
        let end = game.record(&line).unwrap();
        let expected = if end.is_over() { end.outcome().into() } else { BatchOutcome::Truncated };
        assert_eq!(outcomes[0], expected, "{game}");
    }
}

/// Games of Candy with other boards and extensions side by side, also shorter than the board.
#[test]
fn a_pool_of_candy_is_the_reference_step_by_step() {
    let pool = [3, 40, 9].map(|extension_rows| {
        let new = NewGame { extension_rows, id: extension_rows, ..NewGame::new(6, 5) };
        AnyGame::from(Instance::from(new.make().unwrap()))
    });
    for level in Level::available() {
        for reset in Reset::ALL {
            let options = BatchOptions { seed: 8, reset, limit: 9, keep_final: true, ..BatchOptions::default() };
            hold_against_reference(&pool, 37, 25, options, level);
        }
    }
}

/// Games of Fitz with other tiles, and other numbers of them, side by side.
#[test]
fn a_pool_of_tiles_is_the_reference_step_by_step() {
    let tiles = [
        gridlaw::games::fitz::SAMPLE_TILES,
        ",,,,,\n,!,,,\n,,,,,\n,,,!,\n,,,,,\n",
        "!!!!!\n!!!!!\n!!!!!\n,,,,,\n,,,,,\n\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n\n,,,,,\n,,!,,\n,!!!,\n,,,,,\n,,,,,\n",
    ];
    let few = tiles.map(|tiles| AnyGame::fitz(tiles, 7, 6).unwrap());
    // With nine tiles a game's moves are not kept, nor those of the games beside it.
    let many = AnyGame::fitz(&[tiles[1]; 9].join("\n"), 7, 6).unwrap();
    let mixed = [few[0].clone(), many];
    for level in Level::available() {
        for (pool, reset) in [&few[..], &mixed].into_iter().flat_map(|pool| Reset::ALL.map(|reset| (pool, reset))) {
            let options = BatchOptions { seed: 8, reset, limit: 45, keep_final: true, ..BatchOptions::default() };
            hold_against_reference(pool, 19, 70, options, level);
        }
    }
}

/// An [`AnyBatch`] answers alike without a form of its own, and gives an ended game no action: only
/// here it shows that there is such a form, and that the form, too, keeps to the end.
#[test]
fn boards_up_to_eight_by_eight_have_their_own_form() {
    const COUNT: usize = 1000;
    let is_small = |game: &AnyGame| game.observation().rows.max(game.observation().cols) <= 8;
    for game in AnyGame::samples().into_iter().filter(is_small) {
        let on = |games, engine| {
            let pool = core::slice::from_ref(&game);
            AnyBatch::on(pool, games, BatchOptions::default(), engine, Level::best()).unwrap()
        };
        // Only a form of its own has words for planes.
        let _ = on(1, Engine::Naive).map_batch(|batch| {
            assert!(!batch.plane_words(0, &mut []), "{game}");
            batch
        });
        let _ = on(COUNT, Engine::Fast).map_batch(|mut batch| {
            assert!(batch.plane_words(0, &mut []), "{game}");
            check_ends(&game, &mut *batch, COUNT);
            batch
        });
    }
}

/// A batch is stepped whole, and a copy in parts that begin and end anywhere.
#[test]
fn parts_of_a_batch_are_stepped_as_the_whole() {
    const COUNT: usize = 4500;
    let parts = [0..5, 5..90, 90..91, 91..2200, 2200..2201, 2201..COUNT];
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 200) {
        let (words, each) = (game.action_count().div_ceil(32) as usize, game.observation().cells());
        let _ = game.batch(COUNT, BatchOptions::default()).unwrap().map_batch(|mut whole| {
            let mut part = whole.copy();
            let (mut masks, mut random) = (vec![0_u32; COUNT * words], Generator::for_game(4, 4));
            let mut outcomes = [(); 2].map(|()| vec![BatchOutcome::InProgress; COUNT]);
            whole.legal(0, &mut masks);
            for _ in 0..4 {
                // The lowest or the highest action of a mask, which is empty after the end.
                let actions: Vec<u32> = (masks.chunks(words))
                    .map(|mask| {
                        let mut legal =
                            (0..game.action_count()).filter(|&bit| mask[bit as usize / 32] >> (bit % 32) & 1 != 0);
                        (if random.below(2) == 0 { legal.next() } else { legal.next_back() }).unwrap_or(0)
                    })
                    .collect();
                whole.step(0, &actions, &mut outcomes[0], Some(&mut masks));
                for games in parts.clone() {
                    let count = games.len();
                    let (mut found, mut asked) = (vec![7; count * words], vec![7; count * words]);
                    part.step(games.start, &actions[games.clone()], &mut outcomes[1][games.clone()], Some(&mut found));
                    part.legal(games.start, &mut asked);
                    assert_eq!(found, masks[games.start * words..games.end * words], "{game}: masks of {games:?}");
                    assert_eq!(asked, found, "{game}: legal actions of {games:?}");
                    let mut cells = [(); 2].map(|()| vec![9; count * each]);
                    whole.observe(games.start, &mut cells[0]);
                    part.observe(games.start, &mut cells[1]);
                    assert!(cells[0] == cells[1], "{game}: observations of {games:?}");
                }
                assert!(outcomes[0] == outcomes[1], "{game}: outcomes");
            }
            whole
        });
    }
}

/// Steps a batch until most games have ended, with an action in every game that has ended.
fn check_ends(game: &AnyGame, batch: &mut dyn Batch, count: usize) {
    let words = game.action_count().div_ceil(32) as usize;
    let (mut masks, mut start) = (vec![0; count * words], vec![0; words]);
    let (mut outcomes, mut is_over) = (vec![BatchOutcome::InProgress; count], vec![false; count]);
    let mut random = Generator::for_game(3, 9);
    batch.legal(0, &mut start);
    batch.legal(0, &mut masks);
    for _ in 0..120 {
        let actions: Vec<u32> = (masks.chunks(words).zip(&is_over))
            .map(|(mask, &is_over)| {
                let bits = if is_over { &*start } else { mask };
                let is_legal = |action: &u32| bits[*action as usize / 32] >> (action % 32) & 1 != 0;
                let legal: Vec<u32> = (0..game.action_count()).filter(is_legal).collect();
                *random.pick(&legal)
            })
            .collect();
        batch.step(0, &actions, &mut outcomes, Some(&mut masks));
        for ((outcome, is_over), mask) in outcomes.iter().zip(&mut is_over).zip(masks.chunks(words)) {
            assert_eq!(*is_over, *outcome == BatchOutcome::Illegal, "{game}");
            *is_over |= outcome.is_over();
            assert_eq!(*is_over, mask.iter().all(|&word| word == 0), "{game}");
        }
    }
    // An index beyond the instances counts as the last.
    batch.restart(7, 1);
    batch.legal(0, &mut masks);
    assert_eq!(masks[7 * words..][..words], start, "{game}");
    assert!(is_over.contains(&true) || game.kind().players() == 1, "{game}");
}
