//! [`CountPlies`]: what a step changes in every game but the position.

use alloc::vec::Vec;

use crate::batch::BatchOutcome;
use crate::level::Task;

/// Counts the plies of a step, passes the turns, truncates games at the limit, and finds those that
/// ended. All arrays have an element a game.
pub(super) struct CountPlies<'a> {
    pub(super) outcomes: &'a mut [BatchOutcome],
    pub(super) plies: &'a mut [u32],
    pub(super) turns: &'a mut [u8],
    /// Whether the turn passes with a ply.
    pub(super) alternates: bool,
    pub(super) limit: u32,
    /// Receives the games that ended.
    pub(super) ended: &'a mut Vec<u32>,
}

/// The games of a chunk. A chunk in which no game ended needs no second loop.
const CHUNK: usize = 64;

impl Task for CountPlies<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let CountPlies { outcomes, plies, turns, alternates, limit, ended } = self;
        for first in (0..outcomes.len()).step_by(CHUNK) {
            let games = first..outcomes.len().min(first + CHUNK);
            let (outcomes, plies) = (&mut outcomes[games.clone()], &mut plies[games.clone()]);
            let turns = &mut turns[games];
            let mut any_end = false;
            for game in 0..outcomes.len() {
                let played = outcomes[game] != BatchOutcome::Illegal;
                plies[game] += u32::from(played);
                turns[game] ^= u8::from(played & alternates);
                let truncated = (outcomes[game] == BatchOutcome::InProgress) & (plies[game] >= limit);
                outcomes[game] = if truncated { BatchOutcome::Truncated } else { outcomes[game] };
                any_end |= (outcomes[game] != BatchOutcome::InProgress) & played;
            }
            if any_end {
                let is_end = |outcome: &BatchOutcome| outcome.is_over() || *outcome == BatchOutcome::Truncated;
                for (game, outcome) in outcomes.iter().enumerate() {
                    if is_end(outcome) {
                        ended.push((first + game) as u32);
                    }
                }
            }
        }
    }
}
