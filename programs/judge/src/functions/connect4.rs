//! The eleven functions of the Connect4 document.

use std::fmt::Write;

use super::case::{Case, Right, by_size, numbers, one, plain, quoted};
use super::suite::{Function, Suite};
use gridlaw::cell::Pos;
use gridlaw::games::connect4::tasks::{self, Board, MAX_SIZE};
use gridlaw::rng::Generator;

/// The functions of `connect4.h`.
pub(super) static SUITE: Suite = Suite {
    functions: &FUNCTIONS,
    headers: &[("connect4.h", include_str!("headers/connect4.h"))],
    // The automated marking program uses its own headers.
    replaces_headers: true,
    calls: include_str!("connect4.c"),
};

/// The functions that a bot may call.
const OF_BOTS: &[&str] = &["AddMoveToBoard", "CheckGameOver"];

static FUNCTIONS: [Function; 11] = [
    Function::new(
        "SecondPlacePrize",
        "the middle one of three amounts",
        "The output of your function should be the value of the 2nd place prize.",
        second_place_prize,
        plain,
    ),
    Function::new(
        "FourInARow",
        "where four equal values in a row begin",
        "The function should return the index position of the first element in the array that begins a four-in-a-row sequence (of any value).",
        four_in_a_row,
        plain,
    ),
    Function::new(
        "BinaryToDecimal",
        "the value of a number in binary digits",
        "The output from your function should be the equivalent decimal value.",
        binary_to_decimal,
        plain,
    ),
    Function::new(
        "MedianAbility",
        "the median of any number of values",
        "There is no upper limit to the length of the input array (your function must work for arrays of any size).",
        median_ability,
        plain,
    ),
    Function::new(
        "RemoveSpaces",
        "one space for every run of spaces",
        "You should modify the string by removing space characters such that no two space characters remain in a row.",
        remove_spaces,
        quoted,
    ),
    Function::new(
        "InitialiseBoard",
        "an empty board with its fixed center",
        "This function should set each element of the board to 0 (indicating an empty space) and the middle position (or middle positions for an even sized board) to 3 (indicating a fixed piece).",
        initialise_board,
        draw_array,
    ),
    Function::new(
        "AddMoveToBoard",
        "a token slides in and stays where it is stopped",
        "Once placed, the token should move into the board as far as possible, until it hits either another token, the opposite side of the board, or a fixed piece.",
        add_move_to_board,
        draw_placed,
    ),
    Function::new(
        "CheckGameOver",
        "whether the last token has ended the game",
        "The function should return 0 (i.e. false) if the game is not over, otherwise it should return the value of player.",
        check_game_over,
        draw_checked,
    ),
    Function::new(
        "GetDisplayBoardString",
        "the board as a string",
        "The function should generate a special formatted string representation of the board.",
        get_display_board_string,
        draw_shown,
    ),
    Function::new(
        "GetMoveBot1",
        "a free entry, and a win where there is one",
        "If it is possible for the bot to win on its current move, then it must make a winning move.",
        get_move_bot1,
        draw_move,
    )
    .calling(OF_BOTS),
    Function::new(
        "GetMoveBot2",
        "a free entry, and a win where there is one",
        "If it is possible for the bot to win on its current move, then it must make a winning move.",
        get_move_bot2,
        draw_move,
    )
    .calling(OF_BOTS),
];

/// Boards of every size.
const SIZES: std::ops::RangeInclusive<i32> = 4..=10;

/// Values beyond a board's cells, which a function must not read.
const GARBAGE: [i32; 7] = [-1, 1, 2, 3, 0, 77, 2];

const SIDES: [char; 4] = ['N', 'E', 'S', 'W'];

fn second_place_prize(generator: &mut Generator) -> Vec<Case> {
    let mut triples = vec![[200, 100, 200], [45, 600, 590], [i32::MAX, 1, i32::MAX - 1]];
    for first in 1..=3 {
        triples.extend((1..=9).map(|rest| [first, (rest - 1) / 3 + 1, (rest - 1) % 3 + 1]));
    }
    triples.extend((0..100).map(|_| [0; 3].map(|_| 1 + generator.below(1_000_000) as i32)));
    let case = |prizes: [i32; 3]| {
        let [first, second, third] = prizes;
        let right = one(tasks::second_place_prize(first, second, third));
        let size = prizes.iter().map(|&prize| prize as usize).sum();
        Case::new(size, numbers(prizes.map(i64::from)), format!("SecondPlacePrize({first}, {second}, {third})"), right)
    };
    by_size(triples.into_iter().map(case).collect())
}

fn four_in_a_row(generator: &mut Generator) -> Vec<Case> {
    let mut arrays: Vec<Vec<i32>> = Vec::new();
    for length in 1..=7 {
        arrays.extend((0..1 << length).map(|bits: u32| (0..length).map(|at| (bits >> at & 1) as i32).collect()));
    }
    arrays.push(vec![1, 2, 1, 2, 1, 1, 1, 1, 2, 1]);
    for length in 5..200 {
        let kinds = 2 + generator.below(3);
        arrays.push((0..length).map(|_| [1, 2, -7, i32::MIN][generator.below(kinds) as usize]).collect());
    }
    let mut cases = Vec::new();
    for values in arrays {
        let list: Vec<String> = values.iter().map(ToString::to_string).collect();
        // The elements after the length must not matter.
        for length in [values.len(), values.len() - 1] {
            let row = tasks::four_in_a_row(&values[..length]);
            if length > 0 && (length == values.len() || tasks::four_in_a_row(&values) != row) {
                let input = [length as i64].into_iter().chain(values.iter().map(|&value| i64::from(value)));
                let call = format!("FourInARow({{{}}}, {length})", list.join(", "));
                let right = one(row.map_or(-1, |index| index as i32));
                cases.push(Case::new(values.len(), numbers(input), call, right));
            }
        }
    }
    by_size(cases)
}

fn binary_to_decimal(_: &mut Generator) -> Vec<Case> {
    let case = |value: i32| {
        let digits: i32 = format!("{value:b}").parse().unwrap_or_default();
        Case::new(value as usize, numbers([digits.into()]), format!("BinaryToDecimal({digits})"), one(value))
    };
    // A number of more digits is no `int`.
    (1..1 << 10).map(case).collect()
}

fn median_ability(generator: &mut Generator) -> Vec<Case> {
    let mut arrays = vec![vec![4.3, 2.1, 6.7, 5.0, 1.2], vec![4.3, 2.1, 6.7, 5.0, 1.2, 9.9, 7.0, 3.0, 6.6, 6.5]];
    for length in (1..=12).flat_map(|length| [length; 20]).chain([50, 101, 1000, 1001, 2500]) {
        let steps = *generator.pick(&[3, 101]);
        let value = |generator: &mut Generator| generator.below(steps) as f64 * 10.0 / (steps - 1) as f64;
        arrays.push((0..length).map(|_| value(generator)).collect());
    }
    let case = |values: Vec<f64>| {
        let list: Vec<String> = values.iter().take(20).map(|value| format!("{value}")).collect();
        let dots = if values.len() > 20 { ", …" } else { "" };
        let call = format!("MedianAbility({{{}{dots}}}, {})", list.join(", "), values.len());
        let input = [values.len() as f64].into_iter().chain(values.iter().copied()).collect();
        Case::new(values.len(), input, call, one(tasks::median_ability(&values)))
    };
    by_size(arrays.into_iter().map(case).collect())
}

fn remove_spaces(generator: &mut Generator) -> Vec<Case> {
    let mut texts: Vec<String> = vec!["The   Champ".into(), "  I AM   THE  GREATEST   ".into()];
    for length in 1..=6 {
        let letter = |bits: u32, at: u32| if bits >> at & 1 == 1 { ' ' } else { 'a' };
        texts.extend((0..1 << length).map(|bits| (0..length).map(|at| letter(bits, at)).collect()));
    }
    for length in (7..100).chain([300, 1000]) {
        texts.push((0..length).map(|_| *generator.pick(&[' ', 'b', ' ', 'c', '\t'])).collect());
    }
    texts.push(" ".repeat(1000));
    let case = |text: String| {
        let mut right = text.clone().into_bytes();
        let length = tasks::remove_spaces(&mut right);
        right.truncate(length);
        let right = Right::Numbers(right.into_iter().map(f64::from).collect());
        let call = format!("RemoveSpaces(\"{}\")", text.escape_debug());
        Case::new(text.len(), text.bytes().map(f64::from).collect(), call, right)
    };
    by_size(texts.into_iter().map(case).collect())
}

fn cells(board: &Board) -> impl Iterator<Item = i64> {
    board.iter().flatten().map(|&cell| i64::from(cell))
}

/// An array with garbage everywhere.
fn array() -> Board {
    let mut at = 0;
    [[0; MAX_SIZE]; MAX_SIZE].map(|row| {
        row.map(|_: i32| {
            at += 1;
            GARBAGE[at % GARBAGE.len()]
        })
    })
}

/// An empty board, with garbage beyond its cells.
fn empty(size: i32) -> Board {
    let mut board = array();
    tasks::initialise_board(&mut board, size);
    board
}

fn tokens(board: &Board, size: i32) -> usize {
    let size = size as usize;
    board[..size].iter().flat_map(|row| &row[..size]).filter(|&&cell| cell == 1 || cell == 2).count()
}

/// The size of a case with a board: fewer tokens come first, then smaller boards.
fn weight(board: &Board, size: i32) -> usize {
    tokens(board, size) * MAX_SIZE + size as usize
}

/// The board's cells, as the document prints them.
fn drawn(board: &Board, size: i32) -> String {
    let mut text = String::new();
    for row in &board[..size as usize] {
        let cells: Vec<String> = row[..size as usize].iter().map(ToString::to_string).collect();
        // Writing to a `String` does not fail.
        let _ = write!(text, "\n{}", cells.join(" "));
    }
    text
}

fn draw_array(numbers: &[f64]) -> String {
    let lines: Vec<String> =
        numbers.chunks(MAX_SIZE).map(|row| row.iter().map(|cell| format!("{cell:>3}")).collect()).collect();
    lines.join("\n")
}

fn draw_placed(numbers: &[f64]) -> String {
    match numbers {
        [row, col, cells @ ..] => format!("row {row}, column {col}\n{}", draw_array(cells)),
        _ => plain(numbers),
    }
}

fn changed(flag: f64) -> &'static str {
    if flag == 0.0 { "" } else { ", and the board is changed" }
}

fn draw_checked(numbers: &[f64]) -> String {
    match *numbers {
        [result, flag] => format!("{result}{}", changed(flag)),
        _ => plain(numbers),
    }
}

fn draw_shown(numbers: &[f64]) -> String {
    let Some((&flag, text)) = numbers.split_first() else { return String::new() };
    // The harness fills what a function has not written with 0xA5.
    let mut written = text.split(|&byte| byte == 165.0);
    let shown: String = written.next().unwrap_or_default().iter().map(|&byte| char::from(byte as u8)).collect();
    let garbage = if written.next().is_some() { "(garbage follows: is there no final 0?)" } else { "" };
    format!("{shown}{garbage}{}", changed(flag))
}

fn draw_move(numbers: &[f64]) -> String {
    match *numbers {
        [flag, side, position] => format!("{}{position}{}", char::from(side as u8).escape_debug(), changed(flag)),
        _ => plain(numbers),
    }
}

fn initialise_board(_: &mut Generator) -> Vec<Case> {
    let case = |size| {
        let garbage = array();
        let input = [i64::from(size)].into_iter().chain(cells(&garbage));
        let right = Right::Numbers(numbers(cells(&empty(size))));
        Case::new(size as usize, numbers(input), format!("InitialiseBoard(board, {size})"), right)
    };
    SIZES.map(case).collect()
}

/// The free entries of a board.
fn entries(board: &Board, size: i32) -> Vec<(char, i32)> {
    let all = SIDES.into_iter().flat_map(|side| (0..size).map(move |position| (side, position)));
    all.filter(|&(side, position)| tasks::add_move_to_board(&mut board.clone(), size, side, position, 1).is_some())
        .collect()
}

/// A position of a game in progress: the board, its size and the player to move.
type Position = (Board, i32, i32);

/// The positions of random games on every size, without the last one.
fn positions(generator: &mut Generator, games: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for size in SIZES.flat_map(|size| vec![size; games]) {
        let (mut board, mut player) = (empty(size), 1);
        loop {
            let free = entries(&board, size);
            let Some(&(side, position)) = free.get(generator.below(free.len().max(1) as u64) as usize) else { break };
            found.push((board, size, player));
            let last = tasks::add_move_to_board(&mut board, size, side, position, player);
            if tasks::check_game_over(&board, size, player, last) != 0 {
                break;
            }
            player = 3 - player;
        }
    }
    found
}

fn add_move_to_board(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, size, player) in positions(generator, 3) {
        for side in SIDES {
            let position = generator.below(size as u64) as i32;
            let mut after = board;
            let last = tasks::add_move_to_board(&mut after, size, side, position, player);
            let [row, col] = last.map_or([-1, -1], |pos| [pos.row.into(), pos.col.into()]);
            let input = [size.into(), i64::from(u32::from(side)), position.into(), player.into()];
            let call = format!(
                "AddMoveToBoard(board, {size}, '{side}', {position}, {player}, &lastRow, &lastCol){}",
                drawn(&board, size)
            );
            let right = Right::Numbers(numbers([row, col].into_iter().chain(cells(&after))));
            cases.push(Case::new(weight(&board, size), numbers(input.into_iter().chain(cells(&board))), call, right));
        }
    }
    by_size(cases)
}

/// The call after `player` placed the token at `last`, and its right result.
fn checked(board: &Board, size: i32, player: i32, last: Option<Pos>) -> Case {
    let result = tasks::check_game_over(board, size, player, last);
    let [row, col] = last.map_or([-1, -1], |pos| [i64::from(pos.row), i64::from(pos.col)]);
    let input = [size.into(), player.into(), row, col];
    let call = format!("CheckGameOver(board, {size}, {player}, {row}, {col}){}", drawn(board, size));
    Case::new(
        weight(board, size),
        numbers(input.into_iter().chain(cells(board))),
        call,
        Right::Numbers(numbers([result.into(), 0])),
    )
    .by_ruling_if(last.is_none())
}

/// Whether the game could have gone on before the last token came.
fn went_on(board: &Board, size: i32, last: Pos) -> bool {
    let mut before = *board;
    before[last.row as usize][last.col as usize] = 0;
    let ended = |row: u32, col: u32| {
        let token = before[row as usize][col as usize];
        (token == 1 || token == 2) && tasks::check_game_over(&before, size, token, Some(Pos::new(row, col))) != 0
    };
    let size = size as u32;
    !(0..size).any(|row| (0..size).any(|col| ended(row, col)))
}

fn check_game_over(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    // Lines of three to five tokens everywhere, with each token as the last one.
    for size in SIZES {
        for _ in 0..150 {
            let mut board = empty(size);
            let (row_step, col_step) = *generator.pick(&[(0, 1), (1, 0), (1, 1), (1, -1)]);
            let [row, col] = [0; 2].map(|_| generator.below(size as u64) as i32);
            let player = 1 + generator.below(2) as i32;
            let length = 3 + generator.below(3) as i32;
            let inside = |value: i32| (0..size).contains(&value);
            let squares = (0..length).map(|at| (row + at * row_step, col + at * col_step));
            let squares: Vec<(usize, usize)> = squares
                .filter(|&(row, col)| inside(row) && inside(col) && board[row as usize][col as usize] == 0)
                .map(|(row, col)| (row as usize, col as usize))
                .collect();
            squares.iter().for_each(|&(row, col)| board[row][col] = player);
            for _ in 0..generator.below(6) {
                let [row, col] = [0; 2].map(|_| generator.below(size as u64) as usize);
                if board[row][col] == 0 {
                    board[row][col] = 1 + generator.below(2) as i32;
                }
            }
            if let Some(&(row, col)) = squares.get(generator.below(squares.len().max(1) as u64) as usize) {
                let last = Pos::new(row as u32, col as u32);
                if went_on(&board, size, last) {
                    cases.push(checked(&board, size, player, Some(last)));
                }
            }
        }
    }
    // Whole games, to the last token.
    for (mut board, size, player) in positions(generator, 4) {
        let free = entries(&board, size);
        let (side, position) = *generator.pick(&free);
        let last = tasks::add_move_to_board(&mut board, size, side, position, player);
        cases.push(checked(&board, size, player, last));
    }
    // No free entry and no line.
    for size in SIZES {
        let mut board = empty(size);
        let edge = size as usize - 1;
        for (row, line) in board.iter_mut().enumerate().take(edge + 1) {
            for (col, cell) in line.iter_mut().enumerate().take(edge + 1) {
                if row == 0 || col == 0 || row == edge || col == edge {
                    *cell = 1 + ((row + col) / 2 % 2) as i32;
                }
            }
        }
        for last in [(0, 0), (edge, 1), (1, edge)] {
            let player = board[last.0][last.1];
            let last = Pos::new(last.0 as u32, last.1 as u32);
            cases.push(checked(&board, size, player, Some(last)));
            cases.push(checked(&board, size, player, None));
            let mut open = board;
            open[edge][edge - 1] = 0;
            cases.push(checked(&open, size, player, Some(last)));
            cases.push(checked(&open, size, player, None));
        }
    }
    by_size(cases)
}

fn get_display_board_string(generator: &mut Generator) -> Vec<Case> {
    let case = |(board, size, _): Position| {
        let text = tasks::display_board_string(&board, size);
        let right = Right::Numbers([0.0].into_iter().chain(text.bytes().map(f64::from)).collect());
        let call = format!("GetDisplayBoardString(board, {size}, boardString){}", drawn(&board, size));
        let input = [i64::from(size)].into_iter().chain(cells(&board));
        Case::new(weight(&board, size), numbers(input), call, right)
    };
    by_size(positions(generator, 1).into_iter().map(case).collect())
}

fn get_move_bot1(generator: &mut Generator) -> Vec<Case> {
    bot("GetMoveBot1", generator)
}

fn get_move_bot2(generator: &mut Generator) -> Vec<Case> {
    bot("GetMoveBot2", generator)
}

fn bot(name: &str, generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, size, _) in positions(generator, 6) {
        for player in [1, 2] {
            let free = entries(&board, size);
            let wins = |&(side, position): &(char, i32)| {
                let mut after = board;
                let last = tasks::add_move_to_board(&mut after, size, side, position, player);
                tasks::check_game_over(&after, size, player, last) != 0
            };
            let winning: Vec<(char, i32)> = free.iter().copied().filter(wins).collect();
            // Avoids wins, so that more boards get full.
            if winning.is_empty() && free.len() > 3 && generator.below(8) > 0 {
                continue;
            }
            let good = if winning.is_empty() { free } else { winning };
            let answer = |(side, position): (char, i32)| numbers([0, i64::from(u32::from(side)), i64::from(position)]);
            let right = Right::OneOf(good.into_iter().map(answer).collect());
            let call = format!("{name}(board, {size}, {player}, &side, &move){}", drawn(&board, size));
            let input = [size.into(), i64::from(player)].into_iter().chain(cells(&board));
            cases.push(Case::new(weight(&board, size), numbers(input), call, right));
        }
    }
    by_size(cases)
}
