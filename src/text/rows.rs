//! A board on one line: rows from the top, joined by `/`.
//!
//! There are two spellings. The plain one has one character a cell. The short one replaces a run of
//! empty cells by its decimal length, as FEN does in chess: `....` becomes `4`, `*.oo` becomes
//! `*1oo`.

use core::fmt;

use super::{Cursor, Glyphs, Grid, TextError};
use crate::cell::{Cell, Pos, Size};

/// Writes the rows in the plain spelling: one character a cell.
///
/// # Errors
/// Any error that `out` returns.
pub fn write_rows<W: fmt::Write + ?Sized>(grid: &impl Grid, glyphs: Glyphs, out: &mut W) -> fmt::Result {
    let size = grid.size();
    for row in 0..size.height() {
        if row > 0 {
            out.write_char('/')?;
        }
        for col in 0..size.width() {
            out.write_char(glyphs.of(grid.cell(Pos::new(row, col))))?;
        }
    }
    Ok(())
}

/// Writes the rows in the short spelling: every run of empty cells as its length.
///
/// # Errors
/// Any error that `out` returns.
pub fn write_short_rows<W: fmt::Write + ?Sized>(grid: &impl Grid, glyphs: Glyphs, out: &mut W) -> fmt::Result {
    let size = grid.size();
    for row in 0..size.height() {
        if row > 0 {
            out.write_char('/')?;
        }
        let mut run = 0;
        for col in 0..size.width() {
            match grid.cell(Pos::new(row, col)) {
                Cell::Empty => run += 1,
                cell => {
                    if run > 0 {
                        write!(out, "{run}")?;
                        run = 0;
                    }
                    out.write_char(glyphs.of(cell))?;
                }
            }
        }
        if run > 0 {
            write!(out, "{run}")?;
        }
    }
    Ok(())
}

/// Takes the rows of a board of known size, up to the first blank or the end. Accepts both
/// spellings, also mixed.
///
/// A run's length is written without sign or leading zeros, and is at least 1.
///
/// # Errors
/// The first invalid character: a row that is too long or too short, an unknown cell.
pub(crate) fn take_rows<G: Grid>(text: &mut Cursor<'_>, size: Size, glyphs: Glyphs) -> Result<G, TextError> {
    let mut grid = G::empty(size);
    let (mut row, mut col) = (0, 0);
    while let Some(glyph) = text.peek().filter(|&glyph| glyph != ' ') {
        let error = |expected| Err(text.error(expected));
        if glyph == '/' {
            if col < size.width() {
                return error("another cell: the row is too short");
            }
            (row, col) = (row + 1, 0);
            if row == size.height() {
                return error("the end: the board has no more rows");
            }
            text.next();
        } else if glyph.is_ascii_digit() {
            if glyph == '0' {
                return error("a run of at least 1, without leading zeros");
            }
            let longest = u64::from(size.width() - col);
            col += text.number_in(1..=longest, "a run that stays inside the row")? as u32;
        } else {
            let Some(cell) = glyphs.cell(glyph) else {
                return error("a cell of this game, a run of empty cells, or `/`");
            };
            if col == size.width() {
                return error("`/`: the row is too long");
            }
            grid.set_cell(Pos::new(row, col), cell);
            col += 1;
            text.next();
        }
    }
    if col < size.width() || row + 1 < size.height() {
        return Err(text.error("more cells: the board is too short"));
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::board::PackedBoard;
    use crate::text::GLYPHS;

    fn read_rows(text: &str, size: Size) -> Result<PackedBoard, TextError> {
        let mut text = Cursor::new(text);
        let board = take_rows(&mut text, size, GLYPHS)?;
        text.end("the end of the board")?;
        Ok(board)
    }

    #[test]
    fn both_spellings_are_read_back() {
        let size = Size::new(13, 3).unwrap();
        for text in [".............", "12*/6o6/*oooooooooooo", "13/13/13", "13/.*11/1...2.6"] {
            let full = if text.contains('/') { String::from(text) } else { [text; 3].join("/") };
            let board = read_rows(&full, size).unwrap();
            let (mut plain, mut short) = (String::new(), String::new());
            write_rows(&board, GLYPHS, &mut plain).unwrap();
            write_short_rows(&board, GLYPHS, &mut short).unwrap();
            assert_eq!(plain.len(), 13 * 3 + 2);
            assert_eq!(read_rows(&plain, size), Ok(board.clone()));
            assert_eq!(read_rows(&short, size), Ok(board));
        }
    }

    #[test]
    fn wrong_rows_are_refused_where_they_go_wrong() {
        let size = Size::new(4, 2).unwrap();
        for (text, column) in [
            ("", 1),
            ("4", 2),
            ("4/", 3),
            ("5/4", 1),
            ("4/4/4", 4),
            ("4/4/", 4),
            ("3/4", 2),
            ("....*/4", 5),
            ("*4/4", 2),
            ("1*3/4", 3),
            ("04/4", 1),
            ("4/0", 3),
            ("4/99999999999999999999999", 3),
            ("4/*x2", 4),
            ("4/-4", 3),
            ("4/ 4", 3),
        ] {
            let error = read_rows(text, size).unwrap_err();
            assert_eq!((error.line, error.column), (1, column), "{text:?}: {error}");
        }
    }
}
