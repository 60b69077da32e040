//! The functions on a game.

use std::ffi::c_char;
use std::sync::Arc;

use law::AnyPlaying;
use law::cell::Side;
use law::games::{AnyGame, GameError, GameKind};

use crate::pointers::{array, exclusive, out, shared, text, write_text};
use crate::status::{Fault, Status, guarded};

/// A game in progress: its rules and its position. It has no history; to take a move back, copy the
/// game before the move.
pub struct Handle {
    /// The rules, which copies share, for questions that do not depend on the position.
    pub(crate) rules: Arc<AnyGame>,
    /// The rules and the position.
    pub(crate) playing: AnyPlaying,
}

impl Handle {
    /// Passes a game to C, which frees it with `gridlaw_game_free`.
    pub(crate) fn hand_over(rules: Arc<AnyGame>, playing: AnyPlaying) -> *mut Handle {
        Box::into_raw(Box::new(Handle { rules, playing }))
    }

    /// Passes a game at its start to C.
    fn start(rules: AnyGame) -> *mut Handle {
        let playing = rules.start();
        Handle::hand_over(Arc::new(rules), playing)
    }
}

/// The outcome of a game.
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

/// The state of a game, in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct State {
    /// The outcome.
    pub outcome: Outcome,
    /// The side to move; unspecified once the game is over.
    pub turn: Seat,
    /// Whether the game is over: whether `outcome` is not GRIDLAW_OUTCOME_IN_PROGRESS.
    pub is_over: bool,
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

/// The deepest perft. No machine can count such long sequences.
pub const PERFT_DEPTH: u32 = 64;

/// The side of a number; 0 and 1 are sides.
pub(crate) fn side(number: u32) -> Result<Side, Fault> {
    let side = Side::BOTH.get(number as usize).copied();
    side.ok_or_else(|| Fault::new(Status::Value, format!("expected side 0 or 1, found {number}")))
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
        game.write(Handle::start(created));
        Ok(())
    })
}

/// Begins the game of a line: a game as on the command line, then `;` and the moves so far,
/// separated by blanks. The `;` may be missing along with the moves: "jump61 --size 6",
/// "breakdown -w 4 -h 5 -k 2 -q 2;|0 -2". Games that take a file (candy, fitz) are for
/// gridlaw_game_new. The caller frees the game with gridlaw_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_parse(line: *const c_char, game: *mut *mut Handle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let line = unsafe { text(line, "line") }?;
        // SAFETY: as above.
        let game = unsafe { out(game, "game") }?;
        let playing: AnyPlaying = line.parse()?;
        game.write(Handle::hand_over(Arc::new(playing.game()), playing));
        Ok(())
    })
}

/// Makes a copy of `game` at the same position. The copy shares the rules, so it is cheap. The
/// caller frees it, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_copy(game: *const Handle, copy: *mut *mut Handle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let copy = unsafe { out(copy, "copy") }?;
        copy.write(Handle::hand_over(Arc::clone(&game.rules), game.playing.clone()));
        Ok(())
    })
}

/// Makes `game` equal to `from`. Between copies of one game this allocates nothing, so a search can
/// copy positions instead of taking moves back.
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
        game.playing.assign(&from.playing);
        game.rules.clone_from(&from.rules);
        Ok(())
    })
}

/// Frees a game. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_free(game: *mut Handle) -> Status {
    guarded(|| {
        if !game.is_null() {
            // SAFETY: the caller's promise: it came from a function of this library that makes a
            // game, and was not freed.
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
        Ok(game.playing.play_text(mv)?)
    })
}

/// Plays the legal move with this index, from 0, in the order of gridlaw_game_moves, for searches
/// that need no texts. An index that no legal move has is GRIDLAW_STATUS_VALUE, as is every index
/// once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_play_nth(game: *mut Handle, index: u64) -> Status {
    guarded(|| {
        // SAFETY: the pointer is the caller's, as the header asks for it.
        Ok(unsafe { exclusive(game, "game") }?.playing.play_nth(index)?)
    })
}

/// Plays a line of moves, separated by blanks. `played`, if it is not null, receives the number of
/// moves played: all, or those before the first that cannot be read or is not legal. Those stay
/// played. Of a line that is no UTF-8 none is played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_replay(game: *mut Handle, moves: *const c_char, played: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        let mut ignored = 0;
        let played = if played.is_null() { &raw mut ignored } else { played };
        // SAFETY: as above, or a variable of our own.
        let played = unsafe { out(played, "played") }?;
        // SAFETY: as above.
        let moves = unsafe { text(moves, "moves") }.inspect_err(|fault| {
            if fault.status == Status::Text {
                played.write(0);
            }
        })?;
        let result = game.playing.play_record(moves);
        let all = moves.split_ascii_whitespace().count() as u64;
        played.write(result.map_or_else(|error| u64::from(error.ply()) - 1, |()| all));
        Ok(result?)
    })
}

/// Writes whether a move is legal here. A text that is not a move at all is GRIDLAW_STATUS_TEXT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_is_legal(game: *const Handle, move_: *const c_char, legal: *mut bool) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let mv = unsafe { text(move_, "move") }?;
        // SAFETY: as above.
        let legal = unsafe { out(legal, "legal") }?;
        legal.write(game.playing.is_legal(mv)?);
        Ok(())
    })
}

/// Writes the number of legal moves; 0 once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_count_moves(game: *const Handle, count: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let count = unsafe { out(count, "count") }?;
        count.write(game.playing.count_moves());
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
    unsafe { tell(game, text, capacity, length, |game| game.playing.moves().join(" ")) }
}

/// Writes the outcome of the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_outcome(game: *const Handle, outcome: *mut Outcome) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let outcome = unsafe { out(outcome, "outcome") }?;
        outcome.write(game.playing.outcome().into());
        Ok(())
    })
}

/// Writes the side to move; unspecified once the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_turn(game: *const Handle, side: *mut Seat) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let side = unsafe { out(side, "side") }?;
        side.write(game.playing.turn().into());
        Ok(())
    })
}

/// Writes the outcome and the side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_state(game: *const Handle, state: *mut State) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let playing = &unsafe { shared(game, "game") }?.playing;
        // SAFETY: as above.
        let state = unsafe { out(state, "state") }?;
        let outcome = playing.outcome();
        state.write(State { outcome: outcome.into(), turn: playing.turn().into(), is_over: outcome.is_over() });
        Ok(())
    })
}

/// Writes the number of sequences of exactly `depth` moves from here; `depth` is 0 to
/// GRIDLAW_PERFT_DEPTH. The call cannot be interrupted. Counts beyond 64 bits would take centuries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_perft(game: *const Handle, depth: u32, count: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let count = unsafe { out(count, "count") }?;
        if depth > PERFT_DEPTH {
            return Err(Fault::new(Status::Value, format!("expected a depth of at most {PERFT_DEPTH}, found {depth}")));
        }
        count.write(game.playing.perft(depth));
        Ok(())
    })
}

/// Writes a text about a game to the caller.
///
/// # Safety
/// As the header asks for.
pub(crate) unsafe fn tell(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    what: impl FnOnce(&Handle) -> String,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: the caller's promise.
        unsafe { write_text(&what(game), text, capacity, length) }
    })
}
