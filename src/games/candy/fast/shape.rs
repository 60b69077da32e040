//! [`Shape`]: the capacity of a position for columns, colors and states.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use super::super::Instance;
use crate::board::bits::Sealed;
use crate::board::{Bitset, BitsetWords, Wide};

/// A list in place or on the heap. Its length is fixed when the rules are made.
pub trait List<T>: Sealed + AsRef<[T]> + AsMut<[T]> + Clone + Ord + Hash + Debug + Send + Sync + 'static {
    /// The greatest length.
    const MOST: usize;

    /// A list of at least `length` elements. Arrays always have their full length.
    fn of(length: usize, make: impl FnMut() -> T) -> Self;
}

impl<T, const N: usize> Sealed for [T; N] {}

impl<T> Sealed for Vec<T> {}

impl<T: Clone + Ord + Hash + Debug + Send + Sync + 'static, const N: usize> List<T> for [T; N] {
    const MOST: usize = N;

    #[inline(always)]
    fn of(_: usize, mut make: impl FnMut() -> T) -> [T; N] {
        core::array::from_fn(|_| make())
    }
}

impl<T: Clone + Ord + Hash + Debug + Send + Sync + 'static> List<T> for Vec<T> {
    const MOST: usize = usize::MAX;

    fn of(length: usize, make: impl FnMut() -> T) -> Vec<T> {
        core::iter::repeat_with(make).take(length).collect()
    }
}

/// The capacity of a position: the type of a plane, and the most planes and columns.
pub trait Shape: Sealed + Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// A set of cells, one bit per cell.
    type Plane: Bitset;
    /// Colors in binary, one plane per bit.
    type Colors: List<Self::Plane>;
    /// States in binary, one plane per bit.
    type States: List<Self::Plane>;
    /// One extension offset per column.
    type Offsets: List<u64>;

    /// Whether every position of a game fits.
    #[must_use]
    fn fits(instance: &Instance) -> bool {
        let size = instance.definition().size();
        size.cells() <= Self::Plane::MOST
            && size.width() as usize <= Self::Offsets::MOST
            && color_planes(instance) <= Self::Colors::MOST
            && state_planes(instance) <= Self::States::MOST
    }
}

/// The number of planes that the colors of a game need.
pub(super) fn color_planes(instance: &Instance) -> usize {
    bits(instance.definition().colors() - 1)
}

/// The number of planes that the states of a game need.
pub(super) fn state_planes(instance: &Instance) -> usize {
    bits(instance.highest_state())
}

fn bits(highest: u32) -> usize {
    (u32::BITS - highest.leading_zeros()) as usize
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident: $plane:ty, $colors:ty, $states:ty, $offsets:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Sealed for $name {}

        impl Shape for $name {
            type Plane = $plane;
            type Colors = $colors;
            type States = $states;
            type Offsets = $offsets;
        }
    )*};
}

shapes! {
    /// 64 cells, 8 columns, 8 colors, states up to 3: most games, in 128 bytes.
    Small: u64, [u64; 3], [u64; 2], [u64; 8];
    /// 128 cells, 16 columns, 16 colors, states up to 15.
    Medium: u128, [u128; 4], [u128; 4], [u64; 16];
    /// 256 cells, 32 columns, 16 colors, states up to 15.
    Large: Wide<4>, [Wide<4>; 4], [Wide<4>; 4], [u64; 32];
    /// Every game, on the heap.
    Unbounded: BitsetWords, Vec<BitsetWords>, Vec<BitsetWords>, Vec<u64>;
}
