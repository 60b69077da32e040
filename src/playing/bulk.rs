//! [`Bulk`]: what a game chosen at run time does with many games at once.

use core::any::Any;
use core::ops::Range;

use super::held::Held;
use crate::games::{Game, PairFunction};
use crate::level::Level;
use crate::playout::Totals;
#[cfg(feature = "std")]
use crate::verdict::Oracle;

/// Work on many games at once. It is no part of [`Held`], because a program links every function of
/// [`Held`] for every form of every game: the lanes of this work at each level of instructions were
/// a quarter of a program that never used them.
pub(super) trait Bulk {
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals;
    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle;
}

impl<G: Game> Bulk for G {
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        crate::playout::Playouts::playouts(self, seed, games, level)
    }

    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle {
        self
    }
}

/// The rules of a game in hand, for bulk work. Finding their type takes as long as making the
/// game's engines.
pub(super) fn bulk(held: &dyn Held) -> &dyn Bulk {
    held.game().call_both(Typed(held.rules()))
}

/// Rules whose type is one of a pair.
struct Typed<'r>(&'r dyn Any);

impl<'r> PairFunction for Typed<'r> {
    type Output = &'r dyn Bulk;

    fn call<F: Game, N: Game<Move = F::Move>>(self, _: &F, _: &N) -> &'r dyn Bulk {
        match self.0.downcast_ref::<F>() {
            Some(fast) => fast,
            None => self.0.downcast_ref::<N>().expect("a game is played on one of its two engines"),
        }
    }
}
