//! `gridlaw solve`: the exact value of a game, with a line of best play.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use crate::arguments::{Chosen, play_from};
use crate::books::BookArgument;
use crate::searching::{self, SearchArguments, seconds};
use crate::solution::{Limits, Wanted};
use crate::{Failure, TWO_SIDES, files, planning};
use gridlaw::Outcome;
use gridlaw::book::BookValue;
use gridlaw::games::AnyGame;
use gridlaw::search::{Checkpoint, Halt, Solving, hashes};

/// The arguments of `gridlaw solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    book: BookArgument,
    /// Keep what is known in this file, from time to time and when the time is over, and go on from
    /// it if it is there
    #[arg(help_heading = TWO_SIDES, long, value_name = "FILE", conflicts_with = "book")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(help_heading = TWO_SIDES, long, value_name = "SECONDS", default_value_t = 60.0, requires = "checkpoint", value_parser = seconds)]
    every: f64,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Stop after so many positions, rounded up to some thousands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Find who wins, without distances
    #[arg(help_heading = TWO_SIDES, long)]
    weak: bool,
    /// Print the value of every legal move too
    #[arg(long, conflicts_with = "book")]
    all: bool,
    /// How to show progress on stderr
    #[arg(help_heading = TWO_SIDES, long, value_name = "HOW", default_value = "bar")]
    progress: Shown,
}

/// The form of progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Shown {
    /// A line on a terminal
    Bar,
    /// An object a line, once a second
    Json,
}

/// The name of the solved position: one line that no other game or position has.
fn title(game: &AnyGame, from: &str) -> String {
    let mut title = game.to_string();
    // The arguments of a game do not contain its tiles.
    let [hash, _] = hashes(&format!("{game:?}"));
    let _ = write!(title, " {hash:016x}");
    for mv in from.split_whitespace() {
        let _ = write!(title, " {mv}");
    }
    title
}

/// Opens the checkpoint that is to be gone on from, if there is one, and reads it once.
fn load(path: &Path, title: &str) -> Result<Option<(Checkpoint, File)>, Failure> {
    let mut file = match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|metadata| metadata.is_file()) => file,
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Failure::at(path, &error)),
        // Nothing, or nothing to read: standard output, where it is a pipe, would be read for ever.
        _ => {
            files::check(path).map_err(|error| Failure::at(path, &error))?;
            return Ok(None);
        }
    };
    let checkpoint = Checkpoint::read(&mut file, title).map_err(|error| Failure::at(path, &error))?;
    file.rewind().map_err(|error| Failure::at(path, &error))?;
    Ok(Some((checkpoint, file)))
}

/// Shows the progress of a solver, keeps checkpoints, and stops at a limit.
struct Watcher<'a> {
    arguments: &'a SolveArguments,
    title: String,
    /// The number of positions that earlier runs searched.
    before: u64,
    limits: Limits,
    shown: Instant,
    kept: Instant,
    bar: ProgressBar,
    estimate: Estimate,
    fault: Option<Failure>,
}

/// An estimate of the time that the current question still takes.
struct Estimate {
    begun: Instant,
    done: f64,
}

impl Estimate {
    /// The remaining seconds, once there is enough progress for an estimate.
    fn remaining(&mut self, now: Instant, done: Option<f64>) -> Option<f64> {
        let done = done.unwrap_or(0.0);
        if done < self.done {
            // Another question, which begins at zero.
            self.begun = now;
        }
        self.done = done;
        (done > 1e-3).then(|| (now - self.begun).as_secs_f64() * (1.0 - done) / done)
    }
}

impl<'a> Watcher<'a> {
    fn new(arguments: &'a SolveArguments, title: String, before: u64) -> Watcher<'a> {
        let limits = Limits::new(arguments.time, arguments.nodes);
        let (now, bar) = (limits.begun, ProgressBar::new_spinner());
        let estimate = Estimate { begun: now, done: 0.0 };
        Watcher { arguments, title, before, limits, shown: now, kept: now, bar, estimate, fault: None }
    }

    fn watch(&mut self, solving: Solving<'_>) -> ControlFlow<()> {
        let now = Instant::now();
        let fresh = solving.search.nodes.saturating_sub(self.before);
        let json = self.arguments.progress == Shown::Json;
        let remaining = self.estimate.remaining(now, solving.search.done);
        if now - self.shown >= Duration::from_millis(if json { 1000 } else { 100 }) {
            self.shown = now;
            self.show(&solving, fresh, remaining, json);
        }
        let flow = self.limits.check(fresh);
        if let Some(path) = &self.arguments.checkpoint
            && (flow.is_break() || (now - self.kept).as_secs_f64() >= self.arguments.every)
        {
            if let Err(error) = files::replace_by(path, &mut |file| Checkpoint::write(&self.title, &solving, file)) {
                self.fault = Some(Failure::at(path, &error));
                return ControlFlow::Break(());
            }
            self.kept = Instant::now();
        }
        flow
    }

    fn show(&self, solving: &Solving<'_>, fresh: u64, remaining: Option<f64>, json: bool) {
        let (nodes, plies) = (solving.search.nodes, solving.bounds.plies);
        let seconds = (self.shown - self.limits.begun).as_secs_f64();
        if json {
            let line = serde_json::json!({
                "nodes": nodes,
                "seconds": seconds,
                "plies": plies,
                "done": solving.search.done,
                "remaining": remaining,
            });
            // One write: a reader never sees half an object. An error is no reason to stop.
            let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
            return;
        }
        let (millions, rate) = (nodes as f64 / 1e6, fresh as f64 / seconds / 1e6);
        let left = remaining.map_or(String::new(), |seconds| format!(", about {seconds:.0} s left"));
        self.bar.set_message(format!("beyond {plies} plies, {millions:.1} million positions, {rate:.1} a µs{left}"));
        self.bar.tick();
    }

    /// The failure of a solver that has stopped, of which `known` is known.
    fn not_solved(&self, halt: Halt, known: &str) -> Failure {
        Failure::NotSolved(self.limits.reason("--").unwrap_or_else(|| halt.to_string()) + known)
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.fault.take().map_or(Ok(()), Err)
    }
}

/// Prints the values of the moves if asked, the value, the outcome, a line of best play, and nodes
/// and seconds.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, [`Failure::Input`] when the
/// checkpoint is wrong or the table cannot be allocated, [`Failure::NotSolved`] when a limit was
/// reached, otherwise any error of writing.
pub fn run(chosen: &Chosen<SolveArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    if let AnyGame::Candy(instance) = game {
        let limits = Limits::new(arguments.time, arguments.nodes);
        return planning::solve(instance, &arguments.search.from, arguments.all, limits, output);
    }
    // An interrupt leaves no half of a checkpoint.
    #[cfg(unix)]
    crate::judge::cleanup::before_signals_end_this()?;
    let start = play_from(game.start(), &arguments.search.from)?;
    let wanted = Wanted { weak: arguments.weak, all: arguments.all };
    // The search begins where the book ends.
    let walk = wanted.walk(arguments.book.walk(&start)?, &start);
    let mut options = arguments.search.options();
    let title = title(game, &arguments.search.from);
    let kept = match &arguments.checkpoint {
        Some(path) => load(path, &title)?.map(|kept| (path, kept)),
        None => None,
    };
    if let Some((_, (checkpoint, _))) = &kept {
        options.table = checkpoint.table;
    }
    let mut solver = searching::solver(&walk.end, options)?;
    let mut before = 0;
    if let Some((path, (checkpoint, mut file))) = kept {
        solver = solver.go_on_from(&checkpoint, &mut file).map_err(|error| Failure::at(path, &error))?;
        before = checkpoint.nodes;
    }
    let mut watcher = Watcher::new(arguments, title, before);
    let found = wanted.find(&walk, &mut solver, &mut |solving| watcher.watch(solving));
    watcher.finish()?;
    let (moves, known) = wanted.known(&mut solver);
    for (mv, value) in moves {
        writeln!(output, "{mv} {value}")?;
    }
    let value = match found? {
        Ok(value) => value,
        Err(halt) => {
            output.flush()?;
            return Err(watcher.not_solved(halt, &known));
        }
    };
    let (nodes, elapsed) = (solver.nodes(), watcher.limits.begun.elapsed());
    let outcome = match value {
        BookValue::Win(_) => Outcome::Win(start.turn()),
        BookValue::Draw => Outcome::Draw,
        BookValue::Loss(_) => Outcome::Win(start.turn().other()),
    };
    writeln!(output, "value {value}")?;
    writeln!(output, "outcome {}", game.kind().outcome_mark(outcome))?;
    // A line of a large game may take long to find.
    output.flush()?;
    let line = wanted.line(walk, &mut solver, &mut |solving| watcher.watch(solving));
    watcher.finish()?;
    let line = line.map_err(|halt| watcher.not_solved(halt, " before the end of the line"))?;
    writeln!(output, "line {}", line.join(" "))?;
    writeln!(output, "nodes {nodes}")?;
    writeln!(output, "seconds {:.3}", elapsed.as_secs_f64())?;
    writeln!(output, "nodes/s {:.0}", (nodes - before) as f64 / elapsed.as_secs_f64().max(1e-9))?;
    output.flush()?;
    Ok(0)
}
