//! `gridlaw solve`: the exact value of a game, with a line of best play.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::candy_plan;
use crate::arguments::Chosen;
use crate::{Failure, files};
use gridlaw::games::{AnyGame, SearchVisitor};
use gridlaw::record::replay;
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::search::{Checkpoint, Options, PositionOf, Searchable, Searcher, Solver, Solving, Value, hashes};

/// With what to search, for `solve` and `best`.
#[derive(Clone, Debug, Args)]
pub struct SearchArguments {
    /// How many threads search
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    table: u32,
    /// Start after these moves, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    pub(super) from: String,
}

impl SearchArguments {
    pub(super) fn options(&self) -> Options {
        Options { table: self.table as usize, threads: self.threads.into(), ..Options::default() }
    }

    /// The position after the moves of `--from`.
    pub(super) fn position<R: Notation>(&self, rules: &R) -> Result<R::Position, Failure> {
        let mut position = rules.start();
        replay(rules, &mut position, &self.from, |_| ())
            .map_err(|error| Failure::Misuse(format!("--from {:?}: {error}", self.from)))?;
        Ok(position)
    }
}

/// How to solve, and what to keep.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub(super) search: SearchArguments,
    /// Keep what is known in this file, from time to time and when the time is over, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    every: f64,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time: Option<f64>,
}

/// A time in seconds, from a thousandth of one to some thousand years.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=1e11).contains(&seconds) => Ok(seconds),
        _ => Err("a time is at least 0.001 seconds".to_string()),
    }
}

/// What was solved, told line by line.
pub(super) fn line_of<M: ToString>(moves: &[M]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The largest checkpoint that is read: more than any table that one would keep.
const LARGEST: u64 = 1 << 40;

struct Solve<'a, O> {
    arguments: &'a SolveArguments,
    game: &'a AnyGame,
    output: O,
}

impl<O: Write> SearchVisitor for Solve<'_, O> {
    type Output = Result<u8, Failure>;

    fn visit<S: Searchable<Rules: gridlaw::games::Game> + Clone + 'static>(self, game: S) -> Self::Output {
        let Solve { arguments, game: any_game, mut output } = self;
        let position = arguments.search.position(game.rules())?;
        let (turn, mut options) = (game.rules().turn(&position), arguments.search.options());
        let title = title(any_game, &arguments.search.from);
        let checkpoint = match &arguments.checkpoint {
            Some(path) => load(path, &title)?,
            None => None,
        };
        if let Some(checkpoint) = &checkpoint {
            options.table = checkpoint.table;
        }
        let rules = game.rules().clone();
        let mut solver = solver(game, options, &position)?;
        if let Some(checkpoint) = &checkpoint {
            solver.go_on_from(checkpoint);
        }
        let mut watcher = Watcher::new(arguments, title);
        let solved = solver.solve(&mut |solving| watcher.watch(solving));
        watcher.finish()?;
        let value = match solved {
            Ok(value) => value,
            Err(halt) => return Err(Failure::Input(format!("not solved: {halt}{}", watcher.reached()))),
        };
        let (nodes, elapsed) = (solver.searcher().nodes(), watcher.begun.elapsed());
        let fresh = nodes - checkpoint.map_or(0, |checkpoint| checkpoint.nodes);
        let line = solver.line(&mut |_| ControlFlow::Continue(())).map_err(|halt| Failure::Input(halt.to_string()))?;
        let outcome = match value {
            Value::Win(_) => Outcome::Win(turn),
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Win(turn.other()),
        };
        writeln!(output, "value {value}")?;
        writeln!(output, "outcome {}", rules.outcome_mark(outcome))?;
        writeln!(output, "line {}", line_of(&line))?;
        writeln!(output, "nodes {nodes}")?;
        writeln!(output, "seconds {:.3}", elapsed.as_secs_f64())?;
        writeln!(output, "nodes/s {:.0}", fresh as f64 / elapsed.as_secs_f64().max(1e-9))?;
        output.flush()?;
        Ok(0)
    }
}

pub(super) fn solver<S: Searchable>(game: S, options: Options, position: &PositionOf<S>) -> Result<Solver<S>, Failure> {
    let searcher = Searcher::new(game, options).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(Solver::new(searcher, position))
}

/// What is solved, in one line that no other game or position has.
fn title(game: &AnyGame, from: &str) -> String {
    let mut title = game.to_string();
    // Tiles are not in the name of a game.
    let [hash, _] = hashes(&format!("{game:?}"));
    let _ = write!(title, " {hash:016x}");
    for mv in from.split_whitespace() {
        let _ = write!(title, " {mv}");
    }
    title
}

fn load(path: &Path, title: &str) -> Result<Option<Checkpoint>, Failure> {
    let fault = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let bytes = match files::read(path, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            files::check(path).map_err(|error| fault(&error))?;
            return Ok(None);
        }
        Err(error) => return Err(fault(&error)),
    };
    Checkpoint::read(&bytes, title).map(Some).map_err(|error| fault(&error))
}

/// Shows how far a solver is, and keeps checkpoints.
struct Watcher<'a> {
    arguments: &'a SolveArguments,
    title: String,
    begun: Instant,
    shown: Instant,
    kept: Instant,
    bar: ProgressBar,
    plies: u16,
    fault: Option<Failure>,
}

impl<'a> Watcher<'a> {
    fn new(arguments: &'a SolveArguments, title: String) -> Watcher<'a> {
        let now = Instant::now();
        let bar = ProgressBar::new_spinner();
        Watcher { arguments, title, begun: now, shown: now, kept: now, bar, plies: 0, fault: None }
    }

    fn watch(&mut self, solving: Solving<'_>) -> ControlFlow<()> {
        let now = Instant::now();
        self.plies = solving.bounds.plies;
        if now - self.shown >= Duration::from_millis(100) {
            self.shown = now;
            let rate = solving.search.nodes as f64 / (now - self.begun).as_secs_f64() / 1e6;
            let millions = solving.search.nodes as f64 / 1e6;
            let plies = self.plies;
            self.bar.set_message(format!("beyond {plies} plies, {millions:.1} million positions, {rate:.1} a µs"));
            self.bar.tick();
        }
        let is_over = self.arguments.time.is_some_and(|limit| (now - self.begun).as_secs_f64() >= limit);
        if let Some(path) = &self.arguments.checkpoint
            && (is_over || (now - self.kept).as_secs_f64() >= self.arguments.every)
        {
            if let Err(error) = files::replace(path, &Checkpoint::write(&self.title, &solving)) {
                self.fault = Some(Failure::Input(format!("{}: {error}", path.display())));
                return ControlFlow::Break(());
            }
            self.kept = Instant::now();
        }
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.fault.take().map_or(Ok(()), Err)
    }

    fn reached(&self) -> String {
        format!("; nobody wins within {} plies", self.plies)
    }
}

/// Prints the value, the outcome, a line of best play, and what it took.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, [`Failure::Input`] when the checkpoint is wrong, the table cannot be had
/// or the time is over, otherwise what writing reports.
pub fn run(chosen: &Chosen<SolveArguments>, output: impl Write) -> Result<u8, Failure> {
    let Chosen { game, rest, .. } = chosen;
    if let AnyGame::Candy(instance) = game {
        return candy_plan::solve(instance, rest, output);
    }
    game.visit_search(Solve { arguments: rest, game, output }).unwrap_or(Ok(0))
}
