//! `gridlaw book`: the values of a game's first plies as a file.

use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::arguments::{Chosen, play_from};
use crate::searching::{self, SearchArguments};
use crate::{Failure, TWO_SIDES, books, files, progress_bar};
use gridlaw::book::{BookValue, make, positions};
use gridlaw::search::Solving;

/// The contents and the file of a book.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = TWO_SIDES)]
pub struct BookArguments {
    /// How many plies from the start, or from the end of --from
    #[arg(long, value_name = "N")]
    plies: u32,
    /// Find who wins, without distances
    #[arg(long)]
    weak: bool,
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
}

/// The most positions of a book.
const MOST: usize = 100_000_000;

/// Solves all positions and writes the book.
///
/// # Errors
/// [`Failure::Misuse`] when the moves of `--from` cannot be played, [`Failure::Input`] when there
/// are too many positions, the table cannot be allocated, or the file cannot be written.
pub fn run(chosen: &Chosen<BookArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    let input = |error: &dyn Display| Failure::Input(error.to_string());
    let start = play_from(game.start(), &arguments.search.from)?;
    // An interrupt leaves no half of a book.
    #[cfg(unix)]
    crate::judge::cleanup::before_signals_end_this()?;
    let mut solver = searching::solver(&start, arguments.search.options())?;
    files::check(&arguments.file).map_err(|error| Failure::at(&arguments.file, &error))?;
    let positions = positions(&start, arguments.plies, MOST).map_err(|error| input(&error))?;
    let count = positions.len();
    let bar = progress_bar(count as u64, "positions");
    let bytes = make(&start, arguments.plies, positions, &mut |setup| {
        let position = game.position(setup).map_err(|error| input(&error))?;
        solver.turn_to(&position).map_err(|error| input(&error))?;
        let mut watch = |_: Solving<'_>| ControlFlow::Continue(());
        let value = match arguments.weak {
            true => solver.solve_weakly(&mut watch).map(BookValue::from),
            false => solver.solve(&mut watch).map(BookValue::from),
        };
        bar.inc(1);
        value.map_err(|halt| input(&halt))
    });
    bar.finish_and_clear();
    let bytes = bytes?;
    files::replace(&arguments.file, &bytes).map_err(|error| Failure::at(&arguments.file, &error))?;
    writeln!(output, "positions {count}\nbytes {}\nnodes {}", bytes.len(), solver.nodes())?;
    output.flush()?;
    Ok(0)
}

/// Prints a book: its game, the setup from which it begins, its plies, the number of its positions,
/// and a line for each, ascending: its setup, `:`, and its value.
///
/// # Errors
/// [`Failure::Input`] when the file is not a book, otherwise any error of writing.
pub fn print(path: &Path, output: &mut dyn Write) -> Result<u8, Failure> {
    let book = books::open(path)?;
    let (plies, count) = (book.plies(), book.count());
    writeln!(output, "game {}\nstart {}\nplies {plies}\npositions {count}", book.game(), book.start())?;
    for entry in book.entries() {
        let (setup, value) = entry.map_err(|error| Failure::at(path, &error))?;
        writeln!(output, "{setup}: {value}")?;
    }
    output.flush()?;
    Ok(0)
}
