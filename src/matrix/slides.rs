//! Pieces that are pushed in at the edges of a matrix board, and the lines that they form.

use super::MatrixBoard;
use crate::cell::{Cell, Edge, Pos, Side};
use crate::text::Grid;

impl MatrixBoard {
    /// Pushes a piece in at an edge, into a column (north, south) or row (east, west). Returns the
    /// square where it comes to rest. If it cannot enter, changes nothing and returns `None`.
    pub fn slide(&mut self, edge: Edge, index: u32, side: Side) -> Option<Pos> {
        if !self.can_enter(edge, index) {
            return None;
        }
        // The piece moves until it reaches the opposite edge or another piece.
        let mut pos = self.edge_cell(edge, index)?;
        while let Some(next) = self.step(pos, edge) {
            if self.cell(next) != Cell::Empty {
                break;
            }
            pos = next;
        }
        self.set_cell(pos, side.into());
        Some(pos)
    }

    /// Returns whether a piece can be pushed in: the entry exists, and its edge cell is empty.
    #[must_use]
    pub fn can_enter(&self, edge: Edge, index: u32) -> bool {
        self.edge_cell(edge, index).is_some_and(|pos| self.cell(pos) == Cell::Empty)
    }

    /// Returns whether no piece can be pushed in anywhere.
    #[must_use]
    pub fn is_shut(&self) -> bool {
        for edge in Edge::ALL {
            for index in 0..self.size.width().max(self.size.height()) {
                if self.can_enter(edge, index) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether a side has a line of at least this length: horizontal, vertical or diagonal.
    #[must_use]
    pub fn owns_line(&self, side: Side, length: u32) -> bool {
        for pos in self.size.positions() {
            for (rows, columns) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if self.is_line(pos, rows, columns, side, length) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether the cell on a square is part of a line of at least this length of equal
    /// cells.
    ///
    /// # Panics
    /// When the square is not on the board.
    #[must_use]
    pub fn is_in_line(&self, pos: Pos, length: u32) -> bool {
        for (rows, columns) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let on_one_side = self.alike(pos, rows, columns);
            let on_the_other = self.alike(pos, -rows, -columns);
            if on_one_side + 1 + on_the_other >= length {
                return true;
            }
        }
        false
    }

    /// Counts the cells that follow a square in one direction and equal it.
    fn alike(&self, from: Pos, rows: i32, columns: i32) -> u32 {
        let cell = self.cell(from);
        let (mut count, mut next) = (0, self.neighbor(from, rows, columns));
        while let Some(pos) = next.filter(|&pos| self.cell(pos) == cell) {
            count += 1;
            next = self.neighbor(pos, rows, columns);
        }
        count
    }

    fn is_line(&self, from: Pos, rows: i32, columns: i32, side: Side, length: u32) -> bool {
        let mut next = Some(from);
        for _ in 0..length {
            match next {
                Some(pos) if self.cell(pos) == Cell::from(side) => next = self.neighbor(pos, rows, columns),
                _ => return false,
            }
        }
        true
    }

    /// The square where a piece enters; `None` if there is no such entry.
    pub(crate) fn edge_cell(&self, edge: Edge, index: u32) -> Option<Pos> {
        let (last_row, last_col) = (self.size.height() - 1, self.size.width() - 1);
        let pos = match edge {
            Edge::North => Pos::new(0, index),
            Edge::East => Pos::new(index, last_col),
            Edge::South => Pos::new(last_row, index),
            Edge::West => Pos::new(index, 0),
        };
        self.size.contains(pos).then_some(pos)
    }

    /// The next square of a piece that entered at `edge`; `None` at the opposite edge.
    fn step(&self, pos: Pos, edge: Edge) -> Option<Pos> {
        match edge {
            Edge::North => self.neighbor(pos, 1, 0),
            Edge::East => self.neighbor(pos, 0, -1),
            Edge::South => self.neighbor(pos, -1, 0),
            Edge::West => self.neighbor(pos, 0, 1),
        }
    }

    fn neighbor(&self, pos: Pos, rows: i32, columns: i32) -> Option<Pos> {
        let row = pos.row.checked_add_signed(rows)?;
        let col = pos.col.checked_add_signed(columns)?;
        self.size.contains(Pos::new(row, col)).then_some(Pos::new(row, col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    fn board(picture: &str) -> MatrixBoard {
        picture.parse().unwrap()
    }

    #[test]
    fn a_piece_slides_to_the_far_side_or_to_the_first_obstacle() {
        let mut slides = board("  0123\n\n0 ....\n1 ..#.\n2 ..*.\n3 ....\n");
        for (edge, index, rest) in [
            (Edge::North, 0, Some((3, 0))),
            (Edge::North, 2, Some((0, 2))),
            (Edge::East, 1, Some((1, 3))),
            (Edge::South, 2, Some((3, 2))),
            (Edge::West, 2, Some((2, 1))),
            (Edge::West, 3, None),
            (Edge::South, 0, None),
            (Edge::East, 0, Some((0, 3))),
            (Edge::East, 0, None),
            (Edge::North, 4, None),
            (Edge::West, u32::MAX, None),
        ] {
            let before = slides.clone();
            let rest = rest.map(|(row, col)| Pos::new(row, col));
            assert_eq!(slides.can_enter(edge, index), rest.is_some(), "{edge:?} {index}");
            assert_eq!(slides.slide(edge, index, Side::Second), rest, "{edge:?} {index}");
            assert_eq!(rest.is_none(), slides == before);
        }
        assert_eq!(slides, board("  0123\n\n0 ..oo\n1 ..#o\n2 .o*.\n3 o.o.\n"));
    }

    #[test]
    fn a_board_is_shut_when_every_edge_cell_is_taken() {
        assert!(board("  012\n\n0 *o*\n1 *.o\n2 o**\n").is_shut());
        assert!(!board("  012\n\n0 *o*\n1 *.o\n2 o.*\n").is_shut());
        assert!(!MatrixBoard::new(Size::new(1, 4).unwrap()).is_shut());
    }

    #[test]
    fn lines_of_every_direction_are_found_and_longer_ones_too() {
        for picture in [
            "  01234\n\n0 .****\n1 .....\n2 .....\n3 .....\n4 .....\n",
            "  01234\n\n0 ....*\n1 ....*\n2 ....*\n3 ....*\n4 ....*\n",
            "  01234\n\n0 .....\n1 *....\n2 .*...\n3 ..*..\n4 ...*.\n",
            "  01234\n\n0 ....*\n1 ...*.\n2 ..*..\n3 .*...\n4 *....\n",
        ] {
            let line = board(picture);
            assert!(line.owns_line(Side::First, 4) && !line.owns_line(Side::Second, 4), "{picture}");
            assert!(!line.owns_line(Side::First, 6), "{picture}");
            let piece = |pos: &Pos| line.cell(*pos) == Cell::Black;
            assert!(line.size().positions().filter(piece).all(|pos| line.is_in_line(pos, 4)), "{picture}");
        }
        // A fixed piece belongs to neither side, and lines do not wrap around the board.
        let none = board("  0123\n\n0 #.**\n1 **..\n2 ..**\n3 **o*\n");
        assert!(!none.owns_line(Side::First, 4));
    }
}
