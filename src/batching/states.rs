//! Games of a batch as words, and random games from where they stand.

use alloc::boxed::Box;
use alloc::vec;

use super::any::AnyBatch;
use crate::batch::BatchOutcome;
use crate::playing::AnyPositionError;
use crate::rng::Generator;

/// Words of a state besides the position: the number of the episode, the generator, a word of
/// plies (low half), outcome and whether the game halts (a byte each), and the fingerprint of the
/// instance.
const BESIDE: usize = 4;

impl AnyBatch {
    /// The words of one game's state.
    #[must_use]
    pub fn state_words(&self) -> usize {
        BESIDE + self.instances[0].word_count()
    }

    /// Writes the state of one game: its position, episode, generator and plies, the outcome of its
    /// last step, and a fingerprint of its instance. The form may change from version to version.
    ///
    /// # Panics
    /// When there is no such game, or another number of words.
    pub fn write_state(&self, game: usize, words: &mut [u64]) {
        assert_eq!(words.len(), self.state_words(), "the words of a state");
        let [number, generator, rest, fingerprint, position @ ..] = words else { return };
        *number = self.numbers[game];
        *fingerprint = self.fingerprints[self.instance_index(game)];
        *generator = self.generators[game].to_word();
        let halts = u64::from(self.halted.binary_search(&(game as u32)).is_ok());
        *rest = u64::from(self.plies[game]) | (self.outcomes[game] as u64) << 32 | halts << 40;
        self.playing(game).write_words(position);
    }

    /// Sets one game to a state that [`write_state`](Self::write_state) wrote, perhaps of another
    /// batch. The game then goes on as that one does, in the instance of the state, whatever the
    /// seeds. Its next episode draws an instance with the seed of this batch.
    ///
    /// # Errors
    /// [`AnyPositionError::Instance`] for a state of a game that is not among the
    /// [`instances`](Self::instances), other errors for words that are not a state; the game is as
    /// it was.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn read_state(&mut self, game: usize, words: &[u64]) -> Result<(), AnyPositionError> {
        let fault = AnyPositionError::Words { expected: self.instances[0].kind().name() };
        let &[number, generator, rest, fingerprint, ref position @ ..] = words else { return Err(fault) };
        assert!(game < self.games(), "a game of the batch");
        let outcome = BatchOutcome::ALL.get((rest >> 32 & 0xff) as usize);
        let (Some(generator), Some(&outcome), 0..=1) = (Generator::from_word(generator), outcome, rest >> 40) else {
            return Err(fault);
        };
        // No ply can follow in a game that goes on.
        if rest as u32 == u32::MAX && rest >> 40 == 0 {
            return Err(fault);
        }
        let Some(index) = self.fingerprints.iter().position(|&one| one == fingerprint) else {
            return Err(AnyPositionError::Instance { expected: Box::new(self.instances[0].clone()) });
        };
        let mut playing = self.instances[index].start();
        playing.read_words(position)?;
        self.numbers[game] = number;
        if let Some(drawn) = self.drawn.get_mut(game) {
            *drawn = index as u32;
        }
        // The batch has the instance of the episode before it has the position.
        self.batch.restart(game, index);
        self.plies[game] = rest as u32;
        self.place(game, &playing, outcome, rest >> 40 == 1);
        self.generators[game] = generator;
        Ok(())
    }

    /// Plays a random game from every position to its end, with the game's own generator, and
    /// writes the outcomes: [`Truncated`](BatchOutcome::Truncated) after `limit` plies. The
    /// positions stay as they are, the generators go on. Allocates a copy of the batch.
    ///
    /// # Panics
    /// When `outcomes` does not have one element a game.
    pub fn playout(&mut self, limit: u32, outcomes: &mut [BatchOutcome]) {
        let games = self.games();
        assert_eq!(outcomes.len(), games, "an outcome for every game");
        let mut batch = self.batch.copy();
        let (mut masks, mut actions) = (vec![0; games * self.mask_words()], vec![0; games]);
        let mut last = vec![BatchOutcome::InProgress; games];
        for (game, outcome) in outcomes.iter_mut().enumerate() {
            *outcome = self.playing(game).outcome().into();
        }
        batch.legal(0, &mut masks);
        for _ in 0..limit {
            if !outcomes.contains(&BatchOutcome::InProgress) {
                return;
            }
            self.sample(&masks, &mut actions);
            batch.step(0, &actions, &mut last, Some(&mut masks));
            for (outcome, &last) in outcomes.iter_mut().zip(&last) {
                *outcome = if *outcome == BatchOutcome::InProgress { last } else { *outcome };
            }
        }
        for outcome in outcomes.iter_mut().filter(|outcome| **outcome == BatchOutcome::InProgress) {
            *outcome = BatchOutcome::Truncated;
        }
    }
}
