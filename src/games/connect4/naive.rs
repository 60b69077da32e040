//! Connect4 on the reference matrix: the rules as the document and the rulings tell them.

use core::ops::ControlFlow;

use super::{Move, Parameters, Setup, Tactics, setup};
use crate::cell::{Cell, Edge, Pos, Side};
use crate::matrix::MatrixBoard;
use crate::playout::Playouts;
use crate::rules::{Change, Notation, Outcome, Reporter, Reporting, RoundKind, Rules, SetupError, Symmetry};
use crate::text::Grid;

/// The number of tokens of a line that wins.
const LINE: u32 = 4;

/// The rules of one game on the matrix: the slow reference implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveConnect4 {
    parameters: Parameters,
}

/// A position: the matrix and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaivePosition {
    board: MatrixBoard,
    turn: Side,
}

impl NaiveConnect4 {
    /// The rules of a game of this size.
    #[must_use]
    pub fn new(parameters: Parameters) -> NaiveConnect4 {
        NaiveConnect4 { parameters }
    }

    /// The board of a position.
    #[must_use]
    pub fn board<'p>(&self, position: &'p NaivePosition) -> &'p MatrixBoard {
        &position.board
    }

    fn empty_board(&self) -> MatrixBoard {
        let size = self.parameters.size().width();
        let mut board = MatrixBoard::new(self.parameters.size());
        let middle = size / 2;
        board.set_cell(Pos::new(middle, middle), Cell::Fixed);
        if size.is_multiple_of(2) {
            board.set_cell(Pos::new(middle - 1, middle - 1), Cell::Fixed);
            board.set_cell(Pos::new(middle - 1, middle), Cell::Fixed);
            board.set_cell(Pos::new(middle, middle - 1), Cell::Fixed);
        }
        board
    }
}

impl Rules for NaiveConnect4 {
    type Position = NaivePosition;
    type Move = Move;

    fn start(&self) -> NaivePosition {
        NaivePosition { board: self.empty_board(), turn: Side::First }
    }

    fn turn(&self, position: &NaivePosition) -> Side {
        position.turn
    }

    fn outcome(&self, position: &NaivePosition) -> Outcome {
        // The game ends with the token just placed, so the winner is the side that placed it, which
        // is not to move.
        let last = position.turn.other();
        if position.board.owns_line(last, LINE) || position.board.is_shut() {
            Outcome::Win(last)
        } else {
            Outcome::InProgress
        }
    }

    fn visit_moves<R>(
        &self,
        position: &NaivePosition,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        if self.outcome(position).is_over() {
            return ControlFlow::Continue(());
        }
        for edge in Edge::ALL {
            for index in 0..self.parameters.size().width() {
                if position.board.can_enter(edge, index) {
                    visit(Move::new(edge, index).expect("the board has the entry"))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, position: &mut NaivePosition, mv: Move) {
        self.play_reporting(position, mv, &mut ());
    }
}

impl Reporting for NaiveConnect4 {
    fn play_reporting(&self, position: &mut NaivePosition, mv: Move, reporter: &mut impl Reporter) {
        // If nothing can enter there, the turn is forfeited all the same (C1).
        let to = position.board.slide(mv.edge(), mv.index(), position.turn);
        if to.is_some() {
            let from = position.board.edge_cell(mv.edge(), mv.index());
            reporter.begin(RoundKind::Slide);
            reporter.change(Change { from, to, code: Cell::from(position.turn).code() as u8 });
        }
        position.turn = position.turn.other();
    }
}

impl Playouts for NaiveConnect4 {}

impl Tactics for NaiveConnect4 {
    fn threats(&self, position: &NaivePosition, side: Side) -> u32 {
        let completes = |pos: &Pos| {
            let mut board = position.board.clone();
            board.set_cell(*pos, side.into());
            board.is_in_line(*pos, LINE)
        };
        let is_empty = |pos: &Pos| position.board.cell(*pos) == Cell::Empty;
        self.parameters.size().positions().filter(is_empty).filter(completes).count() as u32
    }
}

impl Symmetry for NaiveConnect4 {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_position(&self, position: &NaivePosition, symmetry: usize) -> NaivePosition {
        let last = self.parameters.size().width() - 1;
        let mut mapped = position.clone();
        for pos in self.parameters.size().positions() {
            let mut to = pos;
            if symmetry & 1 != 0 {
                to = Pos::new(to.row, last - to.col);
            }
            if symmetry & 2 != 0 {
                to = Pos::new(last - to.row, to.col);
            }
            if symmetry & 4 != 0 {
                to = Pos::new(to.col, to.row);
            }
            mapped.board.set_cell(to, position.board.cell(pos));
        }
        mapped
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl Notation for NaiveConnect4 {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &NaivePosition) -> Setup {
        Setup::new(&position.board, position.turn)
    }

    fn position(&self, setup: &Setup) -> Result<NaivePosition, SetupError> {
        setup.check(&self.empty_board())?;
        let (board, turn): (MatrixBoard, Side) = (setup.board.to_grid(), setup.turn);
        if board.owns_line(turn, LINE) {
            return Err(SetupError::Over { winner: turn });
        }
        Ok(NaivePosition { board, turn })
    }

    fn accepts(&self, position: &NaivePosition, mv: Move) -> bool {
        // While the game goes on, a player may name any entry of the board, blocked ones included.
        mv.index() < self.parameters.size().width() && !self.outcome(position).is_over()
    }
}
