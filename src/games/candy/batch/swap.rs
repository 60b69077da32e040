//! [`Swap`]: one swap in every game of a batch, settled.
//!
//! Games take different numbers of steps to come to rest: two thirds of them one, a tenth three or
//! more. All games of a block take the first step side by side. Those that need more then go to a
//! block of their own, which takes a step as soon as all of its lanes have a game.

use super::super::STEP_LIMIT;
use super::super::fast::columnar::{ColumnPlan, ColumnSwap};
use super::super::fast::single::ColumnRules;
use super::super::fast::supply::{Pool, Windows};
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

/// One swap in every game, settled. Writes whether it was legal.
pub(super) struct Swap<'a> {
    pub(super) rules: &'a [Candy<Small>],
    pub(super) plan: ColumnPlan,
    pub(super) pool: &'a Pool,
    pub(super) table: &'a SwapTable,
    /// Whether games settle side by side.
    pub(super) in_lanes: bool,
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
    fn run(self) {
        let Swap { rules, plan, pool, table, in_lanes, blocks, ledgers, first, actions, outcomes } = self;
        let pool = pool.windows();
        let mut rest = Rest::new();
        let (mut done, mut from) = (0, first);
        for index in 0..blocks.len().min(ledgers.len()) {
            if let (Some(block), Some(ledger)) = (blocks.get(index + 1), ledgers.get(index + 1)) {
                prefetch(block, ledger);
            }
            let (block, ledger) = (&mut blocks[index], &mut ledgers[index]);
            let games = done..actions.len().min(done + LANES - from);
            let mut swaps = Lanes([NO_SWAP; LANES]);
            for (lane, &action) in (from..LANES).zip(&actions[games.clone()]) {
                let swap = table[(action as usize).min(table.len() - 1)];
                swaps.0[lane] = if ledger.outcomes[lane].is_over() { NO_SWAP } else { swap };
            }
            let wanted = lanes_where::<LANES>(|lane| swaps.0[lane] != NO_SWAP) as u32;
            let mut played = 0;
            if in_lanes && wanted.count_ones() >= FEW {
                let fired = exchange(&plan, block, ledger, &swaps);
                played = lanes_where::<LANES>(|lane| fired.0[lane] != 0) as u32;
                ledger.unsettled &= !played;
                let matches = block.step(ledger, &plan, pool, &fired);
                for lane in Each((matches & played).into()) {
                    rest.begin(&blocks[index], &ledgers[index], lane, index);
                    while rest.occupied == ALL {
                        rest.step(&plan, pool, blocks, ledgers);
                    }
                }
            } else {
                for lane in Each(wanted.into()) {
                    if let Some(rules) = rules_of(rules, ledger, lane) {
                        let plays = block.swap_alone(ledger, lane, swaps.0[lane].into(), rules);
                        played |= u32::from(plays) << lane;
                    }
                }
            }
            for (lane, outcome) in (from..).zip(&mut outcomes[games.clone()]) {
                let plays = played >> lane & 1 == 1;
                *outcome = if plays { BatchOutcome::InProgress } else { BatchOutcome::Illegal };
            }
            (done, from) = (games.end, 0);
        }
        while rest.occupied.count_ones() >= FEW {
            rest.step(&plan, pool, blocks, ledgers);
        }
        rest.finish(rules, blocks, ledgers);
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
    fn begin(&mut self, block: &Block, ledger: &Ledger, other: usize, index: usize) {
        let lane = self.occupied.trailing_ones() as usize % LANES;
        self.block.copy(lane, block, other);
        self.ledger.copy_counts(lane, ledger, other);
        (self.homes[lane], self.steps[lane]) = ((index, other), 1);
        self.occupied |= 1 << lane;
    }

    /// One step in every lane. Puts the games back whose step was the last one.
    #[inline(always)]
    fn step(&mut self, plan: &ColumnPlan, pool: Windows<'_>, blocks: &mut [Block], ledgers: &mut [Ledger]) {
        let mut fired = Lanes([0; LANES]);
        for lane in 0..LANES {
            fired.0[lane] = plan.pairs(&self.block.colors(lane)).fire();
            self.steps[lane] += 1;
        }
        let matches = self.block.step(&mut self.ledger, plan, pool, &fired);
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
