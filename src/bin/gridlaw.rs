//! `gridlaw`: the law of five grid games as a rules oracle on the command line.

use std::io::{self, BufWriter};
use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};
use gridlaw::cli::arguments::GameArguments;
use gridlaw::cli::best::BestArguments;
#[cfg(unix)]
use gridlaw::cli::judge::JudgeArguments;
use gridlaw::cli::perft::PerftArguments;
use gridlaw::cli::random::RandomArguments;
use gridlaw::cli::solve::SolveArguments;
use gridlaw::cli::speed::SpeedArguments;
use gridlaw::cli::verdict::VerdictArguments;
use gridlaw::cli::verify::VerifyArguments;
use gridlaw::cli::{self, Failure};
use gridlaw::games::GameKind;

/// The law of five grid games, in bits: what is legal, what a move does, who has won.
#[derive(Debug, Parser)]
#[command(name = "gridlaw", version, disable_help_flag = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print help
    #[arg(long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge games, one a line on standard input: outcome and position of each
    #[command(subcommand)]
    Verdict(GameArguments<VerdictArguments>),
    /// Count the sequences of exactly so many moves, for each depth from 0
    #[command(subcommand)]
    Perft(GameArguments<PerftArguments>),
    /// Write games of random moves, one a line, as `verdict` reads them
    #[command(subcommand)]
    Random(GameArguments<RandomArguments>),
    /// Find the exact value of a game, and a line of best play
    #[command(subcommand)]
    Solve(GameArguments<SolveArguments>),
    /// Find the best move of a position, as far as can be seen
    #[command(subcommand)]
    Best(GameArguments<BestArguments>),
    /// Play random games on the fast engine and the reference in lockstep
    Verify {
        #[command(flatten)]
        arguments: VerifyArguments,
        #[command(subcommand)]
        game: Option<GameArguments<NoArguments>>,
    },
    /// Drive somebody's program through its game's text protocol, and find the first difference
    #[cfg(unix)]
    #[command(subcommand)]
    Judge(GameArguments<JudgeArguments>),
    /// Measure what this machine does in a second, level by level, beside the reference
    Speed {
        #[command(flatten)]
        arguments: SpeedArguments,
        /// Which games; all of them if none is named
        #[arg(value_name = "GAME", value_parser = game_kind)]
        games: Vec<GameKind>,
    },
}

#[derive(Debug, clap::Args)]
struct NoArguments {}

fn game_kind(name: &str) -> Result<GameKind, String> {
    let known = GameKind::ALL.into_iter().find(|kind| kind.name() == name);
    known
        .ok_or_else(|| format!("there is no such game; the games are {}", GameKind::ALL.map(GameKind::name).join(", ")))
}

fn run(command: Command) -> Result<u8, Failure> {
    let output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match command {
        Command::Verdict(game) => cli::verdict::run(&game.choose()?, io::stdin().lock(), output),
        Command::Perft(game) => cli::perft::run(&game.choose()?, output),
        Command::Random(game) => cli::random::run(&game.choose()?, output),
        Command::Solve(game) => cli::solve::run(&game.choose()?, output),
        Command::Best(game) => cli::best::run(&game.choose()?, output),
        Command::Verify { arguments, game } => {
            let game = game.map(GameArguments::choose).transpose()?.map(|chosen| chosen.game);
            cli::verify::run(game, arguments, output)
        }
        #[cfg(unix)]
        Command::Judge(game) => cli::judge::run(&game.choose()?, output),
        Command::Speed { arguments, games } => cli::speed::run(&games, arguments, output),
    }
}

fn main() -> ExitCode {
    cli::exit::<Arguments>(run(Arguments::parse().command))
}
