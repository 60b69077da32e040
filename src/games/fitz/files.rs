//! Files of Fitz: tile files and saved games.
//!
//! A *tile file* (ruling F7) has at least one tile, and an empty line between tiles. A tile is five
//! lines of five characters: `!` for a cell of the tile, `,` for none.
//!
//! A *saved game* (F8) begins with a line of four decimal numbers, separated by single blanks: the
//! tile to place (from 0), the side to place it (0 or 1), the rows and the columns. The rows of the
//! board follow in `.`, `*` and `#`. The numbers may have leading zeros, as on the command line and
//! in moves.
//!
//! In both files every line ends with a newline, and nothing follows the last one.
//!
//! ```
//! use gridlaw::board;
//! use gridlaw::cell::Side;
//! use gridlaw::games::fitz::files::{Save, read_save, read_tiles};
//!
//! assert_eq!(read_tiles(b",,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n").unwrap().len(), 1);
//! let save = read_save(b"3 1 4 3\n*..\n..#\n..#\n**#\n", 4).unwrap();
//! let board = board!["*..", "..o", "..o", "**o"];
//! assert_eq!(save, Save { tile: 3, turn: Side::Second, board });
//! assert_eq!(save.to_string(), "3 1 4 3\n*..\n..#\n..#\n**#\n");
//! let error = read_save::<board::PackedBoard>(b"3 1 4 3\n*..\n..o\n..#\n**#\n", 4).unwrap_err();
//! assert_eq!(error.to_string(), "line 3, character 3: expected `.`, `*` or `#`, found 'o'");
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::setup::{self, GLYPHS};
use super::tile::{ABSENT, PRESENT, SIDE};
use super::{LONGEST, Tile};
use crate::cell::{Cell, Pos, Side, Size};
use crate::text::{Cursor, Grid, TextError};

/// The length of a tile and the empty line after it, in bytes.
const TILE_LENGTH: usize = SIDE * (SIDE + 1) + 1;

/// The greatest length of a tile file in bytes: 262 144 tiles. A longer file is invalid.
pub const LONGEST_TILE_FILE: usize = TILE_LENGTH << 18;

/// The greatest length of a saved game in bytes: more than the largest board takes.
pub const LONGEST_SAVE: usize = 1 << 20;

/// Reads a tile file.
///
/// # Errors
/// The first invalid character.
pub fn read_tiles(bytes: &[u8]) -> Result<Vec<Tile>, TextError> {
    read_ascii(bytes, |mut text| {
        let mut tiles = Vec::with_capacity(bytes.len().min(LONGEST_TILE_FILE) / TILE_LENGTH + 1);
        loop {
            tiles.push(take_tile(&mut text)?);
            if text.is_at_end() {
                return Ok(tiles);
            }
            if text.offset() >= LONGEST_TILE_FILE - 1 {
                return Err(text.error("the end: the file has too many tiles"));
            }
            text.expect('\n', "an empty line between tiles, or the end")?;
        }
    })
}

fn take_tile(text: &mut Cursor<'_>) -> Result<Tile, TextError> {
    let mut present = [false; SIDE * SIDE];
    for row in present.chunks_mut(SIDE) {
        for cell in row {
            *cell = text.take("`!` or `,`", |found| match found {
                PRESENT => Some(true),
                ABSENT => Some(false),
                _ => None,
            })?;
        }
        text.expect('\n', "the end of the line: a tile is 5 characters wide")?;
    }
    let cells = (0..SIDE * SIDE).filter(|&index| present[index]);
    Ok(Tile::from_cells(cells.map(|index| (index / SIDE, index % SIDE))))
}

/// A saved game with a board of type `G`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save<G> {
    /// The number of the tile to place, from 0.
    pub tile: usize,
    /// The side to place it.
    pub turn: Side,
    /// The board, of 1 to 999 rows and columns.
    pub board: G,
}

impl<G: Grid> fmt::Display for Save<G> {
    /// Writes the contents of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(self.tile, self.turn, self.board.size(), f)?;
        setup::write_board(&self.board, f)
    }
}

/// Writes the first line of a saved game.
pub(super) fn write_header(tile: usize, turn: Side, size: Size, out: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(out, "{tile} {} {} {}", turn.index(), size.height(), size.width())
}

/// Reads a saved game. `tiles` is the number of tiles of the game.
///
/// # Errors
/// The first invalid character; for a number out of range, its first digit.
pub fn read_save<G: Grid>(bytes: &[u8], tiles: usize) -> Result<Save<G>, TextError> {
    const BLANK: &str = "one blank between numbers";
    read_ascii(bytes, |mut text| {
        let tile = take_number(&mut text, 0..tiles, "the number of a tile of the tile file")?;
        text.expect(' ', BLANK)?;
        let turn = Side::BOTH[take_number(&mut text, 0..2, "0 or 1, the player whose turn it is")?];
        text.expect(' ', BLANK)?;
        let lengths = 1..LONGEST as usize + 1;
        let rows = take_number(&mut text, lengths.clone(), "1 to 999 rows")?;
        text.expect(' ', BLANK)?;
        let cols = take_number(&mut text, lengths, "1 to 999 columns")?;
        text.expect('\n', "the end of the line after four numbers")?;

        let size = Size::new(cols as u32, rows as u32).expect("1 to 999 rows and columns are a size");
        let mut board = G::empty(size);
        for row in 0..size.height() {
            for col in 0..size.width() {
                let cell =
                    text.take("`.`, `*` or `#`", |found| GLYPHS.cell(found).filter(|&cell| cell != Cell::Fixed))?;
                board.set_cell(Pos::new(row, col), cell);
            }
            text.expect('\n', "the end of the line: the row is too long")?;
        }
        text.end("the end: the board has no more rows")?;
        Ok(Save { tile, turn, board })
    })
}

/// Reads a file whose format is ASCII. An error shows any other character as a replacement
/// character.
fn read_ascii<T>(bytes: &[u8], read: impl FnOnce(Cursor<'_>) -> Result<T, TextError>) -> Result<T, TextError> {
    let shown = |found: char| if found.is_ascii() { found } else { char::REPLACEMENT_CHARACTER };
    read(Cursor::new(&String::from_utf8_lossy(bytes)))
        .map_err(|error| TextError { found: error.found.map(shown), ..error })
}

/// Takes a decimal number within bounds. Unlike in [`Cursor::number_in`], it may have
/// leading zeros.
fn take_number(text: &mut Cursor<'_>, bounds: Range<usize>, expected: &'static str) -> Result<usize, TextError> {
    let start = *text;
    let number = text.digits().parse().ok();
    number.filter(|number| bounds.contains(number)).ok_or_else(|| start.error(expected))
}

/// Why a file cannot be loaded.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read; a directory cannot.
    #[error("{0}")]
    Access(#[from] std::io::Error),
    /// The contents are invalid.
    #[error("{0}")]
    Contents(#[from] TextError),
}

/// Reads the tile file at `path`. Of an endless file it reads [`LONGEST_TILE_FILE`] bytes and one
/// more.
///
/// # Errors
/// [`FileError`] if the file cannot be read or is not a tile file.
#[cfg(feature = "std")]
pub fn load_tiles(path: impl AsRef<std::path::Path>) -> Result<Vec<Tile>, FileError> {
    Ok(read_tiles(&load(path.as_ref(), LONGEST_TILE_FILE)?)?)
}

/// Reads the saved game at `path`. Of an endless file it reads [`LONGEST_SAVE`] bytes and one more.
///
/// # Errors
/// [`FileError`] if the file cannot be read or is not a saved game for this number of tiles.
#[cfg(feature = "std")]
pub fn load_save<G: Grid>(path: impl AsRef<std::path::Path>, tiles: usize) -> Result<Save<G>, FileError> {
    Ok(read_save(&load(path.as_ref(), LONGEST_SAVE)?, tiles)?)
}

/// Reads a file. Of a file that is too long it reads one byte more than `longest`, so that the
/// reader refuses it.
#[cfg(feature = "std")]
fn load(path: &std::path::Path, longest: usize) -> std::io::Result<Vec<u8>> {
    use std::io::Read;

    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(longest as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;
    use crate::board::PackedBoard;

    const TILE: &str = ",,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n";

    #[test]
    fn tiles_are_read_in_order_as_they_are_written() {
        let bar = ",,,,!\n".repeat(5);
        let tiles = read_tiles(format!("{TILE}\n{bar}\n{TILE}").as_bytes()).unwrap();
        assert_eq!(tiles.iter().map(Tile::to_string).collect::<Vec<_>>(), [TILE, &bar, TILE]);
    }

    #[test]
    fn wrong_tile_files_are_refused_where_they_go_wrong() {
        let replaced = |from: &str, to: &str| TILE.replacen(from, to, 1);
        for (bytes, (line, column), found) in [
            (String::new(), (1, 1), None),
            ("\n".into(), (1, 1), Some('\n')),
            (format!("\n{TILE}"), (1, 1), Some('\n')),
            (TILE.trim_end().into(), (5, 6), None),
            (format!("{TILE}\n"), (7, 1), None),
            (format!("{TILE} "), (6, 1), Some(' ')),
            (format!("{TILE}{TILE}"), (6, 1), Some(',')),
            (format!("{TILE}\n\n{TILE}"), (7, 1), Some('\n')),
            (format!("{TILE}\n{TILE}\n\n"), (13, 1), Some('\n')),
            (format!("{TILE},,,,,\n"), (6, 1), Some(',')),
            (replaced(",!!,,", ",!!,"), (2, 5), Some('\n')),
            (replaced(",!!,,", ",!!,,,"), (2, 6), Some(',')),
            (replaced(",!!,,", ",!.,,"), (2, 3), Some('.')),
            (replaced("\n", "\r\n"), (1, 6), Some('\r')),
            (replaced("!", "\u{e9}"), (2, 2), Some('\u{fffd}')),
            (replaced("!", "\0"), (2, 2), Some('\0')),
            (TILE[..24].into(), (5, 1), None),
        ] {
            let error = read_tiles(bytes.as_bytes()).unwrap_err();
            assert_eq!(((error.line, error.column), error.found), ((line, column), found), "{bytes:?}: {error}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_where_they_stand() {
        for length in [1, 2, 1000] {
            let bytes = [TILE.as_bytes(), &vec![0xff; length]].concat();
            let error = read_tiles(&bytes).unwrap_err();
            assert_eq!((error.line, error.column, error.found), (6, 1, Some('\u{fffd}')));
            let error = read_save::<PackedBoard>(&[b"0 0 1 1\n.", &bytes[TILE.len()..]].concat(), 1).unwrap_err();
            assert_eq!((error.line, error.column, error.found), (2, 2, Some('\u{fffd}')));
        }
    }

    #[test]
    fn a_tile_file_of_the_greatest_length_is_read_and_a_longer_one_is_not() {
        let mut bytes = format!("{TILE}\n").repeat(1 << 18).into_bytes();
        bytes.pop();
        assert_eq!(read_tiles(&bytes).unwrap().len(), 1 << 18);
        bytes.extend_from_slice(format!("\n{TILE}").as_bytes());
        assert_eq!(read_tiles(&bytes).unwrap_err().expected, "the end: the file has too many tiles");
        #[cfg(feature = "std")]
        {
            let path = std::env::temp_dir().join(format!("gridlaw-{}.tiles", std::process::id()));
            std::fs::write(&path, &bytes).unwrap();
            let loaded = load_tiles(&path);
            std::fs::remove_file(&path).unwrap();
            assert!(
                matches!(loaded, Err(FileError::Contents(_))),
                "a part of a longer file is not read as a whole one"
            );
        }
    }

    #[test]
    fn saves_are_read_as_they_are_written() {
        for (rows, cols) in [(1, 1), (4, 3), (1, 999), (999, 1), (40, 70)] {
            let mut board = PackedBoard::empty(Size::new(cols, rows).unwrap());
            for (number, pos) in Grid::size(&board).positions().enumerate() {
                board.set_cell(pos, Cell::from_code((number * 7 / 3 % 3) as u32));
            }
            let save = Save { tile: 11, turn: Side::Second, board };
            assert_eq!(read_save(save.to_string().as_bytes(), 12), Ok(save));
        }
        let largest =
            Save { tile: (1 << 18) - 1, turn: Side::First, board: PackedBoard::new(Size::new(999, 999).unwrap()) };
        assert!(largest.to_string().len() < LONGEST_SAVE);
        let padded: Save<PackedBoard> = read_save(b"0002 01 001 0002\n*#\n", 3).unwrap();
        assert_eq!(padded.to_string(), "2 1 1 2\n*#\n");
    }

    #[test]
    fn wrong_saves_are_refused_where_they_go_wrong() {
        for (text, (line, column)) in [
            ("", (1, 1)),
            ("\n", (1, 1)),
            ("0", (1, 2)),
            ("0 0 1\n.\n", (1, 6)),
            ("0 0 1 1", (1, 8)),
            ("0 0 1 1 \n.\n", (1, 8)),
            ("0 0 1 1 1\n.\n", (1, 8)),
            (" 0 0 1 1\n.\n", (1, 1)),
            ("0  0 1 1\n.\n", (1, 3)),
            ("0\t0 1 1\n.\n", (1, 2)),
            ("0 0 1 1\r\n.\n", (1, 8)),
            ("3 0 1 1\n.\n", (1, 1)),
            ("-1 0 1 1\n.\n", (1, 1)),
            ("+1 0 1 1\n.\n", (1, 1)),
            ("99999999999999999999999 0 1 1\n.\n", (1, 1)),
            ("0 2 1 1\n.\n", (1, 3)),
            ("0 -1 1 1\n.\n", (1, 3)),
            ("0 * 1 1\n.\n", (1, 3)),
            ("0 0 0 1\n", (1, 5)),
            ("0 0 1 0\n\n", (1, 7)),
            ("0 0 1000 1\n.\n", (1, 5)),
            ("0 0 1 1000\n.\n", (1, 7)),
            ("0 0 1 18446744073709551617\n.\n", (1, 7)),
            ("0 0 0x1 1\n.\n", (1, 5)),
            ("0 0 1.0 1\n.\n", (1, 6)),
            ("0 0 2 2\n..\n", (3, 1)),
            ("0 0 2 2\n..\n.", (3, 2)),
            ("0 0 2 2\n..\n..", (3, 3)),
            ("0 0 2 2\n..\n.\n", (3, 2)),
            ("0 0 2 2\n...\n..\n", (2, 3)),
            ("0 0 2 2\n..\n..\n\n", (4, 1)),
            ("0 0 2 2\n..\n..\n..\n", (4, 1)),
            ("0 0 2 2\n\n..\n..\n", (2, 1)),
            ("0 0 2 2\n.?\n..\n", (2, 2)),
            ("0 0 2 2\n.o\n..\n", (2, 2)),
            ("0 0 2 2\n. \n..\n", (2, 2)),
            ("0 0 2 2\n.\u{e9}\n..\n", (2, 2)),
        ] {
            let error = read_save::<PackedBoard>(text.as_bytes(), 3).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn directories_and_missing_files_cannot_be_accessed_and_endless_ones_end() {
        let directory = std::env::temp_dir();
        assert!(matches!(load_tiles(&directory), Err(FileError::Access(_))));
        assert!(matches!(load_save::<PackedBoard>(&directory, 1), Err(FileError::Access(_))));
        assert!(matches!(load_tiles(directory.join("no such file")), Err(FileError::Access(_))));
        if std::path::Path::new("/dev/zero").exists() {
            assert!(matches!(load_tiles("/dev/zero"), Err(FileError::Contents(_))));
            assert!(matches!(load_save::<PackedBoard>("/dev/zero", 1), Err(FileError::Contents(_))));
        }
    }
}
