//! The words of a board of Breakdown: the document's bits representation, in and out of a game.

use std::any::Any;

use law::board::{PackedBoard, Wide};
use law::cell::Side;
use law::games::breakdown::Breakdown;

use crate::game::{Handle, side};
use crate::held::{Held, Playing};
use crate::pointers::{array, exclusive, shared, write_array};
use crate::status::{Fault, Status, guarded};

/// Does something with a game of Breakdown in whatever register it is held.
macro_rules! with_breakdown {
    ($held:expr, $downcast:ident, $playing:ident => $body:expr) => {
        with_breakdown!($held, $downcast, $playing => $body, u32, u64, u128, Wide<4>, Wide<8>, PackedBoard)
    };
    ($held:expr, $downcast:ident, $playing:ident => $body:expr, $($register:ty),*) => {
        $(if let Some($playing) = $held.$downcast::<Playing<Breakdown<$register>>>() {
            Ok($body)
        } else)* {
            Err(Fault::new(Status::Unsupported, "only a board of Breakdown has words"))
        }
    };
}

fn board(held: &dyn Held) -> Result<PackedBoard, Fault> {
    let held: &dyn Any = held;
    with_breakdown!(held, downcast_ref, playing => playing.rules.board(&playing.position))
}

fn set_board(held: &mut dyn Held, words: &[u32], side: Side) -> Result<(), Fault> {
    let held: &mut dyn Any = held;
    with_breakdown!(held, downcast_mut, playing => {
        let size = playing.rules.parameters().size();
        if words.len() != size.words() {
            let message = format!("a {size} board takes {} words, not {}", size.words(), words.len());
            return Err(Fault::new(Status::Length, message));
        }
        let board = PackedBoard::from_words(size, words).map_err(|error| Fault::of(Status::Value, error))?;
        playing.position = playing.rules.position(&board, side).map_err(|error| Fault::of(Status::Value, error))?;
    })
}

/// Writes the board of a game of Breakdown as the document's words, width * height / 16 of them, rounded up: two bits a
/// cell, row by row from the top left, least significant bits first, 00 empty, 01 black, 10 white.
///
/// `capacity` is how many there is room for; `count`, if it is not null, is told how many there are, even if they
/// have no room. With a capacity of 0 and a `count`, nothing else is done.
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
        let board = board(&*game.0)?;
        // SAFETY: as above.
        unsafe { write_array(board.words(), board.words().len(), words, capacity, count, "words") }
    })
}

/// Sets up a board of Breakdown from the document's words, exactly as many as it takes, with the turn of side 0
/// (black) or 1 (white). Bits beyond the last cell must be zero, and no cell may be 11.
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
        set_board(&mut *game.0, words, side(turn)?)
    })
}

#[cfg(test)]
mod tests {
    use law::games::breakdown::Parameters;
    use law::games::{AnyGame, jump61};

    use super::*;
    use crate::held::start;

    /// Every register that the library may choose is known here, up to the sizes beyond all of them.
    #[test]
    fn boards_of_every_size_have_words_and_take_them_back() {
        for cells in (1..=320).chain([4096]) {
            let game = AnyGame::from(Parameters::new(cells, 1, 1, 2).unwrap());
            let mut held = start(&game);
            held.play("-0").unwrap();
            let words = board(&*held).unwrap().words().to_vec();
            assert_eq!(words.len(), cells.div_ceil(16) as usize);
            let mut other = start(&game);
            set_board(&mut *other, &words, Side::Second).unwrap();
            assert_eq!(other.position(), held.position());
        }
    }

    #[test]
    fn other_games_have_none() {
        let mut held = start(&jump61::Parameters::new(3).unwrap().into());
        assert!(board(&*held).is_err());
        assert!(set_board(&mut *held, &[0], Side::First).is_err());
    }
}
