//! The words of a board of Breakdown: the document's bits representation, in and out of a game.

use law::AnyPlaying;
use law::board::PackedBoard;
use law::cell::Side;
use law::games::breakdown::Setup;
use law::text::Grid;

use crate::game::{Handle, side};
use crate::pointers::{array, exclusive, shared, write_array};
use crate::status::{Fault, Status, guarded};

/// The words of a game of Breakdown.
fn words_of(playing: &AnyPlaying) -> Result<Vec<u32>, Fault> {
    let setup: Setup = playing.setup_as().ok_or_else(unsupported)?;
    Ok(setup.board.words().collect())
}

fn set_words(playing: &mut AnyPlaying, words: &[u32], turn: Side) -> Result<(), Fault> {
    let setup: Setup = playing.setup_as().ok_or_else(unsupported)?;
    let size = setup.board.size();
    if words.len() != size.words() {
        let message = format!("expected {} words for a {size} board, found {}", size.words(), words.len());
        return Err(Fault::new(Status::Length, message));
    }
    let board = PackedBoard::from_words(size, words).map_err(|error| Fault::of(Status::Value, error))?;
    playing.set_up(&Setup::new(&board, turn)).map_err(|error| Fault::of(Status::Value, error))
}

fn unsupported() -> Fault {
    Fault::new(Status::Unsupported, "only a board of Breakdown has words")
}

/// Writes the board of a game of Breakdown as the document's words, width * height / 16 of them,
/// rounded up: two bits a cell, row by row from the top left, least significant bits first, 00
/// empty, 01 black, 10 white.
///
/// `capacity` is the number of words that the array holds. `count`, if it is not null, receives the
/// number of words of the board, even if the array is too short. With a capacity of 0 and a
/// `count`, the function does nothing else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_words(
    game: *const Handle,
    words: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { shared(game, "game") }?;
        let found = words_of(&game.playing)?;
        // SAFETY: as above.
        unsafe { write_array(&found, found.len(), words, capacity, count, "words") }
    })
}

/// Sets up a board of Breakdown from the document's words, exactly as many as it takes, with the
/// turn of side 0 (black) or 1 (white). Bits beyond the last cell must be zero, and no cell may be
/// 11. Another number of words is GRIDLAW_STATUS_LENGTH, wrong bits or another side
/// GRIDLAW_STATUS_VALUE, another game GRIDLAW_STATUS_UNSUPPORTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_game_set_words(
    game: *mut Handle,
    words: *const u32,
    count: usize,
    turn: u32,
) -> Status {
    guarded(|| {
        // SAFETY: the pointers are the caller's, as the header asks for them.
        let game = unsafe { exclusive(game, "game") }?;
        // SAFETY: as above.
        let words = unsafe { array(words, count, "words") }?;
        set_words(&mut game.playing, words, side(turn)?)
    })
}

#[cfg(test)]
mod tests {
    use law::games::breakdown::Parameters;
    use law::games::{AnyGame, jump61};

    use super::*;

    /// Boards on both sides of every register's border, up to sizes beyond all of them.
    #[test]
    fn boards_of_every_size_have_words_and_take_them_back() {
        for cells in (1..=320).chain([4096]) {
            let game = AnyGame::from(Parameters::new(cells, 1, 1, 2).unwrap());
            let mut playing = game.start();
            playing.play_text("-0").unwrap();
            let words = words_of(&playing).unwrap();
            assert_eq!(words.len(), cells.div_ceil(16) as usize);
            let mut other = game.start();
            set_words(&mut other, &words, Side::Second).unwrap();
            assert_eq!(other, playing);
        }
    }

    #[test]
    fn other_games_have_none() {
        let mut playing = AnyGame::from(jump61::Parameters::new(3).unwrap()).start();
        assert!(words_of(&playing).is_err());
        assert!(set_words(&mut playing, &[0], Side::First).is_err());
    }
}
