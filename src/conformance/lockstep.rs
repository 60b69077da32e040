//! Two engines of one game in lockstep.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::games::{AnyGame, Game, PairFunction};
use crate::playout::PLY_LIMIT;
use crate::rng::Generator;
use crate::rules::Notation;

/// The first difference between two engines, with the moves that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of answer that differs.
    pub what: &'static str,
    /// The moves from the start, as a record line.
    pub moves: String,
    /// The number of those moves.
    pub plies: usize,
    /// The answer of the first engine.
    pub fast: String,
    /// The answer of the second engine.
    pub naive: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} differ: {} (fast), {} (naive), ", self.what, self.fast, self.naive)?;
        super::write_after(&self.moves, f)
    }
}

impl core::error::Error for Difference {}

/// [`check_game`] for both engines of a game chosen at run time.
///
/// # Errors
/// The first difference.
pub fn check_any_game(game: &AnyGame, seed: u64, number: u64) -> Result<u64, Difference> {
    struct Check(u64, u64);

    impl PairFunction for Check {
        type Output = Result<u64, Difference>;

        fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Self::Output {
            check_game(fast, naive, self.0, self.1)
        }
    }
    game.call_both(Check(seed, number))
}

/// Plays random game number `game` of a run on both engines and compares moves, outcomes, turns and
/// positions before every move. Returns the number of positions compared.
///
/// # Errors
/// The first difference.
pub fn check_game<F, N>(fast: &F, naive: &N, seed: u64, number: u64) -> Result<u64, Difference>
where
    F: Notation,
    N: Notation<Move = F::Move>,
{
    let mut generator = Generator::for_game(seed, number);
    let (mut ours, mut theirs) = (fast.start(), naive.start());
    let mut played = Vec::new();
    for positions in 1.. {
        check_position(fast, &ours, naive, &theirs).map_err(|difference| Difference {
            moves: super::line(&played),
            plies: played.len(),
            ..difference
        })?;
        let moves = fast.moves(&ours);
        if moves.is_empty() || played.len() >= PLY_LIMIT as usize {
            return Ok(positions);
        }
        let mv = moves[generator.below(moves.len() as u64) as usize];
        fast.play_unchecked(&mut ours, mv);
        naive.play_unchecked(&mut theirs, mv);
        played.push(mv);
    }
    unreachable!("the loop has no end")
}

/// Compares two positions that should be equal: moves, outcome, turn, and both texts.
///
/// # Errors
/// The first difference. Its list of moves is empty: only the caller knows how the position arose.
pub fn check_position<F, N>(fast: &F, ours: &F::Position, naive: &N, theirs: &N::Position) -> Result<(), Difference>
where
    F: Notation,
    N: Notation<Move = F::Move>,
{
    let compare = |what, fast: String, naive: String| match fast == naive {
        true => Ok(()),
        false => Err(Difference { what, moves: String::new(), plies: 0, fast, naive }),
    };
    compare("positions", fast.setup_text(ours), naive.setup_text(theirs))?;
    compare("answers", fast.answer(ours), naive.answer(theirs))?;
    let outcome = |mark: char| mark.to_string();
    let (our_outcome, their_outcome) = (fast.outcome(ours), naive.outcome(theirs));
    compare("outcomes", outcome(fast.outcome_mark(our_outcome)), outcome(naive.outcome_mark(their_outcome)))?;
    if !our_outcome.is_over() {
        let turn = |side| alloc::format!("{side:?}");
        compare("turns", turn(fast.turn(ours)), turn(naive.turn(theirs)))?;
    }
    let (our_moves, their_moves) = (fast.moves(ours), naive.moves(theirs));
    if our_moves == their_moves { Ok(()) } else { compare("moves", super::line(&our_moves), super::line(&their_moves)) }
}
