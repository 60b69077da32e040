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
        Start: "start" Document "the empty board with its fixed center is shown first"
            "In the center of each board is a fixed area that tokens cannot move through.",
        Display: "display" Document "the display string, to the letter"
            "The function should generate a special formatted string representation of the board.",
        Slides: "slides" Document "a token slides to the far side, another token or the center"
            "The token slides into the board, along the row or column, until it either reaches the opposite side of the board, or collides with an existing token, or collides with a fixed piece.",
        Forfeit: "C1-forfeit" Document "an entry that is taken forfeits the turn"
            "If a player (unwisely) selects a position to place their token which is already occupied by an existing token, then their token will not be placed (i.e. they forfeit their turn).",
        GoesOn: "goes-on" Document "nothing has ended the game: no winner is named"
            "The function should return 0 (i.e. false) if the game is not over.",
        FourInARow: "C3-four-in-a-row" Document "a line of at least four through the last token wins"
            "Place a token such that a line of at least four tokens is formed (in any direction vertical, horizontal or diagonal).",
        LastToPlace: "C2-last-to-place" Document "whoever takes the last free entry wins, inner cells notwithstanding"
            "If the board contains no available positions in which a new token can be placed, then the game is over and the winner is the current player.",
        BotMoves: "C5-bot-moves" Document "a bot plays a free entry"
            "The bot must return a valid move.",
        BotWins: "C5-bot-wins" Document "a bot takes an immediate win, last-to-place included"
            "If it is possible for the bot to win on its current move, then it must make a winning move.",
        Ends: "ends" Document "the program ends after the winner, and never crashes or hangs"
            "Your functions will … never … cause the marking program to crash or freeze regardless of the input.",
        SmallLetters: "C6-lower-case" Ruling "sides may be typed in lower case"
            "Each selected move is indicated with a single character for the side: 'N', 'E', 'W' or 'S'.",
        Unreadable: "C6-unreadable" Ruling "what cannot be read is asked for again"
            "The document does not say what a move that cannot be read is.",
        EndOfInput: "C6-end-of-input" Ruling "the program ends at the end of input"
            "The document does not say what the end of input does.",
        Status: "C6-status" Ruling "exit status 0 after a finished game"
            "The document does not name an exit status.",
        Letter: "C6-letter" Ruling "the exchange to the letter (with --strict)"
            "The document leaves the wording of most prompts to its driver.",
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

/// The games that are played first: size, and what is typed.
const DIRECTED: &[(u32, &str)] = &[
    // The document's example.
    (7, "E3 N4 S4 W2 E2 E3 S5 N3 W4 E4"),
    // Every side slides to the far one, and up to the center.
    (6, "N0 S5 W0 E5 N2 S3 W3 E2 N5 S0"),
    (9, "N4 S4 W4 E4 N0 S8 W8 E0"),
    (4, "N1 S2 W1 E2 N0 S3"),
    // A column up to its last cell, then forfeits from both of its ends and from the sides.
    (4, "N0 N0 N0 N0 N0 S0 W0 W3 N3 N3 N0"),
    (5, "S4 S4 S4 S4 S4 S4 E0 E4 N4 N0"),
    // A line along every edge.
    (6, "N0 N5 N0 N5 N0 N5 N0"),
    (6, "S0 S5 S0 S5 S0 S5 S0"),
    (6, "W0 W5 W0 W5 W0 W5 W0"),
    (6, "E0 E5 E0 E5 E0 E5 E0"),
    // Four that wrap around the right edge are no line.
    (6, "E0 E2 E0 E3 W1 W4 W1 N3"),
    (6, "n0 N0 w5 E5"),
    (6, "N0 N 9 N0 N0"),
];

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

    fn directed(&self) -> Vec<Script<Setting>> {
        let mut scripts = Vec::new();
        for &(size, text) in DIRECTED {
            let Ok(parameters) = Parameters::new(size) else { continue };
            let mut script = Script::new(Setting { parameters, bot: false });
            text.split(' ').filter(|word| !word.is_empty()).for_each(|word| script.push(word));
            scripts.push(script);
        }
        scripts
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
                // The rulings, not the document, allow lower case.
                let letters = if self.strict { 6 } else { 4 };
                let letter = ["N", "E", "S", "W", "n", "w"][generator.below(letters) as usize];
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
    ) -> Vec<Difference> {
        let compared = self.compare(script, task, run, coverage);
        if compared.is_err() {
            // What the law would still have shown, the difference hides.
            coverage.hide_rest();
            let _ = self.compare(script, task, &self.law(script, &task.input), coverage);
        }
        let mut differences: Vec<Difference> = compared.err().map(|difference| *difference).into_iter().collect();
        for difference in &mut differences {
            let turns = &script.turns[..difference.turns.min(script.turns.len())];
            if turns.iter().any(|turn| turn.iter().any(u8::is_ascii_lowercase)) {
                difference.clause = Case::SmallLetters.clause();
            } else if typed(script).take(turns.len()).any(|(_, mv)| mv.is_none()) {
                difference.clause = Case::Unreadable.clause();
            }
        }
        differences
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn is_open(&self, script: &Script<Setting>) -> bool {
        let rules = NaiveConnect4::new(script.setting.parameters);
        let mut position = rules.start();
        for mv in typed(script).filter_map(|(_, mv)| mv) {
            if !rules.outcome(&position).is_over() {
                rules.play_unchecked(&mut position, mv);
            }
        }
        !rules.outcome(&position).is_over()
    }

    fn can_be_typed(&self, script: &Script<Setting>) -> bool {
        // A move beyond the board is another line that cannot be read.
        let size = script.setting.parameters.size().width();
        let moves = script.turns.iter().filter_map(|turn| {
            let text = String::from_utf8_lossy(turn).trim().to_ascii_uppercase();
            text.parse::<Move>().ok()
        });
        moves.into_iter().all(|mv| mv.index() < size)
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
    /// The law's run.
    fn law(&self, script: &Script<Setting>, input: &[u8]) -> Transcript {
        let bot = if script.setting.bot { GameType::HumanVsBot } else { GameType::HumanVsHuman };
        let settings = Settings {
            parameters: (!self.asks_size).then_some(script.setting.parameters),
            game_type: (!self.asks_type).then_some(bot),
            ..Settings::default()
        };
        let play = |parameters, seed, games| tournament::tournament(parameters, seed, 0..games);
        let law = Transcript::of_law(input, &mut |console| session::run(settings, console, play));
        law.expect("a console in memory does not fail")
    }

    fn compare(
        &self,
        script: &Script<Setting>,
        task: &Task<()>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let text = String::from_utf8_lossy(&run.output);
        let parameters = script.setting.parameters;
        let ended = |difference: Box<Difference>| {
            if difference.found != Shown::Nothing {
                return difference;
            }
            if !run.ending.is_exit() {
                return Case::Ends.ending(difference.turns, run.ending);
            }
            match winner_of(&text) {
                Some(winner) => Case::GoesOn.difference(
                    difference.turns.saturating_sub(1),
                    format!("the game goes on, and the program says that player {} has won", winner as u32 + 1),
                ),
                None => difference,
            }
        };
        let (boards, cut) = displays(&text, parameters);
        let followed = follow(script, &boards, coverage).map_err(|difference| match &cut {
            // The first display that is wrong, and not merely cut off by the program's end.
            Some(wrong) if difference.found == Shown::Nothing && run.ending.is_exit() => wrong.clone(),
            _ => ended(difference),
        })?;
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
            let difference = followed.end.difference(followed.turns, what);
            if !run.ending.is_exit() {
                return Err(Case::Ends.ending(followed.turns, run.ending));
            }
            return Err(Box::new(difference.between(board, Shown::Nothing)));
        }
        if !over && winner_of(&text).is_some() {
            let board = Shown::Board(Picture::of(&followed.board, GLYPHS));
            let told = Shown::Text(text.lines().rev().take(1).map(String::from).collect());
            let difference =
                Case::GoesOn.difference(followed.turns, "the game goes on, and the program names a winner");
            return Err(Box::new(difference.between(board, told)));
        }
        (if over { Case::Ends } else { Case::EndOfInput }).count(coverage);
        if !run.ending.is_exit() {
            let case = if over || run.ending.is_crash() { Case::Ends } else { Case::EndOfInput };
            return Err(case.ending(turns, run.ending));
        }
        if over {
            Case::Status.count(coverage);
            if run.ending.status() != Some(0) {
                return Err(Case::Status.ending(turns, run.ending));
            }
        }
        if self.strict && !script.setting.bot {
            Case::Letter.count(coverage);
            return letter::compare(&self.law(script, &task.input), run, Case::Letter, turns);
        }
        Ok(())
    }
}

/// The boards of an output, up to the first display string that is wrong; equal boards in sequence
/// count once.
fn displays(text: &str, parameters: Parameters) -> (Vec<PackedBoard>, Option<Box<Difference>>) {
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
                let lawful = empty.picture(&empty.start());
                let difference = Case::Display.difference(boards.len(), format!("a display string is wrong: {error}"));
                let expected = Shown::Text(lawful.lines().map(String::from).collect());
                let found = Shown::Text(shown.iter().map(|line| line.escape_debug().to_string()).collect());
                return (boards, Some(Box::new(difference.between(expected, found))));
            }
        }
        at += size + 4;
    }
    (boards, None)
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
    Case::Display.count(coverage);
    let first = found.next();
    if first.is_none_or(|first| !same(rules.board(&position), first)) {
        return Err(wrong(Case::Start, 0, "the first board is wrong".into(), rules.board(&position), first));
    }
    Case::Start.count(coverage);
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
        if script.turns[number - 1].iter().any(u8::is_ascii_lowercase) {
            Case::SmallLetters.count(coverage);
        }
        last = case;
        if *rules.board(&position) != before {
            let next = found.next();
            if next.is_none_or(|next| !same(rules.board(&position), next)) {
                let what = format!("the board after line {number}, {mv}, is wrong");
                let difference = wrong(case, number, what, rules.board(&position), next);
                return Err(Box::new(difference.after(Picture::of(&before, GLYPHS))));
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
