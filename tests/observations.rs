//! What a batch shows of its games: observations and planes in each of their forms.

use gridlaw::batching::BatchOptions;
use gridlaw::planes::{Planes, PlanesMut};
use gridlaw::{AnyGame, Side};

/// Observations in their three forms say the same.
#[test]
fn observations_agree_in_every_form() {
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 2000) {
        let mut batch = game.batch(9, BatchOptions::default()).unwrap();
        let shape = batch.observation().clone();
        let mut masks = vec![0; 9 * batch.mask_words()];
        let (mut cells, mut actions) = (vec![0; 9 * shape.cells()], vec![0; 9]);
        let mut ones = vec![0.5; 9 * shape.one_hot() * shape.squares()];
        let mut bits = vec![7; 9 * shape.words()];
        batch.legal(&mut masks);
        for _ in 0..12 {
            batch.sample(&masks, &mut actions);
            batch.step(&actions, Some(&mut masks));
            batch.observe(&mut cells);
            batch.observe_one_hot(&mut ones);
            batch.observe_bits(&mut bits);
            for one in 0..9 {
                let cells = &cells[one * shape.cells()..][..shape.cells()];
                let mut alone = vec![0; shape.cells()];
                batch.playing(one).observe(&mut alone);
                assert_eq!(alone, cells, "{game}");
                let mut expected = Vec::new();
                for (plane, cells) in shape.planes.iter().zip(cells.chunks(shape.squares())) {
                    for value in plane.first..=plane.last {
                        expected.extend(cells.iter().map(|&cell| f32::from(u8::from(cell == value))));
                    }
                }
                assert_eq!(ones[one * expected.len()..][..expected.len()], expected, "{game}");
                let bit = |index: usize| bits[one * shape.words() + index / 32] >> (index % 32) & 1;
                assert!((0..expected.len()).all(|index| bit(index) as f32 == expected[index]), "{game}");
            }
        }
    }
}

/// Planes of more games than a buffer holds are those of each game, whatever was in the arrays.
#[test]
fn planes_of_a_batch_are_those_of_its_games() {
    for game in AnyGame::samples().into_iter().filter(|game| game.planes().cells() < 2000) {
        let games = 90;
        let mut batch = game.batch(games, BatchOptions::default()).unwrap();
        let each = batch.planes().cells();
        let mut masks = vec![0; games * batch.mask_words()];
        let (mut cells, mut floats) = (vec![7; games * each], vec![0.5; games * each]);
        let mut actions = vec![0; games];
        batch.legal(&mut masks);
        for _ in 0..6 {
            batch.sample(&masks, &mut actions);
            batch.step(&actions, Some(&mut masks));
            batch.observe_planes(PlanesMut::Cells(&mut cells));
            batch.observe_planes(PlanesMut::Floats(&mut floats));
            let mut alone = vec![7; each];
            for (one, found) in cells.chunks(each).enumerate() {
                batch.playing(one).write_planes(PlanesMut::Cells(&mut alone));
                assert_eq!(alone, found, "{game}, game {one}");
            }
            assert!(cells.iter().zip(&floats).all(|(&cell, &float)| f32::from(cell) == float), "{game}");
        }
    }
}

/// Where a plane is of one kind of piece, its name says of which.
#[test]
fn planes_of_pieces_have_names_of_their_own() {
    for (game, names) in [
        ("breakdown -w 4 -h 5 -k 2 -q 2", &["mine", "theirs"][..]),
        ("connect4 --size 5", &["mine", "theirs", "fixed"]),
        ("jump61 --size 3", &["mine", "theirs", "two spots", "three spots", "four spots"]),
    ] {
        let game: AnyGame = game.parse().unwrap();
        let found: Vec<_> = game.planes().planes.iter().map(|plane| plane.name).collect();
        assert_eq!(found, names, "{game}");
    }
}

/// Observations of boards that are larger than the buffers of few games.
#[test]
fn a_large_board_is_observed_in_every_form() {
    let game: AnyGame = "breakdown -w 65 -h 64 -k 2 -q 2".parse().unwrap();
    let mut batch = game.batch(2, BatchOptions::default()).unwrap();
    let shape = batch.planes().clone();
    assert_eq!(shape, Planes::one_hot(batch.observation()).named(&["mine", "theirs"]));
    for col in 0..9 {
        batch.step(&[col, 2 * col], None);
        let (mut ones, mut planes) = (vec![0.5; 2 * shape.cells()], vec![0.5; 2 * shape.cells()]);
        batch.observe_one_hot(&mut ones);
        batch.observe_planes(PlanesMut::Floats(&mut planes));
        assert_eq!(ones, planes);
        for (one, planes) in planes.chunks(shape.cells()).enumerate() {
            let mut alone = vec![0.5; shape.cells()];
            batch.playing(one).write_planes(PlanesMut::Floats(&mut alone));
            assert_eq!(alone, planes);
        }
    }
}

/// Jump61's planes count spots, and Fitz's show the next tiles.
#[test]
fn games_with_planes_of_their_own_show_what_they_say() {
    let game: AnyGame = "jump61 --size 3".parse().unwrap();
    let playing = game.position("1- 2r 1-/3b 4r 1-/1- 1- 1b").unwrap();
    let mut cells = [9; 45];
    playing.write_planes(PlanesMut::Cells(&mut cells));
    let rows = |plane: usize| core::array::from_fn(|square| cells[9 * plane + square]);
    let (red, blue): ([u8; 9], [u8; 9]) = ([0, 1, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 1]);
    let is_red = playing.turn() == Side::First;
    assert_eq!([rows(0), rows(1)], if is_red { [red, blue] } else { [blue, red] });
    assert_eq!(rows(2), [0, 1, 0, 1, 1, 0, 0, 0, 0]);
    assert_eq!(rows(3), [0, 0, 0, 1, 1, 0, 0, 0, 0]);
    assert_eq!(rows(4), [0, 0, 0, 0, 1, 0, 0, 0, 0]);

    let game = AnyGame::fitz(",,,,,\n,!!,,\n,,,,,\n,,,,,\n,,,,,\n\n!,,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n", 2, 6).unwrap();
    let mut cells = [9; 120];
    let playing = game.position("*5/#5 # 1").unwrap();
    playing.write_planes(PlanesMut::Cells(&mut cells));
    let ones: Vec<usize> = (0..120).filter(|&cell| cells[cell] == 1).collect();
    assert_eq!(ones, [6, 30, 60, 97, 98], "mine below theirs; tile 1, and tile 0 again");
}
