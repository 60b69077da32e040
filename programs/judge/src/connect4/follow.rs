//! Follows a script from board to board, a bot's moves included, and compares with the law.

use super::cases::Case;
use super::plan::{Setting, typed};
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Picture, Shown};
use crate::script::Script;
use core::slice;
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Edge, Pos, Side, Size};
use gridlaw::games::connect4::{GLYPHS, Move, NaiveConnect4, Parameters};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rules::{Outcome, Rules};
use gridlaw::text::Grid;

/// A script that was followed as far as the boards go.
pub(super) struct Followed {
    pub(super) board: MatrixBoard,
    pub(super) outcome: Outcome,
    pub(super) turns: usize,
    /// The clause by which the game ended.
    pub(super) end: Case,
}

/// The law's board for people, with the lines that win.
pub(super) fn picture(board: &MatrixBoard) -> Picture {
    Picture::of(board, GLYPHS).with_winning(|row, col| {
        let pos = Pos::new(row as u32, col as u32);
        matches!(board.cell(pos), Cell::Black | Cell::White) && board.is_in_line(pos, 4)
    })
}

fn same(board: &MatrixBoard, found: &PackedBoard) -> bool {
    let size = Grid::size(board);
    size.positions().all(|pos: Pos| board.cell(pos) == found.cell(pos))
}

/// The cell through which a token enters.
fn entrance(mv: Move, size: Size) -> Pos {
    let (index, last) = (mv.entry().index(), size.width() - 1);
    match mv.entry().edge() {
        Edge::North => Pos::new(0, index),
        Edge::East => Pos::new(index, last),
        Edge::South => Pos::new(last, index),
        Edge::West => Pos::new(index, 0),
    }
}

/// Whether a board has one token of the other side, and else the cells of the law's.
fn has_other_token(board: &MatrixBoard, found: &PackedBoard) -> bool {
    let mut wrong = Grid::size(board).positions().filter(|&pos| board.cell(pos) != found.cell(pos));
    let is_token = |cell| matches!(cell, Cell::Black | Cell::White);
    wrong.next().is_some_and(|pos| is_token(board.cell(pos)) && is_token(found.cell(pos))) && wrong.next().is_none()
}

/// Whether a board has more tokens of a side than the law's has.
fn has_more_of(side: Side, board: &MatrixBoard, found: &PackedBoard) -> bool {
    let count =
        |cell: &dyn Fn(Pos) -> Cell| Grid::size(board).positions().filter(|&pos| cell(pos) == Cell::from(side)).count();
    count(&|pos| found.cell(pos)) > count(&|pos| board.cell(pos))
}

pub(super) fn follow(
    script: &Script<Setting>,
    boards: &[PackedBoard],
    coverage: &Coverage,
) -> Result<Followed, Box<Difference>> {
    let mut boards = boards.iter();
    let mut follower = Follower::start(script.setting.parameters, boards.next(), coverage)?;
    let mut turns = 0;
    for (number, mv) in typed(script) {
        if follower.is_over() {
            break;
        }
        turns = number;
        let Some(mv) = mv else {
            follower.waiting.push(Case::Unreadable);
            continue;
        };
        if script.turns[number - 1].iter().any(u8::is_ascii_lowercase) {
            follower.waiting.push(Case::SmallLetters);
        }
        let before = follower.position.clone();
        follower.play(number, mv, &mut boards)?;
        if script.setting.bot && !follower.is_over() {
            let next = boards.next();
            if follower.last == Case::Forfeit && next.is_none() {
                // Perhaps the turn has not passed, perhaps the bot has forfeited, too.
                follower.waiting.clear();
                break;
            }
            follower
                .play_bot(number, next)
                .map_err(|difference| follower.blame_turn(number, mv, &before, next).unwrap_or(difference))?;
        }
    }
    follower.finish(turns, boards.next())
}

/// The law's state of a game between two boards, and the earlier moves that may be to blame for a
/// later difference.
struct Follower<'c> {
    rules: NaiveConnect4,
    position: Position,
    coverage: &'c Coverage,
    /// The clause by which the game ended.
    end: Case,
    /// The clause of the last move.
    last: Case,
    /// The cell at which the last move was a forfeit, until the next board is right.
    forfeited: Option<Pos>,
    /// Clauses that the next board that is right shows.
    waiting: Vec<Case>,
}

type Position = <NaiveConnect4 as Rules>::Position;

impl<'c> Follower<'c> {
    /// Begins with the first board.
    fn start(
        parameters: Parameters,
        first: Option<&PackedBoard>,
        coverage: &'c Coverage,
    ) -> Result<Follower<'c>, Box<Difference>> {
        let rules = NaiveConnect4::new(parameters);
        let position = rules.start();
        if first.is_some() {
            Case::Display.count(coverage);
        }
        if first.is_none_or(|first| !same(rules.board(&position), first)) {
            return Err(wrong(Case::Start, 0, "the first board is wrong", rules.board(&position), first));
        }
        Case::Start.count(coverage);
        let (end, last) = (Case::GoesOn, Case::Start);
        Ok(Follower { rules, position, coverage, end, last, forfeited: None, waiting: Vec::new() })
    }

    fn board(&self) -> &MatrixBoard {
        self.rules.board(&self.position)
    }

    fn is_over(&self) -> bool {
        self.rules.outcome(&self.position).is_over()
    }

    /// Plays a typed move. A token that is placed shows the next board.
    fn play(&mut self, number: usize, mv: Move, boards: &mut slice::Iter<PackedBoard>) -> Result<(), Box<Difference>> {
        let before = self.board().clone();
        self.last = if self.rules.is_legal(&self.position, mv) { Case::Slides } else { Case::Forfeit };
        self.rules.play_unchecked(&mut self.position, mv);
        self.waiting.push(self.last);
        if *self.board() == before {
            self.forfeited = Some(entrance(mv, before.size()));
        } else {
            let next = boards.next();
            if next.is_none_or(|next| !same(self.board(), next)) {
                let is_of_forfeit = |(taken, next): (Pos, &PackedBoard)| {
                    next.cell(taken) != before.cell(taken) || has_other_token(self.board(), next)
                };
                let case = if self.forfeited.zip(next).is_some_and(is_of_forfeit) { Case::Forfeit } else { self.last };
                let what = format!("the board after line {number}, {mv}, is wrong");
                let difference = wrong(case, number, what, self.board(), next);
                return Err(Box::new(difference.after(Picture::of(&before, GLYPHS))));
            }
            self.count_waiting();
        }
        self.judge_end();
        Ok(())
    }

    /// Finds the bot's move by the next board, and plays it.
    fn play_bot(&mut self, turns: usize, next: Option<&PackedBoard>) -> Result<(), Box<Difference>> {
        let (rules, position) = (&self.rules, &self.position);
        let refused = |case: Case, what: String| wrong(case, turns, what, self.board(), next);
        let Some(found) = next else {
            return Err(refused(Case::BotMoves, "the bot does not move".into()));
        };
        let after = |mv: Move| {
            let mut after = position.clone();
            rules.play_unchecked(&mut after, mv);
            after
        };
        let moves = rules.moves(position);
        let Some(&mv) = moves.iter().find(|&&mv| same(rules.board(&after(mv)), found)) else {
            return Err(refused(Case::BotMoves, "the bot's move puts no token into a free entry".into()));
        };
        Case::BotMoves.count(self.coverage);
        let wins = |mv: Move| rules.outcome(&after(mv)).is_over();
        if moves.iter().any(|&mv| wins(mv)) {
            Case::BotWins.count(self.coverage);
            if !wins(mv) {
                return Err(refused(Case::BotWins, format!("the bot could win at once, and plays {mv}")));
            }
        }
        self.position = after(mv);
        self.count_waiting();
        self.judge_end();
        Ok(())
    }

    /// The difference if a human who has just forfeited moved again, because the turn did not pass.
    fn blame_turn(
        &self,
        number: usize,
        mv: Move,
        before: &Position,
        next: Option<&PackedBoard>,
    ) -> Option<Box<Difference>> {
        let (board, turn) = (self.rules.board(before), self.rules.turn(before));
        let moved_again = self.last == Case::Forfeit && has_more_of(turn, board, next?);
        let what = format!("the turn does not pass with line {number}, {mv}");
        moved_again.then(|| wrong(Case::Forfeit, number, what, board, next))
    }

    /// Counts what a board that is right has shown.
    fn count_waiting(&mut self) {
        self.waiting.drain(..).for_each(|case| case.count(self.coverage));
        self.forfeited = None;
    }

    /// Finds the clause by which the game has ended or goes on.
    fn judge_end(&mut self) {
        self.end = match self.rules.outcome(&self.position) {
            Outcome::Win(winner) if self.board().owns_line(winner, 4) => Case::FourInARow,
            Outcome::Win(_) => Case::LastToPlace,
            _ => Case::GoesOn,
        };
        self.waiting.push(self.end);
    }

    /// Ends after the last move, behind which no board may stand.
    fn finish(mut self, turns: usize, more: Option<&PackedBoard>) -> Result<Followed, Box<Difference>> {
        if more.is_some() {
            let case = match self.is_over() {
                true => self.end,
                false if self.last == Case::Forfeit => self.last,
                false => Case::GoesOn,
            };
            let what = "there is another board after the last that there must be";
            return Err(wrong(case, turns, what, self.board(), more));
        }
        self.count_waiting();
        let outcome = self.rules.outcome(&self.position);
        Ok(Followed { board: self.board().clone(), outcome, turns, end: self.end })
    }
}

/// A difference between the law's board and the one that was found.
fn wrong(
    case: Case,
    turns: usize,
    what: impl Into<String>,
    board: &MatrixBoard,
    found: Option<&PackedBoard>,
) -> Box<Difference> {
    let found = found.map_or(Shown::Nothing, |found| Shown::Board(Picture::of(found, GLYPHS)));
    Box::new(case.difference(turns, what).between(Shown::Board(picture(board)), found))
}
