//! Positions as data: their texts, their setups, hashes and canonical forms.

use std::ffi::c_char;
use std::sync::Arc;

use crate::game::{Handle, tell};
use crate::pointers::{exclusive, out, shared, text};
use crate::status::{Status, guarded};

/// Writes the game without its position, as on the command line without a file: "breakdown -w 4 -h
/// 5 -k 2 -q 2", "candy".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_arguments(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.rules.arguments()) }
}

/// Writes the line with which the program `gridlaw verdict` answers: the outcome's mark, a blank,
/// the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_answer(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.playing.answer()) }
}

/// The older name of gridlaw_game_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_verdict(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the caller's promise is the same.
    unsafe { gridlaw_game_answer(game, text, capacity, length) }
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
    unsafe { tell(game, text, capacity, length, |game| game.playing.to_string()) }
}

/// Writes the setup of the position: one line that determines the position, for example
/// "4/4/oo2/*3/*3 b". gridlaw_game_set_position reads it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_setup(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { tell(game, text, capacity, length, |game| game.playing.setup()) }
}

/// The older name of gridlaw_game_setup.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_position(
    game: *const Handle,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    // SAFETY: the caller's promise is the same.
    unsafe { gridlaw_game_setup(game, text, capacity, length) }
}

/// Sets up the position of a setup, as gridlaw_game_setup writes it for a game with the same
/// numbers and file. A text that is not a setup, or a setup that is not a position of this game, is
/// GRIDLAW_STATUS_TEXT. The position need not be reachable by play.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_set_position(game: *mut Handle, setup: *const c_char) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let setup = unsafe { text(setup, "setup") }?;
        Ok(game.playing.read_setup(setup)?)
    })
}

/// Writes a hash of the position: FNV-1a (64 bits) over its setup. It is the same on every machine
/// and in every later version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_hash(game: *const Handle, hash: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let hash = unsafe { out(hash, "hash") }?;
        hash.write(game.playing.stable_hash());
        Ok(())
    })
}

/// Writes whether two games are the same position of the same game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_equals(game: *const Handle, other: *const Handle, equal: *mut bool) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let other = unsafe { shared(other, "other") }?;
        // SAFETY: as above.
        let equal = unsafe { out(equal, "equal") }?;
        equal.write(game.playing == other.playing);
        Ok(())
    })
}

/// Makes a game at the canonical position: the same for all mirror images and rotations of this
/// position. The caller frees it, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_canonical(game: *const Handle, canonical: *mut *mut Handle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let canonical = unsafe { out(canonical, "canonical") }?;
        canonical.write(Handle::hand_over(Arc::clone(&game.rules), game.playing.canonical()));
        Ok(())
    })
}
