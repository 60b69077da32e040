//! Searching games for two sides: the best move, the exact value. Names no game.
//!
//! | file | what it is |
//! |---|---|
//! | [`Score`], [`Value`], [`Window`] | what a position is worth, from the side to move |
//! | [`Searchable`], [`Plain`] | what a search asks of a game; any game's rules as they are |
//! | [`Table`], [`Key`] | the transposition table, shared by threads without locks |
//! | [`Searcher`] | alpha-beta: one question, or the best move by going deeper and deeper |
//! | [`Solver`] | the exact value and a line of best play; stops, and goes on later |
//! | [`Checkpoint`] | a solver's state as bytes |
//! | [`exhaustive()`], [`retrograde()`] | two oracles: plain minimax, and all positions from the ends backwards |
//! | [`TreeGame`] | a game made from a literal tree |
//!
//! The search is alpha-beta with null windows (Knuth and Moore 1975; Reinefeld 1983), fail-soft, with the table's move, the game's hints,
//! killers and history for order. Scores are relative to the position that they belong to, so that the table's bounds hold wherever it occurs.
//!
//! # Passes
//!
//! In Breakdown a call of breakdown that moves nothing returns the same board with the other side to move. Rulings say nothing of
//! play that never ends; here **it is a draw**: two passes in a row mean that nobody wants to move, and who has nothing better can pass for ever.
//!
//! A table and such cycles do not go together by themselves: a position that was searched after a pass may look like a draw only
//! because of how it was reached, and must not be remembered as one (the *graph-history interaction*, Campbell 1985). Here is why
//! nothing of the kind can happen.
//!
//! A drop adds pieces, and a breakdown that moves something lowers them; only a pass does neither. So the graph of positions has no
//! cycles but the pairs of a board at rest, with either side to move. Let *A* be the best that the side to move can get without
//! passing, *B* the same for the other side on the same board; both only depend on positions further on. What is wanted are values
//! with *V* = max(*A*, −*V′*) and *V′* = max(*B*, −*V*), and 0 for passing for ever. They are
//!
//! > *V* = max(*A*, −*W′*) with *W′* = max(*B*, 0), and likewise *V′* = max(*B*, −*W*) with *W* = max(*A*, 0):
//!
//! **after a pass one may pass back, which is a draw.** For if *A* > 0, passing gains nothing, since a win that was there before would only be
//! later: *V* = *A*. Otherwise, if *B* > 0, the other side wins after a pass, so that *V* is the better of *A* and that loss. Otherwise
//! neither side can win, and both can keep passing: *V* = max(*A*, 0) = 0. The formula says the same in all three cases, distances
//! included. It follows no path: *V* is a function of the position.
//!
//! The search has thus two kinds of nodes, those after a pass (*W*) and all others (*V*). They share the table's entries, which
//! always speak of *V*: *W* = max(*V*, 0), because *V* > 0 only if a move other than a pass wins. Read the other way round, where *W* is
//! above 0 it is *V*, and *V* is never above *W*. `tests/search_exact.rs` holds this against every position of small boards.
//!
//! # Threads
//!
//! All threads of a [`Searcher`] ask the same question with moves in slightly different orders, and share the table; the first answer
//! counts. Values never depend on the threads, lines and counts of positions may.

mod alpha_beta;
#[cfg(feature = "std")]
mod checkpoint;
mod exhaustive;
#[cfg(feature = "std")]
mod retrograde;
mod score;
mod searchable;
mod searcher;
mod solve;
mod table;
mod tree;

pub use alpha_beta::{Found, Halt, Progress, Root, Watch};
#[cfg(feature = "std")]
pub use checkpoint::{Checkpoint, CheckpointError};
pub use exhaustive::exhaustive;
#[cfg(feature = "std")]
pub use retrograde::retrograde;
pub use score::{LONGEST, Score, Value, Window};
pub use searchable::{Chances, MoveOf, Plain, PlainNode, PositionOf, Searchable, Status, hashes};
pub use searcher::{Best, Options, Reach, Searcher, watch_nothing};
pub use solve::{Bounds, Solver, Solving, WatchSolving};
pub use table::{Key, Table, TableError};
pub use tree::{Branch, TreeGame, TreePosition};
