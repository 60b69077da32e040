//! [`SingleGame`]: one random game on a board of up to 8×8, in words.
//!
//! Besides the board a game keeps where a token from every entry would come to rest. A ply then
//! looks its cell up instead of working it out, and the next choice waits for two look-ups only:
//! the cell, and the entries that it takes. The rests change in the row and the column of the new
//! token; that work is done beside the next choice.
//!
//! Rows are eight bits each, as in a [lane](super::lane). In millions of plies a second of 7×7, of
//! the kernel alone: 116 with AVX2 and 89 without; three games in turn 105 without. Tried and
//! dropped: the cell from the pieces of its line at every ply (91), a table of the entries that
//! every rest takes, too (115 to 119).

use super::super::Move;
use super::lane::LanePlan;
use crate::board::byte_rows::{packed, unpacked};
use crate::board::shuffle::{even_bits, into_even_bits};
use crate::board::{Entries, Layout, Register, Slides};
use crate::cell::{Pos, Side};
use crate::level::{BitMoves, BitTask};
use crate::playout::Playout;
use crate::rng::Generator;
use crate::rules::Outcome;
use crate::turns::Plies;

/// The tables of a size up to 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct SinglePlan {
    lane: LanePlan<1>,
    /// Indexed by cell: the entries that a token there takes.
    taken: [Entries; 64],
    start: SingleGame,
}

/// A game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct SingleGame {
    /// The tokens of the side to move, and of the other.
    mine: u64,
    theirs: u64,
    /// All tokens, and the center.
    occupied: u64,
    /// The free entries; none once the game is over.
    entries: Entries,
    /// Indexed by the number of a free entry: the cell at which a token from there comes to rest.
    rests: [u8; 64],
}

impl SinglePlan {
    /// The tables of the size of a layout; `None` beyond 8×8.
    pub(super) fn new<B: Register>(layout: &Layout<B>, slides: &Slides<B>, center: B) -> Option<SinglePlan> {
        let size = layout.size();
        if size.width() > 8 {
            return None;
        }
        let cell = |pos: Pos| 8 * pos.row + pos.col;
        let mut taken = [Entries::EMPTY; 64];
        for pos in size.positions() {
            taken[cell(pos) as usize] = slides.taken(layout.bit_index(pos));
        }
        let lane = LanePlan::new(size.width());
        let mut rests = [0; 64];
        for entry in slides.all().iter() {
            let place = slides.stop(layout.occupied(center), entry) / 2;
            rests[entry.number() as usize] = cell(Pos::new(place / size.width(), place % size.width())) as u8;
        }
        let [occupied] = lane.center;
        let start = SingleGame { mine: 0, theirs: 0, occupied, entries: slides.all(), rests };
        Some(SinglePlan { lane, taken, start })
    }

    /// The game of a board, with the side to move and the free entries.
    pub(super) fn game<B: Register>(&self, board: B, turn: Side, entries: Entries) -> SingleGame {
        let width = self.lane.size as u32;
        let mut planes = [0; 2];
        for index in 0..(B::BITS as usize / 32).min(4) {
            let cells = u64::from(board.word(index));
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= even_bits(cells >> bit) << (16 * index);
            }
        }
        // A piece of the center has both bits.
        let [first, second] = planes.map(|plane| unpacked(plane, width) & !self.start.occupied);
        let (mine, theirs) = if turn == Side::First { (first, second) } else { (second, first) };
        let mut game = SingleGame { mine, theirs, entries, ..self.start };
        if mine | theirs != 0 {
            game.occupied |= mine | theirs;
            for line in 0..width {
                game.lay_row(8 * line);
                game.lay_column(line);
            }
        }
        game
    }

    /// The board of a game with `turn` to move.
    pub(super) fn board<B: Register>(&self, game: &SingleGame, turn: Side) -> B {
        let [mine, theirs] =
            [game.mine, game.theirs].map(|side| packed(side | self.start.occupied, self.lane.size as u32));
        let (first, second) = if turn == Side::First { (mine, theirs) } else { (theirs, mine) };
        let mut words = [0; 4];
        for (index, word) in words.iter_mut().enumerate() {
            let half = |side: u64| into_even_bits((side >> (16 * index) & 0xffff) as u32) as u32;
            *word = half(first) | half(second) << 1;
        }
        B::from_words(&words[..(B::BITS as usize / 32).min(4)])
    }
}

impl SingleGame {
    /// The free entries; none once the game is over.
    #[inline(always)]
    pub(super) fn entries(&self) -> Entries {
        self.entries
    }

    /// Finds the rests of a row, unless it is empty, from its first cell.
    #[inline(always)]
    fn lay_row(&mut self, first: u32) {
        let row = self.occupied >> first & 0xff;
        if row != 0 {
            let index = first as usize / 8;
            self.rests[48 + index] = (first + row.trailing_zeros()).wrapping_sub(1) as u8;
            self.rests[16 + index] = (first + 64 - row.leading_zeros()) as u8;
        }
    }

    /// Finds the rests of a column, unless it is empty.
    #[inline(always)]
    fn lay_column(&mut self, index: u32) {
        let column = self.occupied & LanePlan::<1>::FIRST << index;
        if column != 0 {
            self.rests[index as usize] = column.trailing_zeros().wrapping_sub(8) as u8;
            self.rests[32 + index as usize] = (71 - column.leading_zeros()) as u8;
        }
    }

    /// Plays a random move. The game must not be over.
    #[inline(always)]
    fn ply(&mut self, plan: &SinglePlan, moves: Option<BitMoves>, generator: &mut Generator) -> Move {
        let index = generator.below(self.entries.count());
        let entry = match moves {
            Some(moves) => self.entries.nth_by(moves, index),
            None => self.entries.nth(index),
        };
        let cell = u32::from(self.rests[entry.number() as usize & 63]) & 63;
        self.entries = self.entries.without(plan.taken[cell as usize]);
        let after = self.mine | 1 << cell;
        (self.mine, self.theirs) = (self.theirs, after);
        self.occupied |= 1 << cell;
        self.lay_row(cell & 56);
        self.lay_column(cell & 7);
        if plan.lane.has_line([after]) {
            self.entries = Entries::EMPTY;
        }
        Move::at(entry)
    }
}

/// A random game from where `game` stands to its end or to the limit of plies.
pub(in super::super) struct SinglePlayout<'a, F> {
    pub(in super::super) plan: &'a SinglePlan,
    pub(in super::super) game: &'a mut SingleGame,
    pub(in super::super) turn: Side,
    pub(in super::super) generator: &'a mut Generator,
    pub(in super::super) limit: u32,
    pub(in super::super) played: F,
}

impl<F: FnMut(Move)> BitTask for SinglePlayout<'_, F> {
    type Output = Playout;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Playout {
        let SinglePlayout { plan, turn, limit, mut played, .. } = self;
        // Copies stay in registers.
        let (mut game, mut generator) = (*self.game, *self.generator);
        let mut plies = 0;
        while plies < limit && !game.entries.is_empty() {
            played(game.ply(plan, moves, &mut generator));
            plies += 1;
        }
        (*self.game, *self.generator) = (game, generator);
        let winner = if plies.is_multiple_of(2) { turn.other() } else { turn };
        let outcome = if game.entries.is_empty() { Outcome::Win(winner) } else { Outcome::InProgress };
        Playout { plies, outcome }
    }
}

/// Random games that take turns.
pub(in super::super) struct SingleGames<'a>(pub(in super::super) &'a SinglePlan);

impl Plies for SingleGames<'_> {
    type Board = SingleGame;

    #[inline(always)]
    fn start(&self) -> SingleGame {
        self.0.start
    }

    /// A game ends before the limit of plies: a board has at most 64 cells.
    #[inline(always)]
    fn ply(&self, game: &mut SingleGame, plies: u32, generator: &mut Generator) -> Option<Playout> {
        game.ply(self.0, None, generator);
        let winner = if plies.is_multiple_of(2) { Side::First } else { Side::Second };
        game.entries.is_empty().then_some(Playout { plies: plies + 1, outcome: Outcome::Win(winner) })
    }
}
