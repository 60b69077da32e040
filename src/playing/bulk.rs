//! [`Bulk`]: work on many games at once, for a game chosen at run time.

#[cfg(not(feature = "registers"))]
use alloc::boxed::Box;
#[cfg(not(feature = "registers"))]
use alloc::vec::Vec;
use core::any::Any;
use core::ops::Range;

#[cfg(not(feature = "registers"))]
use super::errors::MoveError;
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
    #[cfg(not(feature = "registers"))]
    fn canonical(&self) -> Box<dyn Held>;
    #[cfg(not(feature = "registers"))]
    fn symmetries(&self) -> Vec<Box<dyn Held>>;
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

    #[cfg(not(feature = "registers"))]
    fn canonical(&self) -> Box<dyn Held> {
        Box::new(Playing::canonical(self))
    }

    #[cfg(not(feature = "registers"))]
    fn symmetries(&self) -> Vec<Box<dyn Held>> {
        self.images().map(|image| -> Box<dyn Held> { Box::new(image) }).collect()
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

/// Methods that belong to [`Held`] with the feature `registers`. A program without it is to be
/// small and seldom calls them.
#[cfg(not(feature = "registers"))]
impl dyn Held {
    pub(super) fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        let mut actions = Vec::new();
        self.visit_actions(&mut |action| actions.push(action));
        let action = usize::try_from(index).ok().and_then(|index| actions.get(index));
        let &action = action.ok_or(MoveError::Index { found: index, count: actions.len() as u64 })?;
        self.play_action(action)
    }

    pub(super) fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.visit_actions(&mut |_| count += 1);
        count
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        bulk(self).perft(depth)
    }

    pub(super) fn canonical(&self) -> Box<dyn Held> {
        bulk(self).canonical()
    }

    pub(super) fn symmetries(&self) -> Vec<Box<dyn Held>> {
        bulk(self).symmetries()
    }
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
