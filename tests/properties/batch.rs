//! Batches of every game against the batch of the reference, step by step.

use arbitrary::{Result, Unstructured};
use gridlaw::AnyGame;
use gridlaw::batch::NO_ACTION;
use gridlaw::batching::{AnyBatch, BatchOptions, Reset};
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::games::{Engine, GameKind};
use gridlaw::level::Level;
use gridlaw::planes::PlanesMut;
use gridlaw::rng::Generator;

/// A batch on the fast engine and one on the reference that are stepped together. Whatever their
/// arrays hold before a call must not matter, so they are filled with dirt.
pub struct Lockstep {
    pub fast: AnyBatch,
    pub naive: AnyBatch,
    name: String,
    masks: [Vec<u32>; 2],
    seen: [Vec<u8>; 2],
    planes: [Vec<u8>; 2],
    finals: [Vec<u8>; 2],
    flags: Vec<u8>,
    actions: [Vec<u32>; 2],
    dirt: Generator,
}

impl Lockstep {
    /// Both batches at their start, compared.
    pub fn new(pool: &[AnyGame], count: usize, options: BatchOptions, level: Level) -> Lockstep {
        let [fast, naive] =
            [Engine::Fast, Engine::Naive].map(|engine| AnyBatch::on(pool, count, options, engine, level).unwrap());
        let (words, cells) = (count * fast.mask_words(), count * fast.observation().cells());
        let planes = count * fast.planes().cells();
        let mut pair = Lockstep {
            name: format!("{} at {level}, {options:?}", pool[0]),
            masks: [vec![0; words], vec![0; words]],
            seen: [vec![0; cells], vec![0; cells]],
            planes: [vec![0; planes], vec![0; planes]],
            finals: [vec![0; planes], vec![0; planes]],
            flags: vec![0; count * fast.action_count()],
            actions: [vec![0; count], vec![0; count]],
            dirt: Generator::for_game(7, count as u64),
            fast,
            naive,
        };
        pair.read("at the start");
        pair
    }

    fn soil(&mut self) {
        self.masks.iter_mut().flatten().for_each(|word| *word = self.dirt.next_u32());
        self.seen.iter_mut().flatten().for_each(|cell| *cell = self.dirt.next_u32() as u8);
        self.planes.iter_mut().flatten().for_each(|cell| *cell = self.dirt.next_u32() as u8);
        self.flags.iter_mut().for_each(|flag| *flag = self.dirt.next_u32() as u8);
    }

    /// Asks both for the masks, and compares everything that they say.
    fn read(&mut self, when: &str) {
        self.soil();
        self.fast.legal(&mut self.masks[0]);
        self.naive.legal(&mut self.masks[1]);
        self.compare(when);
    }

    fn compare(&mut self, when: &str) {
        let Lockstep { fast, naive, name, masks, seen, planes, finals, flags, .. } = self;
        assert_eq!(fast.outcomes(), naive.outcomes(), "{name}, {when}");
        assert_eq!(masks[0], masks[1], "{name}, {when}");
        fast.observe(&mut seen[0]);
        naive.observe(&mut seen[1]);
        assert_eq!(seen[0], seen[1], "{name}, {when}");
        fast.observe_planes(PlanesMut::Cells(&mut planes[0]));
        naive.observe_planes(PlanesMut::Cells(&mut planes[1]));
        assert_eq!(planes[0], planes[1], "{name}, planes {when}");
        assert_eq!(finals[0], finals[1], "{name}, final planes {when}");
        assert_eq!((fast.plies(), fast.numbers()), (naive.plies(), naive.numbers()), "{name}, {when}");
        assert_eq!((fast.rewards(), fast.ended()), (naive.rewards(), naive.ended()), "{name}, {when}");
        for index in 0..fast.ended().len() {
            assert_eq!(fast.final_observation(index), naive.final_observation(index), "{name}, {when}");
        }
        for game in (0..fast.games()).filter(|&game| !fast.outcomes()[game].is_over()) {
            assert_eq!(fast.turns()[game], naive.turns()[game], "{name}, {when}");
        }
        assert_eq!(fast.episodes(), naive.episodes(), "{name}, {when}");
        fast.write_flags(&masks[0], flags);
        for (mask, flags) in masks[0].chunks(fast.mask_words()).zip(flags.chunks(fast.action_count())) {
            let bit = |action: usize| (mask[action / 32] >> (action % 32) & 1) as u8;
            assert!(flags.iter().enumerate().all(|(action, &flag)| flag == bit(action)), "{name}, {when}");
        }
    }

    /// Plays random legal actions, of which `change` replaces some.
    pub fn step(&mut self, mut change: impl FnMut(&mut u32) -> Result<()>, when: &str) -> Result<()> {
        self.fast.sample(&self.masks[0], &mut self.actions[0]);
        self.naive.sample(&self.masks[1], &mut self.actions[1]);
        assert_eq!(self.actions[0], self.actions[1], "{}, {when}", self.name);
        self.actions[0].iter_mut().try_for_each(&mut change)?;
        self.soil();
        if self.fast.options().keep_final {
            let [fast, naive] = &mut self.finals;
            self.fast.step_keeping(&self.actions[0], Some(&mut self.masks[0]), Some(PlanesMut::Cells(fast)));
            self.naive.step_keeping(&self.actions[0], Some(&mut self.masks[1]), Some(PlanesMut::Cells(naive)));
        } else {
            self.fast.step(&self.actions[0], Some(&mut self.masks[0]));
            self.naive.step(&self.actions[0], Some(&mut self.masks[1]));
        }
        self.compare(when);
        let with_the_step = self.masks[0].clone();
        self.read(when);
        assert_eq!(self.masks[0], with_the_step, "{}, masks of their own, {when}", self.name);
        Ok(())
    }

    /// Compares one game's position, and puts it into another's place.
    pub fn move_position(&mut self, from: usize, to: usize, when: &str) {
        let setup = self.fast.setup(from);
        assert_eq!(setup, self.naive.setup(from), "{}, {when}", self.name);
        self.fast.set_up(to, &setup).unwrap();
        self.naive.set_up(to, &setup).unwrap();
        assert_eq!(self.fast.setup(to), setup, "{}, {when}", self.name);
        self.read(&format!("after a setup, {when}"));
    }

    /// Compares one game's state, and sets another to it.
    pub fn move_state(&mut self, from: usize, to: usize, when: &str) {
        let mut words = [(); 2].map(|()| vec![self.dirt.below(u64::MAX); self.fast.state_words()]);
        self.fast.write_state(from, &mut words[0]);
        self.naive.write_state(from, &mut words[1]);
        assert_eq!(words[0], words[1], "{}, {when}", self.name);
        self.fast.read_state(to, &words[0]).unwrap();
        self.naive.read_state(to, &words[0]).unwrap();
        let mut again = vec![self.dirt.below(u64::MAX); words[0].len()];
        self.fast.write_state(to, &mut again);
        assert_eq!(again, words[0], "{}, {when}", self.name);
        self.read(&format!("after a state, {when}"));
    }

    /// Sets a game to words that one word makes different, if they are a state.
    pub fn set_words(&mut self, game: usize, index: usize, word: u64, when: &str) {
        let mut words = vec![0; self.fast.state_words()];
        self.fast.write_state(game, &mut words);
        let index = index % words.len();
        words[index] = word;
        let read = [self.fast.read_state(game, &words), self.naive.read_state(game, &words)];
        assert_eq!(read[0].is_ok(), read[1].is_ok(), "{}, {when}", self.name);
        self.read(&format!("after any words, {when}"));
    }

    /// Begins some games anew.
    pub fn reset(&mut self, which: &[bool], when: &str) {
        self.fast.reset(Some(which));
        self.naive.reset(Some(which));
        self.read(&format!("after a reset, {when}"));
    }
}

/// Steps a batch of a game beside the reference, as bytes say: legal actions and any others,
/// positions that move, games that begin anew.
fn hold(game: &AnyGame, most: usize, source: &mut Unstructured) -> Result<()> {
    let levels: Vec<Level> = Level::available().collect();
    let level = levels[source.choose_index(levels.len())?];
    let options = BatchOptions {
        seed: source.arbitrary()?,
        reset: Reset::ALL[source.choose_index(3)?],
        limit: source.int_in_range(1..=40)?,
        keep_final: source.arbitrary()?,
        score_rewards: source.arbitrary()?,
    };
    let count = source.int_in_range(1..=most)?;
    let mut pair = Lockstep::new(core::slice::from_ref(game), count, options, level);
    let numbers = game.action_count();
    for step in 0..source.int_in_range(1..=12)? {
        let when = format!("step {step}");
        let change = |action: &mut u32| {
            match source.arbitrary::<u8>().unwrap_or(0) {
                255 => *action = NO_ACTION,
                254 => *action = source.arbitrary()?,
                byte @ 216..=253 => *action = u32::from(byte) * 7 % (numbers + 2),
                _ => (),
            }
            Ok(())
        };
        pair.step(change, &when)?;
        match source.int_in_range(0..=7)? {
            0 => pair.move_position(source.choose_index(count)?, source.choose_index(count)?, &when),
            1 => {
                let which: Vec<bool> = (0..count).map(|_| source.arbitrary()).collect::<Result<_>>()?;
                pair.reset(&which, &when);
            }
            2 => pair.move_state(source.choose_index(count)?, source.choose_index(count)?, &when),
            3 => pair.set_words(source.choose_index(count)?, source.arbitrary()?, source.arbitrary()?, &when),
            _ => (),
        }
    }
    Ok(())
}

/// Batches of Breakdown on small boards, on boards up to 8×8, and beyond.
pub fn breakdown(source: &mut Unstructured) -> Result<()> {
    let longest = if source.ratio(1, 4)? { 12 } else { 8 };
    let [width, height]: [u32; 2] = [source.int_in_range(1..=longest)?, source.int_in_range(1..=longest)?];
    let (stick, square): (u32, u32) = (source.int_in_range(1..=5)?, source.int_in_range(1..=4)?);
    let game = format!("breakdown -w {width} -h {height} -k {stick} -q {square}").parse().unwrap();
    hold(&game, if longest > 8 { 5 } else { 70 }, source)
}

/// Batches of Connect4 of all sizes.
pub fn connect4(source: &mut Unstructured) -> Result<()> {
    let game = format!("connect4 --size {}", source.int_in_range(4..=10)?).parse().unwrap();
    hold(&game, 70, source)
}

/// Batches of Jump61 of all sizes.
pub fn jump61(source: &mut Unstructured) -> Result<()> {
    let game = format!("jump61 --size {}", source.int_in_range(2..=10)?).parse().unwrap();
    hold(&game, 20, source)
}

/// Batches of Candy on new boards of any shape.
pub fn candy(source: &mut Unstructured) -> Result<()> {
    let new = NewGame::new(source.int_in_range(1..=9)?, source.int_in_range(1..=9)?);
    let Ok(definition) = (NewGame { id: source.arbitrary()?, ..new }).make() else { return Ok(()) };
    hold(&Instance::from(definition).into(), 8, source)
}

/// Batches of the sample games of Fitz.
pub fn fitz(source: &mut Unstructured) -> Result<()> {
    let mut samples = GameKind::Fitz.samples();
    samples.retain(|game| game.observation().squares() <= 150);
    let game = source.choose(&samples)?.clone();
    hold(&game, 6, source)
}
