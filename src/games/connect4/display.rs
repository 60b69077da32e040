//! The display string of the document: the board with its sides, rows and columns labeled.
//!
//! ```text
//! --NNNN--      two dashes, the north side, two dashes
//! --0123--      the columns
//! W0...O0E      west, the row, its cells, the row, east
//! W1X##.1E
//! W2.##.2E
//! W3...X3E
//! --0123--
//! --SSSS--      every line ends with a newline: (size + 4) × (size + 5) characters
//! ```

use core::fmt;

use super::Parameters;
use crate::cell::{Edge, Pos};
use crate::text::{Cursor, Glyphs, Grid, TextError, label};

/// The characters of the display string, in the order of [`Cell::ALL`](crate::cell::Cell::ALL).
pub const GLYPHS: Glyphs = Glyphs(['.', 'X', 'O', '#']);

/// Writes the display string of a board of `size` rows and columns. `glyph` gives the character of
/// each cell.
pub(super) fn write_display<W: fmt::Write + ?Sized>(
    size: u32,
    glyph: impl Fn(Pos) -> char,
    out: &mut W,
) -> fmt::Result {
    for line in 0..size + 4 {
        for column in 0..size + 4 {
            out.write_char(frame(size, line, column).unwrap_or_else(|| glyph(Pos::new(line - 2, column - 2))))?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// The character of the frame in a line and column, or `None` inside the board.
fn frame(size: u32, line: u32, column: u32) -> Option<char> {
    let (board, end) = (2..size + 2, size + 3);
    Some(match (board.contains(&line), board.contains(&column)) {
        (true, true) => return None,
        (true, false) if column == 0 => Edge::West.letter(),
        (true, false) if column == end => Edge::East.letter(),
        (true, false) => label(line - 2),
        (false, true) if line == 0 => Edge::North.letter(),
        (false, true) if line == end => Edge::South.letter(),
        (false, true) => label(column - 2),
        (false, false) => '-',
    })
}

/// Parses a display string of the game with these parameters. The very last newline may be missing.
/// Accepts any cells, whether a game can reach them or not.
///
/// ```
/// use gridlaw::board::PackedBoard;
/// use gridlaw::cell::{Cell, Pos};
/// use gridlaw::games::connect4::{Parameters, read_display};
/// use gridlaw::text::Grid;
///
/// let text = "--NNNN--\n--0123--\nW0...O0E\nW1X##.1E\nW2.##.2E\nW3...X3E\n--0123--\n--SSSS--\n";
/// let board: PackedBoard = read_display(text, Parameters::new(4).unwrap()).unwrap();
/// assert_eq!(board.cell(Pos::new(0, 3)), Cell::White);
/// ```
///
/// # Errors
/// The first character that differs from a display string of this size.
pub fn read_display<G: Grid>(text: &str, parameters: Parameters) -> Result<G, TextError> {
    let size = parameters.size().width();
    let body = text.strip_suffix('\n').unwrap_or(text);
    let mut grid = G::empty(parameters.size());
    let mut lines = (1..).zip(body.split('\n')).map(|(number, line)| Cursor::on_line(line, number));
    for line in 0..size + 4 {
        // A missing line is read as an empty one, so that the error lies at its end.
        let mut text = lines.next().unwrap_or(Cursor::on_line("", line + 1));
        for column in 0..size + 4 {
            match frame(size, line, column) {
                Some(glyph) => {
                    text.expect(glyph, "the frame of the board: a dash, a label or the letter of a side")?;
                }
                None => {
                    let cell = text.take("a cell: `.`, `X`, `O` or `#`", |glyph| GLYPHS.cell(glyph))?;
                    grid.set_cell(Pos::new(line - 2, column - 2), cell);
                }
            }
        }
        text.end("the end of the line")?;
    }
    match lines.next() {
        None => Ok(grid),
        Some(text) => Err(text.error("the end of the board")),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::cell::Cell;
    use crate::matrix::MatrixBoard;

    fn display(board: &MatrixBoard) -> String {
        let mut text = String::new();
        write_display(board.size().width(), |pos| GLYPHS.of(board.cell(pos)), &mut text).unwrap();
        text
    }

    #[test]
    fn display_strings_of_every_size_are_read_back() {
        for size in 4..=10 {
            let parameters = Parameters::new(size).unwrap();
            let mut board = MatrixBoard::new(parameters.size());
            for (number, pos) in parameters.size().positions().enumerate() {
                board.set_cell(pos, Cell::from_code((number * number / 3 % 4) as u32));
            }
            let text = display(&board);
            assert_eq!(text.len() as u32, (size + 4) * (size + 5));
            assert_eq!(read_display(&text, parameters), Ok(board.clone()));
            assert_eq!(read_display(text.trim_end(), parameters), Ok(board));
        }
    }

    /// The error is at the place of every character that was changed, left out or doubled.
    #[test]
    fn wrong_display_strings_are_refused_where_they_go_wrong() {
        let parameters = Parameters::new(4).unwrap();
        let text = display(&MatrixBoard::new(parameters.size()));
        let refused = |text: &str| read_display::<MatrixBoard>(text, parameters).unwrap_err();
        for (at, old) in text.char_indices() {
            let (line, column) = (at as u32 / 9 + 1, at as u32 % 9 + 1);
            let error = refused(&[&text[..at], "?", &text[at + 1..]].concat());
            assert_eq!((error.line, error.column, error.found), (line, column, Some('?')), "{at}: {old:?}");
            if at + 1 < text.len() {
                let error = refused(&text[..at]);
                let line = if old == '\n' { line + 1 } else { line };
                assert_eq!((error.line, error.found), (line, None), "{at}: {old:?}");
            }
        }
        let error = refused(&[&text, "x"].concat());
        assert_eq!((error.line, error.column, error.found), (9, 1, Some('x')));
        let error = refused(&[&text, "\n"].concat());
        assert_eq!((error.line, error.column, error.found), (9, 1, None));
        assert_eq!(read_display::<MatrixBoard>(&text, Parameters::new(5).unwrap()).unwrap_err().column, 7);
    }
}
