//! Batches of every game against the batch of the reference, step by step.

use arbitrary::{Error, Result, Unstructured};
use gridlaw::AnyGame;
use gridlaw::batch::NO_ACTION;
use gridlaw::batching::{AnyBatch, BatchOptions, Reset};
use gridlaw::conformance::batches::Lockstep;
use gridlaw::games::Engine;
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::games::fitz::SAMPLE_TILES;
use gridlaw::level::Level;
use gridlaw::rng::Generator;

/// A batch on the fast engine and one on the reference.
pub fn both(pool: &[AnyGame], count: usize, options: BatchOptions, level: Level) -> [AnyBatch; 2] {
    [Engine::Fast, Engine::Naive].map(|engine| AnyBatch::on(pool, count, options, engine, level).unwrap())
}

/// Steps a batch of a game beside the naive engine. The bytes choose legal and other actions,
/// positions that move to other games, and games that begin anew.
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
    // Mostly a few games, which are cheap for the naive engine; else several blocks of lanes.
    let most = if source.ratio(1, 8)? { most } else { most.min(4) };
    let count = source.int_in_range(1..=most)?;
    let [fast, naive] = both(core::slice::from_ref(game), count, options, level);
    let (numbers, mut random) = (game.action_count(), Generator::for_game(source.arbitrary()?, 0));
    let held = Lockstep::new(fast, naive).and_then(|mut pair| {
        for _ in 0..source.int_in_range(1..=12).unwrap_or(1) {
            pair.step(|action| match source.arbitrary::<u8>().unwrap_or(0) {
                255 => *action = NO_ACTION,
                254 => *action = source.arbitrary().unwrap_or(0),
                byte @ 216..=253 => *action = u32::from(byte) * 7 % (numbers + 2),
                _ => (),
            })?;
            let mut game = || random.below(count as u64) as usize;
            match source.int_in_range(0..=7).unwrap_or(7) {
                0 => pair.move_position(game(), game())?,
                1 => pair.reset(&(0..count).map(|_| source.arbitrary().unwrap_or(false)).collect::<Vec<_>>())?,
                2 => pair.move_state(game(), game())?,
                3 => pair.set_word(game(), source.arbitrary().unwrap_or(0), source.arbitrary().unwrap_or(0))?,
                _ => (),
            }
        }
        Ok(())
    });
    held.unwrap_or_else(|difference| panic!("{game} at {level}, {options:?}: {difference}"));
    Ok(())
}

/// Batches of Breakdown on small boards, on boards up to 8×8, and beyond.
pub fn breakdown(source: &mut Unstructured) -> Result<()> {
    let longest = if source.ratio(1, 4)? { 12 } else { 8 };
    let [width, height]: [u32; 2] = [source.int_in_range(1..=longest)?, source.int_in_range(1..=longest)?];
    let (stick, square): (u32, u32) = (source.int_in_range(1..=5)?, source.int_in_range(1..=4)?);
    let game = format!("breakdown -w {width} -h {height} -k {stick} -q {square}").parse().unwrap();
    hold(&game, if longest > 8 { 5 } else { 100 }, source)
}

/// Batches of Connect4 of all sizes.
pub fn connect4(source: &mut Unstructured) -> Result<()> {
    let game = format!("connect4 --size {}", source.int_in_range(4..=10)?).parse().unwrap();
    hold(&game, 100, source)
}

/// Batches of Jump61 of all sizes.
pub fn jump61(source: &mut Unstructured) -> Result<()> {
    let game = format!("jump61 --size {}", source.int_in_range(2..=10)?).parse().unwrap();
    hold(&game, 20, source)
}

/// Batches of Candy on new boards of any shape.
pub fn candy(source: &mut Unstructured) -> Result<()> {
    let new = NewGame::new(source.int_in_range(1..=9)?, source.int_in_range(1..=9)?);
    let Ok(definition) = (NewGame { id: source.arbitrary()?, ..new }).make() else {
        return Err(Error::IncorrectFormat);
    };
    hold(&Instance::from(definition).into(), 8, source)
}

/// Batches of Fitz on boards and with tile files on both sides of the largest whose openings are
/// kept.
pub fn fitz(source: &mut Unstructured) -> Result<()> {
    let (rows, cols) = *source.choose(&[(3, 4), (6, 5), (10, 10), (11, 3), (4, 12)])?;
    let tiles = vec![SAMPLE_TILES; *source.choose(&[1, 4, 5])?].join("\n");
    let game = AnyGame::fitz(&tiles, rows, cols).unwrap();
    hold(&game, 6, source)
}
