//! Counting two moves ahead: what perft spends its time on.
//!
//! After a drop only the mover can own a new square. If all the sticks that could be dropped, laid
//! into the mover's color *together*, make no square, then no single one does, and every drop leads
//! to a board whose moves are read off its filled columns: two population counts and one for
//! breakdown.

use super::columnar::{ColumnPlan, ColumnRoom};
use crate::level::{Level, Task};

/// The number of sequences of two moves from a board on which the mover owns `mine`.
pub(super) struct Replies {
    pub(super) plan: ColumnPlan,
    pub(super) mine: u64,
    pub(super) theirs: u64,
    /// Whether the board is the beginning of a game, which is never over.
    pub(super) start: bool,
}

impl Task for Replies {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        if self.plan.longest() <= 4 { self.count::<4>() } else { self.count::<8>() }
    }
}

impl Replies {
    /// The count with the best instructions of the processor: one body for boards in any register.
    // The best level is known after the first call, and each call is worth some hundred leaves.
    #[inline(never)]
    pub(super) fn count_at_best(self) -> u64 {
        Level::best().run(self)
    }

    #[inline(always)]
    fn count<const RUN: u32>(&self) -> u64 {
        let Replies { plan, mine, theirs, start } = *self;
        if (plan.squares::<RUN>(mine) | plan.squares::<RUN>(theirs)) != 0 {
            return 0;
        }
        let filled = plan.filled(mine | theirs);
        let room = plan.room::<RUN>(filled);
        if room.is_empty() && filled == mine | theirs && !start {
            return 0;
        }
        self.after_breakdown::<RUN>() + self.after_drops::<RUN>(filled, &room)
    }

    #[inline(always)]
    fn after_breakdown<const RUN: u32>(&self) -> u64 {
        let (mine, theirs) = self.plan.fall(self.mine, self.theirs);
        if (self.plan.squares::<RUN>(mine) | self.plan.squares::<RUN>(theirs)) != 0 {
            return 0;
        }
        self.moves::<RUN>(mine | theirs, mine | theirs)
    }

    #[inline(always)]
    fn after_drops<const RUN: u32>(&self, filled: u64, room: &ColumnRoom) -> u64 {
        let Replies { plan, mine, theirs, .. } = *self;
        let together = mine | plan.all_sticks::<RUN>(filled, room);
        let harmless = plan.squares::<RUN>(together) == 0;
        let mut leaves = 0;
        for vertical in [true, false] {
            let mut columns = if vertical { room.vertical } else { room.horizontal };
            while columns != 0 {
                let column = columns & columns.wrapping_neg();
                columns ^= column;
                let dropped = plan.drop::<RUN>(filled, room, vertical, column);
                if harmless || plan.squares::<RUN>(mine | dropped.stick) == 0 {
                    leaves += self.moves::<RUN>(dropped.filled, mine | theirs | dropped.stick);
                }
            }
        }
        leaves
    }

    /// The number of moves on a board without squares.
    #[inline(always)]
    fn moves<const RUN: u32>(&self, filled: u64, occupied: u64) -> u64 {
        let room = self.plan.room::<RUN>(filled);
        let drops = u64::from(room.vertical.count_ones() + room.horizontal.count_ones());
        drops + u64::from(drops > 0 || filled != occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Breakdown;
    use super::*;
    use crate::games::breakdown::Parameters;
    use crate::rng::Generator;
    use crate::rules::{self, Rules};

    /// Every level counts what the moves of all replies add up to.
    #[test]
    fn every_level_counts_the_replies_one_by_one() {
        for (number, (width, height, stick, square)) in (0..).zip([
            (8, 8, 3, 3),
            (8, 8, 1, 2),
            (5, 7, 2, 2),
            (7, 4, 4, 2),
            (1, 8, 2, 1),
            (8, 1, 9, 1),
            (4, 8, 6, 3),
        ]) {
            let parameters = Parameters::new(width, height, stick, square).unwrap();
            let rules = Breakdown::<u128>::new(parameters).unwrap();
            let plan = rules.columns.unwrap();
            for game in 0..20 {
                let (mut position, mut generator) = (rules.start(), Generator::for_game(number, game));
                while !rules.outcome(&position).is_over() {
                    let expected = rules::sum_replies(&rules, &position);
                    let (single, start) = rules.columnar(&position, plan);
                    for level in Level::available() {
                        let replies = Replies { plan, mine: single.mine, theirs: single.theirs, start };
                        assert_eq!(level.run(replies), expected, "{parameters} at {level}: {position:?}");
                    }
                    let Some(mv) = rules.choose_move(&position, |count| generator.below(count)) else { break };
                    rules.play_unchecked(&mut position, mv);
                }
            }
        }
    }
}
