//! The program `connect4`.

use std::io::{BufRead, Write};

use clap::Parser;

use crate::{Failure, progress_bar};
use gridlaw::console::Console;
use gridlaw::games::connect4::session::{self, GameType, Settings};
use gridlaw::games::connect4::tournament::{Score, tournament};
use gridlaw::games::connect4::{Parameters, ParametersError};
use rayon::prelude::*;

/// Play Connect4: tokens slide in from four sides; four in a row win, and so does the last to
/// place.
///
/// The program asks for what is not given.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "connect4", version, disable_help_flag = true)]
pub struct Connect4Program {
    /// Rows and columns, 4 to 10
    #[arg(long, value_name = "N")]
    size: Option<u32>,
    /// 1: two people, 2: a person and Bot1, 3: a tournament of Bot1 and Bot2
    #[arg(long = "type", value_name = "TYPE", value_parser = clap::value_parser!(u8).range(1..=3))]
    game_type: Option<u8>,
    /// The games of a tournament; not for the other types
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of all chance: the same seed and answers give the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

impl Connect4Program {
    /// Runs the program and returns its exit status. A tournament takes all cores, and shows its
    /// progress on a terminal.
    ///
    /// # Errors
    /// [`Failure::Misuse`] for an invalid size, or games without a tournament, otherwise any error
    /// of reading or writing.
    pub fn run(self, console: &mut Console<impl BufRead, impl Write, impl Write>) -> Result<u8, Failure> {
        if let (Some(_), Some(game_type @ 1..=2)) = (self.games, self.game_type) {
            return Err(Failure::Misuse(format!("--games is for a tournament: expected --type 3, found {game_type}")));
        }
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

/// [`tournament`] of `games` games on the threads of the current pool. The score does not depend on
/// their number. Calls `done` with the number of games played since the last call.
fn tournament_parallel(parameters: Parameters, seed: u64, games: u64, done: impl Fn(u64) + Sync) -> Score {
    /// Games that a thread takes at once: a few milliseconds.
    const SHARE: u64 = 1024;
    let share = |number: u64| {
        let first = number * SHARE;
        let last = games.min(first.saturating_add(SHARE));
        let score = tournament(parameters, seed, first..last);
        done(last - first);
        score
    };
    (0..games.div_ceil(SHARE)).into_par_iter().map(share).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn a_tournament_does_not_depend_on_the_number_of_threads() {
        let parameters = Parameters::new(4).unwrap();
        let alone = tournament(parameters, 9, 0..2500);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let done = AtomicU64::new(0);
            let count = |games| {
                done.fetch_add(games, Ordering::Relaxed);
            };
            assert_eq!(pool.install(|| tournament_parallel(parameters, 9, 2500, count)), alone);
            assert_eq!(done.into_inner(), 2500);
        }
    }
}
