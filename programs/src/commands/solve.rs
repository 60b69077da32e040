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
use crate::planning::Limits;
use crate::searching::{self, SearchArguments, known, seconds};
use crate::{Failure, TWO_SIDES, files, planning};
use gridlaw::Outcome;
use gridlaw::book::BookValue;
use gridlaw::games::AnyGame;
use gridlaw::search::{Checkpoint, Halt, Solving, WatchSolving, hashes};
use gridlaw::solving::AnySolver;

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
    #[arg(help_heading = TWO_SIDES, long, conflicts_with = "book")]
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
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            files::check(path).map_err(|error| Failure::at(path, &error))?;
            return Ok(None);
        }
        Err(error) => return Err(Failure::at(path, &error)),
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
    begun: Instant,
    shown: Instant,
    kept: Instant,
    bar: ProgressBar,
    estimate: Estimate,
    /// The option whose limit was reached.
    limit: Option<&'static str>,
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
        let now = Instant::now();
        let bar = ProgressBar::new_spinner();
        let estimate = Estimate { begun: now, done: 0.0 };
        Watcher { arguments, title, before, begun: now, shown: now, kept: now, bar, estimate, limit: None, fault: None }
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
        let seconds = (now - self.begun).as_secs_f64();
        self.limit = if self.arguments.time.is_some_and(|limit| seconds >= limit) {
            Some("--time")
        } else if self.arguments.nodes.is_some_and(|limit| fresh >= limit) {
            Some("--nodes")
        } else {
            None
        };
        let is_over = self.limit.is_some();
        if let Some(path) = &self.arguments.checkpoint
            && (is_over || (now - self.kept).as_secs_f64() >= self.arguments.every)
        {
            if let Err(error) = files::replace_by(path, &mut |file| Checkpoint::write(&self.title, &solving, file)) {
                self.fault = Some(Failure::at(path, &error));
                return ControlFlow::Break(());
            }
            self.kept = Instant::now();
        }
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn show(&self, solving: &Solving<'_>, fresh: u64, remaining: Option<f64>, json: bool) {
        let (nodes, plies) = (solving.search.nodes, solving.bounds.plies);
        let seconds = (self.shown - self.begun).as_secs_f64();
        if json {
            let line = serde_json::json!({
                "nodes": nodes,
                "seconds": seconds,
                "plies": plies,
                "done": solving.search.done,
                "remaining": remaining,
            });
            // An error of this write is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{line}");
            return;
        }
        let (millions, rate) = (nodes as f64 / 1e6, fresh as f64 / seconds / 1e6);
        let left = remaining.map_or(String::new(), |seconds| format!(", about {seconds:.0} s left"));
        self.bar.set_message(format!("beyond {plies} plies, {millions:.1} million positions, {rate:.1} a µs{left}"));
        self.bar.tick();
    }

    /// Why the solver has stopped.
    fn reason(&self, halt: Halt) -> String {
        self.limit.map_or_else(|| halt.to_string(), |limit| format!("the limit of {limit} was reached"))
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
/// checkpoint is wrong, the table cannot be allocated or a limit was reached, otherwise any error
/// of writing.
pub fn run(chosen: &Chosen<SolveArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    if let AnyGame::Candy(instance) = game {
        return planning::solve(instance, &arguments.search.from, Limits::of(arguments.time, arguments.nodes), output);
    }
    let start = play_from(game.start(), &arguments.search.from)?;
    // The search begins where the book ends.
    let walk = if arguments.weak { arguments.book.walk(&start) } else { arguments.book.walk_by_distance(&start) }?;
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
    let found = find(&mut solver, arguments, &mut |solving| watcher.watch(solving));
    watcher.finish()?;
    let known = write_moves(&mut solver, arguments, output)?;
    if let Err(halt) = found {
        output.flush()?;
        return Err(Failure::NotSolved(watcher.reason(halt) + &known));
    }
    // A weak search leaves bounds on one side of a draw.
    let bounds = solver.bounds();
    let solved = bounds.value().map(BookValue::from).or_else(|| bounds.weak_value().map(BookValue::from));
    let solved = solved.unwrap_or(BookValue::Draw);
    walk.confirm(solved)?;
    let (nodes, elapsed) = (solver.nodes(), watcher.begun.elapsed());
    let value = walk.value.unwrap_or(solved);
    let outcome = match value {
        BookValue::Win(_) => Outcome::Win(start.turn()),
        BookValue::Draw => Outcome::Draw,
        BookValue::Loss(_) => Outcome::Win(start.turn().other()),
    };
    let value = if arguments.weak { value.weak() } else { value };
    writeln!(output, "value {value}")?;
    writeln!(output, "outcome {}", game.kind().outcome_mark(outcome))?;
    // A line of a large game may take long to find.
    output.flush()?;
    let mut watch = |solving: Solving<'_>| watcher.watch(solving);
    let line = if arguments.weak { solver.weak_line(&mut watch) } else { solver.line(&mut watch) };
    watcher.finish()?;
    let line = line.map_err(|halt| Failure::NotSolved(watcher.reason(halt) + " before the end of the line"))?;
    writeln!(output, "line {}", [walk.line, line].concat().join(" "))?;
    writeln!(output, "nodes {nodes}")?;
    writeln!(output, "seconds {:.3}", elapsed.as_secs_f64())?;
    writeln!(output, "nodes/s {:.0}", (nodes - before) as f64 / elapsed.as_secs_f64().max(1e-9))?;
    output.flush()?;
    Ok(0)
}

/// Writes the values of the moves, if they are asked for, as far as they are known. Returns what
/// else is known, for the message at a limit.
fn write_moves(solver: &mut AnySolver, arguments: &SolveArguments, output: &mut dyn Write) -> std::io::Result<String> {
    let moves = if arguments.all { solver.move_bounds() } else { Vec::new() };
    // The moves are solved one after the other, so bounds are known of one at most.
    let mut open = None;
    for (index, (mv, bounds)) in moves.iter().enumerate() {
        let value = match arguments.weak {
            true => bounds.weak_value().map(|value| value.to_string()),
            false => bounds.value().map(|value| value.to_string()),
        };
        match value {
            Some(value) => writeln!(output, "{mv} {value}")?,
            None => drop(open.get_or_insert((index, mv, *bounds))),
        }
    }
    Ok(match open {
        Some((index, mv, bounds)) => {
            let known = known(bounds).replacen("; ", &format!("; {mv}: "), 1);
            format!(" after {index} of {} moves{known}", moves.len())
        }
        None => known(solver.bounds()),
    })
}

/// Finds the values of the moves, if they are asked for, and of the position.
fn find(solver: &mut AnySolver, arguments: &SolveArguments, watch: &mut WatchSolving<'_>) -> Result<(), Halt> {
    match (arguments.weak, arguments.all) {
        (true, true) => drop(solver.weak_move_values(watch)?),
        (false, true) => drop(solver.move_values(watch)?),
        _ => {}
    }
    if arguments.weak { solver.solve_weakly(watch).map(drop) } else { solver.solve(watch).map(drop) }
}
