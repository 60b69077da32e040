//! `logic.h`: the rules of the game.

use std::ffi::{c_int, c_uint};
use std::ptr;

use law::board::PackedBoard;
use law::cell::Side;
use law::games::breakdown::{Breakdown, Parameters, Setup};
use law::rules::{self, Notation, Rules};
use law::text::Grid;

use crate::board::{self, Board, TypeCode};
use crate::{Misuse, function};

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Turn {
    /// Black's.
    BlackNext = 0,
    /// White's.
    WhiteNext = 1,
}

/// A turn from C: any integer.
pub type TurnCode = c_uint;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Outcome {
    /// Black has won.
    BlackWin = 0,
    /// White has won.
    WhiteWin = 1,
    /// The game is over without a winner.
    Draw = 2,
    /// The game goes on.
    InProgress = 3,
}

/// A game.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Game {
    /// Cells of a stick.
    pub stick: c_uint,
    /// Side of the square that wins.
    pub square: c_uint,
    /// The board.
    pub b: *mut Board,
    /// The side to move. No function changes it.
    pub next: TurnCode,
}

/// Begins a game: an empty board, black next. The caller frees it with game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn new_game(
    stick: c_uint,
    square: c_uint,
    width: c_uint,
    height: c_uint,
    r#type: TypeCode,
) -> *mut Game {
    function("new_game", || {
        Parameters::new(width, height, stick, square).map_err(Misuse::of)?;
        let b = board::new(width, height, r#type)?;
        let game = board::zeroed::<Game>(1).ok_or_else(|| Misuse::new("there is no memory for a game"))?;
        // SAFETY: there is room for a game.
        unsafe { game.write(Game { stick, square, b, next: Turn::BlackNext as TurnCode }) };
        Ok(game)
    })
}

/// Frees a game and its board. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_free(g: *mut Game) {
    function("game_free", || {
        if g.is_null() {
            return Ok(());
        }
        // SAFETY: not null, and so the caller's promise.
        let board = unsafe { (*g).b };
        // SAFETY: the caller's promise.
        unsafe { board::free(board) }?;
        // SAFETY: the game came from `calloc`.
        unsafe { libc::free(g.cast()) };
        Ok(())
    });
}

/// Drops a stick of the side that is next into a column, or with its left end in that column if
/// vertical is 0. Returns 1, or 0 and changes nothing if it has no room; there is none beyond the
/// board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drop_stick(g: *mut Game, col: c_uint, vertical: c_int) -> c_int {
    function("drop_stick", || {
        // SAFETY: the caller's promise.
        let (game, mut board) = unsafe { read(g) }?;
        let dropped = match vertical {
            0 => board.drop_horizontal(col, game.stick, game.side()?),
            _ => board.drop_vertical(col, game.stick, game.side()?),
        };
        if dropped.is_ok() {
            // SAFETY: it has just been read.
            unsafe { board::write(game.b, &board) }?;
        }
        Ok(c_int::from(dropped.is_ok()))
    })
}

/// Lets all sticks break down and their cells fall.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn breakdown(g: *mut Game) {
    function("breakdown", || {
        // SAFETY: the caller's promise.
        let (game, mut board) = unsafe { read(g) }?;
        board.fall();
        // SAFETY: it has just been read.
        unsafe { board::write(game.b, &board) }
    });
}

/// Returns the outcome of the game, whichever side is next. An empty board is no exception.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_outcome(g: *mut Game) -> Outcome {
    function("game_outcome", || {
        // SAFETY: the caller's promise.
        let (game, board) = unsafe { read(g) }?;
        let size = board.size();
        let parameters = Parameters::new(size.width(), size.height(), game.stick, game.square).map_err(Misuse::of)?;
        let rules = Breakdown::<PackedBoard>::new(parameters).ok_or_else(|| Misuse::new("the board is too large"))?;
        // In the library an empty board with black next is the beginning of a game, and in
        // progress; this function decides it, too.
        let position = rules.position(&Setup::new(&board, Side::Second)).map_err(Misuse::of)?;
        Ok(match rules.outcome(&position) {
            rules::Outcome::Win(Side::First) => Outcome::BlackWin,
            rules::Outcome::Win(Side::Second) => Outcome::WhiteWin,
            rules::Outcome::Draw => Outcome::Draw,
            rules::Outcome::InProgress => Outcome::InProgress,
        })
    })
}

impl Game {
    fn side(&self) -> Result<Side, Misuse> {
        let side = Side::BOTH.get(self.next as usize).copied();
        side.ok_or_else(|| Misuse::new(format!("next is {}: there are BLACK_NEXT and WHITE_NEXT", self.next)))
    }
}

/// The struct of a game, if it makes sense, and its board.
///
/// # Safety
/// A game that is not null is one, and so is its board.
unsafe fn read(g: *const Game) -> Result<(Game, PackedBoard), Misuse> {
    if g.is_null() {
        return Err(Misuse::new("the game is null"));
    }
    // SAFETY: not null, and so the caller's promise.
    let game = unsafe { ptr::read(g) };
    if game.stick == 0 {
        return Err(Misuse::new("the stick is 0 cells long"));
    }
    // SAFETY: the caller's promise.
    let board = unsafe { board::read(game.b) }?;
    Ok((game, board))
}
