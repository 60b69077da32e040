//! [`AnyPlayer`]: a player of ten levels for every game for two sides.
//!
//! A level is a limit of positions, never of time, and a share of moves that are left to chance.
//! Which moves those are follows from the seed and the position. So the move is a function of the
//! position, the level and the seed: the same on every machine, in every run, and whatever the
//! player was asked before.

use alloc::string::String;
use alloc::vec;
use core::ops::{ControlFlow, RangeInclusive};

use crate::playing::AnyPlaying;
use crate::rng::Generator;
use crate::search::{Best, Options, Progress, Score, TableError};
use crate::solving::AnySolver;

/// The numbers of the levels: 1 plays at random, 10 is the best.
pub const LEVELS: RangeInclusive<u8> = 1..=10;

/// How many of 64 moves each level leaves to chance, and the positions that it searches for any
/// other move.
const MEANS: [(u64, u64); 10] = [
    (64, 0),
    (50, 500),
    (40, 1_000),
    (31, 2_000),
    (23, 4_000),
    (16, 8_000),
    (11, 16_000),
    (7, 32_000),
    (3, 100_000),
    (0, 300_000),
];

/// A player of any game for two sides.
///
/// ```
/// use gridlaw::players::AnyPlayer;
///
/// let game: gridlaw::AnyGame = "connect4 --size 7".parse().unwrap();
/// let player = AnyPlayer::of_level(3, 7).unwrap();
/// let best = player.choose(&game.start()).unwrap().expect("the game is not over");
/// assert!(game.start().is_legal(&best.mv).unwrap());
/// assert_eq!(player.choose(&game.start()).unwrap(), Some(best));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyPlayer {
    /// How many of 64 moves are left to chance.
    chance: u64,
    /// The positions that a search may visit.
    nodes: u64,
    seed: u64,
}

impl AnyPlayer {
    /// The player of a level, or `None` if it is none of [`LEVELS`]. The seed decides which moves
    /// are left to chance, and which these are.
    #[must_use]
    pub fn of_level(level: u8, seed: u64) -> Option<AnyPlayer> {
        let (chance, nodes) = *MEANS.get(usize::from(level.checked_sub(1)?))?;
        Some(AnyPlayer { chance, nodes, seed })
    }

    /// A player that searches so many positions for every move, rounded up to a multiple of 4096 if
    /// it is more, and leaves none to chance.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> AnyPlayer {
        AnyPlayer { chance: 0, nodes, seed: 0 }
    }

    /// Returns the move to play, with what the search saw; `None` once the game is over, and for a
    /// game for one person. A move that was left to chance has depth 0.
    ///
    /// # Errors
    /// A table that cannot be allocated.
    pub fn choose(&self, playing: &AnyPlaying) -> Result<Option<Best<String>>, TableError> {
        if playing.is_over() || playing.game().kind().players() < 2 {
            return Ok(None);
        }
        let mut generator = Generator::for_game(self.seed, playing.stable_hash());
        if generator.below(64) < self.chance {
            let moves = playing.moves();
            let mv = moves[generator.below(moves.len() as u64) as usize].clone();
            let line = vec![mv.clone()];
            return Ok(Some(Best { mv, score: Score::DRAW, exact: false, depth: 0, line }));
        }
        // 24 bytes a position, and room for as many again.
        let table = (self.nodes / 20_000).clamp(1, 64) as usize;
        let Some(mut solver) = AnySolver::new(playing, Options { table, ..Options::default() })? else {
            return Ok(None);
        };
        Ok(solver.best(254, self.nodes, &mut |_: Progress<'_>| ControlFlow::Continue(())))
    }
}
