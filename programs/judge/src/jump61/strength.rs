//! Checks the strength of an automatic move (ruling J10). It has its own search, so that the judge
//! does not share faults of the library's player.

use super::cases::Case;
use super::law::picture;
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Shown};
use core::ops::ControlFlow;
use gridlaw::games::jump61::{Board, Jump61, Move, Position};
use gridlaw::rules::Rules;

/// The horizon of the document in plies: four moves, of whichever side, end before the fifth.
const SHORT: u32 = 3;

/// The horizon of ruling J10 in plies: four moves of one side and the replies between.
const HORIZON: u32 = 7;

/// The largest board that is searched.
const LARGEST: u32 = 6;

/// Nodes that one search may visit. A search that needs more gives no answer.
const LIMIT: u64 = 3_000_000;

type Rulebook = Jump61<u128>;

/// A search for forced wins.
pub(super) struct Search<'r> {
    rules: &'r Rulebook,
    left: u64,
}

impl Search<'_> {
    /// Checks that a move keeps a forced win inside the horizon, and avoids a forced loss inside
    /// it.
    ///
    /// # Errors
    /// The difference, if another move is better.
    pub(super) fn check(
        rules: &Rulebook,
        position: &Position<u128>,
        mv: Move,
        board: &Board,
        turns: usize,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        if board.parameters().size() > LARGEST {
            return Ok(());
        }
        let after = |mv: Move| {
            let mut after = *position;
            rules.play_unchecked(&mut after, mv);
            after
        };
        let mut search = Search { rules, left: LIMIT };
        // The document does not say whether moves of both sides count, so only the shorter horizon
        // is a clause of the document.
        let (near, far) = (SHORT, HORIZON);
        let at = |case: Case, what: &str| {
            let (row, col) = (mv.0.row + 1, mv.0.col + 1);
            let found = Shown::Text(vec![format!("the automatic move {row} {col}")]);
            Err(Box::new(case.difference(turns, what).between(Shown::Board(picture(board)), found)))
        };
        for (horizon, finds, holds) in [(near, Case::Strength, Case::Holds), (far, Case::LongStrength, Case::LongHolds)]
        {
            search.left = LIMIT;
            if search.wins(position, horizon) == Some(true) {
                finds.count(coverage);
                // A longer forced win is fine as long as it stays forced.
                if !rules.outcome(&after(mv)).is_over() && search.stops(&after(mv), HORIZON + 1) == Some(true) {
                    return at(finds, &format!("a forced win within {horizon} plies is let go"));
                }
                return Ok(());
            }
            holds.count(coverage);
            search.left = LIMIT;
            if search.wins(&after(mv), horizon) != Some(true) {
                continue;
            }
            for other in rules.moves(position) {
                search.left = LIMIT;
                if other != mv && search.wins(&after(other), horizon) == Some(false) {
                    let what = format!("the move loses by force within {horizon} plies, and others do not");
                    return at(holds, &what);
                }
            }
        }
        Ok(())
    }

    /// Whether the side to move can force a win within `plies` plies, an odd number; `None` beyond
    /// [`LIMIT`].
    fn wins(&mut self, position: &Position<u128>, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if self.rules.winning_move(position).is_some() {
            return Some(true);
        }
        // Iterative deepening finds short wins sooner.
        for plies in (3..=plies).step_by(2) {
            if self.any(position, &mut |search, after| search.stops(after, plies - 1).map(|stops| !stops))? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the side to move can keep the other side from winning within `plies` plies, an even
    /// number; `None` beyond [`LIMIT`].
    fn stops(&mut self, position: &Position<u128>, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if self.rules.outcome(position).is_over() {
            return Some(false);
        }
        if self.rules.winning_move(position).is_some() {
            return Some(true);
        }
        self.any(position, &mut |search, after| search.wins(after, plies - 1).map(|wins| !wins))
    }

    /// Whether `holds` is true after some move.
    fn any(
        &mut self,
        position: &Position<u128>,
        holds: &mut dyn FnMut(&mut Self, &Position<u128>) -> Option<bool>,
    ) -> Option<bool> {
        let rules = self.rules;
        let found = rules.visit_jumps_first(position, |mv| {
            let mut after = *position;
            rules.play_unchecked(&mut after, mv);
            match holds(self, &after) {
                Some(false) => ControlFlow::Continue(()),
                found => ControlFlow::Break(found),
            }
        });
        found.break_value().unwrap_or(Some(false))
    }
}
