//! `gridlaw-speed`: what this machine does in a second, level by level, beside the reference.
//!
//! - `games`: random games, steps of a batch, perft and verdicts, for every game;
//! - `boards`: bulk work on boards of Breakdown, and boards of any size;
//! - `report`: the tables, and the record that is kept of them.

mod boards;
mod games;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgAction, Parser};
use gridlaw::games::{AnyGame, GameKind};
use gridlaw::level::Level;
use gridlaw_programs::{self as programs, Failure, files};
use report::Report;

/// Measure what this machine does in a second, level by level, beside the reference
#[derive(Clone, Debug, Parser)]
#[command(name = "gridlaw-speed", version, disable_help_flag = true)]
struct Arguments {
    /// Which games; all of them if none is named
    #[arg(value_name = "GAME", value_parser = game_kind)]
    games: Vec<GameKind>,
    /// Milliseconds that every row is measured for, three times
    #[arg(long, value_name = "N", default_value_t = 200)]
    milliseconds: u32,
    /// Write the rows as CSV to a file, too: game, work, how, rate a second
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

fn game_kind(name: &str) -> Result<GameKind, String> {
    GameKind::from_name(name)
        .ok_or_else(|| format!("expected one of the games {}", GameKind::ALL.map(GameKind::name).join(", ")))
}

/// Measures the games, all of them if none is named, and prints tables in Markdown.
///
/// # Errors
/// Any error of writing, and a record that cannot be written.
fn run(arguments: Arguments, output: &mut dyn Write) -> Result<u8, Failure> {
    let kinds = if arguments.games.is_empty() { &GameKind::ALL[..] } else { &arguments.games };
    let time = Duration::from_millis(u64::from(arguments.milliseconds.clamp(1, 60_000)));
    // A path that cannot be written is better known before the work.
    if let Some(path) = &arguments.record {
        files::check(path).map_err(|error| Failure::at(path, &error))?;
    }
    let mut report = Report::new(output, time);
    let levels: Vec<&str> = Level::available().map(Level::name).collect();
    report.line(&format!("Levels of this processor: {}. Best of three runs.", levels.join(", ")))?;
    for game in kinds.iter().map(|kind| kind.usual()) {
        report.head(&game.to_string())?;
        games::measure(&game, &mut report)?;
        if let AnyGame::Breakdown(parameters) = game {
            boards::batches(parameters, &mut report)?;
            boards::by_size(&mut report)?;
        }
    }
    let record = report.into_record()?;
    if let Some(path) = &arguments.record {
        files::replace(path, &record).map_err(|error| Failure::at(path, &error))?;
    }
    Ok(0)
}

fn main() -> ExitCode {
    programs::run(|arguments: Arguments| run(arguments, &mut io::stdout().lock()))
}
