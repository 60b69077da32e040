//! Search in games for two sides: the best move and the exact value. Names no game.
//!
//! | item | what it is |
//! |---|---|
//! | [`Score`], [`Value`], [`Window`] | the value of a position for the side to move |
//! | [`Searchable`], [`Plain`] | the form of a game that a search needs; plain rules in that form |
//! | [`Table`], [`Key`] | the transposition table, shared by threads without locks |
//! | [`Searcher`] | alpha-beta: one window, or the best moves by iterative deepening |
//! | [`Solver`] | the exact value and the principal variation; can stop and resume |
//! | [`Checkpoint`] | a solver's state as bytes |
//! | [`weak`] | win, draw or loss without distances, by boolean searches |
//! | [`exhaustive()`], [`retrograde()`] | two oracles: plain minimax and retrograde analysis |
//! | [`TreeGame`] | a game that is given as a literal tree |
//!
//! The search is a fail-soft alpha-beta with null windows (Knuth and Moore 1975; Reinefeld 1983).
//! It orders moves by the table's move, the game's hints, killers and history. A score belongs to
//! its position and counts distances from there, so a bound in the table holds wherever the
//! position occurs.
//!
//! # Passes
//!
//! In Breakdown a call of breakdown that moves nothing returns the same board with the other side
//! to move: a pass. The rulings do not say what happens if play never ends. Here **it is a draw**:
//! after two passes in a row neither side wants to move, and a side with nothing better can pass
//! for ever.
//!
//! In general a table conflicts with such cycles. A position searched after a pass may be a draw
//! only because of the path to it, and the table must not keep that value (the *graph-history
//! interaction*, Campbell 1985). This search avoids the problem as follows.
//!
//! A drop adds pieces, and a breakdown that moves something lowers them; only a pass does neither.
//! So the graph of positions has one kind of cycle: a board at rest with either side to move. Let
//! *A* be the best score that the side to move can get without passing, and *B* the same for the
//! other side on the same board. Both depend only on positions further on. The search needs values
//! with *V* = max(*A*, −*V′*) and *V′* = max(*B*, −*V*), and 0 for passing for ever. They are
//!
//! > *V* = max(*A*, −*W′*) with *W′* = max(*B*, 0), and likewise *V′* = max(*B*, −*W*) with
//! > *W* = max(*A*, 0):
//!
//! **after a pass a side may pass back, which is a draw.** There are three cases. If *A* > 0,
//! passing gains nothing, because it only delays the win: *V* = *A*. Otherwise, if *B* > 0, the
//! other side wins after a pass, so *V* is the better of *A* and that loss. Otherwise neither side
//! can win, and both can keep passing: *V* = max(*A*, 0) = 0. The formula gives the same value in
//! all three cases, distances included. It depends on no path: *V* is a function of the position.
//!
//! So the search has two kinds of nodes: those after a pass (*W*) and all others (*V*). They share
//! the table's entries, which always hold bounds of *V*. From *V* to *W*: *W* = max(*V*, 0),
//! because *V* > 0 only if a move other than a pass wins. From *W* to *V*: if *W* > 0 then *V* =
//! *W*, and always *V* ≤ *W*. `tests/search_exact.rs` checks this against every position of small
//! boards.
//!
//! # Threads
//!
//! All threads of a [`Searcher`] search the same window with slightly different move orders and
//! share the table. The first thread to finish gives the answer. Values never depend on the number
//! of threads; lines and node counts may.

#[cfg(test)]
pub(crate) mod agreement;
mod alpha_beta;
#[cfg(feature = "std")]
mod checkpoint;
mod exhaustive;
mod line;
mod ranking;
#[cfg(feature = "std")]
mod retrograde;
mod running;
mod score;
mod searchable;
mod searcher;
mod shared_word;
mod solve;
mod table;
mod tree;
pub mod weak;

pub use alpha_beta::{Found, Root};
#[cfg(feature = "std")]
pub use checkpoint::{Checkpoint, CheckpointError};
pub use exhaustive::exhaustive;
pub use ranking::Ranking;
#[cfg(feature = "std")]
pub use retrograde::retrograde;
pub use running::{Halt, Progress, STACK, Watch};
pub use score::{LONGEST, Score, Value, Window};
pub(crate) use searchable::hashes_of;
pub use searchable::{Chances, MoveOf, Plain, PlainNode, PositionOf, Searchable, Status, hashes};
pub use searcher::{Best, DEEPEST, Options, Reach, Searcher, watch_nothing};
pub use solve::{Bounds, Solver, Solving, WatchSolving};
pub use table::{Key, Table, TableError};
pub use tree::{Branch, TreeGame, TreePosition};
