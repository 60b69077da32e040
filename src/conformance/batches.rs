//! Two batches of one game in lockstep.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use crate::batch::NO_ACTION;
use crate::batching::AnyBatch;
use crate::planes::PlanesMut;
use crate::rng::Generator;

/// The first difference between two batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of answer that differs.
    pub what: &'static str,
    /// The index of the game with the different answer, or of the element if the answer is no
    /// game's.
    pub game: usize,
    /// The steps before it.
    pub steps: u32,
    /// The answer of the first batch.
    pub fast: String,
    /// The answer of the second batch.
    pub naive: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { what, game, steps, fast, naive } = self;
        write!(f, "the {what} of game {game} differ: {fast} (fast), {naive} (naive), after {steps} steps")
    }
}

impl core::error::Error for Difference {}

/// Steps two batches together with random legal actions, a tenth of them replaced by arbitrary
/// numbers. Between steps it moves positions and states from game to game and begins games anew.
/// Returns the number of actions played.
///
/// ```
/// use gridlaw::AnyGame;
/// use gridlaw::batching::{AnyBatch, BatchOptions};
/// use gridlaw::conformance::batches;
/// use gridlaw::games::Engine;
/// use gridlaw::level::Level;
///
/// let pool = ["connect4 --size 5".parse().unwrap()];
/// let options = BatchOptions::default();
/// let [fast, naive] = [Engine::Fast, Engine::Naive]
///     .map(|engine| AnyBatch::on(&pool, 33, options, engine, Level::best()).unwrap());
/// assert_eq!(batches::check(fast, naive, 30, 1), Ok(30 * 33));
/// ```
///
/// # Errors
/// The first difference.
///
/// # Panics
/// When the batches are not of the same games with the same options, or have no games.
pub fn check(fast: AnyBatch, naive: AnyBatch, steps: u32, seed: u64) -> Result<u64, Difference> {
    let (games, numbers, is_pool) = (fast.games(), fast.action_count() as u64 + 2, fast.instances().len() > 1);
    assert!(games > 0, "batches of some games");
    let mut pair = Lockstep::new(fast, naive)?;
    let mut random = Generator::for_game(seed, u64::from(steps));
    for step in 0..steps {
        pair.step(|action| {
            if random.below(10) == 0 {
                *action = if random.below(50) == 0 { NO_ACTION } else { random.below(numbers) as u32 };
            }
        })?;
        let mut game = || random.below(games as u64) as usize;
        if step % 7 == 3 {
            let (from, to) = (game(), game());
            // A position of one instance is not a position of another.
            pair.move_position(from, if is_pool { from } else { to })?;
        }
        if step % 11 == 6 {
            pair.move_state(game(), game())?;
        }
        if step % 29 == 17 {
            let which: Vec<bool> = (0..games).map(|_| random.below(3) == 0).collect();
            pair.reset(&which)?;
        }
    }
    Ok(u64::from(steps) * games as u64)
}

/// Two batches that are stepped together, and compared after every call. Every array is filled with
/// dirt before a call, because its old contents must not matter.
#[derive(Clone, Debug)]
pub struct Lockstep {
    pair: [AnyBatch; 2],
    steps: u32,
    masks: [Vec<u32>; 2],
    seen: [Vec<u8>; 2],
    planes: [Vec<u8>; 2],
    finals: [Vec<u8>; 2],
    flags: Vec<u8>,
    actions: [Vec<u32>; 2],
    dirt: Generator,
}

/// Compares two arrays with `each` elements a game; `what` names their kind.
fn same<T: PartialEq + Debug>(what: &'static str, each: usize, arrays: [&[T]; 2]) -> Result<(), Difference> {
    let [fast, naive] = arrays;
    if fast == naive {
        return Ok(());
    }
    let index = fast.iter().zip(naive).take_while(|(ours, theirs)| ours == theirs).count();
    let told = |array: &[T]| array.get(index).map_or_else(|| String::from("nothing"), |value| format!("{value:?}"));
    Err(Difference { what, game: index / each.max(1), steps: 0, fast: told(fast), naive: told(naive) })
}

fn same_of<T: PartialEq + Debug>(what: &'static str, game: usize, pair: [T; 2]) -> Result<(), Difference> {
    let [fast, naive] = &pair;
    if fast == naive {
        return Ok(());
    }
    Err(Difference { what, game, steps: 0, fast: format!("{fast:?}"), naive: format!("{naive:?}") })
}

impl Lockstep {
    /// Takes both batches and compares them.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When the batches are not of the same games with the same options.
    pub fn new(fast: AnyBatch, naive: AnyBatch) -> Result<Lockstep, Difference> {
        let (count, options) = (fast.games(), fast.options());
        assert!((naive.games(), naive.options()) == (count, options), "batches with the same options");
        assert!(fast.instances() == naive.instances(), "batches of the same games");
        let (words, cells) = (count * fast.mask_words(), count * fast.observation().cells());
        let (planes, actions) = (count * fast.planes().cells(), count * fast.action_count());
        let mut pair = Lockstep {
            steps: 0,
            masks: [vec![0; words], vec![0; words]],
            seen: [vec![0; cells], vec![0; cells]],
            planes: [vec![0; planes], vec![0; planes]],
            finals: [vec![0; planes], vec![0; planes]],
            flags: vec![0; actions],
            actions: [vec![0; count], vec![0; count]],
            dirt: Generator::for_game(7, count as u64),
            pair: [fast, naive],
        };
        pair.read()?;
        Ok(pair)
    }

    /// The first batch.
    #[must_use]
    pub fn fast(&self) -> &AnyBatch {
        &self.pair[0]
    }

    fn soil(&mut self) {
        self.masks.iter_mut().flatten().for_each(|word| *word = self.dirt.next_u32());
        self.seen.iter_mut().flatten().for_each(|cell| *cell = self.dirt.next_u32() as u8);
        self.planes.iter_mut().flatten().for_each(|cell| *cell = self.dirt.next_u32() as u8);
        self.flags.iter_mut().for_each(|flag| *flag = self.dirt.next_u32() as u8);
        // The same dirt in both: a step leaves the rows of games that go on.
        let [ours, theirs] = &mut self.finals;
        ours.iter_mut().for_each(|cell| *cell = self.dirt.next_u32() as u8);
        theirs.copy_from_slice(ours);
    }

    /// Reads the masks of both batches, and compares everything that they return.
    fn read(&mut self) -> Result<(), Difference> {
        self.soil();
        self.pair.iter().zip(&mut self.masks).for_each(|(batch, masks)| batch.legal(masks));
        self.compare()
    }

    fn compare(&mut self) -> Result<(), Difference> {
        let compared = self.compare_all();
        self.dated(compared)
    }

    /// Adds the number of steps to a difference.
    fn dated(&self, compared: Result<(), Difference>) -> Result<(), Difference> {
        compared.map_err(|difference| Difference { steps: self.steps, ..difference })
    }

    fn compare_all(&mut self) -> Result<(), Difference> {
        let Lockstep { pair, masks: [our_masks, their_masks], seen, planes, finals, flags, .. } = self;
        let [fast, naive] = &*pair;
        same("outcomes", 1, [fast.outcomes(), naive.outcomes()])?;
        same("masks", fast.mask_words(), [our_masks, their_masks])?;
        pair.iter().zip(&mut *seen).for_each(|(batch, seen)| batch.observe(seen));
        same("observations", fast.observation().cells(), [&seen[0], &seen[1]])?;
        pair.iter().zip(&mut *planes).for_each(|(batch, planes)| batch.observe_planes(PlanesMut::Cells(planes)));
        same("planes", fast.planes().cells(), [&planes[0], &planes[1]])?;
        same("final planes", fast.planes().cells(), [&finals[0], &finals[1]])?;
        same("plies", 1, [fast.plies(), naive.plies()])?;
        same("episodes", 1, [fast.numbers(), naive.numbers()])?;
        same("ended games", 1, [fast.ended(), naive.ended()])?;
        same("rewards", 1, [fast.rewards(), naive.rewards()])?;
        for (index, &game) in fast.ended().iter().enumerate() {
            let finals = [fast.final_observation(index), naive.final_observation(index)];
            same_of("final observations", game as usize, finals)?;
        }
        for game in (0..fast.games()).filter(|&game| !fast.outcomes()[game].is_over()) {
            same_of("turns", game, [fast.turns()[game], naive.turns()[game]])?;
        }
        same_of("numbers of ended episodes", 0, [fast.episodes(), naive.episodes()])?;
        fast.write_flags(our_masks, flags);
        let masks = our_masks.chunks(fast.mask_words()).zip(flags.chunks(fast.action_count()));
        for (game, (mask, flags)) in masks.enumerate() {
            let bit = |action: usize| (mask[action / 32] >> (action % 32) & 1) as u8;
            let bits: Vec<u8> = (0..flags.len()).map(bit).collect();
            same("flags", 1, [flags, &bits]).map_err(|difference| Difference { game, ..difference })?;
        }
        Ok(())
    }

    /// Plays random legal actions, each of which `change` may replace.
    ///
    /// # Errors
    /// The first difference.
    pub fn step(&mut self, change: impl FnMut(&mut u32)) -> Result<(), Difference> {
        let games = self.pair.iter_mut().zip(&self.masks).zip(&mut self.actions);
        games.for_each(|((batch, masks), actions)| batch.sample(masks, actions));
        self.dated(same("samples", 1, [&self.actions[0], &self.actions[1]]))?;
        self.steps += 1;
        self.actions[0].iter_mut().for_each(change);
        self.soil();
        // Now and then the step does not write the masks.
        let has_masks = !self.steps.is_multiple_of(4);
        for ((batch, masks), finals) in self.pair.iter_mut().zip(&mut self.masks).zip(&mut self.finals) {
            let finals = batch.options().keep_final.then_some(PlanesMut::Cells(finals));
            batch.step_keeping(&self.actions[0], has_masks.then_some(masks), finals);
        }
        if !has_masks {
            return self.read();
        }
        self.compare()?;
        let with_the_step = self.masks[0].clone();
        self.read()?;
        self.dated(same("masks of a step", self.pair[0].mask_words(), [&with_the_step, &self.masks[0]]))
    }

    /// Compares the positions of game `from`, and sets game `to` to it.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When there is no such game, or the position is not a position of the other game's instance.
    pub fn move_position(&mut self, from: usize, to: usize) -> Result<(), Difference> {
        let setup = self.pair[0].setup(from);
        self.dated(same_of("setups", from, [&setup, &self.pair[1].setup(from)]))?;
        for batch in &mut self.pair {
            batch.set_up(to, &setup).expect("a position of the game");
        }
        self.dated(same_of("moved positions", to, [&self.pair[0].setup(to), &setup]))?;
        self.read()
    }

    /// Compares the states of game `from`, and sets game `to` to it.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn move_state(&mut self, from: usize, to: usize) -> Result<(), Difference> {
        let length = self.pair[0].state_words();
        let mut words = [(); 3].map(|()| vec![self.dirt.below(u64::MAX); length]);
        let [ours, theirs, again] = &mut words;
        self.pair[0].write_state(from, ours);
        self.pair[1].write_state(from, theirs);
        self.dated(same_of("states", from, [&*ours, &*theirs]))?;
        for batch in &mut self.pair {
            batch.read_state(to, ours).expect("a state of the batch");
        }
        self.pair[0].write_state(to, again);
        self.dated(same_of("moved states", to, [&*again, &*ours]))?;
        self.read()
    }

    /// Sets a game to its state with one word replaced, if both batches accept that state.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn set_word(&mut self, game: usize, index: usize, word: u64) -> Result<(), Difference> {
        let mut words = vec![0; self.pair[0].state_words()];
        self.pair[0].write_state(game, &mut words);
        let index = index % words.len();
        words[index] = word;
        let read = self.pair.each_mut().map(|batch| batch.read_state(game, &words).is_ok());
        self.dated(same_of("states that are read", game, read))?;
        self.read()
    }

    /// Begins some games anew.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When there is not one flag a game.
    pub fn reset(&mut self, which: &[bool]) -> Result<(), Difference> {
        self.pair.iter_mut().for_each(|batch| batch.reset(Some(which)));
        self.read()
    }
}
