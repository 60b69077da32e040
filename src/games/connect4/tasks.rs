//! The ten tasks of the document, on its own array of integers.
//!
//! Every function is total (ruling C5): it returns for all arguments, and touches nothing outside
//! them. Its documentation defines the result for arguments that the document excludes. A size
//! outside 4 to 10 is not a board: nothing can be placed, shown or won on it.
//!
//! | task | the document's name | here |
//! |---|---|---|
//! | one | `SecondPlacePrize` | [`second_place_prize`] |
//! | two | `FourInARow` | [`four_in_a_row`] |
//! | three | `BinaryToDecimal` | [`binary_to_decimal`] |
//! | four | `MedianAbility` | [`median_ability`] |
//! | five | `RemoveSpaces` | [`remove_spaces`] |
//! | six | `InitialiseBoard` | [`initialise_board`] |
//! | seven | `AddMoveToBoard` | [`add_move_to_board`] |
//! | eight | `CheckGameOver` | [`check_game_over`] |
//! | nine | `GetDisplayBoardString` | [`display_board_string`] |
//! | ten | `GetMoveBot1`, `GetMoveBot2` | [`bot1_move`], [`bot2_move`] |
//!
//! This module implements the laws a third time, in the plain loops that the document has in mind,
//! because the array may hold cells that no position can. `tests/connect4.rs` plays whole games on
//! all three.

use alloc::string::String;
use alloc::vec::Vec;

use super::bots::Bot;
use super::display::write_display;
use super::{Arrange, FastFunction, GLYPHS, Move, Parameters};
use crate::cell::{Cell, Edge, Pos, Side};
use crate::rng::Generator;

/// The length of the document's array in each dimension, `MAX_SIZE`: the size of the largest board.
pub const MAX_SIZE: usize = Parameters::LARGEST as usize;

/// The document's board: `board[row][column]` holds the code of a [`Cell`], 0 empty, 1 and 2 the
/// players' tokens, 3 fixed. A smaller game uses the first rows and columns and ignores the rest.
pub type Board = [[i32; MAX_SIZE]; MAX_SIZE];

/// Task one, `SecondPlacePrize`: returns the middle one of three amounts.
///
/// ```
/// use gridlaw::games::connect4::tasks::second_place_prize;
///
/// assert_eq!(second_place_prize(200, 100, 200), 200);
/// assert_eq!(second_place_prize(45, 600, 590), 590);
/// ```
///
/// Accepts all integers, negative ones too.
#[must_use]
pub fn second_place_prize(prize1: i32, prize2: i32, prize3: i32) -> i32 {
    let (low, high) = (prize1.min(prize2), prize1.max(prize2));
    prize3.clamp(low, high)
}

/// Task two, `FourInARow`: returns the index of the first element that begins four equal ones in a
/// row. `None`, the document's -1, if there are none.
///
/// ```
/// use gridlaw::games::connect4::tasks::four_in_a_row;
///
/// let values = [1, 2, 1, 3, 3, 3, 3, 2, 1];
/// assert_eq!(four_in_a_row(&values), Some(3));
/// assert_eq!(four_in_a_row(&values[..6]), None);
/// ```
///
/// For an empty slice the result is `None`.
#[must_use]
pub fn four_in_a_row(values: &[i32]) -> Option<usize> {
    values.windows(4).position(|four| four.iter().all(|value| *value == four[0]))
}

/// Task three, `BinaryToDecimal`: returns the value of the binary number that the decimal digits
/// spell.
///
/// ```
/// use gridlaw::games::connect4::tasks::binary_to_decimal;
///
/// assert_eq!([101, 1, 11111111, 100000000].map(binary_to_decimal), [5, 1, 255, 256]);
/// assert_eq!([0, 12, -101].map(binary_to_decimal), [0, 4, -5]);
/// ```
///
/// Any digit counts as itself times its power of two, so a 2 carries. A negative number has a
/// negative value. The result lies within ±5111.
#[must_use]
pub fn binary_to_decimal(binary: i32) -> i32 {
    let (mut rest, mut power, mut value) = (binary, 1, 0);
    while rest != 0 {
        value += rest % 10 * power;
        power *= 2;
        rest /= 10;
    }
    value
}

/// Task four, `MedianAbility`: returns the middle value, or the mean of the two middle ones.
///
/// ```
/// use gridlaw::games::connect4::tasks::median_ability;
///
/// assert_eq!(median_ability(&[4.3, 2.1, 6.7, 5.0, 1.2]), 4.3);
/// assert_eq!(median_ability(&[4.3, 2.1, 6.7, 5.0, 1.2, 9.9, 7.0, 3.0, 6.6, 6.5]), 5.75);
/// ```
///
/// Takes linear time and a copy of the values. The median of no values is NaN. All values are
/// accepted; NaNs are ordered by their sign, before or after all others.
#[must_use]
pub fn median_ability(abilities: &[f64]) -> f64 {
    let mut values = Vec::from(abilities);
    let middle = values.len() / 2;
    if values.is_empty() {
        return f64::NAN;
    }
    let even = values.len() % 2 == 0;
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if even => lower.midpoint(upper),
        _ => upper,
    }
}

/// Task five, `RemoveSpaces`: collapses every run of spaces to one space, in place, and returns the
/// number of bytes left. The bytes behind them are unchanged.
///
/// ```
/// use gridlaw::games::connect4::tasks::remove_spaces;
///
/// let mut name = *b"  I AM   THE  GREATEST   ";
/// let length = remove_spaces(&mut name);
/// assert_eq!(&name[..length], b" I AM THE GREATEST ");
/// ```
///
/// Takes linear time and no memory. Accepts any bytes; only byte 32 is a space.
#[must_use]
pub fn remove_spaces(name: &mut [u8]) -> usize {
    let (mut length, mut after_space) = (0, false);
    for at in 0..name.len() {
        let byte = name[at];
        if byte != b' ' || !after_space {
            name[length] = byte;
            length += 1;
        }
        after_space = byte == b' ';
    }
    length
}

/// Task six, `InitialiseBoard`: empties the first `size` rows and columns and fixes the center.
///
/// ```
/// use gridlaw::games::connect4::tasks::{MAX_SIZE, initialise_board};
///
/// let mut board = [[-1; MAX_SIZE]; MAX_SIZE];
/// initialise_board(&mut board, 5);
/// assert_eq!(board[2], [0, 0, 3, 0, 0, -1, -1, -1, -1, -1]);
/// assert_eq!(board[5], [-1; MAX_SIZE]);
/// ```
///
/// A size outside 4 to 10 changes nothing.
pub fn initialise_board(board: &mut Board, size: i32) {
    let Some(size) = length(size) else { return };
    let center = (size - 1) / 2..=size / 2;
    for (row, cells) in board.iter_mut().enumerate().take(size) {
        for (col, cell) in cells.iter_mut().enumerate().take(size) {
            let fixed = center.contains(&row) && center.contains(&col);
            *cell = if fixed { Cell::Fixed as i32 } else { Cell::Empty as i32 };
        }
    }
}

/// Task seven, `AddMoveToBoard`: pushes a token of `player` in at `side`, in row or column
/// `position`. Returns its square, or `None`, the document's (-1, -1), if the entry is taken.
///
/// ```
/// use gridlaw::cell::Pos;
/// use gridlaw::games::connect4::tasks::{MAX_SIZE, add_move_to_board, initialise_board};
///
/// let mut board = [[0; MAX_SIZE]; MAX_SIZE];
/// initialise_board(&mut board, 8);
/// assert_eq!(add_move_to_board(&mut board, 8, 'N', 1, 1), Some(Pos::new(7, 1)));
/// assert_eq!(board[7][1], 1);
/// assert_eq!(add_move_to_board(&mut board, 8, 'S', 1, 2), None);
/// ```
///
/// Returns `None` and changes nothing if the size is outside 4 to 10, the side is not `N`, `E`, `S`
/// or `W`, or the position is off the board. A token stops before every cell that is not 0. It is
/// written as `player`, whatever its value.
pub fn add_move_to_board(board: &mut Board, size: i32, side: char, position: i32, player: i32) -> Option<Pos> {
    let size = length(size)?;
    let edge = Edge::from_letter(side)?;
    let index = usize::try_from(position).ok().filter(|&index| index < size)?;
    // The cells of the row or column, in the order in which the token meets them.
    let path = |step: usize| match edge {
        Edge::North => (step, index),
        Edge::East => (index, size - 1 - step),
        Edge::South => (size - 1 - step, index),
        Edge::West => (index, step),
    };
    let (row, col) = (0..size).map(path).take_while(|&(row, col)| board[row][col] == Cell::Empty as i32).last()?;
    board[row][col] = player;
    Some(Pos::new(row as u32, col as u32))
}

/// Task eight, `CheckGameOver`: returns `player` if the token that came to rest at `last` has ended
/// the game, and 0 otherwise. `last` is the result of [`add_move_to_board`].
///
/// ```
/// use gridlaw::cell::Pos;
/// use gridlaw::games::connect4::tasks::{
///     MAX_SIZE, add_move_to_board, check_game_over, initialise_board,
/// };
///
/// let mut board = [[0; MAX_SIZE]; MAX_SIZE];
/// initialise_board(&mut board, 5);
/// for expected in [0, 0, 0, 1] {
///     let last = add_move_to_board(&mut board, 5, 'N', 0, 1);
///     assert_eq!(check_game_over(&board, 5, 1, last), expected);
/// }
/// ```
///
/// The game is over when every edge cell is taken, or when the token is part of four or more of the
/// player's in a row. After a forfeit, `None`, the function looks for no line, but still returns
/// the player for a full board (ruling C4). A square off the board, or without a token of the
/// player, is part of no line. For a size outside 4 to 10 the result is 0.
#[must_use]
pub fn check_game_over(board: &Board, size: i32, player: i32, last: Option<Pos>) -> i32 {
    let Some(size) = length(size) else { return 0 };
    let shut = |index: usize| {
        [(0, index), (index, size - 1), (size - 1, index), (index, 0)].iter().all(|&(row, col)| board[row][col] != 0)
    };
    let is_over = (0..size).all(shut) || last.is_some_and(|pos| is_in_line(board, size, player, pos));
    if is_over { player } else { 0 }
}

/// Whether a square is part of four or more in a row of a player's tokens.
fn is_in_line(board: &Board, size: usize, player: i32, pos: Pos) -> bool {
    let on_board = |at: i64| usize::try_from(at).ok().filter(|&at| at < size);
    let holds =
        |row: i64, col: i64| on_board(row).zip(on_board(col)).is_some_and(|(row, col)| board[row][col] == player);
    let (row, col) = (i64::from(pos.row), i64::from(pos.col));
    let run = |rows: i64, cols: i64| (1..4).take_while(|&step| holds(row + step * rows, col + step * cols)).count();
    holds(row, col)
        && [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(rows, cols)| run(rows, cols) + run(-rows, -cols) >= 3)
}

/// Task nine, `GetDisplayBoardString`: returns the board with its sides, rows and columns labeled,
/// in `size` + 4 lines of `size` + 4 characters and a newline.
///
/// ```
/// use gridlaw::games::connect4::tasks::{MAX_SIZE, display_board_string, initialise_board};
///
/// let mut board = [[0; MAX_SIZE]; MAX_SIZE];
/// initialise_board(&mut board, 4);
/// let shown = display_board_string(&board, 4);
/// assert_eq!(
///     shown,
///     "--NNNN--\n--0123--\nW0....0E\nW1.##.1E\nW2.##.2E\nW3....3E\n--0123--\n--SSSS--\n"
/// );
/// assert_eq!(shown.len(), 72);
/// ```
///
/// A cell with a code outside 0 to 3 is shown as `?`. For a size outside 4 to 10 the string is
/// empty.
#[must_use]
pub fn display_board_string(board: &Board, size: i32) -> String {
    let mut shown = String::new();
    if let Some(size) = length(size) {
        let code = |pos: Pos| usize::try_from(board[pos.row as usize][pos.col as usize]).ok();
        let cell = |pos: Pos| code(pos).and_then(|code| Cell::ALL.get(code));
        // Writing to a `String` cannot fail.
        let _ = write_display(size as u32, |pos| cell(pos).map_or('?', |&cell| GLYPHS.of(cell)), &mut shown);
    }
    shown
}

/// A move in the document's form: the letter of its side, and its position there.
pub(super) fn side_and_position(mv: Move) -> (char, i32) {
    (mv.edge().letter(), mv.index() as i32)
}

/// The size as a length, or `None` if it is not the size of a board.
fn length(size: i32) -> Option<usize> {
    let size = u32::try_from(size).ok()?;
    Parameters::new(size).ok().map(|_| size as usize)
}

/// Task ten, `GetMoveBot1`: returns the move of [`Bot::Bot1`] for `player`, as side and position.
///
/// ```
/// use gridlaw::games::connect4::tasks::{MAX_SIZE, add_move_to_board, bot1_move, initialise_board};
///
/// let mut board = [[0; MAX_SIZE]; MAX_SIZE];
/// initialise_board(&mut board, 9);
/// let (side, position) = bot1_move(&board, 9, 1);
/// assert!(add_move_to_board(&mut board, 9, side, position, 1).is_some());
/// ```
///
/// The board determines the random choices, so the same arguments have the same answer.
/// [`Bot::choose_on`] takes a generator instead, and defines the result for invalid arguments.
#[must_use]
pub fn bot1_move(board: &Board, size: i32, player: i32) -> (char, i32) {
    Bot::Bot1.choose_on(board, size, player, &mut of_board(board, size))
}

/// Task ten, `GetMoveBot2`: returns the move of [`Bot::Bot2`], as [`bot1_move`] does.
#[must_use]
pub fn bot2_move(board: &Board, size: i32, player: i32) -> (char, i32) {
    Bot::Bot2.choose_on(board, size, player, &mut of_board(board, size))
}

/// A generator seeded by the cells of the board.
fn of_board(board: &Board, size: i32) -> Generator {
    let size = usize::try_from(size).unwrap_or(0);
    let cells = board.iter().take(size).flat_map(|row| row.iter().take(size));
    // Any odd multiplier distinguishes boards by the places of their tokens. The generator mixes
    // the bits.
    let seed = cells.fold(0_u64, |seed, &cell| seed.wrapping_mul(0x0001_0000_01b3).wrapping_add(cell as u64));
    Generator::for_game(seed, size as u64)
}

impl Bot {
    /// Returns the bot's move on the document's array, as side and position. `N`, 0 if no entry is
    /// free or the size is not from 4 to 10.
    ///
    /// A cell that holds neither 0, nor `player`, nor 3 - `player` is an obstacle. Existing lines
    /// do not matter: a player wins by completing one.
    #[must_use]
    pub fn choose_on(self, board: &Board, size: i32, player: i32, generator: &mut Generator) -> (char, i32) {
        let parameters = u32::try_from(size).ok().and_then(|size| Parameters::new(size).ok());
        let choose = Choose { bot: self, board, player, generator };
        let mv = parameters.and_then(|parameters| parameters.call_fast(choose));
        mv.map_or(('N', 0), side_and_position)
    }
}

/// Lets a bot choose on the document's array, generic over the register.
struct Choose<'a> {
    bot: Bot,
    board: &'a Board,
    player: i32,
    generator: &'a mut Generator,
}

impl FastFunction for Choose<'_> {
    type Output = Option<Move>;

    fn call<G: Arrange>(self, rules: G) -> Option<Move> {
        let turn = if self.player == 2 { Side::Second } else { Side::First };
        let opponent = 3_i32.wrapping_sub(self.player);
        let cell = |pos: Pos| match self.board[pos.row as usize][pos.col as usize] {
            0 => Cell::Empty,
            token if token == self.player => turn.into(),
            token if token == opponent => turn.other().into(),
            _ => Cell::Fixed,
        };
        self.bot.choose(&rules, &rules.arrange(cell, turn), self.generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four in each direction from each end and from between, and three are too few.
    #[test]
    fn lines_run_in_four_directions() {
        for (rows, cols) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (length, expected) in [(3, 0), (4, 2), (5, 2)] {
                let mut board = [[0; MAX_SIZE]; MAX_SIZE];
                initialise_board(&mut board, 10);
                let line: [(i32, i32); 5] =
                    core::array::from_fn(|step| (step as i32 * rows, 9 * i32::from(cols < 0) + step as i32 * cols));
                let line = line.map(|(row, col)| (row as usize, col as usize));
                line[..length].iter().for_each(|&(row, col)| board[row][col] = 2);
                for &(row, col) in &line[..length] {
                    let last = Some(Pos::new(row as u32, col as u32));
                    assert_eq!(check_game_over(&board, 10, 2, last), expected, "{rows} {cols} {length}");
                }
            }
        }
    }
}
