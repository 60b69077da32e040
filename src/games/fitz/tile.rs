//! [`Tile`]: the piece that a player places, and [`Angle`]: its rotation.

use core::fmt;

/// The number of rows and of columns of a tile.
pub const SIDE: usize = 5;

/// The rotation of a tile, clockwise (ruling F1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Angle {
    /// No rotation: the tile as its file has it.
    #[default]
    Zero,
    /// A quarter turn.
    Quarter,
    /// Half a turn.
    Half,
    /// Three quarters of a turn.
    ThreeQuarters,
}

impl Angle {
    /// Every angle, ascending.
    pub const ALL: [Angle; 4] = [Angle::Zero, Angle::Quarter, Angle::Half, Angle::ThreeQuarters];

    /// The angle in degrees: 0, 90, 180 or 270.
    #[must_use]
    pub const fn degrees(self) -> u32 {
        90 * self as u32
    }

    /// The angle of 0, 90, 180 or 270 degrees; `None` for any other number.
    #[must_use]
    pub fn from_degrees(degrees: i64) -> Option<Angle> {
        Angle::ALL.into_iter().find(|angle| i64::from(angle.degrees()) == degrees)
    }

    /// The sum of two angles, modulo a full turn.
    #[must_use]
    pub const fn plus(self, other: Angle) -> Angle {
        Angle::ALL[(self as usize + other as usize) % 4]
    }
}

impl fmt::Display for Angle {
    /// Writes the degrees.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.degrees(), f)
    }
}

/// A tile: a grid of 5×5 cells, of which any number is present.
///
/// The text is that of a tile file, five lines of `!` (present) and `,`:
///
/// ```
/// use gridlaw::games::fitz::{Angle, Tile};
///
/// let tile = Tile::from_cells([(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]);
/// assert_eq!(tile.to_string(), ",,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n");
/// assert_eq!(tile.turned(Angle::Quarter).to_string(), ",,,,,\n,,!!,\n,,!!,\n,,!,,\n,,,,,\n");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// Bit 5`r` + `c`: the cell in row `r` and column `c`.
    cells: u32,
}

impl Tile {
    /// The tile with these cells present, row and column from 0.
    ///
    /// # Panics
    /// If a cell is not on the 5×5 grid.
    #[must_use]
    pub fn from_cells(cells: impl IntoIterator<Item = (usize, usize)>) -> Tile {
        let mut tile = Tile::default();
        for (row, col) in cells {
            assert!(row < SIDE && col < SIDE, "row {row} column {col} is not on a tile");
            tile.cells |= 1 << (SIDE * row + col);
        }
        tile
    }

    /// Whether the cell in this row and column is present.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    #[must_use]
    pub fn has(self, row: usize, col: usize) -> bool {
        assert!(row < SIDE && col < SIDE, "row {row} column {col} is not on a tile");
        self.cells >> (SIDE * row + col) & 1 == 1
    }

    /// Whether no cell is present (ruling F11).
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.cells == 0
    }

    /// The row and column of each present cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col)));
        places.filter(move |&(row, col)| self.has(row, col))
    }

    /// The tile rotated clockwise about its center.
    #[must_use]
    pub fn turned(self, angle: Angle) -> Tile {
        (0..angle as usize).fold(self, |tile, _| Tile::from_cells(tile.cells().map(|(row, col)| (col, SIDE - 1 - row))))
    }

    /// Writes one row as a tile file has it.
    pub(super) fn write_row(self, row: usize, out: &mut dyn fmt::Write) -> fmt::Result {
        (0..SIDE).try_for_each(|col| out.write_char(if self.has(row, col) { PRESENT } else { ABSENT }))
    }
}

/// The character of a present cell.
pub(super) const PRESENT: char = '!';

/// The character of a cell that is not part of the tile.
pub(super) const ABSENT: char = ',';

impl fmt::Display for Tile {
    /// Writes five lines, each ended by a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..SIDE).try_for_each(|row| {
            self.write_row(row, f)?;
            f.write_str("\n")
        })
    }
}

impl fmt::Debug for Tile {
    /// Writes the rows, joined by `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..SIDE).try_for_each(|row| {
            f.write_str(if row == 0 { "" } else { "/" })?;
            self.write_row(row, f)
        })
    }
}

/// The output of the program for a tile file (ruling F1): every tile at 0, 90, 180 and 270 degrees
/// side by side, one space apart, with an empty line between tiles.
#[derive(Clone, Copy, Debug)]
pub struct Show<'t>(pub &'t [Tile]);

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, tile) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            let turned = Angle::ALL.map(|angle| tile.turned(angle));
            for row in 0..SIDE {
                for (place, tile) in turned.into_iter().enumerate() {
                    f.write_str(if place > 0 { " " } else { "" })?;
                    tile.write_row(row, f)?;
                }
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

static_assertions::assert_eq_size!(Tile, u32);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn angles_are_multiples_of_ninety_and_add_up_in_a_circle() {
        for angle in Angle::ALL {
            assert_eq!(Angle::from_degrees(i64::from(angle.degrees())), Some(angle));
            assert_eq!(angle.plus(Angle::Zero), angle);
            assert_eq!(angle.plus(Angle::Half).plus(Angle::Half), angle);
        }
        assert_eq!(Angle::Half.plus(Angle::ThreeQuarters), Angle::Quarter);
        for degrees in [-90, -1, 1, 45, 89, 91, 360, 1 << 33, i64::MIN] {
            assert_eq!(Angle::from_degrees(degrees), None);
        }
    }

    #[test]
    fn every_cell_turns_about_the_middle() {
        let corner = |cell| Angle::ALL.map(|angle| Tile::from_cells([cell]).turned(angle).cells().next().unwrap());
        assert_eq!(corner((0, 0)), [(0, 0), (0, 4), (4, 4), (4, 0)]);
        assert_eq!(corner((0, 1)), [(0, 1), (1, 4), (4, 3), (3, 0)]);
        assert_eq!(corner((2, 2)), [(2, 2); 4]);
        assert_eq!(corner((1, 2)), [(1, 2), (2, 3), (3, 2), (2, 1)]);
    }

    #[test]
    fn tiles_are_shown_with_their_turns_beside_them() {
        let bar = Tile::from_cells((0..5).map(|row| (row, 4)));
        let shown = Show(&[bar, Tile::from_cells([(0, 1)])]).to_string();
        let expected = ",,,,! ,,,,, !,,,, !!!!!\n,,,,! ,,,,, !,,,, ,,,,,\n,,,,! ,,,,, !,,,, ,,,,,\n\
            ,,,,! ,,,,, !,,,, ,,,,,\n,,,,! !!!!! !,,,, ,,,,,\n\n\
            ,!,,, ,,,,, ,,,,, ,,,,,\n,,,,, ,,,,! ,,,,, ,,,,,\n,,,,, ,,,,, ,,,,, ,,,,,\n\
            ,,,,, ,,,,, ,,,,, !,,,,\n,,,,, ,,,,, ,,,!, ,,,,,\n";
        assert_eq!(shown, expected);
        assert_eq!(Show(&[]).to_string(), "");
    }
}
