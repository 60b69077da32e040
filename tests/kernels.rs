//! The packed kernels against the matrix: every small board, and arbitrary ones of any size, in
//! every register that holds them.

mod in_parallel;

use gridlaw::board::{Layout, PackedBoard, Register, Wide};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::conformance::laws;
use gridlaw::conformance::lockstep::check_position;
use gridlaw::games::breakdown::{Breakdown, Move, NaiveBreakdown, Parameters, Setup, Store};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;
use quickcheck::{Arbitrary, Gen};
use quickcheck_macros::quickcheck;

/// A board in both forms.
fn boards(size: Size, mut cell: impl FnMut(Pos) -> Cell) -> (PackedBoard, MatrixBoard) {
    let (mut packed, mut matrix) = (PackedBoard::new(size), MatrixBoard::new(size));
    for pos in size.positions() {
        let cell = cell(pos);
        packed.set_cell(pos, cell);
        matrix.set_cell(pos, cell);
    }
    (packed, matrix)
}

/// Compares two engines on one board: their answers, and the board after every move.
fn compare<B: Store>(fast: &Breakdown<B>, naive: &NaiveBreakdown, packed: &PackedBoard, matrix: &MatrixBoard) {
    for turn in Side::BOTH {
        let ours = fast.position(&Setup::new(packed, turn)).unwrap();
        let theirs = naive.position(&Setup::new(matrix, turn)).unwrap();
        let explain = |what: &dyn std::fmt::Display| {
            panic!("{}, {}: {what}\n{matrix}", std::any::type_name::<B>(), fast.parameters())
        };
        check_position(fast, &ours, naive, &theirs).unwrap_or_else(|difference| explain(&difference));
        assert_eq!(fast.has_loose(&ours), matrix.has_loose());
        for mv in fast.moves(&ours).into_iter().chain([Move::Breakdown]) {
            let (mut ours, mut theirs) = (ours.clone(), theirs.clone());
            fast.play_unchecked(&mut ours, mv);
            naive.play_unchecked(&mut theirs, mv);
            check_position(fast, &ours, naive, &theirs).unwrap_or_else(|difference| explain(&difference));
        }
    }
}

/// Every board of up to 3×3 cells, with every stick and square that makes a difference.
#[test]
fn every_small_board_is_judged_and_played_as_on_the_matrix() {
    let sizes = Size::new(3, 3).unwrap().positions().map(|pos| (pos.col + 1, pos.row + 1));
    let games = sizes.flat_map(|(width, height)| {
        let longest = width.max(height);
        let lengths = (1..=longest + 1).flat_map(move |stick| (1..=longest).map(move |square| (stick, square)));
        lengths.map(move |(stick, square)| Parameters::new(width, height, stick, square).unwrap())
    });
    in_parallel::for_each(games, compare_every_board);
}

fn compare_every_board(parameters: Parameters) {
    let size = parameters.size();
    let naive = NaiveBreakdown::new(parameters);
    let register = Breakdown::<u32>::new(parameters).unwrap();
    let slice = Breakdown::<PackedBoard>::new(parameters).unwrap();
    for content in 0..3_u32.pow(size.cells()) {
        let (packed, matrix) = boards(size, |pos| Cell::from_code(content / 3_u32.pow(size.index(pos)) % 3));
        compare(&register, &naive, &packed, &matrix);
        // The slice path is slower, so it is sampled on every size.
        if content % 37 == 0 {
            compare(&slice, &naive, &packed, &matrix);
        }
    }
}

/// Any board of any small parameters, with cells drawn at a random density.
#[derive(Clone, Debug)]
struct Position {
    parameters: Parameters,
    cells: Vec<Cell>,
}

impl Arbitrary for Position {
    fn arbitrary(source: &mut Gen) -> Position {
        let mut below = |bound: u32| u32::arbitrary(source) % bound;
        let (width, height) = match below(4) {
            0 => (1 + below(8), 1 + below(8)),
            1 => (1 + below(20), 1 + below(20)),
            2 => (1 + below(3), 1 + below(90)),
            _ => (1 + below(140), 1 + below(4)),
        };
        let parameters = Parameters::new(width, height, 1 + below(5), 1 + below(4)).unwrap();
        let density = below(100);
        let side = below(100);
        let cells = (0..width * height).map(|_| match (below(100) < density, below(100) < side) {
            (false, _) => Cell::Empty,
            (true, false) => Cell::Black,
            (true, true) => Cell::White,
        });
        Position { parameters, cells: cells.collect() }
    }
}

#[quickcheck]
fn arbitrary_boards_are_judged_and_played_as_on_the_matrix(position: Position) {
    fn in_register<B: Store>(position: &Position, packed: &PackedBoard, matrix: &MatrixBoard) {
        if let Some(fast) = Breakdown::<B>::new(position.parameters) {
            compare(&fast, &NaiveBreakdown::new(position.parameters), packed, matrix);
            for turn in Side::BOTH {
                let held = fast.position(&Setup::new(packed, turn)).unwrap();
                laws::check_position(
                    &fast,
                    &held,
                    &[Move::Vertical(0), Move::Horizontal(0), Move::Horizontal(u32::MAX)],
                )
                .unwrap_or_else(|violation| panic!("{violation}\n{packed}"));
            }
        }
    }
    let size = position.parameters.size();
    let (packed, matrix) = boards(size, |pos| position.cells[size.index(pos) as usize]);
    in_register::<u32>(&position, &packed, &matrix);
    in_register::<u64>(&position, &packed, &matrix);
    in_register::<u128>(&position, &packed, &matrix);
    in_register::<Wide<3>>(&position, &packed, &matrix);
    in_register::<Wide<4>>(&position, &packed, &matrix);
    in_register::<Wide<8>>(&position, &packed, &matrix);
    in_register::<PackedBoard>(&position, &packed, &matrix);
}

/// Gravity is idempotent, leaves nothing loose, and keeps the cells of every column in order.
#[quickcheck]
fn gravity_keeps_every_column_in_order(position: Position) {
    let size = position.parameters.size();
    let (mut packed, _) = boards(size, |pos| position.cells[size.index(pos) as usize]);
    let column = |board: &PackedBoard, col: u32| -> Vec<Cell> {
        (0..size.height()).map(|row| board.cell(Pos::new(row, col))).collect()
    };
    let before = packed.clone();
    packed.fall();
    assert!(!packed.has_loose());
    for col in 0..size.width() {
        let pieces: Vec<Cell> = column(&before, col).into_iter().filter(|&cell| cell != Cell::Empty).collect();
        let mut settled = vec![Cell::Empty; size.height() as usize - pieces.len()];
        settled.extend(pieces);
        assert_eq!(column(&packed, col), settled, "column {col} of\n{before}");
    }
    let once = packed.clone();
    packed.fall();
    assert_eq!(packed, once);
}

/// Boards too large for any register, whose strips, rows and words do not line up.
#[test]
fn large_boards_fall_and_are_searched_as_on_the_matrix() {
    let mut random = gridlaw::rng::Generator::for_game(5, 0);
    for (width, height) in [(62, 62), (255, 33), (256, 20), (257, 19), (300, 300), (1000, 7), (7, 1000), (33, 400)] {
        let size = Size::new(width, height).unwrap();
        let (mut packed, mut matrix) = boards(size, |pos| match random.below(5) {
            0 | 1 => Cell::Empty,
            // Black patches, so that there are squares of several sizes.
            _ if (pos.row / 9 + pos.col / 11) % 3 > 0 => Cell::Black,
            code => Cell::from_code(code as u32 % 2 + 1),
        });
        for _ in 0..2 {
            for side in 1..9 {
                let owners = packed.squares(side);
                let expected = Side::BOTH.map(|side_to_move| matrix.owns_square(side_to_move, side));
                assert_eq!(
                    [owners.contains(gridlaw::board::Owners::BLACK), owners.contains(gridlaw::board::Owners::WHITE)],
                    expected,
                    "{size}, side {side}"
                );
            }
            assert_eq!(packed.has_loose(), matrix.has_loose());
            packed.fall();
            matrix.fall();
            for pos in size.positions() {
                assert_eq!(packed.cell(pos), matrix.cell(pos), "{size}: {pos}");
            }
        }
    }
}

/// A register one cell too small refuses the board.
#[test]
fn registers_refuse_boards_that_do_not_fit() {
    fn fits<B: Register>(cells: u32) -> bool {
        Layout::<B>::new(Size::new(cells, 1).unwrap()).is_some()
    }
    for (cells, expected) in [(16, [true; 4]), (17, [false, true, true, true]), (32, [false, true, true, true])] {
        assert_eq!([fits::<u32>(cells), fits::<u64>(cells), fits::<u128>(cells), fits::<Wide<4>>(cells)], expected);
    }
    for (cells, expected) in [(33, [false, true, true]), (64, [false, true, true]), (65, [false, false, true])] {
        assert_eq!([fits::<u64>(cells), fits::<u128>(cells), fits::<Wide<4>>(cells)], expected);
    }
    assert!(fits::<Wide<4>>(128) && !fits::<Wide<4>>(129));
}
