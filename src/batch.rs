//! [`Batch`]: the positions of many games that are played together, and the words for what a step
//! does to them.
//!
//! A batch is a structure of arrays in whatever form suits its game; it knows positions and laws,
//! and nothing of seeds, episodes and limits. Those are [`AnyBatch`](crate::batching::AnyBatch)'s,
//! which drives a batch chosen at run time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use crate::cell::{Side, Size};
use crate::rules::Outcome;

/// The outcome of one game of a batch: a byte, so that a slice of outcomes is a slice of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BatchOutcome {
    /// The game goes on.
    #[default]
    InProgress = 0,
    /// The first side has won.
    First = 1,
    /// The second side has won.
    Second = 2,
    /// The game is over without a winner.
    Draw = 3,
    /// The action was not legal, and nothing was done.
    Illegal = 4,
    /// The game goes on by its law, but it has reached the limit of plies.
    Truncated = 5,
}

impl BatchOutcome {
    /// All outcomes, in the order of their bytes.
    pub const ALL: [BatchOutcome; 6] = [
        BatchOutcome::InProgress,
        BatchOutcome::First,
        BatchOutcome::Second,
        BatchOutcome::Draw,
        BatchOutcome::Illegal,
        BatchOutcome::Truncated,
    ];

    /// Whether the law of the game has ended it.
    #[inline(always)]
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, BatchOutcome::First | BatchOutcome::Second | BatchOutcome::Draw)
    }

    /// The side that has won, if any.
    ///
    /// ```
    /// use gridlaw::batch::BatchOutcome;
    /// use gridlaw::cell::Side;
    ///
    /// let winners = BatchOutcome::ALL.map(BatchOutcome::winner);
    /// assert_eq!(winners, [None, Some(Side::First), Some(Side::Second), None, None, None]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            BatchOutcome::First => Some(Side::First),
            BatchOutcome::Second => Some(Side::Second),
            _ => None,
        }
    }
}

impl From<Outcome> for BatchOutcome {
    fn from(outcome: Outcome) -> BatchOutcome {
        match outcome {
            Outcome::InProgress => BatchOutcome::InProgress,
            Outcome::Win(Side::First) => BatchOutcome::First,
            Outcome::Win(Side::Second) => BatchOutcome::Second,
            Outcome::Draw => BatchOutcome::Draw,
        }
    }
}

/// One plane of an observation: a byte for every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObservedPlane {
    /// The meaning of its bytes, for example `pieces`.
    pub name: &'static str,
    /// The lowest byte that has a plane of its own in one-hot form.
    pub first: u8,
    /// The highest such byte.
    pub last: u8,
}

impl ObservedPlane {
    /// The planes that this one becomes in one-hot form.
    #[must_use]
    pub const fn values(self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

/// The shape of what a player sees of a position: planes of `rows` × `cols` bytes.
///
/// | form | shape of one game | unit |
/// |---|---|---|
/// | cells | planes, rows, columns | a byte a square |
/// | one-hot `f32` | [`one_hot`](Self::one_hot) planes, rows, columns | 0.0 or 1.0 |
/// | one-hot bits | [`words`](Self::words) words of 32 bits | a bit a square, lowest first |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The planes of bytes, in order.
    pub planes: Vec<ObservedPlane>,
    /// The rows of every plane.
    pub rows: usize,
    /// The columns of every plane.
    pub cols: usize,
}

impl Observation {
    /// Planes of the size of a board.
    pub(crate) fn new(planes: Vec<ObservedPlane>, board: Size) -> Observation {
        Observation { planes, rows: board.height() as usize, cols: board.width() as usize }
    }

    /// Widens the ranges of the planes' bytes to those of another observation. Returns false if
    /// the other has another shape.
    pub(crate) fn widen(&mut self, other: &Observation) -> bool {
        let is_same = (self.rows, self.cols, self.planes.len()) == (other.rows, other.cols, other.planes.len());
        for (plane, other) in self.planes.iter_mut().zip(&other.planes) {
            (plane.first, plane.last) = (plane.first.min(other.first), plane.last.max(other.last));
        }
        is_same
    }

    /// The squares of a plane.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// The bytes of one game's observation: planes × rows × columns.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.planes.len() * self.squares()
    }

    /// The planes of the one-hot form: for each plane of bytes, in order, one for each of its
    /// values from `first` to `last`.
    #[must_use]
    pub fn one_hot(&self) -> usize {
        self.planes.iter().map(|plane| plane.values()).sum()
    }

    /// The words of 32 bits of one game's one-hot form.
    #[must_use]
    pub fn words(&self) -> usize {
        (self.one_hot() * self.squares()).div_ceil(32)
    }
}

/// An action that is legal in no game. [`AnyBatch::sample`](crate::batching::AnyBatch::sample)
/// chooses it for a game that is over.
pub const NO_ACTION: u32 = u32::MAX;

/// The positions of many games of one kind, and their law, in bulk.
///
/// Game *i* takes element *i* of every slice. A mask is `mask_words` words of 32 bits, action *a*
/// at bit *a* % 32 of word *a* / 32. The results are those of the rules, one game at a time;
/// `tests/batches.rs` holds every batch to that.
pub trait Batch: Send + Sync {
    /// The number of games.
    fn games(&self) -> usize;

    /// A copy.
    fn copy(&self) -> Box<dyn Batch>;

    /// Sets a game to the start of the instance with this index, where the first side is to move.
    /// An index beyond the instances counts as the last. Only games with content have more than
    /// one.
    fn restart(&mut self, game: usize, instance: usize);

    /// Sets games to the start of the first instance.
    fn restart_all(&mut self, games: &[u32]) {
        games.iter().for_each(|&game| self.restart(game as usize, 0));
    }

    /// Plays `actions[i]` in game `first + i` and writes its outcome to `outcomes[i]`. An action
    /// that is not legal, or that comes after the game's end, does nothing: its outcome is
    /// [`Illegal`](BatchOutcome::Illegal). If `masks` is given, also writes the legal actions after
    /// the step, as [`legal`](Self::legal) does.
    ///
    /// # Panics
    /// When the slices differ in their number of games, or reach beyond the last game.
    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>);

    /// Writes the masks of the legal actions of the games from `first` on, as many as `masks` has
    /// room for; no bit for a game that is over.
    ///
    /// # Panics
    /// When `masks` does not hold whole masks, or reaches beyond the last game.
    fn legal(&self, first: usize, masks: &mut [u32]);

    /// Writes the observations of the games from `first` on, a byte a square, as many as `cells`
    /// has room for; a rest of `cells` too short for an observation may stay as it is.
    ///
    /// # Panics
    /// When `cells` reaches beyond the last game.
    fn observe(&self, first: usize, cells: &mut [u8]);

    /// Writes the bytes that the [planes](crate::planes) of the games from `first` on read, as many
    /// games as `bytes` has room for. They are the bytes of [`observe`](Self::observe) unless the
    /// game overrides this.
    ///
    /// # Panics
    /// As [`observe`](Self::observe).
    fn plane_bytes(&self, first: usize, bytes: &mut [u8]) {
        self.observe(first, bytes);
    }

    /// Writes the planes of the games from `first` on, a word each, as many as `words` has room
    /// for: bit *c* of byte *r* for row *r* and column *c*. Returns false, and does nothing, if the
    /// batch has no such form. Called only for boards of up to 8×8.
    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let _ = (first, words);
        false
    }

    /// The score of a game for one person; 0 in other games.
    fn score(&self, game: usize) -> u64 {
        let _ = game;
        0
    }

    /// The position of a game: the [`Setup`](crate::rules::Setup) of its kind of game.
    fn setup(&self, game: usize) -> Box<dyn Any>;

    /// Sets a game to the position of a setup, of the type that [`setup`](Self::setup) returns.
    ///
    /// # Panics
    /// When the setup is of another type, or no position of the game.
    fn set_up(&mut self, game: usize, setup: &dyn Any);
}

/// The bits of a game's state in batches that keep it in a byte: the second side is to move; the
/// game is over.
pub(crate) const SECOND: u8 = 1;
pub(crate) const OVER: u8 = 2;

/// Checks the lengths of a step's slices, with `words` words of mask a game.
///
/// # Panics
/// As [`Batch::step`] says.
pub(crate) fn check_step(actions: &[u32], outcomes: &[BatchOutcome], masks: Option<&[u32]>, words: usize) {
    assert_eq!(outcomes.len(), actions.len(), "an outcome for every action");
    assert!(masks.is_none_or(|masks| masks.len() == words * actions.len()), "{words} words of mask a game");
}

/// The number of games that `length` words of mask are for, with `words` a game.
///
/// # Panics
/// When they are not whole masks.
pub(crate) fn masked_games(length: usize, words: usize) -> usize {
    assert!(length.is_multiple_of(words), "{words} words of mask a game");
    length / words
}

static_assertions::assert_eq_size!(BatchOutcome, u8);
static_assertions::assert_eq_size!([BatchOutcome; 64], [u8; 64]);
