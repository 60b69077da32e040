//! What a batch shows of its games: observations and planes in each of their forms.

use gridlaw::batching::BatchOptions;
use gridlaw::cell::Pos;
use gridlaw::games::candy::{Definition, Instance, Table};
use gridlaw::games::{GameParameters, fitz};
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
    assert!(PlanesMut::Bits(&mut []).is_empty() && !PlanesMut::Floats(&mut [0.0]).is_empty());
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
    let mut used = [9; 120];
    let tiles = fitz::files::read_tiles(game.content().unwrap().as_bytes()).unwrap();
    fitz::Parameters::new(2, 6, tiles).unwrap().plane_bytes(&playing.setup_as().unwrap(), &mut used);
    assert_eq!(used, cells, "every byte is written");
}

/// Candy's planes of bytes are its colors, its states, and the colors that come next.
#[test]
fn candy_shows_its_colors_its_states_and_what_comes_next() {
    let extension = Table { rows: 5, columns: 2, data: vec![0, 1, 2, 0, 1, 2, 0, 1, 2, 0] };
    let states = Table { rows: 2, columns: 2, data: vec![3, 1, 1, 0] };
    let definition = Definition::new(1, extension.clone(), states, 3).unwrap();
    let game = AnyGame::from(Instance::from(definition));
    let planes =
        game.observation().planes.iter().map(|plane| (plane.name, plane.first, plane.last)).collect::<Vec<_>>();
    assert_eq!(planes, [("colors", 0, 2), ("states", 1, 3), ("next", 0, 2)]);
    // Offsets are unwrapped numbers of 64 bits (K4): 2^64 - 1 is a multiple of 5.
    let playing = game.position("0 3,18446744073709551615 0,1/2,0 3,1/1,0 0").unwrap();
    let mut cells = [9; 12];
    playing.observe(&mut cells);
    assert_eq!(cells[..8], [0, 1, 2, 0, 3, 1, 1, 0]);
    let next = [(3, 0), (0, 1), (4, 0), (1, 1)].map(|(row, col)| extension.at(Pos::new(row, col)) as u8);
    assert_eq!(cells[8..], next);
}

/// The values of Fitz's plane of tiles are the numbers of its tiles.
#[test]
fn fitz_has_a_value_for_each_tile() {
    for (count, last) in [(1, 0), (2, 1), (7, 6), (256, 255), (300, 255)] {
        let tiles = vec![",,,,,\n,,,,,\n,,!,,\n,,,,,\n,,,,,\n"; count].join("\n");
        let planes = AnyGame::fitz(&tiles, 3, 3).unwrap().observation().planes;
        assert_eq!((planes[1].name, planes[1].first, planes[1].last), ("tile", 0, last), "{count} tiles");
    }
}
