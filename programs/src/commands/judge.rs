//! `gridlaw judge`: somebody's program, held against the law.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arguments::Chosen;
use crate::judge::report::{self, Heading};
use crate::judge::{
    Counterexample, Judgement, Options, Protocol, SideBySide, Template, breakdown, candy, connect4, fitz, judge,
    jump61, printf, quoted, shell_words,
};
use crate::{Failure, files, progress_bar};
use gridlaw::games::{AnyGame, GameKind};

/// How many games, which, and with what program.
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

/// A time limit: more than nothing, and no more than a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits = Duration::from_millis(1)..=Duration::from_secs(86_400);
    seconds.filter(|seconds| limits.contains(seconds)).ok_or("a number of seconds up to a day would be right".into())
}

/// Exit status when the program cannot be run.
const NOT_RUN: u8 = 3;

/// Judges the program; exit status 0 when no difference was found, 1 when one was, 3 when it could not be run.
///
/// # Errors
/// What writing reports.
pub fn run(chosen: &Chosen<JudgeArguments>, output: impl Write) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let template = Template::new(arguments.command.iter().cloned());
    if arguments.ai && chosen.game.kind() != GameKind::Jump61 {
        return Err(Failure::Misuse("--ai is for jump61, whose document asks how strong its player is".to_string()));
    }
    match &chosen.game {
        AnyGame::Breakdown(parameters) => {
            tell(&breakdown::Judge::new(*parameters, &template, arguments.strict), &template, chosen, output)
        }
        AnyGame::Fitz(parameters) => {
            let judge = fitz::Judge::new(parameters.clone(), &template, arguments.strict)
                .map_err(|error| Failure::Misuse(error.to_string()))?;
            tell(&judge, &template, chosen, output)
        }
        AnyGame::Connect4(parameters) => {
            tell(&connect4::Judge::new(*parameters, &template, arguments.strict), &template, chosen, output)
        }
        AnyGame::Jump61(parameters) => {
            tell(&jump61::Judge::new(*parameters, arguments.ai, arguments.strict), &template, chosen, output)
        }
        AnyGame::Candy(instance) => {
            let judge = candy::Judge::new(instance.clone(), &template, arguments.strict)
                .map_err(|error| Failure::Misuse(error.to_string()))?;
            tell(&judge, &template.from_anywhere(), chosen, output)
        }
        game => Err(Failure::Misuse(format!("{} has no judge", game.kind()))),
    }
}

/// Judges and tells what came of it.
fn tell<P: Protocol>(
    protocol: &P,
    template: &Template,
    chosen: &Chosen<JudgeArguments>,
    mut output: impl Write,
) -> Result<u8, Failure> {
    let (arguments, game) = (&chosen.rest, chosen.game.to_string());
    let options = Options { games: arguments.games, seed: arguments.seed, timeout: arguments.timeout };
    let bar = progress_bar(options.games, "games");
    let judged = judge(protocol, template, options, |played| bar.inc(played));
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
    write_judgement(&judgement, &heading, &mut output)?;
    output.flush()?;
    if let Some(path) = &arguments.report {
        let page = report::page(&judgement, &heading);
        files::replace(path, page.as_bytes())
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    Ok(u8::from(judgement.counterexample.is_some()))
}

fn write_judgement(judgement: &Judgement, heading: &Heading, output: &mut impl Write) -> io::Result<()> {
    let seconds = judgement.elapsed.as_secs_f64();
    let Judgement { games, coverage, counterexample, .. } = judgement;
    if let Some(found) = counterexample {
        write_counterexample(found, heading, output)?;
        return writeln!(output, "\n1 difference, found in {games} games and {seconds:.1} s.");
    }
    writeln!(output, "How often each rule was tried:\n\n{coverage}")?;
    let speed = *games as f64 / seconds.max(1e-9);
    writeln!(output, "No difference in {games} games: {seconds:.1} s, {speed:.0} games a second.")
}

/// Lines of the program's errors that are shown.
const ERRORS: usize = 12;

/// The longest file that is shown as a command that writes it.
const LONGEST_FILE: usize = 4000;

fn write_counterexample(found: &Counterexample, heading: &Heading, output: &mut impl Write) -> io::Result<()> {
    let Counterexample { number, turns, difference, record, input, errors, command } = found;
    let seed = heading.seed;
    writeln!(
        output,
        "A difference in game {number} of seed {seed}, made short: {} of {} turns.\n",
        turns[1], turns[0]
    )?;
    writeln!(output, "game     {}", record.game)?;
    writeln!(output, "moves    {}", if record.moves.is_empty() { "none" } else { &record.moves })?;
    writeln!(output, "rule     {}", difference.rule)?;
    writeln!(output, "wrong    {}\n", difference.what)?;
    writeln!(output, "{}", SideBySide(difference))?;
    if !errors.is_empty() {
        writeln!(output, "the program's errors:\n")?;
        errors.lines().take(ERRORS).try_for_each(|line| writeln!(output, "  {}", line.escape_debug()))?;
        writeln!(output)?;
    }
    for (path, bytes) in &record.files {
        let directory = path.parent().map(|directory| directory.to_string_lossy()).unwrap_or_default();
        let (directory, path) = (quoted(&directory), quoted(&path.to_string_lossy()));
        if bytes.len() > LONGEST_FILE {
            writeln!(output, "a file            {path}: {} bytes, which `--report FILE` shows", bytes.len())?;
        } else {
            writeln!(output, "a file            mkdir -p {directory}; {} > {path}", printf(bytes))?;
        }
    }
    writeln!(output, "the program       {} | {command}", printf(input))?;
    if record.verdict {
        writeln!(output, "the law           echo {} | gridlaw verdict {}", quoted(&record.moves), record.game)?;
    }
    writeln!(output, "found again by    {}", heading.again)
}

/// The command that finds the same game again, as the last one of its run.
fn again(found: &Counterexample, arguments: &JudgeArguments) -> String {
    let strict = if arguments.strict { " --strict" } else { "" };
    let ai = if arguments.ai { " --ai" } else { "" };
    let (games, seed, command) = (found.number + 1, arguments.seed, shell_words(&arguments.command));
    format!("gridlaw {} --games {games} --seed {seed}{strict}{ai} -- {command}", asked())
}

/// The game as it was asked for, without what the caller says himself.
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
