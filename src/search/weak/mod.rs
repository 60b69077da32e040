//! Weak solving: who wins, without distances.
//!
//! | item | what it is |
//! |---|---|
//! | [`WeakSearchable`], [`Child`], [`Goal`] | the form of a game that a weak solve needs |
//! | [`Standing`] | the order of positions with the same key |
//! | [`WeakSearcher`] | the boolean search, with a table and threads |
//! | [`WeakValue`] | who wins |
//! | [`Direct`] | that form of any [`Searchable`](super::Searchable) |
//!
//! A weak solve asks at most two boolean questions: can the side to move force a win, and if not,
//! can the other side? A boolean search needs no windows and no distances, so a position has one
//! answer for each question, whatever the path to it. So an entry holds wherever its position
//! occurs, and positions may share a key as soon as the same side wins them.
//!
//! # Passes
//!
//! The attacker, the side for which the question asks a win, never passes. It loses nothing by
//! that: with the names of [the search](super#passes), *V* > 0 only if *A* > 0. The defender may
//! pass. So a board at rest occurs at most twice in a line, once for each side to move, and no line
//! is endless.
//!
//! # Order
//!
//! Children that are equal, or that the table answers, are dropped before any child is searched
//! (enhanced transposition cutoffs). The rest is ordered by the game's hints, then, if the form
//! asks for it ([`WeakSearchable::REPLIES`]), the move that last answered the same move, then
//! counts of success. Proof-number search (df-pn) was tried and needed more positions on all but
//! the smallest boards.

mod answers;
mod direct;
mod form;
mod searcher;
#[cfg(test)]
pub(crate) mod soundness;
mod value;
mod walk;

pub use direct::Direct;
pub(crate) use direct::settled;
pub use form::{Child, Goal, NO_NUMBER, Standing, WeakSearchable};
pub use searcher::WeakSearcher;
pub use value::WeakValue;
