//! Two engines of one game in lockstep.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};

use crate::cell::Side;
use crate::games::{AnyGame, Game, PairFunction};
use crate::playout::PLY_LIMIT;
use crate::rng::Generator;
use crate::rules::{Notation, Outcome, PlayError, count_once, outcome_of, play_one};

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
    let (ours, theirs) = (Cow::Owned(fast.start()), Cow::Owned(naive.start()));
    check_hands(&mut InHand { game: fast, position: ours }, &mut InHand { game: naive, position: theirs }, seed, number)
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
    let (ours, theirs) = (Cow::Borrowed(ours), Cow::Borrowed(theirs));
    check_hand(&InHand { game: fast, position: ours }, &InHand { game: naive, position: theirs })
}

/// A position of an engine, behind a pointer: the comparisons are compiled once for every type of
/// move.
trait Hand<M: Debug + Display> {
    fn texts(&self) -> [String; 2];
    fn outcome(&self) -> (Outcome, char);
    fn turn(&self) -> Side;
    fn moves(&self) -> Vec<M>;
    fn count_moves(&self) -> u64;
    /// The engine's answer to a move that may not be legal, and whether a record may hold it.
    fn refusal(&self, mv: M) -> (Result<(), PlayError<M>>, bool);
    fn play(&mut self, mv: M);
}

struct InHand<'a, G: Notation> {
    game: &'a G,
    position: Cow<'a, G::Position>,
}

impl<G: Notation> Hand<G::Move> for InHand<'_, G> {
    fn texts(&self) -> [String; 2] {
        [self.game.setup_text(&self.position), self.game.answer(&self.position)]
    }

    fn outcome(&self) -> (Outcome, char) {
        let outcome = outcome_of(self.game, &self.position);
        (outcome, self.game.outcome_mark(outcome))
    }

    fn turn(&self) -> Side {
        self.game.turn(&self.position)
    }

    fn moves(&self) -> Vec<G::Move> {
        self.game.moves(&self.position)
    }

    fn count_moves(&self) -> u64 {
        count_once(self.game, &self.position)
    }

    fn refusal(&self, mv: G::Move) -> (Result<(), PlayError<G::Move>>, bool) {
        let mut position = G::Position::clone(&self.position);
        (self.game.play(&mut position, mv), self.game.accepts(&self.position, mv))
    }

    fn play(&mut self, mv: G::Move) {
        play_one(self.game, self.position.to_mut(), mv);
    }
}

/// [`check_game`] from the start of a game.
fn check_hands<M: Copy + PartialEq + Debug + Display>(
    fast: &mut dyn Hand<M>,
    naive: &mut dyn Hand<M>,
    seed: u64,
    number: u64,
) -> Result<u64, Difference> {
    let mut generator = Generator::for_game(seed, number);
    let mut played: Vec<M> = Vec::new();
    for positions in 1.. {
        // The first moves and the last are often legal no more.
        let mut strangers = played.iter().take(2).chain(played.iter().rev().take(2));
        check_hand(fast, naive)
            .and_then(|()| strangers.try_for_each(|&mv| check_refusal(fast, naive, mv)))
            .map_err(|difference| Difference { moves: super::line(&played), plies: played.len(), ..difference })?;
        let moves = fast.moves();
        if moves.is_empty() || played.len() >= PLY_LIMIT as usize {
            return Ok(positions);
        }
        let mv = *generator.pick(&moves);
        fast.play(mv);
        naive.play(mv);
        played.push(mv);
    }
    unreachable!("the loop has no end")
}

/// [`check_position`].
fn check_hand<M: PartialEq + Debug + Display>(fast: &dyn Hand<M>, naive: &dyn Hand<M>) -> Result<(), Difference> {
    let ([our_setup, our_answer], [their_setup, their_answer]) = (fast.texts(), naive.texts());
    compare("positions", our_setup, their_setup)?;
    compare("answers", our_answer, their_answer)?;
    let ((our_outcome, our_mark), (_, their_mark)) = (fast.outcome(), naive.outcome());
    compare("outcomes", our_mark.to_string(), their_mark.to_string())?;
    if !our_outcome.is_over() {
        let turn = |side| format!("{side:?}");
        compare("turns", turn(fast.turn()), turn(naive.turn()))?;
    }
    let (our_moves, their_moves) = (fast.moves(), naive.moves());
    if our_moves != their_moves {
        compare("moves", super::line(&our_moves), super::line(&their_moves))?;
    }
    compare("counts", fast.count_moves().to_string(), naive.count_moves().to_string())
}

/// Compares the answers of both engines about a move that may not be legal.
fn check_refusal<M: Copy + Debug + Display>(fast: &dyn Hand<M>, naive: &dyn Hand<M>, mv: M) -> Result<(), Difference> {
    let told = |(refusal, accepted): (Result<(), PlayError<M>>, bool)| {
        let said = refusal.map_or_else(|refusal| refusal.to_string(), |()| format!("{mv} is legal"));
        format!("{said}{}", if accepted { ", a record may hold it" } else { "" })
    };
    compare("refusals", told(fast.refusal(mv)), told(naive.refusal(mv)))
}

fn compare(what: &'static str, fast: String, naive: String) -> Result<(), Difference> {
    match fast == naive {
        true => Ok(()),
        false => Err(Difference { what, moves: String::new(), plies: 0, fast, naive }),
    }
}
