//! [`AnyBatch`]: thousands of games at once, chosen at run time, for learners and samplers.
//!
//! A batch plays *episodes*: game *i* of *N* plays the episodes *i*, *i* + *N*, *i* + 2*N* and so
//! on. Every episode has its own generator, so a batch of random games plays the very games of
//! `gridlaw random` with the same seed.
//!
//! Nothing is allocated from step to step, except for games beyond the sizes that have a form of
//! their own. All arrays are the caller's, game after game:
//!
//! | array | elements of one game | unit |
//! |---|---|---|
//! | actions | 1 | `u32`, as in INTERFACES, "Moves as numbers" |
//! | outcomes | 1 | [`BatchOutcome`], a byte |
//! | mask, packed | [`mask_words`](AnyBatch::mask_words) | `u32`; action *a* at bit *a* % 32 of word *a* / 32 |
//! | mask, flags | [`action_count`](AnyBatch::action_count) | a byte an action, 1 legal, 0 not |
//! | observation | see [`Observation`] | bytes, bits or `f32` |
//!
//! | file | contents |
//! |---|---|
//! | this one | [`AnyBatch`] |
//! | `options` | [`Reset`], [`BatchOptions`], [`BatchError`] |
//! | `sampling` | random legal actions, from masks |
//! | `single` | the batch of games that have no faster form |

mod options;
mod sampling;
mod single;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use options::{BatchError, BatchOptions, Reset};
use sampling::Sample;
use single::SingleBatch;

use crate::batch::{Batch, BatchOutcome, NO_ACTION, Observation};
use crate::cell::Side;
use crate::games::{AnyGame, Engine};
use crate::level::Level;
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
    instances: Arc<[AnyGame]>,
    options: BatchOptions,
    observation: Observation,
    actions: u32,
    level: Level,
    batch: Box<dyn Batch>,
    /// The number of each game's episode.
    numbers: Vec<u64>,
    generators: Vec<Generator>,
    plies: Vec<u32>,
    /// Whose turn it is, 0 or 1.
    turns: Vec<u8>,
    outcomes: Vec<BatchOutcome>,
    rewards: Vec<f32>,
    /// The games whose episode ended in the last step, ascending, and the final observations of
    /// them, if they are kept.
    ended: Vec<u32>,
    finals: Vec<u8>,
    /// The games, ascending, that take no action in the next step: they have ended, and begin anew
    /// with that step, or are truncated and stay so.
    halted: Vec<u32>,
    /// The actions of a step in which some games take none.
    scratch: Vec<u32>,
    /// Episodes that have ended.
    episodes: u64,
}

impl AnyGame {
    /// As many games at their start.
    ///
    /// # Errors
    /// [`BatchError`]: a limit of 0, or more games than the address space holds.
    pub fn batch(&self, games: usize, options: BatchOptions) -> Result<AnyBatch, BatchError> {
        AnyBatch::new(core::slice::from_ref(self), games, options)
    }
}

impl AnyBatch {
    /// As many games, each at the start of an instance that is drawn with the seed. The instances
    /// differ only in their content: files of Candy of one size and number of colors, tiles of Fitz
    /// for one board.
    ///
    /// # Errors
    /// [`BatchError`].
    pub fn new(instances: &[AnyGame], games: usize, options: BatchOptions) -> Result<AnyBatch, BatchError> {
        AnyBatch::on(instances, games, options, Engine::Fast, Level::best())
    }

    /// The same with an engine and a level; the reference plays one game at a time.
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
        let (actions, mut observation) = (game.action_count(), game.observation());
        for other in instances {
            let is_like = if game.kind().content().is_some() {
                other.kind() == game.kind()
                    && other.action_count() == actions
                    && observation.widen(&other.observation())
            } else {
                other == game
            };
            if !is_like {
                return Err(BatchError::Unlike { first: game.to_string(), found: other.to_string() });
            }
        }
        let bytes =
            [actions as usize, observation.cells(), size_of::<f32>() * observation.one_hot() * observation.squares()];
        if bytes.iter().any(|bytes| bytes.checked_mul(games).is_none_or(|all| isize::try_from(all).is_err())) {
            return Err(BatchError::TooLarge { games, game: game.to_string() });
        }
        let fast = (engine == Engine::Fast).then(|| game.fast_batch(instances, games, level)).flatten();
        let batch = fast.unwrap_or_else(|| Box::new(SingleBatch::new(instances, engine, games)));
        let mut batch = AnyBatch {
            instances: instances.into(),
            options,
            observation,
            actions,
            level,
            batch,
            numbers: (0..games as u64).collect(),
            generators: vec![Generator::for_game(options.seed, 0); games],
            plies: vec![0; games],
            turns: vec![0; games],
            outcomes: vec![BatchOutcome::InProgress; games],
            rewards: vec![0.0; games],
            ended: Vec::with_capacity(games),
            finals: Vec::new(),
            halted: Vec::with_capacity(games),
            scratch: vec![NO_ACTION; games],
            episodes: 0,
        };
        (0..games).for_each(|game| batch.begin(game));
        Ok(batch)
    }

    /// The games from which a restart draws.
    #[must_use]
    pub fn instances(&self) -> &[AnyGame] {
        &self.instances
    }

    /// How the batch plays.
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
    /// otherwise 0.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// Whose turn it is in every game, 0 the first side, 1 the second; unspecified once a game is
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

    /// Begins new episodes in all games, or in those of which `which` is true.
    ///
    /// # Panics
    /// When `which` is not of the number of games.
    pub fn reset(&mut self, which: Option<&[bool]>) {
        assert!(which.is_none_or(|which| which.len() == self.games()), "a flag for every game");
        let is_wanted = |game: usize| which.is_none_or(|which| which[game]);
        for game in (0..self.games()).filter(|&game| is_wanted(game)) {
            self.begin_next(game);
            self.outcomes[game] = BatchOutcome::InProgress;
            self.rewards[game] = 0.0;
        }
        self.halted.retain(|&game| !is_wanted(game as usize));
        self.ended.clear();
        self.finals.clear();
    }

    /// Begins all episodes anew with another seed, from number 0.
    pub fn reseed(&mut self, seed: u64) {
        self.options.seed = seed;
        let games = self.games() as u64;
        // `begin_next` takes each game to its episode of the first round.
        for (number, first) in self.numbers.iter_mut().zip(0..) {
            *number = u64::wrapping_sub(first, games);
        }
        self.episodes = 0;
        self.reset(None);
    }

    /// Plays one action in every game, and writes the masks of the legal actions after it, if they
    /// are asked for: cheaper than to ask [`legal`](Self::legal) for them.
    ///
    /// A game whose action is not legal stays as it is.
    ///
    /// # Panics
    /// When a slice is not of the number of games.
    pub fn step(&mut self, actions: &[u32], mut masks: Option<&mut [u32]>) {
        let (games, words) = (self.games(), self.mask_words());
        assert_eq!(actions.len(), games, "an action for every game");
        assert!(masks.as_ref().is_none_or(|masks| masks.len() == games * words), "{words} words of mask a game");
        self.ended.clear();
        self.finals.clear();
        let halted = core::mem::take(&mut self.halted);
        let restarts = self.options.reset == Reset::NextStep;
        let actions = if halted.is_empty() {
            actions
        } else {
            self.scratch.copy_from_slice(actions);
            for &game in &halted {
                self.scratch[game as usize] = NO_ACTION;
                if restarts {
                    self.begin_next(game as usize);
                }
            }
            &self.scratch
        };
        self.batch.step(0, actions, &mut self.outcomes, masks.as_deref_mut());
        self.count_plies();
        self.halted = halted;
        if restarts {
            self.halted.drain(..).for_each(|game| self.outcomes[game as usize] = BatchOutcome::InProgress);
        }
        self.end_episodes(masks.as_deref_mut());
        if let Some(masks) = masks {
            self.clear_halted(masks);
        }
    }

    /// Counts the plies of a step, passes the turns, truncates games at the limit, and finds those
    /// that ended.
    fn count_plies(&mut self) {
        let alternates = u8::from(self.instances[0].kind().players() > 1);
        const CHUNK: usize = 64;
        let chunks =
            self.outcomes.chunks_mut(CHUNK).zip(self.plies.chunks_mut(CHUNK)).zip(self.turns.chunks_mut(CHUNK));
        for (((outcomes, plies), turns), first) in chunks.zip((0..).step_by(CHUNK)) {
            let mut ended = false;
            for ((outcome, plies), turn) in outcomes.iter_mut().zip(plies).zip(turns) {
                let played = *outcome != BatchOutcome::Illegal;
                *plies += u32::from(played);
                *turn ^= u8::from(played) & alternates;
                let truncated = *outcome == BatchOutcome::InProgress && *plies >= self.options.limit;
                *outcome = if truncated { BatchOutcome::Truncated } else { *outcome };
                ended |= *outcome != BatchOutcome::InProgress && played;
            }
            if ended {
                let is_end = |outcome: &BatchOutcome| outcome.is_over() || *outcome == BatchOutcome::Truncated;
                let ends = (first..).zip(outcomes).filter(|(_, outcome)| is_end(outcome));
                self.ended.extend(ends.map(|(game, _)| game));
            }
        }
        self.episodes += self.ended.len() as u64;
    }

    /// Pays the rewards of the games that ended, and lets them begin anew or halt.
    fn end_episodes(&mut self, mut masks: Option<&mut [u32]>) {
        let (words, cells) = (self.mask_words(), self.observation.cells());
        self.rewards.fill(0.0);
        let alternates = self.instances[0].kind().players() > 1;
        let ended = core::mem::take(&mut self.ended);
        for &game in &ended {
            let game = game as usize;
            let mover = Side::BOTH[usize::from(self.turns[game] ^ u8::from(alternates))];
            self.rewards[game] = match self.outcomes[game].winner() {
                Some(winner) if winner == mover => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
            if self.options.reset != Reset::SameStep {
                continue;
            }
            if self.options.keep_final {
                let before = self.finals.len();
                self.finals.resize(before + cells, 0);
                self.batch.observe(game, &mut self.finals[before..]);
            }
            self.begin_next(game);
            if let Some(masks) = &mut masks {
                self.batch.legal(game, &mut masks[game * words..][..words]);
            }
        }
        if self.options.reset != Reset::SameStep {
            self.halted.extend(&ended);
            self.halted.sort_unstable();
        }
        self.ended = ended;
    }

    /// Clears the masks of the games that have ended and stay so for now.
    fn clear_halted(&self, masks: &mut [u32]) {
        let words = self.mask_words();
        for &game in &self.halted {
            masks[game as usize * words..][..words].fill(0);
        }
    }

    /// Writes the packed masks of the legal actions; none for a game that is over.
    ///
    /// # Panics
    /// When `masks` is not of the number of games.
    pub fn legal(&self, masks: &mut [u32]) {
        assert_eq!(masks.len(), self.games() * self.mask_words(), "{} words of mask a game", self.mask_words());
        self.batch.legal(0, masks);
        self.clear_halted(masks);
    }

    /// Chooses in every game a uniformly random legal action of its mask, with the game's own
    /// generator; [`NO_ACTION`] where there is none.
    ///
    /// # Panics
    /// When a slice is not of the number of games.
    pub fn sample(&mut self, masks: &[u32], actions: &mut [u32]) {
        let words = self.mask_words();
        assert_eq!(masks.len(), self.games() * words, "{words} words of mask a game");
        assert_eq!(actions.len(), self.games(), "an action for every game");
        self.level.run(Sample { masks, words, generators: &mut self.generators, actions });
    }

    /// Writes the observations of all games, a byte a square.
    ///
    /// # Panics
    /// When `cells` is not of the number of games.
    pub fn observe(&self, cells: &mut [u8]) {
        assert_eq!(cells.len(), self.games() * self.observation.cells(), "one observation a game");
        self.batch.observe(0, cells);
    }

    /// Writes the observations of all games in one-hot form.
    ///
    /// # Panics
    /// When `ones` is not of the number of games.
    pub fn observe_one_hot(&self, ones: &mut [f32]) {
        let length = self.observation.one_hot() * self.observation.squares();
        self.observe_each(ones, length, |cells, ones| self.observation.write_one_hot(cells, ones));
    }

    /// Writes the observations of all games in one-hot form, a bit a square.
    ///
    /// # Panics
    /// When `bits` is not of the number of games.
    pub fn observe_bits(&self, bits: &mut [u32]) {
        self.observe_each(bits, self.observation.words(), |cells, bits| self.observation.write_bits(cells, bits));
    }

    /// Turns the observations into another form, as many at a time as have room on the stack.
    fn observe_each<T>(&self, out: &mut [T], length: usize, write: impl Fn(&[u8], &mut [T])) {
        assert_eq!(out.len(), self.games() * length, "one observation a game");
        let each = self.observation.cells();
        let (mut few, mut one) = ([0; 4096], Vec::new());
        let room: &mut [u8] = if each <= few.len() {
            &mut few
        } else {
            one.resize(each, 0);
            &mut one
        };
        let at_once = room.len() / each;
        for (first, out) in (0..).step_by(at_once).zip(out.chunks_mut(at_once * length)) {
            let cells = &mut room[..out.len() / length * each];
            self.batch.observe(first, cells);
            for (cells, out) in cells.chunks_exact(each).zip(out.chunks_exact_mut(length)) {
                write(cells, out);
            }
        }
    }

    /// One game in hand.
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

    /// Sets one game to the position of a setup's text; its episode counts on.
    ///
    /// # Errors
    /// A text that is no setup, or a setup that is no position of the game; the game is as it was.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn set_up(&mut self, game: usize, setup: &str) -> Result<(), AnyPositionError> {
        let playing = self.instance(game).position(setup)?;
        self.batch.set_up(game, &*playing.setup_as_any());
        self.turns[game] = playing.turn() as u8;
        self.outcomes[game] = playing.outcome().into();
        self.halted.retain(|&halted| halted as usize != game);
        if playing.is_over() && self.options.reset != Reset::SameStep {
            self.halted.push(game as u32);
            self.halted.sort_unstable();
        }
        Ok(())
    }

    /// The instance that a game's episode plays.
    fn instance(&self, game: usize) -> &AnyGame {
        &self.instances[self.draw_instance(self.numbers[game])]
    }

    /// The index of the instance of an episode, drawn apart from the moves.
    fn draw_instance(&self, number: u64) -> usize {
        match self.instances.len() {
            1 => 0,
            count => Generator::for_game(!self.options.seed, number).below(count as u64) as usize,
        }
    }

    /// Begins the next episode of a game.
    fn begin_next(&mut self, game: usize) {
        self.numbers[game] = self.numbers[game].wrapping_add(self.games() as u64);
        self.begin(game);
    }

    /// Begins the episode whose number the game has.
    fn begin(&mut self, game: usize) {
        let number = self.numbers[game];
        self.batch.restart(game, self.draw_instance(number));
        self.generators[game] = Generator::for_game(self.options.seed, number);
        self.plies[game] = 0;
        self.turns[game] = self.batch.turn(game) as u8;
    }
}

impl Clone for AnyBatch {
    fn clone(&self) -> AnyBatch {
        AnyBatch {
            instances: Arc::clone(&self.instances),
            options: self.options,
            observation: self.observation.clone(),
            actions: self.actions,
            level: self.level,
            batch: self.batch.copy(),
            numbers: self.numbers.clone(),
            generators: self.generators.clone(),
            plies: self.plies.clone(),
            turns: self.turns.clone(),
            outcomes: self.outcomes.clone(),
            rewards: self.rewards.clone(),
            ended: self.ended.clone(),
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
