//! The protocol of `connect4` (ruling C6): every display string and the winner; with a bot, its
//! moves.
//!
//! Equal boards in sequence count once, because a program may show a board again after a forfeit.
//! The judge follows the bot from board to board: its move must be a free entry, and must win if it
//! can (C5).
//!
//! Placeholders: `{size}`, `{type}`, and `{args}` for `--size N --type T`. If the command lacks
//! one, the judge types the answer when the program asks: the size first, then the type.

use std::io;
use std::path::Path;

use super::clauses::{ClauseTable, clauses};
use super::coverage::{Clause, Coverage};
use super::difference::{Difference, Picture, Shown};
use super::letter;
use super::protocol::{Desk, Protocol, Record, Task, words};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Pos, Side};
use gridlaw::games::connect4::session::{self, GameType, Settings};
use gridlaw::games::connect4::{GLYPHS, Move, NaiveConnect4, Parameters, read_display, tournament};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::text::Grid;

clauses! {
    /// The clauses of Connect4.
    Case {
        Start: "The empty board" "the empty board with its fixed center is shown first",
        Display: "Task Nine" "the display string, to the letter",
        Slides: "Game play" "a token slides to the far side, another token or the center",
        Forfeit: "C1" "an entry that is taken forfeits the turn",
        GoesOn: "Winning the game" "nothing has ended the game: it goes on",
        FourInARow: "C3" "a line of at least four through the last token wins",
        LastToPlace: "C2" "whoever takes the last free entry wins, inner cells notwithstanding",
        BotMoves: "C5" "a bot plays a free entry",
        BotWins: "C5" "a bot takes an immediate win, last-to-place included",
        Unreadable: "C6" "what cannot be read is asked for again (strict)",
        Ends: "C6" "the program ends after the winner, or at the end of input",
        Letter: "C6" "the exchange to the letter (strict)",
    }
}

/// The judge of a `connect4`.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    asks_size: bool,
    asks_type: bool,
    strict: bool,
}

/// How the program is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    parameters: Parameters,
    bot: bool,
}

impl Judge {
    /// The judge of a command.
    #[must_use]
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Judge {
        let (asks_size, asks_type) = (!template.chooses(&["size"]), !template.chooses(&["type"]));
        Judge { parameters, asks_size, asks_type, strict }
    }
}

/// The lines that are typed, each with its number and its move, if it is a move.
fn typed(script: &Script<Setting>) -> impl Iterator<Item = (usize, Option<Move>)> {
    let size = script.setting.parameters.size().width();
    script.turns.iter().enumerate().map(move |(number, turn)| {
        let text = String::from_utf8_lossy(turn);
        let mv: Option<Move> = text.trim().to_ascii_uppercase().parse().ok();
        (number + 1, mv.filter(|mv| mv.index() < size))
    })
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = ();

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        let varied = 4 + generator.below(7) as u32;
        let parameters =
            if number.is_multiple_of(2) { self.parameters } else { Parameters::new(varied).unwrap_or(self.parameters) };
        let mut script = Script::new(Setting { parameters, bot: number % 8 == 7 });
        let rules = NaiveConnect4::new(parameters);
        let mut position = rules.start();
        let size = parameters.size().width();
        let (quiet, taken) = (generator.below(3) == 0, [0, 0, 6][generator.below(3) as usize]);
        let give_up = if generator.below(12) == 0 { generator.below(12) } else { 200 };
        while (script.turns.len() as u64) < give_up {
            if taken > 0 && generator.below(taken) == 0 {
                let letter = ["N", "E", "S", "W", "n", "w"][generator.below(6) as usize];
                let text = format!("{letter}{}", generator.below(size.into()));
                if let Ok(mv) = text.to_uppercase().parse() {
                    rules.play_unchecked(&mut position, mv);
                    script.push(text);
                }
                if rules.outcome(&position).is_over() {
                    break;
                }
                continue;
            }
            if self.strict && generator.below(12) == 0 {
                script.push(["N", "", "X1", "N10", "NN", "3", "\u{e9}1", "N-1", "N 1"][generator.below(9) as usize]);
                continue;
            }
            let Some(mut mv) = rules.choose_move(&position, |count| generator.below(count)) else { break };
            for _ in 0..if quiet { 12 } else { 0 } {
                let mut after = position.clone();
                rules.play_unchecked(&mut after, mv);
                if !rules.outcome(&after).is_over() {
                    break;
                }
                mv = rules.choose_move(&position, |count| generator.below(count)).unwrap_or(mv);
            }
            script.push(mv.to_string());
            rules.play_unchecked(&mut position, mv);
        }
        script
    }

    fn prepare(&self, script: &Script<Setting>, _: &mut Desk) -> io::Result<Task<()>> {
        let Setting { parameters, bot } = script.setting;
        let (size, kind) = (parameters.size().width().to_string(), if bot { "2" } else { "1" });
        let mut input = Vec::new();
        if self.asks_size {
            input.extend_from_slice(format!("{size}\n").as_bytes());
        }
        if self.asks_type {
            input.extend_from_slice(format!("{kind}\n").as_bytes());
        }
        input.extend_from_slice(&script.input());
        let values = vec![
            ("args", words(&["--size", &size, "--type", kind])),
            ("size", words(&[&size])),
            ("type", words(&[kind])),
        ];
        let bytes = 600 * (script.turns.len() + 16) * 4;
        Ok(Task { values, directory: None, input, bytes, expected: () })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<()>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let text = String::from_utf8_lossy(&run.output);
        let parameters = script.setting.parameters;
        let ended = |difference: Box<Difference>| {
            if run.ending.is_exit() || difference.found != Shown::Nothing {
                return difference;
            }
            Case::Ends.ending(difference.turns, run.ending)
        };
        let boards = displays(&text, parameters).map_err(&ended)?;
        let followed = follow(script, &boards, coverage).map_err(&ended)?;
        let turns = script.turns.len();
        let over = followed.outcome.is_over();
        if let Outcome::Win(winner) = followed.outcome
            && winner_of(&text) != Some(winner)
        {
            let what = format!(
                "player {} has won, and the program says {}",
                winner as u32 + 1,
                match winner_of(&text) {
                    Some(other) => format!("that player {} has", other as u32 + 1),
                    None => "nothing of it".to_string(),
                }
            );
            let board = Shown::Board(Picture::of(&followed.board, GLYPHS));
            return Err(ended(Box::new(followed.end.difference(followed.turns, what).between(board, Shown::Nothing))));
        }
        if !over && winner_of(&text).is_some() {
            let board = Shown::Board(Picture::of(&followed.board, GLYPHS));
            let told = Shown::Text(text.lines().rev().take(1).map(String::from).collect());
            let difference =
                Case::GoesOn.difference(followed.turns, "the game goes on, and the program names a winner");
            return Err(Box::new(difference.between(board, told)));
        }
        Case::Ends.count(coverage);
        if !run.ending.is_exit() || over && run.ending.status() != Some(0) {
            return Err(Case::Ends.ending(turns, run.ending));
        }
        if self.strict && !script.setting.bot {
            Case::Letter.count(coverage);
            return self.compare_letters(script, &task.input, run);
        }
        Ok(())
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        let size = script.setting.parameters.size().width();
        let smaller = (Parameters::SMALLEST..size).filter_map(|size| Parameters::new(size).ok());
        smaller
            .map(|parameters| Script { setting: Setting { parameters, ..script.setting }, ..script.clone() })
            .collect()
    }

    fn record(&self, script: &Script<Setting>, _: &Path) -> Record {
        let moves: Vec<String> = typed(script).filter_map(|(_, mv)| Some(mv?.to_string())).collect();
        let game = format!("connect4 --size {}", script.setting.parameters.size().width());
        Record { game, moves: moves.join(" "), verdict: !script.setting.bot, files: Vec::new() }
    }
}

impl Judge {
    fn compare_letters(&self, script: &Script<Setting>, input: &[u8], run: &Transcript) -> Result<(), Box<Difference>> {
        let settings = Settings {
            parameters: (!self.asks_size).then_some(script.setting.parameters),
            game_type: (!self.asks_type).then_some(GameType::HumanVsHuman),
            ..Settings::default()
        };
        let play = |parameters, seed, games| tournament::tournament(parameters, seed, 0..games);
        let law = Transcript::of_law(input, &mut |console| session::run(settings, console, play));
        let law = law.expect("a console in memory does not fail");
        letter::compare(&law, run, Case::Letter, script.turns.len())
    }
}

/// The boards of an output; equal boards in sequence count once.
fn displays(text: &str, parameters: Parameters) -> Result<Vec<PackedBoard>, Box<Difference>> {
    let size = parameters.size().width() as usize;
    let top = format!("--{}--", "N".repeat(size));
    let lines: Vec<&str> = text.lines().collect();
    let mut boards: Vec<PackedBoard> = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let bare = line.trim_end();
        if !bare.ends_with(&top) && !bare.ends_with("NN--") {
            at += 1;
            continue;
        }
        // The first line may follow a prompt.
        let first = if bare.ends_with(&top) { &top } else { bare };
        let rest = &lines[at + 1..lines.len().min(at + size + 4)];
        let shown: Vec<&str> = std::iter::once(first).chain(rest.iter().map(|line| line.trim_end())).collect();
        match read_display::<PackedBoard>(&shown.join("\n"), parameters) {
            Ok(board) if boards.last() == Some(&board) => {}
            Ok(board) => boards.push(board),
            Err(error) => {
                let empty = NaiveConnect4::new(parameters);
                let difference = Case::Display.difference(boards.len(), format!("a display string is wrong: {error}"));
                let lawful = empty.picture(&empty.start());
                let mut difference = difference.lines(lawful.as_bytes(), b"");
                difference.found = Shown::Text(shown.iter().map(|line| line.escape_debug().to_string()).collect());
                difference.expected = Shown::Text(lawful.lines().map(String::from).collect());
                return Err(Box::new(difference));
            }
        }
        at += size + 4;
    }
    Ok(boards)
}

/// The player named by the last line that speaks of a winner.
fn winner_of(text: &str) -> Option<Side> {
    text.lines().rev().map(str::to_lowercase).filter(|line| line.contains("win") || line.contains("won")).find_map(
        |line| {
            let (_, after) = line.rsplit_once("layer")?;
            match after.chars().find(char::is_ascii_digit)? {
                '1' => Some(Side::First),
                '2' => Some(Side::Second),
                _ => None,
            }
        },
    )
}

/// A script that was followed as far as the boards go.
struct Followed {
    board: MatrixBoard,
    outcome: Outcome,
    turns: usize,
    /// The clause by which the game ended.
    end: Case,
}

fn same(board: &MatrixBoard, found: &PackedBoard) -> bool {
    let size = Grid::size(board);
    size.positions().all(|pos: Pos| board.cell(pos) == found.cell(pos))
}

fn follow(script: &Script<Setting>, boards: &[PackedBoard], coverage: &Coverage) -> Result<Followed, Box<Difference>> {
    let rules = NaiveConnect4::new(script.setting.parameters);
    let mut position = rules.start();
    let mut found = boards.iter();
    let board_of = |board: &MatrixBoard| Shown::Board(Picture::of(board, GLYPHS));
    let wrong = |case: Case, turns: usize, what: String, board: &MatrixBoard, found: Option<&PackedBoard>| {
        let found = found.map_or(Shown::Nothing, |found| Shown::Board(Picture::of(found, GLYPHS)));
        Box::new(case.difference(turns, what).between(board_of(board), found))
    };
    Case::Start.count(coverage);
    Case::Display.count(coverage);
    let first = found.next();
    if first.is_none_or(|first| !same(rules.board(&position), first)) {
        return Err(wrong(Case::Start, 0, "the first board is wrong".into(), rules.board(&position), first));
    }
    let (mut end, mut last) = (Case::GoesOn, Case::Start);
    let mut turns = 0;
    for (number, mv) in typed(script) {
        if rules.outcome(&position).is_over() {
            break;
        }
        turns = number;
        let Some(mv) = mv else {
            Case::Unreadable.count(coverage);
            continue;
        };
        let before = rules.board(&position).clone();
        let is_forfeit = !rules.is_legal(&position, mv);
        rules.play_unchecked(&mut position, mv);
        let case = if is_forfeit { Case::Forfeit } else { Case::Slides };
        case.count(coverage);
        last = case;
        if *rules.board(&position) != before {
            let next = found.next();
            if next.is_none_or(|next| !same(rules.board(&position), next)) {
                let what = format!("the board after line {number}, {mv}, is wrong");
                return Err(wrong(case, number, what, rules.board(&position), next));
            }
        }
        end = end_of(&rules, &position, coverage);
        if script.setting.bot && !rules.outcome(&position).is_over() {
            let next = found.next();
            bot_move(&rules, &mut position, number, next, coverage)?;
            end = end_of(&rules, &position, coverage);
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
    Ok(Followed { board: rules.board(&position).clone(), outcome: rules.outcome(&position), turns, end })
}

fn end_of(rules: &NaiveConnect4, position: &<NaiveConnect4 as Rules>::Position, coverage: &Coverage) -> Case {
    let case = match rules.outcome(position) {
        Outcome::Win(winner) if rules.board(position).owns_line(winner, 4) => Case::FourInARow,
        Outcome::Win(_) => Case::LastToPlace,
        _ => Case::GoesOn,
    };
    case.count(coverage);
    case
}

/// Finds the bot's move by the next board, and plays it.
fn bot_move(
    rules: &NaiveConnect4,
    position: &mut <NaiveConnect4 as Rules>::Position,
    turns: usize,
    next: Option<&PackedBoard>,
    coverage: &Coverage,
) -> Result<(), Box<Difference>> {
    Case::BotMoves.count(coverage);
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
