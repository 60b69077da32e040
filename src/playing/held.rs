//! [`Held`]: [`Playing`] behind a pointer, whatever the game.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
#[cfg(feature = "registers")]
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Display};
use core::hash::{Hash, Hasher};

use super::errors::{AnyPositionError, MoveError};
use super::typed::Playing;
use crate::cell::Side;
use crate::games::{AnyGame, Game, GameParameters};
#[cfg(feature = "playouts")]
use crate::level::Level;
#[cfg(feature = "registers")]
use crate::perft::perft;
#[cfg(feature = "playouts")]
use crate::playout::{Playout, unwatched};
use crate::record::RecordError;
#[cfg(feature = "playouts")]
use crate::rng::Generator;
#[cfg(feature = "registers")]
use crate::rules::count_once;
use crate::rules::{Outcome, ParametersOf, Setup};
use crate::text::TextError;

/// [`Playing`] behind a pointer, whatever the game.
pub(super) trait Held: Any + Send + Sync {
    fn game(&self) -> AnyGame;
    fn copy(&self) -> Box<dyn Held>;
    fn assign(&mut self, from: &dyn Held) -> bool;
    fn equals(&self, other: &dyn Held) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);

    fn play_text(&mut self, mv: &str) -> Result<(), MoveError>;
    fn play_action(&mut self, action: u32) -> Result<(), MoveError>;
    #[cfg(feature = "registers")]
    fn play_nth(&mut self, index: u64) -> Result<(), MoveError>;
    fn play_record(&mut self, line: &str) -> Result<(), RecordError>;
    fn is_legal(&self, mv: &str) -> Result<bool, TextError>;
    fn visit_actions(&self, visit: &mut dyn FnMut(u32));
    fn visit_moves(&self, visit: &mut dyn FnMut(&dyn Display));
    #[cfg(feature = "registers")]
    fn count_moves(&self) -> u64;
    #[cfg(feature = "registers")]
    fn perft(&self, depth: u32) -> u64;
    fn turn(&self) -> Side;
    fn outcome(&self) -> Outcome;

    fn observe(&self, cells: &mut [u8]);
    fn plane_bytes(&self, bytes: &mut [u8]);
    fn write_words(&self, words: &mut [u64]);
    fn read_words(&mut self, words: &[u64]) -> Result<(), AnyPositionError>;
    fn score(&self) -> u64;
    fn setup(&self) -> Box<dyn Any>;
    fn set_up(&mut self, setup: &dyn Any) -> Result<(), AnyPositionError>;
    fn setup_text(&self) -> String;
    fn read_setup(&mut self, text: &str) -> Result<(), AnyPositionError>;
    fn answer(&self) -> String;
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn stable_hash(&self) -> u64;
    #[cfg(feature = "registers")]
    fn canonical(&self) -> Box<dyn Held>;
    #[cfg(feature = "registers")]
    fn symmetries(&self) -> Vec<Box<dyn Held>>;

    #[cfg(feature = "playouts")]
    fn playout_at(&mut self, level: Level, generator: &mut Generator, limit: u32) -> Playout;
}

impl<G: Game> Held for Playing<G> {
    fn game(&self) -> AnyGame {
        self.rules.parameters().clone().into()
    }

    fn copy(&self) -> Box<dyn Held> {
        Box::new(self.clone())
    }

    fn assign(&mut self, from: &dyn Held) -> bool {
        let Some(from) = (from as &dyn Any).downcast_ref::<Playing<G>>() else { return false };
        if !Arc::ptr_eq(&self.rules, &from.rules) {
            self.rules = Arc::clone(&from.rules);
        }
        self.position.clone_from(&from.position);
        true
    }

    fn equals(&self, other: &dyn Held) -> bool {
        (other as &dyn Any).downcast_ref::<Playing<G>>().is_some_and(|other| self == other)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn play_text(&mut self, mv: &str) -> Result<(), MoveError> {
        Playing::play_text(self, mv)
    }

    fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        Playing::play_action(self, action)
    }

    #[cfg(feature = "registers")]
    fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        Playing::play_nth(self, index)
    }

    fn play_record(&mut self, line: &str) -> Result<(), RecordError> {
        Playing::play_record(self, line)
    }

    fn is_legal(&self, mv: &str) -> Result<bool, TextError> {
        Ok(Playing::is_legal(self, mv.parse()?))
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(u32)) {
        let parameters = self.rules.parameters();
        self.visit_legal(&mut |mv| {
            if let Some(action) = parameters.action_of(mv) {
                visit(action);
            }
        });
    }

    fn visit_moves(&self, visit: &mut dyn FnMut(&dyn Display)) {
        self.visit_legal(&mut |mv| visit(&mv));
    }

    #[cfg(feature = "registers")]
    fn count_moves(&self) -> u64 {
        count_once(&*self.rules, &self.position)
    }

    #[cfg(feature = "registers")]
    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.rules, &self.position, depth)
    }

    fn turn(&self) -> Side {
        Playing::turn(self)
    }

    fn outcome(&self) -> Outcome {
        Playing::outcome(self)
    }

    fn observe(&self, cells: &mut [u8]) {
        self.rules.parameters().observe(&Playing::setup(self), cells);
    }

    fn plane_bytes(&self, bytes: &mut [u8]) {
        self.rules.parameters().plane_bytes(&Playing::setup(self), bytes);
    }

    fn write_words(&self, words: &mut [u64]) {
        Playing::setup(self).write_words(words);
    }

    fn read_words(&mut self, words: &[u64]) -> Result<(), AnyPositionError> {
        let expected = <ParametersOf<G> as GameParameters>::NAME;
        let is_whole = words.len() == self.rules.parameters().word_count();
        let setup = is_whole.then(|| G::Setup::read_words(words, self.rules.parameters())).flatten();
        Held::set_up(self, &setup.ok_or(AnyPositionError::Words { expected })?)
    }

    fn score(&self) -> u64 {
        Playing::setup(self).score()
    }

    fn setup(&self) -> Box<dyn Any> {
        Box::new(Playing::setup(self))
    }

    fn set_up(&mut self, setup: &dyn Any) -> Result<(), AnyPositionError> {
        let expected = <ParametersOf<G> as GameParameters>::NAME;
        let setup = setup.downcast_ref().ok_or(AnyPositionError::Kind { expected })?;
        Playing::set_up(self, setup).map_err(|error| AnyPositionError::Setup(Box::new(error)))
    }

    fn setup_text(&self) -> String {
        self.rules.setup_text(&self.position)
    }

    fn read_setup(&mut self, text: &str) -> Result<(), AnyPositionError> {
        let setup = G::Setup::read(text, self.rules.parameters())?;
        Held::set_up(self, &setup)
    }

    fn answer(&self) -> String {
        self.rules.answer(&self.position)
    }

    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Playing::setup(self).write_picture(out)
    }

    fn stable_hash(&self) -> u64 {
        Playing::setup(self).stable_hash()
    }

    #[cfg(feature = "registers")]
    fn canonical(&self) -> Box<dyn Held> {
        Box::new(Playing::canonical(self))
    }

    #[cfg(feature = "registers")]
    fn symmetries(&self) -> Vec<Box<dyn Held>> {
        self.images().map(|image| -> Box<dyn Held> { Box::new(image) }).collect()
    }

    #[cfg(feature = "playouts")]
    fn playout_at(&mut self, level: Level, generator: &mut Generator, limit: u32) -> Playout {
        self.rules.playout_at(level, &mut self.position, generator, limit, unwatched)
    }
}
