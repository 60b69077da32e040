//! Steps: actions, plies, episodes that end and begin.

use super::any::AnyBatch;
use super::masks::{Flags, Sample};
use super::options::Reset;
use super::plies::CountPlies;
use crate::batch::{BatchOutcome, NO_ACTION};
use crate::cell::Side;
use crate::games::AnyGame;
use crate::planes::PlanesMut;
use crate::rng::Generator;

/// The rewards of every outcome, for the first side and for the second if they moved.
const PAID: [[f32; 2]; BatchOutcome::ALL.len()] = {
    let mut paid = [[0.0; 2]; BatchOutcome::ALL.len()];
    paid[BatchOutcome::First as usize] = [1.0, -1.0];
    paid[BatchOutcome::Second as usize] = [-1.0, 1.0];
    paid
};

impl AnyBatch {
    /// Begins new episodes in all games, or in those of which `which` is true.
    ///
    /// # Panics
    /// When `which` does not have one element a game.
    pub fn reset(&mut self, which: Option<&[bool]>) {
        assert!(which.is_none_or(|which| which.len() == self.games()), "a flag for every game");
        let is_wanted = |game: usize| which.is_none_or(|which| which[game]);
        for game in (0..self.games()).filter(|&game| is_wanted(game)) {
            self.begin_next(&[game as u32]);
            self.outcomes[game] = BatchOutcome::InProgress;
            self.rewards[game] = 0.0;
        }
        self.halted.retain(|&game| !is_wanted(game as usize));
        self.others_paid = true;
        self.ended.clear();
        self.finals.clear();
    }

    /// Begins all episodes anew with another seed, from episode 0.
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

    /// Plays one action in every game. If `masks` is given, also writes the legal actions after the
    /// step, which is cheaper than to call [`legal`](Self::legal).
    ///
    /// A game whose action is not legal stays as it is.
    ///
    /// # Panics
    /// When `actions` does not have one action a game, or `masks` not one mask a game.
    pub fn step(&mut self, actions: &[u32], masks: Option<&mut [u32]>) {
        self.step_keeping(actions, masks, None);
    }

    /// As [`step`](Self::step). Also writes the planes of every game whose episode ended in this
    /// step, as they were at its end, to the game's place in `finals`, which has room for all
    /// games; the rest of `finals` stays as it is.
    ///
    /// # Panics
    /// As [`step`](Self::step), or when `finals` does not have room for the planes of all games.
    pub fn step_keeping(&mut self, actions: &[u32], mut masks: Option<&mut [u32]>, mut finals: Option<PlanesMut<'_>>) {
        let (games, words) = (self.games(), self.mask_words());
        assert_eq!(actions.len(), games, "an action for every game");
        assert!(masks.as_ref().is_none_or(|masks| masks.len() == games * words), "{words} words of mask a game");
        if let Some(finals) = &finals {
            assert_eq!(finals.len(), games * self.planes.length(finals), "room for every game's planes");
        }
        // Winners only are paid in the games that ended, and scores in all games.
        if core::mem::take(&mut self.others_paid) {
            self.rewards.fill(0.0);
        }
        self.ended.drain(..).for_each(|game| self.rewards[game as usize] = 0.0);
        self.finals.clear();
        let halted = core::mem::take(&mut self.halted);
        let restarts = self.options.reset == Reset::NextStep;
        let actions = if halted.is_empty() {
            actions
        } else {
            self.scratch.copy_from_slice(actions);
            halted.iter().for_each(|&game| self.scratch[game as usize] = NO_ACTION);
            if restarts {
                self.begin_next(&halted);
            }
            &self.scratch
        };
        self.batch.step(0, actions, &mut self.outcomes, masks.as_deref_mut());
        self.count_plies();
        self.halted = halted;
        if restarts {
            self.halted.drain(..).for_each(|game| self.outcomes[game as usize] = BatchOutcome::InProgress);
        }
        self.end_episodes(masks.as_deref_mut(), &mut finals);
        if let Some(masks) = masks {
            self.clear_halted(masks);
        }
    }

    /// Counts the plies of a step, passes the turns, truncates games at the limit, and finds those
    /// that ended.
    fn count_plies(&mut self) {
        let AnyBatch { outcomes, plies, turns, ended, .. } = self;
        let alternates = self.instances[0].kind().players() > 1;
        // AVX-512 takes half as long again: it multiplies in vectors where AVX2 does in words.
        self.level.run_single(CountPlies { outcomes, plies, turns, alternates, limit: self.options.limit, ended });
        self.episodes += self.ended.len() as u64;
    }

    /// Pays the rewards of the games that ended, and lets them begin anew or halt.
    ///
    /// One loop after the other, with as few calls through `dyn` as possible: in one loop with
    /// several calls for each game, a step took 1.03 to 1.05 of the time.
    fn end_episodes(&mut self, masks: Option<&mut [u32]>, finals: &mut Option<PlanesMut<'_>>) {
        let ended = core::mem::take(&mut self.ended);
        if self.scores.is_empty() {
            self.pay_winners(&ended);
        } else {
            self.pay_scores();
        }
        if let Some(finals) = finals {
            let each = self.planes.length(finals);
            for game in ended.iter().map(|&game| game as usize) {
                self.write_planes(game, finals.part(game * each, each));
            }
        }
        if self.options.reset == Reset::SameStep {
            if self.options.keep_final {
                let cells = self.observation.cells();
                self.finals.resize(ended.len() * cells, 0);
                for (&game, finals) in ended.iter().zip(self.finals.chunks_exact_mut(cells)) {
                    self.batch.observe(game as usize, finals);
                }
            }
            self.begin_next(&ended);
            if let Some(masks) = masks {
                self.write_starts(&ended, masks);
            }
        } else {
            self.halted.extend(&ended);
            self.halted.sort_unstable();
        }
        self.ended = ended;
    }

    /// Pays the side that moved in games that ended. From a table: half of the branches on the side
    /// would be mispredicted.
    fn pay_winners(&mut self, ended: &[u32]) {
        let alternates = self.instances[0].kind().players() > 1;
        for game in ended.iter().map(|&game| game as usize) {
            let mover = usize::from((self.turns[game] ^ u8::from(alternates)) & 1);
            self.rewards[game] = PAID[self.outcomes[game] as usize][mover];
        }
    }

    /// Pays the scores that the step gained.
    fn pay_scores(&mut self) {
        for (game, (before, reward)) in self.scores.iter_mut().zip(&mut self.rewards).enumerate() {
            let score = self.batch.score(game);
            *reward = score.saturating_sub(*before) as f32;
            *before = score;
        }
    }

    /// Writes the masks of games at their start.
    fn write_starts(&self, games: &[u32], masks: &mut [u32]) {
        let words = self.mask_words();
        for game in games.iter().map(|&game| game as usize) {
            let mask = &mut masks[game * words..][..words];
            match (&self.start_mask[..], &mut *mask) {
                ([], mask) => self.batch.legal(game, mask),
                // The common case, which needs no call.
                ([start], [mask]) => *mask = *start,
                (start, mask) => mask.copy_from_slice(start),
            }
        }
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
    /// When `masks` does not hold exactly one mask a game.
    pub fn legal(&self, masks: &mut [u32]) {
        assert_eq!(masks.len(), self.games() * self.mask_words(), "{} words of mask a game", self.mask_words());
        self.batch.legal(0, masks);
        self.clear_halted(masks);
    }

    /// Writes packed masks of all games as flags: a byte an action, 1 for a bit that is set, else
    /// 0.
    ///
    /// # Panics
    /// When `masks` does not have one mask a game, or `flags` not one flag an action and game.
    pub fn write_flags(&self, masks: &[u32], flags: &mut [u8]) {
        let (words, actions) = (self.mask_words(), self.action_count());
        assert_eq!(masks.len(), self.games() * words, "{words} words of mask a game");
        assert_eq!(flags.len(), self.games() * actions, "{actions} flags a game");
        self.level.run(Flags { masks, words, flags, actions });
    }

    /// Chooses in every game a uniformly random legal action of its mask, with the game's own
    /// generator; [`NO_ACTION`] where there is none.
    ///
    /// # Panics
    /// When `masks` does not have one mask a game, or `actions` not one action a game.
    pub fn sample(&mut self, masks: &[u32], actions: &mut [u32]) {
        let words = self.mask_words();
        assert_eq!(masks.len(), self.games() * words, "{words} words of mask a game");
        assert_eq!(actions.len(), self.games(), "an action for every game");
        self.level.run(Sample { masks, words, generators: &mut self.generators, actions });
    }

    /// The instance that a game's episode plays.
    pub(super) fn instance(&self, game: usize) -> &AnyGame {
        &self.instances[self.instance_index(game)]
    }

    /// The index of the instance that a game's episode plays.
    pub(super) fn instance_index(&self, game: usize) -> usize {
        self.drawn.get(game).map_or(0, |&index| index as usize)
    }

    /// Begins the next episode of games.
    fn begin_next(&mut self, games: &[u32]) {
        let count = self.games() as u64;
        for &game in games {
            let number = &mut self.numbers[game as usize];
            *number = number.wrapping_add(count);
        }
        self.begin(games);
    }

    /// Begins the episodes whose numbers the games have.
    pub(super) fn begin(&mut self, games: &[u32]) {
        if self.instances.len() == 1 {
            self.batch.restart_all(games);
        } else {
            let count = self.instances.len() as u64;
            for game in games.iter().map(|&game| game as usize) {
                // The instance is drawn apart from the moves.
                let index = Generator::for_game(!self.options.seed, self.numbers[game]).below(count);
                self.drawn[game] = index as u32;
                self.batch.restart(game, index as usize);
            }
        }
        for game in games.iter().map(|&game| game as usize) {
            self.generators[game] = Generator::for_game(self.options.seed, self.numbers[game]);
            self.plies[game] = 0;
            self.turns[game] = Side::First as u8;
        }
        if !self.scores.is_empty() {
            for game in games.iter().map(|&game| game as usize) {
                self.scores[game] = self.batch.score(game);
            }
        }
    }
}
