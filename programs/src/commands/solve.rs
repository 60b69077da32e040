//! `gridlaw solve`: the exact value of a game, with a line of best play.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use crate::arguments::{Chosen, play_from};
use crate::books::BookArgument;
use crate::searching::{SearchArguments, seconds};
use crate::{Failure, files, planning};
use gridlaw::Outcome;
use gridlaw::book::BookValue;
use gridlaw::games::AnyGame;
use gridlaw::search::{Checkpoint, Solving, hashes};
use gridlaw::solving::AnySolver;

/// How to solve, and what to keep.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    book: BookArgument,
    /// Keep what is known in this file, from time to time and when the time is over, and go on from
    /// it if it is there
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    every: f64,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
}

/// The largest checkpoint that is read: more than any table that one would keep.
const LARGEST: u64 = 1 << 40;

/// The name of the solved position: one line that no other game or position has.
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
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, [`Failure::Input`] when the
/// checkpoint is wrong, the table cannot be allocated or the time is over, otherwise any error of
/// writing.
pub fn run(chosen: &Chosen<SolveArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    if let AnyGame::Candy(instance) = game {
        if arguments.checkpoint.is_some() {
            let message = "--checkpoint: a plan for Candy is made from the beginning each time";
            return Err(Failure::Misuse(message.to_string()));
        }
        return planning::solve(instance, &arguments.search.from, arguments.time, output);
    }
    let start = play_from(game.start(), &arguments.search.from)?;
    // The search begins where the book ends.
    let walk = arguments.book.walk(&start)?;
    let mut options = arguments.search.options();
    let title = title(game, &arguments.search.from);
    let checkpoint = match &arguments.checkpoint {
        Some(path) => load(path, &title)?,
        None => None,
    };
    if let Some(checkpoint) = &checkpoint {
        options.table = checkpoint.table;
    }
    let solver = AnySolver::new(&walk.end, options).map_err(|error| Failure::Input(error.to_string()))?;
    let mut solver = solver.ok_or_else(|| Failure::Misuse(format!("{} is a game for one person", game.kind())))?;
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
    walk.confirm(value)?;
    let (nodes, elapsed) = (solver.nodes(), watcher.begun.elapsed());
    let fresh = nodes - checkpoint.map_or(0, |checkpoint| checkpoint.nodes);
    let line = solver.line(&mut |_| ControlFlow::Continue(())).map_err(|halt| Failure::Input(halt.to_string()))?;
    let value = walk.value.unwrap_or(value.into());
    let outcome = match value {
        BookValue::Win(_) => Outcome::Win(start.turn()),
        BookValue::Draw => Outcome::Draw,
        BookValue::Loss(_) => Outcome::Win(start.turn().other()),
    };
    writeln!(output, "value {value}")?;
    writeln!(output, "outcome {}", game.kind().outcome_mark(outcome))?;
    writeln!(output, "line {}", [walk.line, line].concat().join(" "))?;
    writeln!(output, "nodes {nodes}")?;
    writeln!(output, "seconds {:.3}", elapsed.as_secs_f64())?;
    writeln!(output, "nodes/s {:.0}", fresh as f64 / elapsed.as_secs_f64().max(1e-9))?;
    output.flush()?;
    Ok(0)
}
