//! Follows a script from board to board, a bot's moves included, and compares with the law.

use super::cases::Case;
use super::plan::{Setting, typed};
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Picture, Shown};
use crate::script::Script;
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Edge, Pos, Side, Size};
use gridlaw::games::connect4::{GLYPHS, Move, NaiveConnect4};
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
    let rules = NaiveConnect4::new(script.setting.parameters);
    let mut position = rules.start();
    let mut found = boards.iter();
    let board_of = |board: &MatrixBoard| Shown::Board(picture(board));
    let wrong = |case: Case, turns: usize, what: String, board: &MatrixBoard, found: Option<&PackedBoard>| {
        let found = found.map_or(Shown::Nothing, |found| Shown::Board(Picture::of(found, GLYPHS)));
        Box::new(case.difference(turns, what).between(board_of(board), found))
    };
    let first = found.next();
    if first.is_some() {
        Case::Display.count(coverage);
    }
    if first.is_none_or(|first| !same(rules.board(&position), first)) {
        return Err(wrong(Case::Start, 0, "the first board is wrong".into(), rules.board(&position), first));
    }
    Case::Start.count(coverage);
    let (mut end, mut last) = (Case::GoesOn, Case::Start);
    // The cell at which the last move was a forfeit, until the next board is right.
    let mut forfeited = None;
    // Clauses that the next board that is right shows.
    let mut waiting = Vec::new();
    let count = |waiting: &mut Vec<Case>| waiting.drain(..).for_each(|case| case.count(coverage));
    let mut turns = 0;
    for (number, mv) in typed(script) {
        if rules.outcome(&position).is_over() {
            break;
        }
        turns = number;
        let Some(mv) = mv else {
            waiting.push(Case::Unreadable);
            continue;
        };
        let (before, before_turn) = (rules.board(&position).clone(), rules.turn(&position));
        let is_forfeit = !rules.is_legal(&position, mv);
        rules.play_unchecked(&mut position, mv);
        let case = if is_forfeit { Case::Forfeit } else { Case::Slides };
        waiting.push(case);
        if script.turns[number - 1].iter().any(u8::is_ascii_lowercase) {
            waiting.push(Case::SmallLetters);
        }
        last = case;
        if *rules.board(&position) != before {
            let next = found.next();
            if next.is_none_or(|next| !same(rules.board(&position), next)) {
                let what = format!("the board after line {number}, {mv}, is wrong");
                let is_of_forfeit = |(taken, next): (Pos, &PackedBoard)| {
                    next.cell(taken) != before.cell(taken) || has_other_token(rules.board(&position), next)
                };
                let case = if forfeited.zip(next).is_some_and(is_of_forfeit) { Case::Forfeit } else { case };
                let difference = wrong(case, number, what, rules.board(&position), next);
                return Err(Box::new(difference.after(Picture::of(&before, GLYPHS))));
            }
            count(&mut waiting);
            forfeited = None;
        } else {
            forfeited = Some(entrance(mv, before.size()));
        }
        end = end_of(&rules, &position);
        waiting.push(end);
        if script.setting.bot && !rules.outcome(&position).is_over() {
            let next = found.next();
            if is_forfeit && next.is_none() {
                // Perhaps the turn has not passed, perhaps the bot has forfeited, too.
                waiting.clear();
                break;
            }
            bot_move(&rules, &mut position, number, next, coverage).map_err(|difference| match next {
                // A human who forfeits moves again, if the turn does not pass.
                Some(found) if is_forfeit && has_more_of(before_turn, &before, found) => {
                    let what = format!("the turn does not pass with line {number}, {mv}");
                    wrong(Case::Forfeit, number, what, &before, next)
                }
                _ => difference,
            })?;
            forfeited = None;
            count(&mut waiting);
            end = end_of(&rules, &position);
            waiting.push(end);
        }
    }
    if let Some(more) = found.next() {
        let case = match rules.outcome(&position).is_over() {
            true => end,
            false if last == Case::Forfeit => last,
            false => Case::GoesOn,
        };
        let what = "there is another board after the last that there must be".to_string();
        return Err(wrong(case, turns, what, rules.board(&position), Some(more)));
    }
    count(&mut waiting);
    Ok(Followed { board: rules.board(&position).clone(), outcome: rules.outcome(&position), turns, end })
}

fn end_of(rules: &NaiveConnect4, position: &<NaiveConnect4 as Rules>::Position) -> Case {
    match rules.outcome(position) {
        Outcome::Win(winner) if rules.board(position).owns_line(winner, 4) => Case::FourInARow,
        Outcome::Win(_) => Case::LastToPlace,
        _ => Case::GoesOn,
    }
}

/// Finds the bot's move by the next board, and plays it.
fn bot_move(
    rules: &NaiveConnect4,
    position: &mut <NaiveConnect4 as Rules>::Position,
    turns: usize,
    next: Option<&PackedBoard>,
    coverage: &Coverage,
) -> Result<(), Box<Difference>> {
    let before = rules.board(position).clone();
    let board = Shown::Board(Picture::of(&before, GLYPHS));
    let after = |mv: Move| {
        let mut after = position.clone();
        rules.play_unchecked(&mut after, mv);
        after
    };
    let Some(next) = next else {
        let difference = Case::BotMoves.difference(turns, "the bot does not move");
        return Err(Box::new(difference.between(board, Shown::Nothing)));
    };
    let moves = rules.moves(position);
    let Some(&mv) = moves.iter().find(|&&mv| same(rules.board(&after(mv)), next)) else {
        let found = Shown::Board(Picture::of(next, GLYPHS));
        let difference = Case::BotMoves.difference(turns, "the bot's move puts no token into a free entry");
        return Err(Box::new(difference.between(board, found)));
    };
    Case::BotMoves.count(coverage);
    let wins = |mv: Move| rules.outcome(&after(mv)).is_over();
    if moves.iter().any(|&mv| wins(mv)) {
        Case::BotWins.count(coverage);
        if !wins(mv) {
            let found = Shown::Board(Picture::of(next, GLYPHS));
            let difference = Case::BotWins.difference(turns, format!("the bot could win at once, and plays {mv}"));
            return Err(Box::new(difference.between(board, found)));
        }
    }
    *position = after(mv);
    debug_assert!(before.size().positions().any(|pos| before.cell(pos) == Cell::Empty));
    Ok(())
}
