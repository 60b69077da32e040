//! Many boards of Breakdown at once, in the caller's arrays.

use std::ops::Range;

use law::batch::BatchOutcome;
use law::board::Owners;
use law::cell::Side;
use law::games::breakdown::{BoardBatch, Parameters};

use crate::pointers::{array, array_mut, check_apart, out, shared};
use crate::status::{Fault, Status, guarded};

/// The rules of one game of Breakdown, for many boards at a time. It never changes.
///
/// Board *i* takes the words from i * words on, in the form of gridlaw_game_words. Spare bits must
/// be zero; if they are not, results are unspecified, but no function touches anything outside the
/// arrays. Sides are bytes, 0 black and 1 white. A move is a number: c for a vertical stick in
/// column c, width + c for a horizontal one, 2 * width for breakdown. All arrays of a call must lie
/// apart.
pub struct BatchHandle(BoardBatch);

/// The outcome byte of gridlaw_batch_step for a move that was not legal; the others are those of
/// gridlaw_outcome.
pub const ILLEGAL: u8 = 4;

/// Boards whose sides and verdicts are converted at a time.
const CHUNK: usize = 1024;

impl BatchHandle {
    /// The length of the words of `count` boards.
    fn words(&self, count: usize) -> Result<usize, Fault> {
        product(count, self.0.words())
    }

    /// Where the words of a chunk of boards are.
    fn span(&self, chunk: &Range<usize>) -> Range<usize> {
        chunk.start * self.0.words()..chunk.end * self.0.words()
    }
}

fn product(count: usize, each: usize) -> Result<usize, Fault> {
    count.checked_mul(each).ok_or_else(|| Fault::new(Status::Length, format!("{count} boards are more than memory")))
}

/// The first byte of an array and its bytes.
fn extent<T>(pointer: *const T, length: usize) -> (usize, usize) {
    (pointer.addr(), length.saturating_mul(size_of::<T>()))
}

/// All of `0..count`, a chunk at a time.
fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(CHUNK).map(move |first| first..count.min(first + CHUNK))
}

/// Refuses bytes that are no sides, before anything is done.
fn check_turns(turns: &[u8]) -> Result<(), Fault> {
    match turns.iter().position(|&turn| turn > 1) {
        Some(board) => Err(Fault::new(
            Status::Value,
            format!("turn {} of board {board} is no side: there are 0 and 1", turns[board]),
        )),
        None => Ok(()),
    }
}

/// The sides of bytes that have been checked.
fn sides<'s>(turns: &[u8], room: &'s mut [Side; CHUNK]) -> &'s mut [Side] {
    let sides = &mut room[..turns.len()];
    for (side, &turn) in sides.iter_mut().zip(turns) {
        *side = Side::BOTH[usize::from(turn)];
    }
    sides
}

/// Makes the rules of many boards with these numbers. The caller frees them with
/// gridlaw_batch_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_new(
    width: u32,
    height: u32,
    stick: u32,
    square: u32,
    batch: *mut *mut BatchHandle,
) -> Status {
    guarded(|| {
        // SAFETY: the pointer is the caller's, as the header asks for it.
        let batch = unsafe { out(batch, "batch") }?;
        let parameters =
            Parameters::new(width, height, stick, square).map_err(|error| Fault::of(Status::Parameters, error))?;
        batch.write(Box::into_raw(Box::new(BatchHandle(BoardBatch::new(parameters)))));
        Ok(())
    })
}

/// Frees the rules. A null pointer is none, and nothing is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_free(batch: *mut BatchHandle) -> Status {
    guarded(|| {
        if !batch.is_null() {
            // SAFETY: the caller's promise: it came from `gridlaw_batch_new`, and was not freed.
            drop(unsafe { Box::from_raw(batch) });
        }
        Ok(())
    })
}

/// Tells how many words a board takes, how many moves there are in all (2 * width + 1), and how
/// many words a mask of legal moves takes. A pointer to what is not wanted may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_shape(
    batch: *const BatchHandle,
    words: *mut usize,
    actions: *mut usize,
    mask_words: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        let shape = [batch.0.words(), batch.0.actions(), batch.0.mask_words()];
        for (pointer, value) in [words, actions, mask_words].into_iter().zip(shape) {
            if !pointer.is_null() {
                // SAFETY: as above.
                unsafe { out(pointer, "words, actions or mask_words") }?.write(value);
            }
        }
        Ok(())
    })
}

/// Lets every cell of `count` boards fall.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_fall(batch: *const BatchHandle, boards: *mut u32, count: usize) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        // SAFETY: as above.
        let boards = unsafe { array_mut(boards, batch.words(count)?, "boards") }?;
        batch.0.boards().fall(boards);
        Ok(())
    })
}

/// Which sides own a square: a byte a board, 1 for black, 2 for white, 3 for both, 0 for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_squares(
    batch: *const BatchHandle,
    boards: *const u32,
    count: usize,
    owners: *mut u8,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        let length = batch.words(count)?;
        check_apart(&[extent(owners, count)], &[extent(boards, length)])?;
        // SAFETY: as above.
        let boards = unsafe { array(boards, length, "boards") }?;
        // SAFETY: as above, and apart from the boards.
        let owners = unsafe { array_mut(owners, count, "owners") }?;
        let mut room = [Owners::empty(); CHUNK];
        for chunk in chunks(count) {
            let found = &mut room[..chunk.len()];
            batch.0.boards().squares(&boards[batch.span(&chunk)], found);
            owners[chunk].iter_mut().zip(found).for_each(|(byte, owners)| *byte = owners.bits());
        }
        Ok(())
    })
}

/// How every game stands: a byte a board, the values of gridlaw_outcome. `turns` are the sides to
/// move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_outcome(
    batch: *const BatchHandle,
    boards: *const u32,
    turns: *const u8,
    count: usize,
    outcomes: *mut u8,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        let length = batch.words(count)?;
        check_apart(&[extent(outcomes, count)], &[extent(boards, length), extent(turns, count)])?;
        // SAFETY: as above.
        let boards = unsafe { array(boards, length, "boards") }?;
        // SAFETY: as above.
        let turns = unsafe { array(turns, count, "turns") }?;
        // SAFETY: as above, and apart from the others.
        let outcomes = unsafe { array_mut(outcomes, count, "outcomes") }?;
        check_turns(turns)?;
        let (mut side_room, mut room) = ([Side::First; CHUNK], [BatchOutcome::InProgress; CHUNK]);
        for chunk in chunks(count) {
            let verdicts = &mut room[..chunk.len()];
            batch.0.outcome(&boards[batch.span(&chunk)], sides(&turns[chunk.clone()], &mut side_room), verdicts);
            outcomes[chunk].iter_mut().zip(verdicts).for_each(|(byte, verdict)| *byte = *verdict as u8);
        }
        Ok(())
    })
}

/// The legal moves on every board: bit i of its mask, bit i % 32 of word i / 32, for move i. None
/// once a game is over. `masks` has as many words a board as gridlaw_batch_shape says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_legal(
    batch: *const BatchHandle,
    boards: *const u32,
    turns: *const u8,
    count: usize,
    masks: *mut u32,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        let (length, mask_words) = (batch.words(count)?, batch.0.mask_words());
        let mask_length = product(count, mask_words)?;
        check_apart(&[extent(masks, mask_length)], &[extent(boards, length), extent(turns, count)])?;
        // SAFETY: as above.
        let boards = unsafe { array(boards, length, "boards") }?;
        // SAFETY: as above.
        let turns = unsafe { array(turns, count, "turns") }?;
        // SAFETY: as above, and apart from the others.
        let masks = unsafe { array_mut(masks, mask_length, "masks") }?;
        check_turns(turns)?;
        let mut room = [Side::First; CHUNK];
        for chunk in chunks(count) {
            let masks = &mut masks[chunk.start * mask_words..chunk.end * mask_words];
            batch.0.legal(&boards[batch.span(&chunk)], sides(&turns[chunk], &mut room), masks);
        }
        Ok(())
    })
}

/// Plays one move on every board. `outcomes` tells how each game stands then, or GRIDLAW_ILLEGAL
/// where the move was not legal and nothing was done. A game that is over is set back to its
/// beginning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_step(
    batch: *const BatchHandle,
    boards: *mut u32,
    turns: *mut u8,
    actions: *const u32,
    count: usize,
    outcomes: *mut u8,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        let length = batch.words(count)?;
        let written = [extent(boards, length), extent(turns, count), extent(outcomes, count)];
        check_apart(&written, &[extent(actions, count)])?;
        // SAFETY: as above, and apart from the others.
        let boards = unsafe { array_mut(boards, length, "boards") }?;
        // SAFETY: as above, and apart from the others.
        let turns = unsafe { array_mut(turns, count, "turns") }?;
        // SAFETY: as above.
        let actions = unsafe { array(actions, count, "actions") }?;
        // SAFETY: as above, and apart from the others.
        let outcomes = unsafe { array_mut(outcomes, count, "outcomes") }?;
        check_turns(turns)?;
        let (mut side_room, mut room) = ([Side::First; CHUNK], [BatchOutcome::InProgress; CHUNK]);
        for chunk in chunks(count) {
            let sides = sides(&turns[chunk.clone()], &mut side_room);
            let verdicts = &mut room[..chunk.len()];
            batch.0.step(&mut boards[batch.span(&chunk)], sides, &actions[chunk.clone()], verdicts);
            turns[chunk.clone()].iter_mut().zip(sides).for_each(|(turn, side)| *turn = *side as u8);
            outcomes[chunk].iter_mut().zip(verdicts).for_each(|(byte, verdict)| *byte = *verdict as u8);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;

    #[test]
    fn the_bytes_of_verdicts_are_those_of_outcomes() {
        let pairs = [
            (BatchOutcome::InProgress, Outcome::InProgress),
            (BatchOutcome::First, Outcome::First),
            (BatchOutcome::Second, Outcome::Second),
            (BatchOutcome::Draw, Outcome::Draw),
        ];
        for (verdict, outcome) in pairs {
            assert_eq!(verdict as u32, outcome as u32);
        }
        assert_eq!(BatchOutcome::Illegal as u8, ILLEGAL);
    }
}
