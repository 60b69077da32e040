//! Fitz: tiles of up to 25 cells, turned as one likes, go onto a board until somebody's tile fits nowhere.
//!
//! Source: `fitz.txt`; rulings F1 to F12.
//!
//! # The rules
//!
//! The board has 1 to 999 rows and as many columns, empty at first. The tiles of a file, grids of 5×5 cells,
//! are used in the order of the file, over and over, by both sides together (F10). `*` begins, then the sides
//! take turns. A turn puts the next tile down, turned clockwise by 0, 90, 180 or 270 degrees (F1): `1,1,90` has
//! its middle in row 1 and column 1, counted from 0. No cell of the tile may lie off the board or on a cell that
//! is taken; the empty part of its grid may, and so may its middle.
//!
//! ```text
//!   the first tile     1,1,90 by *        the second      2,-2,0 by #       3,2,270 by *
//!
//!      ,,,,,             .**...             ,,,,!            #**...            #**...
//!      ,!!,,             .**...             ,,,,!            #**...            #**...
//!      ,!!!,             .*....             ,,,,!            #*....            #**...
//!      ,,,,,             ......             ,,,,!            #.....            #**...
//!      ,,,,,             ......             ,,,,!            #.....            #**...
//! ```
//!
//! Whose tile fits nowhere has lost. That is looked at before every turn, the first one included: a first tile
//! that is too large for the board loses at once.
//!
//! A tile without any cell fits anywhere (F11). As a *move*, for lists, perft and random games, it is put
//! down with its middle at most 2 rows and columns outside (F12), where a tile with cells could just be; who
//! types it into the program may go further. A game in which every tile is empty would never end, and is none.
//!
//! Turning the whole board turns every placement with it, so that there are four symmetries on a square board
//! and two on any other; none but the identity among tiles of which one is empty, whose places are not
//! symmetrical (they reach to row *rows* + 2, but up to row -2 only).
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Tile`], [`Angle`] | what is placed, and how far it is turned |
//! | [`Parameters`] | the tiles, rows and columns |
//! | [`Move`], [`Setup`] | a placement, and a position as data, with their texts |
//! | [`FitzRules`] | what can be asked of Fitz beyond what every game can |
//! | [`Fitz`] | the rules on the packed board |
//! | [`NaiveFitz`] | the rules on the reference matrix |
//! | [`player`] | the two automatic players |
//! | [`files`] | tile files and saved games |
//! | [`session`] | the document's program `fitz`, over any reader and writer |

mod fast;
pub mod files;
mod moves;
mod naive;
pub mod player;
#[cfg(feature = "std")]
pub mod program;
#[cfg(feature = "std")]
pub mod session;
mod setup;
mod tile;

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

pub use fast::{Fitz, Memory, Position};
pub use moves::Move;
pub use naive::{NaiveFitz, NaivePosition};
pub use setup::{GLYPHS, Setup, side_glyph};
pub use tile::{Angle, SIDE, Show, Tile};

use super::{Argument, Content, GameError, GameParameters, PairFunction, SearchFunction};
use crate::cell::Size;
use crate::rules::Notation;
use crate::search::Plain;
use crate::text::Grid;

/// The two tiles of the document's sample games, as a tile file has them.
pub const SAMPLE_TILES: &str = ",,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n\n,,,,!\n,,,,!\n,,,,!\n,,,,!\n,,,,!\n";

/// The most rows, and the most columns, that a board can have.
pub const LONGEST: u32 = 999;

/// The tiles, rows and columns of a game.
///
/// ```
/// use gridlaw::games::fitz::{Parameters, ParametersError, Tile};
///
/// let parameters = Parameters::new(6, 5, [Tile::from_cells([(2, 2)])]).unwrap();
/// assert_eq!(parameters.to_string(), "6 rows 5 cols 1 tile");
/// assert_eq!(Parameters::new(6, 5, [Tile::default()]), Err(ParametersError::AllEmpty));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters {
    size: Size,
    tiles: Arc<[Tile]>,
}

/// What makes no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParametersError {
    /// A board without cells, or a larger one than the document allows.
    #[error("the board has {rows} rows and {cols} columns: both must be from 1 to {LONGEST}")]
    Size {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// Nothing to play with.
    #[error("there is no tile: at least one is needed")]
    NoTile,
    /// The game would never end (ruling F11).
    #[error("every tile is empty: the game would never end")]
    AllEmpty,
}

impl Parameters {
    /// A board of `rows` × `cols`, and the tiles in the order of their use.
    ///
    /// # Errors
    /// When a size is not from 1 to 999, or no tile has a cell.
    pub fn new(rows: u32, cols: u32, tiles: impl Into<Arc<[Tile]>>) -> Result<Parameters, ParametersError> {
        let tiles = tiles.into();
        check_tiles(&tiles)?;
        match Size::new(cols, rows) {
            Ok(size) if rows.max(cols) <= LONGEST => Ok(Parameters { size, tiles }),
            _ => Err(ParametersError::Size { rows, cols }),
        }
    }

    /// The document's two tiles ([`SAMPLE_TILES`]) on a board of `rows` × `cols`.
    ///
    /// # Errors
    /// When a size is not from 1 to 999.
    pub fn sample(rows: u32, cols: u32) -> Result<Parameters, ParametersError> {
        let tiles = files::read_tiles(SAMPLE_TILES.as_bytes()).expect("the sample is a tile file");
        Parameters::new(rows, cols, tiles)
    }

    /// Columns and rows.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The tiles, at least one and not all of them empty.
    #[inline]
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The number of the tile after number `tile`: the next one, or the first after the last.
    #[inline]
    #[must_use]
    pub fn tile_after(&self, tile: usize) -> usize {
        if tile + 1 == self.tiles.len() { 0 } else { tile + 1 }
    }

    /// The rows in which the middle of a tile may be (ruling F12): -2 to the number of rows and 2.
    #[must_use]
    pub const fn row_range(&self) -> RangeInclusive<i32> {
        -2..=self.size.height() as i32 + 2
    }

    /// The columns in which the middle of a tile may be: likewise.
    #[must_use]
    pub const fn col_range(&self) -> RangeInclusive<i32> {
        -2..=self.size.width() as i32 + 2
    }

    /// How many ways of turning the board the rules do not notice, the identity included.
    fn symmetries(&self) -> usize {
        if self.tiles.iter().any(|tile| tile.is_empty()) {
            1
        } else if self.size.width() == self.size.height() {
            4
        } else {
            2
        }
    }

    /// How far symmetry number `symmetry` turns the board.
    fn turn_of(&self, symmetry: usize) -> Angle {
        Angle::ALL[symmetry * if self.symmetries() == 2 { 2 } else { 1 }]
    }

    /// The move on the board turned by symmetry number `symmetry`.
    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        let (last_row, last_col) = (self.size.height() as i32 - 1, self.size.width() as i32 - 1);
        let turn = self.turn_of(symmetry);
        let (row, col) = match turn {
            Angle::Zero => (mv.row, mv.col),
            Angle::Quarter => (mv.col, last_row - mv.row),
            Angle::Half => (last_row - mv.row, last_col - mv.col),
            Angle::ThreeQuarters => (last_col - mv.col, mv.row),
        };
        Move { row, col, angle: mv.angle.plus(turn) }
    }
}

impl GameParameters for Parameters {
    const NAME: &'static str = "fitz";
    const SUMMARY: &'static str = "Turned tiles go onto a board; whose tile fits nowhere has lost";
    const NUMBERS: &'static [Argument] = &[
        Argument { name: "rows", flag: "--rows", value: "R", help: "Rows, 1 to 999" },
        Argument { name: "columns", flag: "--cols", value: "C", help: "Columns, 1 to 999" },
    ];
    const CONTENT: Option<Content> = Some(Content {
        value: "TILEFILE",
        help: "The tiles, in the order of their use",
        limit: files::LONGEST_TILE_FILE as u64,
    });

    type Move = Move;
    type Setup = Setup;

    fn from_arguments(numbers: &[u32], content: &[u8]) -> Result<Parameters, GameError> {
        let [rows, cols] = numbers else { panic!("Fitz takes two numbers") };
        let tiles = files::read_tiles(content).map_err(|error| GameError::Content(error.to_string()))?;
        Parameters::new(*rows, *cols, tiles).map_err(|error| match error {
            ParametersError::Size { .. } => GameError::Numbers(error.to_string()),
            ParametersError::NoTile | ParametersError::AllEmpty => GameError::Content(error.to_string()),
        })
    }

    fn numbers(&self) -> Vec<u32> {
        vec![self.size.height(), self.size.width()]
    }

    fn content(&self) -> Option<String> {
        Some(self.tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join("\n"))
    }

    fn samples() -> Vec<Parameters> {
        [(3, 4), (6, 5), (10, 10), (20, 20), (2, 124)]
            .into_iter()
            .filter_map(|(rows, cols)| Parameters::sample(rows, cols).ok())
            .collect()
    }

    fn usual() -> Parameters {
        Parameters::sample(10, 10).expect("10x10 is a size")
    }

    /// 4 (R + 5) (C + 5): four angles of every place of a tile's middle (F12).
    fn action_count(&self) -> u32 {
        4 * (self.size.height() + 5) * (self.size.width() + 5)
    }

    fn action_of(&self, mv: Move) -> Option<u32> {
        let is_place = self.row_range().contains(&mv.row) && self.col_range().contains(&mv.col);
        let place = (mv.row + 2) as u32 * (self.size.width() + 5) + (mv.col + 2) as u32;
        is_place.then_some(4 * place + mv.angle as u32)
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let (place, cols) = (action / 4, self.size.width() + 5);
        let (row, col) = ((place / cols) as i32 - 2, (place % cols) as i32 - 2);
        (action < self.action_count()).then(|| Move::new(row, col, Angle::ALL[action as usize % 4]))
    }

    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        function.call(&Fitz::new(self.clone()), &NaiveFitz::new(self.clone()))
    }

    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        Some(function.call(Plain(Fitz::new(self.clone()))))
    }
}

/// Whether a game can be played with these tiles on a board of some size.
///
/// # Errors
/// [`ParametersError::NoTile`], or [`ParametersError::AllEmpty`] when none has a cell (ruling F11).
pub fn check_tiles(tiles: &[Tile]) -> Result<(), ParametersError> {
    match tiles {
        [] => Err(ParametersError::NoTile),
        _ if tiles.iter().all(|tile| tile.is_empty()) => Err(ParametersError::AllEmpty),
        _ => Ok(()),
    }
}

impl fmt::Display for Parameters {
    /// For example `6 rows 5 cols 2 tiles`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, tiles) = (self.size, self.tiles.len());
        let plural = if tiles == 1 { "" } else { "s" };
        write!(f, "{} rows {} cols {tiles} tile{plural}", size.height(), size.width())
    }
}

/// What can be asked of Fitz beyond what every game can: its positions from outside, and the searches of the
/// automatic players.
pub trait FitzRules: Notation<Move = Move, Setup = Setup> {
    /// What a board is.
    type Board: Grid;

    /// What the searches of one game may remember from turn to turn. Cells are only ever taken, so that a
    /// place that has no room for a tile never has any again.
    type Memory;

    /// The board of a position.
    fn board<'p>(&self, position: &'p Self::Position) -> &'p Self::Board;

    /// The number of the tile to be placed.
    fn tile(&self, position: &Self::Position) -> usize;

    /// Whether the tile to be placed fits there: as `is_legal`, but an empty one fits anywhere at all.
    fn fits(&self, position: &Self::Position, mv: Move) -> bool;

    /// What is remembered at the beginning: nothing.
    fn memory(&self) -> Self::Memory;

    /// Whether the tile to be placed fits anywhere. `memory` must have seen no positions but earlier ones of
    /// this very game.
    fn fits_anywhere(&self, position: &Self::Position, memory: &mut Self::Memory) -> bool;

    /// The search of the automatic player of type 1: all the places for one angle after the other, each time
    /// from `row` and `col` on to the right, row after row downwards, and from the top again up to where it
    /// began. For `memory` see [`fits_anywhere`](Self::fits_anywhere).
    ///
    /// # Panics
    /// When row and column are not those of a move (F12).
    fn search_angle_by_angle(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        row: i32,
        col: i32,
    ) -> Option<Move>;

    /// The search of the automatic player of type 2: all the angles for one place after the other, from `row`
    /// and `col` on: for the first side to the right and downwards, for the second to the left and upwards,
    /// and round to where it began. For `memory` see [`fits_anywhere`](Self::fits_anywhere).
    ///
    /// # Panics
    /// When row and column are not those of a move (F12).
    fn search_place_by_place(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        row: i32,
        col: i32,
    ) -> Option<Move>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_1_to_999_and_some_tile_has_a_cell() {
        let tile = Tile::from_cells([(0, 0)]);
        for (rows, cols) in [(1, 1), (1, 999), (999, 1), (999, 999)] {
            assert_eq!(Parameters::new(rows, cols, [tile]).unwrap().size(), Size::new(cols, rows).unwrap());
        }
        for (rows, cols) in [(0, 1), (1, 0), (1000, 1), (1, 1000), (u32::MAX, u32::MAX)] {
            assert_eq!(Parameters::new(rows, cols, [tile]), Err(ParametersError::Size { rows, cols }));
        }
        assert_eq!(Parameters::new(1, 1, []), Err(ParametersError::NoTile));
        assert_eq!(Parameters::new(1, 1, [Tile::default(); 3]), Err(ParametersError::AllEmpty));
        assert!(Parameters::new(1, 1, [Tile::default(), tile]).is_ok());
    }
}
