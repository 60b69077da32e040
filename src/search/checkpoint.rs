//! [`Checkpoint`]: a solver's state as bytes, written while it runs and read when it resumes.
//!
//! ```text
//!   gridlaw checkpoint 1\n
//!   what is solved, one line\n
//!   table in MiB, least, most, plies, positions, entries       6 numbers of 8 bytes, little-endian
//!   place, check, known                                        3 for every entry
//!   checksum of everything before
//! ```
//!
//! The search may continue while its checkpoint is written: every entry is valid by itself, and its
//! bounds hold at any later time.
//!
//! Every processor reads the checkpoints of every other. Entries of hashed boards help only on
//! processors of the same byte order; see [`hashes`](super::hashes).

use alloc::string::String;
use alloc::vec::Vec;

use super::score::Score;
use super::solve::{Bounds, Solving};
use super::table::are_sound;
use crate::checksum::checksum;

/// The first line.
const KIND: &str = "gridlaw checkpoint 1\n";

/// The number of numbers before the entries.
const NUMBERS: usize = 6;

/// A solver's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The size of the table in MiB. A solver that resumes must have a table of this size.
    pub table: usize,
    /// The bounds of the score.
    pub bounds: Bounds,
    /// The number of positions searched.
    pub nodes: u64,
    pub(super) entries: Vec<[u64; 3]>,
}

/// Why a checkpoint is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The first line is not that of a checkpoint of this version.
    #[error("the first line is not {:?}", KIND.trim_end())]
    Kind,
    /// The checkpoint is of another position.
    #[error("it is of {found:?}, and this is {expected:?}")]
    Title {
        /// The title in the checkpoint.
        found: String,
        /// The title of the position to solve.
        expected: String,
    },
    /// The length differs from the one that the numbers give.
    #[error("it has {found} bytes after its second line, and {expected} would be right: it is not whole")]
    Length {
        /// The number of bytes found.
        found: usize,
        /// The number of bytes expected.
        expected: usize,
    },
    /// The checksum does not match the rest.
    #[error("its checksum is wrong: it was changed")]
    Checksum,
    /// A number is out of the range that a solver writes.
    #[error("number {index} after its second line cannot be {found:#x}")]
    Number {
        /// The index of the number, from 1.
        index: usize,
        /// The number found.
        found: u64,
    },
}

impl Checkpoint {
    /// Writes a checkpoint of a running solver. `title` names the solved position on one line;
    /// newlines in it are dropped.
    #[must_use]
    pub fn write(title: &str, solving: &Solving<'_>) -> Vec<u8> {
        let Bounds { least, most, plies } = solving.bounds;
        let entries: Vec<[u64; 3]> = solving.search.table.into_iter().flat_map(|table| table.words()).collect();
        let table = solving.search.table.map_or(0, |table| table.mebibytes() as u64);
        let score = |score: Score| i64::from(score.0) as u64;
        let numbers = [table, score(least), score(most), plies.into(), solving.search.nodes, entries.len() as u64];
        let mut bytes = Vec::with_capacity(KIND.len() + title.len() + 1 + 8 * (NUMBERS + 3 * entries.len() + 1));
        bytes.extend_from_slice(KIND.as_bytes());
        bytes.extend(title.bytes().filter(|&byte| byte != b'\n'));
        bytes.push(b'\n');
        for number in numbers.into_iter().chain(entries.into_iter().flatten()) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let checksum = checksum(0, &bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the checkpoint of the position that `title` names.
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not what [`write`](Self::write) writes for this title.
    pub fn read(bytes: &[u8], title: &str) -> Result<Checkpoint, CheckpointError> {
        let rest = bytes.strip_prefix(KIND.as_bytes()).ok_or(CheckpointError::Kind)?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(CheckpointError::Kind)?;
        let (found, rest) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
        if found != title {
            return Err(CheckpointError::Title { found: found.into_owned(), expected: title.into() });
        }
        let (words, odd) = rest.as_chunks::<8>();
        let word = |index: usize| words.get(index).map(|&bytes| u64::from_le_bytes(bytes));
        let count = word(NUMBERS - 1).unwrap_or(0);
        let expected = (NUMBERS as u64 + 1).saturating_add(count.saturating_mul(3)).saturating_mul(8);
        if rest.len() as u64 != expected || !odd.is_empty() {
            let expected = usize::try_from(expected).unwrap_or(usize::MAX);
            return Err(CheckpointError::Length { found: rest.len(), expected });
        }
        if word(words.len() - 1) != Some(checksum(0, &bytes[..bytes.len() - 8])) {
            return Err(CheckpointError::Checksum);
        }
        let wrong = |index: usize| CheckpointError::Number { index: index + 1, found: word(index).unwrap_or(0) };
        let number = |index: usize| word(index).unwrap_or(0);
        let score = |index: usize| {
            let score = i16::try_from(number(index) as i64).map_err(|_| wrong(index))?;
            if Score(score) >= Bounds::NOTHING.least && Score(score) <= Bounds::NOTHING.most {
                Ok(Score(score))
            } else {
                Err(wrong(index))
            }
        };
        let bounds =
            Bounds { least: score(1)?, most: score(2)?, plies: u16::try_from(number(3)).map_err(|_| wrong(3))? };
        if bounds.least > bounds.most {
            return Err(wrong(2));
        }
        let (entries, _) = words[NUMBERS..words.len() - 1].as_chunks::<3>();
        let entries: Vec<[u64; 3]> = entries.iter().map(|entry| entry.map(u64::from_le_bytes)).collect();
        if let Some(index) = entries.iter().position(|&entry| !are_sound(entry)) {
            return Err(wrong(NUMBERS + 3 * index + 2));
        }
        let table = usize::try_from(number(0)).map_err(|_| wrong(0))?;
        Ok(Checkpoint { table, bounds, nodes: number(4), entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(numbers: &[u64]) -> Vec<u8> {
        let mut bytes = [KIND.as_bytes(), b"a board\n"].concat();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = checksum(0, &bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn a_checkpoint_has_the_length_of_its_entries() {
        let right = bytes_of(&[1, 5, 5, 9, 77, 1, 3, 4, 1 << 56]);
        let start = right.len() - 8 * (9 + 1);
        assert!(Checkpoint::read(&right, "a board").is_ok());
        for length in (start..right.len()).chain(right.len() + 1..right.len() + 20) {
            let mut wrong = right.clone();
            wrong.resize(length, 0);
            // Without its number of entries, it is taken for one that has none.
            let expected = if length - start < 8 * 6 { 8 * (6 + 1) } else { 8 * (9 + 1) };
            let error = CheckpointError::Length { found: length - start, expected };
            assert_eq!(Checkpoint::read(&wrong, "a board"), Err(error));
        }
    }

    #[test]
    fn a_number_out_of_range_is_named_by_its_place() {
        // Two answers of a weak search.
        let entry = [3, 4, 1 << 56];
        let right = [&[1, -5_i64 as u64, 5, 9, 77, 2][..], &entry, &entry].concat();
        let read = Checkpoint::read(&bytes_of(&right), "a board").unwrap();
        assert_eq!((read.table, read.nodes, &read.entries[..]), (1, 77, &[entry, entry][..]));
        assert_eq!(read.bounds, Bounds { least: Score(-5), most: Score(5), plies: 9 });
        // The value is known, and there may be no entries.
        let solved = [1, 5, 5, 9, 77, 0];
        let read = Checkpoint::read(&bytes_of(&solved), "a board").unwrap();
        assert_eq!((read.bounds.least, read.bounds.most, read.entries.len()), (Score(5), Score(5), 0));
        for (index, found) in [
            (2, 1 << 16),
            (2, i64::from(Bounds::NOTHING.least.0 - 1) as u64),
            (3, i64::from(Bounds::NOTHING.most.0 + 1) as u64),
            (3, -6_i64 as u64),
            (4, 1 << 16),
            (9, 0),
            (12, 1 << 63 | 1),
        ] {
            let mut wrong = right.clone();
            wrong[index - 1] = found;
            let error = CheckpointError::Number { index, found };
            assert_eq!(Checkpoint::read(&bytes_of(&wrong), "a board"), Err(error));
        }
    }
}
