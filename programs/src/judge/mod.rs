//! Somebody's program, held against the law: driven through its game's text protocol, and everything that it shows
//! compared with what it must show.
//!
//! | | |
//! |---|---|
//! | [`Template`] | the command, with placeholders for what varies from game to game |
//! | [`process`] | a program run on an input, whatever it does |
//! | [`Protocol`] | what a game brings: scripts that look for trouble, and the comparison |
//! | [`breakdown`], [`connect4`], [`jump61`], [`candy`], [`fitz`] | the games |
//! | [`Rule`], [`Coverage`] | what was tried, and how often |
//! | [`Difference`], [`SideBySide`], [`report`] | where program and law part, in text and as a page |
//!
//! Two levels: by default what a document leaves free is left free, and boards and results are read out of whatever
//! else a program says; the strict level is the rulings to the letter.
//!
//! A game is a [`Script`] that is sent in advance, and what the program shows is read afterwards. What the program
//! decides itself, its automatic moves, is followed: read from its output, looked at whether it was legal, and played.

pub mod breakdown;
pub mod candy;
pub mod connect4;
mod coverage;
mod difference;
pub mod fitz;
pub mod jump61;
pub mod process;
pub mod report;
mod script;
mod shrink;
mod template;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

pub use coverage::{Coverage, Rule};
pub use difference::{Difference, Picture, Shown, SideBySide};
pub use script::Script;
pub use template::{Template, Values, printf, quoted, shell_words};

use gridlaw::rng::Generator;
use process::{Limits, Run};

/// How a program is to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many games.
    pub games: u64,
    /// What they follow from.
    pub seed: u64,
    /// How long a reply may take.
    pub timeout: Duration,
}

/// A directory of one game's own, for its files; made when it is first asked for, and gone with this.
#[derive(Debug, Default)]
pub struct Desk(Option<tempfile::TempDir>);

impl Desk {
    /// The path of the directory: short, because lines of some programs are.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn path(&mut self) -> io::Result<&Path> {
        if self.0.is_none() {
            self.0 = Some(tempfile::Builder::new().prefix("g").tempdir()?);
        }
        Ok(self.0.as_ref().map_or(Path::new("."), |directory| directory.path()))
    }
}

/// How a script is put to a program.
#[derive(Clone, Debug)]
pub struct Task<E> {
    /// What the placeholders stand for.
    pub values: Values,
    /// Where the program is run, if not where the judge is.
    pub directory: Option<PathBuf>,
    /// What it is sent.
    pub input: Vec<u8>,
    /// Bytes that it may write.
    pub bytes: usize,
    /// What it must do, as far as that is known beforehand.
    pub expected: E,
}

/// A game and its text protocol, as the judge needs them.
pub trait Protocol: Sync {
    /// What varies in how the program is started.
    type Setting: Clone + PartialEq + Send + Sync;

    /// What is known beforehand of what the program must do.
    type Expected;

    /// What is tried, for [`Coverage`].
    fn rules(&self) -> &'static [Rule];

    /// Game number `number` of a run: a script that looks for trouble.
    fn script(&self, number: u64, generator: &mut Generator) -> Script<Self::Setting>;

    /// How the script is put to the program.
    ///
    /// # Errors
    /// When files cannot be written.
    fn prepare(&self, script: &Script<Self::Setting>, desk: &mut Desk) -> io::Result<Task<Self::Expected>>;

    /// Looks for the first difference in what the program did.
    ///
    /// # Errors
    /// The difference.
    fn check(
        &self,
        script: &Script<Self::Setting>,
        task: &Task<Self::Expected>,
        run: &Run,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>>;

    /// Scripts that are simpler than this one in something else than the number of turns, the simplest first.
    fn simpler(&self, script: &Script<Self::Setting>) -> Vec<Script<Self::Setting>>;

    /// The game's arguments for `gridlaw`, and the moves of the script for `gridlaw verdict` if it can be asked.
    /// `directory` is where the files of the game are.
    fn record(&self, script: &Script<Self::Setting>, directory: &Path) -> Record;
}

/// A script in the words of the other commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game and its size: `breakdown -w 8 -h 8 -k 3 -q 3`.
    pub game: String,
    /// The moves that are played, blanks between; those that are refused are not among them.
    pub moves: String,
    /// Whether `gridlaw verdict` reads them.
    pub verdict: bool,
    /// Files that the program was given.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}

impl Record {
    /// How many moves there are.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.split_whitespace().count()
    }
}

/// A game that shows a difference.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The number of the game in its run, from 0.
    pub number: u64,
    /// How many turns the game had, and how many are left.
    pub turns: [usize; 2],
    /// The difference in the short game.
    pub difference: Difference,
    /// The short game.
    pub record: Record,
    /// What is typed in it.
    pub input: Vec<u8>,
    /// The command, placeholders filled in.
    pub command: String,
    /// What the program wrote to its errors, at most a screen of it.
    pub errors: String,
}

/// What came of a run.
#[derive(Debug)]
pub struct Judgement {
    /// Games that were played.
    pub games: u64,
    /// How long that took.
    pub elapsed: Duration,
    /// What was tried in them.
    pub coverage: Coverage,
    /// The first game with a difference, made short.
    pub counterexample: Option<Counterexample>,
}

/// Plays the games side by side, up to the first one that shows a difference, and makes that one short. `done` hears of
/// every game.
///
/// # Errors
/// When the program cannot be started, or a file for it not be written.
pub fn judge<P: Protocol>(
    protocol: &P,
    template: &Template,
    options: Options,
    done: impl Fn(u64) + Sync,
) -> io::Result<Judgement> {
    let begun = Instant::now();
    let coverage = Coverage::new(protocol.rules());
    let played = std::sync::atomic::AtomicU64::new(0);
    let first = (0..options.games).into_par_iter().find_map_first(|number| {
        let script = protocol.script(number, &mut Generator::for_game(options.seed, number));
        let outcome = play(protocol, template, &script, options.timeout, &coverage);
        played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        done(1);
        match outcome {
            Ok((None, _)) => None,
            Ok((Some(difference), _)) => Some(Ok((number, script, difference))),
            Err(error) => Some(Err(error)),
        }
    });
    let games = played.into_inner();
    let elapsed = begun.elapsed();
    let counterexample = match first {
        None => None,
        Some(Err(error)) => return Err(error),
        Some(Ok((number, script, difference))) => {
            Some(explain(protocol, template, options.timeout, number, script, *difference)?)
        }
    };
    Ok(Judgement { games, elapsed, coverage, counterexample })
}

type Played = (Option<Box<Difference>>, Run);

fn play<P: Protocol>(
    protocol: &P,
    template: &Template,
    script: &Script<P::Setting>,
    timeout: Duration,
    coverage: &Coverage,
) -> io::Result<Played> {
    let mut desk = Desk::default();
    let task = protocol.prepare(script, &mut desk)?;
    let limits = Limits { reply: timeout, bytes: task.bytes };
    let run = process::run(&template.fill(&task.values), task.directory.as_deref(), &task.input, limits)?;
    Ok((protocol.check(script, &task, &run, coverage).err(), run))
}

/// What shrinking may cost.
const BUDGET: shrink::Budget = shrink::Budget { tries: 3000, time: Duration::from_secs(12) };

/// While a game that hangs is made short, nobody waits longer than this for a reply.
const IMPATIENT: Duration = Duration::from_millis(300);

/// A game with more turns than this is long: other games that show the same are looked for.
const LONG: usize = 8;

/// How many other games, and for how long.
const OTHERS: shrink::Budget = shrink::Budget { tries: 400, time: Duration::from_secs(4) };

fn explain<P: Protocol>(
    protocol: &P,
    template: &Template,
    timeout: Duration,
    number: u64,
    script: Script<P::Setting>,
    difference: Difference,
) -> io::Result<Counterexample> {
    let unseen = Coverage::new(protocol.rules());
    let long = script.clone();
    let shows_some = |patience: Duration, candidate: &Script<P::Setting>| {
        let (found, run) = play(protocol, template, candidate, patience, &unseen).ok()?;
        Some((found?, run))
    };
    let shows = |patience: Duration, candidate: &Script<P::Setting>| {
        shows_some(patience, candidate).filter(|(found, _)| found.rule == difference.rule)
    };
    let impatient = timeout.min(IMPATIENT);
    let simpler = |script: &Script<P::Setting>| protocol.simpler(script);
    let shortened = |script: Script<P::Setting>, turns: usize| {
        shrink::shrink(script, turns, BUDGET, simpler, |candidate| shows(impatient, candidate).is_some())
    };
    let mut short = shortened(script, difference.turns);
    if short.turns.len() > LONG {
        let until = Instant::now() + OTHERS.time;
        for number in 0..u64::from(OTHERS.tries) {
            let other = protocol.script(number, &mut Generator::for_game(!number, number));
            let better = other.turns.len() <= 2 * short.turns.len() && Instant::now() < until;
            if let Some((found, _)) = better.then(|| shows(impatient, &other)).flatten() {
                let other = shortened(other, found.turns);
                if other.turns.len() < short.turns.len() {
                    short = other;
                }
                if short.turns.len() <= LONG {
                    break;
                }
            }
        }
    }
    if short.turns.len() > LONG {
        // What goes wrong late under one rule may go wrong sooner under another.
        let all = short.turns.len();
        short = shrink::shrink(short, all, OTHERS, simpler, |candidate| shows_some(impatient, candidate).is_some());
    }
    let turns = [long.turns.len(), short.turns.len()];
    // A slow program may have seemed to hang.
    let (script, found, run) = match shows_some(timeout, &short) {
        Some((found, run)) => (short, *found, Some(run)),
        None => {
            let again = shows_some(timeout, &long);
            let (found, run) = again.map_or((difference.clone(), None), |(found, run)| (*found, Some(run)));
            (long, found, run)
        }
    };
    let mut desk = Desk::default();
    let task = protocol.prepare(&script, &mut desk)?;
    let command = shell_words(&template.fill(&task.values));
    let directory = desk.0.as_ref().map_or(Path::new(""), |directory| directory.path());
    let record = protocol.record(&script, directory);
    let errors = run.map(|run| run.errors).unwrap_or_default();
    let errors: String = String::from_utf8_lossy(&errors).chars().take(2000).collect();
    Ok(Counterexample {
        number,
        turns: [turns[0], script.turns.len()],
        difference: found,
        record,
        input: task.input,
        command,
        errors,
    })
}
