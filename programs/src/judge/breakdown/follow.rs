//! A script read as `play` reads it, and what the law makes of each turn.

use super::{Case, Script, Setting};
use gridlaw::board::{Owners, PackedBoard};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::games::breakdown::{Breakdown, Move, Parameters, Position, Store};
use gridlaw::rules::{Outcome, Rules};
use gridlaw::text::{Grid, label_index};

/// A board that must be shown.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Turns of the script up to here.
    pub(super) turns: usize,
    /// The move that led here; none at the start.
    pub(super) mv: Option<Move>,
    pub(super) board: PackedBoard,
    /// What the move tried; the first is what it mostly is about.
    pub(super) cases: Vec<Case>,
}

/// A script, followed.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) size: Size,
    pub(super) positions: Vec<Step>,
    /// What was refused, after how many turns.
    pub(super) refusals: Vec<(usize, Case)>,
    /// What else was tried.
    pub(super) others: Vec<Case>,
    pub(super) outcome: Outcome,
}

/// What a line is.
enum Line {
    Blank,
    Character(char),
    Long,
}

fn read(line: &[u8]) -> Line {
    let text = String::from_utf8_lossy(line);
    let mut characters = text.trim().chars();
    match (characters.next(), characters.next()) {
        (None, _) => Line::Blank,
        (Some(only), None) => Line::Character(only),
        _ => Line::Long,
    }
}

/// Follows a script to its end or that of the game.
pub(super) fn follow<B: Store>(game: &Breakdown<B>, script: &Script<Setting>) -> Followed {
    let size = game.parameters().size();
    let mut position = game.start();
    let first = Step { turns: 0, mv: None, board: game.board(&position), cases: vec![Case::Start] };
    let mut followed = Followed {
        size,
        positions: vec![first],
        refusals: Vec::new(),
        others: Vec::new(),
        outcome: Outcome::InProgress,
    };
    let mut kind: Option<fn(u32) -> Move> = None;
    let all = script.turns.len();
    for (number, turn) in script.turns.iter().enumerate() {
        let ended = script.ended || number + 1 < all;
        let lines = turn.strip_suffix(b"\n").unwrap_or(turn);
        for line in lines.split(|&byte| byte == b'\n') {
            let refuse = |case| (number + 1, case);
            let mv = match (read(line), kind.take()) {
                (Line::Blank, waiting) => {
                    kind = waiting;
                    // An empty line without its newline is none at all.
                    if ended || !line.is_empty() {
                        followed.others.push(Case::BlankLine);
                    }
                    continue;
                }
                (Line::Long, _) => {
                    followed.refusals.push(refuse(Case::LongInput));
                    continue;
                }
                (Line::Character('!'), None) => Move::Breakdown,
                (Line::Character('|'), None) => {
                    kind = Some(Move::Vertical);
                    continue;
                }
                (Line::Character('-'), None) => {
                    kind = Some(Move::Horizontal);
                    continue;
                }
                (Line::Character(_), None) => {
                    followed.refusals.push(refuse(Case::InvalidKind));
                    continue;
                }
                (Line::Character(name), Some(kind)) => match label_index(name).filter(|&col| col < size.width()) {
                    Some(col) => kind(col),
                    None => {
                        followed.refusals.push(refuse(Case::InvalidColumn));
                        continue;
                    }
                },
            };
            let before = position.clone();
            if game.play(&mut position, mv).is_err() {
                followed.refusals.push(refuse(refusal(mv, game.parameters())));
                continue;
            }
            let side = game.turn(&before);
            let mut cases = cases(game, mv, &game.board(&before), &game.board(&position));
            followed.outcome = game.outcome(&position);
            if followed.positions.len() == 1 && game.count_moves(&before) == 1 {
                cases.push(Case::EmptyNotJudged);
            }
            ends(game, &position, side, followed.outcome, &mut cases);
            followed.positions.push(Step { turns: number + 1, mv: Some(mv), board: game.board(&position), cases });
            if followed.outcome.is_over() {
                followed.others.push(Case::Ends);
                return followed;
            }
        }
    }
    followed.others.push(Case::EndOfInput);
    followed
}

fn refusal(mv: Move, parameters: Parameters) -> Case {
    match mv {
        Move::Horizontal(col) if col + parameters.stick() > parameters.size().width() => Case::SticksOut,
        Move::Horizontal(_) => Case::NoRoomHorizontal,
        _ => Case::NoRoomVertical,
    }
}

/// What a move tries.
fn cases<B: Store>(game: &Breakdown<B>, mv: Move, before: &PackedBoard, after: &PackedBoard) -> Vec<Case> {
    let (size, stick) = (game.parameters().size(), game.parameters().stick());
    let mut cases = Vec::new();
    match mv {
        Move::Breakdown if before == after => cases.push(Case::Pass),
        Move::Breakdown => cases.push(Case::Falls),
        Move::Vertical(_) => cases.push(Case::Vertical),
        Move::Horizontal(col) => {
            let changed = |pos: &Pos| before.cell(*pos) != after.cell(*pos);
            let row = size.positions().find(changed).map_or(0, |pos| pos.row);
            let hangs = |col| row + 1 < size.height() && after.cell(Pos::new(row + 1, col)) == Cell::Empty;
            cases.push(Case::Horizontal);
            if (col..col + stick).any(hangs) {
                cases.push(Case::Overhang);
            }
            if col + stick == size.width() {
                cases.push(Case::RightEdge);
            }
        }
    }
    if stick == 1 && mv != Move::Breakdown {
        cases.push(Case::SingleCell);
    }
    cases
}

/// Whether and how a move ends the game.
fn ends<B: Store>(game: &Breakdown<B>, position: &Position<B>, side: Side, outcome: Outcome, cases: &mut Vec<Case>) {
    cases.push(match outcome {
        Outcome::InProgress if game.count_moves(position) == 1 && game.has_loose(position) => Case::OnlyBreakdown,
        Outcome::InProgress => Case::GoesOn,
        Outcome::Win(Side::First) => Case::BlackWins,
        Outcome::Win(Side::Second) => Case::WhiteWins,
        Outcome::Draw if game.squares(position) == Owners::all() => Case::BothSquares,
        Outcome::Draw if game.board(position).is_full() => Case::FullDraw,
        Outcome::Draw => Case::DeadDraw,
    });
    if outcome == Outcome::Win(side.other()) {
        cases.push(Case::OtherWins);
    }
}

impl Followed {
    /// How often input was refused before a board.
    pub(super) fn refused_before(&self, number: usize) -> usize {
        let to = self.positions.get(number).map_or(usize::MAX, |step| step.turns);
        self.refusals.iter().filter(|(turn, _)| *turn <= to).count()
    }

    /// Tells everything that was tried.
    pub(super) fn cover(&self, parameters: Parameters, count: &mut impl FnMut(Case)) {
        self.positions.iter().flat_map(|step| &step.cases).for_each(|&case| count(case));
        self.refusals.iter().for_each(|&(_, case)| count(case));
        self.others.iter().for_each(|&case| count(case));
        let longest = parameters.size().width().max(parameters.size().height());
        if longest > 10 {
            count(Case::LabelsPast9);
        }
        if longest > 36 {
            count(Case::LabelsPastZ);
        }
        count(Case::Letter);
        (1..self.positions.len()).for_each(|_| count(Case::Turns));
    }
}
