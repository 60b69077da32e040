//! The games on the command line, from the library's table of games.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, value_parser};

use crate::{Failure, ONE_PERSON, TWO_SIDES, files};
use gridlaw::games::{AnyGame, Engine, GameError, GameKind, breakdown};
use gridlaw::{AnyPlaying, games};

/// A game as a subcommand, followed by arguments of the command's own.
#[derive(Clone, Debug)]
pub struct GameArguments<A> {
    kind: GameKind,
    numbers: Vec<u32>,
    file: Option<PathBuf>,
    matrix: bool,
    /// An option without effect on this game that is given, and the games that it is for.
    useless: Option<(String, String)>,
    rest: A,
}

/// Returns whether an option has no effect on a game.
fn is_useless(argument: &Arg, kind: GameKind) -> bool {
    argument.get_help_heading() == Some(if kind.players() == 1 { TWO_SIDES } else { ONE_PERSON })
}

/// A game that the command line chose, with the arguments of the command.
#[derive(Clone, Debug)]
pub struct Chosen<A> {
    /// The game.
    pub game: AnyGame,
    /// The engine.
    pub engine: Engine,
    /// The arguments of the command itself.
    pub rest: A,
}

/// The name of the argument for a game's file.
const FILE: &str = "game file";

/// An argument of a command that makes the numbers of a game optional. A missing number is then the
/// smallest one.
const INSTEAD: &str = "functions";

/// A game's subcommand, without the arguments of the command.
fn game_command(kind: GameKind) -> Command {
    let mut command = Command::new(kind.name());
    if let Some(content) = kind.content() {
        let file = Arg::new(FILE).value_name(content.value).help(content.help);
        command = command.arg(file.required(true).value_parser(value_parser!(PathBuf)));
    }
    for games::Argument { name, flag, value, help, range } in kind.numbers() {
        // For a game with a file, the parser reports wrong numbers before the file is opened.
        let range = if kind.content().is_some() { range.clone() } else { 0..=u32::MAX };
        let parser = value_parser!(u32).range(i64::from(*range.start())..=i64::from(*range.end()));
        let number = Arg::new(*name).value_name(*value).help(*help).required(true).value_parser(parser);
        command = command.arg(match flag.strip_prefix("--") {
            Some(long) => number.long(long),
            None => number.short(flag.chars().nth(1)),
        });
    }
    if kind.chooses_engine() {
        let switch = |name, letter, help| Arg::new(name).short(letter).help(help).action(ArgAction::SetTrue);
        command = command.arg(switch("matrix", 'm', "Keep the board in a matrix").conflicts_with("bits")).arg(switch(
            "bits",
            'b',
            "Keep the board in bits (the default)",
        ));
    }
    command
}

/// The numbers of a game, the path of its file, and whether `-m` chooses the matrix.
fn read_game(kind: GameKind, matches: &ArgMatches) -> (Vec<u32>, Option<PathBuf>, bool) {
    let number = |argument: &games::Argument| *matches.get_one(argument.name).unwrap_or(argument.range.start());
    let file = kind.content().and_then(|_| matches.get_one(FILE).cloned());
    let matrix = kind.chooses_engine() && matches.get_flag("matrix");
    (kind.numbers().iter().map(number).collect(), file, matrix)
}

/// Creates a game from its numbers and the contents of its file.
fn create(kind: GameKind, numbers: &[u32], file: Option<&PathBuf>) -> Result<AnyGame, Failure> {
    let fault = |error: &dyn std::fmt::Display| match file {
        Some(path) => Failure::at(path, error),
        None => Failure::Input(error.to_string()),
    };
    let content = match (file, kind.content()) {
        (Some(path), Some(content)) => files::read(path, content.limit).map_err(|error| fault(&error))?,
        _ => Vec::new(),
    };
    kind.create(numbers, &content).map_err(|error| match error {
        GameError::Content(_) => fault(&error),
        _ => Failure::Misuse(error.to_string()),
    })
}

impl<A: Args> FromArgMatches for GameArguments<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArguments<A>, Error> {
        let chosen = matches.subcommand().and_then(|(name, matches)| Some((GameKind::from_name(name)?, matches)));
        let (kind, matches) = chosen.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        let (numbers, file, matrix) = read_game(kind, matches);
        let is_given = |argument: &&Arg| {
            let source = matches.value_source(argument.get_id().as_str());
            argument.get_long().is_some() && source == Some(ValueSource::CommandLine)
        };
        let all = A::augment_args(Command::new(kind.name()));
        let mut useless = all.get_arguments().filter(|argument| is_useless(argument, kind));
        let name = |argument: &Arg| Some((argument.get_long()?.into(), argument.get_help_heading()?.into()));
        let useless = useless.find(is_given).and_then(name);
        Ok(GameArguments { kind, numbers, file, matrix, useless, rest: A::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = GameArguments::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<A: Args> Subcommand for GameArguments<A> {
    fn augment_subcommands(command: Command) -> Command {
        // The arguments of the command would replace the game's sentence in the help.
        let game = |kind: GameKind| {
            let game = A::augment_args(game_command(kind)).about(kind.summary()).long_about(None);
            let game = game.mut_args(|argument| match is_useless(&argument, kind) {
                true => argument.hide(true),
                false => argument.help_heading(None::<&str>),
            });
            if game.get_arguments().all(|argument| argument.get_id() != INSTEAD) {
                return game;
            }
            let relax = |number: Arg| number.required(false).required_unless_present(INSTEAD);
            kind.numbers().iter().fold(game, |game, argument| game.mut_arg(argument.name, relax))
        };
        command.subcommands(GameKind::ALL.map(game))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        GameKind::from_name(name).is_some()
    }
}

impl<A> GameArguments<A> {
    /// Checks the numbers, and reads the game's file if it has one.
    ///
    /// # Errors
    /// [`Failure::Misuse`] for numbers that are not valid parameters, [`Failure::Input`] for a file
    /// that cannot be read or makes no game.
    pub fn choose(self) -> Result<Chosen<A>, Failure> {
        let GameArguments { kind, numbers, file, matrix, useless, rest } = self;
        if let Some((option, games)) = useless {
            return Err(Failure::Misuse(format!("--{option} is for {games}")));
        }
        let engine = if matrix { Engine::Naive } else { Engine::Fast };
        Ok(Chosen { game: create(kind, &numbers, file.as_ref())?, engine, rest })
    }
}

impl<A> Chosen<A> {
    /// The game at its start, on the chosen engine.
    #[must_use]
    pub fn start(&self) -> AnyPlaying {
        self.game.start_on(self.engine)
    }
}

/// The game after the moves of `--from`.
///
/// # Errors
/// [`Failure::Misuse`] with the first move that cannot be played.
pub fn play_from(mut start: AnyPlaying, from: &str) -> Result<AnyPlaying, Failure> {
    match start.play_record(from) {
        Ok(()) => Ok(start),
        Err(error) => Err(Failure::Misuse(format!("--from {from:?}: {error}"))),
    }
}

/// The four numbers of Breakdown, for the document's program.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No arguments but the game's.
    #[derive(Args)]
    struct Nothing {}

    /// The arguments of a command have a sentence too, and must not replace the game's.
    #[test]
    fn the_help_of_a_game_is_about_the_game() {
        let command = GameArguments::<Nothing>::augment_subcommands(Command::new("command"));
        for kind in GameKind::ALL {
            let game = command.find_subcommand(kind.name()).expect("every game is a subcommand");
            assert_eq!(game.get_about().map(ToString::to_string).as_deref(), Some(kind.summary()));
            assert!(game.get_long_about().is_none(), "{kind}");
        }
    }
}
