//! Fills a table: solves its games in turn, on any number of threads.
//!
//! One thread with a table of its own solves each game, so its row depends only on the limits. A
//! later run needs only the finished rows to go on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gridlaw::games::AnyGame;
use gridlaw::search::weak::WeakValue;
use gridlaw::search::{Options, Solving, Value};
use gridlaw_programs::{Failure, searching};

use crate::checks;
use crate::tables::{Row, Table};

/// The most positions for a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// For its value.
    pub(crate) nodes: u64,
    /// For its distance, including those for the value.
    pub(crate) plies: u64,
}

/// An attempt at all games that are still open: the most positions for a value, and the size of the
/// transposition table in MiB. Each game begins anew in each stage, so the hard games come last.
struct Stage {
    nodes: u64,
    table: usize,
}

const STAGES: [Stage; 4] = [
    Stage { nodes: 1 << 20, table: 64 },
    Stage { nodes: 1 << 24, table: 512 },
    Stage { nodes: 200_000_000, table: 1024 },
    Stage { nodes: u64::MAX, table: 8192 },
];

/// The stack of a thread that searches.
const STACK: usize = 64 << 20;

impl Row {
    /// Returns whether a stage can add to the game's row.
    fn is_for(&self, stage: &Stage, limits: Limits) -> bool {
        match self.value {
            None => self.nodes < stage.nodes.min(limits.nodes),
            Some(WeakValue::Draw) => false,
            // Only the stage that found the value finds it again in the same number of positions.
            Some(_) => self.plies.is_none() && self.plies_nodes < limits.plies && self.table == stage.table,
        }
    }
}

/// Solves what the limits allow, and calls `save` after each game with the rows of all games.
///
/// # Errors
/// A value that a check refutes, and any error of `save`.
pub(crate) fn fill(
    table: &Table,
    rows: &mut [Row],
    limits: Limits,
    threads: usize,
    save: &mut dyn FnMut(&[Row]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for stage in &STAGES {
        let wanted: Vec<usize> = (0..rows.len()).filter(|&index| rows[index].is_for(stage, limits)).collect();
        let (wanted, next) = (&wanted, &AtomicUsize::new(0));
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads {
                let send = send.clone();
                let work = move || {
                    while let Some(&index) = wanted.get(next.fetch_add(1, Relaxed)) {
                        // The receiver is gone once a row could not be saved.
                        if send.send((index, row(&table.games[index], stage, limits))).is_err() {
                            break;
                        }
                    }
                };
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            }
            drop(send);
            for (index, row) in receive {
                rows[index] = row?;
                save(rows)?;
            }
            Ok::<(), Failure>(())
        })?;
    }
    Ok(())
}

/// The row of a game.
fn row(game: &AnyGame, stage: &Stage, limits: Limits) -> Result<Row, Failure> {
    let options = Options { table: stage.table, ..Options::default() };
    let mut solver = searching::solver(&game.start(), options)?;
    let most = stage.nodes.min(limits.nodes);
    let value = solver.solve_weakly(&mut |solving| stop_after(solving, most)).ok();
    let nodes = solver.nodes();
    let mut row = Row { value, nodes, plies_nodes: nodes, table: stage.table, ..Row::default() };
    let Some(value) = value else { return Ok(row) };
    if value != WeakValue::Draw && nodes < limits.plies {
        let exact = solver.solve(&mut |solving| stop_after(solving, limits.plies)).ok();
        row.plies = exact.and_then(|value| match value {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        });
        row.plies_nodes = solver.nodes();
    }
    drop(solver);
    row.checked = checks::all(game, &row)?;
    Ok(row)
}

fn stop_after(solving: Solving<'_>, nodes: u64) -> ControlFlow<()> {
    if solving.search.nodes < nodes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
