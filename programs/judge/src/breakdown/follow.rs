//! Follows a script: reads it as `play` does, and plays it by the law.

use super::cases::Case;
use super::setting::{Form, Law, Setting};
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::script::Script;
use gridlaw::board::{Owners, PackedBoard};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::games::breakdown::{Move, Parameters, Position};
use gridlaw::rules::{Outcome, Rules};
use gridlaw::text::{Grid, label_index};

/// A board that must be shown.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Turns of the script up to this board.
    pub(super) turns: usize,
    /// The move that led here, or `None` at the start.
    pub(super) mv: Option<Move>,
    pub(super) board: PackedBoard,
    /// The clauses that the move tries, the main one first.
    pub(super) cases: Vec<Case>,
}

/// Input that must be refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    /// Turns of the script up to it.
    pub(super) turns: usize,
    /// The number of the next board.
    board: usize,
    pub(super) case: Case,
}

/// A script that was followed.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) size: Size,
    /// The side of the square that wins.
    pub(super) square: u32,
    /// All turns of the script.
    pub(super) turns: usize,
    pub(super) positions: Vec<Step>,
    pub(super) refusals: Vec<Refusal>,
    /// Blank lines, by the number of turns before them.
    pub(super) blanks: Vec<usize>,
    pub(super) outcome: Outcome,
}

/// A line as `play` reads it.
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

/// Follows a script to its end or the end of the game.
pub(super) fn follow(game: &Law, script: &Script<Setting>) -> Followed {
    let size = game.parameters().size();
    let mut position = game.start();
    let mut first = Step { turns: 0, mv: None, board: game.board(&position), cases: vec![Case::Start] };
    if script.setting.form != Form::Usual {
        first.cases.push(Case::OptionOrder);
    }
    let mut followed = Followed {
        size,
        square: game.parameters().square(),
        turns: script.turns.len(),
        positions: vec![first],
        refusals: Vec::new(),
        blanks: Vec::new(),
        outcome: Outcome::InProgress,
    };
    let mut kind: Option<fn(u32) -> Move> = None;
    let all = script.turns.len();
    for (number, turn) in script.turns.iter().enumerate() {
        let ended = script.ended || number + 1 < all;
        let lines = turn.strip_suffix(b"\n").unwrap_or(turn);
        for line in lines.split(|&byte| byte == b'\n') {
            let refusal = |case| Refusal { turns: number + 1, board: followed.positions.len(), case };
            let mv = match (read(line), kind.take()) {
                (Line::Blank, waiting) => {
                    kind = waiting;
                    // An empty line without its newline is not a line.
                    if ended || !line.is_empty() {
                        followed.blanks.push(number + 1);
                    }
                    continue;
                }
                (Line::Long, _) => {
                    followed.refusals.push(refusal(Case::LongInput));
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
                    followed.refusals.push(refusal(Case::InvalidKind));
                    continue;
                }
                (Line::Character(name), Some(kind)) => match label_index(name).filter(|&col| col < size.width()) {
                    Some(col) => kind(col),
                    None => {
                        followed.refusals.push(refusal(Case::InvalidColumn));
                        continue;
                    }
                },
            };
            let before = position.clone();
            if game.play(&mut position, mv).is_err() {
                followed.refusals.push(refusal(refused_by(mv, game.parameters())));
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
                return followed;
            }
        }
    }
    followed
}

/// The clause by which a move is refused.
fn refused_by(mv: Move, parameters: Parameters) -> Case {
    match mv {
        Move::Horizontal(col) if parameters.stick() > parameters.size().width() - col => Case::SticksOut,
        Move::Horizontal(_) => Case::NoRoomHorizontal,
        _ => Case::NoRoomVertical,
    }
}

/// The clauses that a move tries.
fn cases(game: &Law, mv: Move, before: &PackedBoard, after: &PackedBoard) -> Vec<Case> {
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

/// Adds the clauses of the outcome after a move.
fn ends(game: &Law, position: &Position<PackedBoard>, side: Side, outcome: Outcome, cases: &mut Vec<Case>) {
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
    /// The clauses of the refusals between the board before and this one; behind the last board
    /// with its number plus one.
    pub(super) fn refused_before(&self, number: usize) -> impl DoubleEndedIterator<Item = Case> {
        self.refusals.iter().filter(move |refusal| refusal.board == number).map(|refusal| refusal.case)
    }

    /// Whether a move tries a clause.
    pub(super) fn tries(&self, case: Case) -> bool {
        self.positions.iter().any(|step| step.cases.contains(&case))
    }

    /// Counts every clause that was tried. Those from turn `hides` on are hidden by a difference.
    /// With `is_cut` the program was ended, and only the next board shows that it asked for a move.
    pub(super) fn cover(&self, hides: Option<usize>, is_cut: bool, coverage: &Coverage) {
        let frame = [Case::of_labels(self.size), Case::Blanks, Case::Cells];
        let mut tried: Vec<(usize, Case)> = frame.map(|case| (0, case)).into();
        for (number, step) in self.positions.iter().enumerate() {
            tried.extend(step.cases.iter().map(|&case| (step.turns, case)));
            if let Some(next) = self.positions.get(number + 1) {
                let turns = if is_cut { next.turns } else { step.turns };
                tried.extend([(turns, Case::Turns), (turns, Case::Prompts)]);
            }
        }
        tried.extend(self.refusals.iter().map(|refusal| (refusal.turns, refusal.case)));
        tried.extend(self.blanks.iter().map(|&turns| (turns, Case::BlankLine)));
        tried.sort_by_key(|(turns, _)| *turns);
        match self.outcome.is_over() {
            true => tried.extend([(self.turns + 1, Case::Ends), (self.turns + 2, Case::Status)]),
            false => tried.push((self.turns + 1, Case::EndOfInput)),
        }
        for (turns, case) in tried {
            if hides.is_some_and(|hides| turns >= hides) {
                coverage.hide_rest();
            }
            case.count(coverage);
        }
    }
}
