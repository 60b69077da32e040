//! The program `play`.

use std::io::{BufRead, Write};

use clap::{ArgGroup, Parser};

use crate::Failure;
use crate::arguments::BreakdownNumbers;
use gridlaw::board::PackedBoard;
use gridlaw::console::Console;
use gridlaw::games::breakdown::player::Player;
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, session};

/// Play Breakdown: sticks fall, and a square of one color wins.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "play", version, disable_help_flag = true)]
#[command(group(ArgGroup::new("board").required(true).args(["matrix", "bits"])))]
pub struct PlayArguments {
    #[command(flatten)]
    numbers: BreakdownNumbers,
    /// Keep the board in a matrix
    #[arg(short = 'm')]
    matrix: bool,
    /// Keep the board in bits
    #[arg(short = 'b')]
    bits: bool,
    /// The player of black: human, random, or best:DEPTH, which looks so many plies ahead
    #[arg(long, value_name = "PLAYER", default_value_t = Player::Human)]
    black: Player,
    /// The player of white, likewise
    #[arg(long, value_name = "PLAYER", default_value_t = Player::Human)]
    white: Player,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

impl PlayArguments {
    /// Runs the program and returns its exit status.
    ///
    /// # Errors
    /// [`Failure::Misuse`] for invalid sizes, otherwise any error of reading or writing.
    pub fn run(self, console: &mut Console<impl BufRead, impl Write, impl Write>) -> Result<u8, Failure> {
        let parameters = self.numbers.parameters()?;
        let (players, seed) = ([self.black, self.white], self.seed);
        Ok(if self.matrix {
            session::play_with(&NaiveBreakdown::new(parameters), parameters, players, seed, console)?
        } else {
            let rules = Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
            session::play_with(&rules, parameters, players, seed, console)?
        })
    }
}
