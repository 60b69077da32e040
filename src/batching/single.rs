//! [`SingleBatch`]: a batch of games in hand, one played after the other.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use crate::batch::{Batch, BatchOutcome, check_step, masked_games};
use crate::games::{AnyGame, Engine};
use crate::playing::AnyPlaying;

/// Games in hand, one played after the other: the batch of every game and size that has no faster
/// form, and, on the reference engine, the measure of those that have.
#[derive(Clone)]
pub(super) struct SingleBatch {
    /// Every instance at its start.
    starts: Vec<AnyPlaying>,
    actions: u32,
    cells: usize,
    /// Bytes from which the planes of one game are taken.
    plane_bytes: usize,
    games: Vec<AnyPlaying>,
}

impl SingleBatch {
    /// A batch of `games` games at the start of the first instance.
    pub(super) fn new(instances: &[AnyGame], engine: Engine, games: usize) -> SingleBatch {
        let starts: Vec<AnyPlaying> = instances.iter().map(|game| game.start_on(engine)).collect();
        let (actions, cells) = (instances[0].action_count(), instances[0].observation().cells());
        let plane_bytes = instances[0].planes().source_bytes();
        SingleBatch { actions, cells, plane_bytes, games: alloc::vec![starts[0].clone(); games], starts }
    }

    fn mask_words(&self) -> usize {
        self.actions.div_ceil(32) as usize
    }
}

impl Batch for SingleBatch {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, instance: usize) {
        self.games[game].assign(&self.starts[instance.min(self.starts.len() - 1)]);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        check_step(actions, outcomes, masks.as_deref(), self.mask_words());
        let games = &mut self.games[first..first + actions.len()];
        for ((playing, &action), outcome) in games.iter_mut().zip(actions).zip(outcomes) {
            *outcome = match playing.play_action(action) {
                Ok(()) => playing.outcome().into(),
                Err(_) => BatchOutcome::Illegal,
            };
        }
        if let Some(masks) = masks {
            self.legal(first, masks);
        }
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let words = self.mask_words();
        let games = &self.games[first..first + masked_games(masks.len(), words)];
        for (playing, mask) in games.iter().zip(masks.chunks_exact_mut(words)) {
            playing.write_mask(mask);
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let games = &self.games[first..first + cells.len() / self.cells];
        for (playing, cells) in games.iter().zip(cells.chunks_exact_mut(self.cells)) {
            playing.observe(cells);
        }
    }

    fn plane_bytes(&self, first: usize, bytes: &mut [u8]) {
        let games = &self.games[first..first + bytes.len() / self.plane_bytes];
        for (playing, bytes) in games.iter().zip(bytes.chunks_exact_mut(self.plane_bytes)) {
            playing.plane_bytes(bytes);
        }
    }

    fn score(&self, game: usize) -> u64 {
        self.games[game].score()
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        self.games[game].setup_as_any()
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        self.games[game].set_up_any(setup).unwrap_or_else(|error| panic!("{error}"));
    }
}
