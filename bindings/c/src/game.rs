//! The functions on a game.

use std::ffi::c_char;

use law::AnyPlaying;
use law::cell::Side;
use law::games::{GameError, GameKind};

use crate::pointers::{array, exclusive, out, shared, text, write_text};
use crate::status::{Fault, Status, guarded};

/// A game that is being played: its rules and where it stands. It has no history; copy it before a
/// move to have the position back.
pub struct Handle(pub(crate) AnyPlaying);

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Outcome {
    /// The game goes on.
    InProgress = 0,
    /// The first side has won: black, X, red, `*`; in Candy, the player.
    First = 1,
    /// The second side has won: white, O, blue, `#`.
    Second = 2,
    /// The game is over without a winner: a draw; in Candy, stuck.
    Draw = 3,
}

/// One of the two seats of a game. Candy has only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Seat {
    /// The side that moves first: black, X, red, `*`.
    First = 0,
    /// The side that moves second: white, O, blue, `#`.
    Second = 1,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }
}

impl From<law::rules::Outcome> for Outcome {
    fn from(outcome: law::rules::Outcome) -> Outcome {
        match outcome {
            law::rules::Outcome::InProgress => Outcome::InProgress,
            law::rules::Outcome::Win(Side::First) => Outcome::First,
            law::rules::Outcome::Win(Side::Second) => Outcome::Second,
            law::rules::Outcome::Draw => Outcome::Draw,
        }
    }
}

/// The deepest perft. No machine can count sequences of so many moves.
pub const PERFT_DEPTH: u32 = 64;

/// The side of a number; 0 and 1 are sides.
pub(crate) fn side(number: u32) -> Result<Side, Fault> {
    let side = Side::BOTH.get(number as usize).copied();
    side.ok_or_else(|| Fault::new(Status::Value, format!("{number} is no side: there are 0 and 1")))
}

/// Begins the game of this name. `numbers` are its numbers, `file` the contents of its file:
///
/// | name      | numbers                      | file                                  |
/// |-----------|------------------------------|---------------------------------------|
/// | breakdown | width, height, stick, square | none                                  |
/// | connect4  | size, 4 to 10                | none                                  |
/// | jump61    | size, 2 to 10                | none                                  |
/// | candy     | none                         | a game file, JSON                     |
/// | fitz      | rows, columns, 1 to 999      | a tile file                           |
///
/// `file` need not end with a NUL. The caller frees the game with gridlaw_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_new(
    name: *const c_char,
    numbers: *const u32,
    number_count: usize,
    file: *const c_char,
    file_length: usize,
    game: *mut *mut Handle,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let name = unsafe { text(name, "name") }?;
        // SAFETY: as above.
        let numbers = unsafe { array(numbers, number_count, "numbers") }?;
        // SAFETY: as above.
        let file = unsafe { array::<u8>(file.cast(), file_length, "file") }?;
        // SAFETY: as above.
        let game = unsafe { out(game, "game") }?;
        let found = || GameError::Name { found: name.to_string() };
        let created = GameKind::from_name(name).ok_or_else(found)?.create(numbers, file)?;
        game.write(Box::into_raw(Box::new(Handle(created.start()))));
        Ok(())
    })
}

/// Makes a game of its own that stands where `game` stands. It shares the rules with `game`, which
/// costs nothing, and must be freed too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_copy(game: *const Handle, copy: *mut *mut Handle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let copy = unsafe { out(copy, "copy") }?;
        copy.write(Box::into_raw(Box::new(Handle(game.0.clone()))));
        Ok(())
    })
}

/// Makes `game` what `from` is. Between copies of one game no memory is asked for, so that a search
/// can do this where it would take a move back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_assign(game: *mut Handle, from: *const Handle) -> Status {
    guarded(|| {
        if std::ptr::eq(game, from) && !game.is_null() {
            return Ok(());
        }
        // SAFETY: the pointers are the caller's, as the header asks for them, and not the same.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let from = unsafe { shared(from, "from") }?;
        game.0.assign(&from.0);
        Ok(())
    })
}

/// Frees a game. A null pointer is no game, and nothing is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_free(game: *mut Handle) -> Status {
    guarded(|| {
        if !game.is_null() {
            // SAFETY: the caller's promise: it came from `gridlaw_game_new` or `gridlaw_game_copy`,
            // and was not freed.
            drop(unsafe { Box::from_raw(game) });
        }
        Ok(())
    })
}

/// Plays a move, written as in records: "|3", "-3", "!"; "N3"; "1,2"; "1,2,U"; "1,2,90". In
/// Connect4 a blocked entry is a forfeit and can be played, though it is no legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_play(game: *mut Handle, move_: *const c_char) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let mv = unsafe { text(move_, "move") }?;
        Ok(game.0.play_text(mv)?)
    })
}

/// Plays the legal move of this number, from 0, in the order of gridlaw_game_moves: moves without
/// texts, for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_play_nth(game: *mut Handle, index: u64) -> Status {
    guarded(|| {
        // SAFETY: the pointer is the caller's, as the header asks for it.
        Ok(unsafe { exclusive(game, "game") }?.0.play_nth(index)?)
    })
}

/// Plays a line of moves, separated by blanks. `played`, if it is not null, receives the number of
/// moves played: all, or those before the first that cannot be read or is not legal. Those stay
/// played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_replay(game: *mut Handle, moves: *const c_char, played: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let moves = unsafe { text(moves, "moves") }?;
        let mut ignored = 0;
        let played = if played.is_null() { &raw mut ignored } else { played };
        // SAFETY: as above, or a variable of our own.
        let played = unsafe { out(played, "played") }?;
        let result = game.0.play_record(moves);
        let all = moves.split_ascii_whitespace().count() as u64;
        played.write(result.map_or_else(|error| u64::from(error.ply()) - 1, |()| all));
        Ok(result?)
    })
}

/// Whether a move is legal here. A text that is no move at all is GRIDLAW_STATUS_TEXT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_is_legal(game: *const Handle, move_: *const c_char, legal: *mut bool) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let mv = unsafe { text(move_, "move") }?;
        // SAFETY: as above.
        let legal = unsafe { out(legal, "legal") }?;
        legal.write(game.0.is_legal(mv)?);
        Ok(())
    })
}

/// How many legal moves there are; 0 once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_count_moves(game: *const Handle, count: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let count = unsafe { out(count, "count") }?;
        count.write(game.0.count_moves());
        Ok(())
    })
}

/// Writes the legal moves, ascending, separated by blanks; nothing once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_moves(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.moves().join(" ")) }
}

/// How the game stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_outcome(game: *const Handle, outcome: *mut Outcome) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let outcome = unsafe { out(outcome, "outcome") }?;
        outcome.write(game.0.outcome().into());
        Ok(())
    })
}

/// Whose turn it is; of no meaning once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_turn(game: *const Handle, side: *mut Seat) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let side = unsafe { out(side, "side") }?;
        side.write(game.0.turn().into());
        Ok(())
    })
}

/// Writes the line with which the program `gridlaw verdict` answers: the outcome's mark, a blank,
/// the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_verdict(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.answer()) }
}

/// Writes the board over several lines, as the game's document shows it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_picture(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.to_string()) }
}

/// Writes all that a position is on one line, for gridlaw_game_set_position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_position(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.setup()) }
}

/// Sets up what gridlaw_game_position has written of a game with the same numbers and file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_set_position(game: *mut Handle, position: *const c_char) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let position = unsafe { text(position, "position") }?;
        Ok(game.0.read_setup(position)?)
    })
}

/// How many sequences of exactly `depth` moves there are from here, 0 to GRIDLAW_PERFT_DEPTH. It
/// runs to its end, however long that takes; what does not fit 64 bits nobody lives to see.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_perft(game: *const Handle, depth: u32, count: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let count = unsafe { out(count, "count") }?;
        if depth > PERFT_DEPTH {
            return Err(Fault::new(Status::Value, format!("a depth of {depth} is more than {PERFT_DEPTH}")));
        }
        count.write(game.0.perft(depth));
        Ok(())
    })
}

/// Tells the caller something about a game that is a text.
///
/// # Safety
/// As the header asks for.
unsafe fn tell(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    what: impl FnOnce(&AnyPlaying) -> String,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: the caller's promise.
        unsafe { write_text(&what(&game.0), text, capacity, length) }
    })
}
