//! The pinned random-number generator.
//!
//! The same seed gives the same games on every machine and in every later version.

/// A small generator of pseudo-random numbers, xoroshiro64* (Blackman and Vigna, 2018).
///
/// The state is two 32-bit words and a step needs no 64-bit arithmetic, so many games can run in
/// the lanes of a vector and still draw the numbers that each draws alone. Not for secrets.
///
/// # Stability
/// The numbers are part of the public interface. They follow from the seed and never change.
///
/// ```
/// use gridlaw::rng::Generator;
///
/// let mut generator = Generator::for_game(1, 0);
/// let rolls: Vec<u64> = (0..8).map(|_| generator.below(6)).collect();
/// assert_eq!(rolls, [2, 4, 5, 0, 2, 3, 3, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Generator {
    state: [u32; 2],
}

impl Generator {
    /// The generator of game number `game` of a run with this seed.
    ///
    /// Every game has its own generator, so any number of threads can play the games in any order.
    #[inline]
    #[must_use]
    pub const fn for_game(seed: u64, game: u64) -> Generator {
        Generator { state: first_state(salt(seed, game)) }
    }

    /// The state as one word.
    #[must_use]
    pub(crate) const fn to_word(self) -> u64 {
        self.state[0] as u64 | (self.state[1] as u64) << 32
    }

    /// The generator of a state; `None` for the state of all zeros, which never changes.
    #[must_use]
    pub(crate) const fn from_word(word: u64) -> Option<Generator> {
        if word == 0 { None } else { Some(Generator { state: [word as u32, (word >> 32) as u32] }) }
    }

    /// Draws 32 random bits.
    #[inline(always)]
    pub const fn next_u32(&mut self) -> u32 {
        let (result, state) = step(self.state);
        self.state = state;
        result
    }

    /// Draws a number from 0 to `bound` - 1. `bound` must be at least 1.
    ///
    /// For a bound up to 2¹⁶ the result is the high half of 32 random bits times `bound`, so the
    /// probabilities of any two numbers differ by a factor of at most 1 + 2⁻¹⁶. For a larger bound
    /// the generator draws 64 bits.
    #[inline(always)]
    pub const fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        let bits = self.next_u32();
        if bound <= 1 << 16 {
            return below_small(bits, bound);
        }
        let bits = (bits as u64) << 32 | self.next_u32() as u64;
        ((bits as u128 * bound as u128) >> 64) as u64
    }

    /// Draws one of some elements, as [`below`](Self::below) draws its index.
    ///
    /// # Panics
    /// If there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// The value that [`first_state`] turns into a game's generator. The next game's is [`NEXT_GAME`]
/// more.
#[inline(always)]
pub(crate) const fn salt(seed: u64, game: u64) -> u64 {
    mix(seed).wrapping_add(game.wrapping_mul(NEXT_GAME))
}

/// The difference between the [`salt`]s of two consecutive games.
pub(crate) const NEXT_GAME: u64 = GOLDEN;

/// The first state of the generator of the game with this [`salt`].
#[inline(always)]
pub(crate) const fn first_state(salt: u64) -> [u32; 2] {
    let state = mix(salt);
    // The all-zero state would never change.
    let state = if state == 0 { GOLDEN } else { state };
    [state as u32, (state >> 32) as u32]
}

/// One step of the generator. Returns 32 bits and the next state.
#[inline(always)]
pub(crate) const fn step([s0, s1]: [u32; 2]) -> (u32, [u32; 2]) {
    let result = s0.wrapping_mul(0x9e37_79bb);
    let s1 = s1 ^ s0;
    (result, [s0.rotate_left(26) ^ s1 ^ s1 << 9, s1.rotate_left(13)])
}

/// Maps 32 random bits to a number from 0 to `bound` - 1. `bound` must be at most 2¹⁶.
#[inline(always)]
pub(crate) const fn below_small(bits: u32, bound: u64) -> u64 {
    (bits as u64 * bound) >> 32
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64 (Steele, Lea and Flood, 2014): every bit of the result depends
/// on every bit of the input.
#[inline(always)]
pub(crate) const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(GOLDEN);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Two independent hashes of two words.
#[inline(always)]
pub(crate) const fn hashes_of_two(one: u64, other: u64) -> [u64; 2] {
    [mix(mix(one) ^ other), mix(mix(other ^ GOLDEN).wrapping_add(one))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_never_change() {
        let mut generator = Generator { state: [1, 2] };
        let published = [2654435771, 327208753, 4063491769, 4259754937, 261922412];
        assert_eq!([(); 5].map(|()| generator.next_u32()), published);
    }

    #[test]
    fn a_word_keeps_a_state() {
        let mut generator = Generator { state: [0x0102_0304, 0xa5b6_c7d8] };
        let mut kept = Generator::from_word(generator.to_word()).unwrap();
        assert_eq!([(); 5].map(|()| kept.next_u32()), [(); 5].map(|()| generator.next_u32()));
        assert!(Generator::from_word(0).is_none());
    }

    /// Every bit of either word changes about half of both hashes, and so does an exchange.
    #[test]
    fn words_that_differ_in_a_bit_have_other_hashes() {
        let words = [0x0102_0408_1020_4080_u64, 0x8040_2010_0804_0201];
        let [first, second] = hashes_of_two(words[0], words[1]);
        let changed = (0..64).flat_map(|bit| [[words[0] ^ 1 << bit, words[1]], [words[0], words[1] ^ 1 << bit]]);
        for [one, other] in changed.chain([[words[1], words[0]]]) {
            let found = hashes_of_two(one, other);
            assert!(
                [found[0] ^ first, found[1] ^ second].iter().all(|change| (12..=52).contains(&change.count_ones()))
            );
        }
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        for bound in [1, 2, 17, 1 << 16, (1 << 16) + 1, 1 << 40, u64::MAX] {
            let mut generator = Generator::for_game(7, bound);
            let draws: alloc::vec::Vec<u64> = (0..2000).map(|_| generator.below(bound)).collect();
            assert!(draws.iter().all(|&draw| draw < bound));
            // Every sixteenth of the range is met, and so is every number of a small one.
            let part = |draw: u64| u128::from(draw) * 16 / u128::from(bound);
            let parts: alloc::collections::BTreeSet<u128> = draws.iter().map(|&draw| part(draw)).collect();
            let all: alloc::collections::BTreeSet<u128> = (0..bound.min(1 << 10)).map(part).collect();
            let expected = if bound <= 17 { all.len() } else { 16 };
            assert_eq!(parts.len(), expected, "{bound}");
        }
    }

    #[test]
    fn games_of_one_run_and_runs_of_one_game_differ() {
        let first = |seed, game| Generator::for_game(seed, game).next_u32();
        let mut draws: alloc::vec::Vec<u32> =
            (0..100).flat_map(|seed| (0..100).map(move |game| first(seed, game))).collect();
        draws.sort_unstable();
        draws.dedup();
        assert!(draws.len() > 9_990, "{} of 10000 first draws are distinct", draws.len());
    }
}
