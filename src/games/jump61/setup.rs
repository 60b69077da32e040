//! [`Setup`]: a position of Jump61 as data, and its text.

use core::fmt;

use super::{Board, Move, Parameters, Square};
use crate::cell::{Pos, Side};
use crate::rules::{self, Outcome, SetupError};
use crate::text::{Cursor, TextError};

/// A position as data: the board, which determines the turn (ruling J2).
///
/// The text is the rows from the top, joined by `/`. A row is its squares as in `dump`, joined by
/// blanks: `2r 1-/1- 3b` is red's 2, two neutral squares and blue's 3. A won board has only the
/// letters: `b b/b b`. Any board at rest is a position, whether a game can reach it or not, and so
/// is any won board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "alloc::string::String", into = "alloc::string::String"))]
pub struct Setup(pub Board);

/// Serde's formats hold the `dump` of the board.
#[cfg(feature = "serde")]
impl From<Setup> for alloc::string::String {
    fn from(setup: Setup) -> alloc::string::String {
        alloc::string::ToString::to_string(&setup.0)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<alloc::string::String> for Setup {
    type Error = TextError;

    fn try_from(dump: alloc::string::String) -> Result<Setup, TextError> {
        dump.parse().map(Setup)
    }
}

impl Setup {
    /// Checks that this is a position of a game.
    pub(super) fn check(&self, expected: Parameters) -> Result<(), SetupError> {
        let Setup(board) = self;
        let found = board.parameters();
        SetupError::check_size(found.board(), expected.board())?;
        if board.winner().is_some() {
            return Ok(());
        }
        let is_overfull_or_empty =
            |&(pos, square): &(Pos, Square)| !(1..=found.neighbors(pos)).contains(&square.spots());
        match board.squares().find(is_overfull_or_empty) {
            Some((pos, square)) => {
                let expected = "at least one spot, and no more than the square has neighbors";
                Err(SetupError::Square { pos, found: square.spots(), expected })
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup(board) = self;
        let won = board.winner().is_some();
        for (pos, square) in board.squares() {
            match (pos.row, pos.col) {
                (0, 0) => {}
                (_, 0) => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            if !won {
                write!(f, "{}", square.spots())?;
            }
            write!(f, "{}", letter(square.owner()))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Setup {
    /// Writes the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl rules::Setup for Setup {
    type Parameters = Parameters;
    type Error = SetupError;

    /// Parses the text of a setup. A won board may have its spots.
    fn read(text: &str, parameters: &Parameters) -> Result<Setup, TextError> {
        let mut board = Board::new(*parameters);
        let mut text = Cursor::new(text);
        let mut bare = None;
        for pos in parameters.board().positions() {
            match (pos.row, pos.col) {
                (0, 0) => {}
                (_, 0) => text.expect('/', "`/` before the next row")?,
                _ => text.expect(' ', "a blank before the next square")?,
            }
            let start = text;
            let spots = match text.peek().and_then(|digit| digit.to_digit(10)) {
                Some(spots) => {
                    text.next();
                    spots
                }
                None => {
                    bare = bare.or(Some(start));
                    1
                }
            };
            if spots == 0 || spots > parameters.neighbors(pos) {
                return Err(start.error("at least one spot, and no more than the square has neighbors"));
            }
            let read = text.take("`r` or `b`, or `-` for one neutral spot", |letter| square(spots, owner(letter)?))?;
            board.set(pos, read);
        }
        match bare {
            Some(bare) if board.winner().is_none() => Err(bare.error("a number of spots: only a won board omits it")),
            _ => text.end("the end of the position").map(|()| Setup(board)),
        }
    }

    /// Writes the text of the setup.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self}")
    }

    /// Writes a byte a square: the owner, 0 neutral, and four times the spots, 1 on a won board.
    fn write_words(&self, words: &mut [u64]) {
        let won = self.0.winner().is_some();
        words.fill(0);
        for (index, (_, square)) in self.0.squares().enumerate() {
            let spots = if won { 1 } else { u64::from(square.spots()) };
            let owner = square.owner().map_or(0, |side| 1 + side as u64);
            words[index / 8] |= (owner | spots << 2) << (8 * (index % 8));
        }
    }

    fn read_words(words: &[u64], parameters: &Parameters) -> Option<Setup> {
        let mut board = Board::new(*parameters);
        let mut squares = words.iter().flat_map(|word| word.to_le_bytes());
        for (pos, byte) in parameters.board().positions().zip(&mut squares) {
            let owner = *[None, Some(Side::First), Some(Side::Second)].get(usize::from(byte & 3))?;
            board.set(pos, square(u32::from(byte >> 2), owner)?);
        }
        squares.all(|spare| spare == 0).then_some(Setup(board))
    }

    /// Writes the document's `dump`.
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.0)
    }

    /// Returns `.`, `R` or `B`. There are no draws.
    fn outcome_mark(outcome: Outcome) -> char {
        match outcome {
            Outcome::Win(Side::First) => 'R',
            Outcome::Win(Side::Second) => 'B',
            Outcome::InProgress | Outcome::Draw => '.',
        }
    }
}

/// The letter of an owner.
pub(super) fn letter(owner: Option<Side>) -> char {
    match owner {
        None => '-',
        Some(Side::First) => 'r',
        Some(Side::Second) => 'b',
    }
}

/// The owner of a letter.
pub(super) fn owner(letter: char) -> Option<Option<Side>> {
    [None, Some(Side::First), Some(Side::Second)].into_iter().find(|&owner| self::letter(owner) == letter)
}

/// The square with these spots and this owner; `None` for a neutral one without exactly one spot.
pub(super) fn square(spots: u32, owner: Option<Side>) -> Option<Square> {
    match owner {
        Some(side) => Some(Square::Owned(side, spots)),
        None => (spots == 1).then_some(Square::Neutral),
    }
}

/// The number of symmetries of a square, as [`map_pos`] numbers them.
pub(super) const SYMMETRIES: usize = 8;

/// The image of a square. Bit 1 of the symmetry mirrors the columns, bit 2 the rows, and bit 4 then
/// swaps rows with columns.
pub(super) fn map_pos(pos: Pos, parameters: Parameters, symmetry: usize) -> Pos {
    let last = parameters.size() - 1;
    let row = if symmetry & 2 == 0 { pos.row } else { last - pos.row };
    let col = if symmetry & 1 == 0 { pos.col } else { last - pos.col };
    if symmetry & 4 == 0 { Pos::new(row, col) } else { Pos::new(col, row) }
}

/// The image of a move under a symmetry.
pub(super) fn map_move(mv: Move, parameters: Parameters, symmetry: usize) -> Move {
    Move(map_pos(mv.0, parameters, symmetry))
}
