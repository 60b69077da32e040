//! The board over several lines, row 0 at the bottom.
//!
//! ```text
//! 2 A1 C0 B1      the row, then for every square the letter of the candy's color and the state;
//! 1 B1 A0 A1      `?` for colors that have no letter, `+` for states above 9
//! 0 C2 A1 B+
//!    0  1  2      the columns
//! ```

use core::fmt;

use super::{State, Table};
use crate::cell::Pos;

/// The letter of a candy's color: `A-Z`, `a-z`, and `?` from 52 on.
#[must_use]
pub(super) fn letter(color: u32) -> char {
    match u8::try_from(color) {
        Ok(color @ 0..26) => (b'A' + color) as char,
        Ok(color @ 26..52) => (b'a' + color - 26) as char,
        _ => '?',
    }
}

/// The digit of a square's state, or `+` above 9.
#[must_use]
pub(super) fn digit(state: u32) -> char {
    char::from_digit(state, 10).unwrap_or('+')
}

/// Writes the picture of a board.
///
/// # Errors
/// Errors of `out` only.
pub(super) fn write_picture<W: fmt::Write + ?Sized>(state: &State, out: &mut W) -> fmt::Result {
    let (colors, states) = (&state.colors, &state.states);
    write_squares(colors, out, |square, out| write!(out, "{}{}", letter(colors.at(square)), digit(states.at(square))))
}

/// Writes the labeled rows of a board. `write` writes each square, two characters wide on the
/// screen.
pub(super) fn write_squares<W: fmt::Write + ?Sized>(
    table: &Table,
    out: &mut W,
    mut write: impl FnMut(Pos, &mut W) -> fmt::Result,
) -> fmt::Result {
    let margin = width(table.rows - 1);
    // A column is as wide as its square, or as the longest label below.
    let column = width(table.columns - 1).max(2);
    for row in (0..table.rows).rev() {
        write!(out, "{row:>margin$}")?;
        for col in 0..table.columns {
            write!(out, "{:blanks$}", "", blanks = column - 1)?;
            write(Pos::new(row, col), out)?;
        }
        out.write_char('\n')?;
    }
    write!(out, "{:margin$}", "")?;
    for col in 0..table.columns {
        write!(out, " {col:>column$}")?;
    }
    out.write_char('\n')
}

/// The number of decimal digits of a number.
fn width(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |power| power as usize + 1)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use super::*;

    fn picture(rows: u32, columns: u32, colors: vec::Vec<u32>, states: vec::Vec<u32>) -> String {
        let table = |data| Table { rows, columns, data };
        let state = State { colors: table(colors), states: table(states), moves: 0, score: 0, offsets: vec![] };
        let mut picture = String::new();
        write_picture(&state, &mut picture).unwrap();
        picture
    }

    #[test]
    fn row_0_is_at_the_bottom_and_states_are_shown() {
        let shown = picture(2, 3, vec![0, 1, 25, 26, 51, 52], vec![0, 1, 9, 10, u32::MAX, 2]);
        assert_eq!(shown, "1 a+ z+ ?2\n0 A0 B1 Z9\n   0  1  2\n");
    }

    #[test]
    fn labels_of_any_length_stay_in_their_columns() {
        let shown = picture(11, 101, vec![0; 1111], vec![0; 1111]);
        let lines: vec::Vec<&str> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
        assert!(lines[0].starts_with("10  A0  A0") && lines[10].starts_with(" 0  A0  A0"));
        assert!(lines[11].starts_with("     0   1") && lines[11].ends_with("  99 100"));
        let shown = picture(10, 100, vec![0; 1000], vec![0; 1000]);
        assert!(shown.starts_with("9 A0 A0") && shown.ends_with(" 98 99\n"));
    }
}
