//! [`Book`]: the reader of a book's bytes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::writer::block_checksum;
use super::{BLOCK, BookValue, KIND, NUMBERS};
use crate::checksum::checksum;
use crate::playing::AnyPlaying;

/// A book, read from bytes: a slice, a vector, a mapped file. Threads may share it.
///
/// Opening it costs as much as reading its header, 8 bytes for 128 positions. A lookup reads the
/// first setups of some blocks, as many as the logarithm of their number, and half a block.
#[derive(Debug)]
pub struct Book<B> {
    bytes: B,
    plies: u32,
    count: usize,
    texts: [Range<usize>; 3],
    ends: usize,
    blocks: usize,
    sum: u64,
    /// Whether each block's checksum was compared.
    checked: Vec<AtomicBool>,
}

/// Why bytes are not a book, or a book cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first line is not that of a book of this version.
    #[error("expected a first line {:?}, found another", KIND.trim_end())]
    Kind,
    /// The length is not the one that the header gives.
    #[error("expected {expected} bytes, found {found}: the book is not whole")]
    Length {
        /// The number of bytes that the header gives, as far as it can be read.
        expected: u64,
        /// The number of bytes.
        found: usize,
    },
    /// The part before the first block has another checksum or contradicts itself.
    #[error("the header's checksum is wrong: the book was changed")]
    Header,
    /// A block has another checksum or cannot be read.
    #[error("the checksum of block {index} is wrong: the book was changed")]
    Block {
        /// The number of the block, from 0.
        index: usize,
    },
    /// The book is of another game.
    #[error("expected a book of {expected}, found one of {found}")]
    Game {
        /// The game that was asked about, as on the command line.
        expected: String,
        /// The game of the book; if only its file differs, that is added.
        found: String,
    },
}

/// The number at a place, if it is within the bytes.
fn number(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Opens a book and checks its header.
    ///
    /// # Errors
    /// [`BookError::Kind`], [`BookError::Length`] or [`BookError::Header`]. No bytes panic.
    pub fn open(bytes: B) -> Result<Book<B>, BookError> {
        let all = bytes.as_ref();
        if !all.starts_with(KIND.as_bytes()) {
            return Err(BookError::Kind);
        }
        let found = all.len();
        let mut at = KIND.len() + 8 * NUMBERS;
        let cut = |expected: u64| BookError::Length { expected, found };
        let mut numbers = [0; NUMBERS];
        for (index, value) in numbers.iter_mut().enumerate() {
            *value = number(all, KIND.len() + 8 * index).ok_or(cut(at as u64))?;
        }
        let [plies, count, lengths @ ..] = numbers;
        let blocks = count.div_ceil(BLOCK as u64);
        // The least length of a book with these numbers.
        let texts = lengths.iter().fold(at as u64, |sum, &length| sum.saturating_add(length));
        let header = texts.saturating_add(blocks.saturating_mul(8)).saturating_add(8);
        if header > found as u64 {
            return Err(cut(header));
        }
        let ranges = lengths.map(|length| {
            at += length as usize;
            at - length as usize..at
        });
        let (ends, blocks) = (at, blocks as usize);
        let first = ends + 8 * blocks + 8;
        let sum = number(all, first - 8).ok_or(BookError::Header)?;
        let mut last = 0;
        for index in 0..blocks {
            let end = number(all, ends + 8 * index).ok_or(BookError::Header)?;
            if end < last {
                return Err(BookError::Header);
            }
            last = end;
        }
        if checksum(0, &all[..first - 8]) != sum
            || ranges.iter().any(|range| str::from_utf8(&all[range.clone()]).is_err())
        {
            return Err(BookError::Header);
        }
        if (first as u64).saturating_add(last) != found as u64 {
            return Err(cut((first as u64).saturating_add(last)));
        }
        let (Ok(plies), Ok(count)) = (u32::try_from(plies), usize::try_from(count)) else {
            return Err(BookError::Header);
        };
        let checked = (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Book { bytes, plies, count, texts: ranges, ends, blocks, sum, checked })
    }

    /// The game, as [`AnyGame::arguments`](crate::AnyGame::arguments) writes it.
    #[must_use]
    pub fn game(&self) -> &str {
        self.text(0)
    }

    /// The content of the game's file, empty if it takes none.
    #[must_use]
    pub fn content(&self) -> &str {
        self.text(1)
    }

    /// The setup of the position from which the book begins.
    #[must_use]
    pub fn start(&self) -> &str {
        self.text(2)
    }

    /// The number of plies to the last positions of the book.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    fn text(&self, index: usize) -> &str {
        // Opening the book has checked it.
        str::from_utf8(&self.bytes.as_ref()[self.texts[index].clone()]).unwrap_or_default()
    }

    /// The value of a position or of any of its images; `None` if the book does not hold it, as it
    /// holds none that is over.
    ///
    /// # Errors
    /// [`BookError::Game`] for a position of another game, [`BookError::Block`] if the book was
    /// changed.
    pub fn value(&self, playing: &AnyPlaying) -> Result<Option<BookValue>, BookError> {
        let game = playing.game();
        let expected = game.arguments();
        if expected != self.game() || game.content().unwrap_or_default() != self.content() {
            let file = if expected == self.game() { " with another file" } else { "" };
            return Err(BookError::Game { expected, found: format!("{}{file}", self.game()) });
        }
        self.find(playing.canonical().setup().as_bytes())
    }

    /// The value of the canonical position with this setup.
    fn find(&self, setup: &[u8]) -> Result<Option<BookValue>, BookError> {
        // The last block that does not begin after the setup.
        let (mut from, mut to) = (0, self.blocks);
        while from < to {
            let middle = from.midpoint(to);
            let first = self.block(middle)?.next().ok_or(BookError::Block { index: middle })?;
            if first?.0.as_bytes() <= setup { from = middle + 1 } else { to = middle }
        }
        let Some(index) = from.checked_sub(1) else { return Ok(None) };
        for entry in self.block(index)? {
            let (found, value) = entry?;
            match found.as_bytes().cmp(setup) {
                Ordering::Less => {}
                Ordering::Equal => return Ok(Some(value)),
                Ordering::Greater => break,
            }
        }
        Ok(None)
    }

    /// All setups with their values, ascending. An error ends its block, not the book.
    pub fn entries(&self) -> impl Iterator<Item = Result<(String, BookValue), BookError>> {
        (0..self.blocks).flat_map(|index| {
            let (block, error) = match self.block(index) {
                Ok(block) => (Some(block), None),
                Err(error) => (None, Some(Err(error))),
            };
            block.into_iter().flatten().chain(error)
        })
    }

    /// The entries of a block, after its checksum was compared.
    fn block(&self, index: usize) -> Result<Entries<'_>, BookError> {
        let bytes = self.bytes.as_ref();
        let end = |index: usize| number(bytes, self.ends + 8 * index).unwrap_or(0) as usize;
        let first = self.ends + 8 * self.blocks + 8;
        let from = first + if index == 0 { 0 } else { end(index - 1) };
        let (to, wrong) = (first + end(index), BookError::Block { index });
        let entries = bytes.get(from + 8..to).ok_or(wrong.clone())?;
        if !self.checked[index].load(Relaxed) {
            if number(bytes, from) != Some(block_checksum(self.sum, index, entries)) {
                return Err(wrong);
            }
            self.checked[index].store(true, Relaxed);
        }
        let left = (self.count - index * BLOCK).min(BLOCK);
        Ok(Entries { rest: entries, left, before: Vec::new(), index })
    }
}

/// The entries of a block, in order.
struct Entries<'b> {
    rest: &'b [u8],
    /// The number of entries that must follow.
    left: usize,
    before: Vec<u8>,
    index: usize,
}

impl Entries<'_> {
    fn take(&mut self, length: usize) -> Option<&[u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn take_count(&mut self) -> Option<usize> {
        let mut count = 0;
        for shift in (0..usize::BITS - 7).step_by(7) {
            let byte = self.take(1)?[0];
            count |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Some(count);
            }
        }
        None
    }

    fn take_entry(&mut self) -> Option<(String, BookValue)> {
        let (kept, more) = (self.take_count()?, self.take_count()?);
        if kept > self.before.len() {
            return None;
        }
        let (mut setup, added) = (core::mem::take(&mut self.before), self.take(more)?);
        setup.truncate(kept);
        setup.extend_from_slice(added);
        let value = BookValue::from_code(u16::from_le_bytes(*self.take(2)?.first_chunk()?))?;
        self.before.clone_from(&setup);
        Some((String::from_utf8(setup).ok()?, value))
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<(String, BookValue), BookError>;

    fn next(&mut self) -> Option<Result<(String, BookValue), BookError>> {
        if self.left == 0 && self.rest.is_empty() {
            return None;
        }
        let wrong = BookError::Block { index: self.index };
        let entry = if self.left == 0 { None } else { self.take_entry() };
        self.left = self.left.saturating_sub(1);
        if entry.is_none() {
            (self.left, self.rest) = (0, &[]);
        }
        Some(entry.ok_or(wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(rest: &[u8], left: usize) -> Entries<'_> {
        Entries { rest, left, before: Vec::new(), index: 5 }
    }

    /// A book without texts, with right checksums of its header, and zeros for its blocks.
    fn book(ends: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::from(KIND);
        let numbers = [0, (BLOCK * ends.len()) as u64, 0, 0, 0];
        numbers.iter().chain(ends).for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        let sum = checksum(0, &bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes.resize(bytes.len() + ends.last().map_or(0, |&end| end as usize), 0);
        bytes
    }

    /// Another program may write books with right checksums and wrong contents.
    #[test]
    fn ends_that_descend_are_an_error_and_blocks_without_room_cannot_be_read() {
        for ends in [[u64::MAX - 3, 40], [41, 40]] {
            assert_eq!(Book::open(book(&ends)).map(|book| book.count()), Err(BookError::Header), "{ends:?}");
        }
        for ends in [[20, 40], [20, 20], [0, 40], [3, 40]] {
            let book = Book::open(book(&ends)).unwrap();
            let found: Vec<_> = book.entries().collect();
            assert_eq!(found, [0, 1].map(|index| Err(BookError::Block { index })), "{ends:?}");
        }
    }

    #[test]
    fn a_block_of_more_or_fewer_entries_than_the_header_says_is_an_error() {
        // Nothing is kept, the setup is `a`, the value a draw.
        let two = [0, 1, b'a', 0, 0, 1, 1, b'b', 0, 0];
        for left in [1, 2, 3] {
            let results: Vec<_> = entries(&two, left).collect();
            assert_eq!(results.iter().filter(|result| result.is_ok()).count(), left.min(2));
            let error = (left != 2).then_some(Err(BookError::Block { index: 5 }));
            assert_eq!(results.into_iter().find(Result::is_err), error, "{left}");
        }
    }

    #[test]
    fn a_count_fits_a_word() {
        let most = usize::MAX >> (usize::BITS % 7);
        let bytes: Vec<u8> = core::iter::repeat_n(0xff, usize::BITS as usize / 7 - 1).chain([0x7f]).collect();
        assert_eq!(entries(&bytes, 1).take_count(), Some(most));
        assert_eq!(entries(&[&[0xff; 9][..], &[1]].concat(), 1).take_count(), None);
        assert_eq!(entries(&[0xff; 2], 1).take_count(), None);
    }
}
