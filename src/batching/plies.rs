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

/// Games whose ends are the bits of one word.
const CHUNK: usize = 64;

impl Task for CountPlies<'_> {
    type Output = ();

    /// The ends are bits: among so many games some have almost always ended, and a branch on each
    /// of them is often mispredicted.
    #[inline(always)]
    fn run(self) {
        let CountPlies { outcomes, plies, turns, alternates, limit, ended } = self;
        for first in (0..outcomes.len()).step_by(CHUNK) {
            let games = first..outcomes.len().min(first + CHUNK);
            let (outcomes, plies) = (&mut outcomes[games.clone()], &mut plies[games.clone()]);
            let turns = &mut turns[games];
            let mut ends = [0; CHUNK];
            match (outcomes.first_chunk_mut(), plies.first_chunk_mut(), turns.first_chunk_mut()) {
                // A length that the compiler knows.
                (Some::<&mut [_; CHUNK]>(outcomes), Some::<&mut [_; CHUNK]>(plies), Some::<&mut [_; CHUNK]>(turns)) => {
                    count(outcomes, plies, turns, alternates, limit, &mut ends);
                }
                _ => count(outcomes, plies, turns, alternates, limit, &mut ends),
            }
            let mut bits = 0;
            for (eight, shift) in ends.as_chunks().0.iter().zip((0..).step_by(8)) {
                bits |= (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << shift;
            }
            while bits != 0 {
                ended.push(first as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

/// Does so for a chunk of games or fewer, and sets a byte for each that ended.
#[inline(always)]
fn count(
    outcomes: &mut [BatchOutcome],
    plies: &mut [u32],
    turns: &mut [u8],
    alternates: bool,
    limit: u32,
    ends: &mut [u8; CHUNK],
) {
    for game in 0..outcomes.len().min(CHUNK) {
        let played = outcomes[game] != BatchOutcome::Illegal;
        plies[game] += u32::from(played);
        turns[game] ^= u8::from(played & alternates);
        let truncated = (outcomes[game] == BatchOutcome::InProgress) & (plies[game] >= limit);
        outcomes[game] = if truncated { BatchOutcome::Truncated } else { outcomes[game] };
        ends[game] = u8::from((outcomes[game] != BatchOutcome::InProgress) & played);
    }
}
