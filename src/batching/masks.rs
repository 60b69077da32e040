//! Work on packed masks: uniformly random legal actions, and masks as flags.

use crate::batch::NO_ACTION;
use crate::board::select::spread_word;
use crate::level::Task;
use crate::planes::write_overlapping;
use crate::rng::{Generator, below_small};

/// Chooses a uniformly random action of every game's mask with the game's own generator. It is the
/// action that a [playout](crate::playout) with this generator plays. In a game without a legal
/// action it chooses [`NO_ACTION`] and draws no number.
pub(super) struct Sample<'a> {
    pub(super) masks: &'a [u32],
    /// Words of one mask.
    pub(super) words: usize,
    pub(super) generators: &'a mut [Generator],
    pub(super) actions: &'a mut [u32],
}

impl Task for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Sample { masks, words, generators, actions } = self;
        let games = generators.iter_mut().zip(actions);
        // Loops: the compiler does not inline a closure of `for_each` here, but builds it for the
        // portable level, six times as slow.
        if words == 1 {
            // The common case, in a loop without branches: at least twice as fast.
            for ((generator, action), &mask) in games.zip(masks) {
                *action = choose_of_word(mask, generator);
            }
        } else {
            for ((generator, action), mask) in games.zip(masks.chunks_exact(words)) {
                *action = choose(mask, generator);
            }
        }
    }
}

#[inline(always)]
fn choose(mask: &[u32], generator: &mut Generator) -> u32 {
    let count: u64 = mask.iter().map(|word| u64::from(word.count_ones())).sum();
    if count == 0 {
        return NO_ACTION;
    }
    let mut index = generator.below(count);
    for (before, &word) in (0..).step_by(32).zip(mask) {
        let here = u64::from(word.count_ones());
        if index < here {
            return before + nth_bit(word, index as u32);
        }
        index -= here;
    }
    NO_ACTION
}

/// As [`choose`], for a mask of one word.
#[inline(always)]
fn choose_of_word(mask: u32, generator: &mut Generator) -> u32 {
    let count = mask.count_ones();
    let mut next = *generator;
    let index = below_small(next.next_u32(), count.into()) as u32;
    let place = nth_bit(mask, index);
    *generator = if count == 0 { *generator } else { next };
    if count == 0 { NO_ACTION } else { place }
}

/// The index of the set bit of `word` that has `index` others below it, by bisection.
#[inline(always)]
fn nth_bit(word: u32, mut index: u32) -> u32 {
    let mut place = 0;
    for half in [16, 8, 4, 2, 1] {
        let below = (word >> place & ((1 << half) - 1)).count_ones();
        let above = index >= below;
        index -= if above { below } else { 0 };
        place += if above { half } else { 0 };
    }
    place
}

/// Writes packed masks as flags, a byte an action.
pub(super) struct Flags<'a> {
    pub(super) masks: &'a [u32],
    /// Words of one mask.
    pub(super) words: usize,
    pub(super) flags: &'a mut [u8],
    /// Flags of one mask.
    pub(super) actions: usize,
}

impl Task for Flags<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Flags { masks, words, flags, actions } = self;
        match words {
            1 => write_overlapping(masks, actions, flags, |mask, flags| *flags = spread_word(mask.into())),
            2 => write_overlapping(masks.as_chunks().0, actions, flags, |pair, flags| *flags = spread_pair(pair)),
            _ => {
                let (mut last, rest) = ([0; 64], actions % 64);
                for (game, mask) in masks.chunks_exact(words).enumerate() {
                    for word in 0..words.div_ceil(2) {
                        let high = mask.get(2 * word + 1).copied().unwrap_or_default();
                        // The next game overwrites the flags beyond this one's.
                        let room = flags.get_mut(game * actions + 64 * word..).unwrap_or_default();
                        let room = if room.len() < 64 { &mut last } else { room };
                        room[..64].copy_from_slice(&spread_pair([mask[2 * word], high]));
                    }
                }
                let first = flags.len().saturating_sub(rest);
                flags[first..].iter_mut().zip(last).for_each(|(flag, last)| *flag = last);
            }
        }
    }
}

/// The bits of two words as bytes, 0 or 1.
#[inline(always)]
fn spread_pair([low, high]: [u32; 2]) -> [u8; 64] {
    spread_word(u64::from(low) | u64::from(high) << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_is_found_by_its_index() {
        let mut random = Generator::for_game(4, 4);
        for _ in 0..500 {
            let word = random.next_u32() & random.next_u32();
            let mut rest = word;
            for index in 0..word.count_ones() {
                assert_eq!(nth_bit(word, index), rest.trailing_zeros(), "{word:032b}");
                rest &= rest - 1;
            }
        }
        assert_eq!(nth_bit(u32::MAX, 31), 31);
    }
}
