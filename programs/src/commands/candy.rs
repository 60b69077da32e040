//! The program `candy`, and game files on the command line.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand};

use crate::{Failure, files};
use gridlaw::console::Console;
use gridlaw::games::candy::{Candy, Instance, LONGEST_FILE, NewGame, Unbounded, json, session};
use gridlaw::rules::{Notation, Rules};

/// Play Candy: swap candies so that three or four of a color explode, until every square has had
/// its explosions.
///
/// A move is a line `row column direction`, for example `0 3 U`: rows from the bottom, directions
/// U, D, L and R. `q` or the end of input leaves; the game is saved then.
#[derive(Clone, Debug, Parser)]
#[command(name = "candy", version, disable_help_flag = true, disable_help_subcommand = true)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct CandyArguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game file
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Where the game is saved on leaving
    #[arg(long, value_name = "FILE", default_value = "test.out")]
    out: PathBuf,
    /// Print help
    #[arg(long, global = true, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Make a game: the same arguments make the same one, always
    New(NewArguments),
}

/// Sizes and numbers of colors are at least 1.
fn positive() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// The numbers of a new game.
#[derive(Clone, Debug, Args)]
struct NewArguments {
    /// Columns of the board
    #[arg(long, value_name = "N", value_parser = positive())]
    columns: u32,
    /// Rows of the board
    #[arg(long, value_name = "N", value_parser = positive())]
    rows: u32,
    /// Rows of the extension, from which new candies come
    #[arg(long, value_name = "N", value_parser = positive(), default_value_t = NewGame::new(1, 1).extension_rows)]
    extension_rows: u32,
    /// Colors of candies
    #[arg(long, alias = "colours", value_name = "N", value_parser = positive(), default_value_t = NewGame::new(1, 1).colors)]
    colors: u32,
    /// How often every square must explode
    #[arg(long, value_name = "N", default_value_t = NewGame::new(1, 1).state)]
    state: u32,
    /// The gameid: the candies follow from it
    #[arg(long, conflicts_with = "seed")]
    id: Option<u32>,
    /// A number of up to 64 bits that stands for a gameid
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Where the game file is written, instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl CandyArguments {
    /// Runs the program and returns its exit status.
    ///
    /// # Errors
    /// [`Failure::Input`] for files that cannot be read, are not a game or cannot be written,
    /// [`Failure::Misuse`] for numbers that are not valid parameters, otherwise any error of
    /// reading or writing.
    pub fn run(
        self,
        show: session::Show,
        console: &mut Console<impl BufRead, impl Write, impl Write>,
    ) -> Result<u8, Failure> {
        match (self.command, self.file) {
            (Some(Command::New(new)), _) => new.run(&mut console.output),
            (None, Some(file)) => play(&file, &self.out, show, console),
            (None, None) => Err(Failure::Misuse("a game file is needed".to_string())),
        }
    }
}

impl NewArguments {
    fn run(self, output: &mut impl Write) -> Result<u8, Failure> {
        let NewArguments { columns, rows, extension_rows, colors, state, id, seed, out } = self;
        let new = NewGame { columns, rows, extension_rows, colors, state, id: 0 };
        let new = id.map_or_else(|| new.with_seed(seed), |id| NewGame { id, ..new });
        let definition = new.make().map_err(|error| Failure::Misuse(error.to_string()))?;
        let text = json::write(&definition.into());
        match out {
            Some(path) => save(&path, &text)?,
            None => {
                output.write_all(text.as_bytes())?;
                output.flush()?;
            }
        }
        Ok(0)
    }
}

/// Plays a game and saves it, even after an error of input or output.
fn play(
    file: &Path,
    out: &Path,
    show: session::Show,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> Result<u8, Failure> {
    let instance = read(file)?;
    // Fails before the game rather than after it.
    files::check(out).map_err(|error| Failure::at(out, &error))?;
    let rules = Candy::<Unbounded>::new(&instance).expect("there is room for every game");
    let mut position = rules.start();
    let played = session::play(&rules, &mut position, show, console);
    let saved = Instance::new(instance.definition().clone(), rules.setup(&position)).expect("a state of this game");
    save(out, &json::write(&saved))?;
    played?;
    Ok(0)
}

/// Reads a game file.
///
/// # Errors
/// [`Failure::Input`] with the file, the place and the fault on one line.
pub fn read(path: &Path) -> Result<Instance, Failure> {
    let bytes = files::read(path, LONGEST_FILE).map_err(|error| Failure::at(path, &error))?;
    json::read(&bytes).map_err(|error| Failure::at(path, &error))
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    files::replace(path, text.as_bytes()).map_err(|error| Failure::at(path, &error))
}
