//! Fitz beyond single positions: the automatic players' searches against the document's steps on
//! the matrix, and whole automatic games up to the largest board.

use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::fitz::files::read_tiles;
use gridlaw::games::fitz::player::{Automatic, Latest, choose, play_out};
use gridlaw::games::fitz::{Angle, Fitz, FitzRules, Move, NaiveFitz, Parameters, Setup, Tile};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::text::Grid;

const TYPES: [Automatic; 2] = [Automatic::Type1, Automatic::Type2];

fn tiles(name: &str) -> Vec<Tile> {
    read_tiles(&std::fs::read(name).unwrap()).unwrap()
}

fn tile_sets() -> [Vec<Tile>; 4] {
    ["examples/fitz.tiles", "tests/tiles/overhanging", "tests/tiles/empty", "tests/tiles/single"].map(tiles)
}

fn engines(rows: u32, cols: u32, tiles: &[Tile]) -> (Fitz, NaiveFitz) {
    let parameters = Parameters::new(rows, cols, tiles).unwrap();
    (Fitz::new(parameters.clone()), NaiveFitz::new(parameters))
}

/// A random board in both forms. Each cell is taken with the given chance in a hundred.
fn boards(size: Size, filled: u64, random: &mut Generator) -> (PackedBoard, MatrixBoard) {
    let (mut packed, mut matrix) = (PackedBoard::new(size), MatrixBoard::new(size));
    for pos in size.positions() {
        if random.below(100) < filled {
            let cell = (*random.pick(&Side::BOTH)).into();
            packed.set_cell(pos, cell);
            matrix.set_cell(pos, cell);
        }
    }
    (packed, matrix)
}

/// Runs both searches from `starts` random places on a random board, every tile for either side,
/// without a memory and with the memory of the searches before.
fn compare_searches(rows: u32, cols: u32, tiles: &[Tile], filled: u64, starts: usize, random: &mut Generator) {
    let (fast, naive) = engines(rows, cols, tiles);
    let (packed, matrix) = boards(fast.parameters().size(), filled, random);
    let mut warm = fast.memory();
    for tile in 0..tiles.len() {
        for side in Side::BOTH {
            let ours = fast.position(&Setup::new(&packed, side, tile)).unwrap();
            let theirs = naive.position(&Setup::new(&matrix, side, tile)).unwrap();
            let place = |random: &mut Generator, length: u32| random.below(u64::from(length) + 5) as i32 - 2;
            for _ in 0..starts {
                let (row, col) = (place(random, rows), place(random, cols));
                let expected = [
                    naive.search_angle_by_angle(&theirs, &mut (), row, col),
                    naive.search_place_by_place(&theirs, &mut (), row, col),
                ];
                for memory in [&mut fast.memory(), &mut warm] {
                    let found = [
                        fast.search_angle_by_angle(&ours, memory, row, col),
                        fast.search_place_by_place(&ours, memory, row, col),
                    ];
                    assert_eq!(
                        found, expected,
                        "{rows}x{cols}, {filled} % filled, tile {tile}, {side:?} from {row} {col}"
                    );
                    assert_eq!(fast.fits_anywhere(&ours, memory), expected[0].is_some());
                }
            }
        }
    }
}

#[test]
fn searches_find_what_the_documents_steps_find() {
    let mut random = Generator::for_game(31, 0);
    let sets = tile_sets();
    for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
        for tiles in &sets {
            compare_searches(rows, cols, tiles, random.below(100), 3, &mut random);
        }
    }
    for (rows, cols) in [(3, 59), (59, 3), (11, 27), (27, 11), (40, 123), (70, 70), (1, 300), (300, 1), (130, 9)] {
        for filled in [0, 10, 40, 70, 95, 100] {
            compare_searches(rows, cols, &sets[random.below(4) as usize], filled, 2, &mut random);
        }
    }
}

#[test]
fn searches_on_the_longest_boards_find_what_the_documents_steps_find() {
    let mut random = Generator::for_game(32, 0);
    let bar = [Tile::from_cells((0..5).map(|row| (row, 4)))];
    for (rows, cols) in [(1, 999), (999, 1), (5, 999), (999, 6), (999, 999)] {
        for filled in [20, 60, 100] {
            compare_searches(rows, cols, &bar, filled, 1, &mut random);
        }
    }
}

/// The moves of an automatic game.
fn automatic<G: FitzRules>(game: &G, players: [Automatic; 2]) -> Vec<Move> {
    let mut moves = Vec::new();
    play_out(game, &mut game.start(), players, |mv| moves.push(mv));
    moves
}

/// The same by the document's steps, place by place and angle by angle.
fn by_the_steps(game: &NaiveFitz, players: [Automatic; 2]) -> Vec<Move> {
    let size = game.parameters().size();
    // From -2 to the size + 2.
    let (rows, cols) = (size.height() as i32 + 5, size.width() as i32 + 5);
    let number = |row: i32, col: i32| (row + 2) * cols + col + 2;
    let (mut position, mut moves) = (game.start(), Vec::<Move>::new());
    loop {
        let side = game.turn(&position);
        let before = |plays: usize| Some(moves[moves.len().checked_sub(plays)?]);
        let (latest, corner, step) = match (players[side.index()], side) {
            (Automatic::Type1, _) => (before(1), 0, 1),
            (_, Side::First) => (before(2), 0, 1),
            (_, Side::Second) => (before(2), rows * cols - 1, -1),
        };
        let start = latest.map_or(corner, |mv| number(mv.row, mv.col));
        let places = (0..rows * cols).map(|steps| (start + step * steps).rem_euclid(rows * cols));
        let moves_of = |place: i32, angle| Move { row: place / cols - 2, col: place % cols - 2, angle };
        let fits = |mv: &Move| game.fits(&position, *mv);
        let found = match players[side.index()] {
            Automatic::Type1 => Angle::ALL
                .into_iter()
                .flat_map(|angle| places.clone().map(move |place| moves_of(place, angle)))
                .find(fits),
            _ => places.flat_map(|place| Angle::ALL.map(|angle| moves_of(place, angle))).find(fits),
        };
        let Some(mv) = found else { return moves };
        game.play_unchecked(&mut position, mv);
        moves.push(mv);
    }
}

#[test]
fn automatic_games_are_the_documents_on_every_small_board() {
    for tiles in tile_sets() {
        for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
            let (fast, naive) = engines(rows, cols, &tiles);
            for players in TYPES.into_iter().flat_map(|first| TYPES.map(|second| [first, second])) {
                let moves = automatic(&fast, players);
                assert_eq!(moves, automatic(&naive, players), "{rows}x{cols} {players:?}");
                assert_eq!(moves, by_the_steps(&naive, players), "{rows}x{cols} {players:?}");
            }
        }
    }
}

#[test]
fn automatic_games_are_the_documents_on_boards_of_many_words() {
    for (rows, cols) in [(3, 59), (60, 4), (2, 124), (30, 30), (17, 70)] {
        for tiles in tile_sets() {
            let (fast, naive) = engines(rows, cols, &tiles);
            for players in [[TYPES[0], TYPES[1]], [TYPES[1], TYPES[0]]] {
                assert_eq!(automatic(&fast, players), automatic(&naive, players), "{rows}x{cols} {players:?}");
            }
        }
    }
}

/// Type 1 against type 2 with a tile of five cells on the largest board. The reference agrees that
/// every move is legal and that the last position is terminal, and finds some of the moves itself.
#[test]
fn the_largest_automatic_game_is_played_by_the_rules_to_its_end() {
    let (fast, naive) = engines(999, 999, &tiles("examples/fitz.tiles")[..1]);
    let players = [Automatic::Type1, Automatic::Type2];
    let moves = automatic(&fast, players);
    assert_eq!(moves.len(), 166_167);
    let (mut ours, mut theirs) = (fast.start(), naive.start());
    let mut latest = Latest::default();
    for (number, &mv) in moves.iter().enumerate() {
        let side = naive.turn(&theirs);
        if number % 25_000 == 0 || number + 1 == moves.len() {
            assert_eq!(choose(&naive, &theirs, &mut (), players[side.index()], &latest), Some(mv), "turn {number}");
        }
        assert!(naive.fits(&theirs, mv), "turn {number}: {mv}");
        naive.play_unchecked(&mut theirs, mv);
        fast.play(&mut ours, mv).unwrap();
        latest.played(side, mv);
    }
    let winner = naive.turn(&theirs).other();
    assert_eq!(naive.outcome(&theirs), Outcome::Win(winner));
    assert_eq!(fast.outcome(&ours), Outcome::Win(winner));
    let taken = |board: &MatrixBoard| board.size().positions().filter(|&pos| board.cell(pos) != Cell::Empty).count();
    assert_eq!(taken(naive.board(&theirs)), 5 * moves.len());
    assert!(
        naive
            .board(&theirs)
            .size()
            .positions()
            .all(|pos| { naive.board(&theirs).cell(pos) == fast.board(&ours).cell(pos) })
    );
}

/// Perft counts the last two plies without playing them; this test plays them.
#[test]
fn replies_are_the_moves_after_every_move() {
    let mut random = Generator::for_game(33, 0);
    for tiles in tile_sets() {
        for (rows, cols) in [(1, 1), (1, 2), (3, 3), (2, 7), (6, 5), (4, 59), (3, 60), (12, 12), (64, 2)] {
            let (fast, naive) = engines(rows, cols, &tiles);
            for tile in 0..tiles.len() {
                let filled = random.below(90);
                let (packed, matrix) = boards(fast.parameters().size(), filled, &mut random);
                let ours = fast.position(&Setup::new(&packed, Side::Second, tile)).unwrap();
                let theirs = naive.position(&Setup::new(&matrix, Side::Second, tile)).unwrap();
                let expected: u64 = naive
                    .moves(&theirs)
                    .into_iter()
                    .map(|mv| {
                        let mut next = ours.clone();
                        fast.play(&mut next, mv).unwrap();
                        fast.moves(&next).len() as u64
                    })
                    .sum();
                assert_eq!(fast.count_replies(&ours), expected, "{rows}x{cols} tile {tile}, {filled} % filled");
            }
        }
    }
}

/// On a large board the count of moves is kept for many blocks of places at once.
#[test]
fn a_move_is_chosen_by_its_number_on_a_large_board() {
    let mut random = Generator::for_game(34, 0);
    let (fast, _) = engines(200, 210, &tiles("examples/fitz.tiles"));
    let (packed, _) = boards(fast.parameters().size(), 60, &mut random);
    let position = fast.position(&Setup::new(&packed, Side::First, 1)).unwrap();
    let moves = fast.moves(&position);
    assert!(moves.len() > 1000);
    for (number, &mv) in moves.iter().enumerate().step_by(97) {
        let found = fast.choose_move(&position, |count| {
            assert_eq!(count, moves.len() as u64);
            number as u64
        });
        assert_eq!(found, Some(mv), "number {number}");
    }
}

/// A person may put an empty tile off the board in one direction or both. The next search begins
/// there, and takes the document's steps until it comes to a place of a move.
#[test]
fn searches_begin_where_a_person_put_an_empty_tile() {
    let (rows, cols) = (2, 3);
    let (fast, naive) = engines(rows, cols, &[Tile::from_cells([(2, 2), (2, 3)]), Tile::default()]);
    let (last_row, last_col) = (rows as i32 + 2, cols as i32 + 2);
    let inside = |row, col| (-2..=last_row).contains(&row) && (-2..=last_col).contains(&col);
    for (row, col) in (-4..8).flat_map(|row| (-4..9).map(move |col| (row, col))) {
        for tile in [0, 1] {
            let mut latest = Latest::default();
            latest.played(Side::Second, Move { row, col, angle: Angle::Zero });
            let setup = Setup::new(&PackedBoard::new(fast.parameters().size()), Side::First, tile);
            let position = naive.position(&setup).unwrap();
            let (mut at, mut places) = ((row, col), vec![(row, col)]);
            while places.len() <= (rows as usize + 5) * (cols as usize + 5) {
                at.1 += 1;
                if at.1 > last_col {
                    at = (at.0 + 1, -2);
                }
                if at.0 > last_row {
                    at.0 = -2;
                }
                if inside(at.0, at.1) {
                    places.push(at);
                }
            }
            let moves = Angle::ALL.into_iter().flat_map(|angle| places.iter().map(move |&place| (place, angle)));
            let mut moves = moves.map(|((row, col), angle)| Move { row, col, angle });
            let expected = moves.find(|&mv| naive.fits(&position, mv));
            let fast = choose(&fast, &fast.position(&setup).unwrap(), &mut fast.memory(), Automatic::Type1, &latest);
            let naive = choose(&naive, &position, &mut (), Automatic::Type1, &latest);
            assert_eq!([fast, naive], [expected; 2], "tile {tile} from {row} {col}");
        }
    }
}
