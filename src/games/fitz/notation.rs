//! How Fitz is written: boards in `.`, `*` and `#`, positions on one line.
//!
//! A position is its rows from the top, runs of empty cells as their length, a blank, `*` or `#` for whose
//! turn it is, a blank, and the number of the tile to be placed, from 0: `2*2/5/1#3 * 3`.

use core::fmt;

use super::Parameters;
use crate::cell::{Cell, Pos, Side, Size};
use crate::rules::Outcome;
use crate::text::rows::{read_rows, write_short_rows};
use crate::text::{Glyphs, Grid, TextError};

/// The characters of the board. A fixed piece, which Fitz does not have, would be `?`.
pub const GLYPHS: Glyphs = Glyphs(['.', '*', '#', '?']);

/// What can be no position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is of another size.
    #[error("the board has {} rows and {} columns, and the game {} and {}",
        found.height(), found.width(), expected.height(), expected.width())]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the game.
        expected: Size,
    },
    /// A cell has the code 11, which Fitz never uses.
    #[error("{pos} holds a fixed piece (code 11), which Fitz does not have")]
    Fixed {
        /// The first such square, in row-major order.
        pos: Pos,
    },
    /// There are not so many tiles.
    #[error("tile {tile} is to be placed, and the tiles of the game are 0 to {}", tiles - 1)]
    Tile {
        /// The number of the tile, from 0.
        tile: usize,
        /// How many tiles there are.
        tiles: usize,
    },
}

/// Whether these are a position of the game.
pub(super) fn check(board: &impl Grid, tile: usize, parameters: &Parameters) -> Result<(), PositionError> {
    let (found, expected, tiles) = (board.size(), parameters.size(), parameters.tiles().len());
    if found != expected {
        return Err(PositionError::Size { found, expected });
    }
    if tile >= tiles {
        return Err(PositionError::Tile { tile, tiles });
    }
    match found.positions().find(|&pos| board.cell(pos) == Cell::Fixed) {
        Some(pos) => Err(PositionError::Fixed { pos }),
        None => Ok(()),
    }
}

/// The character of a side: the winner's as INTERFACES fixes it, and the player's in the document.
#[must_use]
pub const fn side_glyph(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => '#',
    }
}

pub(super) fn outcome_mark(outcome: Outcome) -> char {
    match outcome {
        Outcome::InProgress => '.',
        Outcome::Win(side) => side_glyph(side),
        Outcome::Draw => unreachable!("no game of Fitz is drawn"),
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

pub(super) fn write_position(board: &impl Grid, turn: Side, tile: usize, out: &mut dyn fmt::Write) -> fmt::Result {
    write_short_rows(board, GLYPHS, out)?;
    write!(out, " {} {tile}", side_glyph(turn))
}

pub(super) fn read_position<G: Grid>(text: &str, parameters: &Parameters) -> Result<(G, Side, usize), TextError> {
    let end = |text: &str| text.chars().count();
    let (rows, rest) =
        text.split_once(' ').ok_or_else(|| TextError::at(text, end(text), "a blank and whose turn it is"))?;
    let board: G = read_rows(rows, parameters.size(), GLYPHS)?;
    if let Some(offset) = rows.chars().position(|glyph| GLYPHS.cell(glyph) == Some(Cell::Fixed)) {
        return Err(TextError::at(text, offset, "a cell of Fitz"));
    }
    let offset = end(rows) + 1;
    let turn = Side::BOTH.into_iter().find(|&side| rest.starts_with(side_glyph(side)));
    let turn = turn.ok_or_else(|| TextError::at(text, offset, "`*` or `#`"))?;
    let tile =
        rest[1..].strip_prefix(' ').ok_or_else(|| TextError::at(text, offset + 1, "a blank and a tile's number"))?;
    // The one spelling of each number, so that equal positions have equal texts.
    let canonical = tile == "0" || tile.starts_with(|digit: char| matches!(digit, '1'..='9'));
    let number = if canonical { tile.parse().ok() } else { None };
    match number.filter(|&number: &usize| number < parameters.tiles().len()) {
        Some(number) => Ok((board, turn, number)),
        None => Err(TextError::at(text, offset + 2, "the number of a tile of the game")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PackedBoard;
    use crate::games::fitz::Tile;

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
            ("4/4 * 1 ", 7),
            ("4/4 * 99999999999999999999999", 7),
            ("4/?3 * 0", 3),
            ("4/o3 * 0", 3),
            ("4/5 * 0", 3),
            ("4/4  * 0", 5),
        ] {
            let error = read_position::<PackedBoard>(text, &parameters).unwrap_err();
            assert_eq!(error.column, column, "{text:?}: {error}");
        }
        let (board, turn, tile) = read_position("1*2/#3 # 11", &parameters).unwrap();
        assert_eq!((board, turn, tile), (crate::board![".*..", "o..."], Side::Second, 11));
        let fixed = crate::board!["....", ".#.."];
        assert_eq!(check(&fixed, 0, &parameters), Err(PositionError::Fixed { pos: Pos::new(1, 1) }));
        assert_eq!(check(&fixed, 12, &parameters), Err(PositionError::Tile { tile: 12, tiles: 12 }));
        let expected = parameters.size();
        let found = Size::new(2, 4).unwrap();
        let other = PackedBoard::new(found);
        assert_eq!(check(&other, 0, &parameters), Err(PositionError::Size { found, expected }));
    }
}
