//! Every documented panic happens, and valid calls next to it do not panic: slices one too short or
//! too long, squares beyond the right edge, which would be the next row's in a row-major array.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gridlaw::batch::{Batch, BatchOutcome, NO_ACTION};
use gridlaw::batching::{AnyBatch, BatchOptions};
use gridlaw::board::{Empties, Layout, PackedBoard, Polyomino, Stamp, from_literal, symmetry};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::conformance::batches::{self, Lockstep};
use gridlaw::games::breakdown::{BoardFacts, Boards};
use gridlaw::games::candy::{Fall, Firing, State, Step, Table, Template};
use gridlaw::games::fitz::{self, Fitz, FitzRules, NaiveFitz, Tile};
use gridlaw::games::{connect4, jump61};
use gridlaw::matrix::MatrixBoard;
use gridlaw::planes::PlanesMut;
use gridlaw::rng::Generator;
use gridlaw::rules::{Change, Round, RoundKind};
use gridlaw::text::Grid;
use gridlaw::{AnyGame, board};

/// Calls something that has to panic.
#[track_caller]
fn panics<T>(call: impl FnOnce() -> T) {
    assert!(catch_unwind(AssertUnwindSafe(|| drop(call()))).is_err(), "no panic");
}

/// Squares off a board of 4 columns and 3 rows: beyond the right edge, below, both, far away.
const OFF: [Pos; 5] = [Pos::new(0, 4), Pos::new(3, 0), Pos::new(3, 4), Pos::new(u32::MAX, 0), Pos::new(0, u32::MAX)];

fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).unwrap()
}

#[test]
fn squares_off_the_board() {
    fn grid<G: Grid>(size: Size) {
        let mut grid = G::empty(size);
        grid.set_cell(Pos::new(2, 3), Cell::Black);
        assert_eq!(grid.cell(Pos::new(2, 3)), Cell::Black);
        for pos in OFF {
            panics(|| grid.cell(pos));
            panics(|| grid.set_cell(pos, Cell::Black));
        }
    }
    let size = size(4, 3);
    grid::<PackedBoard>(size);
    grid::<MatrixBoard>(size);
    let (layout, matrix) = (Layout::<u64>::new(size).unwrap(), MatrixBoard::new(size));
    assert!(matrix.is_in_line(Pos::new(2, 3), 1));
    for pos in OFF {
        panics(|| layout.cell(0, pos));
        panics(|| layout.with_cell(0, pos, Cell::Black));
        panics(|| matrix.is_in_line(pos, 1));
    }
    let mut table = Table::filled(size, 7);
    table.swap(Pos::new(0, 0), Pos::new(2, 3));
    for pos in OFF {
        panics(|| table.at(pos));
        panics(|| *table.at_mut(pos) = 1);
        panics(|| table.swap(Pos::new(0, 0), pos));
        panics(|| table.swap(pos, Pos::new(0, 0)));
    }
    assert!(table.data.iter().all(|&value| value == 7));
    let mut board = jump61::Board::new(jump61::Parameters::new(3).unwrap());
    board.set(Pos::new(2, 2), jump61::Square::Neutral);
    for pos in [Pos::new(0, 3), Pos::new(3, 0), Pos::new(u32::MAX, 1)] {
        panics(|| board.square(pos));
        panics(|| board.set(pos, jump61::Square::Neutral));
    }
}

#[test]
fn steps_and_rounds_of_other_boards() {
    let size = size(4, 3);
    let (colors, states) = (Table::filled(size, 0), Table::filled(size, 1));
    let state = State { colors, states, moves: 0, score: 0, offsets: vec![0; 4] };
    let apply = |firings: &[Firing], falls: &[Fall]| {
        Step { firings: firings.to_vec(), falls: falls.to_vec() }.apply(&mut state.clone());
    };
    let firing = |col| Firing { template: Template::HThree, anchor: Pos::new(2, col) };
    let fall = |col, to| Fall { col, from: 9, to, color: 1 };
    apply(&[firing(1)], &[fall(3, 2)]);
    panics(|| apply(&[firing(2)], &[]));
    panics(|| apply(&[], &[fall(4, 0)]));
    panics(|| apply(&[], &[fall(0, 3)]));
    let change = |from, to| {
        let round = Round { kind: RoundKind::Settle, changes: vec![Change { from, to, code: 1 }] };
        let mut cells = [0; 12];
        round.apply(4, &mut cells);
        cells
    };
    assert_eq!(change(None, Some(Pos::new(2, 3)))[11], 1);
    for pos in OFF {
        panics(|| change(Some(pos), None));
        panics(|| change(None, Some(pos)));
    }
}

#[test]
fn literals_tiles_and_places() {
    panics(|| *Generator::for_game(0, 0).pick::<u8>(&[]));
    panics(|| from_literal(&[]));
    panics(|| from_literal(&["..", "..."]));
    panics(|| from_literal(&["..", ".x"]));
    panics(|| board!["..", "."]);
    panics(|| Polyomino::new([(0, 5)]));
    panics(|| Polyomino::new([(5, 0)]));
    let corner = Polyomino::new([(4, 4)]);
    let _ = Stamp::new(corner, 16_000);
    panics(|| Stamp::new(corner, 17_000));
    panics(|| Tile::from_cells([(0, 5)]));
    panics(|| Tile::from_cells([(5, 0)]));
    for (row, col) in [(0, 5), (5, 0), (usize::MAX, 0)] {
        panics(|| Tile::default().has(row, col));
    }
    let empties = Empties::new(size(4, 3));
    assert_eq!((empties.number(-2, -2), empties.number(5, 6)), (0, empties.places() - 1));
    for (row, col) in [(-3, 0), (0, -3), (6, 0), (0, 7), (i32::MIN, 0), (0, i32::MAX)] {
        panics(|| empties.number(row, col));
    }
    panics(|| symmetry::transpose(0, &Layout::<u64>::new(size(4, 3)).unwrap()));
    let mut moves = connect4::MoveList::default();
    let mv: connect4::Move = "N0".parse().unwrap();
    (0..40).for_each(|_| moves.push(mv));
    panics(|| moves.push(mv));
}

#[test]
fn searches_of_fitz_that_begin_where_no_move_is() {
    fn search<R: FitzRules>(rules: &R) {
        let position = rules.start();
        for (row, col) in [(-3, 0), (0, -3), (6, 0), (0, 7), (i32::MAX, 0)] {
            panics(|| rules.search_angle_by_angle(&position, &mut rules.memory(), row, col));
            panics(|| rules.search_place_by_place(&position, &mut rules.memory(), row, col));
        }
        assert!(rules.search_place_by_place(&position, &mut rules.memory(), 5, 6).is_some());
    }
    let parameters = fitz::Parameters::sample(3, 4).unwrap();
    search(&NaiveFitz::new(parameters.clone()));
    search(&Fitz::new(parameters));
}

#[test]
fn words_that_are_no_whole_boards() {
    panics(|| Boards::new(size(4, 5), 0, 1));
    panics(|| Boards::new(size(4, 5), 1, 0));
    for (width, height) in [(4, 5), (8, 8), (8, 9), (100, 90)] {
        let boards = Boards::new(size(width, height), 2, 2);
        let words = boards.words();
        for (length, count) in [(3 * words - 1, 3), (3 * words + 1, 3), (3 * words, 2), (3 * words, 4)] {
            let mut held = vec![0; length];
            if length != 3 * words {
                panics(|| boards.count(&held));
                panics(|| boards.fall(&mut held));
            }
            panics(|| boards.squares(&held, &mut vec![Default::default(); count]));
            panics(|| boards.facts(&held, &mut vec![BoardFacts::empty(); count]));
            for (turns, outcomes) in [(count, 3), (3, count), (count, count)] {
                if length == 3 * words || turns == outcomes {
                    let turns = vec![Side::First; turns];
                    panics(|| boards.outcomes(&held, &turns, &mut vec![BatchOutcome::Draw; outcomes]));
                }
            }
        }
    }
}

#[test]
fn slices_of_another_length_for_one_game() {
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 400) {
        let playing = game.start();
        let shape = game.observation();
        let planes = game.planes();
        for more in [-1, 1] {
            let other = |length: usize| length.strict_add_signed(more);
            panics(|| playing.observe(&mut vec![0; other(shape.cells())]));
            panics(|| playing.write_words(&mut vec![0; other(game.word_count())]));
            panics(|| playing.write_planes(PlanesMut::Cells(&mut vec![0; other(planes.cells())])));
            panics(|| playing.write_planes(PlanesMut::Bits(&mut vec![0; other(planes.bytes())])));
            panics(|| playing.write_planes(PlanesMut::Floats(&mut vec![0.0; other(planes.cells())])));
            let (cells, ones) = (shape.cells(), shape.one_hot() * shape.squares());
            panics(|| shape.write_one_hot(&vec![0; other(cells)], &mut vec![0.0; ones]));
            panics(|| shape.write_one_hot(&vec![0; cells], &mut vec![0.0; other(ones)]));
            panics(|| shape.write_bits(&vec![0; other(cells)], &mut vec![0; shape.words()]));
            panics(|| shape.write_bits(&vec![0; cells], &mut vec![0; other(shape.words())]));
        }
        panics(|| playing.write_mask(&mut []));
    }
}

#[test]
fn slices_of_another_number_of_games() {
    const GAMES: usize = 3;
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 400) {
        let mut batch = game.batch(GAMES, BatchOptions::default()).unwrap();
        let (words, actions, shape) = (batch.mask_words(), batch.action_count(), batch.observation().clone());
        let planes = batch.planes().clone();
        let before: Vec<String> = (0..GAMES).map(|game| batch.setup(game)).collect();
        for games in [GAMES - 1, GAMES + 1] {
            panics(|| batch.reset(Some(&vec![true; games])));
            panics(|| batch.step(&vec![0; games], None));
            panics(|| batch.step(&[0; GAMES], Some(&mut vec![0; games * words])));
            let mut cells = vec![0; games * planes.cells()];
            panics(|| batch.step_keeping(&[0; GAMES], None, Some(PlanesMut::Cells(&mut cells))));
            panics(|| batch.legal(&mut vec![0; games * words]));
            panics(|| batch.write_flags(&vec![0; games * words], &mut vec![0; GAMES * actions]));
            panics(|| batch.write_flags(&vec![0; GAMES * words], &mut vec![0; games * actions]));
            panics(|| batch.sample(&vec![0; games * words], &mut [0; GAMES]));
            panics(|| batch.sample(&vec![0; GAMES * words], &mut vec![0; games]));
            panics(|| batch.observe(&mut vec![0; games * shape.cells()]));
            panics(|| batch.observe_one_hot(&mut vec![0.0; games * shape.one_hot() * shape.squares()]));
            panics(|| batch.observe_bits(&mut vec![0; games * shape.words()]));
            panics(|| batch.observe_planes(PlanesMut::Cells(&mut cells)));
            panics(|| batch.observe_planes(PlanesMut::Bits(&mut vec![0; games * planes.bytes()])));
            panics(|| batch.playout(9, &mut vec![BatchOutcome::Draw; games]));
            panics(|| batch.set_rewards(&vec![1.0; games]));
        }
        batch.set_rewards(&[1.0; GAMES]);
        assert_eq!(batch.rewards(), [1.0; GAMES]);
        let mut state = vec![0; batch.state_words()];
        batch.write_state(GAMES - 1, &mut state);
        panics(|| batch.playing(GAMES));
        panics(|| batch.setup(GAMES));
        panics(|| batch.set_up(GAMES, &before[0]));
        panics(|| batch.write_state(GAMES, &mut state.clone()));
        panics(|| batch.write_state(0, &mut vec![0; state.len() + 1]));
        panics(|| batch.read_state(GAMES, &state));
        // None of these calls has changed anything.
        assert_eq!((0..GAMES).map(|game| batch.setup(game)).collect::<Vec<_>>(), before, "{game}");
    }
}

/// The positions of a batch of `games` games, without the batch's episodes.
fn positions(game: &AnyGame, games: usize) -> Box<dyn Batch> {
    let mut taken = None;
    let _ = game.batch(games, BatchOptions::default()).unwrap().map_batch(|batch| {
        taken = Some(batch.copy());
        batch
    });
    taken.unwrap()
}

#[test]
fn slices_that_reach_beyond_the_last_game() {
    const GAMES: usize = 3;
    for game in AnyGame::samples().into_iter().filter(|game| game.observation().cells() < 400) {
        let mut batch = positions(&game, GAMES);
        let (words, cells) = (game.action_count().div_ceil(32) as usize, game.observation().cells());
        let planes = game.planes().planes.len();
        let outcomes = &mut [BatchOutcome::Draw; GAMES];
        for (first, count) in [(0, GAMES + 1), (1, GAMES), (GAMES, 1), (usize::MAX, 1)] {
            let none = vec![NO_ACTION; count];
            panics(|| batch.step(first, &none, &mut vec![BatchOutcome::Draw; count], None));
            panics(|| batch.legal(first, &mut vec![0; count * words]));
            panics(|| batch.observe(first, &mut vec![0; count * cells]));
            if batch.plane_words(0, &mut []) {
                panics(|| _ = batch.plane_words(first, &mut vec![0; count * planes]));
            }
        }
        panics(|| batch.step(0, &[NO_ACTION; GAMES], &mut outcomes[1..], None));
        panics(|| batch.step(0, &[NO_ACTION; GAMES - 1], outcomes, None));
        panics(|| batch.step(0, &[NO_ACTION; GAMES], outcomes, Some(&mut vec![0; (GAMES - 1) * words])));
        if words > 1 {
            panics(|| batch.legal(0, &mut vec![0; words + 1]));
        }
        panics(|| batch.set_up(0, &"a text"));
        panics(|| batch.setup(GAMES));
    }
}

#[test]
fn batches_that_are_not_of_the_same_games() {
    let parse = |text: &str| text.parse::<AnyGame>().unwrap();
    let (game, options) = (parse("jump61 --size 3"), BatchOptions::default());
    let batch = |game: &AnyGame, count, options| -> AnyBatch { game.batch(count, options).unwrap() };
    panics(|| batch(&game, 2, options).map_batch(|_| positions(&game, 3)));
    for (other, count, seed) in [("jump61 --size 3", 3, 0), ("jump61 --size 3", 2, 1), ("jump61 --size 4", 2, 0)] {
        let other = || batch(&parse(other), count, BatchOptions { seed, ..options });
        panics(|| Lockstep::new(batch(&game, 2, options), other()));
        panics(|| batches::check(other(), batch(&game, 2, options), 1, 1));
        panics(|| batches::check(batch(&game, 0, options), batch(&game, 0, options), 1, 1));
    }
    let mut pair = Lockstep::new(batch(&game, 2, options), batch(&game, 2, options)).unwrap();
    panics(|| pair.move_position(2, 0));
    panics(|| pair.move_position(0, 2));
    panics(|| pair.move_state(2, 0));
    panics(|| pair.move_state(0, 2));
    panics(|| pair.set_word(2, 0, 0));
    panics(|| pair.reset(&[true]));
}
