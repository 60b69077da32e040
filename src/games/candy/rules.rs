//! [`CandyRules`]: swaps and settling, which both engines offer beyond
//! [`Rules`](crate::rules::Rules).

use core::ops::ControlFlow;

use super::{Move, Observer, State};
use crate::rules::Notation;

/// The law of Candy: swaps, explosions and settling, one by one.
///
/// [`Rules`](crate::rules::Rules) ends a game that is won (ruling K6). The program `candy` lets the
/// player go on. It calls [`can_swap`](Self::can_swap) and [`visit_swaps`](Self::visit_swaps),
/// which ignore whether the game is won.
///
/// ```
/// use gridlaw::games::candy::{CandyRules, Definition, NaiveCandy, Table, Unwatched};
/// use gridlaw::rules::{Notation, Outcome, Rules};
///
/// // One row of four, whose candies come in as 0 0 1 0; then 1s and 2s, never three in a row.
/// let extension = Table { rows: 3, columns: 4, data: vec![0, 0, 1, 0, 1, 2, 1, 2, 2, 1, 2, 1] };
/// let states = Table { rows: 1, columns: 4, data: vec![1, 1, 1, 0] };
/// let rules = NaiveCandy::new(&Definition::new(1, extension, states, 3).unwrap().into());
///
/// let mut position = rules.start();
/// assert!(rules.can_swap(&position, "0,2,R".parse().unwrap()));
/// assert!(!rules.can_swap(&position, "0,1,R".parse().unwrap()));
/// assert_eq!(rules.swap(&mut position, "0,2,R".parse().unwrap(), &mut Unwatched), 1);
/// assert_eq!(rules.setup(&position).colors.data, [1, 2, 1, 1]);
/// assert_eq!(rules.outcome(&position), Outcome::Win(gridlaw::cell::Side::First));
/// ```
pub trait CandyRules: Notation<Move = Move, Setup = State> {
    /// Whether every square's state is 0.
    fn is_won(&self, position: &Self::Position) -> bool;

    /// Whether a swap is on the board and makes some template match, anywhere on the board (K2).
    fn can_swap(&self, position: &Self::Position, mv: Move) -> bool;

    /// Calls `visit` with every swap that [`can_swap`](Self::can_swap) allows, in ascending order,
    /// until `visit` breaks.
    ///
    /// # Errors
    /// The value with which `visit` breaks.
    fn visit_swaps<B>(&self, position: &Self::Position, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Makes a swap that [`can_swap`](Self::can_swap) allows, and settles. Returns the number of
    /// steps in which something fired.
    ///
    /// For any other swap the result is unspecified, and the call may panic.
    fn swap(&self, position: &mut Self::Position, mv: Move, observer: &mut impl Observer) -> u32;

    /// Runs one step of settling (K1): every template in its turn, then gravity. Returns whether
    /// anything fired. If nothing fired, the position is settled and unchanged.
    fn step(&self, position: &mut Self::Position, observer: &mut impl Observer) -> bool;

    /// Runs steps until nothing fires, or [`STEP_LIMIT`](super::STEP_LIMIT) of them have fired.
    /// Returns how many did.
    fn settle(&self, position: &mut Self::Position, observer: &mut impl Observer) -> u32;
}
