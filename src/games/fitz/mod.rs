//! Fitz: players place tiles of up to 25 cells, freely rotated, on a board until a tile fits
//! nowhere.
//!
//! Source: `fitz.txt`; rulings F1 to F12.
//!
//! # The rules
//!
//! The board has 1 to 999 rows and as many columns, empty at first. The tiles of a file, grids of
//! 5×5 cells, are used in the order of the file, over and over, by both sides together (F10). `*`
//! begins, then the sides take turns. A turn puts the next tile down, rotated clockwise by 0, 90,
//! 180 or 270 degrees (F1). The move `1,1,90` has its center in row 1 and column 1, counted from 0.
//! No cell of the tile may lie off the board or on a taken cell. The empty part of its grid may,
//! and so may its center.
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
//! The side whose tile fits nowhere loses. This is checked before every turn, the first one
//! included: a first tile that is too large for the board loses at once.
//!
//! A tile without any cell fits anywhere (F11). As a *move*, for lists, perft and random games, its
//! center lies in row -2 to *rows* + 2 and in column -2 to *columns* + 2 (F12), about as far off as
//! a tile with cells could lie. A player who types it into the program may go further. A game whose
//! tiles are all empty would never end, so it is invalid.
//!
//! Rotating the whole board rotates every placement with it. A square board therefore has four
//! symmetries, any other board two. If one of the tiles is empty, there is only the identity,
//! because the places of an empty tile are not symmetric: they reach three rows below the board,
//! but only two above it.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Tile`], [`Angle`] | a tile, and its rotation |
//! | [`Parameters`] | the tiles, rows and columns |
//! | [`Move`], [`Setup`] | a placement, and a position as data, with their texts |
//! | [`FitzRules`] | the queries of both engines beyond the general rules |
//! | [`Fitz`] | the rules on the packed board |
//! | [`NaiveFitz`] | the rules on the reference matrix |
//! | [`player`] | the two automatic players |
//! | [`files`] | tile files and saved games |
//! | [`session`] | the document's program `fitz`, over any reader and writer |

mod batch;
mod fast;
pub mod files;
mod lane_row;
mod lanes;
mod moves;
mod naive;
pub mod player;
#[cfg(feature = "std")]
pub mod program;
#[cfg(feature = "std")]
pub mod session;
mod setup;
mod tile;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use fast::placements::PlacementSearch;
pub use fast::{Fitz, Memory, Position};
pub use moves::Move;
pub use naive::{NaiveFitz, NaivePosition};
pub use setup::{GLYPHS, Setup, side_glyph};
pub use tile::{Angle, SIDE, Show, Tile};

use super::{Argument, Content, GameError, GameParameters, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation, ObservedPlane};
use crate::cell::{Cell, Side, Size};
use crate::level::Level;
use crate::planes::{Plane, Planes};
use crate::rules::{Notation, Reporting, Round};
use crate::search::Plain;
use crate::text::{Grid, PlainBoard};

/// The two tiles of the document's sample games, in the format of a tile file.
pub const SAMPLE_TILES: &str = ",,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n\n,,,,!\n,,,,!\n,,,,!\n,,,,!\n,,,,!\n";

/// The most rows, and the most columns, of a board.
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

/// Why the parameters of a game are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParametersError {
    /// The board has no cells, or is larger than the document allows.
    #[error("expected 1 to {LONGEST} rows and columns, found {rows} and {cols}")]
    Size {
        /// The number of rows found.
        rows: u32,
        /// The number of columns found.
        cols: u32,
    },
    /// There is no tile.
    #[error("expected at least one tile, found none")]
    NoTile,
    /// Every tile is empty, so the game would never end (ruling F11).
    #[error("every tile is empty: the game would never end")]
    AllEmpty,
}

impl Parameters {
    /// The rows and columns of a plane, which has room for a tile.
    fn plane_shape(&self) -> (usize, usize) {
        let [rows, cols] = [self.size.height(), self.size.width()].map(|length| SIDE.max(length as usize));
        (rows, cols)
    }

    /// Writes the bytes of the planes: the board, and the tiles that come.
    fn write_plane_bytes(&self, board: &impl Grid, turn: Side, tile: usize, bytes: &mut [u8]) {
        let (rows, cols) = self.plane_shape();
        bytes[..2 * rows * cols].fill(0);
        for pos in self.size.positions() {
            let cell = board.cell(pos);
            if cell != Cell::Empty {
                let plane = usize::from(cell != Cell::from(turn));
                bytes[(plane * rows + pos.row as usize) * cols + pos.col as usize] = 1;
            }
        }
        self.write_tile_bytes(tile, &mut bytes[2 * rows * cols..]);
    }

    /// Writes the planes of this tile and the next one.
    fn write_tile_bytes(&self, tile: usize, bytes: &mut [u8]) {
        let (rows, cols) = self.plane_shape();
        bytes.fill(0);
        for (plane, number) in [tile, tile + 1].into_iter().enumerate() {
            for (row, col) in self.tiles[number % self.tiles.len()].cells() {
                bytes[(plane * rows + row) * cols + col] = 1;
            }
        }
    }

    /// A game on a board of `rows` × `cols`, with the tiles in the order of their use.
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

    /// The columns and rows of the board.
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

    /// The index of the tile after index `tile`: the next one, or the first after the last.
    #[inline]
    #[must_use]
    pub fn tile_after(&self, tile: usize) -> usize {
        if tile + 1 == self.tiles.len() { 0 } else { tile + 1 }
    }

    /// The rows in which the center of a tile may lie (ruling F12): -2 to the number of rows plus
    /// 2.
    #[must_use]
    pub const fn row_range(&self) -> RangeInclusive<i32> {
        -2..=self.size.height() as i32 + 2
    }

    /// The columns in which the center of a tile may lie (ruling F12): -2 to the number of columns
    /// plus 2.
    #[must_use]
    pub const fn col_range(&self) -> RangeInclusive<i32> {
        -2..=self.size.width() as i32 + 2
    }

    /// The number of rotations of the board that leave the rules unchanged, the identity included.
    fn symmetries(&self) -> usize {
        if self.tiles.iter().any(|tile| tile.is_empty()) {
            1
        } else if self.size.width() == self.size.height() {
            4
        } else {
            2
        }
    }

    /// The angle by which symmetry number `symmetry` rotates the board.
    fn turn_of(&self, symmetry: usize) -> Angle {
        Angle::ALL[symmetry * if self.symmetries() == 2 { 2 } else { 1 }]
    }

    /// The move on the board rotated by symmetry number `symmetry`.
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
    const SUMMARY: &'static str = "Players place rotated tiles on a board; the side whose tile fits nowhere loses";
    const NUMBERS: &'static [Argument] = &[
        Argument { name: "rows", flag: "--rows", value: "R", help: "Rows, 1 to 999", range: 1..=LONGEST },
        Argument { name: "columns", flag: "--cols", value: "C", help: "Columns, 1 to 999", range: 1..=LONGEST },
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

    /// Returns 4 (R + 5) (C + 5): four angles for every place of a tile's center (F12).
    fn action_count(&self) -> u32 {
        4 * (self.size.height() + 5) * (self.size.width() + 5)
    }

    fn action_of(&self, mv: Move) -> Option<u32> {
        let is_place = self.row_range().contains(&mv.row) && self.col_range().contains(&mv.col);
        is_place.then(|| {
            let place = (mv.row + 2) as u32 * (self.size.width() + 5) + (mv.col + 2) as u32;
            4 * place + mv.angle as u32
        })
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let (place, cols) = (action / 4, self.size.width() + 5);
        let (row, col) = ((place / cols) as i32 - 2, (place % cols) as i32 - 2);
        (action < self.action_count()).then(|| Move::new(row, col, Angle::ALL[action as usize % 4]))
    }

    fn image_of(&self, mv: Move, symmetry: usize) -> Option<Move> {
        (symmetry < self.symmetries()).then(|| self.map_move(mv, symmetry))
    }

    fn word_count(&self) -> usize {
        PlainBoard::word_count(self.size) + 1
    }

    fn observation(&self) -> Observation {
        let pieces = ObservedPlane { name: "pieces", first: 1, last: 2 };
        let tile = ObservedPlane { name: "tile", first: 0, last: (self.tiles.len() - 1).min(255) as u8 };
        Observation::new(vec![pieces, tile], self.size)
    }

    /// A plane of pieces, 0 empty, 1 the side to move, 2 the opponent, and a plane whose every byte
    /// is the index of the tile to be placed, at most 255. Row 0 is the top.
    fn observe(&self, setup: &Setup, cells: &mut [u8]) {
        let (pieces, tile) = cells.split_at_mut(self.size.cells() as usize);
        setup.board.observe(setup.turn, pieces);
        tile.fill(setup.tile.min(255) as u8);
    }

    /// Four planes of at least 5×5: the pieces of the side to move, those of the opponent, the tile
    /// to be placed, and the next one, both without rotation, from the top left corner on.
    fn planes(&self) -> Planes {
        let names = ["mine", "theirs", "tile", "next tile"];
        let plane = |(source, name)| Plane { name, source, first: 1, last: 1 };
        let (rows, cols) = self.plane_shape();
        Planes { planes: names.into_iter().enumerate().map(plane).collect(), rows, cols }
    }

    fn plane_bytes(&self, setup: &Setup, bytes: &mut [u8]) {
        self.write_plane_bytes(&setup.board, setup.turn, setup.tile, bytes);
    }

    fn write_cells(&self, setup: &Setup, cells: &mut [u8]) {
        setup.board.write_codes(cells);
    }

    fn rounds(&self, setup: &Setup, mv: Move) -> Vec<Round> {
        NaiveFitz::new(self.clone()).rounds(setup, mv).expect("the setup is a position")
    }

    fn batch(instances: &[Parameters], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        batch::batch(instances, games, level)
    }

    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        function.call(&Fitz::new(self.clone()), &NaiveFitz::new(self.clone()))
    }

    fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        Some(match PlacementSearch::new(self) {
            Some(game) => function.call(game.clone(), game),
            None => function.call_directly(Plain(Fitz::new(self.clone()))),
        })
    }
}

/// Checks whether a game can be played with these tiles on a board of some size.
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
    /// Writes for example `6 rows 5 cols 2 tiles`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, tiles) = (self.size, self.tiles.len());
        let plural = if tiles == 1 { "" } else { "s" };
        write!(f, "{} rows {} cols {tiles} tile{plural}", size.height(), size.width())
    }
}

/// The queries of both engines beyond the general rules: the parts of a position, and the searches
/// of the automatic players.
pub trait FitzRules: Notation<Move = Move, Setup = Setup> {
    /// The type of a board.
    type Board: Grid;

    /// The memory of the searches of one game from turn to turn. Cells are only ever taken, so a
    /// place without room for a tile never has any again.
    type Memory;

    /// The board of a position.
    fn board<'p>(&self, position: &'p Self::Position) -> &'p Self::Board;

    /// The index of the tile to be placed.
    fn tile(&self, position: &Self::Position) -> usize;

    /// Whether the tile to be placed fits there. Differs from `is_legal` in that an empty tile fits
    /// anywhere, however far off the board.
    fn fits(&self, position: &Self::Position, mv: Move) -> bool;

    /// The memory at the beginning of a game, which is empty.
    fn memory(&self) -> Self::Memory;

    /// Whether the tile to be placed fits anywhere. `memory` must come from earlier positions of
    /// the same game only.
    fn fits_anywhere(&self, position: &Self::Position, memory: &mut Self::Memory) -> bool;

    /// Runs the search of the automatic player of type 1, angle by angle. For each angle it tries
    /// the places from `row` and `col` to the right, row after row downwards, and from the top
    /// again up to its start. For `memory` see [`fits_anywhere`](Self::fits_anywhere).
    ///
    /// # Panics
    /// If row and column are not those of a move (F12).
    fn search_angle_by_angle(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        row: i32,
        col: i32,
    ) -> Option<Move>;

    /// Runs the search of the automatic player of type 2, place by place, from `row` and `col` on.
    /// At each place it tries all angles. The first side searches to the right and downwards, the
    /// second to the left and upwards. The search wraps and ends at its start. For `memory` see
    /// [`fits_anywhere`](Self::fits_anywhere).
    ///
    /// # Panics
    /// If row and column are not those of a move (F12).
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
