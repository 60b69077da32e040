//! `gridlaw judge`: compares somebody's program with the law.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;

use crate::arguments::Chosen;
use crate::judge::{
    AnyProtocol, Marks, Options, Template, Watch, breakdown, candy, connect4, fitz, judge, jump61, report,
};
use crate::{Failure, files, progress_bar};
use gridlaw::games::{AnyGame, GameKind};

/// The arguments of `gridlaw judge`.
#[derive(Clone, Debug, Args)]
pub struct JudgeArguments {
    /// How many games, instead of as many as fit the budget
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How long the run may take: 20 s, or without a limit if the number of games is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    budget: Option<Duration>,
    /// The seed of the random games: the same one gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How long a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Mark only this clause, by its name or its ruling; may be repeated
    #[arg(long, value_name = "CLAUSE")]
    only: Vec<String>,
    /// Do not mark this clause; may be repeated
    #[arg(long, value_name = "CLAUSE")]
    skip: Vec<String>,
    /// Write the marks as a JSON object
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write what was found as a page that stands by itself
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Fail what only the rulings say, and compare to their letter
    #[arg(long)]
    strict: bool,
    /// Jump61: the automatic player must be as strong as the document asks
    #[arg(long)]
    ai: bool,
    /// The program and its arguments; placeholders such as {w} are filled in
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Parses a time limit, from a millisecond to a day: `20`, `0.5` or `20s`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let seconds = number.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits = Duration::from_millis(1)..=Duration::from_secs(86_400);
    seconds.filter(|seconds| limits.contains(seconds)).ok_or("expected a number of seconds, at most a day".into())
}

/// The exit status if the program cannot be run.
const NOT_RUN: u8 = 3;

/// How long a run may take if nothing else is said.
const BUDGET: Duration = Duration::from_secs(20);

/// Judges the program. The exit status is 0 if nothing failed, 1 if something did, 3 if the program
/// could not be run.
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
    for word in arguments.only.iter().chain(&arguments.skip) {
        if !protocol.table().iter().any(|clause| clause.is_named(word)) {
            let names: Vec<&str> = protocol.table().iter().map(|clause| clause.name).collect();
            return Err(Failure::Misuse(format!("expected a clause ({}), found `{word}`", names.join(", "))));
        }
    }
    for path in arguments.json.iter().chain(&arguments.report) {
        files::check(path).map_err(|error| unwritable(path, &error))?;
    }
    tell(&*protocol, &template, chosen, &mut output)
}

/// Judges the program and reports the marks.
fn tell(
    protocol: &dyn AnyProtocol,
    template: &Template,
    chosen: &Chosen<JudgeArguments>,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let options = Options {
        games: arguments.games,
        budget: arguments.budget.or(arguments.games.is_none().then_some(BUDGET)),
        seed: arguments.seed,
        timeout: arguments.timeout,
        strict: arguments.strict,
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
    };
    let base = Marks {
        game: chosen.game.kind().to_string(),
        command: arguments.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        seed: arguments.seed,
        ..Marks::default()
    };
    let screen = Screen {
        bar: match (arguments.games, options.budget) {
            (Some(games), _) => progress_bar(games, "games"),
            (None, budget) => progress_bar(budget.unwrap_or_default().as_secs(), "s"),
        },
        counts_games: arguments.games.is_some(),
        json: arguments.json.as_deref(),
        report: arguments.report.as_deref(),
        unwritten: Mutex::new(None),
    };
    let judged = judge(protocol, template, &options, base, &screen);
    screen.bar.finish_and_clear();
    let marks = match judged {
        Ok(marks) => marks,
        Err(error) => {
            let program = arguments.command.first().cloned().unwrap_or_default();
            let _ = writeln!(io::stderr(), "error: {}: {error}", program.to_string_lossy());
            return Ok(NOT_RUN);
        }
    };
    report::write_text(&marks, output)?;
    output.flush()?;
    if let Some(failure) = screen.unwritten.into_inner().ok().flatten() {
        return Err(failure);
    }
    Ok(u8::from(!marks.passed))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Shows how far a run is, and keeps its marks on disk.
struct Screen<'a> {
    bar: ProgressBar,
    counts_games: bool,
    json: Option<&'a Path>,
    report: Option<&'a Path>,
    /// The first file that could not be written.
    unwritten: Mutex<Option<Failure>>,
}

impl Watch for Screen<'_> {
    fn played(&self, elapsed: Duration) {
        if self.counts_games {
            self.bar.inc(1);
        } else {
            self.bar.set_position(elapsed.as_secs());
        }
    }

    fn known(&self, marks: &Marks) {
        let json = self.json.map(|path| (path, marks.json()));
        let report = self.report.map(|path| (path, Ok(report::page(marks).into_bytes())));
        for (path, bytes) in json.into_iter().chain(report) {
            if let Err(error) = bytes.and_then(|bytes| files::replace(path, &bytes))
                && let Ok(mut unwritten) = self.unwritten.lock()
            {
                unwritten.get_or_insert(unwritable(path, &error));
            }
        }
    }
}
