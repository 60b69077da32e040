//! Bulk work: many boards at once, at the machine's limits.
//!
//! | module | what it is |
//! |---|---|
//! | [`level`] | [`Level`]: what the processor offers, and running work built for it; the only `unsafe` code |
//! | [`boards`] | [`Boards`]: kernels over many packed boards in the caller's words |
//! | `rows`, `block`, `stream` | how: boards of eight columns row by row, small ones in lanes, larger ones as a stream of bits or side by side |
//! | `lane` | a value in every lane, and masks for it |
//! | [`columnar`] | the working form of small boards inside bulk work: a byte a column |

pub(crate) mod block;
pub mod boards;
pub mod columnar;
pub(crate) mod lane;
pub mod level;
mod rows;
mod stream;

pub use boards::{Boards, Signs};
pub use level::{Level, Task};
