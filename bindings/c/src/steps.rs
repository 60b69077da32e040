//! Steps of a batch: actions in, results in the caller's arrays.

use law::batch::BatchOutcome;
use law::batching::AnyBatch;

use crate::batch::BatchHandle;
use crate::pointers::{array, array_mut, check_apart, exclusive, shared};
use crate::status::{Fault, Status, guarded};

/// The results of a batch: the caller's arrays to which a call writes, game after game.
///
/// A null pointer is an array that is not wanted, so `gridlaw_results results = {0};` asks for
/// nothing. The lengths are in elements, and must be those that gridlaw_shape gives. The length of
/// an array that is not wanted does not matter.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Results {
    /// The length of each array with one element a game: the number of games. These are the arrays
    /// from `outcomes` to `numbers`.
    pub games: usize,
    /// The outcome of the last step, 0 to 5: a value of gridlaw_outcome, GRIDLAW_ILLEGAL or
    /// GRIDLAW_TRUNCATED. In a step that only begins a game it is GRIDLAW_OUTCOME_IN_PROGRESS.
    pub outcomes: *mut u8,
    /// The reward of the side that moved in the last step: 1 if it has won, -1 if it has lost, else
    /// 0.
    pub rewards: *mut f32,
    /// 1 if the game ended by its law in the last step, else 0.
    pub terminated: *mut u8,
    /// 1 if the game reached the limit of plies in the last step, else 0.
    pub truncated: *mut u8,
    /// The side to move, 0 or 1; unspecified once the game is over.
    pub turns: *mut u8,
    /// The plies that the game's episode has so far.
    pub plies: *mut u32,
    /// The number of the game's episode.
    pub numbers: *mut u64,
    /// The legal actions: bit a % 32 of word a / 32 of a game's mask for action a. No bit for a
    /// game that is over.
    pub mask_bits: *mut u32,
    /// games * mask_words.
    pub mask_bits_length: usize,
    /// The legal actions: a byte an action, 1 if it is legal, else 0.
    pub mask_flags: *mut u8,
    /// games * actions.
    pub mask_flags_length: usize,
    /// The observations: a byte a square, as gridlaw_batch_plane says.
    pub cells: *mut u8,
    /// The observations as they were when an episode ended, for the games whose episode ended in
    /// the last step; nothing is written for the others, nor for any when `reset` is not
    /// GRIDLAW_RESET_SAME_STEP: then `cells` has them. Needs `keep_final`; without it the call is
    /// GRIDLAW_STATUS_UNSUPPORTED.
    pub final_cells: *mut u8,
    /// games * cells, the length of both.
    pub cells_length: usize,
    /// The observations in one-hot form, a bit a square: bit i % 32 of word i / 32 is float i.
    pub bits: *mut u32,
    /// As final_cells.
    pub final_bits: *mut u32,
    /// games * bit_words, the length of both.
    pub bits_length: usize,
    /// The observations in one-hot form, 0 or 1: each plane of bytes becomes a plane for each of
    /// its values from `first` to `last`.
    pub floats: *mut f32,
    /// As final_cells.
    pub final_floats: *mut f32,
    /// games * floats, the length of both.
    pub floats_length: usize,
}

/// The caller's arrays after the checks; an array that is not wanted is empty.
#[derive(Default)]
struct Targets<'a> {
    outcomes: &'a mut [u8],
    rewards: &'a mut [f32],
    terminated: &'a mut [u8],
    truncated: &'a mut [u8],
    turns: &'a mut [u8],
    plies: &'a mut [u32],
    numbers: &'a mut [u64],
    mask_bits: &'a mut [u32],
    mask_flags: &'a mut [u8],
    cells: &'a mut [u8],
    bits: &'a mut [u32],
    floats: &'a mut [f32],
    final_cells: &'a mut [u8],
    final_bits: &'a mut [u32],
    final_floats: &'a mut [f32],
}

/// The address and the number of bytes of an array.
fn extent<T>(pointer: *const T, length: usize) -> (usize, usize) {
    (pointer.addr(), length.saturating_mul(size_of::<T>()))
}

/// Refuses a length that is not the expected one.
fn check_length(found: usize, expected: usize, name: &str) -> Result<(), Fault> {
    match found == expected {
        true => Ok(()),
        false => {
            Err(Fault::new(Status::Length, format!("expected `{name}` to have {expected} elements, found {found}")))
        }
    }
}

/// Returns the caller's array of `found` elements, which must be as many as `expected`; none if the
/// pointer is null. Refuses it if it overlaps the arrays of `lie`, and notes there where it lies.
///
/// # Safety
/// As for [`array_mut`].
unsafe fn wanted<'a, T>(
    pointer: *mut T,
    found: usize,
    expected: usize,
    name: &str,
    lie: &mut Vec<(usize, usize)>,
) -> Result<&'a mut [T], Fault> {
    if pointer.is_null() {
        return Ok(&mut []);
    }
    check_length(found, expected, name)?;
    let extent = extent(pointer, found);
    check_apart(extent, lie)?;
    lie.push(extent);
    // SAFETY: the caller's promise.
    unsafe { array_mut(pointer, found, name) }
}

impl<'a> Targets<'a> {
    /// Checks the results that a call asks for; `read` are the arrays that it reads.
    ///
    /// # Safety
    /// As the header asks for.
    unsafe fn new(results: *const Results, batch: &AnyBatch, read: &[(usize, usize)]) -> Result<Targets<'a>, Fault> {
        // SAFETY: the caller's promise. A copy, because the arrays may be written.
        let results = unsafe { *shared(results, "results")? };
        let (games, seen, lie) = (batch.games(), batch.observation(), &mut read.to_vec());
        let (bits, flags) = (games * batch.mask_words(), games * batch.action_count());
        let (cells, words, floats) =
            (games * seen.cells(), games * seen.words(), games * seen.one_hot() * seen.squares());
        let (each, all_cells) = (results.games, results.cells_length);
        let (all_bits, all_floats) = (results.bits_length, results.floats_length);
        // SAFETY: the caller's promise, for every line.
        let targets = unsafe {
            Targets {
                outcomes: wanted(results.outcomes, each, games, "outcomes", lie)?,
                rewards: wanted(results.rewards, each, games, "rewards", lie)?,
                terminated: wanted(results.terminated, each, games, "terminated", lie)?,
                truncated: wanted(results.truncated, each, games, "truncated", lie)?,
                turns: wanted(results.turns, each, games, "turns", lie)?,
                plies: wanted(results.plies, each, games, "plies", lie)?,
                numbers: wanted(results.numbers, each, games, "numbers", lie)?,
                mask_bits: wanted(results.mask_bits, results.mask_bits_length, bits, "mask_bits", lie)?,
                mask_flags: wanted(results.mask_flags, results.mask_flags_length, flags, "mask_flags", lie)?,
                cells: wanted(results.cells, all_cells, cells, "cells", lie)?,
                bits: wanted(results.bits, all_bits, words, "bits", lie)?,
                floats: wanted(results.floats, all_floats, floats, "floats", lie)?,
                final_cells: wanted(results.final_cells, all_cells, cells, "final_cells", lie)?,
                final_bits: wanted(results.final_bits, all_bits, words, "final_bits", lie)?,
                final_floats: wanted(results.final_floats, all_floats, floats, "final_floats", lie)?,
            }
        };
        let wants_finals =
            !(results.final_cells.is_null() && results.final_bits.is_null() && results.final_floats.is_null());
        if wants_finals && !batch.options().keep_final {
            let message = "final observations are not kept: make the batch with `keep_final`";
            return Err(Fault::new(Status::Unsupported, message));
        }
        Ok(targets)
    }

    /// The results of a call to which the caller may pass null for none.
    ///
    /// # Safety
    /// As the header asks for.
    unsafe fn if_any(results: *const Results, batch: &AnyBatch, read: &[(usize, usize)]) -> Result<Targets<'a>, Fault> {
        match results.is_null() {
            true => Ok(Targets::default()),
            // SAFETY: the caller's promise.
            false => unsafe { Targets::new(results, batch, read) },
        }
    }

    /// The destination of packed masks, if packed masks or flags are wanted, because flags are made
    /// from them.
    fn masks<'t>(&'t mut self, batch: &AnyBatch, room: &'t mut Vec<u32>) -> Option<&'t mut [u32]> {
        if self.mask_bits.is_empty() && !self.mask_flags.is_empty() {
            room.resize(batch.games() * batch.mask_words(), 0);
            return Some(room);
        }
        (!self.mask_bits.is_empty()).then_some(&mut *self.mask_bits)
    }

    /// Writes everything but the packed masks; `room` has them, if the caller does not want them.
    fn write(self, batch: &AnyBatch, room: &[u32]) {
        if !self.mask_flags.is_empty() {
            let bits = if self.mask_bits.is_empty() { room } else { &*self.mask_bits };
            batch.write_flags(bits, self.mask_flags);
        }
        let outcomes = batch.outcomes();
        self.outcomes.iter_mut().zip(outcomes).for_each(|(to, &outcome)| *to = outcome as u8);
        self.terminated.iter_mut().zip(outcomes).for_each(|(to, outcome)| *to = u8::from(outcome.is_over()));
        self.truncated
            .iter_mut()
            .zip(outcomes)
            .for_each(|(to, &outcome)| *to = u8::from(outcome == BatchOutcome::Truncated));
        copy(self.rewards, batch.rewards());
        copy(self.turns, batch.turns());
        copy(self.plies, batch.plies());
        copy(self.numbers, batch.numbers());
        if !self.cells.is_empty() {
            batch.observe(self.cells);
        }
        if !self.bits.is_empty() {
            batch.observe_bits(self.bits);
        }
        if !self.floats.is_empty() {
            batch.observe_one_hot(self.floats);
        }
        let seen = batch.observation();
        for (index, &game) in batch.ended().iter().enumerate() {
            let Some(cells) = batch.final_observation(index) else { break };
            if let Some(row) = row(self.final_cells, game, seen.cells()) {
                row.copy_from_slice(cells);
            }
            if let Some(row) = row(self.final_bits, game, seen.words()) {
                seen.write_bits(cells, row);
            }
            if let Some(row) = row(self.final_floats, game, seen.one_hot() * seen.squares()) {
                seen.write_one_hot(cells, row);
            }
        }
    }
}

/// Copies an array, if it is wanted.
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    if !to.is_empty() {
        to.copy_from_slice(from);
    }
}

/// The elements of one game, if the array is wanted.
fn row<T>(array: &mut [T], game: u32, each: usize) -> Option<&mut [T]> {
    array.chunks_exact_mut(each).nth(game as usize)
}

/// Plays one action in every game, then writes the results, which is cheaper than a later call for
/// them.
///
/// `actions` has `count` elements, the number of games. Every number is accepted: a game whose
/// action is not legal stays as it is, and its outcome is GRIDLAW_ILLEGAL. `results` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_step(
    batch: *mut BatchHandle,
    actions: *const u32,
    count: usize,
    results: *const Results,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let BatchHandle { batch, masks } = unsafe { exclusive(batch, "batch") }?;
        check_length(count, batch.games(), "actions")?;
        // SAFETY: as above.
        let mut targets = unsafe { Targets::if_any(results, batch, &[extent(actions, count)]) }?;
        // SAFETY: as above, and apart from the results.
        let actions = unsafe { array(actions, count, "actions") }?;
        batch.step(actions, targets.masks(batch, masks));
        targets.write(batch, masks);
        Ok(())
    })
}

/// Begins new episodes, then writes the results of all games. Each game plays the next of its
/// episodes.
///
/// `which` has `count` bytes, the number of games: 0 for a game that goes on, anything else for one
/// that begins anew. It may be null, with a `count` of 0, for all games. `results` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_reset(
    batch: *mut BatchHandle,
    which: *const u8,
    count: usize,
    results: *const Results,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let BatchHandle { batch, masks } = unsafe { exclusive(batch, "batch") }?;
        let all = which.is_null() && count == 0;
        if !all {
            check_length(count, batch.games(), "which")?;
        }
        // SAFETY: as above.
        let targets = unsafe { Targets::if_any(results, batch, &[extent(which, count)]) }?;
        // SAFETY: as above, and apart from the results.
        let flags: Vec<bool> = unsafe { array(which, count, "which") }?.iter().map(|&byte| byte != 0).collect();
        batch.reset((!all).then_some(&flags));
        read(batch, targets, masks);
        Ok(())
    })
}

/// Begins all games anew from episode 0 with another seed, then writes the results. `results` may
/// be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_reseed(batch: *mut BatchHandle, seed: u64, results: *const Results) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let BatchHandle { batch, masks } = unsafe { exclusive(batch, "batch") }?;
        // SAFETY: as above.
        let targets = unsafe { Targets::if_any(results, batch, &[]) }?;
        batch.reseed(seed);
        read(batch, targets, masks);
        Ok(())
    })
}

/// Writes the results as they are, for example after gridlaw_batch_set_position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_read(batch: *const BatchHandle, results: *const Results) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = &unsafe { shared(batch, "batch") }?.batch;
        // SAFETY: as above.
        let targets = unsafe { Targets::new(results, batch, &[]) }?;
        read(batch, targets, &mut Vec::new());
        Ok(())
    })
}

/// Chooses in every game a uniformly random legal action, with the game's own generator, and
/// GRIDLAW_NO_ACTION where there is none.
///
/// `mask_bits` are packed masks as in gridlaw_results, `length` words; an action that they lack is
/// not chosen. It may be null, with a `length` of 0: then the library finds the legal actions,
/// which costs more. `actions` has `count` elements, the number of games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_sample(
    batch: *mut BatchHandle,
    mask_bits: *const u32,
    length: usize,
    actions: *mut u32,
    count: usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let BatchHandle { batch, masks } = unsafe { exclusive(batch, "batch") }?;
        check_length(count, batch.games(), "actions")?;
        let all = batch.games() * batch.mask_words();
        let own = mask_bits.is_null() && length == 0;
        if !own {
            check_length(length, all, "mask_bits")?;
        }
        check_apart(extent(actions, count), &[extent(mask_bits, length)])?;
        // SAFETY: as above.
        let given = unsafe { array(mask_bits, length, "mask_bits") }?;
        // SAFETY: as above, and apart from the masks.
        let actions = unsafe { array_mut(actions, count, "actions") }?;
        if own {
            masks.resize(all, 0);
            batch.legal(masks);
        }
        batch.sample(if own { masks } else { given }, actions);
        Ok(())
    })
}

/// Writes all results of a batch without a step.
fn read(batch: &AnyBatch, mut targets: Targets<'_>, room: &mut Vec<u32>) {
    if let Some(masks) = targets.masks(batch, room) {
        batch.legal(masks);
    }
    targets.write(batch, room);
}
