//! Jump61 on a matrix of squares: the rules as the document tells them, one square at a time.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::ControlFlow;

use super::{Board, Move, Parameters, Setup, Square, setup};
use crate::cell::{Pos, Side};
use crate::playout::Playouts;
use crate::rules::{Change, Notation, Outcome, Reporter, Reporting, RoundKind, Rules, SetupError, Symmetry};

/// The rules of one game on the matrix: the slow reference implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveJump61 {
    parameters: Parameters,
}

/// A position: the squares, in rows from the top. On a won board every square has one spot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaivePosition {
    rows: Vec<Vec<Square>>,
}

impl NaiveJump61 {
    /// The rules with these parameters.
    #[must_use]
    pub fn new(parameters: Parameters) -> NaiveJump61 {
        NaiveJump61 { parameters }
    }

    /// The board of a position.
    #[must_use]
    pub fn board(&self, position: &NaivePosition) -> Board {
        let mut board = Board::new(self.parameters);
        for pos in self.parameters.board().positions() {
            board.set(pos, position.at(pos));
        }
        board
    }

    /// Plays a move like [`play_unchecked`](Rules::play_unchecked). `pick` chooses the next square
    /// to jump among the overfull ones, at least one, given in row-major order. The order does not
    /// matter (J9).
    pub fn play_in_order(
        &self,
        position: &mut NaivePosition,
        mv: Move,
        pick: impl FnMut(&mut dyn Iterator<Item = Pos>) -> Option<Pos>,
    ) {
        let player = self.turn(position);
        position.add_spot(mv.0, player);
        self.cascade(position, player, pick, |_, _| ());
        position.forget_spots_if_won();
    }

    /// Lets overfull squares jump until none is left or the player has won. Calls `jumped` with the
    /// square and the board after every jump.
    fn cascade(
        &self,
        position: &mut NaivePosition,
        player: Side,
        mut pick: impl FnMut(&mut dyn Iterator<Item = Pos>) -> Option<Pos>,
        mut jumped: impl FnMut(Pos, &NaivePosition),
    ) {
        while position.winner().is_none() {
            let mut overfull = self.parameters.board().positions().filter(|&pos| position.is_overfull(pos)).peekable();
            if overfull.peek().is_none() {
                return;
            }
            let Some(pos) = pick(&mut overfull) else { return };
            position.jump(pos, player);
            jumped(pos, position);
        }
    }
}

impl NaivePosition {
    fn at(&self, pos: Pos) -> Square {
        self.rows[pos.row as usize][pos.col as usize]
    }

    fn put(&mut self, pos: Pos, square: Square) {
        self.rows[pos.row as usize][pos.col as usize] = square;
    }

    /// The squares above, below, to the left and to the right that are on the board.
    fn neighbors(&self, pos: Pos) -> impl Iterator<Item = Pos> + use<> {
        let last = self.rows.len() as u32 - 1;
        let above = (pos.row > 0).then(|| Pos::new(pos.row - 1, pos.col));
        let below = (pos.row < last).then(|| Pos::new(pos.row + 1, pos.col));
        let left = (pos.col > 0).then(|| Pos::new(pos.row, pos.col - 1));
        let right = (pos.col < last).then(|| Pos::new(pos.row, pos.col + 1));
        [above, below, left, right].into_iter().flatten()
    }

    fn is_overfull(&self, pos: Pos) -> bool {
        self.at(pos).spots() > self.neighbors(pos).count() as u32
    }

    /// Adds a spot to the square, and makes it the player's.
    fn add_spot(&mut self, pos: Pos, player: Side) {
        self.put(pos, Square::Owned(player, self.at(pos).spots() + 1));
    }

    /// Moves one spot to each neighbor of the square, and makes the neighbors the player's.
    fn jump(&mut self, pos: Pos, player: Side) {
        for neighbor in self.neighbors(pos) {
            self.put(pos, Square::Owned(player, self.at(pos).spots() - 1));
            self.add_spot(neighbor, player);
        }
    }

    /// The player whose color all squares have, if any.
    fn winner(&self) -> Option<Side> {
        let owns_all = |side| self.rows.iter().flatten().all(|square| square.owner() == Some(side));
        Side::BOTH.into_iter().find(|&side| owns_all(side))
    }

    /// Ruling J7: the spots of a won board are free.
    fn forget_spots_if_won(&mut self) {
        if let Some(winner) = self.winner() {
            self.rows.iter_mut().flatten().for_each(|square| *square = Square::Owned(winner, 1));
        }
    }
}

impl Rules for NaiveJump61 {
    type Position = NaivePosition;
    type Move = Move;

    fn start(&self) -> NaivePosition {
        let size = self.parameters.size() as usize;
        NaivePosition { rows: alloc::vec![alloc::vec![Square::Neutral; size]; size] }
    }

    /// "If the spot count plus the board size is even, it is Red's move, and if odd, Blue's move."
    fn turn(&self, position: &NaivePosition) -> Side {
        let spots: u32 = position.rows.iter().flatten().map(|square| square.spots()).sum();
        if (spots + self.parameters.size()).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self, position: &NaivePosition) -> Outcome {
        position.winner().map_or(Outcome::InProgress, Outcome::Win)
    }

    fn visit_moves<B>(
        &self,
        position: &NaivePosition,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.outcome(position).is_over() {
            return ControlFlow::Continue(());
        }
        let opponent = self.turn(position).other();
        for pos in self.parameters.board().positions() {
            if position.at(pos).owner() != Some(opponent) {
                visit(Move(pos))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, position: &mut NaivePosition, mv: Move) {
        self.play_in_order(position, mv, |overfull| overfull.next());
    }
}

impl Reporting for NaiveJump61 {
    /// Jumps front by front: all squares that are overfull at once make a round, whatever the order
    /// in which they jump (J9).
    fn play_reporting(&self, position: &mut NaivePosition, mv: Move, reporter: &mut impl Reporter) {
        let player = self.turn(position);
        position.add_spot(mv.0, player);
        reporter.begin(RoundKind::Place);
        reporter.write(mv.0, position.at(mv.0).code());
        // The squares of the front that have not jumped yet, last one first, and those that have.
        let (front, left, mut sources) = (&mut Vec::new(), &Cell::new(0), Vec::new());
        let pick = |overfull: &mut dyn Iterator<Item = Pos>| {
            if front.is_empty() {
                front.extend(overfull);
                front.reverse();
            }
            let pos = front.pop();
            left.set(front.len());
            pos
        };
        self.cascade(position, player, pick, |pos, board| {
            sources.push(pos);
            if left.get() > 0 && board.winner().is_none() {
                return;
            }
            reporter.begin(RoundKind::Explode);
            for from in sources.drain(..) {
                reporter.write(from, board.at(from).code());
                for to in board.neighbors(from) {
                    reporter.change(Change { from: Some(from), to: Some(to), code: board.at(to).code() });
                }
            }
        });
        if position.winner().is_some() {
            position.forget_spots_if_won();
            reporter.begin(RoundKind::Win);
            for pos in self.parameters.board().positions() {
                reporter.write(pos, position.at(pos).code());
            }
        }
    }
}

impl Playouts for NaiveJump61 {}

impl Symmetry for NaiveJump61 {
    fn symmetries(&self) -> usize {
        setup::SYMMETRIES
    }

    fn map_position(&self, position: &NaivePosition, symmetry: usize) -> NaivePosition {
        let mut mapped = position.clone();
        for pos in self.parameters.board().positions() {
            mapped.put(setup::map_pos(pos, self.parameters, symmetry), position.at(pos));
        }
        mapped
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl Notation for NaiveJump61 {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &NaivePosition) -> Setup {
        Setup(self.board(position))
    }

    fn position(&self, setup: &Setup) -> Result<NaivePosition, SetupError> {
        setup.check(self.parameters)?;
        let mut position = self.start();
        for (pos, square) in setup.0.squares() {
            position.rows[pos.row as usize][pos.col as usize] = square;
        }
        position.forget_spots_if_won();
        Ok(position)
    }
}
