//! Connect4 under the names of its document: the eleven functions that `connect4.h` declares.
//!
//! Programs that were written against the document's header link this engine in place of their
//! `connect4.c`. The functions are those of [`law::games::connect4::tasks`], whose documentation
//! also defines the results for arguments that the document excludes. They are total (ruling C5),
//! for null pointers, too.
#![allow(non_snake_case, reason = "the names are the document's")]
#![expect(clippy::missing_safety_doc, reason = "C's promises: pointers are null or point to what their type says")]

use std::ffi::{CStr, c_char, c_double, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use law::cell::Pos;
use law::games::connect4::bots::Bot;
use law::games::connect4::tasks::{self, Board};
use law::rng::Generator;

/// The side of the array that holds a board: the largest board.
pub const MAX_SIZE: usize = 10;

const _: () = assert!(MAX_SIZE == tasks::MAX_SIZE, "the document's number");

/// The middle one of three amounts.
#[unsafe(no_mangle)]
pub extern "C" fn SecondPlacePrize(prize1: c_int, prize2: c_int, prize3: c_int) -> c_int {
    total(0, || tasks::second_place_prize(prize1, prize2, prize3))
}

/// The index of the first element that begins four equal ones in a row, or -1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn FourInARow(values: *mut c_int, length: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let values = unsafe { array(values, length) };
    total(-1, || tasks::four_in_a_row(values).map_or(-1, |index| index as c_int))
}

/// The value of the binary number that the decimal digits spell.
#[unsafe(no_mangle)]
pub extern "C" fn BinaryToDecimal(binary: c_int) -> c_int {
    total(0, || tasks::binary_to_decimal(binary))
}

/// The middle value, or the mean of the two middle ones; NaN for no values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MedianAbility(abilities: *mut c_double, length: c_int) -> c_double {
    // SAFETY: the caller's promise.
    let abilities = unsafe { array(abilities, length) };
    total(c_double::NAN, || tasks::median_ability(abilities))
}

/// Collapses every run of spaces to one space, in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn RemoveSpaces(name: *mut c_char) {
    if name.is_null() {
        return;
    }
    // SAFETY: not null, and the caller's promise that it ends with a NUL.
    let length = unsafe { CStr::from_ptr(name) }.count_bytes();
    // SAFETY: the text has `length` bytes and a NUL, which the caller allows to change.
    let bytes = unsafe { slice::from_raw_parts_mut(name.cast::<u8>(), length + 1) };
    total((), || {
        let length = tasks::remove_spaces(&mut bytes[..length]);
        bytes[length] = 0;
    });
}

/// Empties the first size rows and columns, and fixes the center.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn InitialiseBoard(board: *mut [c_int; MAX_SIZE], size: c_int) {
    // SAFETY: the caller's promise.
    if let Some(board) = unsafe { board.cast::<Board>().as_mut() } {
        total((), || tasks::initialise_board(board, size));
    }
}

/// Pushes a token of player in at side N, E, S or W, and writes the row and column where it comes
/// to rest: -1 and -1 if the entry is taken or does not exist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn AddMoveToBoard(
    board: *mut [c_int; MAX_SIZE],
    size: c_int,
    side: c_char,
    r#move: c_int,
    player: c_int,
    lastRow: *mut c_int,
    lastCol: *mut c_int,
) {
    // SAFETY: the caller's promise.
    let board = unsafe { board.cast::<Board>().as_mut() };
    let side = char::from(side as u8);
    let last = total(None, || board.and_then(|board| tasks::add_move_to_board(board, size, side, r#move, player)));
    let (row, col) = last.map_or((-1, -1), |pos| (pos.row as c_int, pos.col as c_int));
    for (place, value) in [(lastRow, row), (lastCol, col)] {
        // SAFETY: the caller's promise.
        unsafe { put(place, value) };
    }
}

/// Returns player if the token that came to rest at row and col has ended the game, and 0
/// otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CheckGameOver(
    board: *mut [c_int; MAX_SIZE],
    size: c_int,
    player: c_int,
    row: c_int,
    col: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    let Some(board) = (unsafe { board.cast::<Board>().as_ref() }) else { return 0 };
    let last = u32::try_from(row).ok().zip(u32::try_from(col).ok()).map(|(row, col)| Pos::new(row, col));
    total(0, || tasks::check_game_over(board, size, player, last))
}

/// Writes the board with its labels, (size + 4) * (size + 5) characters and a NUL: 211 bytes at
/// most.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetDisplayBoardString(board: *mut [c_int; MAX_SIZE], size: c_int, boardString: *mut c_char) {
    // SAFETY: the caller's promise.
    let Some(board) = (unsafe { board.cast::<Board>().as_ref() }) else {
        // SAFETY: the caller's promise.
        return unsafe { put(boardString, 0) };
    };
    let shown = total(String::new(), || tasks::display_board_string(board, size));
    if !boardString.is_null() {
        // SAFETY: the caller has room for the string of this size, and a NUL.
        let room = unsafe { slice::from_raw_parts_mut(boardString.cast::<u8>(), shown.len() + 1) };
        room[..shown.len()].copy_from_slice(shown.as_bytes());
        room[shown.len()] = 0;
    }
}

/// A move for player, always a free entry. It wins at once if possible and otherwise does not lose
/// at once if possible. Among such moves rand() chooses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetMoveBot1(
    board: *mut [c_int; MAX_SIZE],
    size: c_int,
    player: c_int,
    side: *mut c_char,
    r#move: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { bot(Bot::Bot1, board, size, player, side, r#move) };
}

/// As GetMoveBot1, but among such moves it takes one that makes the most threats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetMoveBot2(
    board: *mut [c_int; MAX_SIZE],
    size: c_int,
    player: c_int,
    side: *mut c_char,
    r#move: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { bot(Bot::Bot2, board, size, player, side, r#move) };
}

/// # Safety
/// Pointers are null or point to what their type says.
unsafe fn bot(
    bot: Bot,
    board: *mut [c_int; MAX_SIZE],
    size: c_int,
    player: c_int,
    side: *mut c_char,
    position: *mut c_int,
) {
    // SAFETY: the caller's promise.
    let board = unsafe { board.cast::<Board>().as_mut() };
    // The random choices come from C, so that the games of a tournament differ, and repeat after
    // the same `srand`. SAFETY: `rand` has no precondition.
    let chance = unsafe { libc::rand() };
    let mut generator = Generator::for_game(chance as u64, 0);
    let choose = |board: &mut Board| bot.choose_on(board, size, player, &mut generator);
    let (letter, index) = total(('N', 0), || board.map_or(('N', 0), choose));
    // SAFETY: the caller's promise.
    unsafe { put(side, letter as u8 as c_char) };
    // SAFETY: the caller's promise.
    unsafe { put(position, index) };
}

/// The values of an array; none for a null pointer or a length below 1.
///
/// # Safety
/// A pointer that is not null points to `length` values.
unsafe fn array<'a, T>(pointer: *mut T, length: c_int) -> &'a [T] {
    match usize::try_from(length) {
        // SAFETY: not null, and so the caller's promise.
        Ok(length) if !pointer.is_null() => unsafe { slice::from_raw_parts(pointer, length) },
        _ => &[],
    }
}

/// # Safety
/// A pointer that is not null points to room for a value.
unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: not null, and so the caller's promise.
        unsafe { pointer.write(value) };
    }
}

/// The result of `body`, or `otherwise` after a panic, which must not unwind into C.
fn total<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}
