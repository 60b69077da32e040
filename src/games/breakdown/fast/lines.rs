//! Lines of a game record, played in the [columnar form](super::columnar).
//!
//! A fast path reads and plays a stick in the usual form, `|3` or `-B` with a single blank or
//! nothing behind it. The parser of [`Move`] reads every other word.

use super::super::Move;
use super::columnar::ColumnPlan;
use super::single::{SingleGame, by_squares};
use crate::cell::Side;
use crate::rules::{LONGEST_MOVE, Outcome};
use crate::text::{is_blank, label_index};

/// The ground bit of the column that a label byte names; 0 for a byte that names none of the first
/// eight.
static COLUMNS: [u64; 256] = {
    let mut columns = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(column @ 0..8) = label_index(byte as u8 as char) {
            columns[byte] = 1 << (8 * column);
        }
        byte += 1;
    }
    columns
};

impl SingleGame {
    /// A game after a line, and what [`play_line`](SingleGame::play_line) returns for it.
    pub(super) fn of_line(plan: ColumnPlan, line: &[u8]) -> (SingleGame, Result<Outcome, u64>) {
        let mut game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
        let result = if plan.longest() <= 4 { game.play_line::<4>(line) } else { game.play_line::<8>(line) };
        (game, result)
    }

    /// Plays the moves of a line from the beginning of a game. Returns the outcome, or the number
    /// of the first wrong move, before which the game then stands.
    #[inline]
    fn play_line<const RUN: u32>(&mut self, line: &[u8]) -> Result<Outcome, u64> {
        let plan = self.plan;
        let (mut filled, mut ended, mut at) = (0, None, 0);
        let mut plies = 0;
        loop {
            let room = plan.room::<RUN>(filled);
            let (mut lost, mut stick) = (0, None);
            match line[at..] {
                // A game that is over takes no usual word: any word is then wrong.
                [kind, label, ref after @ ..]
                    if (kind == b'|') | (kind == b'-')
                        && after.first().is_none_or(|&byte| byte == b' ')
                        && ended.is_none() =>
                {
                    let vertical = kind == b'|';
                    let column = COLUMNS[usize::from(label)] & if vertical { room.vertical } else { room.horizontal };
                    if column != 0 {
                        stick = Some((vertical, column));
                        at += 2 + usize::from(!after.is_empty());
                        plies += 1;
                    }
                }
                _ => {}
            }
            if stick.is_none() {
                at += line[at..].iter().take_while(|&&byte| is_blank(byte)).count();
                // The empty board at the beginning is not over.
                if ended.is_none() && plies > 0 && room.is_empty() && filled == self.mine | self.theirs {
                    ended = Some(Outcome::Draw);
                }
                if at == line.len() {
                    return Ok(ended.unwrap_or(Outcome::InProgress));
                }
                plies += 1;
                match read(line, &mut at).filter(|_| ended.is_none()).ok_or(plies)? {
                    Move::Breakdown => {
                        (self.mine, self.theirs) = plan.fall(self.mine, self.theirs);
                        filled = self.mine | self.theirs;
                        lost = plan.squares::<RUN>(self.theirs);
                    }
                    mv @ (Move::Vertical(col) | Move::Horizontal(col)) => {
                        let vertical = matches!(mv, Move::Vertical(_));
                        let columns = if vertical { room.vertical } else { room.horizontal };
                        let column = columns & 1_u64.checked_shl(col.saturating_mul(8)).unwrap_or(0);
                        if column == 0 {
                            return Err(plies);
                        }
                        stick = Some((vertical, column));
                    }
                }
            }
            if let Some((vertical, column)) = stick {
                let dropped = plan.drop::<RUN>(filled, &room, vertical, column);
                self.mine |= dropped.stick;
                filled = dropped.filled;
            }
            let won = plan.squares::<RUN>(self.mine);
            ended = by_squares(won != 0, lost != 0, self.turn);
            core::mem::swap(&mut self.mine, &mut self.theirs);
            self.turn = self.turn.other();
        }
    }
}

/// Parses the move at `at`, which must not be a blank, and moves `at` behind it.
#[inline(always)]
pub(super) fn read(line: &[u8], at: &mut usize) -> Option<Move> {
    let rest = &line[*at..];
    let length = rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len());
    *at += length;
    match &rest[..length] {
        b"!" => Some(Move::Breakdown),
        _ if length > LONGEST_MOVE => None,
        word => core::str::from_utf8(word).ok()?.parse().ok(),
    }
}
