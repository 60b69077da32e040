//! [`Setup`]: a position of Fitz as data, and its text.

use core::fmt;

use super::Parameters;
use crate::cell::Side;
use crate::rules::{self, Outcome, SetupError, take_board_and_turn};
use crate::text::rows::{write_rows, write_short_rows};
use crate::text::{Cursor, Glyphs, Grid, PlainBoard, TextError};

/// The characters of the board. Fitz has no fixed pieces; one would be `?`.
pub const GLYPHS: Glyphs = Glyphs(['.', '*', '#', '?']);

/// The characters that a setup's text may have: no character is a fixed piece.
const PIECES: Glyphs = Glyphs(['.', '*', '#', '\0']);

/// A position as data: the board, the side to move, and the index of the tile to be placed, from 0.
///
/// The text is the rows from the top with runs of empty cells as their length, a blank, `*` or `#`
/// for the side to move, a blank, and the index of the tile: `2*2/5/1#3 * 3`. Any board of the
/// game's size without fixed pieces is a position, with any tile of the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The board.
    pub board: PlainBoard,
    /// The side to move.
    pub turn: Side,
    /// The index of the tile to be placed, from 0.
    pub tile: usize,
}

impl Setup {
    /// A position with the cells of `board`.
    #[must_use]
    pub fn new(board: &impl Grid, turn: Side, tile: usize) -> Setup {
        Setup { board: PlainBoard::of(board), turn, tile }
    }

    /// Checks that this is a position of a game.
    pub(super) fn check(&self, parameters: &Parameters) -> Result<(), SetupError> {
        let (found, limit) = (self.tile as u64, parameters.tiles().len() as u64);
        if found >= limit {
            return Err(SetupError::Number { what: "a tile number", found, limit });
        }
        SetupError::check_board(&self.board, parameters.size())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_short_rows(&self.board, GLYPHS, f)?;
        write!(f, " {} {}", side_glyph(self.turn), self.tile)
    }
}

impl rules::Setup for Setup {
    type Parameters = Parameters;
    type Error = SetupError;

    fn read(text: &str, parameters: &Parameters) -> Result<Setup, TextError> {
        let mut text = Cursor::new(text);
        let sides = Side::BOTH.map(side_glyph);
        let (board, turn) = take_board_and_turn(&mut text, parameters.size(), PIECES, sides, "`*` or `#`")?;
        text.expect(' ', "a blank and a tile's number")?;
        // The one spelling of each number, so that equal positions have equal texts.
        let tiles = 0..=parameters.tiles().len() as u64 - 1;
        let tile = text.number_in(tiles, "the number of a tile of the game")? as usize;
        text.end("the end of the position")?;
        Ok(Setup { board, turn, tile })
    }

    /// Writes the rows, joined by `/`.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_rows(&self.board, GLYPHS, out)
    }

    fn write_words(&self, words: &mut [u64]) {
        if let Some((rest, board)) = words.split_last_mut() {
            *rest = self.turn as u64 | (self.tile as u64) << 1;
            self.board.write_words(board);
        }
    }

    fn read_words(words: &[u64], parameters: &Parameters) -> Option<Setup> {
        let (&rest, board) = words.split_last()?;
        let board = PlainBoard::read_words(parameters.size(), board)?;
        Some(Setup { board, turn: Side::BOTH[(rest & 1) as usize], tile: usize::try_from(rest >> 1).ok()? })
    }

    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_board(&self.board, out)
    }

    /// Returns `.` in progress, or the winner, `*` or `#`. Fitz has no draws; one would be `D`.
    fn outcome_mark(outcome: Outcome) -> char {
        match outcome {
            Outcome::InProgress => '.',
            Outcome::Win(side) => side_glyph(side),
            Outcome::Draw => 'D',
        }
    }
}

/// The character of a side, for winners in answers and for players in the document's text.
#[must_use]
pub const fn side_glyph(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => '#',
    }
}

/// Writes the board as the document's program does: its rows, each ended by a newline.
pub(super) fn write_board<W: fmt::Write + ?Sized>(board: &impl Grid, out: &mut W) -> fmt::Result {
    let size = board.size();
    for pos in size.positions() {
        out.write_char(GLYPHS.of(board.cell(pos)))?;
        if pos.col + 1 == size.width() {
            out.write_char('\n')?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PackedBoard;
    use crate::cell::{Pos, Size};
    use crate::games::fitz::Tile;
    use crate::rules::Setup as _;

    #[test]
    fn wrong_positions_are_refused_where_they_go_wrong() {
        let tiles = [Tile::from_cells([(2, 2)]); 12];
        let parameters = Parameters::new(2, 4, tiles).unwrap();
        for (text, column) in [
            ("", 1),
            ("4/4", 4),
            ("4/4 ", 5),
            ("4/4 x 0", 5),
            ("4/4 *", 6),
            ("4/4 *0", 6),
            ("4/4 * ", 7),
            ("4/4 * 12", 7),
            ("4/4 * 00", 7),
            ("4/4 * +1", 7),
            ("4/4 * 1 ", 8),
            ("4/4 * 99999999999999999999999", 7),
            ("4/?3 * 0", 3),
            ("4/o3 * 0", 3),
            ("4/5 * 0", 3),
            ("4/4  * 0", 5),
        ] {
            let error = Setup::read(text, &parameters).unwrap_err();
            assert_eq!(error.column, column, "{text:?}: {error}");
        }
        let setup = Setup::read("1*2/#3 # 11", &parameters).unwrap();
        assert_eq!(setup, Setup::new(&crate::board![".*..", "o..."], Side::Second, 11));
        let at = |board: &PackedBoard, tile| Setup::new(board, Side::First, tile).check(&parameters);
        let fixed = crate::board!["....", ".#.."];
        let error = at(&fixed, 0).unwrap_err();
        assert!(matches!(error, SetupError::Square { pos: Pos { row: 1, col: 1 }, found: 3, .. }), "{error}");
        assert_eq!(at(&fixed, 12), Err(SetupError::Number { what: "a tile number", found: 12, limit: 12 }));
        let (found, expected) = (Size::new(2, 4).unwrap(), parameters.size());
        assert_eq!(at(&PackedBoard::new(found), 0), Err(SetupError::Size { found, expected }));
    }
}
