//! The protocol of `jump61`: the judge types `dump` after every line and compares the board with
//! the law; also the winner's line, the automatic moves, and the exit status, which is always 0.
//!
//! The judge follows automatic moves: it reads them from the output, checks them, and plays them on
//! its own board as if they had been typed. With [`Judge::new`]'s `strength` they must also be as
//! strong as ruling J10 asks.
//!
//! A command needs no placeholders, because the size is a command of the game; `{args}` is empty.

mod cases;
mod follow;
mod law;
mod plan;
mod read;
mod strength;

use std::io;
use std::path::Path;

use super::clauses::ClauseTable;
use super::coverage::{Clause, Coverage};
use super::desk::Desk;
use super::difference::Difference;
use super::letter;
use super::protocol::{Protocol, Record, Task};
use super::script::Script;
use super::transcript::Transcript;
use cases::Case;
use follow::{follow, written_out};
use gridlaw::games::jump61::Parameters;
use gridlaw::games::jump61::session::Command;
use gridlaw::games::{AnyGame, GameParameters};
use gridlaw::rng::Generator;
use law::{command, session};
pub use read::automatic_move;
use read::{Chunk, chunks, odd_dump, unended_win};

/// The placeholders of its commands.
pub const PLACEHOLDERS: &[&str] = &["args"];

/// The judge of a `jump61`.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    strength: bool,
    strict: bool,
}

impl Judge {
    /// The judge of a command. With `strength`, the automatic player must be as strong as ruling
    /// J10 asks.
    #[must_use]
    pub fn new(parameters: Parameters, strength: bool, strict: bool) -> Judge {
        Judge { parameters, strength, strict }
    }
}

impl Protocol for Judge {
    type Setting = ();
    type Expected = ();

    fn clauses(&self) -> &'static [Clause] {
        Case::ALL
    }

    fn directed(&self) -> Vec<Script<()>> {
        plan::directed(self.strength)
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

    fn check(&self, script: &Script<()>, task: &Task<()>, run: &Transcript, coverage: &Coverage) -> Vec<Difference> {
        let chunks = chunks(&String::from_utf8_lossy(&run.output));
        let compared = self.compare(script, task, run, &chunks, coverage);
        // A wrong form hides no other clause.
        let odd = odd_dump(&chunks).into_iter().chain(unended_win(&chunks));
        compared.err().map(|difference| *difference).into_iter().chain(odd).collect()
    }

    fn ends(&self, _: &Script<()>) -> Clause {
        Case::Ends.clause()
    }

    fn narrower(&self, script: &Script<()>, difference: &Difference) -> Vec<Script<()>> {
        if difference.clause != Case::Words.clause() {
            return Vec::new();
        }
        let turns = script.turns.iter().filter_map(|turn| written_out(turn)).collect();
        vec![Script { turns, ..script.clone() }]
    }

    fn has_chance(&self, script: &Script<()>) -> bool {
        script.turns.iter().any(|turn| matches!(command(turn), Some(Command::Auto(_))))
    }

    fn simpler(&self, script: &Script<()>) -> Vec<Script<()>> {
        plan::simpler(script)
    }

    fn record(&self, script: &Script<()>, _: &Path) -> Record {
        let line = |turn: &Vec<u8>| String::from_utf8_lossy(turn).trim_end().escape_debug().to_string();
        let moves: Vec<String> = script.turns.iter().map(line).collect();
        let mut size = script.turns.iter().filter_map(|turn| match command(turn) {
            Some(Command::Size(parameters)) => Some(parameters),
            _ => None,
        });
        let game = AnyGame::from(size.next_back().unwrap_or_else(Parameters::usual)).arguments();
        Record { game, moves: moves.join("; "), verdict: false, files: Vec::new() }
    }
}

impl Judge {
    fn compare(
        &self,
        script: &Script<()>,
        task: &Task<()>,
        run: &Transcript,
        chunks: &[Chunk],
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let all = script.turns.len();
        let followed = follow(script, chunks, self.strength, coverage);
        // After a difference they count as hidden.
        [Case::Status, Case::Ends].into_iter().for_each(|case| case.count(coverage));
        match followed {
            Err(difference) if difference.clause == Case::Dump.clause() && !run.ending.is_exit() => {
                return Err(Case::Ends.ending(difference.turns, run.ending));
            }
            result => result?,
        }
        if !run.ending.is_exit() {
            return Err(Case::Ends.ending(all, run.ending));
        }
        if run.ending.status() != Some(0) {
            return Err(Case::Status.ending(all, run.ending));
        }
        let automatic = chunks.iter().any(|chunk| !chunk.moves.is_empty());
        if self.strict && !automatic {
            Case::Letter.count(coverage);
            return compare_letters(all, &task.input, run);
        }
        Ok(())
    }
}

/// An output without the spots of boards on which one side owns every square.
fn without_won_spots(output: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(output);
    let parts = text.split("===\n").map(|part| {
        let squares = || part.lines().filter(|line| *line != "=").flat_map(str::split_whitespace);
        let is_of = |owner| {
            let is_own = |square: &str| square.strip_suffix(owner).is_some_and(|spots| spots.parse::<u32>().is_ok());
            squares().count() > 0 && squares().all(is_own)
        };
        let is_won = is_of('r') || is_of('b');
        part.chars().filter(|letter| !is_won || !letter.is_ascii_digit()).collect::<String>()
    });
    parts.collect::<Vec<_>>().join("===\n").into_bytes()
}

/// The wording of errors is free (ruling J8), their number is not, and the spots of a won board are
/// free (J7).
fn compare_letters(turns: usize, input: &[u8], run: &Transcript) -> Result<(), Box<Difference>> {
    let expected = session(input);
    let comparable = |run: &Transcript| Transcript { output: without_won_spots(&run.output), ..run.clone() };
    letter::compare_output(&comparable(&expected), &comparable(run), Case::Letter, turns)?;
    let errors = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"Error: ")).count();
    if errors(&run.errors) != errors(&expected.errors) {
        let difference = Case::Letter.difference(turns, "not every error, and nothing else, is told as `Error: ...`");
        return Err(Box::new(difference.lines(&expected.errors, &run.errors)));
    }
    Ok(())
}
