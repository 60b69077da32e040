//! `jump61` under the judge: after every line that is typed the board is asked for with `dump`, and held against the law; so are
//! the winner's line, the automatic moves, and the exit status, which is always 0.
//!
//! What the program plays itself is followed: its moves are read from its output, looked at, and played on the judge's own
//! board as if they had been typed. With [`Judge::new`]'s `strength` they must also be as strong as ruling J10 asks.
//!
//! No placeholders are needed, since the size is a command; `{args}` is nothing.

mod follow;
mod plan;
mod strength;

use std::io;
use std::path::Path;

use super::coverage::rules;
use super::process::{Ending, Run};
use super::{Coverage, Desk, Difference, Picture, Protocol, Record, Rule, Script, Shown, Task};
use follow::{chunks, follow};
use gridlaw::console::Console;
use gridlaw::games::jump61::session::{self, Command, Options};
use gridlaw::games::jump61::{Board, Parameters, Square};
use gridlaw::rng::Generator;

rules! {
    /// What is tried in Jump61.
    Case {
        Size: "Textual Input Language" "`size` and `clear` make a neutral board and stop the game",
        Moves: "Rules of Jump61" "a move adds one spot to a square that is not the opponent's, and colours it",
        Cascades: "Rules of Jump61" "overfull squares give a spot to every neighbour, which takes the player's colour",
        Wins: "J7" "the winner's line once, as soon as all squares have one colour; then playing stops",
        Turn: "J2" "whose turn it is follows from the spots",
        Refused: "J4" "what is in error changes nothing, and does not stop a game",
        NotPlaying: "J1" "a move while no game is in progress is an error",
        Opponents: "Rules of Jump61" "a square of the opponent's is refused",
        Set: "Textual Input Language" "`set` puts spots on a square; 0 makes it neutral with one (J3)",
        Words: "J5" "command words: case does not matter, and a prefix will do",
        AutomaticLegal: "Output" "`P moves R C.` for every automatic move, which is legal",
        AutomaticPlays: "Textual Input Language" "an automatic side moves whenever it is its turn in a game",
        Strength: "J10" "the automatic player finds a win that is at most four of its moves away",
        Holds: "J10" "the automatic player does not walk into a loss by one of the next four moves",
        Dump: "Textual Input Language" "`dump` shows the board between its markers, a line a row",
        Status: "Output" "the exit status is 0 whatever was typed",
        Ends: "Other Requirements" "the program ends at `quit` or the end of input, and is always in control of it",
        Letter: "J8" "output to the letter, and errors on standard error (strict)",
    }
}

impl Case {
    fn difference(self, turns: usize, what: impl Into<String>) -> Box<Difference> {
        Box::new(Difference::new(self.rule(), turns, what))
    }
}

/// Jump61 under the judge.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    strength: bool,
    strict: bool,
}

impl Judge {
    /// The judge of a command; `strength` asks of the automatic player what ruling J10 does.
    #[must_use]
    pub fn new(parameters: Parameters, strength: bool, strict: bool) -> Judge {
        Judge { parameters, strength, strict }
    }
}

impl Protocol for Judge {
    type Setting = ();
    type Expected = ();

    fn rules(&self) -> &'static [Rule] {
        Case::ALL
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<()> {
        plan::script(self.parameters, self.strength, self.strict, number, generator)
    }

    fn prepare(&self, script: &Script<()>, _: &mut Desk) -> io::Result<Task<()>> {
        let mut input = Vec::new();
        for turn in &script.turns {
            input.extend_from_slice(turn);
            input.extend_from_slice(b"dump\n");
        }
        let bytes = 4096 * (script.turns.len() + 16);
        Ok(Task { values: vec![("args", Vec::new())], directory: None, input, bytes, expected: () })
    }

    fn check(
        &self,
        script: &Script<()>,
        task: &Task<()>,
        run: &Run,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let text = String::from_utf8_lossy(&run.output);
        let chunks = chunks(&text);
        let is_ended = matches!(run.ending, Ending::Ended(status) if status.code().is_some());
        let all = script.turns.len();
        match follow(script, &chunks, self.strength, &mut |case| coverage.count(case as usize)) {
            Err(difference) if difference.rule == Case::Dump.rule() && !is_ended => {
                return Err(Case::Ends.difference(difference.turns, run.ending.to_string()));
            }
            result => result?,
        }
        coverage.count(Case::Status as usize);
        coverage.count(Case::Ends as usize);
        if !is_ended {
            return Err(Case::Ends.difference(all, run.ending.to_string()));
        }
        if run.ending.status() != Some(0) {
            return Err(Case::Status.difference(all, run.ending.to_string()));
        }
        let automatic = chunks.iter().any(|chunk| !chunk.moves.is_empty());
        if self.strict && !automatic {
            coverage.count(Case::Letter as usize);
            return compare_letters(all, &task.input, run);
        }
        Ok(())
    }

    fn simpler(&self, script: &Script<()>) -> Vec<Script<()>> {
        plan::simpler(script)
    }

    fn record(&self, script: &Script<()>, _: &Path) -> Record {
        let moves: Vec<String> = script
            .turns
            .iter()
            .filter_map(|turn| match command(turn) {
                Some(Command::Move { row, col }) => Some(format!("{row},{col}")),
                _ => None,
            })
            .collect();
        let mut size = script.turns.iter().filter_map(|turn| match command(turn) {
            Some(Command::Size(parameters)) => Some(parameters.size()),
            _ => None,
        });
        let game = format!("jump61 --size {}", size.next_back().unwrap_or(6));
        Record { game, moves: moves.join(" "), verdict: false, files: Vec::new() }
    }
}

/// What a turn asks for, if it can be read.
fn command(turn: &[u8]) -> Option<Command> {
    Command::read(String::from_utf8_lossy(turn).trim_end_matches('\n')).ok().flatten()
}

/// What the law's session says to an input.
fn session(input: &[u8]) -> Console<&[u8], Vec<u8>, Vec<u8>> {
    let mut console = Console::new(input, Vec::new(), Vec::new());
    // Reading and writing memory does not fail.
    let _ = session::run(Options { limit: 1, ..Options::default() }, &mut (), &mut console);
    console
}

fn compare_letters(turns: usize, input: &[u8], run: &Run) -> Result<(), Box<Difference>> {
    let expected = session(input);
    if run.output != expected.output {
        let difference = Case::Letter.difference(turns, "the output is not the rulings' to the letter");
        return Err(Box::new(difference.lines(&expected.output, &run.output)));
    }
    let errors = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"Error: ")).count();
    if errors(&run.errors) != errors(&expected.errors) {
        let difference = Case::Letter.difference(turns, "not every error, and nothing else, is told as `Error: ...`");
        return Err(Box::new(difference.lines(&expected.errors, &run.errors)));
    }
    Ok(())
}

/// A board for people: spots and owner of every square.
fn picture(board: &Board) -> Picture {
    let size = board.parameters().size();
    let glyph = |square: Square| match square.owner() {
        None => format!("{}-", square.spots()),
        Some(side) => format!("{}{}", square.spots(), ["r", "b"][side.index()]),
    };
    let cell = |row, col| glyph(board.square(gridlaw::cell::Pos::new(row, col)));
    Picture {
        columns: (1..=size).map(|col| col.to_string()).collect(),
        rows: (0..size).map(|row| ((row + 1).to_string(), (0..size).map(|col| cell(row, col)).collect())).collect(),
    }
}

fn both(expected: &Board, found: &Board) -> (Shown, Shown) {
    (Shown::Board(picture(expected)), Shown::Board(picture(found)))
}
