//! [`Notation`]: an engine's positions and records as data and text.

use alloc::string::{String, ToString};
use core::fmt;

use super::law::{Outcome, Rules, Symmetry, allows, outcome_of, play_one};
use super::setup::{PositionError, Setup};
use crate::text::is_blank;

/// The greatest length of a move in a record, in bytes. No game writes a longer one.
pub const LONGEST_MOVE: usize = 64;

/// The end of a line of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRecord<P> {
    /// The position at the end of the line, or before the wrong move.
    pub position: P,
    /// The outcome there, or the number of the wrong move, from 1.
    pub result: Result<Outcome, u64>,
}

/// The parameters of a game.
pub type ParametersOf<G> = <<G as Notation>::Setup as Setup>::Parameters;

/// Why a setup is not a position of a game.
pub type SetupErrorOf<G> = <<G as Notation>::Setup as Setup>::Error;

/// An engine's positions and records as data and text.
///
/// An engine names its parameters and translates positions into setups and back. The provided
/// methods follow from that; overrides only make them faster.
pub trait Notation: Rules {
    /// A position as data.
    type Setup: Setup;

    /// The parameters of this game.
    fn parameters(&self) -> &ParametersOf<Self>;

    /// A position as data.
    fn setup(&self, position: &Self::Position) -> Self::Setup;

    /// The position of a setup, whether or not a game can reach it.
    ///
    /// # Errors
    /// A setup that is not a position of this game: see each game's setup for what is checked.
    fn position(&self, setup: &Self::Setup) -> Result<Self::Position, SetupErrorOf<Self>>;

    /// [`Setup::write_position`] of a position.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_position(&self, position: &Self::Position, out: &mut dyn fmt::Write) -> fmt::Result {
        self.setup(position).write_position(out)
    }

    /// Whether a game record may hold this move here: every legal move and, in Connect4, forfeits,
    /// which are not legal moves.
    fn accepts(&self, position: &Self::Position, mv: Self::Move) -> bool {
        allows(self, position, mv)
    }

    /// Plays one word of a game record: the text of a move, without blanks. Returns false, and
    /// leaves the position as it was, if the word cannot be read (bytes that are no UTF-8, or more
    /// than [`LONGEST_MOVE`] of them) or is not accepted.
    fn play_word(&self, position: &mut Self::Position, word: &[u8]) -> bool {
        let text = if word.len() > LONGEST_MOVE { None } else { core::str::from_utf8(word).ok() };
        match text.and_then(|text| text.parse().ok()) {
            Some(mv) if self.accepts(position, mv) => {
                play_one(self, position, mv);
                true
            }
            _ => false,
        }
    }

    /// Plays a line of a game record from the start, with [`play_word`](Self::play_word) for every
    /// word between blanks. A game overrides this to play records in bulk.
    fn play_record(&self, line: &[u8]) -> PlayedRecord<Self::Position> {
        play_record_by_words(self, line)
    }

    /// Plays complete lines, each with [`play_record`](Self::play_record), and passes their ends to
    /// `played` in order. A newline ends every line; the last line may lack it. A game overrides
    /// this to play many lines at once.
    fn play_records(&self, lines: &[u8], played: &mut dyn FnMut(PlayedRecord<Self::Position>)) {
        play_records_one_by_one(self, lines, played);
    }

    /// Plays complete lines as [`play_records`](Self::play_records) does, and appends the answer to
    /// each, with [`write_answer`](Self::write_answer). A game overrides this to write answers
    /// without making positions.
    fn answer_records(&self, lines: &[u8], answers: &mut String) {
        answer_records_by_position(self, lines, answers);
    }

    /// Appends the line with which `gridlaw verdict` answers: the outcome, or `X` and the number of
    /// the wrong move; a blank; the position; a newline.
    fn write_answer(&self, position: &Self::Position, result: Result<Outcome, u64>, answers: &mut String) {
        use fmt::Write;

        // A `String` takes everything.
        let _ = match result {
            Err(ply) => write!(answers, "X{ply}"),
            Ok(outcome) => answers.write_char(self.outcome_mark(outcome)),
        };
        answers.push(' ');
        let _ = self.write_position(position, answers);
        answers.push('\n');
    }

    /// The position of a setup's text.
    ///
    /// # Errors
    /// A text that is not a setup, or a setup that is not a position.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError<SetupErrorOf<Self>>> {
        let setup = Self::Setup::read(text, self.parameters()).map_err(PositionError::Text)?;
        self.position(&setup).map_err(PositionError::Setup)
    }

    /// The text of a position's setup: one line that determines the position.
    #[must_use]
    fn setup_text(&self, position: &Self::Position) -> String {
        self.setup(position).to_string()
    }

    /// The text that [`write_position`](Self::write_position) writes.
    #[must_use]
    fn position_text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        // A `String` takes everything.
        let _ = self.write_position(position, &mut text);
        text
    }

    /// The board over several lines, as the game's document shows it.
    #[must_use]
    fn picture(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        // A `String` takes everything.
        let _ = self.setup(position).write_picture(&mut text);
        text
    }

    /// The line with which `gridlaw verdict` answers: outcome, blank, position.
    #[must_use]
    fn answer(&self, position: &Self::Position) -> String {
        let mut answer = String::new();
        self.write_answer(position, Ok(outcome_of(self, position)), &mut answer);
        answer.pop();
        answer
    }

    /// [`Setup::outcome_mark`].
    #[must_use]
    fn outcome_mark(&self, outcome: Outcome) -> char {
        Self::Setup::outcome_mark(outcome)
    }
}

/// The position that stands for all mirror images and rotations of `position`: the one whose setup
/// is least.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::rules::{Rules, canonical};
///
/// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
/// let [mut left, mut right] = [rules.start(); 2];
/// rules.play(&mut left, "|0".parse().unwrap()).unwrap();
/// rules.play(&mut right, "|3".parse().unwrap()).unwrap();
/// assert_ne!(left, right);
/// assert_eq!(canonical(&rules, &left), canonical(&rules, &right));
/// ```
#[must_use]
pub fn canonical<G: Notation + Symmetry>(game: &G, position: &G::Position) -> G::Position {
    let images = (0..game.symmetries()).map(|symmetry| game.map_position(position, symmetry));
    images.min_by_key(|image| game.setup(image)).unwrap_or_else(|| position.clone())
}

/// The provided [`Notation::play_records`], for games that override it for some sizes only.
pub(crate) fn play_records_one_by_one<N: Notation + ?Sized>(
    game: &N,
    lines: &[u8],
    played: &mut dyn FnMut(PlayedRecord<N::Position>),
) {
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        played(game.play_record(line.strip_suffix(b"\n").unwrap_or(line)));
    }
}

/// The provided [`Notation::answer_records`], for games that override it for some sizes only.
pub(crate) fn answer_records_by_position<N: Notation + ?Sized>(game: &N, lines: &[u8], answers: &mut String) {
    game.play_records(lines, &mut |played| game.write_answer(&played.position, played.result, answers));
}

/// The provided [`Notation::play_record`], for games that override it for some sizes only.
pub(crate) fn play_record_by_words<N: Notation + ?Sized>(game: &N, line: &[u8]) -> PlayedRecord<N::Position> {
    let mut position = game.start();
    for (ply, word) in (1..).zip(line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())) {
        if !game.play_word(&mut position, word) {
            return PlayedRecord { position, result: Err(ply) };
        }
    }
    let outcome = outcome_of(game, &position);
    PlayedRecord { position, result: Ok(outcome) }
}
