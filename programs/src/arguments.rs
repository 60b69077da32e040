//! The games on the command line, as INTERFACES fixes them.

use std::fmt::Display;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::Failure;
use crate::commands::candy;
use gridlaw::games::{AnyGame, breakdown, connect4, fitz, jump61};

/// A game as a subcommand, followed by arguments of the command's own.
#[derive(Debug, Subcommand)]
pub enum GameArguments<A: Args> {
    /// Sticks fall on a standing board; a square of one colour wins.
    Breakdown(With<BreakdownArguments, A>),
    /// Tokens slide in from four sides; four in a row win, and so does the last to place.
    Connect4(With<Connect4Arguments, A>),
    /// Spots jump from overfull squares to their neighbours and take them; who owns every square wins.
    Jump61(With<Jump61Arguments, A>),
    /// Candies are swapped, explode and settle; every square wants its explosions.
    Candy(With<CandyArguments, A>),
    /// Turned tiles go onto a board; whose tile fits nowhere has lost.
    Fitz(With<FitzArguments, A>),
}

/// The arguments of a game, then those of the command.
#[derive(Debug, Args)]
pub struct With<G: Args, A: Args> {
    #[command(flatten)]
    game: G,
    #[command(flatten)]
    rest: A,
}

/// Breakdown: `-w W -h H -k K -q Q [-m | -b]`.
#[derive(Clone, Copy, Debug, Args)]
pub struct BreakdownArguments {
    #[command(flatten)]
    numbers: BreakdownNumbers,
    /// Keep the board in a matrix
    #[arg(short = 'm', conflicts_with = "bits")]
    matrix: bool,
    /// Keep the board in bits (the default)
    #[arg(short = 'b')]
    bits: bool,
}

/// The four numbers of Breakdown.
#[derive(Clone, Copy, Debug, Args)]
pub struct BreakdownNumbers {
    /// Columns
    #[arg(short = 'w', value_name = "W")]
    width: u32,
    /// Rows
    #[arg(short = 'h', value_name = "H")]
    height: u32,
    /// Length of a stick
    #[arg(short = 'k', value_name = "K")]
    stick: u32,
    /// Side of the winning square
    #[arg(short = 'q', value_name = "Q")]
    square: u32,
}

impl BreakdownNumbers {
    /// The parameters of the game.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when a number is zero or the board too large.
    pub fn parameters(self) -> Result<breakdown::Parameters, Failure> {
        breakdown::Parameters::new(self.width, self.height, self.stick, self.square)
            .map_err(|error| Failure::Misuse(format!("{error}")))
    }
}

/// Connect4: `--size N`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Connect4Arguments {
    /// Rows and columns, 4 to 10
    #[arg(long, value_name = "N")]
    size: u32,
}

impl Connect4Arguments {
    /// The parameters of the game.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when there is no board of this size.
    pub fn parameters(self) -> Result<connect4::Parameters, Failure> {
        connect4::Parameters::new(self.size).map_err(|error| Failure::Misuse(format!("{error}")))
    }
}

/// Jump61: `--size N`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Jump61Arguments {
    /// Rows, and columns, of the board: 2 to 10
    #[arg(long, value_name = "N")]
    size: u32,
}

impl Jump61Arguments {
    /// The parameters of the game.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when there is no board of that size.
    pub fn parameters(self) -> Result<jump61::Parameters, Failure> {
        jump61::Parameters::new(self.size).map_err(|error| Failure::Misuse(format!("{error}")))
    }
}

/// Candy: `FILE`.
#[derive(Clone, Debug, Args)]
pub struct CandyArguments {
    /// The game file
    file: PathBuf,
}

/// Fitz: `TILEFILE --rows R --cols C`.
#[derive(Clone, Debug, Args)]
pub struct FitzArguments {
    /// The tiles, in the order of their use
    #[arg(value_name = "TILEFILE")]
    tiles: PathBuf,
    /// Rows, 1 to 999
    #[arg(long, value_name = "R", value_parser = length())]
    rows: u32,
    /// Columns, 1 to 999
    #[arg(long, value_name = "C", value_parser = length())]
    cols: u32,
}

/// Rows or columns of Fitz.
fn length() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(fitz::LONGEST))
}

impl FitzArguments {
    /// The parameters of the game, with the tiles of the file.
    ///
    /// # Errors
    /// [`Failure::Input`] when the file cannot be read or is no tile file of a game.
    pub fn parameters(&self) -> Result<fitz::Parameters, Failure> {
        let fault = |error: &dyn Display| Failure::Input(format!("{}: {error}", self.tiles.display()));
        let tiles = fitz::files::load_tiles(&self.tiles).map_err(|error| fault(&error))?;
        fitz::Parameters::new(self.rows, self.cols, tiles).map_err(|error| fault(&error))
    }
}

/// A game that the command line chose, with the arguments of the command.
#[derive(Clone, Debug)]
pub struct Chosen<A> {
    /// The game.
    pub game: AnyGame,
    /// Whether it was asked to be played on the matrix.
    pub matrix: bool,
    /// The arguments of the command itself.
    pub rest: A,
}

impl<A: Args> GameArguments<A> {
    /// Checks the sizes, and reads the game's files if it has any.
    ///
    /// # Errors
    /// [`Failure::Misuse`] for sizes that cannot be, [`Failure::Input`] for files that cannot be read or are no game.
    pub fn choose(self) -> Result<Chosen<A>, Failure> {
        match self {
            GameArguments::Breakdown(With { game, rest }) => {
                Ok(Chosen { game: game.numbers.parameters()?.into(), matrix: game.matrix, rest })
            }
            GameArguments::Connect4(With { game, rest }) => {
                Ok(Chosen { game: game.parameters()?.into(), matrix: false, rest })
            }
            GameArguments::Jump61(With { game, rest }) => {
                Ok(Chosen { game: game.parameters()?.into(), matrix: false, rest })
            }
            GameArguments::Candy(With { game, rest }) => {
                Ok(Chosen { game: candy::read(&game.file)?.into(), matrix: false, rest })
            }
            GameArguments::Fitz(With { game, rest }) => {
                Ok(Chosen { game: game.parameters()?.into(), matrix: false, rest })
            }
        }
    }
}

impl<A> Chosen<A> {
    /// The engine that the arguments ask for.
    #[must_use]
    pub fn engine(&self) -> gridlaw::games::Engine {
        if self.matrix { gridlaw::games::Engine::Naive } else { gridlaw::games::Engine::Fast }
    }
}
