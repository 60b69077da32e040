//! [`Outcomes`] and [`Legal`]: the legal swaps of the games of a batch, and their outcomes.

use super::super::fast::columnar::ColumnPlan;
use super::super::fast::{Candy, Small};
use super::block::{Block, LANES, Ledger};
use crate::batch::BatchOutcome;
use crate::lanes::{Each, Lanes};
use crate::level::Task;

/// The rules from which legal swaps follow. The instances of a batch are of one size.
#[derive(Clone, Copy)]
pub(super) struct Laws<'a> {
    pub(super) rules: &'a [Candy<Small>],
    pub(super) plan: ColumnPlan,
    pub(super) width: u32,
    /// The words of a mask.
    pub(super) words: usize,
}

/// The outcomes after a step, and the masks.
pub(super) struct Outcomes<'a> {
    pub(super) laws: Laws<'a>,
    pub(super) blocks: &'a [Block],
    pub(super) ledgers: &'a mut [Ledger],
    /// The first game's lane of the first block.
    pub(super) first: usize,
    pub(super) outcomes: &'a mut [BatchOutcome],
    pub(super) masks: Option<&'a mut [u32]>,
}

impl Task for Outcomes<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Outcomes { laws, blocks, ledgers, first, outcomes, mut masks } = self;
        let (mut done, mut lane) = (0, first);
        for (block, ledger) in blocks.iter().zip(ledgers) {
            let games = done..outcomes.len().min(done + LANES - lane);
            let swaps = laws.swaps(block, ledger);
            for (lane, outcome) in (lane..).zip(&mut outcomes[games.clone()]) {
                let goes_on = if swaps.of(lane) == 0 { BatchOutcome::Draw } else { BatchOutcome::InProgress };
                let found = if block.states(lane) == [0; 2] { BatchOutcome::First } else { goes_on };
                *outcome = if *outcome == BatchOutcome::Illegal { *outcome } else { found };
                if *outcome != BatchOutcome::Illegal {
                    ledger.outcomes[lane] = *outcome;
                }
            }
            if let Some(masks) = &mut masks {
                let masks = &mut masks[games.start * laws.words..games.end * laws.words];
                laws.write_masks(ledger, &swaps, lane, masks);
            }
            (done, lane) = (games.end, 0);
        }
    }
}

/// The legal swaps of games.
pub(super) struct Legal<'a> {
    pub(super) laws: Laws<'a>,
    pub(super) blocks: &'a [Block],
    pub(super) ledgers: &'a [Ledger],
    /// The first game's lane of the first block.
    pub(super) first: usize,
    pub(super) masks: &'a mut [u32],
}

impl Task for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { laws, blocks, ledgers, first, masks } = self;
        let (mut done, mut lane) = (0, first);
        for (block, ledger) in blocks.iter().zip(ledgers) {
            let end = masks.len().min(done + laws.words * (LANES - lane));
            laws.write_masks(ledger, &laws.swaps(block, ledger), lane, &mut masks[done..end]);
            (done, lane) = (end, 0);
        }
    }
}

/// The legal swaps of a block, sixteen bits a row: up and right alternate.
struct LaneSwaps {
    /// The swaps of the lower four rows, and of the upper four.
    low: Lanes<u64, LANES>,
    high: Lanes<u64, LANES>,
}

impl LaneSwaps {
    #[inline(always)]
    fn of(&self, lane: usize) -> u128 {
        u128::from(self.low.0[lane]) | u128::from(self.high.0[lane]) << 64
    }
}

impl Laws<'_> {
    /// The legal swaps of the games of a block, of those that are over, too.
    #[inline(always)]
    fn swaps(&self, block: &Block, ledger: &Ledger) -> LaneSwaps {
        let zero = Lanes([0; LANES]);
        let mut swaps = LaneSwaps { low: zero, high: zero };
        for lane in 0..LANES {
            let legal = self.plan.swaps(&block.colors(lane)).by_row();
            [swaps.low.0[lane], swaps.high.0[lane]] = legal.by_turns();
        }
        for lane in Each(ledger.unsettled.into()) {
            if let Some(rules) = self.rules[ledger.instances[lane] as usize].column_rules() {
                let legal = rules.unsettled_swaps(&block.colors(lane)).by_row();
                [swaps.low.0[lane], swaps.high.0[lane]] = legal.by_turns();
            }
        }
        swaps
    }

    /// Writes the masks of games from a lane on: their swaps row by row, without gaps.
    #[inline(always)]
    fn write_masks(&self, ledger: &Ledger, swaps: &LaneSwaps, first: usize, masks: &mut [u32]) {
        for (lane, mask) in (first..).zip(masks.chunks_exact_mut(self.words)) {
            let mut bits = swaps.of(lane);
            if self.width < 8 {
                let rows = bits;
                bits = (0..8).fold(0, |bits, row| bits | (rows >> (16 * row) & 0xffff) << (2 * self.width * row));
            }
            let goes_on = !ledger.outcomes[lane].is_over();
            bits = if goes_on { bits } else { 0 };
            match mask {
                // The common case, in which the compiler knows the length.
                [one, two, three, four] => {
                    [*one, *two, *three, *four] = [0, 32, 64, 96].map(|shift| (bits >> shift) as u32);
                }
                mask => (0..).zip(mask).for_each(|(word, mask)| *mask = (bits >> (32 * word)) as u32),
            }
        }
    }
}
