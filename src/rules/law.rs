//! [`Rules`]: the interface of every game; [`Outcome`] and errors.

use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::cell::Side;
use crate::text::TextError;

/// Whether a game is over, and who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The game goes on.
    #[default]
    InProgress,
    /// The game is over and this side has won.
    Win(Side),
    /// The game is over and nobody has won: a draw, or, in a game for one person, stuck.
    Draw,
}

impl Outcome {
    /// Whether the game is over.
    #[inline(always)]
    #[must_use]
    pub fn is_over(self) -> bool {
        self != Outcome::InProgress
    }

    /// The side that has won; `None` for a draw and for a game in progress.
    #[inline(always)]
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::InProgress | Outcome::Draw => None,
        }
    }
}

impl Display for Outcome {
    /// `in progress`, `the first side wins`, `the second side wins` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::InProgress => "in progress",
            Outcome::Win(Side::First) => "the first side wins",
            Outcome::Win(Side::Second) => "the second side wins",
            Outcome::Draw => "draw",
        })
    }
}

/// Why [`Rules::play`] refuses a move. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError<M: Debug + Display> {
    /// The game is over: no move is legal any more.
    #[error("cannot play {mv}: the game is over ({outcome})")]
    Over {
        /// The move that was refused.
        mv: M,
        /// The outcome of the game.
        outcome: Outcome,
    },
    /// The move is not legal here.
    #[error("cannot play {mv}: it is not legal here")]
    Illegal {
        /// The move that was refused.
        mv: M,
    },
}

/// The law of one game with its parameters.
///
/// The five required methods define the game. The provided methods follow from them; an override
/// may be faster but must give the same results. [`conformance`](crate::conformance) checks an
/// implementation.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::rules::{Outcome, Rules};
///
/// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
/// let mut position = rules.start();
/// rules.play(&mut position, "|0".parse().unwrap()).unwrap();
/// assert_eq!(rules.count_moves(&position), 8);
/// assert_eq!(rules.outcome(&position), Outcome::InProgress);
/// ```
pub trait Rules: Send + Sync {
    /// A position: the board and the side to move, without history or generator.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move. Its order is the order of every list. Its text can be parsed without the rules.
    type Move: Copy + Ord + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// The side to move; unspecified once the game is over.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Whether the game is over, and who won.
    fn outcome(&self, position: &Self::Position) -> Outcome;

    /// Calls `visit` with every legal move, ascending, until it breaks. Returns the value with
    /// which it breaks. A game that is over has no moves.
    fn visit_moves<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Plays a move that [`visit_moves`](Self::visit_moves) visits in this position.
    ///
    /// With any other move the position is unspecified, or the call panics. It is never undefined
    /// behavior.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// The legal moves, ascending.
    #[must_use]
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        visit_all(self, position, &mut |mv| moves.push(mv));
        moves
    }

    /// The number of legal moves.
    #[inline]
    #[must_use]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        visit_all(self, position, &mut |_| count += 1);
        count
    }

    /// The number of sequences of exactly two moves: the sum of [`count_moves`](Self::count_moves)
    /// after each legal move. Perft spends its time here.
    #[inline]
    #[must_use]
    fn count_replies(&self, position: &Self::Position) -> u64 {
        sum_replies(self, position)
    }

    /// The legal move that `pick` chooses: it takes the number of legal moves, at least one, and
    /// returns an index below it. Once the game is over, returns `None` without a call of `pick`.
    ///
    /// ```
    /// # use gridlaw::games::breakdown::{Breakdown, Parameters};
    /// # use gridlaw::rules::Rules;
    /// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
    /// let last = rules.choose_move(&rules.start(), |count| count - 1).unwrap();
    /// assert_eq!(last.to_string(), "!");
    /// ```
    #[inline]
    fn choose_move(&self, position: &Self::Position, pick: impl FnOnce(u64) -> u64) -> Option<Self::Move> {
        let count = self.count_moves(position);
        if count == 0 {
            return None;
        }
        let mut left = pick(count);
        debug_assert!(left < count);
        let mut chosen = None;
        visit_some(self, position, &mut |mv| {
            if left == 0 {
                chosen = Some(mv);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        chosen
    }

    /// Whether a move is legal in this position.
    #[inline]
    #[must_use]
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut found = false;
        visit_some(self, position, &mut |legal| {
            found = legal == mv;
            if legal < mv { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`PlayError`], and the position is as it was, when the game is over or the move is not
    /// legal.
    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), PlayError<Self::Move>> {
        if self.is_legal(position, mv) {
            play_one(self, position, mv);
            return Ok(());
        }
        match outcome_of(self, position) {
            Outcome::InProgress => Err(PlayError::Illegal { mv }),
            outcome => Err(PlayError::Over { mv, outcome }),
        }
    }
}

// Each engine has one compiled body of the functions below, for callers that need them once a ply
// or less. Before, inlined copies of them were a third of a program.

/// [`Rules::visit_moves`] in one body.
#[inline(never)]
pub(crate) fn visit_some<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
) {
    let _ = rules.visit_moves(position, visit);
}

/// Calls `visit` with every legal move, ascending, through [`visit_some`].
pub(crate) fn visit_all<R: Rules + ?Sized>(rules: &R, position: &R::Position, visit: &mut dyn FnMut(R::Move)) {
    visit_some(rules, position, &mut |mv| {
        visit(mv);
        ControlFlow::Continue(())
    });
}

/// [`Rules::count_moves`] in one body.
#[inline(never)]
pub(crate) fn count_once<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> u64 {
    rules.count_moves(position)
}

/// [`Rules::choose_move`] in one body.
#[inline(never)]
pub(crate) fn choose_once<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    pick: &mut dyn FnMut(u64) -> u64,
) -> Option<R::Move> {
    rules.choose_move(position, pick)
}

/// [`Rules::outcome`] in one body.
#[inline(never)]
pub(crate) fn outcome_of<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> Outcome {
    rules.outcome(position)
}

/// [`Rules::is_legal`] in one body.
#[inline(never)]
pub(crate) fn allows<R: Rules + ?Sized>(rules: &R, position: &R::Position, mv: R::Move) -> bool {
    rules.is_legal(position, mv)
}

/// [`Rules::play_unchecked`] in one body.
#[inline(never)]
pub(crate) fn play_one<R: Rules + ?Sized>(rules: &R, position: &mut R::Position, mv: R::Move) {
    rules.play_unchecked(position, mv);
}

/// The provided [`Rules::count_replies`], which plays every move, for games that override it on
/// some boards only.
pub(crate) fn sum_replies<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> u64 {
    let mut count = 0;
    visit_all(rules, position, &mut |mv| {
        let mut next = position.clone();
        play_one(rules, &mut next, mv);
        count += count_once(rules, &next);
    });
    count
}

/// The symmetries of a game: rotations and mirror images of the board that keep the rules.
///
/// For every symmetry, outcomes are the same, legal moves map to legal moves, and mapping commutes
/// with playing. A game without symmetries keeps the defaults.
pub trait Symmetry: Rules {
    /// The number of symmetries, including the identity, which is number 0.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under symmetry number `symmetry`.
    #[must_use]
    fn map_position(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0);
        position.clone()
    }

    /// The image of a move under symmetry number `symmetry`. The move must be one of some position
    /// of the game; for another one the result is unspecified, or this panics.
    #[must_use]
    fn map_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        mv
    }
}
