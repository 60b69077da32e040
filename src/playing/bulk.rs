//! [`Bulk`]: work on many games at once, for a game chosen at run time.

use core::any::Any;
use core::ops::Range;

use super::held::Held;
use super::typed::Playing;
use crate::games::{Game, PairFunction};
use crate::level::Level;
#[cfg(not(feature = "registers"))]
use crate::perft::perft;
use crate::playout::{Playouts, Totals};
#[cfg(feature = "playouts")]
use crate::record::random_game;
#[cfg(feature = "std")]
use crate::verdict::Oracle;

/// Work on many games at once. It is apart from [`Held`], because a program links every function of
/// [`Held`] for every form of every game. The lanes of this work, built for each level, were a
/// quarter of a program that never used them.
pub(super) trait Bulk {
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals;
    #[cfg(not(feature = "registers"))]
    fn perft(&self, depth: u32) -> u64;
    #[cfg(feature = "playouts")]
    fn random_record(&self, seed: u64, number: u64, line: &mut alloc::string::String);
    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle;
}

impl<G: Game> Bulk for Playing<G> {
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        Playouts::playouts(&*self.rules, seed, games, level)
    }

    #[cfg(not(feature = "registers"))]
    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.rules, &self.position, depth)
    }

    #[cfg(feature = "playouts")]
    fn random_record(&self, seed: u64, number: u64, line: &mut alloc::string::String) {
        random_game(&*self.rules, seed, number, line);
    }

    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle {
        &*self.rules
    }
}

/// The bulk work of a game in hand. The call takes as long as creating the game's engines, because
/// it finds the type anew.
pub(super) fn bulk(held: &dyn Held) -> &dyn Bulk {
    held.game().call_both(Typed(held))
}

/// A game in hand whose rules are one of a pair.
struct Typed<'h>(&'h dyn Any);

impl<'h> PairFunction for Typed<'h> {
    type Output = &'h dyn Bulk;

    fn call<F: Game, N: Game<Move = F::Move>>(self, _: &F, _: &N) -> &'h dyn Bulk {
        match self.0.downcast_ref::<Playing<F>>() {
            Some(fast) => fast,
            None => self.0.downcast_ref::<Playing<N>>().expect("a game is played on one of its two engines"),
        }
    }
}
