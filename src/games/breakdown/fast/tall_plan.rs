//! The plan of the form with [one word per column](super::tall), and the sticks that it drops.

use super::super::Move;
use crate::cell::Size;

/// The most columns and rows.
pub(super) const LARGEST: u32 = 64;

/// Empty columns on either side of the board, so that lengths known to the compiler need no edges.
pub(super) const PAD: usize = 8;

/// Sizes and lengths, for boards of at most 64×64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TallPlan {
    pub(super) size: Size,
    /// At most 65, because a longer stick fits no better.
    pub(super) stick: u32,
    pub(super) square: u32,
    /// The height up to which a column has room for an upright stick, if any has.
    pub(super) open_height: u32,
    /// The columns that could take an upright stick, and those in which a flat one could begin.
    pub(super) upright: u64,
    pub(super) flat: u64,
    /// Whether a square fits the board.
    pub(super) can_win: bool,
    /// Whether the compiler knows `stick` and `square`.
    pub(super) known: bool,
}

/// A stick: all ones or zero for an upright one, and its leftmost column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TallStick {
    pub(crate) upright: u64,
    pub(crate) col: usize,
}

/// The lowest bits, as many as `count`, at most 64.
#[inline(always)]
pub(super) fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count.min(64)).unwrap_or(0)
}

impl TallPlan {
    /// The plan for a size, sticks of `stick` and squares of `square`; `None` beyond 64×64.
    #[inline(never)]
    #[must_use]
    pub(crate) fn new(size: Size, stick: u32, square: u32) -> Option<TallPlan> {
        let (width, height) = (size.width(), size.height());
        (width <= LARGEST && height <= LARGEST).then_some(TallPlan {
            size,
            stick: stick.min(LARGEST + 1),
            square: square.min(LARGEST + 1),
            open_height: height.saturating_sub(stick),
            upright: if stick <= height { ones(width) } else { 0 },
            flat: if stick <= width { ones(width - stick + 1) } else { 0 },
            can_win: square <= width.min(height),
            known: false,
        })
    }

    /// The same plan with its lengths as constants for the compiler, which is 1.5 times as fast;
    /// `None` if it has other lengths.
    #[inline(always)]
    pub(crate) fn with_lengths<const STICK: u32, const SQUARE: u32>(self) -> Option<TallPlan> {
        const { assert!(STICK + SQUARE <= PAD as u32 + 2, "a stick and the squares around it lie in the columns") };
        let same = (self.stick, self.square) == (STICK, SQUARE);
        same.then_some(TallPlan { stick: STICK, square: SQUARE, known: true, ..self })
    }

    /// The words of a packed board.
    pub(super) fn words(&self) -> usize {
        self.size.words()
    }

    /// The columns of the board.
    #[inline(always)]
    pub(crate) fn columns(&self) -> usize {
        // The compiler then knows that every column is one of a `TallBoard`.
        self.size.width().min(LARGEST) as usize
    }

    /// The height of the columns of a stick that rests on height `at`.
    #[inline(always)]
    pub(crate) fn top(&self, stick: TallStick, at: u32) -> u32 {
        at + 1 + ((self.stick - 1) & stick.upright as u32)
    }

    /// Whether a stick whose columns then have this height fits the board.
    #[inline(always)]
    pub(super) fn holds(&self, top: u32) -> bool {
        top <= self.size.height()
    }
}

impl TallStick {
    /// The move in the words of the rules.
    #[inline(always)]
    pub(super) fn to_move(self) -> Move {
        let col = self.col as u32;
        if self.upright != 0 { Move::Vertical(col) } else { Move::Horizontal(col) }
    }
}
