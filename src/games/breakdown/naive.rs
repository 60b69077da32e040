//! Breakdown on the reference matrix: the rules as the document and the rulings tell them.

use core::ops::ControlFlow;

use super::{Move, Parameters, Setup, setup};
use crate::cell::{Cell, Side, Size};
use crate::matrix::MatrixBoard;
use crate::playout::Playouts;
use crate::rules::{Change, Notation, Outcome, Reporter, Reporting, RoundKind, Rules, SetupError, Symmetry};
use crate::text::Grid;

/// The rules of one game on the matrix: the slow reference implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveBreakdown {
    parameters: Parameters,
}

/// A position: the matrix and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaivePosition {
    board: MatrixBoard,
    turn: Side,
}

impl NaiveBreakdown {
    /// The rules with these parameters, for any size.
    #[must_use]
    pub fn new(parameters: Parameters) -> NaiveBreakdown {
        NaiveBreakdown { parameters }
    }

    /// The board of a position.
    #[must_use]
    pub fn board<'p>(&self, position: &'p NaivePosition) -> &'p MatrixBoard {
        &position.board
    }

    fn size(&self) -> Size {
        self.parameters.size()
    }

    /// The legal moves (B1) in the order of B5, without breakdown.
    fn drops(&self, board: &MatrixBoard) -> impl Iterator<Item = Move> {
        let (stick, width) = (self.parameters.stick(), self.size().width());
        let vertical = (0..width).filter(move |&col| board.fits_vertical(col, stick)).map(Move::Vertical);
        let horizontal = (0..width).filter(move |&col| board.fits_horizontal(col, stick)).map(Move::Horizontal);
        vertical.chain(horizontal)
    }

    /// Whether no stick fits anywhere and breakdown would move nothing.
    fn is_dead(&self, board: &MatrixBoard) -> bool {
        self.drops(board).next().is_none() && !board.has_loose()
    }

    /// The outcome after a move by ruling B1, in its order.
    fn outcome_of(&self, board: &MatrixBoard) -> Outcome {
        let black = board.owns_square(Side::First, self.parameters.square());
        let white = board.owns_square(Side::Second, self.parameters.square());
        if black && white {
            Outcome::Draw
        } else if black {
            Outcome::Win(Side::First)
        } else if white {
            Outcome::Win(Side::Second)
        } else if board.is_full() || self.is_dead(board) {
            Outcome::Draw
        } else {
            Outcome::InProgress
        }
    }
}

impl Rules for NaiveBreakdown {
    type Position = NaivePosition;
    type Move = Move;

    fn start(&self) -> NaivePosition {
        NaivePosition { board: MatrixBoard::new(self.size()), turn: Side::First }
    }

    fn turn(&self, position: &NaivePosition) -> Side {
        position.turn
    }

    fn outcome(&self, position: &NaivePosition) -> Outcome {
        // B1: a game can be over only after a move. Only the beginning is empty with black to move.
        if position.board.is_empty() && position.turn == Side::First {
            return Outcome::InProgress;
        }
        self.outcome_of(&position.board)
    }

    fn visit_moves<R>(
        &self,
        position: &NaivePosition,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        if self.outcome(position).is_over() {
            return ControlFlow::Continue(());
        }
        for mv in self.drops(&position.board) {
            visit(mv)?;
        }
        visit(Move::Breakdown)
    }

    fn play_unchecked(&self, position: &mut NaivePosition, mv: Move) {
        self.play_reporting(position, mv, &mut ());
    }
}

impl Reporting for NaiveBreakdown {
    fn play_reporting(&self, position: &mut NaivePosition, mv: Move, reporter: &mut impl Reporter) {
        let (stick, side) = (self.parameters.stick(), position.turn);
        reporter.begin(if mv == Move::Breakdown { RoundKind::Fall } else { RoundKind::Drop });
        let board = &mut position.board;
        let placed = |pos| reporter.write(pos, Cell::from(side).code() as u8);
        let room = match mv {
            Move::Vertical(col) => board.drop_vertical_watched(col, stick, side, placed),
            Move::Horizontal(col) => board.drop_horizontal_watched(col, stick, side, placed),
            Move::Breakdown => {
                board.fall_watched(|from, to, cell| {
                    reporter.change(Change { from: Some(from), to: Some(to), code: cell.code() as u8 });
                });
                true
            }
        };
        debug_assert!(room, "{mv} has no room");
        position.turn = position.turn.other();
    }
}

impl Playouts for NaiveBreakdown {}

impl Symmetry for NaiveBreakdown {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_position(&self, position: &NaivePosition, symmetry: usize) -> NaivePosition {
        let mut mapped = position.clone();
        if symmetry == 1 {
            for pos in self.size().positions() {
                let opposite = crate::cell::Pos::new(pos.row, self.size().width() - 1 - pos.col);
                mapped.board.set_cell(opposite, position.board.cell(pos));
            }
        }
        mapped
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl Notation for NaiveBreakdown {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &NaivePosition) -> Setup {
        Setup::new(&position.board, position.turn)
    }

    fn position(&self, setup: &Setup) -> Result<NaivePosition, SetupError> {
        setup.check(self.parameters)?;
        Ok(NaivePosition { board: setup.board.to_grid(), turn: setup.turn })
    }
}
