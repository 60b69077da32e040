//! Bits of a board that lies in `u32` words: reading and writing rows that start at any bit.
//!
//! The large-board kernels work on rows that are taken out of the words, so that cell 0 of a row is
//! bit 0 of its first word. All loops here and there run over plain slices, which the compiler
//! turns into vector code.

/// The low bit of every cell of a word.
pub(crate) const EVEN: u32 = 0x5555_5555;

/// The low bit of every cell of a word that is not empty.
#[inline(always)]
pub(crate) const fn occupied(word: u32) -> u32 {
    (word | word >> 1) & EVEN
}

/// The words from which bit `from` on is the lowest bit; `shift` is 1 to 31 bits within a word.
#[inline(always)]
fn funnel(low: u32, high: u32, shift: u32) -> u32 {
    low >> (shift & 31) | high << ((32 - shift) & 31)
}

/// Copies `bits` bits from bit `from` on into `row`; the rest of the row becomes zero, as do bits
/// beyond the words.
#[inline(always)]
pub(crate) fn load(words: &[u32], from: usize, bits: usize, row: &mut [u32]) {
    let (first, shift) = (from / 32, (from % 32) as u32);
    let used = bits.div_ceil(32);
    let (row, rest) = row.split_at_mut(used);
    rest.fill(0);
    // Words that have a successor to take bits from; at most one has none.
    let inner = used.min(words.len().saturating_sub(first + 1));
    if inner == 0 {
        // Nothing but the last word, or none.
    } else if shift == 0 {
        row[..inner].copy_from_slice(&words[first..][..inner]);
    } else {
        let (low, high) = (&words[first..][..inner], &words[first + 1..][..inner]);
        for ((out, &low), &high) in row.iter_mut().zip(low).zip(high) {
            *out = funnel(low, high, shift);
        }
    }
    for (index, out) in row.iter_mut().enumerate().skip(inner) {
        *out = words.get(first + index).map_or(0, |&low| low >> shift);
    }
    if !bits.is_multiple_of(32) {
        row[used - 1] &= low_bits(bits % 32);
    }
}

/// [`load`] of the bits of `mask`, which are the lowest ones, for a length that the compiler knows:
/// for short rows, where a call of a copy routine would take longer than the work on them.
#[inline(always)]
pub(crate) fn load_array<const N: usize>(words: &[u32], from: usize, bits: usize, mask: &[u32; N], row: &mut [u32; N]) {
    let (first, shift) = (from / 32, (from % 32) as u32);
    let (Some(low), Some(high)) = (chunk_at::<N>(words, first), chunk_at::<N>(words, first + 1)) else {
        return load(words, from, bits, row);
    };
    for index in 0..N {
        // Shifted in two steps, for a shift by 0.
        row[index] = mask[index] & (low[index] >> shift | high[index] << 1 << (31 - shift));
    }
}

/// The `N` words from `first` on, if there are that many.
#[inline(always)]
fn chunk_at<const N: usize>(words: &[u32], first: usize) -> Option<&[u32; N]> {
    words.get(first..)?.first_chunk()
}

/// [`store`] where [`load_array`] loaded from.
#[inline(always)]
pub(crate) fn store_array<const N: usize>(
    words: &mut [u32],
    from: usize,
    bits: usize,
    mask: &[u32; N],
    row: &[u32; N],
) {
    let (first, shift) = (from / 32, (from % 32) as u32);
    let Some((words, [last, ..])) = words[first..].split_first_chunk_mut::<N>() else {
        return store(words, from, bits, row);
    };
    // Each word's lower neighbor, so that the loop below reads and writes at one place.
    let (mut lower_mask, mut lower) = ([0; N], [0; N]);
    lower_mask[1..].copy_from_slice(&mask[..N - 1]);
    lower[1..].copy_from_slice(&row[..N - 1]);
    for index in 0..N {
        // Shifted in two steps, for a shift by 0.
        let mask = mask[index] << shift | lower_mask[index] >> 1 >> (31 - shift);
        words[index] = words[index] & !mask | row[index] << shift | lower[index] >> 1 >> (31 - shift);
    }
    *last = *last & !(mask[N - 1] >> 1 >> (31 - shift)) | row[N - 1] >> 1 >> (31 - shift);
}

/// Overwrites the `bits` bits from bit `from` on, at least one, with those of `row`.
///
/// # Panics
/// When they reach beyond the words or the row.
#[inline(always)]
pub(crate) fn store(words: &mut [u32], from: usize, bits: usize, row: &[u32]) {
    let (first, shift) = (from / 32, (from % 32) as u32);
    let last = (from + bits - 1) / 32;
    let row = &row[..bits.div_ceil(32)];
    // The other bits of the first and the last word stay.
    let keep_first = words[first] & low_bits(from % 32);
    let end = (from + bits) % 32;
    let keep_last = if end == 0 { 0 } else { words[last] & !low_bits(end) };
    if shift == 0 {
        words[first..=last].copy_from_slice(row);
    } else {
        words[first] = row[0] << shift;
        for (out, pair) in words[first + 1..=last].iter_mut().zip(row.windows(2)) {
            *out = funnel(pair[0], pair[1], 32 - shift);
        }
        if last - first == row.len() {
            words[last] = row[row.len() - 1] >> (32 - shift);
        }
    }
    if end != 0 {
        words[last] &= low_bits(end);
    }
    words[first] = words[first] & !low_bits(from % 32) | keep_first;
    words[last] |= keep_last;
}

/// The `count` lowest bits of a word, 0 to 31.
#[inline(always)]
pub(crate) const fn low_bits(count: usize) -> u32 {
    (1 << count) - 1
}

/// Combines every bit of a row with the one `distance` bits further on, zero beyond the end.
#[inline(always)]
pub(crate) fn combine_along(row: &mut [u32], copy: &mut [u32], distance: usize, combine: impl Fn(u32, u32) -> u32) {
    let copy = &mut copy[..row.len()];
    copy.fill(0);
    if distance < 32 * row.len() {
        let bits = 32 * row.len() - distance;
        load(row, distance, bits, copy);
    }
    row.iter_mut().zip(copy).for_each(|(near, far)| *near = combine(*near, *far));
}

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::*;

    fn bit(words: &[u32], index: usize) -> bool {
        words.get(index / 32).is_some_and(|word| word >> (index % 32) & 1 == 1)
    }

    #[quickcheck]
    fn what_is_stored_is_loaded_and_nothing_else_changes(
        fill: u32,
        from: usize,
        bits: usize,
        value: (u32, u32, u32),
    ) -> bool {
        let (from, bits) = (from % 128, 1 + bits % 96);
        let before = [fill; 7];
        let mut words = before;
        let row = [value.0, value.1, value.2];
        store(&mut words, from, bits, &row);
        let mut loaded = [u32::MAX; 4];
        load(&words, from, bits, &mut loaded);
        (0..7 * 32_usize).all(|index| {
            let expected = match index.checked_sub(from) {
                Some(offset) if offset < bits => bit(&row, offset),
                _ => bit(&before, index),
            };
            bit(&words, index) == expected
        }) && (0..128).all(|index| bit(&loaded, index) == (index < bits && bit(&row, index)))
    }

    #[quickcheck]
    fn bits_beyond_the_words_are_zero(words: Vec<u32>, from: usize, bits: usize) -> bool {
        let (from, bits) = (from % 160, 1 + bits % 160);
        let mut row = [u32::MAX; 5];
        load(&words, from, bits, &mut row);
        (0..160).all(|index| bit(&row, index) == (index < bits && bit(&words, from + index)))
    }

    #[quickcheck]
    fn combining_along_a_row_shifts_zeros_in(mut row: Vec<u32>, distance: usize) -> bool {
        let (before, distance) = (row.clone(), distance % 200);
        let mut copy = before.clone();
        combine_along(&mut row, &mut copy, distance, |near, far| near ^ far);
        (0..32 * row.len()).all(|index| bit(&row, index) == bit(&before, index) ^ bit(&before, index + distance))
    }
}
