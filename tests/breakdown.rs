//! The game that the Breakdown document plays, board by board, and its other rules and rulings.

use gridlaw::board;
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Side, Size};
use gridlaw::games::breakdown::{Breakdown, Move, NaiveBreakdown, Parameters, Position, Setup};
use gridlaw::rules::{Notation, Outcome, Rules};

fn rules(width: u32, height: u32, stick: u32, square: u32) -> Breakdown<u128> {
    Breakdown::new(Parameters::new(width, height, stick, square).unwrap()).unwrap()
}

fn position(rules: &Breakdown<u128>, board: &PackedBoard, turn: Side) -> Position<u128> {
    rules.position(&Setup::new(board, turn)).unwrap()
}

/// A stick fits in no column beyond the right edge, which in a row-major board is the next row's
/// first.
#[test]
fn no_stick_fits_beyond_the_right_edge() {
    let rules = rules(4, 5, 2, 2);
    let naive = NaiveBreakdown::new(rules.parameters());
    for mv in [3, 4, 5, u32::MAX].map(Move::Vertical).into_iter().chain([2, 3, 4, u32::MAX].map(Move::Horizontal)) {
        let expected = matches!(mv, Move::Vertical(3) | Move::Horizontal(2));
        assert_eq!(rules.is_legal(&rules.start(), mv), expected, "{mv}");
        assert_eq!(naive.is_legal(&naive.start(), mv), expected, "{mv}, the reference");
    }
}

#[test]
fn the_worked_game_goes_as_the_document_shows() {
    let rules = rules(4, 5, 2, 2);
    let naive = NaiveBreakdown::new(rules.parameters());
    let (mut fast_position, mut naive_position) = (rules.start(), naive.start());
    let game = [
        ("|0", board!["....", "....", "....", "*...", "*..."]),
        ("-2", board!["....", "....", "....", "*...", "*.oo"]),
        ("-0", board!["....", "....", "**..", "*...", "*.oo"]),
        ("-1", board!["....", ".oo.", "**..", "*...", "*.oo"]),
        ("!", board!["....", "....", "*...", "*oo.", "**oo"]),
    ];
    for (mv, board) in game {
        let mv: Move = mv.parse().unwrap();
        rules.play(&mut fast_position, mv).unwrap();
        naive.play(&mut naive_position, mv).unwrap();
        assert_eq!(rules.board(&fast_position), board, "after {mv}");
        assert_eq!(naive.board(&naive_position).to_string(), board.to_string(), "after {mv}");
        assert_eq!(rules.outcome(&fast_position), Outcome::InProgress);
    }
    // "Were the other player to call it again": a pass.
    let before = rules.board(&fast_position);
    rules.play(&mut fast_position, Move::Breakdown).unwrap();
    assert_eq!(rules.board(&fast_position), before);
    assert_eq!(rules.turn(&fast_position), Side::First);
}

#[test]
fn words_match_the_document_to_the_bit() {
    let board = board!["....", "....", "**..", "*...", "*.oo"];
    assert_eq!(board.words(), [0x0105_0000, 0xa1]);
    assert_eq!(board!["*"].words(), [1]);
    assert_eq!(board!["o"].words(), [2]);
    assert_eq!(board!["...............o"].words(), [0x8000_0000]);
    assert_eq!(board!["................*"].words(), [0, 1]);
}

/// Ruling B1, case by case. Some boards cannot be reached in a game, where that makes the case
/// clearer.
#[test]
fn outcomes_come_in_the_order_of_the_ruling() {
    let rules = rules(4, 4, 2, 2);
    let loose = board![".o.o", "o*o*", "*.*o", "o*o*"];
    for (board, outcome) in [
        (board!["....", "....", "**oo", "**oo"], Outcome::Draw),
        (board!["....", "***.", "***.", "**oo"], Outcome::Win(Side::First)),
        (board!["....", "....", "*.oo", "**oo"], Outcome::Win(Side::Second)),
        // Full, with a square.
        (board!["*o*o", "o*o*", "*o**", "o***"], Outcome::Win(Side::First)),
        (board!["*o*o", "o*o*", "*o*o", "o*o*"], Outcome::Draw),
        // Not full, no stick fits, nothing loose.
        (board![".o.o", "o*o*", "*o*o", "o*o*"], Outcome::Draw),
        // Not full, no stick fits, but something is loose: breakdown is the only move.
        (loose.clone(), Outcome::InProgress),
        (board!["....", "....", "....", "...."], Outcome::InProgress),
    ] {
        for turn in Side::BOTH {
            let position = position(&rules, &board, turn);
            assert_eq!(rules.outcome(&position), outcome, "\n{board}");
            if board == loose {
                assert_eq!(rules.moves(&position), [Move::Breakdown]);
            }
        }
    }
}

#[test]
fn a_game_in_which_no_stick_ever_fits_is_drawn_by_the_first_pass() {
    let rules = rules(3, 3, 4, 2);
    let mut position = rules.start();
    assert_eq!(rules.outcome(&position), Outcome::InProgress);
    assert_eq!(rules.moves(&position), [Move::Breakdown]);
    rules.play(&mut position, Move::Breakdown).unwrap();
    assert_eq!(rules.outcome(&position), Outcome::Draw);
    assert_eq!(rules.moves(&position), []);
}

#[test]
fn sticks_of_one_cell_have_two_moves_a_column() {
    let rules = rules(2, 2, 1, 2);
    let moves: Vec<String> = rules.moves(&rules.start()).iter().map(Move::to_string).collect();
    assert_eq!(moves, ["|0", "|1", "-0", "-1", "!"]);
}

#[test]
fn the_opponent_can_win_by_your_breakdown() {
    let rules = rules(3, 4, 2, 2);
    let mut position = position(&rules, &board!["...", "**.", "o..", "o**"], Side::Second);
    rules.play(&mut position, Move::Breakdown).unwrap();
    assert_eq!(rules.board(&position), board!["...", "*..", "o*.", "o**"]);
    let mut position = self::position(&rules, &board!["...", "**.", "..o", "***"], Side::Second);
    assert_eq!(rules.outcome(&position), Outcome::InProgress);
    rules.play(&mut position, Move::Breakdown).unwrap();
    assert_eq!(rules.outcome(&position), Outcome::Win(Side::First));
}

#[test]
fn fixed_pieces_and_boards_of_another_size_are_refused() {
    let rules = rules(2, 2, 1, 2);
    assert!(rules.position(&Setup::new(&board!["..", ".#"], Side::First)).is_err());
    assert!(rules.position(&Setup::new(&board!["...", "..."], Side::First)).is_err());
    assert!(rules.read_position("2/1# b").is_err());
    let code_3 = PackedBoard::from_words(Size::new(2, 2).unwrap(), &[0b11]).unwrap();
    assert!(rules.position(&Setup::new(&code_3, Side::First)).is_err());
}

#[test]
fn positions_have_a_line_that_is_read_back() {
    let rules = rules(4, 5, 2, 2);
    let position = position(&rules, &board!["....", ".oo.", "**..", "*...", "*.oo"], Side::First);
    assert_eq!(rules.setup_text(&position), "4/1oo1/**2/*3/*1oo b");
    assert_eq!(rules.read_position("4/1oo1/**2/*3/*1oo b"), Ok(position));
    assert_eq!(rules.read_position("..../.oo./**../*.../*.oo b"), Ok(position));
}
