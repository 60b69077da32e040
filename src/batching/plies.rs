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
        let (outcomes, last_outcomes) = outcomes.as_chunks_mut::<CHUNK>();
        let (plies, last_plies) = plies.as_chunks_mut::<CHUNK>();
        let (turns, last_turns) = turns.as_chunks_mut::<CHUNK>();
        let mut first = 0;
        // Lengths that the compiler knows.
        for ((outcomes, plies), turns) in outcomes.iter_mut().zip(plies).zip(turns) {
            append(&count(outcomes, plies, turns, alternates, limit), first, ended);
            first += CHUNK as u32;
        }
        count_last(last_outcomes, last_plies, last_turns, alternates, limit, first, ended);
    }
}

/// The games behind the last whole chunk, in code that is compiled once, not for every level.
#[inline(never)]
fn count_last(
    outcomes: &mut [BatchOutcome],
    plies: &mut [u32],
    turns: &mut [u8],
    alternates: bool,
    limit: u32,
    first: u32,
    ended: &mut Vec<u32>,
) {
    append(&count(outcomes, plies, turns, alternates, limit), first, ended);
}

/// Appends the numbers of the games that ended, counted from `first`.
#[inline(always)]
fn append(ends: &[u8; CHUNK], first: u32, ended: &mut Vec<u32>) {
    let mut bits = 0;
    for (eight, shift) in ends.as_chunks().0.iter().zip((0..).step_by(8)) {
        bits |= (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << shift;
    }
    push_ones(bits as u32, first, ended);
    push_ones((bits >> 32) as u32, first + 32, ended);
}

/// Appends the numbers of the bits that are set, counted from `first`.
///
/// Among 32 games seldom more than four end at once. So the loop is almost always run once, and its
/// branch is predicted; one bit at a time took twice as long for the whole task.
#[inline(always)]
fn push_ones(mut bits: u32, first: u32, ended: &mut Vec<u32>) {
    loop {
        let (length, count) = (ended.len(), bits.count_ones().min(4) as usize);
        let mut four = [0; 4];
        for number in &mut four {
            *number = first.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        ended.extend_from_slice(&four);
        ended.truncate(length + count);
        if bits == 0 {
            break;
        }
    }
}

/// Counts the plies of at most one chunk of games. Returns a byte for each, 1 if it ended.
///
/// Each loop has elements of one size: a vector of bytes holds four times as many games as one of
/// words.
#[inline(always)]
fn count(
    outcomes: &mut [BatchOutcome],
    plies: &mut [u32],
    turns: &mut [u8],
    alternates: bool,
    limit: u32,
) -> [u8; CHUNK] {
    let games = outcomes.len().min(CHUNK);
    let (mut played, mut ends) = ([0; CHUNK], [0; CHUNK]);
    for game in 0..games {
        played[game] = u8::from(outcomes[game] != BatchOutcome::Illegal);
        turns[game] ^= played[game] & u8::from(alternates);
        ends[game] = u8::from(outcomes[game] != BatchOutcome::InProgress) & played[game];
    }
    let mut reach_limit = false;
    for game in 0..games {
        plies[game] += u32::from(played[game]);
        reach_limit |= plies[game] >= limit;
    }
    if reach_limit {
        for game in 0..games {
            if (outcomes[game] == BatchOutcome::InProgress) & (plies[game] >= limit) {
                outcomes[game] = BatchOutcome::Truncated;
                ends[game] = 1;
            }
        }
    }
    ends
}
