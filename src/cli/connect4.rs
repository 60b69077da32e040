//! The program `connect4`.

use std::io::{BufRead, Write};

use clap::Parser;

use super::{Failure, progress_bar};
use crate::console::Console;
use crate::games::connect4::session::{self, GameType, Settings};
use crate::games::connect4::tournament::tournament_parallel;
use crate::games::connect4::{Parameters, ParametersError};

/// Play Connect4: tokens slide in from four sides; four in a row win, and so does the last to place.
///
/// Whatever is not given is asked for.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "connect4", version, disable_help_flag = true)]
pub struct Connect4Program {
    /// Rows and columns, 4 to 10
    #[arg(long, value_name = "N")]
    size: Option<u32>,
    /// 1: two people, 2: a person and Bot1, 3: a tournament of Bot1 and Bot2
    #[arg(long = "type", value_name = "TYPE", value_parser = clap::value_parser!(u8).range(1..=3))]
    game_type: Option<u8>,
    /// The games of a tournament
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// What chance decides: the same seed and answers give the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

impl Connect4Program {
    /// Runs the program; its exit status. A tournament takes all cores, and shows how far it is on a terminal.
    ///
    /// # Errors
    /// [`Failure::Misuse`] for sizes that cannot be, otherwise what reading or writing reports.
    pub fn run(self, console: &mut Console<impl BufRead, impl Write, impl Write>) -> Result<u8, Failure> {
        let parameters = self.size.map(Parameters::new).transpose();
        let settings = Settings {
            parameters: parameters.map_err(|error: ParametersError| Failure::Misuse(error.to_string()))?,
            game_type: self.game_type.and_then(|number| GameType::from_number(number.into())),
            games: self.games,
            seed: self.seed,
        };
        let tournament = |parameters, seed, games| {
            let bar = progress_bar(games, "games");
            let score = tournament_parallel(parameters, seed, games, |played| bar.inc(played));
            bar.finish_and_clear();
            score
        };
        Ok(session::run(settings, console, tournament)?)
    }
}
