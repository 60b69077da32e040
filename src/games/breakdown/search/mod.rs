//! Breakdown for searching, on boards of up to 8×8.
//!
//! | file | contents |
//! |---|---|
//! | `columns.rs` | the form for distances and moves |
//! | `weak.rs` | the form for who wins |

mod columns;
mod weak;

pub(super) use columns::ColumnSearch;
pub(super) use weak::ColumnWeak;
