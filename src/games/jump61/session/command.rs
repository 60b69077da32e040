//! [`Command`]: the meaning of a line; [`InputError`]: why a line is invalid.

use std::fmt;

use super::super::Parameters;
use crate::cell::Side;

/// The command on a line. Rows and columns are as typed, from 1; they may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `clear`
    Clear,
    /// `start`
    Start,
    /// `quit`
    Quit,
    /// `auto P`
    Auto(Side),
    /// `manual P`
    Manual(Side),
    /// `size N`
    Size(Parameters),
    /// `set R C N P`. The line may omit the side if there are no spots.
    Set {
        /// The row.
        row: i64,
        /// The column.
        col: i64,
        /// The number of spots.
        spots: i64,
        /// The owner of the spots.
        side: Side,
    },
    /// `dump`
    Dump,
    /// `seed N`
    Seed(i64),
    /// `help`
    Help,
    /// `R C`
    Move {
        /// The row.
        row: i64,
        /// The column.
        col: i64,
    },
}

/// Why a line is invalid. An invalid line changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The line is longer than the program reads.
    #[error("the line is too long")]
    TooLong,
    /// No command begins with this word.
    #[error("expected a command (`help` lists them), found {0}")]
    Unknown(Word),
    /// More than one command begins with this word.
    #[error("{word} may be any of: {}", meant.join(", "))]
    Ambiguous {
        /// The word as typed.
        word: Word,
        /// The commands that begin with it.
        meant: Vec<&'static str>,
    },
    /// An operand is missing.
    #[error("expected {0}, found the end of the line")]
    Missing(&'static str),
    /// An operand is not a number, or one of more than 64 bits.
    #[error("expected {operand} (a whole number of 64 bits), found {word}")]
    Number {
        /// The word as typed.
        word: Word,
        /// The operand.
        operand: &'static str,
    },
    /// An operand does not name a player.
    #[error("expected {expected}, found {word}")]
    Player {
        /// The word as typed.
        word: Word,
        /// The valid words.
        expected: &'static str,
    },
    /// There is no board of this size.
    #[error("expected a size from {min} to {max}, found {0}", min = Parameters::SMALLEST, max = Parameters::LARGEST)]
    Size(i64),
    /// The square is not on the board.
    #[error("expected rows and columns from 1 to {size}, found row {row} column {col}")]
    OffBoard {
        /// The row.
        row: i64,
        /// The column.
        col: i64,
        /// The size of the board.
        size: u32,
    },
    /// There are more spots than the square has neighbors, or fewer than none.
    #[error("expected 0 to {most} spots on row {row} column {col}, found {spots}")]
    Spots {
        /// The row.
        row: i64,
        /// The column.
        col: i64,
        /// The number of spots.
        spots: i64,
        /// The number of neighbors of the square.
        most: u32,
    },
    /// The line is a move, but no game is in progress.
    #[error("no game is in progress: `start` begins one")]
    NotPlaying,
    /// The game is over.
    #[error("the game is over: `clear` or `size` makes a new board, `set` changes this one")]
    Over,
    /// The opponent owns the square.
    #[error("row {row} column {col} is the opponent's")]
    Opponents {
        /// The row.
        row: i64,
        /// The column.
        col: i64,
    },
}

/// A word of the input for a message: cut if it is long, and with control characters escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(String);

/// The most characters of a word that a message shows.
const SHOWN: usize = 40;

impl From<&str> for Word {
    fn from(word: &str) -> Word {
        let mut shown: String = word.chars().take(SHOWN).collect();
        if shown.len() < word.len() {
            shown.push('\u{2026}');
        }
        Word(shown)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0.escape_debug())
    }
}

/// Every command word.
pub const WORDS: [&str; 10] = ["auto", "clear", "dump", "help", "manual", "quit", "seed", "set", "size", "start"];

/// The output of `help`.
pub const HELP: &str = "\
R C            add a spot to the square in row R, column C, both from 1
start          play from the current position
clear          stop, and clear the board
size N         stop, and make a clear board of size N, 2 to 10 (at first 6)
auto P         stop, and let the program play P, red or blue (at first blue)
manual P       stop, and let P be played from here (at first red)
set R C N P    stop, and put N spots of P, r or b, on a square; 0 makes it neutral
dump           print the board
seed N         let the program's choices follow from the number N
help           print this
quit           leave; so does the end of the input
# ...          is ignored
Case does not matter, and the beginning of a word will do if no other begins alike.
";

impl Command {
    /// Reads a line. Returns `None` for a blank line or a comment.
    ///
    /// ```
    /// use gridlaw::cell::Side;
    /// use gridlaw::games::jump61::session::{Command, InputError};
    ///
    /// assert_eq!(Command::read("  A  RED  and more"), Ok(Some(Command::Auto(Side::First))));
    /// assert_eq!(Command::read(" 3\t4"), Ok(Some(Command::Move { row: 3, col: 4 })));
    /// assert_eq!(Command::read("# auto red"), Ok(None));
    /// assert!(matches!(Command::read("se 3"), Err(InputError::Ambiguous { .. })));
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the word is not a command, or an operand is missing or wrong.
    pub fn read(line: &str) -> Result<Option<Command>, InputError> {
        let mut words = line.split_whitespace();
        let Some(word) = words.next().filter(|word| !word.starts_with('#')) else { return Ok(None) };
        if word.trim_start_matches(['+', '-']).starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(Some(Command::Move {
                row: number(Some(word), "a row")?,
                col: number(words.next(), "a column")?,
            }));
        }
        let lower = word.to_lowercase();
        let meant: Vec<&str> = WORDS.into_iter().filter(|known| known.starts_with(&lower)).collect();
        let [command] = meant[..] else {
            return Err(if meant.is_empty() {
                InputError::Unknown(word.into())
            } else {
                InputError::Ambiguous { word: word.into(), meant }
            });
        };
        Ok(Some(match command {
            "auto" => Command::Auto(side(words.next(), ["red", "blue"], "red or blue")?),
            "clear" => Command::Clear,
            "dump" => Command::Dump,
            "help" => Command::Help,
            "manual" => Command::Manual(side(words.next(), ["red", "blue"], "red or blue")?),
            "quit" => Command::Quit,
            "seed" => Command::Seed(number(words.next(), "a seed")?),
            "set" => {
                let (row, col) = (number(words.next(), "a row")?, number(words.next(), "a column")?);
                let spots = number(words.next(), "a number of spots")?;
                let side = if spots == 0 { Side::First } else { side(words.next(), ["r", "b"], "r or b")? };
                Command::Set { row, col, spots, side }
            }
            "size" => {
                let size = number(words.next(), "a size")?;
                let parameters = u32::try_from(size).ok().and_then(|size| Parameters::new(size).ok());
                Command::Size(parameters.ok_or(InputError::Size(size))?)
            }
            _ => Command::Start,
        }))
    }
}

fn number(word: Option<&str>, operand: &'static str) -> Result<i64, InputError> {
    let word = word.ok_or(InputError::Missing(operand))?;
    word.parse().map_err(|_| InputError::Number { word: word.into(), operand })
}

fn side(word: Option<&str>, names: [&str; 2], expected: &'static str) -> Result<Side, InputError> {
    let word = word.ok_or(InputError::Missing("a player"))?;
    let index = names.iter().position(|name| name.eq_ignore_ascii_case(word));
    index.map(|index| Side::BOTH[index]).ok_or_else(|| InputError::Player { word: word.into(), expected })
}
