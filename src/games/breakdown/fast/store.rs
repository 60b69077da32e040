//! [`Store`]: one trait over the kernels for registers and for boards of any size.
//!
//! A game that plays on a packed board is written once over `Store` and instantiated for `u32`,
//! `u64`, `u128`, [`Wide`](crate::board::Wide) and [`PackedBoard`].

use core::fmt::Debug;
use core::hash::Hash;

use crate::board::bits::Sealed;
use crate::board::columns::{ColumnSet, Columns, WideColumns};
use crate::board::drop::Stick;
use crate::board::squares::{self, Corners};
use crate::board::{Layout, Owners, PackedBoard, Register, gravity, symmetry};
use crate::cell::{Side, Size};
use crate::text::Grid;

/// A packed board as a value, with all operations of the game.
///
/// The [`Plan`](Self::Plan), made once, holds all that depends only on the size, the stick or the
/// square. A board must always be used with the plan of its own size.
pub trait Store: Sealed + Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Size, stick, square and the masks made of them.
    type Plan: Clone + Debug + Eq + Send + Sync;
    /// A set of columns.
    type Columns: ColumnSet;

    /// The plan for boards of `size`, sticks of `stick` cells and squares of `square` × `square`,
    /// all at least 1; `None` when the board does not fit.
    fn plan(size: Size, stick: u32, square: u32) -> Option<Self::Plan>;

    /// The board with every cell empty.
    fn empty(plan: &Self::Plan) -> Self;

    /// Copies the board into words.
    fn to_packed(&self, plan: &Self::Plan) -> PackedBoard;

    /// Copies a board from words. Its size must be the plan's.
    fn from_packed(board: &PackedBoard, plan: &Self::Plan) -> Self;

    /// The board with these words; spare bits are ignored.
    fn from_words(words: &[u32], plan: &Self::Plan) -> Self;

    /// Writes the board's words, exactly as many as there are.
    fn write_words(&self, words: &mut [u32]);

    /// The first 128 bits: the whole board if it has at most 64 cells.
    fn to_bits(&self) -> u128;

    /// The board of what [`to_bits`](Self::to_bits) gives for at most 64 cells; spare bits are
    /// zero.
    fn from_bits(plan: &Self::Plan, bits: u128) -> Self;

    /// Whether every cell is empty.
    fn is_empty(&self, plan: &Self::Plan) -> bool;

    /// Whether [`fall`](Self::fall) would move anything.
    fn has_loose(&self, plan: &Self::Plan) -> bool;

    /// Lets every cell fall as far as the empty cells below it allow.
    fn fall(&mut self, plan: &Self::Plan);

    /// The sides that own a square.
    fn squares(&self, plan: &Self::Plan) -> Owners;

    /// The columns that have room for a vertical stick.
    fn vertical_room(&self, plan: &Self::Plan) -> Self::Columns;

    /// The columns from which a horizontal stick has room.
    fn horizontal_room(&self, plan: &Self::Plan) -> Self::Columns;

    /// Drops a vertical stick, which must have room.
    fn drop_vertical(&mut self, plan: &Self::Plan, col: u32, side: Side);

    /// Drops a horizontal stick, which must have room.
    fn drop_horizontal(&mut self, plan: &Self::Plan, col: u32, side: Side);

    /// The board with its columns in the opposite order.
    #[must_use]
    fn mirrored(&self, plan: &Self::Plan) -> Self;
}

/// The plan of a board in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterPlan<B> {
    layout: Layout<B>,
    stick: Stick<B>,
    corners: Corners<B>,
}

impl<B: Register> Store for B {
    type Plan = RegisterPlan<B>;
    type Columns = Columns<B>;

    fn plan(size: Size, stick: u32, square: u32) -> Option<RegisterPlan<B>> {
        let layout = Layout::new(size)?;
        Some(RegisterPlan { layout, stick: Stick::new(&layout, stick), corners: Corners::new(&layout, square) })
    }

    #[inline(always)]
    fn empty(_: &RegisterPlan<B>) -> B {
        B::ZERO
    }

    fn to_packed(&self, plan: &RegisterPlan<B>) -> PackedBoard {
        let size = plan.layout.size();
        let words: alloc::vec::Vec<u32> = (0..size.words()).map(|index| self.word(index)).collect();
        PackedBoard::from_words(size, &words).expect("the bits beyond the last cell are zero in a register too")
    }

    fn from_packed(board: &PackedBoard, plan: &RegisterPlan<B>) -> B {
        debug_assert_eq!(board.size(), plan.layout.size());
        Register::from_words(board.words())
    }

    #[inline(always)]
    fn from_words(words: &[u32], plan: &RegisterPlan<B>) -> B {
        let cells = plan.layout.cells();
        <B as Register>::from_words(words) & (cells | cells.shl(1))
    }

    #[inline(always)]
    fn write_words(&self, words: &mut [u32]) {
        for (index, word) in words.iter_mut().enumerate() {
            *word = self.word(index);
        }
    }

    #[inline(always)]
    fn to_bits(&self) -> u128 {
        let words = (B::BITS / 32).min(4) as usize;
        (0..words).fold(0, |bits, index| bits | u128::from(self.word(index)) << (32 * index))
    }

    #[inline(always)]
    fn from_bits(_: &RegisterPlan<B>, bits: u128) -> B {
        let words = [0, 32, 64, 96].map(|shift| (bits >> shift) as u32);
        Register::from_words(&words[..(B::BITS / 32).min(4) as usize])
    }

    #[inline(always)]
    fn is_empty(&self, _: &RegisterPlan<B>) -> bool {
        self.is_zero()
    }

    #[inline(always)]
    fn has_loose(&self, plan: &RegisterPlan<B>) -> bool {
        gravity::has_loose(*self, &plan.layout)
    }

    #[inline(always)]
    fn fall(&mut self, plan: &RegisterPlan<B>) {
        *self = gravity::fall(*self, &plan.layout);
    }

    #[inline(always)]
    fn squares(&self, plan: &RegisterPlan<B>) -> Owners {
        squares::squares(*self, &plan.layout, &plan.corners)
    }

    #[inline(always)]
    fn vertical_room(&self, plan: &RegisterPlan<B>) -> Columns<B> {
        plan.stick.vertical_room(*self, &plan.layout)
    }

    #[inline(always)]
    fn horizontal_room(&self, plan: &RegisterPlan<B>) -> Columns<B> {
        plan.stick.horizontal_room(*self, &plan.layout)
    }

    #[inline(always)]
    fn drop_vertical(&mut self, plan: &RegisterPlan<B>, col: u32, side: Side) {
        *self = plan.stick.drop_vertical(*self, &plan.layout, col, side);
    }

    #[inline(always)]
    fn drop_horizontal(&mut self, plan: &RegisterPlan<B>, col: u32, side: Side) {
        *self = plan.stick.drop_horizontal(*self, &plan.layout, col, side);
    }

    #[inline(always)]
    fn mirrored(&self, plan: &RegisterPlan<B>) -> B {
        symmetry::mirror(*self, &plan.layout)
    }
}

/// The plan of a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPlan {
    size: Size,
    stick: u32,
    square: u32,
}

impl Store for PackedBoard {
    type Plan = PackedPlan;
    type Columns = WideColumns;

    fn plan(size: Size, stick: u32, square: u32) -> Option<PackedPlan> {
        Some(PackedPlan { size, stick, square })
    }

    fn empty(plan: &PackedPlan) -> PackedBoard {
        PackedBoard::new(plan.size)
    }

    fn to_packed(&self, _: &PackedPlan) -> PackedBoard {
        self.clone()
    }

    fn from_packed(board: &PackedBoard, plan: &PackedPlan) -> PackedBoard {
        debug_assert_eq!(board.size(), plan.size);
        board.clone()
    }

    fn from_words(words: &[u32], plan: &PackedPlan) -> PackedBoard {
        PackedBoard::from_words_truncated(plan.size, words)
    }

    fn write_words(&self, words: &mut [u32]) {
        words.copy_from_slice(self.words());
    }

    fn to_bits(&self) -> u128 {
        self.words().iter().take(4).zip(0..).fold(0, |bits, (&word, index)| bits | u128::from(word) << (32 * index))
    }

    fn from_bits(plan: &PackedPlan, bits: u128) -> PackedBoard {
        let words = [0, 32, 64, 96].map(|shift| (bits >> shift) as u32);
        PackedBoard::from_words(plan.size, &words[..plan.size.words()]).expect("spare bits are zero")
    }

    fn is_empty(&self, _: &PackedPlan) -> bool {
        self.is_empty()
    }

    #[inline(always)]
    fn has_loose(&self, _: &PackedPlan) -> bool {
        self.has_loose()
    }

    #[inline(always)]
    fn fall(&mut self, _: &PackedPlan) {
        self.fall();
    }

    #[inline(always)]
    fn squares(&self, plan: &PackedPlan) -> Owners {
        self.squares(plan.square)
    }

    #[inline(always)]
    fn vertical_room(&self, plan: &PackedPlan) -> WideColumns {
        self.vertical_room(plan.stick)
    }

    #[inline(always)]
    fn horizontal_room(&self, plan: &PackedPlan) -> WideColumns {
        self.horizontal_room(plan.stick)
    }

    fn drop_vertical(&mut self, plan: &PackedPlan, col: u32, side: Side) {
        self.drop_vertical(col, plan.stick, side).expect("the stick has room");
    }

    fn drop_horizontal(&mut self, plan: &PackedPlan, col: u32, side: Side) {
        self.drop_horizontal(col, plan.stick, side).expect("the stick has room");
    }

    fn mirrored(&self, _: &PackedPlan) -> PackedBoard {
        self.mirrored()
    }
}
