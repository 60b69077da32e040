//! [`AnyBatch`]: its parts, and what it says of its games.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::options::{BatchError, BatchOptions, Reset};
use super::single::SingleBatch;
use crate::batch::{Batch, BatchOutcome, NO_ACTION, Observation};
use crate::checksum::checksum;
use crate::games::{AnyGame, Engine};
use crate::level::Level;
use crate::planes::Planes;
use crate::playing::{AnyPlaying, AnyPositionError};
use crate::rng::Generator;

/// Thousands of games at once.
///
/// ```
/// use gridlaw::AnyGame;
/// use gridlaw::batching::BatchOptions;
///
/// let game: AnyGame = "connect4 --size 7".parse().unwrap();
/// let mut batch = game.batch(1024, BatchOptions { seed: 1, ..BatchOptions::default() }).unwrap();
/// let mut masks = vec![0; 1024 * batch.mask_words()];
/// let mut actions = vec![0; 1024];
/// batch.legal(&mut masks);
/// for _ in 0..100 {
///     batch.sample(&masks, &mut actions);
///     batch.step(&actions, Some(&mut masks));
/// }
/// assert!(batch.episodes() > 3000);
/// ```
pub struct AnyBatch {
    /// The games from which a restart draws: one, unless they have content.
    pub(super) instances: Arc<[AnyGame]>,
    /// A hash of each instance, which its states have.
    pub(super) fingerprints: Arc<[u64]>,
    /// The index of the instance that each game's episode plays; empty if there is one instance.
    pub(super) drawn: Vec<u32>,
    pub(super) options: BatchOptions,
    pub(super) observation: Observation,
    pub(super) planes: Planes,
    pub(super) actions: u32,
    pub(super) level: Level,
    pub(super) batch: Box<dyn Batch>,
    /// The number of each game's episode.
    pub(super) numbers: Vec<u64>,
    pub(super) generators: Vec<Generator>,
    pub(super) plies: Vec<u32>,
    /// The side to move, 0 or 1.
    pub(super) turns: Vec<u8>,
    pub(super) outcomes: Vec<BatchOutcome>,
    pub(super) rewards: Vec<f32>,
    /// Whether games that are not in `ended` may have a reward other than 0.
    pub(super) others_paid: bool,
    /// The score of every game before a step, if scores are paid, else empty.
    pub(super) scores: Vec<u64>,
    /// The games whose episode ended in the last step, ascending, and the final observations of
    /// them, if they are kept.
    pub(super) ended: Vec<u32>,
    pub(super) finals: Vec<u8>,
    /// The games, ascending, that take no action in the next step: they have ended, and begin anew
    /// with that step, or are truncated and stay so.
    pub(super) halted: Vec<u32>,
    /// The actions of a step in which some games take none.
    pub(super) scratch: Vec<u32>,
    /// The mask of a game's start if there is one instance, else empty.
    pub(super) start_mask: Vec<u32>,
    /// Episodes that have ended.
    pub(super) episodes: u64,
}

/// A hash of a game with its numbers and its file, the same on every machine.
fn fingerprint(game: &AnyGame) -> u64 {
    // Unlike `AnyGame::content`, this shows a file of Candy without the feature `json`, too.
    checksum(0, format!("{game:?}").as_bytes())
}

/// Whether so many games of so many bytes in each array are too many for a batch. It is no part of
/// its caller, where the bound of `games` makes all files of the C library 0.3 MB larger.
#[inline(never)]
fn is_too_large(games: usize, bytes: &[usize]) -> bool {
    let is_beyond = |bytes: &usize| bytes.checked_mul(games).is_none_or(|all| isize::try_from(all).is_err());
    u32::try_from(games).is_err() || bytes.iter().any(is_beyond)
}

impl AnyGame {
    /// A batch of `games` games, each at its start.
    ///
    /// # Errors
    /// [`BatchError`]: a limit of 0, or more games than a batch holds.
    pub fn batch(&self, games: usize, options: BatchOptions) -> Result<AnyBatch, BatchError> {
        AnyBatch::new(core::slice::from_ref(self), games, options)
    }
}

impl AnyBatch {
    /// A batch of `games` games, each at the start of an instance drawn with the seed. The
    /// instances may differ only in their content: files of Candy of one size, with the same number
    /// of colors and the same highest state, or tiles of Fitz for one board.
    ///
    /// # Errors
    /// [`BatchError`].
    pub fn new(instances: &[AnyGame], games: usize, options: BatchOptions) -> Result<AnyBatch, BatchError> {
        AnyBatch::on(instances, games, options, Engine::Fast, Level::best())
    }

    /// As [`new`](Self::new), on a chosen engine and level. The naive engine plays one game at a
    /// time.
    ///
    /// # Errors
    /// [`BatchError`].
    pub fn on(
        instances: &[AnyGame],
        games: usize,
        options: BatchOptions,
        engine: Engine,
        level: Level,
    ) -> Result<AnyBatch, BatchError> {
        let game = instances.first().ok_or(BatchError::NoInstance)?;
        if options.limit == 0 {
            return Err(BatchError::NoPly);
        }
        let (actions, planes, mut observation) = (game.action_count(), game.planes(), game.observation());
        for other in instances {
            let is_like = if game.kind().content().is_some() {
                other.kind() == game.kind()
                    && other.action_count() == actions
                    && other.planes() == planes
                    && observation.widen(&other.observation())
            } else {
                other == game
            };
            if !is_like {
                return Err(BatchError::unlike(game, other));
            }
        }
        let bytes =
            [actions as usize, observation.cells(), size_of::<f32>() * observation.one_hot() * observation.squares()];
        if is_too_large(games, &bytes) {
            return Err(BatchError::TooLarge { games, game: game.to_string() });
        }
        let fast = (engine == Engine::Fast).then(|| game.fast_batch(instances, games, level)).flatten();
        let batch = fast.unwrap_or_else(|| Box::new(SingleBatch::new(instances, engine, games)));
        // Every game begins at the start of the first instance.
        let has_one_start = instances.len() == 1 && games > 0;
        let mut start_mask = vec![0; if has_one_start { actions.div_ceil(32) as usize } else { 0 }];
        if has_one_start {
            batch.legal(0, &mut start_mask);
        }
        let pays_scores = options.score_rewards && game.kind().players() == 1;
        let mut batch = AnyBatch {
            instances: instances.into(),
            fingerprints: instances.iter().map(fingerprint).collect(),
            drawn: vec![0; if instances.len() == 1 { 0 } else { games }],
            options,
            observation,
            planes,
            actions,
            level,
            batch,
            numbers: (0..games as u64).collect(),
            generators: vec![Generator::for_game(options.seed, 0); games],
            plies: vec![0; games],
            turns: vec![0; games],
            outcomes: vec![BatchOutcome::InProgress; games],
            rewards: vec![0.0; games],
            others_paid: false,
            scores: vec![0; if pays_scores { games } else { 0 }],
            // Room for four more: the task appends numbers in fours and then removes unused ones.
            ended: Vec::with_capacity(games + 4),
            finals: Vec::new(),
            halted: Vec::with_capacity(games),
            scratch: vec![NO_ACTION; games],
            start_mask,
            episodes: 0,
        };
        batch.begin(&(0..games as u32).collect::<Vec<_>>());
        Ok(batch)
    }

    /// Replaces the batch of positions by one that `map` makes of it, for example a [`Batch`] that
    /// counts or logs every call.
    ///
    /// # Panics
    /// When the new batch has another number of games.
    #[must_use]
    pub fn map_batch(mut self, map: impl FnOnce(Box<dyn Batch>) -> Box<dyn Batch>) -> AnyBatch {
        self.batch = map(self.batch);
        assert_eq!(self.batch.games(), self.games(), "a batch of the same number of games");
        self
    }

    /// The games from which a restart draws.
    #[must_use]
    pub fn instances(&self) -> &[AnyGame] {
        &self.instances
    }

    /// The options of the batch.
    #[must_use]
    pub fn options(&self) -> BatchOptions {
        self.options
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.numbers.len()
    }

    /// The number of actions: [`AnyGame::action_count`].
    #[must_use]
    pub fn action_count(&self) -> usize {
        self.actions as usize
    }

    /// Words of one packed mask.
    #[must_use]
    pub fn mask_words(&self) -> usize {
        self.actions.div_ceil(32) as usize
    }

    /// The shape of an observation.
    #[must_use]
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The outcome of every game in the last step. In a step that only begins a game it is
    /// [`InProgress`](BatchOutcome::InProgress).
    #[must_use]
    pub fn outcomes(&self) -> &[BatchOutcome] {
        &self.outcomes
    }

    /// The reward of the side that moved in the last step: 1 if it has won, -1 if it has lost,
    /// otherwise 0. With [`score_rewards`](BatchOptions::score_rewards) it is the score that the
    /// step gained in a game for one person.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// The side to move in every game, 0 the first side, 1 the second; unspecified once a game is
    /// over.
    #[must_use]
    pub fn turns(&self) -> &[u8] {
        &self.turns
    }

    /// The plies that each game's episode has so far.
    #[must_use]
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// The number of each game's episode.
    #[must_use]
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// The number of episodes that have ended, truncated ones included.
    #[must_use]
    pub fn episodes(&self) -> u64 {
        self.episodes
    }

    /// The games whose episode ended in the last step, ascending.
    #[must_use]
    pub fn ended(&self) -> &[u32] {
        &self.ended
    }

    /// The final observation, a byte a square, of the game `ended()[index]`, if
    /// [`keep_final`](BatchOptions::keep_final) is set and there is such a game.
    #[must_use]
    pub fn final_observation(&self, index: usize) -> Option<&[u8]> {
        self.finals.chunks_exact(self.observation.cells()).nth(index)
    }

    /// Writes the observations of all games, a byte a square.
    ///
    /// # Panics
    /// When `cells` does not hold exactly one observation a game.
    pub fn observe(&self, cells: &mut [u8]) {
        assert_eq!(cells.len(), self.games() * self.observation.cells(), "one observation a game");
        self.batch.observe(0, cells);
    }

    /// A copy of one game as an [`AnyPlaying`].
    ///
    /// # Panics
    /// When there is no such game.
    #[must_use]
    pub fn playing(&self, game: usize) -> AnyPlaying {
        let mut playing = self.instance(game).start();
        playing.set_up_any(&*self.batch.setup(game)).expect("a game of the batch");
        playing
    }

    /// The position of one game as the text of its setup: [`AnyPlaying::setup`].
    ///
    /// # Panics
    /// When there is no such game.
    #[must_use]
    pub fn setup(&self, game: usize) -> String {
        self.playing(game).setup()
    }

    /// Sets the rewards of the last step, which a [state](Self::write_state) does not have.
    ///
    /// # Panics
    /// When there is not one reward a game.
    pub fn set_rewards(&mut self, rewards: &[f32]) {
        self.rewards.copy_from_slice(rewards);
        self.others_paid = true;
    }

    /// Sets one game to the position of a setup's text. The number and the plies of its episode
    /// stay. With [`Reset::NextStep`] the step after a position that is over begins the next game;
    /// otherwise every action there is illegal until the game is set up or reset again.
    ///
    /// # Errors
    /// A text that is not a setup, or a setup that is not a position of the game; the game is as it
    /// was.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn set_up(&mut self, game: usize, setup: &str) -> Result<(), AnyPositionError> {
        let playing = self.instance(game).position(setup)?;
        self.place(game, &playing, playing.outcome().into(), playing.is_over());
        Ok(())
    }

    /// Sets one game to a position, with the outcome of its last step. A game that halts waits for
    /// its next episode, unless ended games begin one in the same step.
    pub(super) fn place(&mut self, game: usize, playing: &AnyPlaying, outcome: BatchOutcome, halts: bool) {
        self.batch.set_up(game, &*playing.setup_as_any());
        self.turns[game] = playing.turn() as u8;
        self.outcomes[game] = outcome;
        if let Some(score) = self.scores.get_mut(game) {
            *score = playing.score();
        }
        let place = self.halted.binary_search(&(game as u32));
        let halts = halts && self.options.reset != Reset::SameStep;
        if !halts {
            // Another ply can be counted.
            self.plies[game] = self.plies[game].min(u32::MAX - 1);
        }
        match (place, halts) {
            (Ok(place), false) => drop(self.halted.remove(place)),
            (Err(place), true) => self.halted.insert(place, game as u32),
            _ => {}
        }
    }
}

impl Clone for AnyBatch {
    fn clone(&self) -> AnyBatch {
        AnyBatch {
            instances: Arc::clone(&self.instances),
            fingerprints: Arc::clone(&self.fingerprints),
            drawn: self.drawn.clone(),
            options: self.options,
            observation: self.observation.clone(),
            planes: self.planes.clone(),
            actions: self.actions,
            level: self.level,
            batch: self.batch.copy(),
            numbers: self.numbers.clone(),
            generators: self.generators.clone(),
            plies: self.plies.clone(),
            turns: self.turns.clone(),
            outcomes: self.outcomes.clone(),
            rewards: self.rewards.clone(),
            others_paid: self.others_paid,
            scores: self.scores.clone(),
            ended: self.ended.clone(),
            start_mask: self.start_mask.clone(),
            finals: self.finals.clone(),
            halted: self.halted.clone(),
            scratch: self.scratch.clone(),
            episodes: self.episodes,
        }
    }
}

impl fmt::Debug for AnyBatch {
    /// The game and the number of games.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyBatch({} games of {}; {:?})", self.games(), self.instances[0], self.options)
    }
}

static_assertions::assert_impl_all!(AnyBatch: Clone, Send, Sync);
