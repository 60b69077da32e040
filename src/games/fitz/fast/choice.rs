//! The *n*-th move, and the mask of all moves, from the places with room at each angle.
//!
//! Moves are ordered by place, then by angle, so the four bits of one place belong together.

use crate::board::select::{byte_counts, ranks_of};

/// The number of moves in some words of places.
#[inline(always)]
pub(super) fn count<const WORDS: usize>(rooms: &[[u64; WORDS]; 4]) -> u32 {
    let mut count = 0;
    for word in 0..WORDS {
        count += count_word(rooms, word);
    }
    count
}

#[inline(always)]
fn count_word<const WORDS: usize>(rooms: &[[u64; WORDS]; 4], word: usize) -> u32 {
    rooms[0][word].count_ones()
        + rooms[1][word].count_ones()
        + rooms[2][word].count_ones()
        + rooms[3][word].count_ones()
}

/// The place and the angle of the move with this index, which must be below the count.
#[inline(always)]
pub(super) fn nth<const WORDS: usize>(rooms: &[[u64; WORDS]; 4], index: u32) -> (usize, usize) {
    // The last word that begins at the index or below it, without a branch, which would be
    // mispredicted.
    let (mut word, mut before, mut sum) = (0, 0, 0);
    for next in 1..WORDS {
        sum += count_word(rooms, next - 1);
        let begun = index >= sum;
        word = if begun { next } else { word };
        before = if begun { sum } else { before };
    }
    let words = [rooms[0][word], rooms[1][word], rooms[2][word], rooms[3][word]];
    let (bit, angle) = nth_of_words(words, index - before);
    (64 * word + bit, angle)
}

/// Finds the move with this index: its bit, and the number of its word.
#[inline(always)]
fn nth_of_words(words: [u64; 4], mut index: u32) -> (usize, usize) {
    // The byte, by bisection of the running counts of moves. A byte has at most 32, and the last
    // sum, which might overflow, is not needed.
    let [a, b, c, d] = words;
    let ranks = ranks_of(byte_counts(a) + byte_counts(b) + byte_counts(c) + byte_counts(d));
    let mut byte = 0;
    for half in [4, 2, 1] {
        if u64::from(index) >= ranks >> (8 * (byte + half - 1)) & 0xff {
            byte += half;
        }
    }
    index -= (ranks << 8 >> (8 * byte) & 0xff) as u32;
    // The place in the byte, with the bits of the four angles side by side.
    let part = |word: u64| (word >> (8 * byte)) as u8;
    let here = u32::from_le_bytes([part(a), part(b), part(c), part(d)]);
    let mut bit = 0;
    for half in [4, 2, 1] {
        let count = (here & (0x0101_0101 * ((1 << half) - 1)) << bit).count_ones();
        if index >= count {
            index -= count;
            bit += half;
        }
    }
    let [first, second, third] = [here >> bit & 1, here >> (8 + bit) & 1, here >> (16 + bit) & 1];
    let angle =
        u32::from(index >= first) + u32::from(index >= first + second) + u32::from(index >= first + second + third);
    (8 * byte + bit, angle as usize)
}

/// Writes the mask of the moves of some words of places, a byte of places to each word of the mask.
/// Returns all words of the mask in one.
#[inline(always)]
pub(super) fn write_mask<const WORDS: usize>(rooms: &[[u64; WORDS]; 4], mask: &mut [u32]) -> u32 {
    let mut any = 0;
    for (word, mask) in mask.chunks_mut(8).enumerate() {
        let words = [rooms[0][word], rooms[1][word], rooms[2][word], rooms[3][word]];
        for (byte, mask) in mask.iter_mut().enumerate() {
            let spread = |angle: usize| SPREAD[(words[angle] >> (8 * byte) & 0xff) as usize] << angle;
            *mask = spread(0) | spread(1) | spread(2) | spread(3);
            any |= *mask;
        }
    }
    any
}

/// The bits of every byte, four bits apart.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u32 >> bit & 1) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;

    #[test]
    fn every_move_is_found_by_its_index_and_is_in_the_mask() {
        let mut random = Generator::for_game(2, 2);
        for round in 0..400 {
            let mut word = || (0..64).fold(0, |word, _| word << 1 | u64::from(random.below(9) < round % 10));
            let rooms: [[u64; 4]; 4] = core::array::from_fn(|_| core::array::from_fn(|_| word()));
            let mut mask = [0; 32];
            let any = write_mask(&rooms, &mut mask);
            let mut index = 0;
            for place in 0..256 {
                for (angle, room) in rooms.iter().enumerate() {
                    let is_move = room[place / 64] >> (place % 64) & 1 == 1;
                    let number = 4 * place + angle;
                    assert_eq!(mask[number / 32] >> (number % 32) & 1 == 1, is_move);
                    // A word with all 256 moves would overflow the sums of bytes.
                    if is_move && rooms.iter().flatten().any(|&word| word != u64::MAX) {
                        assert_eq!(nth(&rooms, index), (place, angle));
                        index += 1;
                    }
                }
            }
            assert!(index == 0 || index == count(&rooms));
            assert_eq!(any, mask.iter().fold(0, |any, word| any | word));
        }
    }
}
