//! The worked examples of the Connect4 document, and its other rules and rulings, on packed boards,
//! on the matrix and on the document's array.

use std::collections::HashMap;

use gridlaw::board::{PackedBoard, Register, Wide};
use gridlaw::cell::{Cell, Edge, Pos, Side};
use gridlaw::games::connect4::bots::Bot;
use gridlaw::games::connect4::tasks::*;
use gridlaw::games::connect4::tournament::{Score, tournament};
use gridlaw::games::connect4::{Connect4, Move, NaiveConnect4, Parameters, Position, Setup, Tactics, read_display};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, PlayError, PositionError, Rules, SetupError};
use gridlaw::text::Grid;

fn parameters(size: u32) -> Parameters {
    Parameters::new(size).unwrap()
}

fn rules(size: u32) -> Connect4<u128> {
    Connect4::new(parameters(size)).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn initialized(size: i32) -> Board {
    let mut board = [[-1; MAX_SIZE]; MAX_SIZE];
    initialise_board(&mut board, size);
    board
}

fn add(board: &mut Board, size: i32, mv: Move, player: i32) -> Option<Pos> {
    add_move_to_board(board, size, mv.edge().letter(), mv.index() as i32, player)
}

#[test]
fn the_worked_game_goes_as_the_document_shows() {
    let (rules, naive) = (rules(7), NaiveConnect4::new(parameters(7)));
    let (mut fast, mut matrix, mut array) = (rules.start(), naive.start(), initialized(7));
    // The change: the row of the token, its cells afterwards, and the token's place.
    let game = [
        ("E3", 3, "...#X..", (3, 4)),
        ("N4", 2, "....O..", (2, 4)),
        ("S4", 4, "....X..", (4, 4)),
        ("W2", 2, "...OO..", (2, 3)),
        ("E2", 2, "...OOX.", (2, 5)),
        ("E3", 3, "...#XO.", (3, 5)),
        ("S5", 4, "....XX.", (4, 5)),
        ("N3", 1, "...O...", (1, 3)),
        ("W4", 4, "...XXX.", (4, 3)),
        ("E4", 4, "...XXXO", (4, 6)),
    ];
    let mut rows = ["......."; 7].map(str::to_string);
    rows[3] = "...#...".to_string();
    for (ply, (text, row, cells, (token_row, token_col))) in game.into_iter().enumerate() {
        assert_eq!(rules.outcome(&fast), Outcome::InProgress);
        let player = ply as i32 % 2 + 1;
        rules.play(&mut fast, mv(text)).unwrap();
        naive.play(&mut matrix, mv(text)).unwrap();
        let last = add(&mut array, 7, mv(text), player);
        rows[row] = cells.to_string();
        assert_eq!(rules.position_text(&fast), rows.join("/"), "after {text}");
        assert_eq!(naive.position_text(&matrix), rows.join("/"), "after {text}");
        assert_eq!(display_board_string(&array, 7), rules.picture(&fast), "after {text}");
        assert_eq!(last, Some(Pos::new(token_row, token_col)), "after {text}");
        assert_eq!(check_game_over(&array, 7, player, last), if ply == 9 { 2 } else { 0 }, "after {text}");
    }
    assert_eq!(rules.outcome(&fast), Outcome::Win(Side::Second));
    assert_eq!(naive.outcome(&matrix), Outcome::Win(Side::Second));
    assert_eq!(rules.outcome_mark(rules.outcome(&fast)), '2');
}

#[test]
fn the_first_five_tasks_answer_as_the_document_prints() {
    assert_eq!([second_place_prize(200, 100, 200), second_place_prize(45, 600, 590)], [200, 590]);
    assert_eq!(four_in_a_row(&[1, 2, 1, 2, 1, 1, 1, 1, 2, 1]), Some(4));
    assert_eq!(four_in_a_row(&[1, 2, 1, 2, 1, 1, 1, 2, 2, 1, 1, 4, 4, 4, 4]), Some(11));
    let third = [2, 1, 1, 7, 7, 7, 7, 1, 2, 2, 2, 2, 3, 3, 3];
    assert_eq!([four_in_a_row(&third), four_in_a_row(&third[..6])], [Some(3), None]);
    assert_eq!([101, 1, 11_111_111, 100_000_000].map(binary_to_decimal), [5, 1, 255, 256]);
    let group = [4.3, 2.1, 6.7, 5.0, 1.2, 9.9, 7.0, 3.0, 6.6, 6.5];
    assert_eq!(format!("{:.2} {:.2}", median_ability(&group[..5]), median_ability(&group)), "4.30 5.75");
    for (before, after) in [
        ("The Champ", "The Champ"),
        ("   I AM THE         GREATEST        ", " I AM THE GREATEST "),
        ("Therearenospaceshereatall", "Therearenospaceshereatall"),
    ] {
        let mut name = before.as_bytes().to_vec();
        let length = remove_spaces(&mut name);
        assert_eq!(String::from_utf8_lossy(&name[..length]), after);
    }
}

#[test]
fn boards_are_initialised_as_the_document_prints() {
    for size in 4..=10_i32 {
        let board = initialized(size);
        for (row, cells) in (0..).zip(board) {
            for (col, cell) in (0..).zip(cells) {
                // The middle of the board is at (size - 1) / 2, counted in halves where the size is
                // even.
                let is_center = |at: i32| (2 * at - (size - 1)).abs() <= 1;
                let expected = if row >= size || col >= size {
                    -1
                } else if is_center(row) && is_center(col) {
                    3
                } else {
                    0
                };
                assert_eq!(cell, expected, "size {size}, row {row}, column {col}");
            }
        }
        let rules = Connect4::<Wide<4>>::new(parameters(size as u32)).unwrap();
        assert_eq!(rules.picture(&rules.start()), display_board_string(&board, size));
    }
}

#[test]
fn tokens_are_placed_as_the_document_prints() {
    let mut board = initialized(8);
    let placed = [("N1", 1), ("E4", 2), ("S5", 1)].map(|(text, player)| add(&mut board, 8, mv(text), player));
    assert_eq!(placed, [(7, 1), (4, 5), (5, 5)].map(|(row, col)| Some(Pos::new(row, col))));
    assert_eq!(board[4][..8], [0, 0, 0, 3, 3, 2, 0, 0]);
    assert_eq!(board[5][..8], [0, 0, 0, 0, 0, 1, 0, 0]);
    assert_eq!(board[7][..8], [0, 1, 0, 0, 0, 0, 0, 0]);
    let before = board;
    assert_eq!(add(&mut board, 8, mv("S1"), 2), None);
    assert_eq!(board, before);
}

#[test]
fn the_game_is_over_when_the_document_says_so() {
    let mut board = initialized(5);
    for (text, player, rest, over) in [
        ("N0", 1, (4, 0), 0),
        ("N1", 2, (4, 1), 0),
        ("N0", 1, (3, 0), 0),
        ("N1", 2, (3, 1), 0),
        ("N0", 1, (2, 0), 0),
        ("N1", 2, (2, 1), 0),
        ("N0", 1, (1, 0), 1),
    ] {
        let last = add(&mut board, 5, mv(text), player);
        assert_eq!(last, Some(Pos::new(rest.0, rest.1)));
        assert_eq!(check_game_over(&board, 5, player, last), over);
    }
    // C4: a place off the board is in no line, but a full board still returns the player.
    assert_eq!(check_game_over(&board, 5, 1, None), 0);
    let full = [[1; MAX_SIZE]; MAX_SIZE];
    assert_eq!([1, 2].map(|player| check_game_over(&full, 5, player, None)), [1, 2]);
}

#[test]
fn display_strings_are_72_to_210_characters() {
    let mut board = initialized(10);
    for (text, player) in [("N0", 1), ("N1", 2), ("N0", 1), ("N1", 2), ("W4", 1), ("W4", 2), ("W4", 2)] {
        add(&mut board, 10, mv(text), player);
    }
    let shown = display_board_string(&board, 10);
    let rows = [
        "--NNNNNNNNNN--",
        "--0123456789--",
        "W0..........0E",
        "W1..........1E",
        "W2..........2E",
        "W3..........3E",
        "W4.OOX##....4E",
        "W5....##....5E",
        "W6..........6E",
        "W7..........7E",
        "W8XO........8E",
        "W9XO........9E",
        "--0123456789--",
        "--SSSSSSSSSS--",
        "",
    ];
    assert_eq!(shown, rows.join("\n"));
    assert_eq!([display_board_string(&initialized(4), 4).len(), shown.len()], [72, 210]);
    let read: PackedBoard = read_display(&shown, parameters(10)).unwrap();
    assert_eq!(read.cell(Pos::new(4, 2)), Cell::White);
}

/// C1: a forfeit leaves the board and passes the turn. It is not a move, but a record may hold it
/// until the end.
#[test]
fn a_forfeit_passes_the_turn_and_is_no_move() {
    let (rules, naive) = (rules(8), NaiveConnect4::new(parameters(8)));
    let (mut fast, mut matrix) = (rules.start(), naive.start());
    rules.play(&mut fast, mv("N0")).unwrap();
    naive.play(&mut matrix, mv("N0")).unwrap();
    let before = fast;
    let blocked = mv("S0");
    assert!(!rules.moves(&fast).contains(&blocked));
    assert_eq!(rules.play(&mut fast, blocked), Err(PlayError::Illegal { mv: blocked }));
    assert_eq!(naive.play(&mut matrix, blocked), Err(PlayError::Illegal { mv: blocked }));
    assert_eq!(fast, before);
    assert!(rules.accepts(&fast, blocked) && naive.accepts(&matrix, blocked));
    rules.play_unchecked(&mut fast, blocked);
    naive.play_unchecked(&mut matrix, blocked);
    assert_eq!((rules.position_text(&fast), rules.turn(&fast)), (rules.position_text(&before), Side::First));
    assert_eq!(rules.setup_text(&fast), naive.setup_text(&matrix));
    assert_eq!(rules.outcome(&fast), Outcome::InProgress);
    // An entry off the board is not even a forfeit.
    assert!(!rules.accepts(&fast, mv("N8")) && !naive.accepts(&matrix, mv("N8")));
    // After the end no entry is accepted, free or taken.
    let over = rules.read_position("XXXX4/8/8/3##3/3##3/8/8/8 O").unwrap();
    let naive_over = naive.read_position("XXXX4/8/8/3##3/3##3/8/8/8 O").unwrap();
    for mv in [mv("N0"), mv("S7")] {
        assert!(!rules.accepts(&over, mv) && !naive.accepts(&naive_over, mv));
    }
}

/// C2: only edge cells count, and the side that takes the last one wins, whatever turns came
/// before.
#[test]
fn the_last_to_place_wins_even_with_empty_cells_inside() {
    for (turn, winner) in [("X", Side::First), ("O", Side::Second)] {
        let (rules, naive) = (rules(5), NaiveConnect4::new(parameters(5)));
        let text = format!(".OXOX/X3O/O1#1X/X3O/OXOXO {turn}");
        let (mut fast, mut matrix) = (rules.read_position(&text).unwrap(), naive.read_position(&text).unwrap());
        assert_eq!(rules.moves(&fast), [mv("N0"), mv("W0")]);
        // A forfeit before it changes only the side that moves last.
        rules.play_unchecked(&mut fast, mv("N1"));
        naive.play_unchecked(&mut matrix, mv("N1"));
        rules.play(&mut fast, mv("W0")).unwrap();
        naive.play(&mut matrix, mv("W0")).unwrap();
        assert_eq!(rules.outcome(&fast), Outcome::Win(winner.other()));
        assert_eq!(naive.outcome(&matrix), Outcome::Win(winner.other()));
        assert_eq!(rules.moves(&fast), []);
        let read = rules.read_position(&rules.setup_text(&fast)).unwrap();
        assert_eq!(rules.outcome(&read), Outcome::Win(winner.other()));
    }
    // Both endings at once: the mover's line and the last edge cell.
    let rules = rules(4);
    let mut both = rules.read_position(".XXX/O##O/O##O/XOXO X").unwrap();
    rules.play(&mut both, mv("N0")).unwrap();
    assert_eq!(rules.outcome(&both), Outcome::Win(Side::First));
}

#[test]
fn five_in_a_row_win_too_and_a_fixed_piece_is_in_no_line() {
    let rules = rules(8);
    let mut five = rules.read_position("XX1XX3/8/8/3##3/3##3/8/8/X7 X").unwrap();
    assert_eq!(rules.outcome(&five), Outcome::InProgress);
    rules.play(&mut five, mv("N2")).unwrap();
    assert_eq!(rules.outcome(&five), Outcome::InProgress);
    let mut five = rules.read_position("XX1XX3/2O5/8/3##3/3##3/8/8/X7 X").unwrap();
    rules.play(&mut five, mv("N2")).unwrap();
    assert_eq!(rules.outcome(&five), Outcome::Win(Side::First));
    for text in [
        "8/8/8/1XX##XX1/3##3/8/8/8 O",
        "8/3X4/3X4/3##3/3##3/3X4/3X4/8 O",
        "8/1X6/2X5/3##3/3##3/5X2/6X1/8 O",
        "8/6O1/5O2/3##3/3##3/2O5/1O6/8 X",
    ] {
        assert_eq!(rules.outcome(&rules.read_position(text).unwrap()), Outcome::InProgress, "{text}");
    }
}

#[test]
fn positions_have_a_line_that_is_read_back_or_refused_where_it_goes_wrong() {
    let (rules, naive) = (rules(5), NaiveConnect4::new(parameters(5)));
    let text = "5/2O2/2#X1/3X1/5 O";
    let position = rules.read_position(text).unwrap();
    assert_eq!(rules.setup_text(&position), text);
    assert_eq!(rules.read_position("...../..O../..#X./...X./..... O"), Ok(position));
    for (text, column) in [
        ("", 1),
        ("5/5/2#2/5/5", 12),
        ("5/5/2#2/5/5 ", 13),
        ("5/5/2#2/5/5 x", 13),
        ("5/5/2#2/5/5 XX", 14),
        ("5/5/2#2/5 X", 10),
        ("5/5/2#2/5/6 X", 11),
        ("5/5/2#2/5/4* X", 12),
    ] {
        assert_eq!(rules.read_position(text).unwrap_err().column(), Some(column), "{text:?}");
        assert_eq!(naive.read_position(text).unwrap_err(), rules.read_position(text).unwrap_err());
    }
    for (text, row) in [("5/5/5/5/5 X", 2), ("5/5/2#2/5/#4 X", 4), ("5/2#2/5/5/5 X", 1)] {
        let error = rules.read_position(text).unwrap_err();
        assert!(
            matches!(error, PositionError::Setup(SetupError::Square { pos, .. }) if pos.row == row),
            "{text:?}: {error}"
        );
        assert_eq!(naive.read_position(text).unwrap_err(), error);
    }
    for (text, winner) in [("XXXX1/5/2#2/5/5 X", Side::First), ("XXXX1/5/2#2/5/OOOO1 O", Side::Second)] {
        let error = PositionError::Setup(SetupError::Over { winner });
        assert_eq!(rules.read_position(text).unwrap_err(), error, "{text:?}");
        assert_eq!(naive.read_position(text).unwrap_err(), error, "{text:?}");
    }
    let board = |text: &str| rules.board(&rules.read_position(text).unwrap());
    let line = board("XXXX1/5/2#2/5/5 O");
    let at = |board: &PackedBoard, turn| rules.position(&Setup::new(board, turn));
    assert_eq!(at(&line, Side::First), Err(SetupError::Over { winner: Side::First }));
    assert!(at(&line, Side::Second).is_ok());
    let mut holed = line.clone();
    holed.set_cell(Pos::new(2, 2), Cell::Empty);
    let error = at(&holed, Side::Second).unwrap_err();
    assert!(matches!(error, SetupError::Square { pos: Pos { row: 2, col: 2 }, found: 0, .. }), "{error}");
    let other = self::rules(6).position(&Setup::new(&line, Side::Second));
    assert!(matches!(other, Err(SetupError::Size { .. })));
}

/// The number of move sequences of each length, from 1 until there is none, counted without perft:
/// level by level, with equal positions counted together.
fn sequences<R: Rules>(rules: &R) -> Vec<u64> {
    let mut level = HashMap::from([(rules.start(), 1)]);
    let mut counts = Vec::new();
    while !level.is_empty() {
        let mut next = HashMap::new();
        for (position, ways) in level {
            for mv in rules.moves(&position) {
                let mut after = position.clone();
                rules.play_unchecked(&mut after, mv);
                *next.entry(after).or_insert(0) += ways;
            }
        }
        counts.push(next.values().sum());
        level = next;
    }
    counts
}

/// The whole tree of size 4: the last games end with move 12, which fills the board.
#[test]
fn all_games_of_size_4_are_counted_to_their_end() {
    let expected = [
        16,
        232,
        3_048,
        36_136,
        383_648,
        3_604_760,
        29_465_376,
        202_850_776,
        1_142_364_320,
        4_831_961_112,
        14_006_357_592,
        19_668_460_040,
        0,
    ];
    assert_eq!(sequences(&Connect4::<u32>::new(parameters(4)).unwrap()), expected);
    assert_eq!(sequences(&NaiveConnect4::new(parameters(4))), expected);
}

/// A register that is too small for a board refuses it.
#[test]
fn registers_refuse_boards_that_do_not_fit() {
    fn largest<B: Register>() -> Option<u32> {
        (4..=10).filter(|&size| Connect4::<B>::new(parameters(size)).is_some()).max()
    }
    let largest = [largest::<u32>(), largest::<u64>(), largest::<u128>(), largest::<Wide<3>>(), largest::<Wide<4>>()];
    assert_eq!(largest, [Some(4), Some(5), Some(8), Some(9), Some(10)]);
}

/// Plays random games with forfeits on all three boards, and compares every position.
fn play_on_all_boards<B: Register>(size: u32, games: u64, mut look: impl FnMut(&Connect4<B>, &Position<B>, &Board)) {
    let (rules, naive) = (Connect4::<B>::new(parameters(size)).unwrap(), NaiveConnect4::new(parameters(size)));
    for number in 0..games {
        let mut random = Generator::for_game(23, number);
        let (mut fast, mut matrix, mut array) = (rules.start(), naive.start(), initialized(size as i32));
        let mut winner = 0;
        while winner == 0 {
            look(&rules, &fast, &array);
            assert_eq!(rules.moves(&fast), naive.moves(&matrix));
            let winning = naive.winning_moves(&matrix);
            assert_eq!(rules.winning_moves(&fast), winning, "{}", rules.setup_text(&fast));
            assert_eq!(naive.winning_move(&matrix), winning.first().copied());
            for side in Side::BOTH {
                assert_eq!(rules.threats(&fast, side), naive.threats(&matrix, side));
            }
            // The definition costs the square of the moves, so it is checked now and then, and
            // always near the end.
            if random.below(8) == 0 || rules.count_moves(&fast) <= 6 {
                let safe = naive.safe_moves(&matrix);
                assert_eq!(rules.safe_moves(&fast), safe, "{}", rules.setup_text(&fast));
                assert_eq!([rules.has_safe_move(&fast), naive.has_safe_move(&matrix)], [!safe.is_empty(); 2]);
            }
            let player = rules.turn(&fast) as i32 + 1;
            let edge = *random.pick(&Edge::ALL);
            let mv = Move::new(edge, random.below(size.into()) as u32).unwrap();
            assert!(rules.accepts(&fast, mv) && naive.accepts(&matrix, mv));
            let legal = rules.is_legal(&fast, mv);
            rules.play_unchecked(&mut fast, mv);
            naive.play_unchecked(&mut matrix, mv);
            let last = add(&mut array, size as i32, mv, player);
            winner = check_game_over(&array, size as i32, player, last);
            assert_eq!(legal, last.is_some());
            assert_eq!(rules.setup_text(&fast), naive.setup_text(&matrix));
            assert_eq!(rules.picture(&fast), display_board_string(&array, size as i32));
            assert_eq!(naive.picture(&matrix), display_board_string(&array, size as i32));
            let outcome = [Outcome::InProgress, Outcome::Win(Side::First), Outcome::Win(Side::Second)][winner as usize];
            assert_eq!((rules.outcome(&fast), naive.outcome(&matrix)), (outcome, outcome));
        }
    }
}

#[test]
fn the_three_boards_agree_on_whole_games_with_forfeits() {
    play_on_all_boards::<u32>(4, 60, |_, _, _| ());
    play_on_all_boards::<u64>(5, 30, |_, _, _| ());
    for size in 6..=8 {
        play_on_all_boards::<u128>(size, 10, |_, _, _| ());
    }
    for size in 9..=10 {
        play_on_all_boards::<Wide<4>>(size, 4, |_, _, _| ());
    }
}

/// C5, on every position of random games: bots choose a free entry, win if they can, and avoid
/// giving a win.
fn bots_keep_their_promises<B: Register>(size: u32, games: u64) {
    let mut seen = [0; 3];
    play_on_all_boards::<B>(size, games, |rules, position, array| {
        let (winning, safe) = (rules.winning_moves(position), rules.safe_moves(position));
        let kind = [!winning.is_empty(), !safe.is_empty(), true].iter().position(|&applies| applies).unwrap();
        seen[kind] += 1;
        let player = rules.turn(position) as i32 + 1;
        let (size, on_array) = (size as i32, [bot1_move, bot2_move]);
        for (bot, on_array) in Bot::BOTH.into_iter().zip(on_array) {
            let chosen = bot.choose(rules, position, &mut Generator::for_game(1, 2)).unwrap();
            let (side, index) = on_array(array, size, player);
            let named = Move::new(Edge::from_letter(side).unwrap(), index as u32).unwrap();
            for mv in [chosen, named] {
                assert!(rules.is_legal(position, mv), "{bot:?}: {mv}");
                assert!(winning.is_empty() || winning.contains(&mv), "{bot:?}: {mv} does not win");
                assert!(safe.is_empty() || safe.contains(&mv), "{bot:?}: {mv} is a gift");
            }
            assert_eq!(on_array(array, size, player), (side, index), "the same board, the same answer");
        }
    });
    assert!(seen.iter().all(|&count| count > 0), "size {size}: a case was never seen, {seen:?}");
}

#[test]
fn bots_take_wins_and_make_no_gifts() {
    bots_keep_their_promises::<u32>(4, 60);
    bots_keep_their_promises::<u64>(5, 30);
    bots_keep_their_promises::<u128>(8, 12);
    bots_keep_their_promises::<Wide<4>>(10, 6);
}

#[test]
fn a_tournament_follows_from_its_seed_and_bot2_is_the_better_player() {
    let score = tournament(parameters(8), 5, 0..500);
    assert_eq!(score.games(), 500);
    let parts = [0..203, 203..500].map(|games| tournament(parameters(8), 5, games));
    assert_eq!(parts.into_iter().sum::<Score>(), score);
    assert_ne!(tournament(parameters(8), 6, 0..500), score);
    assert!(score.wins[1] > 2 * score.wins[0], "{score:?}");
}

/// C5: invalid arguments get the documented answers.
#[test]
fn functions_of_the_document_take_any_arguments() {
    let extremes = [i32::MIN, -1, 0, 1, 2, 3, 4, 5, 10, 11, 100, i32::MAX];
    assert_eq!(extremes.map(binary_to_decimal), [-2560, -1, 0, 1, 2, 3, 4, 5, 2, 3, 4, 2559]);
    assert_eq!(second_place_prize(i32::MIN, i32::MAX, 0), 0);
    assert_eq!(four_in_a_row(&[]), None);
    assert!(median_ability(&[]).is_nan());
    assert_eq!(median_ability(&[f64::MAX, f64::MAX]), f64::MAX);
    assert_eq!(median_ability(&[f64::NAN, 1.0, 2.0]), 2.0);
    assert_eq!(median_ability(&vec![7.5; 100_000]), 7.5);
    assert_eq!(remove_spaces(&mut []), 0);
    assert_eq!(remove_spaces(&mut [b' '; 9]), 1);
    for cell in extremes {
        for size in extremes {
            let mut board = [[cell; MAX_SIZE]; MAX_SIZE];
            let is_board = (4..=10).contains(&size);
            assert_eq!(
                display_board_string(&board, size).len(),
                if is_board { ((size + 4) * (size + 5)) as usize } else { 0 }
            );
            for player in extremes {
                for bot in [bot1_move, bot2_move] {
                    let (side, position) = bot(&board, size, player);
                    let edge = Edge::from_letter(side).unwrap();
                    assert!(position == 0 || is_board && position < size, "{edge:?}{position}");
                }
                for last in [None, Some(Pos::new(0, 0)), Some(Pos::new(3, u32::MAX)), Some(Pos::new(9, 9))] {
                    let over = check_game_over(&board, size, player, last);
                    assert!(over == 0 || over == player && is_board);
                }
                for (side, position) in [('N', 0), ('n', 0), ('W', size), ('E', -1), ('S', i32::MAX), ('\0', 1)] {
                    let before = board;
                    let last = add_move_to_board(&mut board, size, side, position, player);
                    assert_eq!(last.is_some(), is_board && cell == 0 && side == 'N' && before[0][0] == 0);
                    board = before;
                }
            }
            initialise_board(&mut board, size);
            assert_eq!(board != [[cell; MAX_SIZE]; MAX_SIZE], is_board);
        }
    }
}
