//! The command line of `gridlaw`: its commands, and how its words are read.

use std::ffi::OsString;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use crate::arguments::GameArguments;
use crate::commands::analyse::AnalyseArguments;
use crate::commands::best::BestArguments;
use crate::commands::book::BookArguments;
use crate::commands::contest::MatchArguments;
#[cfg(unix)]
use crate::commands::judge::JudgeArguments;
use crate::commands::perft::PerftArguments;
use crate::commands::random::RandomArguments;
use crate::commands::solve::SolveArguments;
use crate::commands::verdict::VerdictArguments;
use crate::commands::verify::VerifyArguments;
use crate::{Failure, commands, status};
use clap::{ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

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
    /// Answer games, one a line on standard input: outcome and position of each
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
    #[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
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
    /// Drive somebody's program through its game's text protocol, and mark every rule
    #[cfg(unix)]
    #[command(subcommand)]
    Judge(GameArguments<JudgeArguments>),
}

#[derive(Debug, clap::Args)]
struct NoArguments {}

fn obey(command: Command) -> Result<u8, Failure> {
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

/// Runs the program with these words, its own name first, and returns the exit status.
#[must_use]
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let mut command = with_negative_numbers(Arguments::command());
    let read = command.try_get_matches_from_mut(words).and_then(|matches| {
        let arguments = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((arguments, matches))
    });
    match read {
        Ok((arguments, matches)) => status(&mut chosen(command, &matches), obey(arguments.command)),
        Err(error) => match error.print() {
            // The help or the version; an error of other writes cannot be reported.
            Err(failed) if !error.use_stderr() => status(&mut command, Err(failed.into())),
            _ => error.exit_code() as u8,
        },
    }
}

/// The command with options that take a number such as `-4` for their value, so that their own
/// message says what is wrong with it, and not that there is no such option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let is_option = |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_positional();
    let takes_number = move |arg: &clap::Arg| is_option(arg) || arg.get_id() == "depth";
    let command = command.mut_args(|arg| if takes_number(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// The command that the words chose, whose usage a message shows.
fn chosen(command: clap::Command, matches: &ArgMatches) -> clap::Command {
    match matches.subcommand().and_then(|(name, rest)| Some((command.find_subcommand(name)?, rest))) {
        Some((subcommand, rest)) => chosen(subcommand.clone(), rest),
        None => command,
    }
}
