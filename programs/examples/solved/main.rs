//! Solves all games of the tables in `data/solved`, as far as the limits allow, and writes
//! `docs/solved.md` and `docs/solved.svg` from the tables.
//!
//! `nice cargo run -p gridlaw-programs --release --example solved -- --threads 8` runs until
//! everything is done; it can be killed at any moment, and goes on when it is started again.
//! `--nodes 0` only writes the page.

mod checks;
mod fill;
mod page;
mod picture;
mod tables;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use gridlaw_programs::{Failure, exit, files, progress_bar};

use crate::fill::{Limits, fill};
use crate::tables::tables;

/// Solves the games of the tables, and writes the page of solved games
#[derive(Clone, Debug, Parser)]
struct Arguments {
    /// How many games are solved at a time
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The most positions for the value of a game
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    nodes: u64,
    /// The most positions for its distance, those for the value included
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    distance: u64,
    /// Solve the games of this kind only
    #[arg(long, value_name = "GAME")]
    only: Option<String>,
    /// The folder of the repository
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: PathBuf,
}

fn main() -> ExitCode {
    exit::<Arguments>(run(&Arguments::parse()).map(|()| 0))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = arguments.root.join("data/solved");
    let limits = Limits { nodes: arguments.nodes, plies: arguments.distance };
    let tables = tables();
    let mut solved = Vec::new();
    for table in &tables {
        let mut rows = table.load(&folder)?;
        let path = table.path(&folder);
        let bar = progress_bar(table.games.len() as u64, "games");
        if arguments.only.as_ref().is_none_or(|only| *only == table.kind.to_string()) {
            fill(table, &mut rows, limits, arguments.threads.into(), &mut |rows| {
                bar.set_position(rows.iter().filter(|row| row.value.is_some()).count() as u64);
                write(&path, &table.write(rows))
            })?;
        }
        bar.finish_and_clear();
        solved.push(rows);
    }
    let docs = arguments.root.join("docs");
    write(&docs.join("solved.md"), page::page(&tables, &solved).as_bytes())?;
    write(&docs.join("solved.svg"), picture::picture(&tables[0], &solved[0]).as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::replace(path, bytes).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
