//! Making a book: its positions, and its bytes.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::{BLOCK, BookValue, KIND};
use crate::checksum::checksum;
use crate::frontier::{Frontier, FrontierError, next};
use crate::playing::AnyPlaying;

/// The setups of all positions within `plies` plies of `start` that are not over, up to symmetry,
/// each with the fewest plies to it. Memory and time grow with their number.
///
/// # Errors
/// [`FrontierError::Positions`] if there are more than `most`.
pub fn positions(start: &AnyPlaying, plies: u32, most: usize) -> Result<BTreeMap<String, u32>, FrontierError> {
    let mut found = BTreeMap::new();
    let mut level = Frontier::new();
    if !start.is_over() {
        level.insert(start.canonical().setup(), 1);
    }
    for ply in 1..=plies {
        found.extend(level.keys().map(|setup| (setup.clone(), ply - 1)));
        let is_new = |position: &AnyPlaying, setup: &str| !position.is_over() && !found.contains_key(setup);
        let left = most.saturating_sub(found.len());
        level = next(start, &level, left, is_new).ok_or(FrontierError::Positions { most, ply })?;
        if level.is_empty() {
            break;
        }
    }
    found.extend(level.into_keys().map(|setup| (setup, plies)));
    Ok(found)
}

/// Makes a book of the positions that [`positions`] found. Calls `value` with each setup, the
/// latest positions first, so that a solver finds their values in its table.
///
/// # Errors
/// The first error of `value`.
pub fn make<E>(
    start: &AnyPlaying,
    plies: u32,
    positions: BTreeMap<String, u32>,
    value: &mut dyn FnMut(&str) -> Result<BookValue, E>,
) -> Result<Vec<u8>, E> {
    let mut order: Vec<(String, u32)> = positions.into_iter().collect();
    order.sort_by_key(|&(_, ply)| Reverse(ply));
    let mut values = BTreeMap::new();
    for (setup, _) in order {
        let value = value(&setup)?;
        values.insert(setup, value);
    }
    Ok(write(start, plies, &values))
}

/// The bytes of a book of the positions within `plies` plies of `start`, with their values. The
/// keys are setups of canonical positions of the game, as [`positions`] returns them.
#[must_use]
pub fn write(start: &AnyPlaying, plies: u32, values: &BTreeMap<String, BookValue>) -> Vec<u8> {
    let game = start.game();
    let texts = [game.arguments(), game.content().unwrap_or_default(), start.setup()];
    let mut header = Vec::from(KIND);
    let mut number = |number: u64| header.extend_from_slice(&number.to_le_bytes());
    number(plies.into());
    number(values.len() as u64);
    texts.iter().for_each(|text| number(text.len() as u64));
    texts.iter().for_each(|text| header.extend_from_slice(text.as_bytes()));

    let (mut blocks, mut end) = (Vec::new(), 0u64);
    let mut entries = values.iter();
    loop {
        let (mut block, mut before) = (Vec::new(), "");
        for (setup, &value) in entries.by_ref().take(BLOCK) {
            push_entry(&mut block, before, setup, value);
            before = setup;
        }
        if block.is_empty() {
            break;
        }
        end += 8 + block.len() as u64;
        header.extend_from_slice(&end.to_le_bytes());
        blocks.push(block);
    }
    let sum = checksum(0, &header);
    header.extend_from_slice(&sum.to_le_bytes());
    for (index, block) in blocks.iter().enumerate() {
        header.extend_from_slice(&block_checksum(sum, index, block).to_le_bytes());
        header.extend_from_slice(block);
    }
    header
}

/// The checksum of a block: of its number and its entries, in a book with this checksum.
pub(super) fn block_checksum(book: u64, index: usize, entries: &[u8]) -> u64 {
    checksum(book ^ index as u64, entries)
}

fn push_entry(block: &mut Vec<u8>, before: &str, setup: &str, value: BookValue) {
    let kept = before.bytes().zip(setup.bytes()).take_while(|(one, other)| one == other).count();
    push_count(block, kept);
    push_count(block, setup.len() - kept);
    block.extend_from_slice(&setup.as_bytes()[kept..]);
    block.extend_from_slice(&value.code().to_le_bytes());
}

fn push_count(block: &mut Vec<u8>, mut count: usize) {
    while count > 127 {
        block.push(count as u8 | 128);
        count >>= 7;
    }
    block.push(count as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_takes_no_more_bytes_than_it_needs() {
        for (count, bytes) in
            [(0, &[0][..]), (127, &[127]), (128, &[128, 1]), (16_383, &[255, 127]), (16_384, &[128, 128, 1])]
        {
            let mut block = Vec::new();
            push_count(&mut block, count);
            assert_eq!(block, bytes, "{count}");
        }
    }
}
