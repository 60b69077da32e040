//! `gridlaw`: the law of five grid games as a rules oracle on the command line.

use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};
use gridlaw_programs::arguments::GameArguments;
use gridlaw_programs::commands::analyse::AnalyseArguments;
use gridlaw_programs::commands::best::BestArguments;
use gridlaw_programs::commands::book::BookArguments;
use gridlaw_programs::commands::contest::MatchArguments;
#[cfg(unix)]
use gridlaw_programs::commands::judge::JudgeArguments;
use gridlaw_programs::commands::perft::PerftArguments;
use gridlaw_programs::commands::random::RandomArguments;
use gridlaw_programs::commands::solve::SolveArguments;
use gridlaw_programs::commands::verdict::VerdictArguments;
use gridlaw_programs::commands::verify::VerifyArguments;
use gridlaw_programs::{self as programs, Failure, commands};

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
    /// Write the values of a game's first plies to a file, or print such a file
    #[command(args_conflicts_with_subcommands = true)]
    Book {
        /// Print this book as text
        #[arg(long, value_name = "FILE", required = true)]
        print: Option<PathBuf>,
        #[command(subcommand)]
        game: Option<GameArguments<BookArguments>>,
    },
    /// Answer requests for the values and best moves of positions, one JSON object a line
    Analyse(AnalyseArguments),
    /// Let two players play against each other, and say how much stronger one is
    #[command(subcommand)]
    Match(GameArguments<MatchArguments>),
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
}

#[derive(Debug, clap::Args)]
struct NoArguments {}

fn run(command: Command) -> Result<u8, Failure> {
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match command {
        Command::Verdict(game) => commands::verdict::run(&game.choose()?, &mut io::stdin().lock(), &mut output),
        Command::Perft(game) => commands::perft::run(&game.choose()?, &mut output),
        Command::Random(game) => commands::random::run(&game.choose()?, &mut output),
        Command::Solve(game) => commands::solve::run(&game.choose()?, &mut output),
        Command::Best(game) => commands::best::run(&game.choose()?, &mut output),
        Command::Book { game: Some(game), .. } => commands::book::run(&game.choose()?, &mut output),
        Command::Book { print, .. } => commands::book::print(&print.unwrap_or_default(), &mut output),
        Command::Analyse(arguments) => commands::analyse::run(arguments, io::stdin(), &mut output),
        Command::Match(game) => commands::contest::run(&game.choose()?, &mut output),
        Command::Verify { arguments, game } => {
            let game = game.map(GameArguments::choose).transpose()?.map(|chosen| chosen.game);
            commands::verify::run(game, arguments, &mut output)
        }
        #[cfg(unix)]
        Command::Judge(game) => commands::judge::run(&game.choose()?, output),
    }
}

fn main() -> ExitCode {
    programs::exit::<Arguments>(run(Arguments::parse().command))
}
