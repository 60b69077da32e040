//! Sets of columns, for example of those in which a stick fits.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bits::{Register, Sealed};

/// A set of columns, visited from the left.
pub trait ColumnSet: Sealed {
    /// The number of columns in the set.
    fn count(&self) -> u64;

    /// Whether no column is in the set.
    fn is_empty(&self) -> bool;

    /// Whether the column is in the set; false beyond the board.
    fn contains(&self, col: u32) -> bool;

    /// The column that has `index` others of the set to its left.
    fn nth(&self, index: u64) -> Option<u32>;

    /// Calls `visit` with every column, from the left, until it breaks. Returns the value with
    /// which it breaks.
    fn try_for_each<B>(&self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B>;
}

/// A set of columns in the top row of a register: column `c` is bit 2`c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns<B>(pub B);

impl<B: Register> Sealed for Columns<B> {}

impl<B: Register> ColumnSet for Columns<B> {
    #[inline(always)]
    fn count(&self) -> u64 {
        u64::from(self.0.count())
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0.is_zero()
    }

    #[inline(always)]
    fn contains(&self, col: u32) -> bool {
        col < B::BITS / 2 && !(self.0 & B::bit(2 * col)).is_zero()
    }

    #[inline(always)]
    fn nth(&self, index: u64) -> Option<u32> {
        let mut rest = self.0;
        for _ in 0..index.min(u64::from(B::BITS)) {
            rest = rest.without_lowest();
        }
        (!rest.is_zero()).then(|| rest.lowest() / 2)
    }

    #[inline(always)]
    fn try_for_each<R>(&self, mut visit: impl FnMut(u32) -> ControlFlow<R>) -> ControlFlow<R> {
        let mut rest = self.0;
        while !rest.is_zero() {
            visit(rest.lowest() / 2)?;
            rest = rest.without_lowest();
        }
        ControlFlow::Continue(())
    }
}

/// A set of columns of a board of any width: column `c` is bit 2(`c` mod 16) of word `c` / 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideColumns(pub(crate) Vec<u32>);

impl Sealed for WideColumns {}

impl ColumnSet for WideColumns {
    fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn contains(&self, col: u32) -> bool {
        self.0.get((col / 16) as usize).is_some_and(|word| word >> (2 * (col % 16)) & 1 == 1)
    }

    fn nth(&self, mut index: u64) -> Option<u32> {
        for (first, &word) in (0..).step_by(16).zip(&self.0) {
            let here = Columns(word);
            if index < here.count() {
                return here.nth(index).map(|col| first + col);
            }
            index -= here.count();
        }
        None
    }

    fn try_for_each<R>(&self, mut visit: impl FnMut(u32) -> ControlFlow<R>) -> ControlFlow<R> {
        for (first, &word) in (0..).step_by(16).zip(&self.0) {
            Columns(word).try_for_each(|col| visit(first + col))?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(set: &impl ColumnSet) -> Vec<u32> {
        let mut list = Vec::new();
        let _ = set.try_for_each(|col| {
            list.push(col);
            ControlFlow::<()>::Continue(())
        });
        list
    }

    #[test]
    fn both_kinds_of_set_agree_with_their_list() {
        let narrow = Columns(0b0100_0001_0001_u64);
        let wide = WideColumns(alloc::vec![0b0100_0001_0001, 0, 1 << 30]);
        assert_eq!(listed(&narrow), [0, 2, 5]);
        assert_eq!(listed(&wide), [0, 2, 5, 47]);
        assert_eq!((narrow.count(), wide.count()), (3, 4));
        assert!(!narrow.is_empty() && !wide.is_empty());
        assert!(Columns(0_u32).is_empty() && WideColumns(alloc::vec![0, 0]).is_empty());
        for (index, &col) in listed(&wide).iter().enumerate() {
            assert_eq!(wide.nth(index as u64), Some(col));
        }
        assert_eq!((0..3).map(|index| narrow.nth(index)).collect::<Vec<_>>(), [Some(0), Some(2), Some(5)]);
        assert_eq!((narrow.nth(3), wide.nth(4), narrow.nth(u64::MAX)), (None, None, None));
        for col in 0..200 {
            assert_eq!(narrow.contains(col), listed(&narrow).contains(&col));
            assert_eq!(wide.contains(col), listed(&wide).contains(&col));
        }
    }
}
