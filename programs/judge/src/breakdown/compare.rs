//! The default level: boards and results of a program against those of the law.

use super::cases::Case;
use super::follow::Followed;
use super::read::{ShownBoard, result, shown};
use crate::clauses::ClauseTable;
use crate::difference::{Difference, Picture, Shown};
use crate::transcript::{Ending, Transcript};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::games::breakdown::{Move, Parameters};
use gridlaw::rules::Outcome;
use gridlaw::text::{GLYPHS, Grid, label};

/// A difference in boards, result or end.
pub(super) struct Fault {
    pub(super) difference: Box<Difference>,
    /// It hides the clauses that are tried from this turn on.
    pub(super) hides: usize,
}

/// Compares boards, result and end with the law, whatever else the program prints.
///
/// # Errors
/// The first difference.
pub(super) fn compare(parameters: Parameters, followed: &Followed, run: &Transcript) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(&run.output);
    let boards = shown(&text);
    let mut found = boards.iter();
    let tail = boards.last().map_or(&text[..], |board| &text[board.end..]);
    let positions = &followed.positions;
    for (number, step) in positions.iter().enumerate() {
        // A program may show a board again after input that it refuses.
        let mut again = followed.refused_before(number);
        loop {
            // The turns up to the board before.
            let seen = number.checked_sub(1).map_or(0, |before| positions[before].turns + 1);
            let Some(board) = found.next() else {
                return Err(Fault { difference: followed.missing(number, tail, run), hides: seen });
            };
            if board.is(&step.board, parameters.size()) {
                break;
            }
            let unchanged = number.checked_sub(1).map(|before| &positions[before].board);
            if unchanged.is_some_and(|before| board.is(before, parameters.size())) && again.next().is_some() {
                continue;
            }
            return Err(Fault { difference: followed.wrong_board(number, board, run), hides: seen });
        }
    }
    let mut again = followed.refused_before(positions.len());
    let last = &positions[positions.len() - 1];
    for board in found {
        if board.is(&last.board, parameters.size()) && again.next().is_some() {
            continue;
        }
        return Err(Fault { difference: followed.too_many(board, run), hides: last.turns + 1 });
    }
    let before = boards.last().map_or("", |board| {
        let from = boards.len().checked_sub(2).map_or(0, |index| boards[index].end);
        &text[from..board.start]
    });
    let told = result(tail).or_else(|| result(before));
    if told.map(|(outcome, _)| outcome) != followed.result() {
        return Err(Fault { difference: followed.wrong_result(told, tail), hides: last.turns + 1 });
    }
    if !run.ending.is_exit() {
        return Err(Fault { difference: followed.ending(followed.turns + 1, run), hides: followed.turns + 1 });
    }
    // The default level leaves the status at the end of input free.
    if followed.outcome.is_over() && run.ending.status() != Some(0) {
        let difference = Case::Status.ending(followed.turns, run.ending);
        return Err(Fault { difference, hides: followed.turns + 2 });
    }
    Ok(())
}

/// Checks the form of the boards and of the text around them: labels, the blank line, the prompts.
pub(super) fn check_frame(parameters: Parameters, followed: &Followed, run: &Transcript) -> Vec<Difference> {
    let text = String::from_utf8_lossy(&run.output);
    let boards = shown(&text);
    let size = parameters.size();
    let mut differences = Vec::new();
    let Some(first) = boards.first() else { return differences };
    if !first.is_spaced() {
        let what = "no blank line stands between the column labels and the board";
        differences.push(
            Case::Blanks
                .difference(0, what)
                .lines(followed.text(0).as_bytes(), text[first.start..first.end].as_bytes()),
        );
    }
    if let Some((odd, right)) = boards.iter().find_map(ShownBoard::odd_row) {
        let what = "a row has another form than the document's; the judge reads it, and goes on";
        differences.push(Case::Cells.difference(0, what).lines(right.as_bytes(), odd.as_bytes()));
    }
    if let Err(what) = first.check_labels(size) {
        let both = (followed.picture(0), Shown::Board(first.picture()));
        differences.push(Case::of_labels(size).difference(0, what).between(both.0, both.1));
    }
    if boards.len() > followed.positions.len() {
        return differences;
    }
    for (number, board) in boards.iter().enumerate() {
        let step = &followed.positions[number];
        let is_last = number + 1 == followed.positions.len();
        if !board.is(&step.board, size) || is_last && followed.outcome.is_over() {
            break;
        }
        let until = boards.get(number + 1).map_or(text.len(), |next| next.end);
        if number + 1 == boards.len() && result(&text[board.end..until]).is_some() {
            // The program ends the game too early, and so does not ask.
            break;
        }
        let due = prompt_of(number + 1);
        // A program that is ended after its last board has not come to the prompt.
        let is_cut = !run.ending.is_exit() && number + 1 == boards.len();
        if !text[board.end..until].contains(due) && !is_cut {
            let line = text[board.end..until].lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let both = (Shown::Text(vec![due.to_string()]), Shown::Text(vec![line.chars().take(60).collect()]));
            let other = prompt_of(number);
            let (case, what) = match text[board.end..until].contains(other) {
                true => (Case::Turns, format!("the prompt is `{other}`, and it is the other color's turn")),
                false => (Case::Prompts, format!("the prompt is not exactly `{due}`")),
            };
            differences.push(case.difference(step.turns, what).between(both.0, both.1));
            break;
        }
    }
    differences
}

/// The difference of a program that crashes, or plays although it must refuse its command line.
pub(super) fn check_refusal(case: Case, run: &Transcript) -> Option<Difference> {
    if !run.ending.is_exit() {
        return Some(*case.ending(0, run.ending));
    }
    let text = String::from_utf8_lossy(&run.output);
    let plays = !shown(&text).is_empty();
    let shown = Shown::Text(text.lines().take(4).map(|line| line.chars().take(60).collect()).collect());
    plays.then(|| case.difference(0, "the program plays, and should refuse its options").between(Shown::Nothing, shown))
}

impl Case {
    /// The clause of a board's labels.
    pub(super) fn of_labels(size: Size) -> Case {
        match size.width().max(size.height()) {
            ..=10 => Case::Start,
            11..=36 => Case::LabelsPast9,
            _ => Case::LabelsPastZ,
        }
    }
}

impl Followed {
    /// A board as the document shows it.
    fn text(&self, number: usize) -> String {
        let board = &self.positions[number].board;
        let columns: String = (0..self.size.width()).map(label).collect();
        let row = |row: u32| -> String {
            let cells = (0..self.size.width()).map(|col| GLYPHS.of(board.cell(Pos::new(row, col))));
            format!("{} {}\n", label(row), cells.collect::<String>())
        };
        format!("  {columns}\n\n{}", (0..self.size.height()).map(row).collect::<String>())
    }

    /// The moves that were played.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.positions.iter().filter_map(|step| step.mv)
    }

    /// The law's board, with the squares that win.
    fn picture(&self, number: usize) -> Shown {
        let (board, side) = (&self.positions[number].board, self.square as usize);
        let cell = |row: usize, col: usize| board.cell(Pos::new(row as u32, col as u32));
        let [height, width] = [self.size.height(), self.size.width()].map(|cells| cells as usize);
        let is_square = |top: usize, left: usize| {
            let mut cells = (top..top + side).flat_map(|row| (left..left + side).map(move |col| (row, col)));
            let first = cell(top, left);
            first != Cell::Empty && cells.all(|(row, col)| cell(row, col) == first)
        };
        let wins = |row: usize, col: usize| {
            let corners = |at: usize, most: usize| (at + 1).saturating_sub(side)..=at.min(most);
            side <= height.min(width)
                && corners(row, height - side).any(|top| corners(col, width - side).any(|left| is_square(top, left)))
        };
        Shown::Board(Picture::of(board, GLYPHS).with_winning(wins))
    }

    /// `the board after move 3, |0 by black,`
    fn name(&self, number: usize) -> String {
        match self.positions[number].mv {
            None => "the first board".to_string(),
            Some(mv) => {
                let side = if number % 2 == 1 { "black" } else { "white" };
                format!("the board after move {number}, {mv} by {side},")
            }
        }
    }

    /// The clause that a move tries first of all.
    fn case_of(&self, number: usize) -> Case {
        let step = &self.positions[number];
        match step.mv {
            None => Case::Start,
            Some(_) => step.cases.first().copied().unwrap_or(Case::Vertical),
        }
    }

    /// Adds the board before a board.
    fn after(&self, number: usize, difference: Difference) -> Box<Difference> {
        let before = number.checked_sub(1).map(|before| Picture::of(&self.positions[before].board, GLYPHS));
        Box::new(match before {
            Some(before) => difference.after(before),
            None => difference,
        })
    }

    fn wrong_board(&self, number: usize, board: &ShownBoard<'_>, run: &Transcript) -> Box<Difference> {
        if !run.ending.is_exit() && run.output.len() < board.end + 2 {
            // The end of the program cut the board off.
            return self.ending(self.positions[number].turns, run);
        }
        let step = &self.positions[number];
        let previous = number.checked_sub(1).map(|before| &self.positions[before].board);
        let mut case = self.case_of(number);
        let mut what = format!("{} is wrong", self.name(number));
        if board.is_but_for_colors(&step.board) {
            case = Case::Turns;
            what = format!("{} has the other color", self.name(number));
        } else if let Some(refusal) = self.refused_before(number).next_back() {
            // The program played a move that it must refuse, or did not play the next one.
            case = refusal;
            what = format!("{} is wrong, after input that is to be refused", self.name(number));
        } else if previous.is_some_and(|before| board.is(before, self.size)) {
            what = format!("{} is as before: the move was not made", self.name(number));
        }
        let both = (self.picture(number), Shown::Board(board.picture()));
        self.after(number, case.difference(step.turns, what).between(both.0, both.1))
    }

    /// The difference that a board is not shown; `tail` is the text behind the board before.
    fn missing(&self, number: usize, tail: &str, run: &Transcript) -> Box<Difference> {
        let step = &self.positions[number];
        if !run.ending.is_exit() {
            return self.ending(step.turns, run);
        }
        let text = String::from_utf8_lossy(&run.output);
        let told = result(&text);
        let is_final = self.outcome.is_over() && number + 1 == self.positions.len();
        if is_final && self.played(number, tail) {
            if told.is_some_and(|(outcome, _)| outcome != self.outcome) {
                return self.wrong_result(told, tail);
            }
            let what = format!("{} is not shown: it is the final one", self.name(number));
            let shown = told.map_or(Shown::Nothing, |(_, line)| Shown::line(line));
            return self.after(number, Case::Ends.difference(step.turns, what).between(self.picture(number), shown));
        }
        if let (Some((told, line)), Some(before)) = (told, number.checked_sub(1)) {
            // The program ended the game too early.
            let before = &self.positions[before];
            let case = if before.mv.is_none() { Case::EmptyNotJudged } else { Case::GoesOn };
            let what = format!("the game goes on, and the program says: {}", name_of(told));
            let board = Shown::Board(Picture::of(&before.board, GLYPHS));
            return Box::new(case.difference(before.turns, what).between(board, Shown::line(line)));
        }
        let case = self.refused_before(number).next_back().unwrap_or(self.case_of(number));
        let what = format!("{} is not shown", self.name(number));
        self.after(number, case.difference(step.turns, what).between(self.picture(number), Shown::Nothing))
    }

    /// Whether the program has asked for a move that is not refused, and not asked again; `tail` is
    /// the text behind the board before.
    fn played(&self, number: usize, tail: &str) -> bool {
        (1..=1 + self.refused_before(number).count()).contains(&tail.matches(prompt_of(number)).count())
    }

    fn too_many(&self, board: &ShownBoard<'_>, run: &Transcript) -> Box<Difference> {
        let last = self.positions.len() - 1;
        let step = &self.positions[last];
        let refusal = self.refused_before(self.positions.len()).next_back();
        let floods = matches!(run.ending, Ending::Flooded(_));
        if !self.outcome.is_over() && !run.ending.is_exit() && (floods || refusal.is_none()) {
            // A program that keeps its last character plays it again and again when the input ends.
            return self.ending(self.turns + 1, run);
        }
        let (case, what) = match self.outcome {
            Outcome::InProgress => match refusal {
                Some(refusal) => (refusal, "a board is shown after input that is to be refused".to_string()),
                None => (Case::EndOfInput, format!("another board is shown after {}", self.name(last))),
            },
            outcome => (self.end_case(), format!("the game is over ({}), and goes on", name_of(outcome))),
        };
        let both = (self.picture(last), Shown::Board(board.picture()));
        Box::new(case.difference(step.turns + 1, what).between(both.0, both.1))
    }

    /// The clause by which the game ended.
    fn end_case(&self) -> Case {
        let cases = self.positions.last().map_or(&[][..], |step| &step.cases);
        let ends =
            [Case::BothSquares, Case::BlackWins, Case::WhiteWins, Case::FullDraw, Case::DeadDraw, Case::EmptyNotJudged];
        if cases.contains(&Case::OtherWins) {
            return Case::OtherWins;
        }
        ends.into_iter().find(|case| cases.contains(case)).unwrap_or(Case::GoesOn)
    }

    fn result(&self) -> Option<Outcome> {
        Some(self.outcome).filter(|outcome| outcome.is_over())
    }

    fn wrong_result(&self, told: Option<(Outcome, &str)>, tail: &str) -> Box<Difference> {
        let last = self.positions.len() - 1;
        let step = &self.positions[last];
        let case = if self.outcome.is_over() || step.mv.is_some() { self.end_case() } else { Case::EmptyNotJudged };
        let last_line = || tail.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let (told, line) = told.map_or(("nothing", last_line()), |(outcome, line)| (name_of(outcome), line));
        let what =
            format!("the result after {} is: {}; the program says: {told}", self.name(last), name_of(self.outcome));
        Box::new(case.difference(step.turns, what).between(self.picture(last), Shown::line(line)))
    }

    /// The difference that the program did not exit by itself, after `turns` turns.
    fn ending(&self, turns: usize, run: &Transcript) -> Box<Difference> {
        let last = self.positions.last().map_or(0, |step| step.turns);
        // The document does not say what happens at the end of input, so a hang or a flood there is
        // no fault.
        let open = !self.outcome.is_over() && turns > last && !run.ending.is_crash();
        let case = if open { Case::EndOfInput } else { Case::Ends };
        case.ending(turns, run.ending)
    }
}

/// The prompt for a move, the first of which is 1.
fn prompt_of(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "White: " } else { "Black: " }
}

fn name_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::InProgress => "the game goes on",
        Outcome::Win(Side::First) => "black wins",
        Outcome::Win(Side::Second) => "white wins",
        Outcome::Draw => "draw",
    }
}
