//! [`Swap`]: one swap in every game of a batch, settled.
//!
//! Games take different numbers of steps to come to rest: two thirds of them one, a tenth three or
//! more. All games of a block take the first step side by side. Those that need more then go to a
//! block of their own, which takes a step as soon as all of its lanes have a game.

use core::ops::Range;

use super::super::STEP_LIMIT;
use super::super::fast::columnar::{ColumnPlan, ColumnSwap};
use super::super::fast::single::ColumnRules;
use super::super::fast::supply::Pool;
use super::super::fast::{Candy, Small};
use super::block::{Block, LANES, Ledger, prefetch};
use crate::batch::BatchOutcome;
use crate::cell::Size;
use crate::lanes::{Each, Lanes, all_ones, lanes_where};
use crate::level::Task;

/// All lanes, as bits.
const ALL: u32 = u32::MAX >> (32 - LANES);

/// Fewer games than this are swapped and settled one after the other.
const FEW: u32 = 8;

/// The number of every action's swap, or [`NO_SWAP`] if it leads off the board. Actions beyond the
/// end of the table are as its last one.
pub(super) type SwapTable = [u8; 129];

const NO_SWAP: u8 = 128;

/// The table of a board: an action is a square's index times two, plus 1 for a swap to the right.
pub(super) fn swap_table(plan: &ColumnPlan, size: Size) -> SwapTable {
    let mut table = [NO_SWAP; 129];
    for (action, entry) in (0..2 * size.cells()).zip(&mut table) {
        let (row, column) = (action / 2 / size.width(), action / 2 % size.width());
        *entry = plan.number(row, column, action.is_multiple_of(2)).unwrap_or(NO_SWAP);
    }
    table
}

/// One swap in every game, settled. Writes whether it was legal. The task settles games side by
/// side, [`one_by_one`](Swap::one_by_one) one after the other.
pub(super) struct Swap<'a> {
    pub(super) rules: &'a [Candy<Small>],
    pub(super) plan: ColumnPlan,
    pub(super) pool: &'a Pool,
    pub(super) table: &'a SwapTable,
    pub(super) blocks: &'a mut [Block],
    pub(super) ledgers: &'a mut [Ledger],
    /// The first game's lane of the first block.
    pub(super) first: usize,
    pub(super) actions: &'a [u32],
    pub(super) outcomes: &'a mut [BatchOutcome],
}

impl Task for Swap<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let (plan, pool, count) = (self.plan, self.pool.windows(), self.blocks.len().min(self.ledgers.len()));
        let (mut rest, mut index, mut waiting) = (Rest::new(), 0, 0_u32);
        // Every turn is a step, of a block or of the rest: the code of a step is long, and this is
        // its only place.
        loop {
            // The games of the block before that do not rest yet.
            while waiting != 0 && rest.occupied != ALL {
                rest.begin(self.blocks, self.ledgers, index - 1, waiting.trailing_zeros() as usize);
                waiting &= waiting - 1;
            }
            let is_rest = rest.occupied == ALL || index == count && rest.occupied.count_ones() >= FEW;
            let fired = if is_rest {
                rest.fire(&plan)
            } else if index == count {
                break;
            } else {
                let (swaps, wanted) = self.swaps(index);
                if wanted.count_ones() < FEW {
                    self.play_alone(index, &swaps, wanted);
                    index += 1;
                    continue;
                }
                exchange(&plan, &mut self.blocks[index], &mut self.ledgers[index], &swaps)
            };
            let (block, ledger) = match is_rest {
                true => (&mut rest.block, &mut rest.ledger),
                false => (&mut self.blocks[index], &mut self.ledgers[index]),
            };
            let matches = block.step(ledger, &plan, pool, &fired);
            if is_rest {
                rest.put_settled_back(matches, self.blocks, self.ledgers);
            } else {
                let played = lanes_where::<LANES>(|lane| fired.0[lane] != 0) as u32;
                waiting = matches & played;
                ledger.unsettled &= !played;
                self.put_outcomes(index, played);
                index += 1;
            }
        }
        rest.finish(self.rules, self.blocks, self.ledgers);
    }
}

impl Swap<'_> {
    /// Plays and settles one game after the other.
    pub(super) fn one_by_one(mut self) {
        for index in 0..self.blocks.len().min(self.ledgers.len()) {
            let (swaps, wanted) = self.swaps(index);
            self.play_alone(index, &swaps, wanted);
        }
    }

    /// The first lane of a block that has an action, and the numbers of these actions.
    #[inline(always)]
    fn games(&self, index: usize) -> (usize, Range<usize>) {
        let (begin, end) = (index * LANES, self.actions.len().min((index + 1) * LANES - self.first));
        if index == 0 { (self.first, 0..end) } else { (0, begin - self.first..end) }
    }

    /// The swap of each lane of a block, and the lanes that have one. Brings the next block into
    /// the cache.
    #[inline(always)]
    fn swaps(&self, index: usize) -> (Lanes<u8, LANES>, u32) {
        if let (Some(block), Some(ledger)) = (self.blocks.get(index + 1), self.ledgers.get(index + 1)) {
            prefetch(block, ledger);
        }
        let (from, games) = self.games(index);
        let outcomes = &self.ledgers[index].outcomes;
        let mut swaps = Lanes([NO_SWAP; LANES]);
        for (lane, &action) in (from..LANES).zip(&self.actions[games]) {
            let swap = self.table[(action as usize).min(self.table.len() - 1)];
            swaps.0[lane] = if outcomes[lane].is_over() { NO_SWAP } else { swap };
        }
        (swaps, lanes_where::<LANES>(|lane| swaps.0[lane] != NO_SWAP) as u32)
    }

    /// Plays and settles the games of some lanes of a block, one after the other.
    #[inline(never)]
    fn play_alone(&mut self, index: usize, swaps: &Lanes<u8, LANES>, wanted: u32) {
        let mut played = 0;
        for lane in Each(wanted.into()) {
            let (block, ledger) = (&mut self.blocks[index], &mut self.ledgers[index]);
            if let Some(rules) = rules_of(self.rules, ledger, lane) {
                let plays = block.swap_alone(ledger, lane, swaps.0[lane].into(), rules);
                played |= u32::from(plays) << lane;
            }
        }
        self.put_outcomes(index, played);
    }

    /// Writes which lanes of a block have played.
    #[inline(always)]
    fn put_outcomes(&mut self, index: usize, played: u32) {
        let (from, games) = self.games(index);
        for (lane, outcome) in (from..).zip(&mut self.outcomes[games]) {
            let plays = played >> lane & 1 == 1;
            *outcome = if plays { BatchOutcome::InProgress } else { BatchOutcome::Illegal };
        }
    }
}

/// The rules of a lane's game.
#[inline(always)]
fn rules_of<'r>(rules: &'r [Candy<Small>], ledger: &Ledger, lane: usize) -> Option<ColumnRules<'r>> {
    rules[ledger.instances[lane] as usize].column_rules()
}

/// Makes the legal ones among these swaps. Returns the cells that then explode; none where there is
/// no legal swap.
#[inline(always)]
fn exchange(plan: &ColumnPlan, block: &mut Block, ledger: &mut Ledger, swaps: &Lanes<u8, LANES>) -> Lanes<u64, LANES> {
    let mut fired = Lanes([0; LANES]);
    for lane in 0..LANES {
        let swap = u64::from(swaps.0[lane]);
        let wanted = swap >> 7 ^ 1;
        let before = block.colors(lane);
        let mut board = before;
        ColumnSwap::numbered(swap).exchange(&mut board, wanted);
        fired.0[lane] = plan.pairs(&board).fire() & wanted.wrapping_neg();
        let plays = all_ones(fired.0[lane] != 0);
        for (board, before) in board.iter_mut().zip(before) {
            *board = *board & plays | before & !plays;
        }
        block.put_colors(lane, board);
    }
    for (moves, fired) in ledger.moves.0.iter_mut().zip(fired.0) {
        *moves = moves.saturating_add(u64::from(fired != 0));
    }
    fired
}

/// Games that have not come to rest.
struct Rest {
    block: Block,
    ledger: Ledger,
    /// Where each lane's game comes from: the index of its block, and its lane there.
    homes: [(usize, usize); LANES],
    /// The steps of each lane's game so far.
    steps: [u32; LANES],
    /// The lanes that have a game.
    occupied: u32,
}

impl Rest {
    #[inline(always)]
    fn new() -> Rest {
        let (block, ledger) = (Block::EMPTY, Ledger::EMPTY);
        Rest { block, ledger, homes: [(0, 0); LANES], steps: [0; LANES], occupied: 0 }
    }

    /// Takes a game from a lane of the block with this index, after its first step. A lane must be
    /// free.
    #[inline(always)]
    fn begin(&mut self, blocks: &[Block], ledgers: &[Ledger], index: usize, other: usize) {
        let lane = self.occupied.trailing_ones() as usize % LANES;
        self.block.copy(lane, &blocks[index], other);
        self.ledger.copy_counts(lane, &ledgers[index], other);
        (self.homes[lane], self.steps[lane]) = ((index, other), 1);
        self.occupied |= 1 << lane;
    }

    /// The cells that explode in every lane's next step.
    #[inline(always)]
    fn fire(&mut self, plan: &ColumnPlan) -> Lanes<u64, LANES> {
        let mut fired = Lanes([0; LANES]);
        for lane in 0..LANES {
            fired.0[lane] = plan.pairs(&self.block.colors(lane)).fire();
            self.steps[lane] += 1;
        }
        fired
    }

    /// Puts the games back that match nowhere after a step, and those that have had their last.
    #[inline(always)]
    fn put_settled_back(&mut self, matches: u32, blocks: &mut [Block], ledgers: &mut [Ledger]) {
        let last = lanes_where::<LANES>(|lane| self.steps[lane] == STEP_LIMIT) as u32;
        for lane in Each((self.occupied & (!matches | last)).into()) {
            let (index, home) = self.put_back(lane, blocks, ledgers);
            ledgers[index].mark_unsettled(home, matches >> lane & 1 == 1);
        }
        self.occupied &= matches & !last;
    }

    /// Puts the game of a lane back. Returns its home.
    #[inline(always)]
    fn put_back(&self, lane: usize, blocks: &mut [Block], ledgers: &mut [Ledger]) -> (usize, usize) {
        let (index, home) = self.homes[lane];
        blocks[index].copy(home, &self.block, lane);
        ledgers[index].copy_counts(home, &self.ledger, lane);
        (index, home)
    }

    /// Settles the games that are left, one after the other.
    #[inline(always)]
    fn finish(&self, rules: &[Candy<Small>], blocks: &mut [Block], ledgers: &mut [Ledger]) {
        for lane in Each(self.occupied.into()) {
            let (index, home) = self.put_back(lane, blocks, ledgers);
            let ledger = &mut ledgers[index];
            if let Some(rules) = rules_of(rules, ledger, home) {
                blocks[index].settle_alone(ledger, home, self.steps[lane], rules);
            }
        }
    }
}
