//! Bits in another order: apart and together, rows and columns exchanged.

/// The even bits of a word, moved together.
#[inline(always)]
pub(crate) fn even_bits(word: u64) -> u64 {
    let bits = word & 0x5555_5555_5555_5555;
    let bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    let bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    let bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) & 0x0000_0000_ffff_ffff
}

/// The bits of a half word, moved to the even places of a word.
#[inline(always)]
pub(crate) fn into_even_bits(half: u32) -> u64 {
    let bits = u64::from(half);
    let bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
    let bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
    let bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

/// The 8×8 matrix of bits with rows and columns exchanged (Warren, *Hacker's Delight*, transpose8).
#[inline(always)]
pub(crate) fn transposed(rows: u64) -> u64 {
    let swap = |bits: u64, mask: u64, distance: u32| {
        let differing = (bits ^ bits >> distance) & mask;
        bits ^ differing ^ differing << distance
    };
    let bits = swap(rows, 0x00aa_00aa_00aa_00aa, 7);
    let bits = swap(bits, 0x0000_cccc_0000_cccc, 14);
    swap(bits, 0x0000_0000_f0f0_f0f0, 28)
}

/// Exchanges rows and columns of the first `side`×`side` bits, and of the next ones in the same
/// rows; `side` is a power of two.
#[inline(always)]
pub(crate) fn transpose(rows: &mut [u64; 64], side: usize) {
    let mut distance = side.min(64) / 2;
    while distance > 0 {
        // Of every 2 × `distance` bits the lower half.
        let mask = u64::MAX / ((1 << distance) + 1);
        for block in (0..side.min(64)).step_by(2 * distance) {
            let (low, high) = rows[block..block + 2 * distance].split_at_mut(distance);
            for (low, high) in low.iter_mut().zip(high) {
                let differing = (*low >> distance ^ *high) & mask;
                *low ^= differing << distance;
                *high ^= differing;
            }
        }
        distance /= 2;
    }
}
