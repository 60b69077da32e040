//! The board picture of the Breakdown document (ruling B8).
//!
//! ```text
//!   0123        two spaces, the column labels
//!               an empty line
//! 0 ....        a row label, a space, the cells
//! 1 .oo.
//! 2 **..
//! 3 *...
//! 4 *.oo        every line ends with a newline
//! ```

use core::fmt;

use super::{Cursor, Glyphs, Grid, TextError, label};
use crate::cell::{Pos, Size};

/// Writes the picture of a board. Every line ends with a newline.
///
/// # Errors
/// Any error that `out` returns.
pub fn write_picture<W: fmt::Write + ?Sized>(grid: &impl Grid, glyphs: Glyphs, out: &mut W) -> fmt::Result {
    let size = grid.size();
    out.write_str("  ")?;
    for col in 0..size.width() {
        out.write_char(label(col))?;
    }
    out.write_str("\n\n")?;
    for row in 0..size.height() {
        out.write_char(label(row))?;
        out.write_char(' ')?;
        for col in 0..size.width() {
            out.write_char(glyphs.of(grid.cell(Pos::new(row, col))))?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// Reads a picture as [`write_picture`] writes it. The last newline may be missing.
///
/// ```
/// use gridlaw::board::PackedBoard;
/// use gridlaw::cell::{Cell, Pos};
/// use gridlaw::text::{Grid, picture::read_picture};
///
/// let board: PackedBoard = read_picture("  01\n\n0 .*\n1 o*\n", gridlaw::text::GLYPHS).unwrap();
/// assert_eq!(board.cell(Pos::new(1, 0)), Cell::White);
/// ```
///
/// # Errors
/// The first place that differs from a picture: a wrong label, a row of another length, an unknown
/// cell.
pub fn read_picture<G: Grid>(text: &str, glyphs: Glyphs) -> Result<G, TextError> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = (1..).zip(body.split('\n')).map(|(number, line)| Cursor::on_line(line, number));
    let missing = |expected| TextError { line: 2, column: 1, found: None, expected };

    let mut header = lines.next().unwrap_or(Cursor::new(body));
    header.expect(' ', "two spaces before the column labels")?;
    header.expect(' ', "two spaces before the column labels")?;
    let mut width = 0;
    while !header.is_at_end() {
        header.expect(label(width), "the label of the next column")?;
        width += 1;
    }
    if width == 0 {
        return Err(header.error("a column label"));
    }
    let empty = lines.next().ok_or(missing("an empty line below the column labels"))?;
    empty.end("the end of the empty line")?;

    let height = body.split('\n').count() as u32 - 2;
    let size = Size::new(width, height).map_err(|_| missing("the first row of the board"))?;
    let mut grid = G::empty(size);
    for (row, mut line) in (0..).zip(lines) {
        line.expect(label(row), "the label of this row")?;
        line.expect(' ', "a space after the row label")?;
        for col in 0..width {
            if line.is_at_end() {
                return Err(line.error("a cell: the row is too short"));
            }
            let cell = line.take("a cell of this game", |glyph| glyphs.cell(glyph))?;
            grid.set_cell(Pos::new(row, col), cell);
        }
        line.end("the end of the line: the row is too long")?;
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::board::PackedBoard;
    use crate::cell::Cell;
    use crate::matrix::MatrixBoard;
    use crate::text::GLYPHS;

    fn board(width: u32, height: u32) -> PackedBoard {
        let size = Size::new(width, height).unwrap();
        let mut board = PackedBoard::empty(size);
        for (number, pos) in size.positions().enumerate() {
            board.set_cell(pos, Cell::from_code((number % 3) as u32));
        }
        board
    }

    #[test]
    fn pictures_are_read_back_with_labels_past_the_alphabet() {
        for (width, height) in [(1, 1), (4, 5), (10, 11), (36, 37), (61, 62), (63, 70)] {
            let board = board(width, height);
            let mut picture = String::new();
            write_picture(&board, GLYPHS, &mut picture).unwrap();
            assert_eq!(read_picture(&picture, GLYPHS), Ok(board.clone()));
            assert_eq!(read_picture(picture.trim_end(), GLYPHS), Ok(board));
            let matrix: MatrixBoard = read_picture(&picture, GLYPHS).unwrap();
            let mut again = String::new();
            write_picture(&matrix, GLYPHS, &mut again).unwrap();
            assert_eq!(again, picture);
        }
    }

    #[test]
    fn wrong_pictures_are_refused_where_they_go_wrong() {
        let refused = |text: &str| read_picture::<PackedBoard>(text, GLYPHS).unwrap_err();
        let place = |error: TextError| (error.line, error.column, error.found);
        assert_eq!(place(refused("")), (1, 1, None));
        assert_eq!(place(refused("  ")), (1, 3, None));
        assert_eq!(place(refused(" 01\n\n0 ..\n")), (1, 2, Some('0')));
        assert_eq!(place(refused("  02\n\n0 ..\n")), (1, 4, Some('2')));
        assert_eq!(place(refused("  01\n0 ..\n")), (2, 1, Some('0')));
        assert_eq!(place(refused("  01\n\n")), (2, 1, None));
        assert_eq!(place(refused("  01\n\n0 .\n")), (3, 4, None));
        assert_eq!(place(refused("  01\n\n0 ...\n")), (3, 5, Some('.')));
        assert_eq!(place(refused("  01\n\n0 ..\n0 ..\n")), (4, 1, Some('0')));
        assert_eq!(place(refused("  01\n\n0 .x\n")), (3, 4, Some('x')));
        assert_eq!(place(refused("  01\n\n0 ..\n\n")), (4, 1, None));
    }
}
