//! Properties of Candy.

use arbitrary::{Result, Unstructured};
use gridlaw::cell::Pos;
use gridlaw::conformance::lockstep::check_position;
use gridlaw::console::Console;
use gridlaw::games::candy::session::{self, Show};
use gridlaw::games::candy::{
    Candy, CandyRules, Definition, Direction, Instance, Large, Medium, Move, NaiveCandy, Shape, Small, State, Step,
    Table, Unbounded, Unwatched, json,
};
use gridlaw::rules::{Notation, Rules};

fn table(source: &mut Unstructured, rows: u32, columns: u32, highest: u32) -> Result<Table> {
    // One byte a cell, over a pattern: without it, a short input would give boards of one color,
    // and nearly every settling would reach the limit.
    let pattern = |cell: u32| cell.wrapping_mul(0x9e37_79b1) >> 24;
    let data =
        (0..rows * columns).map(|cell| Ok((pattern(cell) ^ u32::from(source.arbitrary::<u8>()?)) % (highest + 1)));
    Ok(Table { rows, columns, data: data.collect::<Result<_>>()? })
}

fn instance(source: &mut Unstructured) -> Result<Instance> {
    let (columns, rows) = match source.int_in_range(0..=3)? {
        0 | 1 => (source.int_in_range(1..=8)?, source.int_in_range(1..=8)?),
        2 => (source.int_in_range(1..=16)?, source.int_in_range(1..=16)?),
        _ => (source.int_in_range(1..=3)?, source.int_in_range(1..=90)?),
    };
    let colors = source.int_in_range(1..=10)?;
    let highest = source.int_in_range(0..=5)?;
    let extension_rows = source.int_in_range(1..=9)?;
    let extension = table(source, extension_rows, columns, colors - 1)?;
    let states = table(source, rows, columns, highest)?;
    let definition = Definition::new(source.arbitrary()?, extension, states, colors).expect("a game");
    if !source.arbitrary()? {
        return Ok(definition.into());
    }
    let state = State {
        colors: table(source, rows, columns, colors - 1)?,
        states: table(source, rows, columns, highest)?,
        moves: source.arbitrary()?,
        score: source.arbitrary()?,
        offsets: (0..columns).map(|_| source.arbitrary()).collect::<Result<_>>()?,
    };
    Ok(Instance::new(definition, state).expect("a state of the game"))
}

/// Legal moves by index, and sometimes an arbitrary move.
enum Choice {
    Legal(usize),
    Any(Move),
}

fn choices(source: &mut Unstructured) -> Result<Vec<Choice>> {
    let count = source.int_in_range(0..=8)?;
    (0..count)
        .map(|_| {
            Ok(match source.int_in_range(0..=4)? {
                0 => {
                    let square = Pos::new(source.int_in_range(0..=17)?, source.int_in_range(0..=17)?);
                    Choice::Any(Move::new(square, *source.choose(&Direction::ALL)?))
                }
                _ => Choice::Legal(source.arbitrary::<u8>()?.into()),
            })
        })
        .collect()
}

fn play_both<C: CandyRules>(fast: &C, naive: &NaiveCandy, choices: &[Choice]) {
    let (mut ours, mut theirs) = (fast.start(), naive.start());
    for choice in choices {
        if let Err(difference) = check_position(fast, &ours, naive, &theirs) {
            panic!("{}: {difference}", naive.parameters().definition());
        }
        let moves = fast.moves(&ours);
        let mv = match *choice {
            Choice::Legal(_) if moves.is_empty() => return,
            Choice::Legal(index) => moves[index % moves.len()],
            Choice::Any(mv) => mv,
        };
        assert_eq!(fast.can_swap(&ours, mv), naive.can_swap(&theirs, mv), "{mv}");
        assert_eq!(fast.play(&mut ours, mv).is_ok(), naive.play(&mut theirs, mv).is_ok(), "{mv}");
    }
    assert_eq!(fast.setup_text(&ours), naive.setup_text(&theirs));
}

/// An engine on planes agrees with the naive one over any sequence of moves, legal or not, from any
/// game.
pub fn fast_is_naive(source: &mut Unstructured) -> Result<()> {
    fn compare<S: Shape>(instance: &Instance, choices: &[Choice]) -> bool {
        let fast = Candy::<S>::new(instance);
        fast.map(|fast| play_both(&fast, &NaiveCandy::new(instance), choices)).is_some()
    }
    // One shape an input, because four would cost four times as much.
    let shapes = [compare::<Small>, compare::<Medium>, compare::<Large>, compare::<Unbounded>];
    let first = source.choose_index(shapes.len())?;
    let (instance, choices) = (instance(source)?, choices(source)?);
    let mut shapes = shapes.iter().cycle().skip(first);
    assert!(shapes.any(|compare| compare(&instance, &choices)));
    Ok(())
}

/// The number of steps that are compared one by one.
const SEEN_STEPS: usize = 30;

/// Settling at once equals settling step by step. Each step keeps the order of the remaining
/// candies in a column and lowers the states of exploded squares, and the steps replay to the same
/// board.
pub fn settling_is_its_steps(source: &mut Unstructured) -> Result<()> {
    let instance = instance(source)?;
    let rules = Candy::<Unbounded>::new(&instance).expect("there is room for every game");
    let size = instance.definition().size();
    let state = match instance.state() {
        Some(state) => state.clone(),
        None => State {
            colors: table(source, size.height(), size.width(), instance.definition().colors() - 1)?,
            ..rules.setup(&rules.start())
        },
    };
    let mut at_once = rules.position(&state).expect("a state of the game");
    let mut by_steps = at_once.clone();
    let mut watched = at_once.clone();
    let fired = rules.settle(&mut at_once, &mut Unwatched);
    let mut steps = Vec::new();
    assert_eq!(rules.settle(&mut watched, &mut |step: Step| steps.push(step)), fired);
    assert_eq!(steps.len(), fired as usize);
    let mut replayed = state;
    for (number, step) in steps.iter().enumerate() {
        if number == SEEN_STEPS {
            (number..steps.len()).for_each(|_| assert!(rules.step(&mut by_steps, &mut Unwatched)));
            break;
        }
        let before = replayed.clone();
        let mut told = Vec::new();
        assert!(rules.step(&mut by_steps, &mut |step: Step| told.push(step)));
        assert_eq!(told, std::slice::from_ref(step));
        step.apply(&mut replayed);
        let after = rules.setup(&by_steps);
        assert_eq!((&replayed.colors, &replayed.states, replayed.score), (&after.colors, &after.states, after.score));
        replayed.offsets.clone_from(&after.offsets);
        let exploded: Vec<Pos> = step.firings.iter().flat_map(|firing| firing.squares()).collect();
        for (number, square) in exploded.iter().enumerate() {
            assert!(!exploded[..number].contains(square), "{square} explodes twice");
        }
        for col in 0..size.width() {
            let stays = (0..size.height()).map(|row| Pos::new(row, col)).filter(|square| !exploded.contains(square));
            let kept: Vec<u32> = stays.map(|square| before.colors.at(square)).collect();
            let column: Vec<u32> = (0..size.height()).map(|row| after.colors.at(Pos::new(row, col))).collect();
            assert_eq!(column[..kept.len()], kept);
        }
    }
    if fired < gridlaw::games::candy::STEP_LIMIT {
        let settled = by_steps.clone();
        assert!(!rules.step(&mut by_steps, &mut Unwatched));
        assert_eq!(by_steps, settled);
    }
    assert_eq!((&watched, &by_steps), (&at_once, &at_once));
    Ok(())
}

/// No bytes make the reader of game files panic. A game that it reads is written and read back
/// equal.
pub fn files_are_read_as_they_are_written(source: &mut Unstructured) -> Result<()> {
    let instance = match source.arbitrary()? {
        true => json::read(source.bytes(source.len())?).ok(),
        false => Some(instance(source)?),
    };
    if let Some(instance) = instance {
        let text = json::write(&instance);
        assert_eq!(json::read(text.as_bytes()), Ok(instance));
        // Bytes that are almost a game.
        if let Ok(at) = source.int_in_range(0..=text.len() - 1) {
            let mut bytes = text.into_bytes();
            bytes[at] = source.arbitrary().unwrap_or(b'9');
            if let Ok(instance) = json::read(&bytes) {
                assert_eq!(json::read(json::write(&instance).as_bytes()), Ok(instance));
            }
        }
    }
    Ok(())
}

/// No input makes the program `candy` panic. It prints the same on both engines, and the game that
/// it saves can be loaded.
pub fn session_never_panics(source: &mut Unstructured) -> Result<()> {
    let instance = instance(source)?;
    let pause = std::time::Duration::ZERO;
    let show = *source.choose(&[Show::Answers, Show::Answers, Show::Plain, Show::Colors { pause }])?;
    let input = source.bytes(source.len())?;
    let fast = Candy::<Unbounded>::new(&instance).expect("there is room for every game");
    let naive = NaiveCandy::new(&instance);
    let (mut ours, mut theirs) = (fast.start(), naive.start());
    let mut console = Console::new(input, Vec::new(), Vec::new());
    let mut other = Console::new(input, Vec::new(), Vec::new());
    session::play(&fast, &mut ours, show, &mut console).expect("memory takes everything");
    session::play(&naive, &mut theirs, show, &mut other).expect("memory takes everything");
    assert_eq!((console.output, console.errors), (other.output, Vec::new()));
    let saved = Instance::new(instance.definition().clone(), fast.setup(&ours)).expect("a state of the game");
    let loaded = json::read(json::write(&saved).as_bytes()).expect("a saved game loads");
    assert_eq!(loaded, saved);
    assert_eq!(*loaded.state().expect("it was saved with one"), naive.setup(&theirs));
    Ok(())
}
