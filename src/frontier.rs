//! Frontiers: all positions at a given ply, up to symmetry, with the number of move sequences that
//! lead to each. Names no game.
//!
//! A perft of depth *d* is the sum over the frontier of ply *p* of ways × perft of depth *d − p*.
//! So a frontier cuts a perft into parts that can run anywhere. Merging equal positions saves work:
//! 16,998 positions instead of 50,097 sequences after 4 plies of Breakdown 8×8 k3 q3.
//!
//! ```
//! use gridlaw::AnyPlaying;
//! use gridlaw::frontier::frontier;
//!
//! let start: AnyPlaying = "breakdown -w 8 -h 8 -k 3 -q 3".parse().unwrap();
//! let positions = frontier(&start, 2, 1000).unwrap();
//! assert!(positions.len() < 225);
//! let parts = positions.iter().map(|(setup, ways)| {
//!     ways * u128::from(start.game().position(setup).unwrap().perft(2))
//! });
//! assert_eq!(parts.sum::<u128>(), u128::from(start.perft(4)));
//! ```

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::playing::AnyPlaying;

/// Positions, as the setups of canonical ones in the order of their bytes, each with the number of
/// move sequences that lead to it or to one of its images.
pub type Frontier = BTreeMap<String, u128>;

/// Why there is no frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// There are more positions than the caller allows.
    #[error("more than {most} positions by ply {ply}")]
    Positions {
        /// The greatest number of positions.
        most: usize,
        /// The ply that has too many.
        ply: u32,
    },
    /// A number of sequences exceeds 128 bits.
    #[error("2^128 sequences or more lead to one position of ply {ply}")]
    Sequences {
        /// The ply of the frontier.
        ply: u32,
    },
}

/// The positions after exactly `plies` plies from `start`. A position that is over belongs to the
/// frontier of its own ply and to no later one. Memory and time grow with the number of positions.
///
/// # Errors
/// More than `most` positions in a ply, or numbers of sequences beyond 128 bits.
pub fn frontier(start: &AnyPlaying, plies: u32, most: usize) -> Result<Frontier, FrontierError> {
    let mut level = Frontier::from([(start.canonical().setup(), 1)]);
    for ply in 1..=plies {
        level = next(start, &level, most, |_, _| true).ok_or(FrontierError::Positions { most, ply })?;
    }
    counted(level, plies)
}

/// Refuses counts that [`next`] saturated.
fn counted(level: Frontier, ply: u32) -> Result<Frontier, FrontierError> {
    match level.values().any(|&ways| ways == u128::MAX) {
        true => Err(FrontierError::Sequences { ply }),
        false => Ok(level),
    }
}

/// Adds move sequences that lead to a position. The sum saturates.
fn add(level: &mut Frontier, setup: String, ways: u128) {
    let sum = level.entry(setup).or_insert(0);
    *sum = ways.saturating_add(*sum);
}

/// The positions one ply after those of `level` for which `keep`, called with position and setup,
/// returns true; `None` if there are more than `most`. `any` is a position of the same game.
/// Numbers of sequences saturate at `u128::MAX`.
pub(crate) fn next(
    any: &AnyPlaying,
    level: &Frontier,
    most: usize,
    keep: impl Fn(&AnyPlaying, &str) -> bool,
) -> Option<Frontier> {
    let mut next = Frontier::new();
    let (mut position, mut after) = (any.clone(), any.clone());
    for (setup, &ways) in level {
        position.read_setup(setup).expect("the setup is of a position of this game");
        for action in position.actions() {
            after.assign(&position);
            after.play_action(action).expect("the action is legal");
            let canonical = after.canonical();
            let setup = canonical.setup();
            if !keep(&canonical, &setup) {
                continue;
            }
            add(&mut next, setup, ways);
            if next.len() > most {
                return None;
            }
        }
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Without a game: one that is chosen at run time would bring all games into the unit tests.
    // `tests/perft.rs` has those with games.
    #[test]
    fn numbers_beyond_128_bits_are_an_error() {
        let mut level = Frontier::new();
        for _ in 0..3 {
            add(&mut level, String::from("position"), u128::MAX / 3);
        }
        assert_eq!(level.values().sum::<u128>(), u128::MAX);
        assert_eq!(counted(level, 3), Err(FrontierError::Sequences { ply: 3 }));
        let mut level = Frontier::from([(String::from("position"), u128::MAX - 2)]);
        add(&mut level, String::from("position"), 1);
        assert_eq!(counted(level.clone(), 3), Ok(level.clone()));
        add(&mut level, String::from("position"), 3);
        assert_eq!(counted(level, 4), Err(FrontierError::Sequences { ply: 4 }));
    }
}
