//! Packed boards: the document's bits representation, and what can be done to it a word at a time.
//!
//! Knows no game. Source of the layout: `breakdown.txt`, part 2, *Bits representation*.
//!
//! # The layout
//!
//! Cells are numbered row by row from the top left; cell *n* takes bits 2*n* and 2*n* + 1; bit 0 is
//! the least significant bit of word 0. A 4×5 board, the low bit of every cell, and its words:
//!
//! ```text
//!     0123              0    1    2    3
//!
//!   0 ....        0     0    2    4    6      word 0 = 0x01050000
//!   1 ....        1     8   10   12   14      word 1 = 0x000000a1
//!   2 **..        2    16   18   20   22
//!   3 *...        3    24   26   28   30          a1 = 10 10 00 01
//!   4 *.oo        4    32   34   36   38                o  o  .  *   cells 19 to 16
//!
//!   00 empty   01 black   10 white   11 fixed         bits 40 to 63 are spare: zero
//! ```
//!
//! So the *even* bits are the black pieces and the *odd* bits the white ones, one row is 2 × width
//! bits (the *stride*), a shift right by the stride lays every cell on the one above it, and the
//! lowest set bit of a column is its topmost piece. Every kernel is made of these four facts.
//!
//! A `u32`, `u64`, `u128` or [`Wide`] with the same bits is the same board in a wider register, not
//! another format.
//!
//! # The map
//!
//! | module | what it does |
//! |---|---|
//! | [`bits`] | [`Bits`] and [`Register`]: what the kernels ask of a value that holds a board |
//! | [`wide`] | [`Wide`]: a register of several `u64` |
//! | [`layout`] | [`Layout`]: the masks of a size in a register |
//! | [`gravity`], [`squares`](mod@squares) | kernels: a body for registers, one for slices |
//! | [`drop`](mod@drop), [`symmetry`] | the same |
//! | [`slide`], [`lines`] | for registers alone: pieces from four edges, lines of a length |
//! | [`columns`] | sets of columns, where a stick fits |
//! | [`entries`] | sets of places at the edges, where a piece slides in |
//! | [`polyomino`] | shapes in a box of 5×5 |
//! | [`empties`] | where such shapes have room, hundreds of places at a time |
//! | [`packed`] | [`PackedBoard`]: any size, in words |
//! | [`bitset`] | [`Bitset`]: one bit a cell, for games whose cells are more than two bits |
//! | `run`, `select` | runs by doubling, the *n*-th set bit: one body each for all games |
//! | `shuffle` | bits apart and together, rows and columns exchanged |
//! | `byte_rows` | sets of cells up to 8×8, a byte a row: images, packing |
//! | `slice` | rows that begin at any bit of a slice |

pub mod bits;
pub mod bitset;
pub(crate) mod byte_rows;
pub mod columns;
pub mod drop;
pub mod empties;
pub mod entries;
pub mod gravity;
pub mod layout;
pub mod lines;
pub mod packed;
pub mod polyomino;
pub(crate) mod run;
pub(crate) mod select;
pub(crate) mod shuffle;
pub(crate) mod slice;
pub mod slide;
pub mod squares;
pub mod symmetry;
pub mod wide;

pub use bits::{Bits, Register};
pub use bitset::{Bitset, BitsetWords};
pub use columns::{ColumnSet, Columns};
pub use empties::Empties;
pub use entries::Entries;
pub use layout::Layout;
pub use lines::Lines;
#[doc(hidden)]
pub use packed::from_literal;
pub use packed::{NoRoom, PackedBoard, WordsError};
pub use polyomino::{Polyomino, Stamp};
pub use slide::Slides;
pub use squares::Owners;
pub use wide::Wide;
