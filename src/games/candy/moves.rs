//! [`Move`]: a swap of two neighboring candies, and its text.

use core::fmt;
use core::str::FromStr;

use crate::cell::Pos;
use crate::text::{Cursor, TextError};

/// The direction from a square to its neighbor. Up is towards higher rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards the next row.
    Up,
    /// Towards the next column.
    Right,
    /// Towards the previous row.
    Down,
    /// Towards the previous column.
    Left,
}

impl Direction {
    /// All four directions, in order.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// `U`, `R`, `D` or `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Right => 'R',
            Direction::Down => 'D',
            Direction::Left => 'L',
        }
    }

    /// The direction of a letter; `None` for any other character.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}

/// A swap of the candies of two squares that share a side.
///
/// Both squares name the same move, and the lower or left one is its canonical name (ruling K8), so
/// only `U` and `R` appear. A swap across the bottom or left edge is kept as given and is never
/// legal. Moves are ordered as in every list: by row, column, then `U` before `R`.
///
/// The text is `row,column,direction`, with rows from the bottom.
///
/// ```
/// use gridlaw::games::candy::Move;
///
/// let up: Move = "2,5,U".parse().unwrap();
/// assert_eq!("3,5,D".parse(), Ok(up));
/// assert_eq!(up.to_string(), "2,5,U");
/// assert_eq!("2,5,L".parse::<Move>().unwrap().to_string(), "2,4,R");
/// assert_eq!("0,5,D".parse::<Move>().unwrap().to_string(), "0,5,D");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    square: Pos,
    direction: Direction,
}

impl Move {
    /// The swap of `square`, with rows from the bottom, and its neighbor.
    #[inline]
    #[must_use]
    pub const fn new(square: Pos, direction: Direction) -> Move {
        let Pos { row, col } = square;
        match direction {
            Direction::Down if row > 0 => Move { square: Pos::new(row - 1, col), direction: Direction::Up },
            Direction::Left if col > 0 => Move { square: Pos::new(row, col - 1), direction: Direction::Right },
            _ => Move { square, direction },
        }
    }

    /// The lower or left one of the two squares.
    #[inline(always)]
    #[must_use]
    pub const fn square(self) -> Pos {
        self.square
    }

    /// The direction of the other square. Down or left only if that is off every board.
    #[inline(always)]
    #[must_use]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The other square; `None` if it is off every board.
    #[inline]
    #[must_use]
    pub fn neighbor(self) -> Option<Pos> {
        let Pos { row, col } = self.square;
        match self.direction {
            Direction::Up => Some(Pos::new(row.checked_add(1)?, col)),
            Direction::Right => Some(Pos::new(row, col.checked_add(1)?)),
            Direction::Down | Direction::Left => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.square.row, self.square.col, self.direction.letter())
    }
}

impl FromStr for Move {
    type Err = TextError;

    /// Parses the text of a move with any of the four directions. Numbers are decimal without sign
    /// or leading zeros.
    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut text = Cursor::new(text);
        let row = text.number()?;
        text.expect(',', "`,`")?;
        let col = text.number()?;
        text.expect(',', "`,`")?;
        let direction = text.take("`U`, `D`, `L` or `R`", Direction::of_letter)?;
        text.end("the end of the move")?;
        Ok(Move::new(Pos::new(row, col), direction))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_move_is_written_and_read_back() {
        for row in [0, 1, 9, 10, u32::MAX] {
            for col in [0, 1, 9, 10, u32::MAX] {
                for direction in Direction::ALL {
                    let mv = Move::new(Pos::new(row, col), direction);
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn a_swap_is_one_move_from_either_square() {
        let swap = |row, col, direction| Move::new(Pos::new(row, col), direction);
        assert_eq!(swap(3, 4, Direction::Up), swap(4, 4, Direction::Down));
        assert_eq!(swap(3, 4, Direction::Right), swap(3, 5, Direction::Left));
        assert_eq!(swap(3, 4, Direction::Up).neighbor(), Some(Pos::new(4, 4)));
        assert_eq!(swap(3, 4, Direction::Right).neighbor(), Some(Pos::new(3, 5)));
        for off in [
            swap(0, 4, Direction::Down),
            swap(4, 0, Direction::Left),
            swap(u32::MAX, 0, Direction::Up),
            swap(0, u32::MAX, Direction::Right),
        ] {
            assert_eq!(off.neighbor(), None);
        }
    }

    #[test]
    fn moves_are_in_order_of_row_column_and_direction() {
        let texts = ["0,0,U", "0,0,R", "0,1,U", "0,10,R", "1,0,U"];
        assert!(texts.map(|text| text.parse::<Move>().unwrap()).is_sorted());
    }

    #[test]
    fn unreadable_moves_say_where() {
        for (text, column) in [
            ("", 1),
            ("U", 1),
            ("1", 2),
            ("1,", 3),
            ("1,2", 4),
            ("1,2,", 5),
            ("1,2,u", 5),
            ("1,2,UU", 6),
            ("1,2,U ", 6),
            ("1;2,U", 2),
            ("1,,U", 3),
            ("01,2,U", 1),
            ("1,02,U", 3),
            ("-1,2,U", 1),
            ("+1,2,U", 1),
            ("4294967296,0,U", 1),
            ("0,99999999999999999999,U", 3),
            ("1,2,\u{e9}", 5),
            ("\u{e9}", 1),
            ("1\u{e9}", 2),
            (" 1,2,U", 1),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text:?}");
        }
    }
}
