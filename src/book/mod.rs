//! Books: the values of all positions of a game's first plies, as a file. Names no game.
//!
//! A book holds every position within a number of plies that is not over, up to symmetry: the
//! setups of [canonical](crate::AnyPlaying::canonical) positions, each with its value for the side
//! to move. [`Book`] reads one from bytes, wherever they are; [`make`] makes them. The same values
//! make the same bytes, on every machine.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use gridlaw::AnyPlaying;
//! use gridlaw::book::{Book, BookValue, make, positions};
//! use gridlaw::search::Options;
//! use gridlaw::solving::AnySolver;
//!
//! let start: AnyPlaying = "jump61 --size 2".parse().unwrap();
//! let options = Options { table: 1, ..Options::default() };
//! let mut solver = AnySolver::new(&start, options).unwrap().unwrap();
//! let bytes = make(&start, 2, positions(&start, 2, 1000).unwrap(), &mut |setup| {
//!     solver.turn_to(&start.game().position(setup).unwrap()).unwrap();
//!     solver.solve(&mut |_| ControlFlow::Continue(())).map(BookValue::from)
//! });
//!
//! let book = Book::open(bytes.unwrap()).unwrap();
//! assert_eq!(book.value(&start), Ok(Some(BookValue::Loss(Some(4)))));
//! let later = start.game().record("1,1 2,2 1,1").unwrap();
//! assert_eq!(book.value(&later), Ok(None));
//! ```
//!
//! # The format
//!
//! All numbers are little-endian. A *count* of an entry takes 7 bits a byte, the lowest first;
//! every byte but the last has its highest bit set.
//!
//! ```text
//!   gridlaw book 1\n
//!   plies, positions, bytes of the game, of its content, of the setup        5 numbers of 8 bytes
//!   the game as on the command line; the content of its file; the setup of the first position
//!   the end of each block, counted from the first block                      8 bytes each
//!   checksum of everything before                                            8 bytes
//!   blocks of 128 positions, the last one perhaps shorter:
//!     checksum of the block, begun with that above and the block's number    8 bytes
//!     entries: how many bytes of the setup before are kept, how many follow (two counts),
//!              these bytes, and the value                                    2 bytes
//! ```
//!
//! A value is 0 for a draw, 1 for a win and 2 for a loss without a known distance; 3 + 2*n* is a
//! win in *n* plies and 4 + 2*n* a loss in *n*. Setups ascend as bytes do. The first entry of a
//! block keeps nothing of the one before, so a lookup halves the blocks and then reads one of them.
//!
//! # Can a book give a wrong value?
//!
//! Entries hold whole setups and no hashes, so no position is taken for another. A lookup compares
//! the game, too, and refuses another one. A file that was cut has another length than its first
//! numbers say. A change of one byte, or of several within one word of 8 bytes, always changes the
//! checksum above it; any other change goes unnoticed with probability 2⁻⁶⁴ a block. Opening a book
//! checks the part before the blocks. Each block is checked when it is first touched.

mod reader;
mod value;
mod writer;

pub use reader::{Book, BookError};
pub use value::BookValue;
pub use writer::{make, positions, write};

/// The first line of a book.
const KIND: &str = "gridlaw book 1\n";

/// The number of numbers after the first line.
const NUMBERS: usize = 5;

/// The number of positions in a block.
const BLOCK: usize = 128;
