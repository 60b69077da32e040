//! Queries of the player beyond the moves: wins at once, the lead, and the order of moves.

use core::ops::ControlFlow;

use super::cascade::Loads;
use super::grid::SquareGrid;
use super::{Jump61, Move, Position};

impl<P: SquareGrid> Jump61<P> {
    /// Returns a move that wins at once, if there is one.
    ///
    /// In the usual case of no such move the cost is at most one cascade, however many moves there
    /// are.
    ///
    /// ```
    /// use gridlaw::games::jump61::{Jump61, Parameters};
    /// use gridlaw::rules::Notation;
    ///
    /// let rules = Jump61::<u64>::new(Parameters::new(2).unwrap()).unwrap();
    /// let position = rules.read_position("1r 2r/2r 2b").unwrap();
    /// assert_eq!(rules.winning_move(&position).unwrap().to_string(), "2,2");
    /// let position = rules.read_position("1r 1-/1- 2b").unwrap();
    /// assert_eq!(rules.winning_move(&position), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn winning_move(&self, position: &Position<P>) -> Option<Move> {
        let others = self.edges.all & !position.mine;
        if position.theirs.is_zero() && others.without_lowest().is_zero() {
            return Some(Move(others.lowest_square()));
        }
        // Any other win needs a jump, and only a full square of the mover can be made to jump.
        let mut full = self.full(position) & position.mine;
        if full.is_zero() {
            return None;
        }
        // More spots never make fewer squares jump. If a spot on every full square at once does not
        // cover the board, no single spot does.
        if !self.covers_board(position, full) {
            return None;
        }
        while !full.is_zero() {
            let rest = full.without_lowest();
            if self.covers_board(position, full & !rest) {
                return Some(Move(full.lowest_square()));
            }
            full = rest;
        }
        None
    }

    /// Returns the number of spots by which the side to move is ahead. The one spot that every
    /// square keeps does not count.
    #[inline(always)]
    #[must_use]
    pub fn lead(&self, position: &Position<P>) -> i32 {
        let Position { mine, theirs, low, middle, .. } = *position;
        let load = |squares: P| ((squares & low).count() + 2 * (squares & middle).count()) as i32;
        load(mine) - load(theirs)
    }

    /// Visits the same moves as [`visit_moves`](crate::rules::Rules::visit_moves), but those that
    /// make squares jump first.
    #[inline(always)]
    pub fn visit_jumps_first<B>(
        &self,
        position: &Position<P>,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let full = self.full(position);
        for mut squares in [self.open(position) & full, self.open(position) & !full] {
            while !squares.is_zero() {
                visit(Move(squares.lowest_square()))?;
                squares = squares.without_lowest();
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares with as many spots as they have neighbors.
    #[inline(always)]
    pub(super) fn full(&self, position: &Position<P>) -> P {
        position.low & position.middle
    }

    /// Whether the mover's color would cover the board if each square of `spots` had one more spot.
    /// All of them must be full and the mover's.
    #[inline(always)]
    fn covers_board(&self, position: &Position<P>, spots: P) -> bool {
        let mut loads = Loads { low: position.low ^ spots, middle: position.middle ^ spots, high: spots };
        let mut mine = position.mine;
        while !loads.high.is_zero() && mine != self.edges.all {
            mine = mine | self.edges.jump(&mut loads);
        }
        mine == self.edges.all
    }
}
