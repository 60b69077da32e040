//! Bulk work on boards of Breakdown against the matrix, at every level, for sizes on both sides of
//! every limit of the code.

mod properties;

use gridlaw::batch::BatchOutcome;
use gridlaw::board::drop::Stick;
use gridlaw::board::{ColumnSet, Layout, Owners, PackedBoard};
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::breakdown::{BoardFacts, Boards, Parameters};
use gridlaw::level::Level;
use gridlaw::matrix::MatrixBoard;
use gridlaw::rng::Generator;
use gridlaw::text::Grid;
use properties::breakdown::check_boards;

/// A board in the middle of a game, nearly empty or nearly full; every fourth one has fixed pieces,
/// and on every second one nothing is loose.
fn board(size: Size, random: &mut Generator) -> PackedBoard {
    let colors = 2 + u64::from(random.below(4) == 0);
    let (filled_from, density) = (random.below(u64::from(size.height()) + 2), 1 + random.below(8));
    let mut board = PackedBoard::new(size);
    for pos in size.positions().filter(|pos| u64::from(pos.row) >= filled_from) {
        if random.below(8) < density {
            board.set_cell(pos, Cell::from_code(1 + random.below(colors) as u32));
        }
    }
    if random.below(2) == 0 {
        board.fall();
    }
    board
}

#[test]
fn bulk_work_matches_the_matrix_at_every_level() {
    #[rustfmt::skip]
    let sizes = [
        // Around 16, 32 and 64 cells: one word, two, four.
        (1, 1), (4, 4), (17, 1), (3, 6), (8, 4), (11, 3), (8, 8), (8, 7), (8, 6), (7, 9), (1, 64), (64, 1), (13, 4), (32, 2), (12, 5),
        // Larger: rows that begin at any bit, strips of several boards and of one, wider boards,
        // tall ones.
        (13, 5), (16, 8), (17, 8), (33, 9), (5, 64), (5, 65), (128, 3), (129, 3), (300, 3), (65, 1), (1, 65), (1, 300),
        // Around the 8192 cells of a piece.
        (91, 90), (92, 90), (1, 8200),
    ];
    let mut random = Generator::for_game(11, 0);
    for (width, height) in sizes {
        let size = Size::new(width, height).unwrap();
        let many: &[u32] = if size.cells() > 1000 { &[1, 3] } else { &[1, 3, 63, 64, 65, 130] };
        for &count in many {
            for (stick, square) in [(1, 2), (2, 2), (3, 3), (4, 4), (5, 1), (6, 5), (200, 200), (u32::MAX, u32::MAX)] {
                // Boards of eight columns share words with others.
                if count > 3 && width != 8 && (stick > 3 || size.cells() > 100 && stick != 2) {
                    continue;
                }
                let parameters = Parameters::new(width, height, stick, square).unwrap();
                let mut boards: Vec<PackedBoard> = (0..count).map(|_| board(size, &mut random)).collect();
                boards[count as usize / 2] = PackedBoard::new(size);
                let turns: Vec<Side> = (0..count).map(|_| *random.pick(&Side::BOTH)).collect();
                check_boards(parameters, &boards, &turns);
            }
        }
    }
}

/// Blocks of boards of one to four words, whole ones and all others.
#[test]
fn any_number_of_boards_makes_blocks() {
    let mut random = Generator::for_game(13, 0);
    for (width, height) in [(4, 4), (5, 6), (6, 8), (7, 9), (8, 8)] {
        let size = Size::new(width, height).unwrap();
        let boards: Vec<PackedBoard> = (0..67).map(|_| board(size, &mut random)).collect();
        for count in 1..=boards.len() {
            let turns = vec![Side::First; count];
            check_boards(Parameters::new(width, height, 2, 2).unwrap(), &boards[..count], &turns);
        }
    }
}

/// The facts of so many boards are found before they are set.
#[test]
fn any_number_of_boards_makes_parts_of_a_thousand() {
    let mut random = Generator::for_game(14, 0);
    for (width, height) in [(8, 7), (8, 8)] {
        let size = Size::new(width, height).unwrap();
        let boards: Vec<PackedBoard> = (0..2050).map(|_| board(size, &mut random)).collect();
        for count in [1023, 1024, 1025, 1087, 1088, 1089, 2050] {
            let turns: Vec<Side> = (0..count).map(|_| *random.pick(&Side::BOTH)).collect();
            check_boards(Parameters::new(width, height, 3, 3).unwrap(), &boards[..count], &turns);
        }
    }
}

/// A long stick fits where there is all its room and nowhere else.
#[test]
fn long_sticks_need_all_their_room() {
    let (size, stick) = (Size::new(700, 2).unwrap(), 600);
    for room in [stick - 1, stick] {
        let mut board = PackedBoard::new(size);
        size.positions().filter(|pos| pos.row > 0 || pos.col >= room).for_each(|pos| board.set_cell(pos, Cell::Black));
        check_boards(Parameters::new(700, 2, stick, 90).unwrap(), &[board.clone(), board], &[Side::Second; 2]);
    }
}

#[test]
fn a_stick_without_cells_fits_nowhere() {
    for (width, height) in [(4, 3), (16, 2), (33, 2)] {
        let size = Size::new(width, height).unwrap();
        let (mut packed, mut matrix) = (PackedBoard::new(size), MatrixBoard::new(size));
        assert_eq!((packed.vertical_room(0).count(), packed.horizontal_room(0).count()), (0, 0));
        for col in [0, width - 1, width, u32::MAX] {
            assert!(packed.drop_vertical(col, 0, Side::First).is_err());
            assert!(packed.drop_horizontal(col, 0, Side::First).is_err());
            assert!(!matrix.drop_vertical(col, 0, Side::First) && !matrix.fits_vertical(col, 0));
            assert!(!matrix.drop_horizontal(col, 0, Side::First) && !matrix.fits_horizontal(col, 0));
        }
        assert!(packed.is_empty() && matrix.is_empty());
    }
    let layout = Layout::<u64>::new(Size::new(8, 4).unwrap()).unwrap();
    let stick = Stick::new(&layout, 0);
    assert!(stick.vertical_room(0, &layout).is_empty() && stick.horizontal_room(0, &layout).is_empty());
}

/// A full board but for one column, in which a cell hangs over air below room for a stick: it is
/// loose, the stick fits there alone, and the game goes on. Without the air nothing is loose;
/// without the room nothing fits; without both the game is over.
#[test]
fn the_last_open_column_decides() {
    for (width, height) in [(8, 4), (8, 6), (8, 8), (4, 4), (5, 6), (7, 9), (13, 5), (17, 6), (3, 70)] {
        let size = Size::new(width, height).unwrap();
        for (stick, square) in [(2, 3)].into_iter().chain((2..=height - 2).map(|stick| (stick, 90))) {
            let mut boards = Vec::new();
            let (fits, short) = (stick, stick - 1);
            for (col, room, air) in
                (0..width).flat_map(|col| [(col, fits, 1), (col, fits, 0), (col, short, 1), (col, short, 0)])
            {
                let mut board = PackedBoard::new(size);
                for pos in size.positions() {
                    let is_open = pos.col == col && (pos.row < room || air == 1 && pos.row + 1 == height);
                    board.set_cell(
                        pos,
                        if is_open { Cell::Empty } else { Cell::from_code(1 + (pos.row + pos.col) % 2) },
                    );
                }
                boards.push(board);
            }
            let turns = vec![Side::Second; boards.len()];
            check_boards(Parameters::new(width, height, stick, square).unwrap(), &boards, &turns);
            let mut outcomes = vec![BatchOutcome::Illegal; boards.len()];
            let words: Vec<u32> = boards.iter().flat_map(|board| board.words().to_vec()).collect();
            Boards::new(size, stick, square).outcomes(&words, &turns, &mut outcomes);
            for (index, outcome) in outcomes.into_iter().enumerate() {
                let expected = if index % 4 == 3 { BatchOutcome::Draw } else { BatchOutcome::InProgress };
                assert_eq!(outcome, expected, "{size}, sticks of {stick}:\n{}", boards[index]);
            }
        }
    }
}

/// Nonzero spare bits of some boards do not change the results of the others, at any level.
#[test]
fn dirty_spare_bits_stay_with_their_board() {
    let mut random = Generator::for_game(12, 0);
    for (width, height) in [(1, 1), (3, 5), (4, 5), (7, 7), (8, 7), (3, 21), (9, 8), (13, 5), (33, 3), (91, 90)] {
        let size = Size::new(width, height).unwrap();
        let used = 2 * (size.cells() - 1) % 32 + 2;
        assert!(used < 32, "{size} has no spare bits");
        let boards = Boards::new(size, 2, 2);
        let count = if size.cells() > 1000 { 3 } else { 130 };
        let clean: Vec<u32> = (0..count).flat_map(|_| board(size, &mut random).words().to_vec()).collect();
        let is_dirty = |index: usize| index % 3 == 1;
        let mut dirty = clean.clone();
        for (_, board) in dirty.chunks_mut(boards.words()).enumerate().filter(|&(index, _)| is_dirty(index)) {
            *board.last_mut().unwrap() |= random.next_u32() << used | 1 << used;
        }
        let turns = vec![Side::Second; count];
        for level in Level::available() {
            let boards = boards.clone().at_level(level);
            let [expected, found] = [&clean, &dirty].map(|words| {
                let (mut fallen, mut owners) = (words.clone(), vec![Owners::empty(); count]);
                let (mut facts, mut outcomes) = (vec![BoardFacts::empty(); count], vec![BatchOutcome::Illegal; count]);
                boards.fall(&mut fallen);
                boards.squares(words, &mut owners);
                boards.facts(words, &mut facts);
                boards.outcomes(words, &turns, &mut outcomes);
                let fallen = fallen.chunks(boards.words()).map(<[u32]>::to_vec).collect::<Vec<_>>();
                (0..count)
                    .filter(|&index| !is_dirty(index))
                    .map(|index| (fallen[index].clone(), owners[index], facts[index], outcomes[index]))
                    .collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{size} at {level}");
        }
    }
}

/// The loose cell is the first bit of the second word, the free top that of the first; both are
/// moves, and neither hides the other.
#[test]
fn moves_in_the_same_bit_of_two_words_count_both() {
    let size = Size::new(1, 80).unwrap();
    let mut board = PackedBoard::new(size);
    board.set_cell(size.positions().nth(16).unwrap(), Cell::Black);
    check_boards(Parameters::new(1, 80, 2, 90).unwrap(), &[board], &[Side::First]);
}

/// Two pieces, or two gaps, in the same bits of two words, on two boards that are equal: none hides
/// another.
#[test]
fn equal_words_and_equal_boards_hide_nothing() {
    for (width, height) in [(16, 5), (32, 3), (13, 6), (48, 2), (300, 3)] {
        let size = Size::new(width, height).unwrap();
        let mut boards = Vec::new();
        for first in (0..size.cells() - 16).step_by((size.cells() as usize).div_ceil(80)) {
            for (here, elsewhere) in [(Cell::Black, Cell::Empty), (Cell::Empty, Cell::Black)] {
                let mut board = PackedBoard::new(size);
                for (pos, index) in size.positions().zip(0..) {
                    board.set_cell(pos, if index == first || index == first + 16 { here } else { elsewhere });
                }
                boards.extend([board.clone(), board]);
            }
        }
        for square in [1, 90] {
            let turns = vec![Side::Second; boards.len()];
            check_boards(Parameters::new(width, height, 1, square).unwrap(), &boards, &turns);
        }
    }
}

/// Two squares of a side, a whole number of words apart: neither hides the other.
#[test]
fn squares_in_the_same_bits_of_two_words_are_a_square() {
    for (width, height) in [(2, 20), (4, 12), (8, 7), (8, 8), (16, 8), (32, 4)] {
        let (size, apart) = (Size::new(width, height).unwrap(), 32 / width);
        for side in [2, 3, 4].into_iter().filter(|&side| side <= width && apart + side <= height) {
            let mut boards = Vec::new();
            for (row, col) in (0..=height - apart - side).flat_map(|row| (0..=width - side).map(move |col| (row, col)))
            {
                let mut board = PackedBoard::new(size);
                for pos in size.positions().filter(|pos| (col..col + side).contains(&pos.col)) {
                    let is_in =
                        (row..row + side).contains(&pos.row) || (row + apart..row + apart + side).contains(&pos.row);
                    board.set_cell(pos, if is_in { Cell::White } else { Cell::Empty });
                }
                boards.push(board);
            }
            check_boards(Parameters::new(width, height, 1, side).unwrap(), &boards, &vec![Side::First; boards.len()]);
        }
    }
}
