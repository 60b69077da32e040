//! The physics of Breakdown on a matrix board: sticks fall as one, loose cells fall alone, squares
//! form.

use super::MatrixBoard;
use crate::cell::{Cell, Pos, Side};

impl MatrixBoard {
    /// Drops a vertical stick into a column. Returns false and changes nothing if it does not fit,
    /// as a stick of length 0 never does.
    pub fn drop_vertical(&mut self, col: u32, length: u32, side: Side) -> bool {
        self.drop_vertical_watched(col, length, side, |_| ())
    }

    /// As [`drop_vertical`](Self::drop_vertical), and passes every square of the stick to `placed`.
    pub(crate) fn drop_vertical_watched(
        &mut self,
        col: u32,
        length: u32,
        side: Side,
        mut placed: impl FnMut(Pos),
    ) -> bool {
        if !self.fits_vertical(col, length) {
            return false;
        }
        // The stick falls straight down and comes to rest on the first piece below.
        let free = self.free_from_top(col);
        for row in free - length..free {
            self.put(row, col, side.into());
            placed(Pos::new(row, col));
        }
        true
    }

    /// Drops a horizontal stick with its left end in a column. Returns false and changes nothing if
    /// it does not fit, as a stick of length 0 never does.
    pub fn drop_horizontal(&mut self, col: u32, length: u32, side: Side) -> bool {
        self.drop_horizontal_watched(col, length, side, |_| ())
    }

    /// As [`drop_horizontal`](Self::drop_horizontal), and passes every square of the stick to
    /// `placed`.
    pub(crate) fn drop_horizontal_watched(
        &mut self,
        col: u32,
        length: u32,
        side: Side,
        mut placed: impl FnMut(Pos),
    ) -> bool {
        if !self.spans(col, length) {
            return false;
        }
        // The stick stays straight, so the highest column stops all of it.
        let mut free = self.size.height();
        for under in col..col + length {
            free = free.min(self.free_from_top(under));
        }
        if free == 0 {
            return false;
        }
        for under in col..col + length {
            self.put(free - 1, under, side.into());
            placed(Pos::new(free - 1, under));
        }
        true
    }

    /// Returns whether a vertical stick fits into a column.
    #[must_use]
    pub fn fits_vertical(&self, col: u32, length: u32) -> bool {
        length > 0 && col < self.size.width() && self.free_from_top(col) >= length
    }

    /// Returns whether a horizontal stick fits with its left end in a column.
    #[must_use]
    pub fn fits_horizontal(&self, col: u32, length: u32) -> bool {
        self.spans(col, length) && (col..col + length).all(|under| self.free_from_top(under) > 0)
    }

    /// Lets every cell fall alone as long as the cell below it is empty: the breakdown.
    pub fn fall(&mut self) {
        self.fall_watched(|_, _, _| ());
    }

    /// As [`fall`](Self::fall), and passes every cell that has fallen to `fallen`: the squares that
    /// it left and reached.
    pub(crate) fn fall_watched(&mut self, mut fallen: impl FnMut(Pos, Pos, Cell)) {
        for col in 0..self.size.width() {
            for start in (0..self.size.height()).rev() {
                let mut row = start;
                while self.at(row, col) != Cell::Empty && self.has_air_below(row, col) {
                    self.put(row + 1, col, self.at(row, col));
                    self.put(row, col, Cell::Empty);
                    row += 1;
                }
                if row > start {
                    fallen(Pos::new(start, col), Pos::new(row, col), self.at(row, col));
                }
            }
        }
    }

    /// Returns whether [`fall`](Self::fall) would move anything.
    #[must_use]
    pub fn has_loose(&self) -> bool {
        for row in 0..self.size.height() {
            for col in 0..self.size.width() {
                if self.at(row, col) != Cell::Empty && self.has_air_below(row, col) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a side owns a square of this side length, anywhere.
    #[must_use]
    pub fn owns_square(&self, side: Side, length: u32) -> bool {
        if length > self.size.height() || length > self.size.width() {
            return false;
        }
        for row in 0..self.size.height() - length + 1 {
            for col in 0..self.size.width() - length + 1 {
                if self.is_square(row, col, side, length) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether no cell is empty.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&Cell::Empty)
    }

    /// Returns whether every cell is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|&cell| cell == Cell::Empty)
    }

    /// Counts the empty cells from the top of a column down to its first piece.
    fn free_from_top(&self, col: u32) -> u32 {
        let mut free = 0;
        while free < self.size.height() && self.at(free, col) == Cell::Empty {
            free += 1;
        }
        free
    }

    /// Returns whether `length` columns from `col` on, at least one, are all on the board.
    fn spans(&self, col: u32, length: u32) -> bool {
        length > 0 && u64::from(col) + u64::from(length) <= u64::from(self.size.width())
    }

    fn has_air_below(&self, row: u32, col: u32) -> bool {
        row + 1 < self.size.height() && self.at(row + 1, col) == Cell::Empty
    }

    fn is_square(&self, top: u32, left: u32, side: Side, length: u32) -> bool {
        for row in top..top + length {
            for col in left..left + length {
                if self.at(row, col) != Cell::from(side) {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(picture: &str) -> MatrixBoard {
        picture.parse().unwrap()
    }

    #[test]
    fn a_stick_cannot_slip_under_an_overhang() {
        let mut overhang = board("  012\n\n0 ...\n1 ...\n2 ooo\n3 *..\n");
        assert!(!overhang.fits_vertical(1, 3));
        assert!(!overhang.drop_vertical(1, 3, Side::First));
        assert!(overhang.drop_vertical(1, 2, Side::First));
        assert_eq!(overhang, board("  012\n\n0 .*.\n1 .*.\n2 ooo\n3 *..\n"));
    }

    #[test]
    fn a_stick_that_sticks_out_on_the_right_is_refused() {
        let mut empty = board("  012\n\n0 ...\n");
        for (col, length) in [(2, 2), (3, 1), (0, 4), (u32::MAX, 2), (1, u32::MAX)] {
            assert!(!empty.fits_horizontal(col, length));
            assert!(!empty.drop_horizontal(col, length, Side::Second));
        }
        assert!(empty.is_empty() && !empty.is_full());
        assert!(empty.drop_horizontal(0, 3, Side::Second));
        assert!(empty.is_full() && empty == board("  012\n\n0 ooo\n"));
    }

    #[test]
    fn no_stick_fits_beyond_the_last_column() {
        let empty = board("  012\n\n0 ...\n1 ...\n");
        assert!(empty.fits_vertical(2, 1) && !empty.fits_vertical(3, 1));
    }

    #[test]
    fn loose_cells_fall_through_all_the_air_below_them() {
        let mut loose = board("  01\n\n0 *o\n1 .*\n2 o.\n3 ..\n");
        assert!(loose.has_loose());
        loose.fall();
        assert_eq!(loose, board("  01\n\n0 ..\n1 ..\n2 *o\n3 o*\n"));
        assert!(!loose.has_loose());
    }

    #[test]
    fn the_black_square_of_the_document_is_of_side_three() {
        let part = board("  01234\n\n0 .****\n1 ****o\n2 o***o\n3 ..*o.\n");
        for length in 1..=5 {
            assert_eq!(part.owns_square(Side::First, length), length <= 3);
            assert_eq!(part.owns_square(Side::Second, length), length <= 1);
        }
    }
}
