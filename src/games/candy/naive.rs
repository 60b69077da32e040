//! Candy as the document and the rulings tell it, sentence by sentence, on rows of plain candies.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{
    CandyRules, Direction, Fall, Firing, Instance, InstanceError, Move, Observer, STEP_LIMIT, State, Step, Table,
    Template, Unwatched, rounds,
};
use crate::cell::{Pos, Side};
use crate::playout::Playouts;
use crate::rules::{Notation, Outcome, Reporter, Reporting, Rules, Symmetry};

/// The rules of one game on rows of candies: the slow reference implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveCandy {
    instance: Instance,
}

/// The color of each candy, `None` for an empty square; rows from the bottom.
type Board = Vec<Vec<Option<u32>>>;

/// A position: the game board, and the counters of the document's game state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaivePosition {
    board: Board,
    states: Vec<Vec<u32>>,
    offsets: Vec<u64>,
    moves: u64,
    score: u64,
}

impl NaiveCandy {
    /// The rules of a game.
    #[must_use]
    pub fn new(instance: &Instance) -> NaiveCandy {
        NaiveCandy { instance: instance.clone() }
    }

    fn rows(&self) -> u32 {
        self.instance.definition().size().height()
    }

    fn columns(&self) -> u32 {
        self.instance.definition().size().width()
    }

    /// The candy on a square of the board, `None` if the square is empty.
    fn candy(&self, board: &Board, row: u32, col: u32) -> Option<u32> {
        board[row as usize][col as usize]
    }

    /// Whether a template matches with its lowest, leftmost candy on a square.
    // Tests, which optimize little, spent most of their time in calls of it.
    #[inline(always)]
    fn matches(&self, board: &Board, template: Template, row: u32, col: u32) -> bool {
        let (up, right) = if template.is_vertical() { (1, 0) } else { (0, 1) };
        let last = template.length() - 1;
        if row + up * last >= self.rows() || col + right * last >= self.columns() {
            return false;
        }
        let first = self.candy(board, row, col);
        for step in 1..template.length() {
            if self.candy(board, row + up * step, col + right * step) != first {
                return false;
            }
        }
        first.is_some()
    }

    /// Whether any template matches anywhere.
    fn any_match(&self, board: &Board) -> bool {
        for template in Template::ALL {
            for row in 0..self.rows() {
                for col in 0..self.columns() {
                    if self.matches(board, template, row, col) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Explodes a candy: empties its square, and if the state was positive lowers it and raises the
    /// score.
    fn explode(&self, position: &mut NaivePosition, square: Pos) {
        let (row, col) = (square.row as usize, square.col as usize);
        position.board[row][col] = None;
        if position.states[row][col] > 0 {
            position.states[row][col] -= 1;
            position.score = position.score.saturating_add(1);
        }
    }

    /// The next candy of the extension for a column.
    fn next_candy(&self, position: &mut NaivePosition, col: u32) -> u32 {
        let extension = self.instance.definition().extension();
        let offset = &mut position.offsets[col as usize];
        let row = *offset % u64::from(extension.rows);
        // K4: the offset is unwrapped and unbounded. If it would overflow, it continues from its
        // place in the extension.
        *offset = if *offset == u64::MAX { (row + 1) % u64::from(extension.rows) } else { *offset + 1 };
        extension.at(Pos::new(row as u32, col))
    }

    /// Lets candies slide down, and then those of the extension, until no square is empty.
    fn gravity(&self, position: &mut NaivePosition) -> Vec<Fall> {
        let mut falls = Vec::new();
        for col in 0..self.columns() {
            // The row of the next candy to come down. Everything below it is at rest.
            let mut from = 0;
            for to in 0..self.rows() {
                while from < self.rows() && self.candy(&position.board, from, col).is_none() {
                    from += 1;
                }
                let candy = match from < self.rows() {
                    true => position.board[from as usize][col as usize].take(),
                    false => None,
                };
                let color = candy.unwrap_or_else(|| self.next_candy(position, col));
                position.board[to as usize][col as usize] = Some(color);
                if from > to {
                    falls.push(Fall { col, from, to, color });
                }
                from += 1;
            }
        }
        falls
    }

    /// Whether a template matches anywhere after a swap on the board.
    fn matches_after(&self, board: &mut Board, mv: Move) -> bool {
        exchange(board, mv);
        let matches = self.any_match(board);
        exchange(board, mv);
        matches
    }

    fn is_on_board(&self, mv: Move) -> bool {
        let size = self.instance.definition().size();
        size.contains(mv.square()) && mv.neighbor().is_some_and(|neighbor| size.contains(neighbor))
    }
}

/// Exchanges the two candies of a swap on the board.
fn exchange(board: &mut Board, mv: Move) {
    let one = mv.square();
    let other = mv.neighbor().expect("the swap is on the board");
    let candy = board[one.row as usize][one.col as usize];
    board[one.row as usize][one.col as usize] = board[other.row as usize][other.col as usize];
    board[other.row as usize][other.col as usize] = candy;
}

fn rows_of(table: &Table) -> Vec<Vec<u32>> {
    table.data.chunks(table.columns as usize).map(<[u32]>::to_vec).collect()
}

fn position_of(state: &State) -> NaivePosition {
    let board = rows_of(&state.colors).into_iter().map(|row| row.into_iter().map(Some).collect()).collect();
    NaivePosition {
        board,
        states: rows_of(&state.states),
        offsets: state.offsets.clone(),
        moves: state.moves,
        score: state.score,
    }
}

impl CandyRules for NaiveCandy {
    fn is_won(&self, position: &NaivePosition) -> bool {
        position.states.iter().flatten().all(|&state| state == 0)
    }

    fn can_swap(&self, position: &NaivePosition, mv: Move) -> bool {
        self.is_on_board(mv) && self.matches_after(&mut position.board.clone(), mv)
    }

    fn visit_swaps<B>(
        &self,
        position: &NaivePosition,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut board = position.board.clone();
        for row in 0..self.rows() {
            for col in 0..self.columns() {
                for direction in [Direction::Up, Direction::Right] {
                    let mv = Move::new(Pos::new(row, col), direction);
                    if self.is_on_board(mv) && self.matches_after(&mut board, mv) {
                        visit(mv)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn swap(&self, position: &mut NaivePosition, mv: Move, observer: &mut impl Observer) -> u32 {
        exchange(&mut position.board, mv);
        position.moves = position.moves.saturating_add(1);
        self.settle(position, observer)
    }

    fn step(&self, position: &mut NaivePosition, observer: &mut impl Observer) -> bool {
        let mut firings = Vec::new();
        for template in Template::ALL {
            for row in 0..self.rows() {
                for col in 0..self.columns() {
                    if self.matches(&position.board, template, row, col) {
                        let firing = Firing { template, anchor: Pos::new(row, col) };
                        for square in firing.squares() {
                            self.explode(position, square);
                        }
                        firings.push(firing);
                    }
                }
            }
        }
        if firings.is_empty() {
            return false;
        }
        let falls = self.gravity(position);
        observer.step(Step { firings, falls });
        true
    }

    fn settle(&self, position: &mut NaivePosition, observer: &mut impl Observer) -> u32 {
        let mut fired = 0;
        while fired < STEP_LIMIT && self.step(position, observer) {
            fired += 1;
        }
        fired
    }
}

impl Rules for NaiveCandy {
    type Position = NaivePosition;
    type Move = Move;

    /// The instance's state, settled once. Without a state, the empty board, filled and settled
    /// (K3).
    fn start(&self) -> NaivePosition {
        let definition = self.instance.definition();
        let mut start = match self.instance.state() {
            Some(state) => position_of(state),
            None => NaivePosition {
                board: vec![vec![None; self.columns() as usize]; self.rows() as usize],
                states: rows_of(definition.states()),
                offsets: vec![0; self.columns() as usize],
                moves: 0,
                score: 0,
            },
        };
        self.gravity(&mut start);
        self.settle(&mut start, &mut Unwatched);
        start
    }

    fn turn(&self, _: &NaivePosition) -> Side {
        Side::First
    }

    fn outcome(&self, position: &NaivePosition) -> Outcome {
        if self.is_won(position) {
            return Outcome::Win(Side::First);
        }
        match self.visit_moves(position, ControlFlow::Break) {
            ControlFlow::Break(_) => Outcome::InProgress,
            ControlFlow::Continue(()) => Outcome::Draw,
        }
    }

    fn visit_moves<B>(&self, position: &NaivePosition, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_won(position) {
            return ControlFlow::Continue(());
        }
        self.visit_swaps(position, visit)
    }

    fn play_unchecked(&self, position: &mut NaivePosition, mv: Move) {
        self.swap(position, mv, &mut Unwatched);
    }

    fn choose_move(&self, position: &NaivePosition, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        let moves = self.moves(position);
        if moves.is_empty() { None } else { moves.get(pick(moves.len() as u64) as usize).copied() }
    }

    fn is_legal(&self, position: &NaivePosition, mv: Move) -> bool {
        !self.is_won(position) && self.can_swap(position, mv)
    }
}

impl Reporting for NaiveCandy {
    fn play_reporting(&self, position: &mut NaivePosition, mv: Move, reporter: &mut impl Reporter) {
        rounds::report(self, position, mv, reporter);
    }
}

impl Playouts for NaiveCandy {}

impl Symmetry for NaiveCandy {}

impl Notation for NaiveCandy {
    type Setup = State;

    fn parameters(&self) -> &Instance {
        &self.instance
    }

    fn setup(&self, position: &NaivePosition) -> State {
        let (rows, columns) = (self.rows(), self.columns());
        let colors = position.board.iter().flatten().map(|candy| candy.expect("gravity left no square empty"));
        State {
            colors: Table { rows, columns, data: colors.collect() },
            states: Table { rows, columns, data: position.states.concat() },
            moves: position.moves,
            score: position.score,
            offsets: position.offsets.clone(),
        }
    }

    /// The position of a state of this game, settled or not.
    fn position(&self, state: &State) -> Result<NaivePosition, InstanceError> {
        self.instance.check(state)?;
        Ok(position_of(state))
    }
}
