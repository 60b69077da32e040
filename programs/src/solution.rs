//! The exact value of a position with a line of best play: from a book as far as that goes, and
//! from a search beyond it.

use std::ops::ControlFlow;
use std::time::Instant;

use gridlaw::AnyPlaying;
use gridlaw::book::BookValue;
use gridlaw::search::weak::WeakValue;
use gridlaw::search::{Bounds, Halt, Score, WatchSolving};
use gridlaw::solving::AnySolver;

use crate::Failure;
use crate::books::Walk;

/// The parts of a solution that are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Who wins, without distances.
    pub weak: bool,
    /// The value of every legal move, too.
    pub all: bool,
}

impl Wanted {
    /// The walk along a book after which the search begins. A book without distances leads nowhere
    /// if they are asked for: its moves need not be the shortest ones.
    #[must_use]
    pub fn walk(self, walk: Walk, start: &AnyPlaying) -> Walk {
        match walk.value {
            Some(BookValue::Win(None) | BookValue::Loss(None)) if !self.weak => walk.back_to(start),
            _ => walk,
        }
    }

    /// Finds the values of the moves, if they are asked for, and of the position before the walk.
    ///
    /// # Errors
    /// [`Failure::Input`] if book and search differ; within, why the search has stopped.
    pub fn find(
        self,
        walk: &Walk,
        solver: &mut AnySolver,
        watch: &mut WatchSolving<'_>,
    ) -> Result<Result<BookValue, Halt>, Failure> {
        let found = self.search(solver, watch);
        if let Ok(found) = found {
            walk.confirm(found)?;
        }
        Ok(found.map(|found| self.of(walk.value.unwrap_or(found))))
    }

    fn search(self, solver: &mut AnySolver, watch: &mut WatchSolving<'_>) -> Result<BookValue, Halt> {
        match (self.weak, self.all) {
            (true, true) => drop(solver.weak_move_values(watch)?),
            (false, true) => drop(solver.move_values(watch)?),
            (_, false) => {}
        }
        Ok(if self.weak { solver.solve_weakly(watch)?.into() } else { solver.solve(watch)?.into() })
    }

    /// A line of best play: the walk's, and from there the search's.
    ///
    /// # Errors
    /// Why the search has stopped.
    pub fn line(self, walk: Walk, solver: &mut AnySolver, watch: &mut WatchSolving<'_>) -> Result<Vec<String>, Halt> {
        let line = if self.weak { solver.weak_line(watch)? } else { solver.line(watch)? };
        Ok([walk.line, line].concat())
    }

    /// The values of the moves in their order, if they are asked for and as far as they are known,
    /// and what else is known, for the message at a limit.
    pub fn known(self, solver: &mut AnySolver) -> (Vec<(String, BookValue)>, String) {
        let (mut values, mut open) = (Vec::new(), None);
        let moves = if self.all { solver.move_bounds() } else { Vec::new() };
        let count = moves.len();
        for (index, (mv, bounds)) in moves.into_iter().enumerate() {
            let value = match self.weak {
                true => bounds.weak_value().map(BookValue::from),
                false => bounds.value().map(BookValue::from),
            };
            match value {
                Some(value) => values.push((mv, value)),
                // The moves are solved one after the other, so bounds are known of one at most.
                None => drop(open.get_or_insert((index, mv, bounds))),
            }
        }
        let rest = match open {
            Some((index, mv, bounds)) => {
                let known = known(bounds).replacen("; ", &format!("; {mv}: "), 1);
                format!(" after {index} of {count} moves{known}")
            }
            None => known(solver.bounds()),
        };
        (values, rest)
    }

    fn of(self, value: BookValue) -> BookValue {
        if self.weak { value.weak() } else { value }
    }
}

/// The bounds of a search that has reached its limit, for the end of a message.
fn known(bounds: Bounds) -> String {
    let value = match bounds.weak_value() {
        Some(WeakValue::Win) => "; a win",
        Some(WeakValue::Loss) => "; a loss",
        Some(WeakValue::Draw) => "; a draw",
        None if bounds.least >= Score::DRAW => "; a win or a draw",
        None if bounds.most <= Score::DRAW => "; a draw or a loss",
        None => "",
    };
    match bounds.plies {
        0 => value.to_string(),
        plies => format!("{value}; nobody wins within {plies} plies"),
    }
}

/// The limits of a search, and which one was reached.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the search has begun.
    pub begun: Instant,
    /// The most seconds.
    pub time: Option<f64>,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The positions of earlier searches within these limits.
    pub spent: u64,
    /// The name of the limit that was reached.
    pub reached: Option<&'static str>,
}

impl Limits {
    /// Limits that begin now.
    #[must_use]
    pub fn new(time: Option<f64>, nodes: Option<u64>) -> Limits {
        Limits { begun: Instant::now(), time, nodes, spent: 0, reached: None }
    }

    /// Breaks once a limit is reached after so many more positions.
    pub fn check(&mut self, nodes: u64) -> ControlFlow<()> {
        self.reached = if self.time.is_some_and(|limit| self.begun.elapsed().as_secs_f64() >= limit) {
            Some("time")
        } else if self.nodes.is_some_and(|limit| self.spent + nodes >= limit) {
            Some("nodes")
        } else {
            return ControlFlow::Continue(());
        };
        ControlFlow::Break(())
    }

    /// Which limit was reached, if any. `option` stands before its name.
    #[must_use]
    pub fn reason(&self, option: &str) -> Option<String> {
        self.reached.map(|limit| format!("the limit of {option}{limit} was reached"))
    }
}
