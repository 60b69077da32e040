//! Perft: the number of sequences of exactly *n* moves from a position.
//!
//! Perft is the standard check of a move generator; the name is short for *performance test* and
//! comes from chess programming. The counts of two implementations agree only if they agree on
//! every legal move, its consequences and every end of a game on the way. A terminal position has
//! no moves, so no sequence goes past it.

use core::ops::ControlFlow;

use crate::rules::{Rules, count_once};

/// The greatest depth that programs should ask for: [`perft`] calls itself once a ply.
pub const DEEPEST: u32 = 1000;

/// Counts the sequences of exactly `depth` moves; 1 for depth 0.
///
/// The last two moves of a sequence are not played (bulk counting): the game's own
/// [`Rules::count_moves`] and [`Rules::count_replies`] count them. The others take a frame of the
/// stack each: [`DEEPEST`] of them have room on every common stack.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Parameters};
/// use gridlaw::perft::perft;
/// use gridlaw::rules::Rules;
///
/// let rules = Breakdown::<u128>::new(Parameters::new(8, 8, 3, 3).unwrap()).unwrap();
/// let counts = [0, 1, 2, 3].map(|depth| perft(&rules, &rules.start(), depth));
/// assert_eq!(counts, [1, 15, 225, 3367]);
/// ```
#[must_use]
pub fn perft<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_once(rules, position),
        2 => rules.count_replies(position),
        _ => {
            let mut leaves = 0;
            let _ = rules.visit_moves(position, |mv| {
                let mut next = position.clone();
                rules.play_unchecked(&mut next, mv);
                leaves += perft(rules, &next, depth - 1);
                ControlFlow::<()>::Continue(())
            });
            leaves
        }
    }
}
