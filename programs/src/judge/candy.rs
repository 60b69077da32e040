//! The protocol of `candy` (ruling K7): compares the saved game with the state that the moves must
//! give.
//!
//! The default level compares the saved game as a game, however it is written, and whether the
//! program says that the game is won. The strict level also compares answers and file to the
//! letter.
//!
//! Placeholders: `{file}` and `{out}`, or `{args}` for `FILE --out OUT`. A command without `{out}`
//! runs in a directory of its own and must leave `test.out` there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::clauses::{ClauseTable, clauses};
use super::coverage::{Clause, Coverage};
use super::difference::{Difference, Picture, Shown};
use super::letter;
use super::protocol::{Desk, Protocol, Record, Task};
use super::script::Script;
use super::template::Template;
use super::transcript::Transcript;
use gridlaw::cell::{Pos, Side};
use gridlaw::games::candy::{
    Candy, CandyRules, Direction, Instance, Move, NewGame, STEP_LIMIT, State, Unbounded, Unwatched, json, session,
};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules};

clauses! {
    /// The clauses of Candy.
    Case {
        Settles: "K3-settles" Document "a game without a state starts from the empty board: it is filled, and settled"
            "The initial game state is derived from the game definition by applying gravity and then settling the board.",
        Resumes: "K3-resumes" Document "a game with a state goes on from it"
            "It is simply a container for the a game definition and, optionally, a game state.",
        Colors: "K1-templates" Document "templates fire in their order, each over the whole board, and gravity comes once a step"
            "… the entire board is searched for applications of vFour before any other templates are considered … All templates firings are performed before gravity is applied.",
        States: "states" Document "a square's state is lowered by one with every explosion, down to 0"
            "A 2D array representing the remaining number of firings required for each board square.",
        Score: "score" Document "the score counts explosions on squares with a state above 0"
            "Each time a candy explodes in a square with a positive state, the score is incremented.",
        Offsets: "K4-offsets" Document "every column counts what it has taken from the extension"
            "Each integer is the index of the next extension board square to use when sliding candies into the top of the board in the corresponding column.",
        MovesMade: "K2-moves" Document "a swap is made if a template matches after it, and only then is counted"
            "A move is allowed only if it results in at least one template firing.",
        Illegal: "K2-illegal" Document "an illegal swap changes nothing"
            "A move is allowed only if it results in at least one template firing.",
        StepLimit: "K1-step-limit" Document "a settling that never ends is ended after 1000 steps"
            "We arbitrarily bound the number of steps taken during settling at 1000.",
        Definition: "K5-definition" Document "the definition is saved as it was"
            "The game definition defines the game, before any moves have been made.",
        Saved: "K7-saved" Document "the game is saved on leaving: at `q` or the end of input"
            "The sample executable always writes a serialization to file test.out as it terminates.",
        Ends: "ends" Document "the program ends by itself and never crashes"
            "It must be possible to invoke your application with the command ./hw4 someFileName",
        Unwrapped: "K4-unwrapped" Ruling "offsets are saved unwrapped"
            "The offset is wrapped onto the extension, meaning that it could be larger than the number of rows in the extension.",
        Won: "K6-won" Ruling "all states 0: the game is said to be won, and may go on"
            "At this point, the game has no objective - you just play until you stop.",
        Stuck: "K6-stuck" Ruling "no legal swap, and not won"
            "At this point, the game has no objective - you just play until you stop.",
        BadFiles: "K5-bad-files" Ruling "a wrong game file is an error: exit status 1, and nothing is saved"
            "The document does not say what a wrong game file does.",
        Status: "K7-status" Ruling "exit status 0"
            "The document does not name an exit status.",
        Letter: "K7-letter" Ruling "answers and file to the letter (with --strict)"
            "The specification of this homework doesn't say anything about how the user can cause a serialization to be written.",
    }
}

/// The judge of a `candy`.
#[derive(Clone, Debug)]
pub struct Judge {
    instance: Instance,
    names_out: bool,
    strict: bool,
}

/// Why a command is invalid: it has no place for the game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command must have {{file}}, for the game file, or {{args}}")]
pub struct MissingPlaceholder;

impl Judge {
    /// The judge of a command.
    ///
    /// # Errors
    /// If the command has no place for the game file.
    pub fn new(instance: Instance, template: &Template, strict: bool) -> Result<Judge, MissingPlaceholder> {
        if !template.chooses(&["file"]) {
            return Err(MissingPlaceholder);
        }
        Ok(Judge { instance, names_out: template.chooses(&["out"]), strict })
    }
}

/// What the law makes of a script.
#[derive(Debug)]
pub struct Expected {
    saved: Instance,
    law: Transcript,
    outcome: Outcome,
    out: PathBuf,
}

/// A game to be played, with its file as it is or harmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    instance: Instance,
    /// A text in the file and what stands there instead.
    harm: Option<(&'static str, &'static str)>,
}

/// What makes a game file wrong.
const HARMS: &[(&str, &str)] = &[
    ("\"colors\"", "\"colours\""),
    ("\"gamedef\"", "\"definition\""),
    ("\"columns\":", "\"columns\": 1"),
    ("\"rows\":", "\"rows\": 1"),
    ("\"data\": [", "\"data\": [99999, "),
    ("\"data\": [", "\"data\": [-1, "),
    ("}", ""),
    ("{", "nonsense"),
];

impl Setting {
    fn file(&self) -> String {
        let text = json::write(&self.instance);
        match self.harm {
            Some((from, to)) => text.replacen(from, to, 1),
            None => text,
        }
    }
}

type Engine = Candy<Unbounded>;

fn engine(instance: &Instance) -> Engine {
    Candy::new(instance).expect("there is room for every game")
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn directed(&self) -> Vec<Script<Setting>> {
        let of = |instance: &Instance, harm| Script::new(Setting { instance: instance.clone(), harm });
        let mut scripts = vec![of(&self.instance, None)];
        scripts.extend(HARMS.iter().map(|&harm| of(&self.instance, Some(harm))));
        // One color never settles; a board of one square has no swap.
        for (columns, rows, colors) in [(3, 3, 1), (1, 1, 2), (1, 4, 2), (4, 1, 2)] {
            let new = NewGame { columns, rows, extension_rows: 7, colors, state: 1, id: 1 };
            scripts.extend(new.make().map(|game| of(&Instance::from(game), None)));
        }
        scripts
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        let instance = if number.is_multiple_of(2) { self.instance.clone() } else { small(generator) };
        let rules = engine(&instance);
        let mut position = rules.start();
        let instance = if number % 8 == 3 { resumed(instance, &rules, &mut position, generator) } else { instance };
        let size = instance.definition().size();
        let mut script = Script::new(Setting { instance, harm: None });
        let illegal = [0, 0, 4][generator.below(3) as usize];
        for _ in 0..1 + generator.below(24) {
            let square =
                Pos::new(generator.below(size.height().into()) as u32, generator.below(size.width().into()) as u32);
            if illegal > 0 && generator.below(illegal) == 0 {
                let direction = Direction::ALL[generator.below(4) as usize];
                let mv = Move::new(square, direction);
                if rules.can_swap(&position, mv) {
                    rules.swap(&mut position, mv, &mut Unwatched);
                }
                script.push(format!("{} {} {}", square.row, square.col, direction.letter()));
                continue;
            }
            if self.strict && generator.below(10) == 0 {
                script.push(["", "  ", "x", "0 0", "0 0 X", "0 0 u", "-1 0 U", "0 0 U 0"][generator.below(8) as usize]);
                continue;
            }
            let mut swaps = Vec::new();
            let _ = rules.visit_swaps(&position, |mv| {
                swaps.push(mv);
                std::ops::ControlFlow::<()>::Continue(())
            });
            if swaps.is_empty() {
                break;
            }
            let mv = swaps[generator.below(swaps.len() as u64) as usize];
            let (square, direction) = (mv.square(), mv.direction().letter());
            // The same swap, named by its other square.
            let named = match (mv.neighbor().filter(|_| generator.below(3) == 0), direction) {
                (Some(other), 'U') => format!("{} {} D", other.row, other.col),
                (Some(other), 'R') => format!("{} {} L", other.row, other.col),
                _ => format!("{} {} {direction}", square.row, square.col),
            };
            script.push(named);
            rules.swap(&mut position, mv, &mut Unwatched);
        }
        if generator.below(2) == 0 {
            script.push("q");
        }
        script
    }

    fn prepare(&self, script: &Script<Setting>, desk: &mut Desk) -> io::Result<Task<Expected>> {
        let directory = desk.path()?.to_path_buf();
        let file = directory.join("game.json");
        fs::write(&file, script.setting.file())?;
        let out = directory.join(if self.names_out { "saved.json" } else { "test.out" });
        let input = script.input();
        let instance = &script.setting.instance;
        let rules = engine(instance);
        let mut position = rules.start();
        let law = Transcript::of_law(&input, &mut |console| {
            session::play(&rules, &mut position, session::Show::Answers, console).map(|()| 0)
        })?;
        let state = rules.setup(&position);
        let saved = Instance::new(instance.definition().clone(), state).expect("a state of this game");
        let outcome = if rules.is_won(&position) { Outcome::Win(Side::First) } else { rules.outcome(&position) };
        let values = vec![
            ("args", vec![file.clone().into(), "--out".into(), out.clone().into()]),
            ("file", vec![file.into()]),
            ("out", vec![out.clone().into()]),
        ];
        let expected = Expected { saved, law, outcome, out };
        let directory = (!self.names_out).then_some(directory);
        // A program may show the board after every move, in color.
        let bytes = (1 << 18) + 64 * (instance.definition().size().cells() as usize + 64) * (script.turns.len() + 2);
        Ok(Task { values, directory, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Vec<Difference> {
        if script.setting.harm.is_some() {
            Case::BadFiles.count(coverage);
            return compare_bad_file(task, run).into_iter().collect();
        }
        let expected = &task.expected;
        let turns = script.turns.len();
        let mut differences = Vec::new();
        if !run.ending.is_exit() {
            differences.push(*Case::Ends.ending(turns, run.ending));
            coverage.hide_rest();
        }
        let saved = compare_saved(script, expected, differences.is_empty());
        if !matches!(&saved, Err(difference) if difference.clause != Case::Unwrapped.clause()) {
            cover(script, expected, coverage);
        } else {
            Case::Saved.count(coverage);
            coverage.hide_rest();
            cover(script, expected, coverage);
        }
        if differences.is_empty() {
            differences.extend(saved.err().map(|difference| *difference));
            differences.extend(compare_said(expected, turns, run).map(|difference| *difference));
        }
        if self.strict && differences.is_empty() {
            Case::Letter.count(coverage);
            differences.extend(compare_letters(expected, turns, run).err().map(|difference| *difference));
        }
        differences
    }

    fn ends(&self, _: &Script<Setting>) -> Clause {
        Case::Ends.clause()
    }

    fn simpler(&self, _: &Script<Setting>) -> Vec<Script<Setting>> {
        Vec::new()
    }

    fn record(&self, script: &Script<Setting>, directory: &Path) -> Record {
        let file = directory.join("game.json");
        let moves: Vec<String> = script
            .turns
            .iter()
            .filter_map(|turn| {
                let text = String::from_utf8_lossy(turn);
                let words: Vec<&str> = text.split_whitespace().collect();
                let [row, col, direction] = words[..] else { return None };
                Some(format!("{row},{col},{direction}"))
            })
            .collect();
        let files = vec![(file.clone(), script.setting.file().into_bytes())];
        Record { game: format!("candy {}", file.display()), moves: moves.join(" "), verdict: false, files }
    }
}

/// A small game: few colors, few rows of extension, sometimes one that never settles.
fn small(generator: &mut Generator) -> Instance {
    let mut from = |low: u32, high: u32| low + generator.below(u64::from(high - low + 1)) as u32;
    let colors = if from(0, 39) == 0 { 1 } else { from(2, 6) };
    let new = NewGame {
        columns: from(1, 9),
        rows: from(1, 9),
        extension_rows: from(1, 20),
        colors,
        state: from(0, 2),
        id: from(0, 1 << 20),
    };
    new.make().map_or_else(|_| NewGame::new(4, 4).make().expect("a game").into(), Instance::from)
}

/// The same game after some moves, as it is saved.
fn resumed(
    instance: Instance,
    rules: &Engine,
    position: &mut <Engine as Rules>::Position,
    generator: &mut Generator,
) -> Instance {
    for _ in 0..generator.below(6) {
        let Some(mv) = rules.choose_move(position, |count| generator.below(count)) else { break };
        rules.play_unchecked(position, mv);
    }
    let saved = Instance::new(instance.definition().clone(), rules.setup(position));
    let Ok(saved) = saved else { return instance };
    *position = engine(&saved).start();
    saved
}

/// A board for people: the letter of every candy, then its state; the highest row first, as on
/// screen.
fn picture(state: &State) -> Picture {
    let (rows, columns) = (state.colors.rows, state.colors.columns);
    let cell = |row: u32, col: u32| {
        let at = Pos::new(row, col);
        let (color, left) = (state.colors.at(at), state.states.at(at));
        let letter = char::from_u32('A' as u32 + color).filter(char::is_ascii_uppercase);
        format!("{}{left}", letter.map_or_else(|| color.to_string(), String::from))
    };
    Picture {
        columns: (0..columns).map(|col| col.to_string()).collect(),
        rows: (0..rows).rev().map(|row| (row.to_string(), (0..columns).map(|col| cell(row, col)).collect())).collect(),
        ..Picture::default()
    }
}

/// The difference that a program takes a wrong game file, or does not end by itself with one.
fn compare_bad_file(task: &Task<Expected>, run: &Transcript) -> Option<Difference> {
    if !run.ending.is_exit() {
        return Some(*Case::BadFiles.ending(0, run.ending));
    }
    let what = match (run.ending.status(), task.expected.out.exists()) {
        (_, true) => "the game file is wrong, and a game is saved",
        (Some(0), false) => "the game file is wrong, and the exit status is 0",
        _ => return None,
    };
    Some(*Case::BadFiles.difference(0, what))
}

/// Compares the saved game with the law's.
fn compare_saved(script: &Script<Setting>, expected: &Expected, exited: bool) -> Result<(), Box<Difference>> {
    let turns = script.turns.len();
    let instance = &script.setting.instance;
    let bytes = match fs::read(&expected.out) {
        Err(_) if !exited => return Ok(()),
        read => read.map_err(|_| Case::Saved.difference(turns, "the game was not saved"))?,
    };
    let found = json::read(&bytes)
        .map_err(|error| Case::Saved.difference(turns, format!("the saved game cannot be read: {error}")))?;
    let begun = instance.state().map_or(0, |state| state.moves);
    compare(turns, begun, &expected.saved, &found)
}

/// Compares what the program says about the end of the game, and its exit status.
fn compare_said(expected: &Expected, turns: usize, run: &Transcript) -> Option<Box<Difference>> {
    let won = expected.outcome == Outcome::Win(Side::First);
    if says_won(&String::from_utf8_lossy(&run.output)) != won {
        let what = if won {
            "the game is won, and the program does not say so"
        } else {
            "the game is not won, and the program says so"
        };
        return Some(Case::Won.difference(turns, what));
    }
    (run.ending.status() != Some(0)).then(|| Case::Status.ending(turns, run.ending))
}

fn compare_letters(expected: &Expected, turns: usize, run: &Transcript) -> Result<(), Box<Difference>> {
    letter::compare_output(&expected.law, run, Case::Letter, turns)?;
    let text = json::write(&expected.saved);
    let bytes = fs::read(&expected.out).unwrap_or_default();
    if bytes == text.as_bytes() {
        return Ok(());
    }
    let difference = Case::Letter.difference(turns, "the file is not the rulings' to the letter");
    Err(Box::new(difference.lines(text.as_bytes(), &bytes)))
}

/// Compares the saved game with the law's. `begun` is the number of moves made before the game.
fn compare(turns: usize, begun: u64, expected: &Instance, found: &Instance) -> Result<(), Box<Difference>> {
    if expected.definition() != found.definition() {
        return Err(Case::Definition.difference(turns, "the definition is not saved as it was"));
    }
    let (Some(law), Some(state)) = (expected.state(), found.state()) else {
        return Err(Case::Saved.difference(turns, "the saved game has no state"));
    };
    let numbers = |state: &State| {
        let offsets: Vec<String> = state.offsets.iter().map(u64::to_string).collect();
        Shown::Text(vec![
            format!("score {}", state.score),
            format!("moves {}", state.moves),
            format!("offsets {}", offsets.join(",")),
        ])
    };
    let boards = (Shown::Board(picture(law)), Shown::Board(picture(state)));
    let case = if law.moves == begun && state.moves != begun {
        Case::Illegal
    } else if law.colors != state.colors {
        Case::Colors
    } else if law.states != state.states {
        Case::States
    } else if law.moves != state.moves {
        Case::MovesMade
    } else if law.score != state.score {
        Case::Score
    } else if wrapped(expected, &law.offsets) != wrapped(expected, &state.offsets) {
        Case::Offsets
    } else if law.offsets != state.offsets {
        Case::Unwrapped
    } else {
        return Ok(());
    };
    let (what, (expected, found)) = match case {
        Case::Illegal => ("an illegal swap was made", boards),
        Case::MovesMade => ("the number of moves made is wrong", (numbers(law), numbers(state))),
        Case::Colors => ("the candies are wrong", boards),
        Case::States => ("the states are wrong", boards),
        Case::Score => ("the score is wrong", (numbers(law), numbers(state))),
        Case::Unwrapped => ("the offsets are not saved as they grow", (numbers(law), numbers(state))),
        _ => ("the offsets of the extension are wrong", (numbers(law), numbers(state))),
    };
    Err(Box::new(case.difference(turns, what).between(expected, found)))
}

/// Offsets as rows of the extension.
fn wrapped(instance: &Instance, offsets: &[u64]) -> Vec<u64> {
    let rows = u64::from(instance.definition().extension().rows.max(1));
    offsets.iter().map(|offset| offset % rows).collect()
}

/// Whether a line says in its own words that the game is won, and not that it is not, or could be.
fn says_won(output: &str) -> bool {
    output.lines().any(|line| {
        let line = line.to_lowercase();
        let says =
            |known: &[&str]| line.split(|letter: char| !letter.is_alphabetic()).any(|word| known.contains(&word));
        says(&["won", "wins", "win"]) && !says(&["not", "no", "t", "if", "to", "can", "yet"])
    })
}

fn cover(script: &Script<Setting>, expected: &Expected, coverage: &Coverage) {
    let begun = script.setting.instance.state();
    let start = if begun.is_some() { Case::Resumes } else { Case::Settles };
    start.count(coverage);
    let answers = String::from_utf8_lossy(&expected.law.output);
    for answer in answers.lines() {
        match answer {
            "ok" => {
                let cases = [Case::Colors, Case::States, Case::Score, Case::Offsets, Case::MovesMade];
                cases.into_iter().for_each(|case| case.count(coverage));
            }
            "illegal" => Case::Illegal.count(coverage),
            "You have won!" => Case::Won.count(coverage),
            "No moves left." => Case::Stuck.count(coverage),
            _ => {}
        }
    }
    let cells = u64::from(script.setting.instance.definition().size().cells());
    if expected.saved.state().is_some_and(|state| state.offsets.iter().sum::<u64>() > cells + u64::from(STEP_LIMIT)) {
        Case::StepLimit.count(coverage);
    }
    let always = [Case::Saved, Case::Ends, Case::Definition, Case::Status, Case::Unwrapped];
    always.into_iter().for_each(|case| case.count(coverage));
}

#[cfg(test)]
mod tests {
    use super::says_won;

    #[test]
    fn a_win_is_recognized_in_any_words() {
        assert!(["3 moves\nYou have won!\n", "you win", "Player wins."].iter().all(|said| says_won(said)));
        let others = ["the game goes on", "not won yet", "You haven't won", "swap to win", "a window", ""];
        assert!(others.iter().all(|said| !says_won(said)));
    }
}
