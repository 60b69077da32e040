//! Thousands of games of Breakdown at once.
//!
//! | file | what it does |
//! |---|---|
//! | [`columns`] | [`ColumnBatch`]: up to 8×8, a game in every lane of a vector |
//! | [`tall`] | [`TallBatch`]: up to 64×64, one game after the other |

mod columns;
mod tall;

pub(super) use columns::ColumnBatch;
pub(super) use tall::TallBatch;
