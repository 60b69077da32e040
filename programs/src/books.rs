//! Books as files: opening one, and following its best play.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::{Failure, TWO_SIDES};
use gridlaw::book::{Book, BookError, BookValue};
use gridlaw::{AnyPlaying, Outcome};

/// The book that a command reads.
#[derive(Clone, Debug, Args)]
pub struct BookArgument {
    /// Look positions up in this book, which `gridlaw book` has made
    #[arg(help_heading = TWO_SIDES, long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// The most bytes of a book that are read.
const LARGEST: u64 = 1 << 36;

/// A line of best play from a book.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The value of the first position, if the book has it.
    pub value: Option<BookValue>,
    /// The moves.
    pub line: Vec<String>,
    /// The position after them.
    pub end: AnyPlaying,
    /// The value of that position.
    last: Option<BookValue>,
}

/// Reads a book of at most 64 GiB; of a file that does not begin as one, only the beginning.
///
/// # Errors
/// Any error of reading.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?.take(LARGEST);
    let mut bytes = Vec::new();
    file.by_ref().take(1 << 10).read_to_end(&mut bytes)?;
    if !matches!(Book::open(&bytes[..]), Err(BookError::Kind)) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Opens a book.
///
/// # Errors
/// [`Failure::Input`] if the file cannot be read or is not a book.
pub fn open(path: &Path) -> Result<Book<Vec<u8>>, Failure> {
    let bytes = read(path).map_err(|error| Failure::at(path, &error))?;
    Book::open(bytes).map_err(|error| Failure::at(path, &error))
}

impl BookArgument {
    /// Follows the book's best play from a position: [`walk`].
    ///
    /// # Errors
    /// [`Failure::Input`] if there is a book that cannot be read or is of another game.
    pub fn walk(&self, start: &AnyPlaying) -> Result<Walk, Failure> {
        let Some(path) = &self.book else { return Ok(Walk::nowhere(start)) };
        walk(&open(path)?, start).map_err(|error| Failure::at(path, &error))
    }
}

/// Follows best play from a position as long as the book contains a move that keeps the value. A
/// repeated position ends the walk.
///
/// # Errors
/// A book of another game, or one that was changed.
pub fn walk(book: &Book<Vec<u8>>, start: &AnyPlaying) -> Result<Walk, BookError> {
    let mut walk = Walk::nowhere(start);
    walk.value = book.value(start)?;
    walk.last = walk.value;
    let mut seen = HashSet::from([start.clone()]);
    while let Some(value) = walk.last
        && let Some((mv, after, known)) = step(book, &walk.end, value)?
        && seen.insert(after.clone())
    {
        walk.line.push(mv);
        (walk.end, walk.last) = (after, Some(known));
    }
    Ok(walk)
}

impl Walk {
    /// The walk without a book.
    #[must_use]
    pub fn nowhere(start: &AnyPlaying) -> Walk {
        Walk { value: None, line: Vec::new(), end: start.clone(), last: None }
    }

    /// The walk that has gone nowhere, with the book's value to be confirmed there.
    #[must_use]
    pub fn back_to(self, start: &AnyPlaying) -> Walk {
        Walk { last: self.value, ..Walk::nowhere(start) }
    }

    /// Checks the value that a search found at the end of the walk against the book. A game that is
    /// over needs no check.
    ///
    /// # Errors
    /// [`Failure::Input`] if they differ: the book or the search is wrong.
    pub fn confirm(&self, found: BookValue) -> Result<(), Failure> {
        match self.last {
            Some(value) if !self.end.is_over() && !value.agrees(found) => {
                let line = self.line.join(" ");
                Err(Failure::Input(format!("the book says {value} after {line:?}, the search {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// A move that keeps the value, the position after it, and its value. A pass is the last choice,
/// because it gains nothing.
fn step(
    book: &Book<Vec<u8>>,
    playing: &AnyPlaying,
    value: BookValue,
) -> Result<Option<(String, AnyPlaying, BookValue)>, BookError> {
    let mut pass = None;
    for mv in playing.moves() {
        let mut after = playing.clone();
        if after.play_text(&mv).is_err() {
            continue;
        }
        let known = match after.outcome() {
            Outcome::InProgress => book.value(&after)?,
            Outcome::Draw => Some(BookValue::Draw),
            // In every game a move may win or lose for the side that makes it.
            Outcome::Win(side) if side == playing.turn() => Some(BookValue::Loss(Some(0))),
            Outcome::Win(_) => Some(BookValue::Win(Some(0))),
        };
        let Some(known) = known.filter(|known| known.before().agrees(value)) else { continue };
        let mut back = after.clone();
        if back.play_text(&mv).is_ok() && back == *playing {
            pass = Some((mv, after, known));
        } else {
            return Ok(Some((mv, after, known)));
        }
    }
    Ok(pass)
}
