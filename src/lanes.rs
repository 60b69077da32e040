//! Random games in the lanes of a vector: one scheduler for all games.
//!
//! A game in lanes is a structure of arrays, and a ply is a few loops over the lanes without
//! branches, which the compiler turns into vector code. The scheduler holds what all such games
//! need: [`Deal`] knows which lane plays which game of a run, draws from the generator of that
//! game, and gives a lane the next game when its own is over.
//!
//! ```text
//!            lane 0   lane 1   lane 2            lane N-1
//!   at first game 0   game 1   game 2     …      game N-1
//!   then     the lane whose game is over first takes game N, the next one game N+1, …
//! ```
//!
//! Lanes run in lockstep, so a rare step costs the same for one lane as for all of them. A lane
//! that needs one *waits*: it makes no move and draws no number until the rare steps come, once in
//! a few plies. What few lanes do then, as to begin a new game, is done in words for [`Each`] of
//! them. Each game decides how long lanes wait: see its `lanes`.
//!
//! Each of these loops runs over all lanes: first what a move does, then what follows from it, then
//! what is a byte a game. In one loop every lane is one long chain in which each instruction waits
//! for the one before; of short chains a processor sees several at once. Random games and steps
//! take 0.78 to 1 of the time of one loop (docs/performance.md), although what one loop finds goes
//! to the next through memory.
//!
//! A condition adds to a lane's word, as in `over |= u64::from(ends)`, and sides change places by
//! `swap = if plays { mine ^ theirs } else { 0 }`. A choice between a new word and that which is
//! there, or all ones for true, becomes a masked store with AVX2, which is slow on processors of
//! AMD: records of Connect4 took 1.3 of the time on a Zen 3.
//!
//! Every lane has the generator of its game and draws what the single-board player draws, so the
//! games are the same, move by move.
//!
//! Tried and dropped: games that end and begin in vectors, with every count in lanes (Breakdown
//! 0.9 of the speed, Candy 0.89, Connect4 and Fitz 0.93 to 1, Fitz without vectors 0.74; Jump61,
//! whose boards stay in registers, 1.04 with AVX-512).

use core::ops::Range;

use crate::cell::Side;
use crate::playout::{Playout, Totals};
use crate::rng::{self, Generator};
use crate::rules::Outcome;

/// One value in every lane, aligned to the widest vector.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes<T, const N: usize>(pub(crate) [T; N]);

/// Values of several words, one a lane.
pub(crate) type LaneWords<const WORDS: usize, const N: usize> = [Lanes<u64, N>; WORDS];

/// The words of one lane.
#[inline(always)]
pub(crate) fn get<const WORDS: usize, const N: usize>(values: &LaneWords<WORDS, N>, lane: usize) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for word in 0..WORDS {
        words[word] = values[word].0[lane];
    }
    words
}

/// Sets the words of one lane.
#[inline(always)]
pub(crate) fn set<const WORDS: usize, const N: usize>(
    values: &mut LaneWords<WORDS, N>,
    lane: usize,
    words: [u64; WORDS],
) {
    for word in 0..WORDS {
        values[word].0[lane] = words[word];
    }
}

/// All ones for true: a condition as a mask for words.
#[inline(always)]
pub(crate) const fn all_ones(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}

/// The end of a game. If no field is set, the game was left unfinished; at most one is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) first_won: bool,
    pub(crate) second_won: bool,
    pub(crate) drawn: bool,
}

impl Ending {
    /// A number from 0 to 3, computed without a branch that would be mispredicted.
    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.first_won) + 2 * usize::from(self.second_won) + 3 * usize::from(self.drawn)
    }
}

/// The lanes for which a condition holds: bit *n* for lane *n*, of at most 64.
#[inline(always)]
pub(crate) fn lanes_where<const N: usize>(condition: impl Fn(usize) -> bool) -> u64 {
    const { assert!(N <= 64) };
    let mut bits = 0;
    for lane in 0..N {
        bits |= u64::from(condition(lane)) << lane;
    }
    bits
}

/// The lanes of [`lanes_where`], one after the other. What few lanes do costs less in words than
/// what all do in vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each(pub(crate) u64);

impl Iterator for Each {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lane < 64).then_some(lane)
    }
}

/// The random games of a run, dealt to `N` lanes.
pub(crate) struct Deal<const N: usize> {
    seed: u64,
    /// The games that no lane has played or plays, and the [`salt`](rng::salt) of the first.
    games: Range<u64>,
    salt: u64,
    /// The number of lanes that play a game of the run.
    busy: usize,
    /// The number of each lane's game. At `games.end` the lane idles, and its plies do not count.
    game: Lanes<u64, N>,
    /// The two words of the generator of each lane's game.
    s0: Lanes<u32, N>,
    s1: Lanes<u32, N>,
    /// The plies of each lane's game so far.
    pub(crate) plies: Lanes<u32, N>,
    all_plies: u64,
    /// How many games ended in which way, by [`Ending::index`].
    endings: [u64; 4],
}

impl<const N: usize> Deal<N> {
    /// Deals the first `N` of the games with these numbers.
    #[inline(always)]
    pub(crate) fn new(seed: u64, games: Range<u64>) -> Deal<N> {
        let zero = Lanes([0; N]);
        let end = Lanes([games.end; N]);
        let salt = rng::salt(seed, games.start);
        let mut deal = Deal {
            seed,
            games,
            salt,
            busy: 0,
            game: end,
            s0: zero,
            s1: zero,
            plies: zero,
            all_plies: 0,
            endings: [0; 4],
        };
        (0..N).for_each(|lane| deal.begin(lane));
        deal
    }

    /// Whether any lane still has a game of the run.
    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        self.busy > 0
    }

    /// The number of a lane's game, if it is one of the run.
    #[inline(always)]
    pub(crate) fn number(&self, lane: usize) -> Option<u64> {
        Some(self.game.0[lane]).filter(|&game| game != self.games.end)
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

    /// Counts the lane's game and deals the lane its next one.
    #[inline(always)]
    pub(crate) fn finish(&mut self, lane: usize, ending: Ending) {
        if self.game.0[lane] != self.games.end {
            self.all_plies += u64::from(self.plies.0[lane]);
            self.endings[ending.index()] += 1;
            self.busy -= 1;
        }
        self.begin(lane);
    }

    /// As [`finish`](Deal::finish) for a game that is left to its engine for one game: `play` plays
    /// it from its start.
    #[inline(always)]
    pub(crate) fn replay(&mut self, lane: usize, play: impl FnOnce(&mut Generator) -> Playout) {
        let playout = self.number(lane).map(|number| play(&mut Generator::for_game(self.seed, number)));
        let Playout { plies, outcome } = playout.unwrap_or(Playout { plies: 0, outcome: Outcome::InProgress });
        self.plies.0[lane] = plies;
        let won = |side| outcome == Outcome::Win(side);
        let drawn = outcome == Outcome::Draw;
        self.finish(lane, Ending { first_won: won(Side::First), second_won: won(Side::Second), drawn });
    }

    /// Deals a lane its next game.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        let number = self.games.start;
        let is_one = number < self.games.end;
        self.games.start += u64::from(is_one);
        self.busy += usize::from(is_one);
        self.game.0[lane] = number;
        [self.s0.0[lane], self.s1.0[lane]] = rng::first_state(self.salt);
        self.salt = self.salt.wrapping_add(rng::NEXT_GAME);
        self.plies.0[lane] = 0;
    }

    /// All games that were counted.
    pub(crate) fn totals(&self) -> Totals {
        let [unfinished, first_wins, second_wins, draws] = self.endings;
        let (games, wins) = (self.endings.iter().sum(), [first_wins, second_wins]);
        Totals { games, plies: self.all_plies, wins, draws, unfinished }
    }
}
