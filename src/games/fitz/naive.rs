//! Fitz on the reference matrix: the rules and the automatic players as the document tells them.

use core::ops::ControlFlow;

use super::{Angle, FitzRules, Move, Parameters, Setup, Tile};
use crate::cell::{Cell, Pos, Side};
use crate::matrix::MatrixBoard;
use crate::playout::Playouts;
use crate::rules::{Notation, Outcome, Reporter, Reporting, RoundKind, Rules, SetupError, Symmetry};
use crate::text::Grid;

/// The rules of one game on the matrix: the slow reference implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveFitz {
    parameters: Parameters,
}

/// A position: the matrix, the side to move, and the index of the tile to be placed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaivePosition {
    board: MatrixBoard,
    turn: Side,
    tile: usize,
}

/// A tile as a matrix: whether each of its cells is part of it.
type Shape = [[bool; 5]; 5];

/// The shape of a tile as its file has it.
fn shape(tile: Tile) -> Shape {
    let mut shape = [[false; 5]; 5];
    for (row, cells) in shape.iter_mut().enumerate() {
        for (col, cell) in cells.iter_mut().enumerate() {
            *cell = tile.has(row, col);
        }
    }
    shape
}

/// Rotates a shape a quarter turn clockwise: the bottom of a column becomes the start of a row.
fn quarter_turn(shape: Shape) -> Shape {
    let mut turned = [[false; 5]; 5];
    for row in 0..5 {
        for col in 0..5 {
            turned[row][col] = shape[4 - col][row];
        }
    }
    turned
}

/// The shape of a tile rotated clockwise by an angle.
fn turned(tile: Tile, angle: Angle) -> Shape {
    let mut result = shape(tile);
    for _ in 0..angle.degrees() / 90 {
        result = quarter_turn(result);
    }
    result
}

/// The square under a cell of the shape when the center of the shape, in its row 2 and column 2,
/// lies on `row` and `col`. `None` off the board.
fn square(board: &MatrixBoard, row: i32, col: i32, shape_row: usize, shape_col: usize) -> Option<Pos> {
    let board_row = i64::from(row) + shape_row as i64 - 2;
    let board_col = i64::from(col) + shape_col as i64 - 2;
    let pos = Pos::new(board_row.try_into().ok()?, board_col.try_into().ok()?);
    board.size().contains(pos).then_some(pos)
}

/// Whether a shape can be placed: no part of it lies off the board or over an existing tile.
#[expect(clippy::needless_range_loop, reason = "rows and columns of the shape count as those of the board do")]
fn fits(board: &MatrixBoard, shape: &Shape, row: i32, col: i32) -> bool {
    for shape_row in 0..5 {
        for shape_col in 0..5 {
            if !shape[shape_row][shape_col] {
                continue;
            }
            match square(board, row, col, shape_row, shape_col) {
                None => return false,
                Some(pos) if board.cell(pos) != Cell::Empty => return false,
                Some(_) => {}
            }
        }
    }
    true
}

impl NaiveFitz {
    /// The rules with these parameters.
    #[inline(never)]
    #[must_use]
    pub fn new(parameters: Parameters) -> NaiveFitz {
        NaiveFitz { parameters }
    }

    fn shape(&self, position: &NaivePosition, angle: Angle) -> Shape {
        turned(self.parameters.tiles()[position.tile], angle)
    }

    /// The last row and column of a search. Asserts that the search starts inside, because from
    /// outside it would never return to its start.
    fn last_place(&self, start_row: i32, start_col: i32) -> (i32, i32) {
        let (rows, cols) = (self.parameters.row_range(), self.parameters.col_range());
        assert!(rows.contains(&start_row) && cols.contains(&start_col), "a search starts at the place of a move");
        (*rows.end(), *cols.end())
    }
}

/// The place after one: row by row, and the first after the last.
fn next_place((row, col): (i32, i32), last: (i32, i32)) -> (i32, i32) {
    match (row < last.0, col < last.1) {
        (_, true) => (row, col + 1),
        (true, false) => (row + 1, -2),
        (false, false) => (-2, -2),
    }
}

impl Rules for NaiveFitz {
    type Position = NaivePosition;
    type Move = Move;

    fn start(&self) -> NaivePosition {
        NaivePosition { board: MatrixBoard::new(self.parameters.size()), turn: Side::First, tile: 0 }
    }

    fn turn(&self, position: &NaivePosition) -> Side {
        position.turn
    }

    fn outcome(&self, position: &NaivePosition) -> Outcome {
        // "The game ends when a player can not place their next tile. That player loses."
        let any = self.visit_moves(position, ControlFlow::Break);
        if any.is_break() { Outcome::InProgress } else { Outcome::Win(position.turn.other()) }
    }

    fn visit_moves<B>(
        &self,
        position: &NaivePosition,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let shapes = Angle::ALL.map(|angle| self.shape(position, angle));
        for row in self.parameters.row_range() {
            for col in self.parameters.col_range() {
                for (angle, shape) in Angle::ALL.into_iter().zip(&shapes) {
                    if fits(&position.board, shape, row, col) {
                        visit(Move { row, col, angle })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, position: &mut NaivePosition, mv: Move) {
        self.play_reporting(position, mv, &mut ());
    }

    fn is_legal(&self, position: &NaivePosition, mv: Move) -> bool {
        self.parameters.row_range().contains(&mv.row)
            && self.parameters.col_range().contains(&mv.col)
            && self.fits(position, mv)
    }
}

impl Reporting for NaiveFitz {
    fn play_reporting(&self, position: &mut NaivePosition, mv: Move, reporter: &mut impl Reporter) {
        let shape = self.shape(position, mv.angle);
        for _ in 0..mv.angle.degrees() / 90 {
            reporter.begin(RoundKind::Turn);
        }
        reporter.begin(RoundKind::Place);
        for (shape_row, cells) in shape.iter().enumerate() {
            for (shape_col, &present) in cells.iter().enumerate() {
                if present {
                    let pos = square(&position.board, mv.row, mv.col, shape_row, shape_col).expect("the tile fits");
                    position.board.set_cell(pos, position.turn.into());
                    reporter.write(pos, Cell::from(position.turn).code() as u8);
                }
            }
        }
        position.turn = position.turn.other();
        position.tile += 1;
        // "If you run out of tiles, start again at the beginning of the file."
        if position.tile == self.parameters.tiles().len() {
            position.tile = 0;
        }
    }
}

impl Playouts for NaiveFitz {}

impl FitzRules for NaiveFitz {
    type Board = MatrixBoard;
    /// No memory: every search begins anew.
    type Memory = ();

    fn board<'p>(&self, position: &'p NaivePosition) -> &'p MatrixBoard {
        &position.board
    }

    fn tile(&self, position: &NaivePosition) -> usize {
        position.tile
    }

    fn fits(&self, position: &NaivePosition, mv: Move) -> bool {
        fits(&position.board, &self.shape(position, mv.angle), mv.row, mv.col)
    }

    fn memory(&self) {}

    fn fits_anywhere(&self, position: &NaivePosition, (): &mut ()) -> bool {
        !self.outcome(position).is_over()
    }

    fn search_angle_by_angle(
        &self,
        position: &NaivePosition,
        (): &mut (),
        start_row: i32,
        start_col: i32,
    ) -> Option<Move> {
        let last = self.last_place(start_row, start_col);
        let (mut row, mut col) = (start_row, start_col);
        for angle in Angle::ALL {
            let shape = self.shape(position, angle);
            loop {
                if fits(&position.board, &shape, row, col) {
                    return Some(Move { row, col, angle });
                }
                (row, col) = next_place((row, col), last);
                if row == start_row && col == start_col {
                    break;
                }
            }
        }
        None
    }

    fn search_place_by_place(
        &self,
        position: &NaivePosition,
        (): &mut (),
        start_row: i32,
        start_col: i32,
    ) -> Option<Move> {
        let shapes = Angle::ALL.map(|angle| self.shape(position, angle));
        let last = self.last_place(start_row, start_col);
        let (mut row, mut col) = (start_row, start_col);
        loop {
            for (angle, shape) in Angle::ALL.into_iter().zip(&shapes) {
                if fits(&position.board, shape, row, col) {
                    return Some(Move { row, col, angle });
                }
            }
            match position.turn {
                Side::First => (row, col) = next_place((row, col), last),
                Side::Second => {
                    col -= 1;
                    if col < -2 {
                        col = last.1;
                        row -= 1;
                    }
                    if row < -2 {
                        row = last.0;
                    }
                }
            }
            if row == start_row && col == start_col {
                return None;
            }
        }
    }
}

impl Symmetry for NaiveFitz {
    fn symmetries(&self) -> usize {
        self.parameters.symmetries()
    }

    fn map_position(&self, position: &NaivePosition, symmetry: usize) -> NaivePosition {
        let size = self.parameters.size();
        let mut board = MatrixBoard::new(size);
        for pos in size.positions() {
            // A rotated cell lies where a move with its center on that cell would have its center.
            let mv = self.map_move(Move::new(pos.row as i32, pos.col as i32, Angle::Zero), symmetry);
            board.set_cell(Pos::new(mv.row as u32, mv.col as u32), position.board.cell(pos));
        }
        NaivePosition { board, ..*position }
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        self.parameters.map_move(mv, symmetry)
    }
}

impl Notation for NaiveFitz {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &NaivePosition) -> Setup {
        Setup::new(&position.board, position.turn, position.tile)
    }

    fn position(&self, setup: &Setup) -> Result<NaivePosition, SetupError> {
        setup.check(&self.parameters)?;
        Ok(NaivePosition { board: setup.board.to_grid(), turn: setup.turn, tile: setup.tile })
    }
}
