//! `gridlaw random`: games of random moves, as lines that `verdict` reads.

use std::io::{self, Write};

use clap::Args;

use crate::Failure;
use crate::arguments::Chosen;
use gridlaw::games::{Game, GameVisitor};
use gridlaw::record::random_game;

/// How many games, and which.
#[derive(Clone, Copy, Debug, Args)]
pub struct RandomArguments {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,
    /// The seed: the same one gives the same games everywhere and always
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

struct Random<O>(RandomArguments, O);

impl<O: Write> GameVisitor for Random<O> {
    type Output = io::Result<()>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Random(RandomArguments { games, seed }, mut output) = self;
        let mut line = String::new();
        for number in 0..games {
            line.clear();
            random_game(game, seed, number, &mut line);
            line.push('\n');
            output.write_all(line.as_bytes())?;
        }
        output.flush()
    }
}

/// Writes the games, one a line.
///
/// # Errors
/// What writing reports.
pub fn run(chosen: &Chosen<RandomArguments>, output: impl Write) -> Result<u8, Failure> {
    chosen.game.visit(chosen.engine(), Random(chosen.rest, output))?;
    Ok(0)
}
