//! Properties of the search.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arbitrary::{Result, Unstructured};
use gridlaw::games::jump61::{Jump61, Parameters};
use gridlaw::rules::Rules;
use gridlaw::search::{
    Checkpoint, Options, Plain, Reach, Root, Searchable, Searcher, Solver, Solving, TreeGame, Window, exhaustive,
    watch_nothing,
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
    let Ok(game) = text.parse::<TreeGame>() else { return Ok(()) };
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
        bytes = Checkpoint::write(TITLE, &solving);
        ControlFlow::Break(())
    });
    assert!(halted.is_err(), "it was stopped at its first report");
    bytes
}

/// The reader accepts a checkpoint, and refuses arbitrary bytes, a checkpoint with a changed byte,
/// and a truncated one.
pub fn checkpoints_are_read_or_refused(source: &mut Unstructured) -> Result<()> {
    let bytes = WRITTEN.with_borrow_mut(|kept| kept.get_or_insert_with(written).clone());
    assert!(Checkpoint::read(&bytes, TITLE).is_ok());
    let mut changed = bytes.clone();
    let index = source.int_in_range(0..=bytes.len() - 1)?;
    match source.int_in_range(0..=2)? {
        0 => changed[index] ^= source.int_in_range(1..=255)?,
        1 => changed.truncate(index),
        _ => {
            let some = source.bytes(source.len().min(64))?;
            changed.splice(index..(index + some.len()).min(bytes.len()), some.iter().copied());
        }
    }
    assert_eq!(Checkpoint::read(&changed, TITLE).is_ok(), changed == bytes, "changed at byte {index}");
    let rest = source.bytes(source.len())?;
    assert!(Checkpoint::read(rest, TITLE).is_err());
    Ok(())
}
