//! Random games in the lanes of a vector: one scheduler for all games.
//!
//! A game in lanes is a structure of arrays, and a ply is a loop over the lanes without branches,
//! which the compiler turns into vector code. The scheduler holds what all such games need:
//! [`Deal`] knows which lane plays which game of a run, draws from the generator of that game, and
//! gives a lane the next game when its own is over.
//!
//! ```text
//!            lane 0   lane 1   lane 2            lane N-1
//!   at first game 0   game 1   game 2     …      game N-1
//!   then     game N   game N+1 game N+2   …      game 2N-1      as soon as the lane's game is over
//! ```
//!
//! Lanes run in lockstep, so a rare step costs the same for one lane as for all of them. A lane
//! that needs one *waits*: it makes no move and draws no number until the step runs for all lanes
//! at once. Each game decides how long that is: see its `lanes`.
//!
//! Every lane has the generator of its game and draws what the single-board player draws, so the
//! games are the same, move by move.
//!
//! Tried and dropped: dealing the next number to any free lane. The scatter costs more than the few
//! lanes that idle at the end.

use core::ops::Range;

use crate::playout::Totals;
use crate::rng;

/// One value in every lane, aligned to the widest vector.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes<T, const N: usize>(pub(crate) [T; N]);

/// All ones for true: a condition as a mask for words.
#[inline(always)]
pub(crate) const fn all_ones(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}

/// Copies the first elements of a slice into lanes, as many as both have.
#[inline(always)]
pub(crate) fn take<T: Copy, const N: usize>(from: &[T], to: &mut [T; N]) {
    match from.first_chunk() {
        Some(chunk) => *to = *chunk,
        None => to[..from.len()].copy_from_slice(from),
    }
}

/// Copies lanes back to where they came from.
#[inline(always)]
pub(crate) fn put<T: Copy, const N: usize>(from: &[T; N], to: &mut [T]) {
    match to.first_chunk_mut() {
        Some(chunk) => *chunk = *from,
        None => to.copy_from_slice(&from[..to.len()]),
    }
}

/// The end of a game. If no field is set, the game was left unfinished.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) first_won: bool,
    pub(crate) second_won: bool,
    pub(crate) drawn: bool,
}

/// The random games of a run, dealt to `N` lanes.
pub(crate) struct Deal<const N: usize> {
    games: Range<u64>,
    /// The number of each lane's game. From `games.end` on the lane idles, and its plies do not
    /// count.
    game: Lanes<u64, N>,
    salt: Lanes<u64, N>,
    /// The two words of the generator of each lane's game.
    s0: Lanes<u32, N>,
    s1: Lanes<u32, N>,
    /// The plies of each lane's game so far.
    pub(crate) plies: Lanes<u64, N>,
    all_plies: Lanes<u64, N>,
    first_wins: Lanes<u64, N>,
    second_wins: Lanes<u64, N>,
    draws: Lanes<u64, N>,
    unfinished: Lanes<u64, N>,
}

impl<const N: usize> Deal<N> {
    /// Deals the first `N` of the games with these numbers.
    #[inline(always)]
    pub(crate) fn new(seed: u64, games: Range<u64>) -> Deal<N> {
        let zero = Lanes([0; N]);
        let mut deal = Deal {
            game: zero,
            salt: zero,
            s0: Lanes([0; N]),
            s1: Lanes([0; N]),
            plies: zero,
            all_plies: zero,
            first_wins: zero,
            second_wins: zero,
            draws: zero,
            unfinished: zero,
            games,
        };
        for lane in 0..N {
            deal.game.0[lane] = deal.games.start + lane as u64;
            deal.salt.0[lane] = rng::salt(seed, deal.game.0[lane]);
            [deal.s0.0[lane], deal.s1.0[lane]] = rng::first_state(deal.salt.0[lane]);
        }
        deal
    }

    /// Whether any lane still has a game of the run.
    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        self.game.0.iter().fold(false, |busy, &game| busy | (game < self.games.end))
    }

    /// The number of a lane's game, if it is one of the run.
    #[inline(always)]
    pub(crate) fn number(&self, lane: usize) -> Option<u64> {
        Some(self.game.0[lane]).filter(|&game| game < self.games.end)
    }

    /// 32 bits from the generator of a lane's game. If the lane waits, they are unspecified and the
    /// generator does not advance.
    #[inline(always)]
    pub(crate) fn draw(&mut self, lane: usize, waits: bool) -> u32 {
        let (bits, [s0, s1]) = rng::step([self.s0.0[lane], self.s1.0[lane]]);
        self.s0.0[lane] = if waits { self.s0.0[lane] } else { s0 };
        self.s1.0[lane] = if waits { self.s1.0[lane] } else { s1 };
        bits
    }

    /// If `over` is all ones, counts the lane's game and deals the lane its next one; if it is 0,
    /// does nothing.
    #[inline(always)]
    pub(crate) fn finish(&mut self, lane: usize, over: u64, ending: Ending) {
        let counts = over & all_ones(self.game.0[lane] < self.games.end);
        let Ending { first_won, second_won, drawn } = ending;
        self.all_plies.0[lane] += self.plies.0[lane] & counts;
        self.first_wins.0[lane] += u64::from(first_won) & counts;
        self.second_wins.0[lane] += u64::from(second_won) & counts;
        self.draws.0[lane] += u64::from(drawn) & counts;
        self.unfinished.0[lane] += u64::from(!(first_won | second_won | drawn)) & counts;

        self.game.0[lane] += N as u64 & over;
        self.salt.0[lane] = self.salt.0[lane].wrapping_add(rng::NEXT_GAME.wrapping_mul(N as u64) & over);
        let [s0, s1] = rng::first_state(self.salt.0[lane]);
        self.s0.0[lane] = if over != 0 { s0 } else { self.s0.0[lane] };
        self.s1.0[lane] = if over != 0 { s1 } else { self.s1.0[lane] };
        self.plies.0[lane] &= !over;
    }

    /// All games that were counted.
    pub(crate) fn totals(&self) -> Totals {
        let sum = |lanes: &Lanes<u64, N>| lanes.0.iter().sum();
        Totals {
            games: self.games.end.saturating_sub(self.games.start),
            plies: sum(&self.all_plies),
            wins: [sum(&self.first_wins), sum(&self.second_wins)],
            draws: sum(&self.draws),
            unfinished: sum(&self.unfinished),
        }
    }
}
