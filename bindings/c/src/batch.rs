//! Many games at once: batches and their shapes.

use std::ffi::c_char;
use std::sync::Arc;

use law::batching::{AnyBatch, BatchError, BatchOptions, Reset as LawReset};
use law::games::AnyGame;

use crate::game::Handle;
use crate::pointers::{array, exclusive, out, shared, text, write_text};
use crate::status::{Fault, Status, guarded};

/// Many games of one kind that are played together, for learners. A step of Breakdown or Connect4
/// takes a few nanoseconds a game.
///
/// A batch plays episodes: game i of N plays the episodes i, i + N, i + 2N and so on. Every episode
/// has a generator of its own, so that games of gridlaw_batch_sample are those of the program
/// `gridlaw random` with the same seed.
///
/// All arrays are the caller's, game after game, and all arrays of a call must lie apart. After a
/// call that failed, arrays are as they were.
pub struct BatchHandle {
    pub(crate) batch: AnyBatch,
    /// Packed masks, for calls without an array of the caller for them.
    pub(crate) masks: Vec<u32>,
}

/// The outcome byte of a game whose action was not legal: nothing was done. The bytes 0 to 3 are
/// those of gridlaw_outcome.
pub const ILLEGAL: u8 = 4;

/// The outcome byte of a game that goes on by its law, but has reached the limit of plies.
pub const TRUNCATED: u8 = 5;

/// An action that is legal in no game; gridlaw_batch_sample chooses it where there is none.
pub const NO_ACTION: u32 = 0xffff_ffff;

/// The limit of plies of a batch whose options name none.
pub const BATCH_LIMIT: u32 = 400;

/// The treatment of a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Reset {
    /// The step that ends a game also begins the next one: outcome and reward are of the game that
    /// ended, mask, observation and turn of the one that begins.
    SameStep = 0,
    /// The step that ends a game leaves it at its end. The next step ignores the game's action,
    /// and begins the next game.
    NextStep = 1,
    /// A game that has ended stays so: it has no legal action, and the outcome of any is
    /// GRIDLAW_ILLEGAL.
    Never = 2,
}

/// The options of a batch. All zero is the default: seed 0, reset in the same step, 400 plies,
/// final observations not kept.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Options {
    /// The seed of all random choices.
    pub seed: u64,
    /// The treatment of a game that has ended: a value of gridlaw_reset.
    pub reset: u32,
    /// The number of plies after which a game that goes on is truncated; 0 for
    /// GRIDLAW_BATCH_LIMIT.
    pub limit: u32,
    /// 1 to keep the last observation of an episode when the same step begins the next one, for
    /// the arrays `final_cells`, `final_bits` and `final_floats` of gridlaw_results; else 0.
    pub keep_final: u32,
}

/// The numbers that give the lengths of a batch's arrays.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Shape {
    /// The number of games.
    pub games: usize,
    /// The number of actions, as gridlaw_game_action_count writes it: flags of one mask.
    pub actions: usize,
    /// Words of one packed mask: a word for every 32 actions, rounded up.
    pub mask_words: usize,
    /// Planes of one observation in bytes.
    pub planes: usize,
    /// Rows of every plane.
    pub rows: usize,
    /// Columns of every plane.
    pub cols: usize,
    /// Bytes of one observation: planes * rows * cols.
    pub cells: usize,
    /// Planes of one observation in one-hot form.
    pub one_hot_planes: usize,
    /// Floats of one observation in one-hot form: one_hot_planes * rows * cols.
    pub floats: usize,
    /// Words of one observation in one-hot form, a bit a square: a word for every 32 floats,
    /// rounded up.
    pub bit_words: usize,
}

/// One plane of an observation: a byte a square.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Plane {
    /// The meaning of its bytes, for example "pieces".
    pub name: [c_char; 16],
    /// The lowest byte that has a plane of its own in one-hot form.
    pub first: u8,
    /// The highest such byte. The plane takes last - first + 1 planes in one-hot form.
    pub last: u8,
}

impl From<BatchError> for Fault {
    fn from(error: BatchError) -> Fault {
        let status = match error {
            BatchError::NoInstance | BatchError::TooLarge { .. } => Status::Length,
            BatchError::NoPly => Status::Value,
            _ => Status::Parameters,
        };
        Fault::of(status, error)
    }
}

impl Options {
    fn read(self) -> Result<BatchOptions, Fault> {
        let reset = LawReset::ALL.get(self.reset as usize).copied();
        let reset = reset
            .ok_or_else(|| Fault::new(Status::Value, format!("expected a reset of 0, 1 or 2, found {}", self.reset)))?;
        let keep_final = match self.keep_final {
            0 | 1 => self.keep_final == 1,
            other => return Err(Fault::new(Status::Value, format!("expected a keep_final of 0 or 1, found {other}"))),
        };
        let limit = if self.limit == 0 { BATCH_LIMIT } else { self.limit };
        Ok(BatchOptions { seed: self.seed, reset, limit, keep_final, ..BatchOptions::default() })
    }
}

impl BatchHandle {
    /// Passes a batch to C, which frees it with `gridlaw_batch_free`.
    fn hand_over(batch: AnyBatch) -> *mut BatchHandle {
        Box::into_raw(Box::new(BatchHandle { batch, masks: Vec::new() }))
    }

    /// Refuses a game that the batch does not have.
    fn check_game(&self, game: usize) -> Result<(), Fault> {
        let games = self.batch.games();
        match game < games {
            true => Ok(()),
            false => Err(Fault::new(Status::Value, format!("expected a game below {games}, found {game}"))),
        }
    }
}

/// Makes a batch of `games` games, each at its start.
///
/// `instances` are games to draw from. Only their rules matter, not their positions, and the batch
/// keeps no pointer to them. Most batches have one: `gridlaw_batch_new(&game, 1, 1024, NULL,
/// &batch)`. If there are more, every episode draws one with the seed. They may differ only in
/// their files: files of Candy of one size, with the same number of colors and the same highest
/// state, or tiles of Fitz for one board. Others are GRIDLAW_STATUS_PARAMETERS. No instance, and
/// more games than the address space holds, are GRIDLAW_STATUS_LENGTH. `options` may be null, for
/// the default. The caller frees the batch with gridlaw_batch_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_new(
    instances: *const *mut Handle,
    instance_count: usize,
    games: usize,
    options: *const Options,
    batch: *mut *mut BatchHandle,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let instances = unsafe { array(instances, instance_count, "instances") }?;
        let rules = |&game: &*mut Handle| -> Result<AnyGame, Fault> {
            // SAFETY: as above.
            Ok((*unsafe { shared(game.cast_const(), "an element of instances") }?.rules).clone())
        };
        let instances = instances.iter().map(rules).collect::<Result<Vec<AnyGame>, Fault>>()?;
        let options = match options.is_null() {
            true => BatchOptions::default(),
            // SAFETY: as above.
            false => unsafe { shared(options, "options") }?.read()?,
        };
        // SAFETY: as above.
        let batch = unsafe { out(batch, "batch") }?;
        batch.write(BatchHandle::hand_over(AnyBatch::new(&instances, games, options)?));
        Ok(())
    })
}

/// Makes a copy of `batch`, generators included. The caller frees it, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_copy(batch: *const BatchHandle, copy: *mut *mut BatchHandle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        // SAFETY: as above.
        let copy = unsafe { out(copy, "copy") }?;
        copy.write(BatchHandle::hand_over(batch.batch.clone()));
        Ok(())
    })
}

/// Frees a batch. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_free(batch: *mut BatchHandle) -> Status {
    guarded(|| {
        if !batch.is_null() {
            // SAFETY: the caller's promise: it came from `gridlaw_batch_new` or
            // `gridlaw_batch_copy`, and was not freed.
            drop(unsafe { Box::from_raw(batch) });
        }
        Ok(())
    })
}

/// Writes the shape of a batch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_shape(batch: *const BatchHandle, shape: *mut Shape) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = &unsafe { shared(batch, "batch") }?.batch;
        // SAFETY: as above.
        let shape = unsafe { out(shape, "shape") }?;
        let seen = batch.observation();
        shape.write(Shape {
            games: batch.games(),
            actions: batch.action_count(),
            mask_words: batch.mask_words(),
            planes: seen.planes.len(),
            rows: seen.rows,
            cols: seen.cols,
            cells: seen.cells(),
            one_hot_planes: seen.one_hot(),
            floats: seen.one_hot() * seen.squares(),
            bit_words: seen.words(),
        });
        Ok(())
    })
}

/// Describes a plane of an observation in bytes. `index` is below `planes` of gridlaw_shape.
///
/// Observations are seen from the side to move: 1 is its own piece, 2 the opponent's.
///
/// | game      | planes of bytes                                                     |
/// |-----------|---------------------------------------------------------------------|
/// | breakdown | pieces 0 to 2                                                       |
/// | connect4  | pieces 0 to 2, 3 a fixed piece                                      |
/// | jump61    | owners 0 to 2; spots 1 to 4                                         |
/// | candy     | colors; states; the colors that fall next, in row r after r others  |
/// | fitz      | pieces 0 to 2; the index of the tile to be placed, on every square  |
///
/// Row 0 is the top; in Candy it is the bottom. Colors, states and indices above 255 are seen as
/// 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_plane(batch: *const BatchHandle, index: usize, plane: *mut Plane) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let planes = &unsafe { shared(batch, "batch") }?.batch.observation().planes;
        // SAFETY: as above.
        let plane = unsafe { out(plane, "plane") }?;
        let found = planes.get(index).ok_or_else(|| {
            Fault::new(Status::Value, format!("expected a plane below {}, found {index}", planes.len()))
        })?;
        let mut name = [0; 16];
        name.iter_mut().zip(found.name.bytes().take(15)).for_each(|(to, from)| *to = from as c_char);
        plane.write(Plane { name, first: found.first, last: found.last });
        Ok(())
    })
}

/// Writes the number of episodes that have ended, truncated ones included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_episodes(batch: *const BatchHandle, episodes: *mut u64) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        // SAFETY: as above.
        let episodes = unsafe { out(episodes, "episodes") }?;
        episodes.write(batch.batch.episodes());
        Ok(())
    })
}

/// Makes a gridlaw_game at the position of game `index` of the batch. The caller frees it with
/// gridlaw_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_game(batch: *const BatchHandle, index: usize, game: *mut *mut Handle) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        // SAFETY: as above.
        let game = unsafe { out(game, "game") }?;
        batch.check_game(index)?;
        let playing = batch.batch.playing(index);
        game.write(Handle::hand_over(Arc::new(playing.game()), playing));
        Ok(())
    })
}

/// Writes the setup of game `index`, as gridlaw_game_setup does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_setup(
    batch: *const BatchHandle,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { shared(batch, "batch") }?;
        batch.check_game(index)?;
        // SAFETY: as above.
        unsafe { write_text(&batch.batch.setup(index), text, capacity, length) }
    })
}

/// Sets game `index` to the position of a setup, as gridlaw_game_set_position does. The number and
/// the plies of its episode stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_batch_set_position(
    batch: *mut BatchHandle,
    index: usize,
    setup: *const c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let batch = unsafe { exclusive(batch, "batch") }?;
        // SAFETY: as above.
        let setup = unsafe { text(setup, "setup") }?;
        batch.check_game(index)?;
        Ok(batch.batch.set_up(index, setup)?)
    })
}

#[cfg(test)]
mod tests {
    use law::batch::{self, BatchOutcome};
    use law::playout::PLY_LIMIT;

    use super::*;
    use crate::game::Outcome;

    #[test]
    fn the_numbers_of_c_are_those_of_the_library() {
        assert_eq!((NO_ACTION, BATCH_LIMIT), (batch::NO_ACTION, PLY_LIMIT));
        let pairs = [
            (BatchOutcome::InProgress, Outcome::InProgress),
            (BatchOutcome::First, Outcome::First),
            (BatchOutcome::Second, Outcome::Second),
            (BatchOutcome::Draw, Outcome::Draw),
        ];
        for (found, outcome) in pairs {
            assert_eq!(found as u32, outcome as u32);
        }
        assert_eq!((BatchOutcome::Illegal as u8, BatchOutcome::Truncated as u8), (ILLEGAL, TRUNCATED));
        let resets = [Reset::SameStep, Reset::NextStep, Reset::Never].map(|reset| reset as usize);
        assert_eq!(resets.map(|reset| LawReset::ALL[reset]), [LawReset::SameStep, LawReset::NextStep, LawReset::Never]);
    }

    #[test]
    fn the_names_of_planes_fit() {
        for plane in AnyGame::samples().iter().flat_map(|game| game.observation().planes) {
            assert!(plane.name.is_ascii() && plane.name.len() < 16, "{}", plane.name);
        }
    }
}
