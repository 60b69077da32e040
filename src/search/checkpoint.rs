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
use core::{array, iter};
use std::io::{self, BufRead, BufReader, Read, Write};

use super::score::Score;
use super::solve::{Bounds, Solving};
use super::table::{NO_WORDS, are_sound};
use crate::checksum::Checksum;

/// The first line.
const KIND: &str = "gridlaw checkpoint 1\n";

/// The number of numbers before the entries.
const NUMBERS: usize = 6;

/// Entries that are read or written at once.
const AT_ONCE: u64 = 4096;

/// More bytes than any checkpoint has.
const LARGEST: u64 = 1 << 44;

/// The most bytes of the second line.
const LONGEST_LINE: u64 = 1 << 20;

/// A solver's state, without the entries of its table: they go from the file to the table, because
/// there may be as much of them as there is memory.
///
/// ```
/// use gridlaw::search::{Checkpoint, Options, Solving, Value};
/// use gridlaw::solving::AnySolver;
/// use std::ops::ControlFlow;
///
/// let start: gridlaw::AnyPlaying = "jump61 --size 3".parse().unwrap();
/// let options = Options { table: 1, ..Options::default() };
/// let (title, mut file) = ("jump61 3x3", Vec::new());
/// let mut solver = AnySolver::new(&start, options).unwrap().unwrap();
/// let stopped = solver.solve(&mut |solving: Solving<'_>| {
///     Checkpoint::write(title, &solving, &mut file).unwrap();
///     ControlFlow::Break(())
/// });
/// assert!(stopped.is_err());
///
/// let checkpoint = Checkpoint::read(&mut &file[..], title).unwrap();
/// let options = Options { table: checkpoint.table, ..options };
/// let solver = AnySolver::new(&start, options).unwrap().unwrap();
/// let mut solver = solver.go_on_from(&checkpoint, &mut &file[..]).unwrap();
/// assert!(solver.nodes() >= checkpoint.nodes);
/// let mut watch = |_: Solving<'_>| ControlFlow::Continue(());
/// assert!(matches!(solver.solve(&mut watch), Ok(Value::Loss(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The size of the table in MiB. A solver that resumes must have a table of this size.
    pub table: usize,
    /// The bounds of the score.
    pub bounds: Bounds,
    /// The number of positions searched.
    pub nodes: u64,
    title: String,
}

/// Why a checkpoint is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The first line is not that of a checkpoint of this version.
    #[error("expected a first line {:?}, found another", KIND.trim_end())]
    Kind,
    /// The checkpoint is of another position.
    #[error("expected a checkpoint of {expected:?}, found one of {found:?}")]
    Title {
        /// The title in the checkpoint.
        found: String,
        /// The title of the position to solve.
        expected: String,
    },
    /// The length differs from the one that the numbers give.
    #[error("expected {expected} bytes after its second line, found {found}: it is not whole")]
    Length {
        /// The number of bytes found.
        found: u64,
        /// The number of bytes expected.
        expected: u64,
    },
    /// The checksum does not match the rest.
    #[error("its checksum is wrong: it was changed")]
    Checksum,
    /// A number is out of the range that a solver writes.
    #[error("number {index} after its second line cannot be {found:#x}")]
    Number {
        /// The index of the number, from 1.
        index: u64,
        /// The number found.
        found: u64,
    },
    /// The second reading found another checkpoint than the first.
    #[error("it changed while it was read")]
    Changed,
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Access(io::ErrorKind),
}

/// The bytes of a title, without its newlines.
fn on_one_line(title: &str) -> impl Iterator<Item = u8> {
    title.bytes().filter(|&byte| byte != b'\n')
}

impl Checkpoint {
    /// Writes a checkpoint of a running solver, some thousand entries at a time. `title` names the
    /// solved position on one line; newlines in it are dropped.
    ///
    /// # Errors
    /// Any error of `out`.
    pub fn write(title: &str, solving: &Solving<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Bounds { least, most, plies } = solving.bounds;
        let entries = || solving.search.table.into_iter().flat_map(|table| table.words());
        let count = entries().count();
        let table = solving.search.table.map_or(0, |table| table.mebibytes() as u64);
        let score = |score: Score| i64::from(score.0) as u64;
        let numbers = [table, score(least), score(most), plies.into(), solving.search.nodes, count as u64];
        let mut head = KIND.as_bytes().to_vec();
        head.extend(on_one_line(title));
        head.push(b'\n');
        head.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let mut sum = Checksum::of(head.len() as u64 + 24 * count as u64);
        sum.add(&head);
        out.write_all(&head)?;
        // Entries that threads have added since are left out. One that a thread is writing may be
        // missing where a word has two halves.
        let entries = entries().chain(iter::repeat(NO_WORDS)).take(count);
        let mut block = Vec::new();
        for (words, number) in entries.zip(1..) {
            words.iter().for_each(|word| block.extend_from_slice(&word.to_le_bytes()));
            if number == count || number % AT_ONCE as usize == 0 {
                sum.add(&block);
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&sum.finish().to_le_bytes())
    }

    /// Reads the whole checkpoint of the position that `title` names, and keeps all but its
    /// entries. A solver reads them from the same bytes when it
    /// [resumes](super::Solver::go_on_from).
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not what [`write`](Self::write) writes for this title.
    pub fn read(source: &mut dyn Read, title: &str) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::scan(source, title, &mut |_| ())
    }

    /// Reads the same checkpoint once more, for its entries. Those that `keep` has been given
    /// before an error may be wrong.
    pub(super) fn entries(&self, source: &mut dyn Read, keep: &mut dyn FnMut([u64; 3])) -> Result<(), CheckpointError> {
        if Checkpoint::scan(source, &self.title, keep)? == *self { Ok(()) } else { Err(CheckpointError::Changed) }
    }

    /// Reads a checkpoint from the first to the last byte.
    fn scan(source: &mut dyn Read, title: &str, keep: &mut dyn FnMut([u64; 3])) -> Result<Checkpoint, CheckpointError> {
        let mut source = BufReader::new(source);
        let (mut head, mut block) = (Vec::new(), Vec::new());
        read_most(&mut source, KIND.len() as u64, &mut head)?;
        if head != KIND.as_bytes() {
            return Err(CheckpointError::Kind);
        }
        source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut head).map_err(access)?;
        let line = &head[KIND.len()..];
        let found = line.strip_suffix(b"\n").unwrap_or(line);
        if !found.iter().copied().eq(on_one_line(title)) {
            let found = String::from_utf8_lossy(&found[..found.len().min(1000)]).into_owned();
            return Err(CheckpointError::Title { found, expected: title.into() });
        }
        if !line.ends_with(b"\n") {
            return Err(CheckpointError::Length { found: 0, expected: 8 * (NUMBERS as u64 + 1) });
        }
        let mut found = read_most(&mut source, 8 * NUMBERS as u64, &mut block)?;
        let number = |index: usize| block.as_chunks().0.get(index).map_or(0, |&word| u64::from_le_bytes(word));
        let numbers: [u64; NUMBERS] = array::from_fn(number);
        let count = numbers[NUMBERS - 1];
        let expected = (NUMBERS as u64 + 1).saturating_add(count.saturating_mul(3)).saturating_mul(8);
        head.extend_from_slice(&block);
        let mut sum = Checksum::of((head.len() as u64).wrapping_add(count.wrapping_mul(24)));
        sum.add(&head);
        let (mut done, mut wrong) = (0, None);
        while done < count {
            let entries = AT_ONCE.min(count - done);
            let length = read_most(&mut source, 24 * entries, &mut block)?;
            found += length;
            if length < 24 * entries {
                return Err(CheckpointError::Length { found, expected });
            }
            sum.add(&block);
            let (words, _) = block.as_chunks();
            for (entry, index) in words.as_chunks::<3>().0.iter().zip(done..) {
                let words = entry.map(u64::from_le_bytes);
                if are_sound(words) {
                    keep(words);
                } else if wrong.is_none() {
                    wrong = Some(CheckpointError::Number { index: NUMBERS as u64 + 3 * index + 3, found: words[2] });
                }
            }
            done += entries;
        }
        found += read_most(&mut source, 8, &mut block)?;
        found += io::copy(&mut source.take(LARGEST), &mut io::sink()).map_err(access)?;
        if found != expected {
            return Err(CheckpointError::Length { found, expected });
        }
        if block != sum.finish().to_le_bytes() {
            return Err(CheckpointError::Checksum);
        }
        let (table, bounds) = understood(&numbers)?;
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(Checkpoint { table, bounds, nodes: numbers[4], title: title.into() }),
        }
    }
}

fn access(error: io::Error) -> CheckpointError {
    CheckpointError::Access(error.kind())
}

/// Reads so many bytes, or all that are left, and returns their number.
fn read_most(source: &mut dyn Read, length: u64, bytes: &mut Vec<u8>) -> Result<u64, CheckpointError> {
    bytes.clear();
    let read = source.take(length).read_to_end(bytes).map_err(access)?;
    Ok(read as u64)
}

/// The size of the table and the bounds.
fn understood(numbers: &[u64; NUMBERS]) -> Result<(usize, Bounds), CheckpointError> {
    let wrong = |index: usize| CheckpointError::Number { index: index as u64 + 1, found: numbers[index] };
    let score = |index: usize| {
        let score = i16::try_from(numbers[index] as i64).map_err(|_| wrong(index))?;
        if Score(score) >= Bounds::NOTHING.least && Score(score) <= Bounds::NOTHING.most {
            Ok(Score(score))
        } else {
            Err(wrong(index))
        }
    };
    let plies = u16::try_from(numbers[3]).map_err(|_| wrong(3))?;
    let bounds = Bounds { least: score(1)?, most: score(2)?, plies };
    if bounds.least > bounds.most {
        return Err(wrong(2));
    }
    Ok((usize::try_from(numbers[0]).map_err(|_| wrong(0))?, bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::read(&mut bytes, "a board")
    }

    fn bytes_of(numbers: &[u64]) -> Vec<u8> {
        let mut bytes = [KIND.as_bytes(), b"a board\n"].concat();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = crate::checksum::checksum(0, &bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn a_checkpoint_has_the_length_of_its_entries() {
        let right = bytes_of(&[1, 5, 5, 9, 77, 1, 3, 4, 1 << 56]);
        let start = right.len() - 8 * (9 + 1);
        assert!(read(&right).is_ok());
        for length in (start..right.len()).chain(right.len() + 1..right.len() + 20) {
            let mut wrong = right.clone();
            wrong.resize(length, 0);
            // Without its number of entries, it is taken for one that has none.
            let expected = if length - start < 8 * 6 { 8 * (6 + 1) } else { 8 * (9 + 1) };
            let error = CheckpointError::Length { found: (length - start) as u64, expected };
            assert_eq!(read(&wrong), Err(error));
        }
    }

    #[test]
    fn a_title_of_several_lines_is_that_of_its_checkpoint() {
        let right = bytes_of(&[1, 5, 5, 9, 77, 0]);
        let titled = |title: &str| Checkpoint::read(&mut &right[..], title);
        assert!(titled("a board").is_ok() && titled("a \nboard\n").is_ok());
        assert!(matches!(titled("a board.\n"), Err(CheckpointError::Title { .. })));
    }

    /// Bounds that no search would find may end a search early; none is endless.
    #[test]
    fn forged_bounds_end_every_search() {
        use super::super::{Options, Solving};
        use crate::solving::AnySolver;

        let start: crate::AnyPlaying = "jump61 --size 3".parse().unwrap();
        for (least, most) in [(-15_000, -14_000), (-15_000, 0), (-100, 15_994), (1, 2), (-2, -1_i64)] {
            for plies in [0, 9, 900] {
                let forged = bytes_of(&[1, least as u64, most as u64, plies, 0, 0]);
                let checkpoint = read(&forged).unwrap();
                let solver = || {
                    let solver = AnySolver::new(&start, Options { table: 1, ..Options::default() });
                    solver.unwrap().unwrap().go_on_from(&checkpoint, &mut &forged[..]).unwrap()
                };
                let mut watch = |_: Solving<'_>| core::ops::ControlFlow::Continue(());
                let mut solved = solver();
                let _ = solved.solve(&mut watch);
                let bounds = solved.bounds();
                assert!(Score(least as i16) <= bounds.least && bounds.least <= bounds.most, "{bounds:?}");
                let _ = (solver().solve_weakly(&mut watch), solver().move_values(&mut watch));
            }
        }
    }

    #[test]
    fn a_number_out_of_range_is_named_by_its_place() {
        // Two answers of a weak search.
        let entry = [3, 4, 1 << 56];
        let right = [&[1, -5_i64 as u64, 5, 9, 77, 2][..], &entry, &entry].concat();
        let kept = read(&bytes_of(&right)).unwrap();
        assert_eq!((kept.table, kept.nodes), (1, 77));
        assert_eq!(kept.bounds, Bounds { least: Score(-5), most: Score(5), plies: 9 });
        let mut entries = Vec::new();
        kept.entries(&mut &bytes_of(&right)[..], &mut |words| entries.push(words)).unwrap();
        assert_eq!(entries, [entry, entry]);
        // The value is known, and there may be no entries.
        let solved = [1, 5, 5, 9, 77, 0];
        let solved = bytes_of(&solved);
        let is_kept = kept.entries(&mut &solved[..], &mut |_| unreachable!("it has no entries"));
        assert_eq!(is_kept, Err(CheckpointError::Changed));
        let solved = read(&solved).unwrap();
        assert_eq!((solved.bounds.least, solved.bounds.most), (Score(5), Score(5)));
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
            wrong[index as usize - 1] = found;
            let error = CheckpointError::Number { index, found };
            assert_eq!(read(&bytes_of(&wrong)), Err(error));
        }
    }
}
