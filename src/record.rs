//! Game records: one line of moves, separated by blanks.

use alloc::string::String;
use core::fmt::Display;
use core::str::FromStr;

use crate::playout::{PLY_LIMIT, Playouts};
use crate::rng::Generator;
use crate::rules::{Notation, Outcome, outcome_of};
use crate::text::{TextError, is_blank};

/// Why a record is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The move cannot be read.
    #[error("move {ply} cannot be read: {error}")]
    Unreadable {
        /// The number of the move, from 1.
        ply: u32,
        /// The error in the move's text; columns count from the beginning of the move.
        error: TextError,
    },
    /// The move is not legal.
    #[error("move {ply} is not legal")]
    Illegal {
        /// The number of the move, from 1.
        ply: u32,
    },
    /// The game is over before the move.
    #[error("expected no move after the end of the game, found move {ply}")]
    Over {
        /// The number of the move, from 1.
        ply: u32,
    },
}

impl RecordError {
    /// The number of the wrong move, from 1. The moves before it were played.
    #[must_use]
    pub const fn ply(self) -> u32 {
        match self {
            RecordError::Unreadable { ply, .. } | RecordError::Illegal { ply } | RecordError::Over { ply } => ply,
        }
    }
}

/// Plays a line of moves on `position` and calls `played` with every move. On an error the position
/// is the one before the wrong move.
///
/// # Errors
/// The number of the first move that cannot be read or is not accepted.
pub fn replay<G: Notation>(
    game: &G,
    position: &mut G::Position,
    line: &str,
    mut played: impl FnMut(G::Move),
) -> Result<(), RecordError> {
    read_moves(line, &mut |mv| {
        if !game.accepts(position, mv) {
            return Err(outcome_of(game, position));
        }
        game.play_unchecked(position, mv);
        played(mv);
        Ok(())
    })
}

/// Reads the moves of a line and passes them to `play`, which returns the outcome of the position
/// if it does not accept one there. Compiled once for every type of move.
pub(crate) fn read_moves<M: FromStr<Err = TextError>>(
    line: &str,
    play: &mut dyn FnMut(M) -> Result<(), Outcome>,
) -> Result<(), RecordError> {
    let words = line.split(|character: char| u8::try_from(character).is_ok_and(is_blank));
    for (ply, word) in (1..).zip(words.filter(|word| !word.is_empty())) {
        let mv = word.parse().map_err(|error| RecordError::Unreadable { ply, error })?;
        play(mv).map_err(|outcome| match outcome {
            Outcome::InProgress => RecordError::Illegal { ply },
            _ => RecordError::Over { ply },
        })?;
    }
    Ok(())
}

/// Appends random game number `game` of a run to `line`: its moves, separated by blanks.
///
/// # Stability
/// The same seed gives the same games on every machine and in every later version.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::record::{random_game, replay};
/// use gridlaw::rules::Rules;
///
/// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
/// let mut line = String::new();
/// random_game(&rules, 1, 0, &mut line);
/// let mut position = rules.start();
/// replay(&rules, &mut position, &line, |_| ()).unwrap();
/// assert!(rules.outcome(&position).is_over());
/// ```
pub fn random_game<R: Playouts>(rules: &R, seed: u64, game: u64, line: &mut String) {
    let mut generator = Generator::for_game(seed, game);
    rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, writer(line));
}

/// A function that appends moves to a line, with blanks between. Its type names the move and no
/// engine, so engines of one kind can share a random game that calls it.
fn writer<M: Display>(line: &mut String) -> impl FnMut(M) {
    use core::fmt::Write;

    let start = line.len();
    move |mv| {
        let separator = if line.len() > start { " " } else { "" };
        // A `String` takes everything.
        let _ = write!(line, "{separator}{mv}");
    }
}

/// Lines of `count` random games: some cut off, some with a word of `others` exchanged or put in,
/// some with many of the first four, and lines of any bytes.
#[cfg(test)]
pub(crate) fn wrong_lines<R: Playouts>(rules: &R, seed: u64, count: u64, others: &[&str]) -> alloc::vec::Vec<u8> {
    use alloc::vec::Vec;

    let mut random = Generator::for_game(3, seed);
    let mut below = |number: usize| random.below(number as u64) as usize;
    let (mut text, mut line) = (Vec::new(), String::new());
    for game in 0..count {
        line.clear();
        random_game(rules, 11, game, &mut line);
        let mut words: Vec<&str> = line.split(' ').collect();
        let (place, other) = (below(words.len() + 1), others[below(others.len())]);
        match below(6) {
            0 => words.truncate(place),
            1 => words.insert(place, other),
            2 if place < words.len() => words[place] = other,
            3 => (0..below(30)).for_each(|_| words.insert(place, others[below(4)])),
            _ => {}
        }
        text.extend_from_slice(words.join([" ", "  ", "\t"][below(20).saturating_sub(17)]).as_bytes());
        text.extend_from_slice([&b"\n"[..], b" \n", b"\r\n", b"\n\n"][below(60).min(3) ^ 3]);
        if below(60) == 0 {
            text.extend_from_slice(b"\xff\xfe\n");
        }
    }
    text
}
