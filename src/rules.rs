//! [`Rules`]: what every game can be asked, and the words for the answers.
//!
//! Rules and position are apart: a value that implements `Rules` holds the parameters of a game (its
//! size, masks made once) and is shared; the position is a small value without history. There are three
//! doors to a move: [`Rules::play`] for input (refuses, and leaves the position as it was),
//! [`Rules::play_unchecked`] for moves that came out of [`Rules::visit_moves`], and the constructors and
//! readers of positions, which validate.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::cell::{Pos, Side, Size};
use crate::text::{TextError, is_blank};

/// Whether a game is over, and who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The game goes on.
    #[default]
    InProgress,
    /// The game is over and this side has won.
    Win(Side),
    /// The game is over and nobody has won: a draw, or, in a game for one person, stuck.
    Draw,
}

impl Outcome {
    /// Whether the game is over.
    #[inline(always)]
    #[must_use]
    pub fn is_over(self) -> bool {
        self != Outcome::InProgress
    }

    /// The side that has won; `None` for a draw and for a game in progress.
    #[inline(always)]
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::InProgress | Outcome::Draw => None,
        }
    }
}

impl Display for Outcome {
    /// `in progress`, `the first side wins`, `the second side wins` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::InProgress => "in progress",
            Outcome::Win(Side::First) => "the first side wins",
            Outcome::Win(Side::Second) => "the second side wins",
            Outcome::Draw => "draw",
        })
    }
}

/// Why [`Rules::play`] refuses a move. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError<M: Debug + Display> {
    /// The game is over: no move is legal any more.
    #[error("cannot play {mv}: the game is over ({outcome})")]
    Over {
        /// The move that was refused.
        mv: M,
        /// How the game ended.
        outcome: Outcome,
    },
    /// The move is not legal here.
    #[error("cannot play {mv}: it is not legal here")]
    Illegal {
        /// The move that was refused.
        mv: M,
    },
}

/// Bytes of the longest move that a record may hold; the longest that any game writes is shorter.
pub const LONGEST_MOVE: usize = 64;

/// The end of a line of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRecord<P> {
    /// The position at the end of the line, or before the wrong move.
    pub position: P,
    /// The outcome there, or the number of the wrong move, from 1.
    pub result: Result<Outcome, u64>,
}

/// The law of one game with its parameters.
///
/// The four required questions and `start` are the game; the provided methods follow from them and are
/// only overridden to be faster, never to say something else. [`conformance`](crate::conformance)
/// holds every implementation to that.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::rules::{Outcome, Rules};
///
/// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
/// let mut position = rules.start();
/// rules.play(&mut position, "|0".parse().unwrap()).unwrap();
/// assert_eq!(rules.count_moves(&position), 8);
/// assert_eq!(rules.outcome(&position), Outcome::InProgress);
/// ```
pub trait Rules: Send + Sync {
    /// A position: board and whose turn it is. No history, no generator.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move. Its order is the order of every list; its text needs no rules to be read.
    type Move: Copy + Ord + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Whose turn it is; meaningless once the game is over.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Whether the game is over, and who won.
    fn outcome(&self, position: &Self::Position) -> Outcome;

    /// Calls `visit` with every legal move, ascending, until it breaks. No move once the game is over.
    ///
    /// # Errors
    /// None: what `visit` broke with is handed on.
    fn visit_moves<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Plays a move that [`visit_moves`](Self::visit_moves) gave for this very position.
    ///
    /// With any other move the position may become nonsense or the call may panic; it is never
    /// undefined behaviour.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// The legal moves, ascending.
    #[must_use]
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(position, |mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with every legal move, ascending.
    #[inline]
    fn for_each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(position, |mv| {
            visit(mv);
            ControlFlow::<()>::Continue(())
        });
    }

    /// How many legal moves there are.
    #[inline]
    #[must_use]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(position, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// How many sequences of exactly two moves there are: what [`count_moves`](Self::count_moves) says after each
    /// legal move, added up. Perft spends its time here.
    #[inline]
    #[must_use]
    fn count_replies(&self, position: &Self::Position) -> u64 {
        sum_replies(self, position)
    }

    /// The legal move that `pick` chooses: it is told how many there are, at least one, and answers with
    /// an index below that. `None`, and `pick` is not asked, once the game is over.
    ///
    /// ```
    /// # use gridlaw::games::breakdown::{Breakdown, Parameters};
    /// # use gridlaw::rules::Rules;
    /// let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
    /// let last = rules.choose_move(&rules.start(), |count| count - 1).unwrap();
    /// assert_eq!(last.to_string(), "!");
    /// ```
    #[inline]
    fn choose_move(&self, position: &Self::Position, pick: impl FnOnce(u64) -> u64) -> Option<Self::Move> {
        let count = self.count_moves(position);
        if count == 0 {
            return None;
        }
        let mut left = pick(count);
        debug_assert!(left < count);
        self.visit_moves(position, |mv| {
            if left == 0 {
                return ControlFlow::Break(mv);
            }
            left -= 1;
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// Whether a move is legal here.
    #[inline]
    #[must_use]
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.visit_moves(position, |legal| match legal.cmp(&mv) {
            core::cmp::Ordering::Less => ControlFlow::Continue(()),
            core::cmp::Ordering::Equal => ControlFlow::Break(true),
            core::cmp::Ordering::Greater => ControlFlow::Break(false),
        })
        .break_value()
        .unwrap_or(false)
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`PlayError`], and the position is as it was, when the game is over or the move is not legal.
    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), PlayError<Self::Move>> {
        if self.is_legal(position, mv) {
            self.play_unchecked(position, mv);
            return Ok(());
        }
        match self.outcome(position) {
            Outcome::InProgress => Err(PlayError::Illegal { mv }),
            outcome => Err(PlayError::Over { mv, outcome }),
        }
    }
}

/// [`Rules::count_replies`] by playing every move, for games that override it on some boards only.
pub(crate) fn sum_replies<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> u64 {
    let mut count = 0;
    let _ = rules.visit_moves(position, |mv| {
        let mut next = position.clone();
        rules.play_unchecked(&mut next, mv);
        count += rules.count_moves(&next);
        ControlFlow::<()>::Continue(())
    });
    count
}

/// The ways in which a board can be turned or mirrored without the rules noticing.
///
/// For every symmetry: outcomes are the same, moves map to moves, and mapping commutes with playing.
/// A game without any keeps the defaults.
pub trait Symmetry: Rules {
    /// How many symmetries there are, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position as symmetry number `symmetry` shows it.
    #[must_use]
    fn map_position(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0);
        position.clone()
    }

    /// The move as symmetry number `symmetry` shows it.
    #[must_use]
    fn map_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        mv
    }
}

/// A position as data: a plain board, the side to move, and whatever else a game's position is.
///
/// Each game has one type of setup, which both of its engines read and write. `Display` writes all of
/// a setup on one line; [`read`](Self::read) reads it back.
pub trait Setup: Clone + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// The parameters of the game: sizes, tiles, definitions.
    type Parameters;

    /// Why a setup is no position of a game.
    type Error: core::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Reads the line that `Display` writes. The parameters bound what a text can allocate.
    ///
    /// # Errors
    /// The first character that cannot stand where it does.
    fn read(text: &str, parameters: &Self::Parameters) -> Result<Self, TextError>;

    /// Writes the position of the lines with which `gridlaw verdict` answers (INTERFACES).
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the board over several lines, as the game's document shows it.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The character of an outcome in answers: `.` in progress, a letter of the game otherwise.
    fn outcome_mark(outcome: Outcome) -> char;

    /// A 64-bit hash of the setup: FNV-1a over the bytes of its text.
    ///
    /// # Stability
    /// The same on every machine and in every later version, as the text is.
    #[must_use]
    fn stable_hash(&self) -> u64 {
        struct Fnv(u64);

        impl fmt::Write for Fnv {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                for byte in text.bytes() {
                    self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
                Ok(())
            }
        }
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        // The hash takes everything.
        let _ = fmt::write(&mut hash, format_args!("{self}"));
        hash.0
    }
}

/// Why a setup with a board is no position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board has another size.
    #[error("expected a board of {expected}, found {found}")]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the game.
        expected: Size,
    },
    /// A square holds what the game never has there.
    #[error("expected {expected}, found {found} at {pos}")]
    Square {
        /// The first such square, in row-major order.
        pos: Pos,
        /// What it holds: the code of its cell, or its spots.
        found: u32,
        /// What the game allows there.
        expected: &'static str,
    },
    /// The side to move has already won.
    #[error("expected a game that goes on, found a line of the side to move")]
    Over {
        /// The side to move.
        winner: Side,
    },
    /// A number beside the board is too large.
    #[error("expected {what} below {limit}, found {found}")]
    Number {
        /// What the number counts.
        what: &'static str,
        /// The number.
        found: u64,
        /// The first number that is too large.
        limit: u64,
    },
}

impl SetupError {
    /// Checks the size of a board.
    pub(crate) fn check_size(found: Size, expected: Size) -> Result<(), SetupError> {
        if found == expected { Ok(()) } else { Err(SetupError::Size { found, expected }) }
    }
}

/// Why a text is no position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError<E: core::error::Error> {
    /// The text is no setup.
    #[error(transparent)]
    Text(TextError),
    /// The setup is no position.
    #[error(transparent)]
    Setup(E),
}

impl<E: core::error::Error> PositionError<E> {
    /// The character at which the text is wrong, from 1; `None` if the text is a setup.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        match self {
            PositionError::Text(error) => Some(error.column),
            PositionError::Setup(_) => None,
        }
    }
}

/// The parameters of a game.
pub type ParametersOf<G> = <<G as Notation>::Setup as Setup>::Parameters;

/// Why a setup is no position of a game.
pub type SetupErrorOf<G> = <<G as Notation>::Setup as Setup>::Error;

/// How a game's positions and records become data and text.
///
/// An engine says what its parameters are, and translates positions into setups and back. Everything
/// else follows, and is only overridden to be faster.
pub trait Notation: Rules {
    /// A position as data.
    type Setup: Setup;

    /// The parameters of this game.
    fn parameters(&self) -> &ParametersOf<Self>;

    /// A position as data.
    fn setup(&self, position: &Self::Position) -> Self::Setup;

    /// The position of a setup, whether a game can lead to it or not.
    ///
    /// # Errors
    /// A setup that is no position of this game: see each game's setup for what is checked.
    fn position(&self, setup: &Self::Setup) -> Result<Self::Position, SetupErrorOf<Self>>;

    /// [`Setup::write_position`] of a position.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_position(&self, position: &Self::Position, out: &mut dyn fmt::Write) -> fmt::Result {
        self.setup(position).write_position(out)
    }

    /// Whether a game record may hold this move here: every legal move, and in Connect4 forfeits, which
    /// are no legal moves but are played all the same.
    fn accepts(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.is_legal(position, mv)
    }

    /// Plays one word of a game record: the text of a move, without blanks. Returns false, and leaves the
    /// position as it was, if the word cannot be read (bytes that are no UTF-8, or more than
    /// [`LONGEST_MOVE`] of them) or is not accepted.
    fn play_word(&self, position: &mut Self::Position, word: &[u8]) -> bool {
        let text = if word.len() > LONGEST_MOVE { None } else { core::str::from_utf8(word).ok() };
        match text.and_then(|text| text.parse().ok()) {
            Some(mv) if self.accepts(position, mv) => {
                self.play_unchecked(position, mv);
                true
            }
            _ => false,
        }
    }

    /// Plays a line of a game record from the start, with [`play_word`](Self::play_word) for every word
    /// between blanks. A game overrides this to play records in bulk.
    fn play_record(&self, line: &[u8]) -> PlayedRecord<Self::Position> {
        play_record_by_words(self, line)
    }

    /// Plays complete lines, each with [`play_record`](Self::play_record), and passes their ends to
    /// `played` in order. Each line ends with a newline; the last may do without. A game overrides this to
    /// play many lines at once.
    fn play_records(&self, lines: &[u8], played: &mut dyn FnMut(PlayedRecord<Self::Position>)) {
        play_records_one_by_one(self, lines, played);
    }

    /// The position of a setup's text.
    ///
    /// # Errors
    /// A text that is no setup, or a setup that is no position.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError<SetupErrorOf<Self>>> {
        let setup = Self::Setup::read(text, self.parameters()).map_err(PositionError::Text)?;
        self.position(&setup).map_err(PositionError::Setup)
    }

    /// The text of a position's setup: one line, everything that the position is.
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
        alloc::format!("{} {}", self.outcome_mark(self.outcome(position)), self.position_text(position))
    }

    /// [`Setup::outcome_mark`].
    #[must_use]
    fn outcome_mark(&self, outcome: Outcome) -> char {
        Self::Setup::outcome_mark(outcome)
    }
}

/// The position that stands for all mirror images and rotations of `position`: the one whose setup is least.
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

/// The meaning of [`Notation::play_records`], for games that have a faster way for some sizes only.
pub(crate) fn play_records_one_by_one<N: Notation + ?Sized>(
    game: &N,
    lines: &[u8],
    played: &mut dyn FnMut(PlayedRecord<N::Position>),
) {
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        played(game.play_record(line.strip_suffix(b"\n").unwrap_or(line)));
    }
}

/// The meaning of [`Notation::play_record`], for games that have a faster way for some sizes only.
pub(crate) fn play_record_by_words<N: Notation + ?Sized>(game: &N, line: &[u8]) -> PlayedRecord<N::Position> {
    let mut position = game.start();
    for (ply, word) in (1..).zip(line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())) {
        if !game.play_word(&mut position, word) {
            return PlayedRecord { position, result: Err(ply) };
        }
    }
    let outcome = game.outcome(&position);
    PlayedRecord { position, result: Ok(outcome) }
}
