//! Playouts: games of uniformly random moves, one at a time or many at once.

use core::ops::{AddAssign, Range};

use crate::cell::Side;
use crate::level::{Level, Task};
use crate::rng::Generator;
use crate::rules::{Outcome, Rules, choose_once, outcome_of, play_one};

/// The number of plies after which a random game stops if it is not over by then.
pub const PLY_LIMIT: u32 = 400;

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Playout {
    /// The number of moves played.
    pub plies: u32,
    /// The outcome; [`Outcome::InProgress`] if the playout reached its limit.
    pub outcome: Outcome,
}

/// The results of many playouts, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The number of games played.
    pub games: u64,
    /// The number of moves played in all games together.
    pub plies: u64,
    /// The number of games that the first and the second side won.
    pub wins: [u64; 2],
    /// The number of games that ended without a winner.
    pub draws: u64,
    /// The number of games that reached the limit.
    pub unfinished: u64,
}

impl AddAssign<Playout> for Totals {
    #[inline]
    fn add_assign(&mut self, playout: Playout) {
        self.games += 1;
        self.plies += u64::from(playout.plies);
        match playout.outcome {
            Outcome::InProgress => self.unfinished += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win(side) => self.wins[side.index()] += 1,
        }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.games += other.games;
        self.plies += other.plies;
        for side in Side::BOTH {
            self.wins[side.index()] += other.wins[side.index()];
        }
        self.draws += other.draws;
        self.unfinished += other.unfinished;
    }
}

/// Plays uniformly random moves on `position` until the game is over or `limit` moves are played.
/// Calls `played` with every move.
///
/// The moves follow from the generator alone, in this and every later version. This function is the
/// definition; callers use [`Playouts::playout`], which plays the same moves and may be faster.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::playout::{PLY_LIMIT, playout};
/// use gridlaw::rng::Generator;
/// use gridlaw::rules::Rules;
///
/// let rules = Breakdown::<u128>::new(Parameters::new(8, 8, 3, 3).unwrap()).unwrap();
/// let mut position = rules.start();
/// let mut moves = Vec::new();
/// let mut generator = Generator::for_game(1, 0);
/// let result = playout(&rules, &mut position, &mut generator, PLY_LIMIT, |mv| moves.push(mv));
/// assert_eq!(result.plies as usize, moves.len());
/// assert!(result.outcome.is_over());
/// ```
#[inline(always)]
pub fn playout<R: Rules>(
    rules: &R,
    position: &mut R::Position,
    generator: &mut Generator,
    limit: u32,
    mut played: impl FnMut(R::Move),
) -> Playout {
    let mut plies = 0;
    while plies < limit {
        let Some(mv) = rules.choose_move(position, |count| generator.below(count)) else { break };
        rules.play_unchecked(position, mv);
        played(mv);
        plies += 1;
    }
    Playout { plies, outcome: rules.outcome(position) }
}

/// [`playout()`] of calls, for games whose plies take much longer: one body an engine.
#[inline(never)]
pub(crate) fn slow_playout<R: Rules>(
    rules: &R,
    position: &mut R::Position,
    generator: &mut Generator,
    limit: u32,
    played: &mut dyn FnMut(R::Move),
) -> Playout {
    let mut plies = 0;
    while plies < limit {
        let Some(mv) = choose_once(rules, position, &mut |count| generator.below(count)) else { break };
        play_one(rules, position, mv);
        played(mv);
        plies += 1;
    }
    Playout { plies, outcome: outcome_of(rules, position) }
}

/// Random games, played in the fastest way that the game has.
///
/// All methods play exactly the moves of [`playout()`]. Overrides change only the speed.
pub trait Playouts: Rules + Sized {
    /// Plays one random game on `position`, as [`playout()`] does.
    #[inline]
    fn playout(
        &self,
        position: &mut Self::Position,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Self::Move),
    ) -> Playout {
        self.playout_at(Level::best(), position, generator, limit, played)
    }

    /// Plays one random game on `position`, as [`playout()`] does, with the instructions of
    /// `level`. The reference engines have one form for all levels.
    #[inline]
    fn playout_at(
        &self,
        _level: Level,
        position: &mut Self::Position,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Self::Move),
    ) -> Playout {
        slow_playout(self, position, generator, limit, &mut { played })
    }

    /// Plays the random games with these numbers from the start of the game, with the instructions
    /// of `level` if the game gains anything from them. Each game has its own generator,
    /// [`Generator::for_game`], and at most [`PLY_LIMIT`] plies.
    ///
    /// ```
    /// use gridlaw::level::Level;
    /// use gridlaw::games::breakdown::{Breakdown, Parameters};
    /// use gridlaw::playout::Playouts;
    ///
    /// let rules = Breakdown::<u128>::new(Parameters::new(8, 8, 3, 3).unwrap()).unwrap();
    /// let totals = rules.playouts(1, 0..1000, Level::best());
    /// assert_eq!((totals.games, totals.plies), (1000, 21_439));
    /// assert_eq!(totals, rules.playouts(1, 0..1000, Level::portable()));
    /// ```
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        one_by_one(self, seed, games, level)
    }
}

/// Plays the games of [`Playouts::playouts`] one after the other.
pub(crate) fn one_by_one<R: Playouts>(rules: &R, seed: u64, games: Range<u64>, level: Level) -> Totals {
    let mut totals = Totals::default();
    for number in games {
        let mut generator = Generator::for_game(seed, number);
        totals += rules.playout_at(level, &mut rules.start(), &mut generator, PLY_LIMIT, unwatched);
    }
    totals
}

/// Ignores every move. All callers pass this one function, so that they share one compiled playout.
#[inline(always)]
pub(crate) fn unwatched<M>(_: M) {}

/// [`playout()`] as a task for [`Level::run_single`].
pub(crate) struct RandomGame<'a, R: Rules, F> {
    pub(crate) rules: &'a R,
    pub(crate) position: &'a mut R::Position,
    pub(crate) generator: &'a mut Generator,
    pub(crate) limit: u32,
    pub(crate) played: F,
}

impl<R: Rules, F: FnMut(R::Move)> Task for RandomGame<'_, R, F> {
    type Output = Playout;

    #[inline(always)]
    fn run(self) -> Playout {
        let RandomGame { rules, position, limit, played, .. } = self;
        // Copies of the generator, and of a position without a heap, stay in registers.
        let mut generator = *self.generator;
        let playout = if const { core::mem::needs_drop::<R::Position>() } {
            playout(rules, position, &mut generator, limit, played)
        } else {
            let mut copy = position.clone();
            let playout = playout(rules, &mut copy, &mut generator, limit, played);
            *position = copy;
            playout
        };
        *self.generator = generator;
        playout
    }
}
