//! The automatic player (ruling J10): alpha-beta on the fast engine.
//!
//! It chooses in three steps:
//!
//! 1. **Win.** It plays a move that forces a win within [`HORIZON`] plies, in the fewest plies.
//! 2. **Prefer.** Otherwise it orders the moves by a search for spots. The seed decides between
//!    equals.
//! 3. **Hold.** It plays the first move in that order that leaves the opponent without a forced win
//!    within [`HORIZON`] plies. If there is none, it plays the first of those that postpone the
//!    loss longest.
//!
//! Steps 1 and 3 use null-window searches (won within a number of plies, or not) and are exact:
//! they consider every move of either side. This is cheap for two reasons. One reply stops a side,
//! usually the one that stopped the move before. And the last ply is one cascade
//! ([`Jump61::winning_move`]).
//!
//! No clock is involved, so a seed gives the same moves everywhere. The number of positions bounds
//! the time: [`LIMIT`] for each of the exact steps. The hardest positions seen on 10×10 need a
//! fraction of that, those on 6×6 a hundredth.

use super::fast::{Jump61, Position, SquareGrid};
use super::{Board, Move, Setup};
use crate::rng::Generator;
use crate::rules::{Notation, Rules};
use crate::search::{Halt, Options, Reach, Root, Score, Searcher, Window, watch_nothing};

/// The plies within which the player finds a forced win: four moves of one side and the three
/// replies between them. With a move before it, these are the eight plies within which it avoids a
/// loss.
pub const HORIZON: u32 = PLIES as u32;

const PLIES: u16 = 7;

/// The positions that each of the exact steps may visit. At the limit the step ends with the
/// results that it has.
pub const LIMIT: u64 = 20_000_000;

/// The positions that the search for spots may visit before it keeps the order that it has.
const PREFERENCE_LIMIT: u64 = 1_000_000;

/// The deepest search for spots. Only small boards reach it.
const PREFERENCE_DEPTH: u8 = 16;

/// The size of the transposition table in MiB.
const TABLE: usize = 4;

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

    /// A faster or slower player: `limit` positions for each step instead of [`LIMIT`]. With a
    /// smaller limit it need not meet ruling J10.
    #[must_use]
    pub const fn with_limit(seed: u64, limit: u64) -> Player {
        Player { generator: Generator::for_game(seed, 0), limit }
    }

    /// Returns the move to play, or `None` if the game is over or the board is not a position of
    /// this game.
    ///
    /// Takes some hundredths of a second on 6×6, and some tenths on 10×10.
    #[must_use]
    pub fn choose(&mut self, board: &Board) -> Option<Move> {
        match Jump61::<u64>::new(board.parameters()) {
            Some(rules) => self.choose_by(&rules, board),
            None => self.choose_by(&Jump61::<u128>::new(board.parameters())?, board),
        }
    }

    fn choose_by<P: SquareGrid>(&mut self, rules: &Jump61<P>, board: &Board) -> Option<Move> {
        let position = rules.position(&Setup(board.clone())).ok()?;
        let mut moves = rules.moves(&position);
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.generator.below(last as u64 + 1) as usize);
        }
        let after = |mv: Move| {
            let mut after = position;
            rules.play_unchecked(&mut after, mv);
            (mv, Root { node: after, passed: false })
        };
        let mut moves: Vec<Candidate<P>> = moves.into_iter().map(after).collect();
        let options = Options { table: TABLE, symmetry: false, threads: 1 };
        let Ok(searcher) = Searcher::new(*rules, options) else {
            // Without memory for a table any move will do.
            return moves.first().map(|&(mv, _)| mv);
        };
        let mut search = Search { searcher, limit: self.limit, until: 0 };
        if let Some(mv) = search.winning(&moves) {
            return Some(mv);
        }
        search.prefer(&mut moves);
        search.holding(&moves)
    }
}

/// A move, and the position after it.
type Candidate<P> = (Move, Root<Position<P>>);

/// A search in progress.
struct Search<P: SquareGrid> {
    searcher: Searcher<Jump61<P>>,
    /// The positions that each step may visit.
    limit: u64,
    /// The node count at which this step ends.
    until: u64,
}

impl<P: SquareGrid> Search<P> {
    fn begin(&mut self, limit: u64) {
        self.until = self.searcher.nodes().saturating_add(limit);
    }

    fn left(&self) -> u64 {
        self.until.saturating_sub(self.searcher.nodes())
    }

    /// Returns a move that forces a win, in the fewest plies.
    fn winning(&mut self, moves: &[Candidate<P>]) -> Option<Move> {
        self.begin(self.limit);
        for plies in (1..=PLIES).step_by(2) {
            for (mv, after) in moves {
                match self.searcher.loses_within(after, plies - 1, self.left()) {
                    Ok(false) => {}
                    Ok(true) => return Some(*mv),
                    Err(_) => return None,
                }
            }
        }
        None
    }

    /// Sorts the moves by the lead in spots that each gives its side, best first, with a search as
    /// deep as the limit allows.
    fn prefer(&mut self, moves: &mut [Candidate<P>]) {
        self.begin(self.limit.min(PREFERENCE_LIMIT));
        let mut valued: Vec<(Score, Candidate<P>)> = Vec::with_capacity(moves.len());
        for depth in 0..PREFERENCE_DEPTH {
            valued.clear();
            let mut best = Score::of(crate::search::Value::Win(0));
            for &candidate in &*moves {
                // The search may return the best value so far for a move that is worse. Such a tie
                // keeps the earlier move.
                let (window, reach) = (Window::less_than(best), Reach::Plies(depth));
                let found = self.searcher.search(&candidate.1, window, reach, self.left(), &mut watch_nothing);
                let Ok(found) = found else { return };
                best = best.min(found.score);
                valued.push((found.score.max(best), candidate));
            }
            valued.sort_by_key(|&(score, _)| score);
            moves.iter_mut().zip(&valued).for_each(|(mv, valued)| *mv = valued.1);
        }
    }

    /// Returns the first move that leaves the opponent without a forced win, or else the first of
    /// those that hold out longest.
    fn holding(&mut self, moves: &[Candidate<P>]) -> Option<Move> {
        self.begin(self.limit);
        let mut longest = (0, None);
        for (mv, after) in moves {
            let lost_in =
                (1..=PLIES).step_by(2).find_map(|plies| match self.searcher.wins_within(after, plies, self.left()) {
                    Ok(false) => None,
                    Ok(true) => Some(Ok(plies)),
                    Err(halt) => Some(Err::<_, Halt>(halt)),
                });
            match lost_in {
                Some(Ok(plies)) if plies > longest.0 => longest = (plies, Some(*mv)),
                Some(Ok(_)) => {}
                None | Some(Err(_)) => return Some(*mv),
            }
        }
        longest.1
    }
}
