//! The automatic player (ruling J10): alpha-beta on the fast engine.
//!
//! It chooses in three steps.
//!
//! 1. **Win.** A move that forces a win within [`HORIZON`] plies, the fewest that do.
//! 2. **Prefer.** Otherwise the moves are ordered by a search for spots; the seed decides between equals.
//! 3. **Hold.** The first move in that order that leaves the opponent without a forced win within [`HORIZON`] plies.
//!    If there is none, the first of those after which it takes longest.
//!
//! Steps 1 and 3 search for two values only, won and not won, and are exact: every move of either side is looked at. That
//! is cheap, because a side that is to be stopped needs only one reply, mostly the one that stopped the move before, and
//! because the last ply is one cascade ([`Jump61::winning_move`]). A table of positions made it no faster, and
//! trying the replies in the order of how often they had stopped something took ten times as long.
//!
//! No clock is asked, so that a seed gives the same moves everywhere. What bounds the time is the number of
//! positions: [`LIMIT`] for each of the exact steps, several times what the hardest positions seen on 10×10 need, and
//! a hundred times what those on 6×6 do.

use core::ops::ControlFlow;

use super::fast::{Jump61, Plane, Position};
use super::{Board, Move};
use crate::rng::Generator;
use crate::rules::{Outcome, Rules};

/// Plies within which a forced win is found: four moves of one side and the three replies between them. With a
/// move before it, these are the eight plies within which a loss is avoided.
pub const HORIZON: u32 = 7;

/// Positions that each of the exact steps may look at; beyond them a move counts as what it seems to be so far.
pub const LIMIT: u64 = 20_000_000;

/// Positions that the search for spots looks at before it is content with its order.
const PREFERENCE_LIMIT: u64 = 1_000_000;

/// The deepest search for spots; only small boards get there.
const PREFERENCE_DEPTH: u32 = 16;

/// The value of a won position, greater than any lead in spots.
const WON: i32 = 10_000;

/// The automatic player.
///
/// ```
/// use gridlaw::games::jump61::player::Player;
/// use gridlaw::games::jump61::{Board, Parameters};
///
/// let board = Board::new(Parameters::new(6).unwrap());
/// let mv = Player::new(61).choose(&board).unwrap();
/// assert_eq!(Player::new(61).choose(&board), Some(mv));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    generator: Generator,
    limit: u64,
}

impl Player {
    /// A player whose choices between equal moves follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Player {
        Player::with_limit(seed, LIMIT)
    }

    /// A hastier player, or a more patient one: `limit` positions for each step instead of [`LIMIT`]. With fewer it need not
    /// see what ruling J10 asks of it.
    #[must_use]
    pub const fn with_limit(seed: u64, limit: u64) -> Player {
        Player { generator: Generator::for_game(seed, 0), limit }
    }

    /// The move to play; `None` when the game is over, or the board none of this game's.
    ///
    /// Takes some hundredths of a second on 6×6, and some tenths on 10×10.
    #[must_use]
    pub fn choose(&mut self, board: &Board) -> Option<Move> {
        match Jump61::<u64>::new(board.parameters()) {
            Some(rules) => self.choose_by(&rules, board),
            None => self.choose_by(&Jump61::<u128>::new(board.parameters())?, board),
        }
    }

    fn choose_by<P: Plane>(&mut self, rules: &Jump61<P>, board: &Board) -> Option<Move> {
        let position = rules.position(board).ok()?;
        let mut moves = rules.moves(&position);
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.generator.below(last as u64 + 1) as usize);
        }
        let mut search = Search { rules, limit: self.limit, left: 0, stoppers: [None; HORIZON as usize] };
        if let Some(mv) = search.winning(&position, &moves) {
            return Some(mv);
        }
        search.prefer(&position, &mut moves);
        search.holding(&position, &moves)
    }
}

/// A search on the way.
struct Search<'r, P> {
    rules: &'r Jump61<P>,
    /// Positions that each step may look at.
    limit: u64,
    /// Positions that may still be looked at.
    left: u64,
    /// The reply that stopped a win last, for each number of plies that were left.
    stoppers: [Option<Move>; HORIZON as usize],
}

/// More positions were to be looked at than the limit allows.
struct Exhausted;

impl<P: Plane> Search<'_, P> {
    /// A move that forces a win, in the fewest plies.
    fn winning(&mut self, position: &Position<P>, moves: &[Move]) -> Option<Move> {
        self.left = self.limit;
        for plies in (1..=HORIZON).step_by(2) {
            for &mv in moves {
                match self.wins_by(position, mv, plies) {
                    Ok(false) => {}
                    Ok(true) => return Some(mv),
                    Err(Exhausted) => return None,
                }
            }
        }
        None
    }

    /// Sorts the moves by how far each leaves its side ahead in spots, the best first, as deep as the limit allows.
    fn prefer(&mut self, position: &Position<P>, moves: &mut [Move]) {
        self.left = self.limit.min(PREFERENCE_LIMIT);
        let mut valued: Vec<(i32, Move)> = Vec::with_capacity(moves.len());
        for depth in 0..PREFERENCE_DEPTH {
            valued.clear();
            let mut best = -WON - 1;
            for &mv in &*moves {
                // A move that is no better than the best so far may get the value of the best, and stays behind it.
                let Ok(value) = self.lead(&self.after(position, mv), depth, -WON - 1, -best) else { return };
                best = best.max(-value);
                valued.push((value, mv));
            }
            valued.sort_by_key(|&(value, _)| value);
            moves.iter_mut().zip(&valued).for_each(|(mv, valued)| *mv = valued.1);
        }
    }

    /// The first move that leaves the opponent without a forced win, or else the first of those that hold out longest.
    fn holding(&mut self, position: &Position<P>, moves: &[Move]) -> Option<Move> {
        self.left = self.limit;
        let mut longest = (0, None);
        for &mv in moves {
            let after = self.after(position, mv);
            let lost_in = (1..=HORIZON).step_by(2).find_map(|plies| match self.wins(&after, plies) {
                Ok(false) => None,
                Ok(true) => Some(Ok(plies)),
                Err(Exhausted) => Some(Err(Exhausted)),
            });
            match lost_in {
                Some(Ok(plies)) if plies > longest.0 => longest = (plies, Some(mv)),
                Some(Ok(_)) => {}
                None | Some(Err(Exhausted)) => return Some(mv),
            }
        }
        longest.1
    }

    /// Whether the side to move can force a win within so many plies, an odd number.
    fn wins(&mut self, position: &Position<P>, plies: u32) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if self.rules.winning_move(position).is_some() {
            return Ok(true);
        }
        if plies == 1 {
            return Ok(false);
        }
        self.any(position, |search, mv| search.wins_by(position, mv, plies)).map(|mv| mv.is_some())
    }

    /// Whether a move is the first of a forced win within so many plies.
    fn wins_by(&mut self, position: &Position<P>, mv: Move, plies: u32) -> Result<bool, Exhausted> {
        let after = self.after(position, mv);
        Ok(self.rules.outcome(&after).is_over() || plies > 1 && !self.stops(&after, plies - 1)?)
    }

    /// Whether the side to move can keep the other from winning within so many plies, an even number.
    fn stops(&mut self, position: &Position<P>, plies: u32) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if self.rules.winning_move(position).is_some() {
            return Ok(true);
        }
        let stops_by = |search: &mut Self, mv| Ok(!search.wins(&search.after(position, mv), plies - 1)?);
        let last = self.stoppers[plies as usize].filter(|&mv| self.rules.is_legal(position, mv));
        if let Some(mv) = last
            && stops_by(self, mv)?
        {
            return Ok(true);
        }
        let stopper = self.any(position, |search, mv| Ok(last != Some(mv) && stops_by(search, mv)?))?;
        self.stoppers[plies as usize] = stopper.or(last);
        Ok(stopper.is_some())
    }

    /// The first move that does what is asked for; those that make squares jump are asked first.
    fn any(
        &mut self,
        position: &Position<P>,
        mut does: impl FnMut(&mut Self, Move) -> Result<bool, Exhausted>,
    ) -> Result<Option<Move>, Exhausted> {
        let rules = self.rules;
        let found = rules.visit_jumps_first(position, |mv| match does(self, mv) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(Ok(mv)),
            Err(exhausted) => ControlFlow::Break(Err(exhausted)),
        });
        found.break_value().transpose()
    }

    /// How far the side to move is ahead in spots after so many plies of best play, as far as it is between `alpha` and
    /// `beta`; beyond them, a bound of it.
    fn lead(&mut self, position: &Position<P>, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if self.rules.outcome(position) != Outcome::InProgress {
            return Ok(-WON);
        }
        if depth == 0 {
            return Ok(self.rules.lead(position));
        }
        self.any(position, |search, mv| {
            let value = -search.lead(&search.after(position, mv), depth - 1, -beta, -alpha)?;
            alpha = alpha.max(value);
            Ok(alpha >= beta)
        })?;
        Ok(alpha)
    }

    fn after(&self, position: &Position<P>, mv: Move) -> Position<P> {
        let mut after = *position;
        self.rules.play_unchecked(&mut after, mv);
        after
    }
}
