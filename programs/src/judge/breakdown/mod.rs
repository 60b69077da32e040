//! Breakdown's `play` under the judge (ruling B9).
//!
//! By default the program must show every board in its turn and the right result, and end by itself; it may say what it likes
//! between, and show a board again after invalid input. Strictly, its output and exit status are those of [`session`].
//!
//! Placeholders: `{w}`, `{h}`, `{k}`, `{q}`, and `{args}` for `-w W -h H -k K -q Q -b` (now and then `-m`). A command
//! that has all four is also played on other sizes: small ones, where boards get full, and such with labels
//! past 9 and past Z.

mod follow;
mod plan;
mod read;

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::coverage::rules;
use super::process::{Ending, Run};
use super::{Coverage, Desk, Difference, Picture, Protocol, Record, Rule, Script, Shown, Task, Template};
use follow::{Followed, follow};
use gridlaw::board::PackedBoard;
use gridlaw::cell::Cell;
use gridlaw::console::Console;
use gridlaw::games::breakdown::{Breakdown, Move, Parameters, session};
use gridlaw::rng::Generator;
use gridlaw::rules::Outcome;
use gridlaw::text::{GLYPHS, Grid};
use read::{ShownBoard, result, shown};

rules! {
    /// What is tried in Breakdown.
    Case {
        Start: "B9" "the empty board is shown first",
        Vertical: "B3" "a vertical stick falls onto what is in its column",
        Horizontal: "B3" "a horizontal stick rests on the first support of any of its columns",
        Overhang: "B3" "a stick that hangs over empty cells enters from the top and stays rigid",
        RightEdge: "B3" "a horizontal stick reaches the right edge",
        SingleCell: "B4" "sticks of one cell drop vertically and horizontally",
        Falls: "B2" "breakdown lets every loose cell fall as far as there is air below it",
        Pass: "B2" "breakdown that moves nothing is a pass",
        OnlyBreakdown: "B2" "no stick fits, but something is loose: the game goes on",
        BlackWins: "B1" "black owns the square and white does not: black wins",
        WhiteWins: "B1" "white owns the square and black does not: white wins",
        OtherWins: "B1" "a square wins whoever made the move",
        BothSquares: "B1" "both own a square: a draw",
        FullDraw: "B1" "the board is full without a square: a draw",
        DeadDraw: "B1" "no stick fits and nothing is loose: a draw",
        EmptyNotJudged: "B1" "an empty board that no stick fits is not judged before the first move",
        GoesOn: "B1" "nothing has ended the game: it goes on",
        NoRoomVertical: "B3" "a column without room refuses a vertical stick",
        NoRoomHorizontal: "B3" "columns without room refuse a horizontal stick",
        SticksOut: "B3" "a horizontal stick that would stick out on the right is refused",
        InvalidKind: "B9" "a character that is no kind of move is invalid, and the colour's prompt comes again",
        InvalidColumn: "B9" "a column beyond the board is invalid, and the colour's prompt comes again",
        LongInput: "B9" "a line of more than one character is invalid (strict)",
        BlankLine: "B9" "blank lines are skipped (strict)",
        LabelsPast9: "B8" "labels past 9 are A to Z",
        LabelsPastZ: "B8" "labels past Z are a to z, then ?",
        Turns: "B9" "black and white take turns, and only a move passes the turn",
        Ends: "B9" "the program ends after the final board and the result",
        EndOfInput: "B9" "the program ends at the end of input",
        Letter: "B9" "the exchange to the letter (strict)",
    }
}

impl Case {
    fn difference(self, turns: usize, what: impl Into<String>) -> Box<Difference> {
        Box::new(Difference::new(self.rule(), turns, what))
    }
}

/// Breakdown under the judge.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    /// Whether the command can be played on other sizes.
    varies: bool,
    strict: bool,
}

/// How `play` is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    parameters: Parameters,
    matrix: bool,
}

impl Judge {
    /// The judge of a command.
    #[must_use]
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Judge {
        Judge { parameters, varies: template.chooses(&["w", "h", "k", "q"]), strict }
    }
}

/// Does something with the rules, in a register if the board fits one: games are made and followed by the thousand.
macro_rules! with_rules {
    ($parameters:expr, |$game:ident| $body:expr) => {
        match Breakdown::<u128>::new($parameters) {
            Some($game) => $body,
            None => {
                let $game = Breakdown::<PackedBoard>::new($parameters).expect("every board fits");
                $body
            }
        }
    };
}

/// What the law makes of a script.
pub struct Expected {
    followed: Followed,
    output: Vec<u8>,
    errors: Vec<u8>,
    status: u8,
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn rules(&self) -> &'static [Rule] {
        Case::ALL
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        let parameters = if self.varies { plan::size(self.parameters, number, generator) } else { self.parameters };
        let setting = Setting { parameters, matrix: number % 4 == 3 };
        with_rules!(parameters, |game| plan::script(&game, setting, self.strict, generator))
    }

    fn prepare(&self, script: &Script<Setting>, _: &mut Desk) -> io::Result<Task<Expected>> {
        let Setting { parameters, matrix } = script.setting;
        let input = script.input();
        let mut console = Console::new(&input[..], Vec::new(), Vec::new());
        let status = with_rules!(parameters, |game| session::play(&game, parameters, &mut console))?;
        let (output, errors) = (console.output, console.errors);
        let size = parameters.size();
        let numbers =
            [("w", size.width()), ("h", size.height()), ("k", parameters.stick()), ("q", parameters.square())];
        let mut values: Vec<(&str, Vec<OsString>)> =
            numbers.iter().map(|&(name, number)| (name, vec![number.to_string().into()])).collect();
        let mut all: Vec<OsString> =
            numbers.iter().flat_map(|(name, number)| [format!("-{name}").into(), number.to_string().into()]).collect();
        all.push(if matrix { "-m" } else { "-b" }.into());
        values.push(("args", all));
        let expected =
            Expected { followed: with_rules!(parameters, |game| follow(&game, script)), output, errors, status };
        let bytes = 8 * expected.output.len() + (1 << 16);
        Ok(Task { values, directory: None, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Run,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let expected = &task.expected;
        expected.followed.cover(script.setting.parameters, &mut |case| coverage.count(case as usize));
        if run.output == expected.output && run.ending.status() == Some(expected.status.into()) {
            return if self.strict { expected.compare_errors(script, run) } else { Ok(()) };
        }
        let wrong = self.boards(script, expected, run).and_then(|()| {
            let turns = script.turns.len();
            match run.ending {
                Ending::Ended(status) if status.code().is_some() => expected.followed.check_status(turns, run),
                _ => Err(expected.followed.ending(turns, run)),
            }
        });
        match wrong {
            Ok(()) if self.strict => expected.compare_letters(script, run),
            wrong => wrong,
        }
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        plan::simpler(script, self.varies)
    }

    fn record(&self, script: &Script<Setting>, _: &Path) -> Record {
        let followed = with_rules!(script.setting.parameters, |game| follow(&game, script));
        let moves: Vec<String> = followed.moves().map(|mv| mv.to_string()).collect();
        Record {
            game: format!("breakdown {}", arguments(script.setting.parameters)),
            moves: moves.join(" "),
            verdict: true,
            files: Vec::new(),
        }
    }
}

fn arguments(parameters: Parameters) -> String {
    let size = parameters.size();
    let (stick, square) = (parameters.stick(), parameters.square());
    format!("-w {} -h {} -k {stick} -q {square}", size.width(), size.height())
}

impl Judge {
    /// Holds boards and result against the law, whatever else the program says.
    fn boards(&self, script: &Script<Setting>, expected: &Expected, run: &Run) -> Result<(), Box<Difference>> {
        let parameters = script.setting.parameters;
        let text = String::from_utf8_lossy(&run.output);
        let boards = shown(&text);
        let mut found = boards.iter();
        let mut again = 0;
        let positions = &expected.followed.positions;
        for (number, step) in positions.iter().enumerate() {
            let board = loop {
                let Some(board) = found.next() else {
                    return Err(expected.followed.missing(number, run));
                };
                if board.is(&step.board, parameters.size()) {
                    break board;
                }
                let unchanged = number.checked_sub(1).map(|before| &positions[before].board);
                let refused = expected.followed.refused_before(number);
                if again < refused && unchanged.is_some_and(|before| board.is(before, parameters.size())) {
                    again += 1;
                    continue;
                }
                return Err(expected.followed.wrong_board(number, board));
            };
            board.check_labels(parameters.size()).map_err(|what| {
                let case = if parameters.size().width().max(parameters.size().height()) > 36 {
                    Case::LabelsPastZ
                } else {
                    Case::LabelsPast9
                };
                let both = (Shown::Board(Picture::of(&step.board, GLYPHS)), Shown::Board(board.picture()));
                Box::new(case.difference(step.turns, what).between(both.0, both.1))
            })?;
        }
        let refused = expected.followed.refused_before(positions.len());
        let last = &positions[positions.len() - 1];
        for board in found {
            if again < refused && board.is(&last.board, parameters.size()) {
                again += 1;
                continue;
            }
            return Err(expected.followed.too_many(board));
        }
        let tail = boards.last().map_or(&text[..], |board| &text[board.end..]);
        let before = boards.last().map_or("", |board| {
            let from = boards.len().checked_sub(2).map_or(0, |index| boards[index].end);
            &text[from..board.start]
        });
        let told = result(tail).or_else(|| result(before));
        if told != expected.followed.result() {
            return Err(expected.followed.wrong_result(told, tail));
        }
        Ok(())
    }
}

impl Expected {
    fn compare_letters(&self, script: &Script<Setting>, run: &Run) -> Result<(), Box<Difference>> {
        if run.output != self.output {
            let difference =
                Case::Letter.difference(script.turns.len(), "the output is not the rulings' to the letter");
            return Err(Box::new(difference.lines(&self.output, &run.output)));
        }
        if run.ending.status() != Some(self.status.into()) {
            let what = format!("{}, and exit status {} would be right", run.ending, self.status);
            return Err(Case::Letter.difference(script.turns.len(), what));
        }
        self.compare_errors(script, run)
    }

    fn compare_errors(&self, script: &Script<Setting>, run: &Run) -> Result<(), Box<Difference>> {
        if run.errors == self.errors {
            return Ok(());
        }
        let difference =
            Case::Letter.difference(script.turns.len(), "standard error is not the rulings' to the letter");
        Err(Box::new(difference.lines(&self.errors, &run.errors)))
    }
}

impl Followed {
    fn moves(&self) -> impl Iterator<Item = Move> {
        self.positions.iter().filter_map(|step| step.mv)
    }

    fn picture(&self, number: usize) -> Shown {
        Shown::Board(Picture::of(&self.positions[number].board, GLYPHS))
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

    /// The rule that a move tries first of all.
    fn case_of(&self, number: usize) -> Case {
        let step = &self.positions[number];
        match step.mv {
            None => Case::Start,
            Some(_) => step.cases.first().copied().unwrap_or(Case::Vertical),
        }
    }

    /// What was refused last before a board, if anything was.
    fn refusal_before(&self, number: usize) -> Option<Case> {
        let from = number.checked_sub(1).map_or(0, |before| self.positions[before].turns);
        let to = self.positions.get(number).map_or(usize::MAX, |step| step.turns);
        self.refusals.iter().rev().find(|(turn, _)| (from..to).contains(turn)).map(|&(_, case)| case)
    }

    fn wrong_board(&self, number: usize, board: &ShownBoard<'_>) -> Box<Difference> {
        let step = &self.positions[number];
        let previous = number.checked_sub(1).map(|before| &self.positions[before].board);
        let mut case = self.case_of(number);
        let mut what = format!("{} is wrong", self.name(number));
        if board.is_with_colours_swapped(&step.board) {
            case = Case::Turns;
            what = format!("{} has the other colour", self.name(number));
        } else if let Some(refusal) = self.refusal_before(number).filter(|_| board.pieces() != pieces(&step.board)) {
            // What should have been refused was played, or what came after it was not.
            case = refusal;
            what = format!("{} is wrong, after input that is to be refused", self.name(number));
        } else if previous.is_some_and(|before| board.is(before, self.size)) {
            what = format!("{} is as before: the move was not made", self.name(number));
        }
        let both = (self.picture(number), Shown::Board(board.picture()));
        Box::new(case.difference(step.turns, what).between(both.0, both.1))
    }

    fn missing(&self, number: usize, run: &Run) -> Box<Difference> {
        let step = &self.positions[number];
        if !matches!(run.ending, Ending::Ended(status) if status.code().is_some()) {
            return self.ending(step.turns, run);
        }
        let told = result(&String::from_utf8_lossy(&run.output));
        if let (Some(told), Some(before)) = (told, number.checked_sub(1)) {
            // It has ended the game too early.
            let before = &self.positions[before];
            let case = if before.mv.is_none() { Case::EmptyNotJudged } else { Case::GoesOn };
            let what = format!("the game goes on, and the program says: {}", name_of(told));
            let board = Shown::Board(Picture::of(&before.board, GLYPHS));
            return Box::new(
                case.difference(before.turns, what).between(board, Shown::Text(vec![name_of(told).into()])),
            );
        }
        let case = self.case_of(number);
        let what = format!("{} is not shown", self.name(number));
        Box::new(case.difference(step.turns, what).between(self.picture(number), Shown::Nothing))
    }

    fn too_many(&self, board: &ShownBoard<'_>) -> Box<Difference> {
        let last = self.positions.len() - 1;
        let step = &self.positions[last];
        let (case, what) = match self.outcome {
            Outcome::InProgress => match self.refusal_before(self.positions.len()) {
                Some(refusal) => (refusal, "a board is shown after input that is to be refused".to_string()),
                None => (Case::EndOfInput, format!("another board is shown after {}", self.name(last))),
            },
            outcome => (self.end_case(), format!("the game is over ({}), and goes on", name_of(outcome))),
        };
        let both = (self.picture(last), Shown::Board(board.picture()));
        Box::new(case.difference(step.turns + 1, what).between(both.0, both.1))
    }

    /// The rule by which the game ended.
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

    fn wrong_result(&self, told: Option<Outcome>, tail: &str) -> Box<Difference> {
        let last = self.positions.len() - 1;
        let step = &self.positions[last];
        let case = if self.outcome.is_over() || step.mv.is_some() { self.end_case() } else { Case::EmptyNotJudged };
        let told = told.map_or("nothing", name_of);
        let what =
            format!("the result after {} is: {}; the program says: {told}", self.name(last), name_of(self.outcome));
        let line = tail.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let found = Shown::Text(vec![line.chars().take(100).filter(|letter| !letter.is_control()).collect()]);
        Box::new(case.difference(step.turns, what).between(self.picture(last), found))
    }

    fn ending(&self, turns: usize, run: &Run) -> Box<Difference> {
        let case = if self.outcome.is_over() { Case::Ends } else { Case::EndOfInput };
        case.difference(turns, run.ending.to_string())
    }

    /// After a finished game the status is 0; what it is when the input ends is no matter of boards and results.
    fn check_status(&self, turns: usize, run: &Run) -> Result<(), Box<Difference>> {
        if self.outcome.is_over() && run.ending.status() != Some(0) {
            return Err(Case::Ends.difference(turns, format!("the game is over, and {}", run.ending)));
        }
        Ok(())
    }
}

fn pieces(board: &PackedBoard) -> usize {
    let size = Grid::size(board);
    size.positions().filter(|&pos| board.cell(pos) != Cell::Empty).count()
}

fn name_of(outcome: Outcome) -> &'static str {
    use gridlaw::cell::Side;

    match outcome {
        Outcome::InProgress => "the game goes on",
        Outcome::Win(Side::First) => "black wins",
        Outcome::Win(Side::Second) => "white wins",
        Outcome::Draw => "draw",
    }
}
