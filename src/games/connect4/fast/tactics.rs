//! One ply ahead without playing it: the cells that would complete a line, and the entries that
//! lead there.

use core::ops::ControlFlow;

use super::super::{Arrange, Move, MoveList, Tactics};
use super::{Connect4, Position};
use crate::board::{Entries, Register};
use crate::cell::{Cell, Entry, Pos, Side};

impl<B: Register> Tactics for Connect4<B> {
    fn winning_moves(&self, position: &Position<B>) -> MoveList {
        self.winning(position).map_or_else(MoveList::default, |winning| winning.collect())
    }

    #[inline(always)]
    fn winning_move(&self, position: &Position<B>) -> Option<Move> {
        self.winning(position)?.next()
    }

    #[inline]
    fn visit_safe_moves<R>(&self, position: &Position<B>, visit: impl FnMut(Move) -> ControlFlow<R>) -> ControlFlow<R> {
        self.safe_entries(position, false).iter().map(Move::at).try_for_each(visit)
    }

    #[inline(always)]
    fn has_safe_move(&self, position: &Position<B>) -> bool {
        !self.safe_entries(position, true).is_empty()
    }

    #[inline(always)]
    fn threats(&self, position: &Position<B>, side: Side) -> u32 {
        let completions = self.lines.completions(self.tokens(position.board, side));
        (completions & !self.layout.occupied(position.board)).count()
    }
}

impl<B: Register> Arrange for Connect4<B> {
    fn arrange(&self, cell: impl Fn(Pos) -> Cell, turn: Side) -> Position<B> {
        let positions = self.parameters.size().positions();
        let board = positions.fold(B::ZERO, |board, pos| self.layout.with_cell(board, pos, cell(pos)));
        Position { board, entries: self.slides.open(self.layout.occupied(board)), turn }
    }
}

/// The most entries that two moves take. While more are free, no reply places the last token.
const LATE: u64 = 4;

impl<B: Register> Connect4<B> {
    /// The entries of the safe moves, or of one of them if `any` will do.
    ///
    /// A move changes where other tokens come to rest only in its own row and column, and completes
    /// no line of the opponent. So the stop of each entry, and the cells that win for the opponent,
    /// are found once. For each move only the four entries through its cell are examined again. Not
    /// inlined: copies in the search and the bots were a tenth of the whole program.
    #[inline(never)]
    fn safe_entries(&self, position: &Position<B>, any: bool) -> Entries {
        let (entries, turn) = (position.entries, position.turn);
        if !self.may_lose(position) {
            return entries;
        }
        let late = entries.count() <= LATE;
        let occupied = self.layout.occupied(position.board);
        let theirs = self.lines.completions(self.tokens(position.board, turn.other())) & !occupied;
        let mine = self.lines.completions(self.tokens(position.board, turn));
        let mut stops = [0; 64];
        let mut losing = Entries::EMPTY;
        for entry in entries.iter() {
            let stop = self.slides.stop(occupied, entry);
            stops[entry.number() as usize & 63] = stop;
            if meets(theirs, stop) {
                losing = losing.with(entry);
            }
        }
        let safe = |entry: &Entry| {
            let bit = stops[entry.number() as usize & 63];
            if self.wins(entries, mine, bit) {
                return true;
            }
            let left = entries.without(self.slides.taken(bit));
            let mut still_losing = losing.count();
            for entry in self.slides.through(bit) {
                let stop = stops[entry.number() as usize & 63];
                if !entries.contains(entry) {
                    continue;
                }
                if let Some(stop) = self.slides.cut_short(entry, stop, bit) {
                    still_losing -= u64::from(losing.contains(entry));
                    if left.contains(entry) && meets(theirs, stop) {
                        return false;
                    }
                }
            }
            let occupied = occupied | B::bit(bit);
            let takes_last = |entry: Entry| left == self.slides.taken(self.slides.stop(occupied, entry));
            still_losing == 0 && !(late && left.iter().any(takes_last))
        };
        let safe = entries.iter().filter(safe).take(if any { 1 } else { usize::MAX });
        safe.fold(Entries::EMPTY, Entries::with)
    }

    /// The legal moves that win at once. `None` in the usual case: there is no line to complete and
    /// several moves are left.
    #[inline(always)]
    fn winning(&self, position: &Position<B>) -> Option<impl Iterator<Item = Move>> {
        let completions = self.lines.completions(self.tokens(position.board, position.turn));
        let (occupied, entries) = (self.layout.occupied(position.board), position.entries);
        if (completions & !occupied).is_zero() && entries.count() > LATE / 2 {
            return None;
        }
        let wins = move |entry: &Entry| self.wins(entries, completions, self.slides.stop(occupied, *entry));
        Some(entries.iter().filter(wins).map(Move::at))
    }

    /// Whether there may be a move after which the opponent wins at once.
    #[inline(always)]
    fn may_lose(&self, position: &Position<B>) -> bool {
        let theirs = self.lines.completions(self.tokens(position.board, position.turn.other()));
        !(theirs & !self.layout.occupied(position.board)).is_zero() || position.entries.count() <= LATE
    }

    /// Whether a token at `bit` wins, by completing a line or by taking the last entries.
    #[inline(always)]
    fn wins(&self, entries: Entries, completions: B, bit: u32) -> bool {
        meets(completions, bit) || entries == self.slides.taken(bit)
    }
}

#[inline(always)]
fn meets<B: Register>(cells: B, bit: u32) -> bool {
    !(cells & B::bit(bit)).is_zero()
}
