//! Properties of the search.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arbitrary::{Error, Result, Unstructured};
use gridlaw::AnyGame;
use gridlaw::games::jump61::{Jump61, Parameters};
use gridlaw::games::{Game, SearchFunction, breakdown, connect4, fitz};
use gridlaw::rules::{Notation, Rules};
use gridlaw::search::weak::{Direct, WeakSearchable, WeakSearcher, WeakValue};
use gridlaw::search::{
    Checkpoint, Halt, Options, Plain, PositionOf, Reach, Root, Searchable, Searcher, Solver, Solving, TreeGame, Window,
    exhaustive, watch_nothing,
};

/// The leaves of an arbitrary tree, and its greatest depth.
const LEAVES: usize = 400;
const DEEPEST: u32 = 12;

/// A tree in brackets.
fn tree(source: &mut Unstructured, depth: u32, leaves: &mut usize, text: &mut String) -> Result<()> {
    let branches = if depth == DEEPEST || *leaves >= LEAVES { 0 } else { source.int_in_range(0..=5)? };
    if branches == 0 {
        *leaves += 1;
        text.push(*source.choose(&['+', '-', '='])?);
        return Ok(());
    }
    text.push('(');
    for _ in 0..branches {
        tree(source, depth + 1, leaves, text)?;
    }
    text.push(')');
    Ok(())
}

/// The value of any tree is the value of plain minimax, with and without the table. A search with a
/// depth limit does not contradict it.
pub fn search_is_exhaustive(source: &mut Unstructured) -> Result<()> {
    let mut text = String::new();
    tree(source, 0, &mut 0, &mut text)?;
    let Ok(game) = text.parse::<TreeGame>() else { return Err(Error::IncorrectFormat) };
    let start = game.start();
    let expected = exhaustive(&game, &start, u64::MAX).expect("trees end");
    for table in [0, 1] {
        let options = Options { table, symmetry: table == 1, threads: 1 };
        let searcher = || Searcher::new(Plain(game.clone()), options).expect("a small table can be had");
        let mut solver = Solver::new(searcher(), &start);
        assert_eq!(solver.solve(&mut |_: Solving<'_>| ControlFlow::Continue(())), Ok(expected), "{text}");
        let mut searcher = searcher();
        let root = Root { node: searcher.game().node(&start), passed: false };
        let plies = source.int_in_range(0..=DEEPEST as u8)?;
        let found = searcher.search(&root, Window::FULL, Reach::Plies(plies), u64::MAX, &mut watch_nothing);
        let found = found.expect("nobody stops it");
        if found.exact || found.score.is_decided() {
            assert_eq!(found.score.value(), expected, "{text} to {plies} plies");
        }
    }
    Ok(())
}

/// The number of positions that a search may look at before a position counts as too early. With
/// 4096 the fuzzer made 21 executions a second.
const LATE: u64 = 256;

/// A few plies before the end of an arbitrary game, the weak search, in the game's form and over
/// the plain rules, agrees with the strong search about the winner.
struct WeakIsStrong<'a, 'b>(&'a mut Unstructured<'b>);

impl SearchFunction for WeakIsStrong<'_, '_> {
    type Output = Result<()>;

    fn call<S, W>(self, game: S, weak: W) -> Result<()>
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let (source, rules) = (self.0, game.rules());
        let mut positions = vec![rules.start()];
        while positions.len() < 200 && !source.is_empty() {
            let mut next = positions[positions.len() - 1].clone();
            let index = u64::from(source.arbitrary::<u8>()?);
            let Some(mv) = rules.choose_move(&next, |count| index % count) else { break };
            rules.play_unchecked(&mut next, mv);
            positions.push(next);
        }
        positions.retain(|position| !rules.outcome(position).is_over());
        let options = Options { table: 1, ..Options::default() };
        let mut strong = Searcher::new(game.clone(), options).expect("a small table");
        let mut form = WeakSearcher::new(weak.clone(), options).expect("a small table");
        let mut plain = WeakSearcher::new(Direct(Plain(rules.clone())), options).expect("a small table");
        for position in positions.iter().rev() {
            let root = Root { node: game.node(position), passed: false };
            let Ok(found) = strong.search(&root, Window::FULL, Reach::End, LATE, &mut watch_nothing) else { break };
            let expected = WeakValue::from(found.score.value());
            let node = form.game().node(position);
            // A win in a few plies may be far for a search that knows no distances.
            let value = form.value(&node, 4 * LATE, &mut watch_nothing);
            if value == Err(Halt::Stopped) {
                break;
            }
            assert_eq!(value, Ok(expected), "{}", rules.setup_text(position));
            let node = plain.game().node(position);
            if let Ok(value) = plain.value(&node, LATE, &mut watch_nothing) {
                assert_eq!(value, expected, "{}", rules.setup_text(position));
            }
        }
        Ok(())
    }
}

/// See [`WeakIsStrong`].
pub fn weak_is_strong(source: &mut Unstructured) -> Result<()> {
    let game: AnyGame = match source.int_in_range(0..=5)? {
        0 => connect4::Parameters::new(source.int_in_range(4..=8)?).expect("a size").into(),
        1 => Parameters::new(source.int_in_range(2..=6)?).expect("a size").into(),
        2 => fitz::Parameters::sample(source.int_in_range(3..=6)?, source.int_in_range(3..=6)?).expect("a size").into(),
        _ => {
            let [width, height] = [source.int_in_range(1..=8)?, source.int_in_range(1..=8)?];
            let [stick, square] = [source.int_in_range(1..=6)?, source.int_in_range(1..=4)?];
            breakdown::Parameters::new(width, height, stick, square).expect("numbers of a game").into()
        }
    };
    game.call_search(WeakIsStrong(source)).expect("a game for two sides")
}

thread_local! {
    /// A checkpoint of a running solver.
    static WRITTEN: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

const TITLE: &str = "jump61 3x3";

fn written() -> Vec<u8> {
    let rules = Jump61::<u64>::new(Parameters::new(3).expect("a size")).expect("it fits");
    let searcher = Searcher::new(Plain(rules), Options { table: 1, symmetry: false, threads: 1 }).expect("a table");
    let mut bytes = Vec::new();
    let halted = Solver::new(searcher, &rules.start()).solve(&mut |solving: Solving<'_>| {
        Checkpoint::write(TITLE, &solving, &mut bytes).expect("memory takes it");
        ControlFlow::Break(())
    });
    assert!(halted.is_err(), "it was stopped at its first report");
    bytes
}

/// The reader accepts a checkpoint, and refuses arbitrary bytes, a checkpoint with a changed byte,
/// and a truncated one.
pub fn checkpoints_are_read_or_refused(source: &mut Unstructured) -> Result<()> {
    let bytes = WRITTEN.with_borrow_mut(|kept| kept.get_or_insert_with(written).clone());
    assert!(Checkpoint::read(&mut &bytes[..], TITLE).is_ok());
    let mut changed = bytes.clone();
    let index = source.int_in_range(0..=bytes.len() - 1)?;
    match source.int_in_range(0..=2)? {
        0 => changed[index] ^= source.int_in_range(1..=255)?,
        1 => changed.truncate(index),
        _ => {
            // Not the checksum as well: a fuzzer sees with what it is compared, and writes one that
            // fits.
            let (some, end) = (source.bytes(source.len().min(64))?, bytes.len() - 8);
            changed.splice(index.min(end)..(index + some.len()).min(end), some.iter().copied());
        }
    }
    assert_eq!(Checkpoint::read(&mut &changed[..], TITLE).is_ok(), changed == bytes, "changed at byte {index}");
    let mut rest = source.bytes(source.len())?;
    assert!(Checkpoint::read(&mut rest, TITLE).is_err());
    Ok(())
}
