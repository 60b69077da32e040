//! Bulk work on boards of Breakdown against the matrix, at every level, for sizes on both sides of
//! every border of the code.

mod properties;

use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::games::breakdown::Parameters;
use gridlaw::rng::Generator;
use gridlaw::text::Grid;
use properties::breakdown::check_boards;

/// A board in the middle of a game, nearly empty or nearly full.
fn board(size: Size, random: &mut Generator) -> PackedBoard {
    let (filled_from, density) = (random.below(u64::from(size.height()) + 2), 1 + random.below(8));
    let mut board = PackedBoard::new(size);
    for pos in size.positions().filter(|pos| u64::from(pos.row) >= filled_from) {
        if random.below(8) < density {
            board.set_cell(pos, Cell::from_code(1 + random.below(2) as u32));
        }
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
        (13, 5), (16, 8), (17, 8), (33, 9), (5, 64), (5, 65), (128, 3), (129, 3), (65, 1), (1, 65), (1, 300),
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
                let boards: Vec<PackedBoard> = (0..count).map(|_| board(size, &mut random)).collect();
                let turns: Vec<Side> = (0..count).map(|_| Side::BOTH[random.below(2) as usize]).collect();
                check_boards(parameters, &boards, &turns);
            }
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
