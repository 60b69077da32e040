//! Weak solving: who wins, without distances.
//!
//! | item | what it is |
//! |---|---|
//! | [`WeakSearchable`], [`Child`], [`Goal`] | the form of a game that a weak solve needs |
//! | [`Standing`], [`Squares`] | what makes a position no worse than another with the same key |
//! | [`WeakSearcher`], [`WeakValue`] | the boolean search, with a table and threads |
//! | [`Direct`] | that form of any [`Searchable`](super::Searchable) |
//!
//! A weak solve asks at most two boolean questions: can the side to move force a win, and if not,
//! can the other side? A boolean search needs no windows and no distances, so a position has one
//! answer for each question, whatever the path to it. That makes entries hold everywhere and lets
//! positions share a key as soon as the same side wins them.

mod answers;
mod direct;
mod form;
mod searcher;
#[cfg(test)]
pub(crate) mod soundness;
mod walk;

pub use direct::Direct;
pub use form::{Child, Goal, NO_NUMBER, Squares, Standing, WeakSearchable};
pub use searcher::{WeakSearcher, WeakValue};
