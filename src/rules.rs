//! [`Rules`]: what every game can be asked, and the words for the answers.
//!
//! Rules and position are apart: a value that implements `Rules` holds the parameters of a game (its
//! size, masks made once) and is shared; the position is a small value without history. There are three
//! doors to a move: [`Rules::play`] for input (refuses, and leaves the position as it was),
//! [`Rules::play_unchecked`] for moves that came out of [`Rules::visit_moves`], and the constructors and
//! readers of positions, which validate.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::cell::Side;
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
}

/// Why [`Rules::play`] refused a move. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError<M: Debug + Display> {
    /// The game is over: no move is legal any more.
    #[error("the game is over ({outcome:?}): {mv} comes too late")]
    Over {
        /// The move that was refused.
        mv: M,
        /// How the game ended.
        outcome: Outcome,
    },
    /// The move is not legal here.
    #[error("{mv} is not legal here")]
    Illegal {
        /// The move that was refused.
        mv: M,
    },
}

/// Bytes of the longest move that a record may hold; the longest that any game writes is shorter.
pub const LONGEST_MOVE: usize = 64;

/// A line of a game record, played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<P> {
    /// The position at its end, or before the move that is wrong.
    pub position: P,
    /// How the game stands there, or the number of the wrong move, from 1.
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
        let _ = self.visit_moves(position, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
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

/// How a game is written in records, answers and logs.
pub trait Notation: Rules {
    /// The one character that stands for an outcome: `.` in progress, a letter of the game otherwise.
    fn outcome_mark(&self, outcome: Outcome) -> char;

    /// Writes a position as `gridlaw verdict` answers it.
    ///
    /// # Errors
    /// Only what `out` reports.
    fn write_verdict(&self, position: &Self::Position, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes everything that a position is on one line, for [`read_position`](Self::read_position).
    ///
    /// # Errors
    /// Only what `out` reports.
    fn write_position(&self, position: &Self::Position, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads what [`write_position`](Self::write_position) writes.
    ///
    /// # Errors
    /// The first character that cannot stand where it does.
    fn read_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Writes the board over several lines, as the game's document shows it.
    ///
    /// # Errors
    /// Only what `out` reports.
    fn write_picture(&self, position: &Self::Position, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Whether a game record may hold this move here: every legal move, and in Connect4 forfeits, which
    /// are no legal moves but are played all the same.
    fn accepts(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.is_legal(position, mv)
    }

    /// Plays one word of a game record: the text of a move, without blanks. False, and the position is as it was, when
    /// it cannot be read (bytes that are no UTF-8, or more than [`LONGEST_MOVE`] of them) or is not accepted.
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

    /// Plays a line of a game record from the start, with [`play_word`](Self::play_word) for every word between
    /// blanks. A game overrides this to judge records in bulk.
    fn judge(&self, line: &[u8]) -> Judged<Self::Position> {
        judge_by_words(self, line)
    }

    /// Judges complete lines, each ended by a newline but for the last, which may do without, and hands on what came of
    /// them in their order: [`judge`](Self::judge) for each. A game overrides this to judge many at once.
    fn judge_lines(&self, lines: &[u8], judged: &mut dyn FnMut(Judged<Self::Position>)) {
        judge_line_by_line(self, lines, judged);
    }

    /// What [`write_position`](Self::write_position) writes.
    #[must_use]
    fn position_text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        // A `String` takes everything.
        let _ = self.write_position(position, &mut text);
        text
    }

    /// What [`write_picture`](Self::write_picture) writes.
    #[must_use]
    fn picture(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        let _ = self.write_picture(position, &mut text);
        text
    }

    /// What [`write_verdict`](Self::write_verdict) writes.
    #[must_use]
    fn verdict_text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        let _ = self.write_verdict(position, &mut text);
        text
    }
}

/// What [`Notation::judge_lines`] means, for games that have a faster way for some sizes only.
pub(crate) fn judge_line_by_line<N: Notation + ?Sized>(
    game: &N,
    lines: &[u8],
    judged: &mut dyn FnMut(Judged<N::Position>),
) {
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        judged(game.judge(line.strip_suffix(b"\n").unwrap_or(line)));
    }
}

/// What [`Notation::judge`] means, for games that have a faster way for some sizes only.
pub(crate) fn judge_by_words<N: Notation + ?Sized>(game: &N, line: &[u8]) -> Judged<N::Position> {
    let mut position = game.start();
    for (ply, word) in (1..).zip(line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())) {
        if !game.play_word(&mut position, word) {
            return Judged { position, result: Err(ply) };
        }
    }
    let outcome = game.outcome(&position);
    Judged { position, result: Ok(outcome) }
}
