//! Moves as numbers: actions, their texts, masks of the legal ones; and observations.

use std::ffi::c_char;

use crate::game::Handle;
use crate::pointers::{exclusive, out, room, shared, text, write_text};
use crate::status::{Fault, Status, guarded};

/// Writes the number of actions of the game. An action is the number of a move, from 0; every move
/// that any position of the game could have is numbered, legal or not. The count never changes
/// during a game.
///
/// | game                  | action                                         | count           |
/// |-----------------------|------------------------------------------------|-----------------|
/// | breakdown, width w    | "|c" is c, "-c" is w + c, "!" is 2w            | 2w + 1          |
/// | connect4, size n      | "Ni" is i, "Ei" n + i, "Si" 2n + i, "Wi" 3n + i | 4n              |
/// | jump61, size n        | "r,c" (from 1) is (r-1)n + c-1                 | n * n           |
/// | candy                 | "r,c,U" is 2(r * cols + c), "r,c,R" one more   | 2 * rows * cols |
/// | fitz, R rows, C cols  | "r,c,a" is ((r+2)(C+5) + c+2) * 4 + a/90       | 4(R+5)(C+5)     |
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_action_count(game: *const Handle, count: *mut u32) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let count = unsafe { out(count, "count") }?;
        count.write(game.rules.action_count());
        Ok(())
    })
}

/// Writes the action of a move's text. The move need not be legal here. A text that is not a move
/// of this game is GRIDLAW_STATUS_TEXT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_action_of(game: *const Handle, move_: *const c_char, action: *mut u32) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        // SAFETY: as above.
        let mv = unsafe { text(move_, "move") }?;
        // SAFETY: as above.
        let action = unsafe { out(action, "action") }?;
        let unknown = || Fault::new(Status::Text, format!("expected a move of {}, found `{mv}`", game.rules));
        action.write(game.rules.action_of(mv).ok_or_else(unknown)?);
        Ok(())
    })
}

/// Writes the text of an action's move. An action that the game does not have is
/// GRIDLAW_STATUS_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_move_text(
    game: *const Handle,
    action: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        let found = game.rules.move_text(action).ok_or_else(|| {
            let count = game.rules.action_count();
            Fault::new(Status::Value, format!("expected an action below {count}, found {action}"))
        })?;
        // SAFETY: as above.
        unsafe { write_text(&found, text, capacity, length) }
    })
}

/// Plays the legal move of an action. An action that the game does not have is
/// GRIDLAW_STATUS_VALUE, one that is not legal here GRIDLAW_STATUS_ILLEGAL. A forfeit of Connect4
/// is not legal and has no action; only gridlaw_game_play plays it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_play_action(game: *mut Handle, action: u32) -> Status {
    guarded(|| {
        // SAFETY: the pointer is the caller's, as the header asks for it.
        Ok(unsafe { exclusive(game, "game") }?.playing.play_action(action)?)
    })
}

/// Writes the actions of the legal moves, ascending, in the order of gridlaw_game_moves; none once
/// the game is over.
///
/// `capacity` is the number of actions that the array holds. `count`, if it is not null, receives
/// the number of legal actions, even if the array is too short. With a capacity of 0 and a `count`,
/// the function does nothing else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_actions(
    game: *const Handle,
    actions: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        let found = game.playing.actions();
        // SAFETY: as above.
        if let Some(room) = unsafe { room(found.len(), found.len(), actions, capacity, count, "actions") }? {
            room.copy_from_slice(&found);
        }
        Ok(())
    })
}

/// Writes the mask of the legal actions as flags, a byte an action: 1 if it is legal here, else 0.
/// All are 0 once the game is over.
///
/// The mask takes as many bytes as gridlaw_game_action_count writes. `capacity` and `count` are as
/// for gridlaw_game_actions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_mask_flags(
    game: *const Handle,
    flags: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { mask(game, 1, flags, capacity, count, "flags", |flags, action| flags[action] = 1) }
}

/// Writes the mask of the legal actions as bits: bit i % 32 of word i / 32 is 1 if action i is
/// legal here, as in mask_bits of gridlaw_results. All are 0 once the game is over.
///
/// The mask takes a word for every 32 actions, rounded up; bits beyond the last action are 0.
/// `capacity` and `count` are as for gridlaw_game_actions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_mask_bits(
    game: *const Handle,
    words: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    let set = |words: &mut [u32], action: usize| words[action / 32] |= 1 << (action % 32);
    // SAFETY: the pointers are the caller's, as the header asks for them.
    unsafe { mask(game, 32, words, capacity, count, "words", set) }
}

/// Writes what the side to move sees of the position, a byte a square: the `cells` that a batch
/// shows of it, as gridlaw_batch_plane says.
///
/// `capacity` and `count` are as for gridlaw_game_actions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_observation(
    game: *const Handle,
    cells: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        let length = game.rules.observation().cells();
        // SAFETY: as above.
        if let Some(room) = unsafe { room(length, length, cells, capacity, count, "cells") }? {
            game.playing.observe(room);
        }
        Ok(())
    })
}

/// Writes a mask with `each` actions in an element straight into the caller's array; `set` marks an
/// action.
///
/// # Safety
/// As the header asks for.
unsafe fn mask<T: Copy + Default>(
    game: *const Handle,
    each: usize,
    target: *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
    set: impl Fn(&mut [T], usize),
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { shared(game, "game") }?;
        let length = (game.rules.action_count() as usize).div_ceil(each);
        // SAFETY: the caller's promise.
        if let Some(room) = unsafe { room(length, length, target, capacity, count, name) }? {
            room.fill(T::default());
            game.playing.for_each_action(&mut |action| set(room, action as usize));
        }
        Ok(())
    })
}
