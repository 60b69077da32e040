//! Breakdown on the reference matrix: the rules as the document and the rulings tell them.

use core::ops::ControlFlow;

use super::notation::{self, BoardError};
use super::{Move, Parameters};
use crate::cell::{Side, Size};
use crate::matrix::MatrixBoard;
use crate::playout::Playouts;
use crate::rules::{Notation, Outcome, Rules, Symmetry};
use crate::text::picture::write_picture;
use crate::text::{GLYPHS, Grid, TextError};

/// The rules of one game on the matrix: the slow second opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveBreakdown {
    parameters: Parameters,
}

/// A position: the matrix and whose turn it is.
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

    /// The position of any board without fixed pieces, reachable in a game or not.
    ///
    /// # Errors
    /// When the board is of another size, or has a fixed piece.
    pub fn position(&self, board: MatrixBoard, turn: Side) -> Result<NaivePosition, BoardError> {
        notation::check(&board, self.size())?;
        Ok(NaivePosition { board, turn })
    }

    fn size(&self) -> Size {
        self.parameters.size()
    }

    /// The moves that B1 asks about and B5 orders, breakdown apart.
    fn drops(&self, board: &MatrixBoard) -> impl Iterator<Item = Move> {
        let (stick, width) = (self.parameters.stick(), self.size().width());
        let vertical = (0..width).filter(move |&col| board.fits_vertical(col, stick)).map(Move::Vertical);
        let horizontal = (0..width).filter(move |&col| board.fits_horizontal(col, stick)).map(Move::Horizontal);
        vertical.chain(horizontal)
    }

    /// No stick fits anywhere and breakdown would move nothing.
    fn is_dead(&self, board: &MatrixBoard) -> bool {
        self.drops(board).next().is_none() && !board.has_loose()
    }

    /// Ruling B1, in its order.
    fn judge(&self, board: &MatrixBoard) -> Outcome {
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
        // B1: a game is only judged after a move, and only its beginning is empty with black to move.
        if position.board.is_empty() && position.turn == Side::First {
            return Outcome::InProgress;
        }
        self.judge(&position.board)
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
        let stick = self.parameters.stick();
        let room = match mv {
            Move::Vertical(col) => position.board.drop_vertical(col, stick, position.turn),
            Move::Horizontal(col) => position.board.drop_horizontal(col, stick, position.turn),
            Move::Breakdown => {
                position.board.fall();
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
        notation::map_move(mv, self.parameters, symmetry)
    }
}

impl Notation for NaiveBreakdown {
    fn outcome_mark(&self, outcome: Outcome) -> char {
        notation::outcome_mark(outcome)
    }

    fn write_verdict(&self, position: &NaivePosition, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        notation::write_words(notation::words_of(&position.board), out)
    }

    fn write_position(&self, position: &NaivePosition, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        notation::write_position(&position.board, position.turn, out)
    }

    fn write_picture(&self, position: &NaivePosition, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write_picture(&position.board, GLYPHS, out)
    }

    fn read_position(&self, text: &str) -> Result<NaivePosition, TextError> {
        let (board, turn) = notation::read_position(text, self.size())?;
        Ok(NaivePosition { board, turn })
    }
}
