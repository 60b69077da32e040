//! The rounds of a swap, made from the steps of the settling.

use super::{CandyRules, Move, State, Step};
use crate::cell::Pos;
use crate::rules::{Change, Reporter, RoundKind};

/// The number of colors that a byte distinguishes; higher colors wrap around.
const COLORS: u32 = 31;

/// The highest state that a byte distinguishes; higher ones look the same.
const HIGHEST: u32 = 7;

/// The byte of a square on a board as drawn: 32 times the state, and the color from 1, or 0 if the
/// square is empty.
pub(super) fn code(color: Option<u32>, state: u32) -> u8 {
    (32 * state.min(HIGHEST) + color.map_or(0, |color| 1 + color % COLORS)) as u8
}

/// Makes a swap, settles, and reports.
pub(super) fn report<R: CandyRules>(rules: &R, position: &mut R::Position, mv: Move, reporter: &mut impl Reporter) {
    let mut state = rules.setup(position);
    let height = state.colors.rows;
    // The rows of a drawn board begin at the top.
    let drawn = move |pos: Pos| Pos::new(height - 1 - pos.row, pos.col);
    let at = |state: &State, pos| code(Some(state.colors.at(pos)), state.states.at(pos));

    let (one, other) = (mv.square(), mv.neighbor().expect("the swap is on the board"));
    state.colors.swap(one, other);
    reporter.begin(RoundKind::Swap);
    for (from, to) in [(one, other), (other, one)] {
        reporter.change(Change { from: Some(drawn(from)), to: Some(drawn(to)), code: at(&state, to) });
    }
    rules.swap(position, mv, &mut |step: Step| {
        step.apply(&mut state);
        reporter.begin(RoundKind::Explode);
        for square in step.firings.iter().flat_map(|firing| firing.squares()) {
            let code = code(None, state.states.at(square));
            reporter.change(Change { from: Some(drawn(square)), to: None, code });
        }
        reporter.begin(RoundKind::Settle);
        for fall in step.falls {
            let to = Pos::new(fall.to, fall.col);
            let from = (fall.from < height).then(|| drawn(Pos::new(fall.from, fall.col)));
            reporter.change(Change { from, to: Some(drawn(to)), code: at(&state, to) });
        }
    });
}
