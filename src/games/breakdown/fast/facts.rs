//! [`BoardFacts`]: the answer of the bulk kernels about one board.

use crate::board::Owners;

/// The place of [`BoardFacts::STUCK`], and of [`BoardFacts::EMPTY`]: the kernels shift a condition
/// there.
pub(crate) const STUCK_BIT: u32 = 2;
pub(crate) const EMPTY_BIT: u32 = 3;

bitflags::bitflags! {
    /// The facts about one board from which its outcome follows, given whose turn it is.
    ///
    /// ```text
    ///   bit     3      2      1      0
    ///         EMPTY  STUCK  WHITE  BLACK
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct BoardFacts: u8 {
        /// The first side, black, owns a square.
        const BLACK = Owners::BLACK.bits();
        /// The second side, white, owns a square.
        const WHITE = Owners::WHITE.bits();
        /// No stick has room and nothing is loose.
        const STUCK = 1 << STUCK_BIT;
        /// Every cell is empty.
        const EMPTY = 1 << EMPTY_BIT;
    }
}
