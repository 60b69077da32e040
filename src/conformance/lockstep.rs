//! Two engines of one game in lockstep.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::games::{AnyGame, Game, PairFunction};
use crate::playout::PLY_LIMIT;
use crate::rng::Generator;
use crate::rules::{Notation, PlayError};

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

/// Plays random game number `game` of a run on both engines, and compares positions, answers,
/// outcomes, turns, moves, counts and refusals before every move. Returns the number of positions
/// compared.
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
    let mut played: Vec<F::Move> = Vec::new();
    for positions in 1.. {
        // The first moves and the last are often legal no more.
        let strangers = played.iter().take(2).chain(played.iter().rev().take(2));
        check_position(fast, &ours, naive, &theirs)
            .and_then(|()| strangers.copied().try_for_each(|mv| check_refusal(fast, &ours, naive, &theirs, mv)))
            .map_err(|difference| Difference { moves: super::line(&played), plies: played.len(), ..difference })?;
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

/// Compares two positions that should be equal: both texts, outcome, turn, moves and their count.
///
/// # Errors
/// The first difference. Its list of moves is empty: only the caller knows how the position arose.
pub fn check_position<F, N>(fast: &F, ours: &F::Position, naive: &N, theirs: &N::Position) -> Result<(), Difference>
where
    F: Notation,
    N: Notation<Move = F::Move>,
{
    compare("positions", fast.setup_text(ours), naive.setup_text(theirs))?;
    compare("answers", fast.answer(ours), naive.answer(theirs))?;
    let outcome = |mark: char| mark.to_string();
    let (our_outcome, their_outcome) = (fast.outcome(ours), naive.outcome(theirs));
    compare("outcomes", outcome(fast.outcome_mark(our_outcome)), outcome(naive.outcome_mark(their_outcome)))?;
    if !our_outcome.is_over() {
        let turn = |side| format!("{side:?}");
        compare("turns", turn(fast.turn(ours)), turn(naive.turn(theirs)))?;
    }
    let (our_moves, their_moves) = (fast.moves(ours), naive.moves(theirs));
    if our_moves != their_moves {
        compare("moves", super::line(&our_moves), super::line(&their_moves))?;
    }
    compare("counts", fast.count_moves(ours).to_string(), naive.count_moves(theirs).to_string())
}

/// Compares the answers of both engines about a move that may not be legal.
fn check_refusal<F, N>(
    fast: &F,
    ours: &F::Position,
    naive: &N,
    theirs: &N::Position,
    mv: F::Move,
) -> Result<(), Difference>
where
    F: Notation,
    N: Notation<Move = F::Move>,
{
    let told = |refusal: Result<(), PlayError<F::Move>>, accepted| {
        let said = refusal.map_or_else(|refusal| refusal.to_string(), |()| format!("{mv} is legal"));
        format!("{said}{}", if accepted { ", a record may hold it" } else { "" })
    };
    let ours = told(fast.play(&mut ours.clone(), mv), fast.accepts(ours, mv));
    compare("refusals", ours, told(naive.play(&mut theirs.clone(), mv), naive.accepts(theirs, mv)))
}

fn compare(what: &'static str, fast: String, naive: String) -> Result<(), Difference> {
    match fast == naive {
        true => Ok(()),
        false => Err(Difference { what, moves: String::new(), plies: 0, fast, naive }),
    }
}
