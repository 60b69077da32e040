//! `gridlaw judge`: compares somebody's program with the law.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arguments::Chosen;
use crate::judge::report::{self, Heading};
use crate::judge::{
    AnyProtocol, Counterexample, Options, Template, breakdown, candy, connect4, fitz, judge, jump61, shell_words,
};
use crate::{Failure, files, progress_bar};
use gridlaw::games::{AnyGame, GameKind};

/// The arguments of `gridlaw judge`.
#[derive(Clone, Debug, Args)]
pub struct JudgeArguments {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed: the same one gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How long a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Write what was found as a page that stands by itself
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Compare to the letter of the rulings, not boards and results only
    #[arg(long)]
    strict: bool,
    /// Jump61: the automatic player must be as strong as the document asks
    #[arg(long)]
    ai: bool,
    /// The program and its arguments; placeholders such as {w} are filled in
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Parses a time limit, from a millisecond to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits = Duration::from_millis(1)..=Duration::from_secs(86_400);
    seconds.filter(|seconds| limits.contains(seconds)).ok_or("expected a number of seconds, at most a day".into())
}

/// The exit status if the program cannot be run.
const NOT_RUN: u8 = 3;

/// Judges the program. The exit status is 0 if no difference was found, 1 if one was, 3 if the
/// program could not be run.
///
/// # Errors
/// [`Failure::Misuse`] for a command or options that do not fit the game, and what writing reports.
pub fn run(chosen: &Chosen<JudgeArguments>, mut output: impl Write) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let mut template = Template::new(arguments.command.iter().cloned());
    if arguments.ai && chosen.game.kind() != GameKind::Jump61 {
        return Err(Failure::Misuse("--ai is for jump61, whose document asks how strong its player is".to_string()));
    }
    let misuse = |error: &dyn std::error::Error| Failure::Misuse(error.to_string());
    let strict = arguments.strict;
    let protocol: Box<dyn AnyProtocol> = match &chosen.game {
        AnyGame::Breakdown(parameters) => Box::new(breakdown::Judge::new(*parameters, &template, strict)),
        AnyGame::Connect4(parameters) => Box::new(connect4::Judge::new(*parameters, &template, strict)),
        AnyGame::Jump61(parameters) => Box::new(jump61::Judge::new(*parameters, arguments.ai, strict)),
        AnyGame::Candy(instance) => {
            let judge = candy::Judge::new(instance.clone(), &template, strict).map_err(|error| misuse(&error))?;
            // It may run in a directory of its own.
            template = template.from_anywhere();
            Box::new(judge)
        }
        AnyGame::Fitz(parameters) => {
            Box::new(fitz::Judge::new(parameters.clone(), &template, strict).map_err(|error| misuse(&error))?)
        }
        game => return Err(Failure::Misuse(format!("{} has no judge", game.kind()))),
    };
    tell(&*protocol, &template, chosen, &mut output)
}

/// Judges the program and reports the result.
fn tell(
    protocol: &dyn AnyProtocol,
    template: &Template,
    chosen: &Chosen<JudgeArguments>,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let (arguments, game) = (&chosen.rest, chosen.game.to_string());
    let options = Options { games: arguments.games, seed: arguments.seed, timeout: arguments.timeout };
    let bar = progress_bar(options.games, "games");
    let judged = judge(protocol, template, options, &|| bar.inc(1));
    bar.finish_and_clear();
    let judgement = match judged {
        Ok(judgement) => judgement,
        Err(error) => {
            let program = arguments.command.first().cloned().unwrap_or_default();
            let _ = writeln!(io::stderr(), "error: {}: {error}", program.to_string_lossy());
            return Ok(NOT_RUN);
        }
    };
    let found = judgement.counterexample.as_ref();
    let heading = Heading {
        command: shell_words(&arguments.command),
        game,
        seed: arguments.seed,
        again: found.map(|found| again(found, arguments)).unwrap_or_default(),
    };
    report::write_text(&judgement, &heading, output)?;
    output.flush()?;
    if let Some(path) = &arguments.report {
        let page = report::page(&judgement, &heading);
        files::replace(path, page.as_bytes())
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    Ok(u8::from(judgement.counterexample.is_some()))
}

/// The command that finds the same game again, as the last one of its run.
fn again(found: &Counterexample, arguments: &JudgeArguments) -> String {
    let strict = if arguments.strict { " --strict" } else { "" };
    let ai = if arguments.ai { " --ai" } else { "" };
    let (games, seed, command) = (found.number + 1, arguments.seed, shell_words(&arguments.command));
    format!("gridlaw {} --games {games} --seed {seed}{strict}{ai} -- {command}", asked())
}

/// The game as it was asked for, without the options that [`again`] adds itself.
fn asked() -> String {
    let mut words = Vec::new();
    let mut arguments = std::env::args_os().skip(1).take_while(|word| word != "--");
    while let Some(word) = arguments.next() {
        match word.to_str() {
            Some("--games" | "--seed" | "--report") => {
                let _ = arguments.next();
            }
            Some("--strict" | "--ai") => {}
            Some(text) if ["--games=", "--seed=", "--report="].iter().any(|own| text.starts_with(own)) => {}
            _ => words.push(word),
        }
    }
    shell_words(&words)
}
