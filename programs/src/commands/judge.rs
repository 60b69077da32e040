//! `gridlaw judge`: compares somebody's program with the law.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;

use crate::arguments::Chosen;
use crate::judge::cleanup::{self, Directory};
use crate::judge::functions::{self, FunctionsError, Suite};
use crate::judge::{
    AnyProtocol, Clause, Marks, Options, Shelter, Template, Watch, breakdown, candy, connect4, fitz, folder, judge,
    jump61, report,
};
use crate::{Failure, files, progress_bar, searching};
use gridlaw::games::{AnyGame, GameKind};

/// The arguments of `gridlaw judge`.
#[derive(Clone, Debug, Args)]
pub struct JudgeArguments {
    /// How many games, instead of as many as fit the budget; 200 with --each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How long the run may take: 20 s, or no limit with --games or --each
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
    /// Write the marks as a JSON object, or with --each a list of them
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a self-contained HTML page, or with --each a folder of them
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Also fail differences from the rulings, and compare output exactly
    #[arg(long)]
    strict: bool,
    /// Jump61: the automatic player must be as strong as the document asks
    #[arg(long)]
    ai: bool,
    /// Type this line before each game, if the program asks something first; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "functions")]
    before: Vec<String>,
    /// Run the program with the rights of the judge, not isolated
    #[arg(long)]
    no_isolation: bool,
    /// Memory for the program with all its processes, if it is isolated
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Show what the program writes to standard error
    #[arg(long)]
    stderr: bool,
    /// Judge each of these folders, in a copy of its own: a pattern such as 'submissions/*'
    #[arg(long, value_name = "GLOB")]
    each: Option<String>,
    /// The shell command that builds a submission, in its copy
    #[arg(long, value_name = "CMD", requires = "each")]
    build: Option<String>,
    /// How many submissions are judged at the same time
    #[arg(long, value_name = "N", requires = "each", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Write a table of the submissions
    #[arg(long, value_name = "FILE", requires = "each")]
    csv: Option<PathBuf>,
    /// Connect4 and Breakdown: judge the document's functions in these C files, not a program
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["command", "ai", "games", "budget"])]
    functions: Vec<PathBuf>,
    /// The program and its arguments; placeholders such as {w} are filled in
    #[arg(last = true, required_unless_present = "functions", value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Parses a time limit, from a millisecond to a day: `20`, `0.5` or `20s`.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = searching::seconds(text).ok().filter(|&seconds| seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or("expected seconds from 0.001 to 86400".into())
}

/// The exit status if the program cannot be run.
const NOT_RUN: u8 = 3;

/// The default time limit of a run.
const BUDGET: Duration = Duration::from_secs(20);

/// Judges the program. The exit status is 0 if nothing failed, 1 if something did, 3 if the program
/// could not be run.
///
/// # Errors
/// [`Failure::Misuse`] for a command or options that do not fit the game, and any error of writing.
pub fn run(chosen: &Chosen<JudgeArguments>, mut output: impl Write) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    cleanup::before_signals_end_this()?;
    let shelter = if arguments.no_isolation { Shelter::default() } else { Shelter::find(arguments.memory) };
    if arguments.ai && chosen.game.kind() != GameKind::Jump61 {
        return Err(Failure::Misuse("--ai is for jump61, whose document asks how strong its player is".to_string()));
    }
    if !arguments.before.is_empty() && chosen.game.kind() == GameKind::Fitz {
        return Err(Failure::Misuse("--before: fitz asks nothing before a game, and every line counts".to_string()));
    }
    let subject = Subject::of(chosen, &shelter)?;
    let table = subject.table();
    for word in arguments.only.iter().chain(&arguments.skip) {
        if !table.iter().any(|clause| clause.is_named(word)) {
            let names: Vec<&str> = table.iter().map(|clause| clause.name).collect();
            return Err(Failure::Misuse(format!("expected a clause ({}), found `{word}`", names.join(", "))));
        }
    }
    let options = options(arguments);
    if !table.iter().any(|clause| options.marks(clause)) {
        return Err(Failure::Misuse("--only, --skip: expected clauses to judge, found none".to_string()));
    }
    let pages = arguments.report.as_ref().filter(|_| arguments.each.is_none());
    for path in arguments.json.iter().chain(&arguments.csv).chain(pages) {
        files::check(path).map_err(|error| Failure::at(path, &error))?;
    }
    match &arguments.each {
        Some(pattern) => tell_each(&subject, &shelter, chosen, pattern, &mut output),
        None => {
            subject.check_program(Path::new("."))?;
            tell(&subject, &shelter, chosen, &mut output)
        }
    }
}

/// The subject of a judgement.
enum Subject {
    /// A program, by its game's protocol.
    Program(Box<dyn AnyProtocol>, Template),
    /// The functions of a document.
    Functions(&'static Suite),
}

impl Subject {
    fn of(chosen: &Chosen<JudgeArguments>, shelter: &Shelter) -> Result<Subject, Failure> {
        let arguments = &chosen.rest;
        let kind = chosen.game.kind();
        if !arguments.functions.is_empty() {
            let suite = Suite::of(kind).ok_or_else(|| {
                Failure::Misuse(format!(
                    "--functions: the document of {kind} has no functions; see connect4, breakdown"
                ))
            })?;
            return Ok(Subject::Functions(suite));
        }
        let template = Template::new(arguments.command.iter().cloned()).in_shelter(shelter.clone());
        let mut template = template.after_typing(&arguments.before);
        check_placeholders(kind, &arguments.command, &template)?;
        let misuse = |error: &dyn std::error::Error| Failure::Misuse(error.to_string());
        let strict = arguments.strict;
        let protocol: Box<dyn AnyProtocol> = match &chosen.game {
            AnyGame::Breakdown(parameters) => Box::new(breakdown::Judge::new(*parameters, &template, strict)),
            AnyGame::Connect4(parameters) => {
                Box::new(connect4::Judge::new(*parameters, &template, strict).map_err(|error| misuse(&error))?)
            }
            AnyGame::Jump61(parameters) => Box::new(jump61::Judge::new(*parameters, arguments.ai, strict)),
            AnyGame::Candy(instance) => {
                let judge = candy::Judge::new(instance.clone(), &template, strict).map_err(|error| misuse(&error))?;
                // The program may run in a directory of its own.
                if arguments.each.is_none() {
                    template = template.from_anywhere();
                }
                Box::new(judge)
            }
            AnyGame::Fitz(parameters) => {
                Box::new(fitz::Judge::new(parameters.clone(), &template, strict).map_err(|error| misuse(&error))?)
            }
            _ => return Err(Failure::Misuse(format!("{kind} has no judge"))),
        };
        Ok(Subject::Program(protocol, template))
    }

    /// Refuses a program that is not the file of its name in this folder.
    fn check_program(&self, folder: &Path) -> Result<(), Failure> {
        let Subject::Program(_, template) = self else { return Ok(()) };
        template.check_bare_name(folder).map_err(Failure::Misuse)
    }

    fn table(&self) -> Vec<Clause> {
        match self {
            Subject::Program(protocol, _) => protocol.table().to_vec(),
            Subject::Functions(suite) => suite.table(),
        }
    }
}

/// Checks that the command has no placeholder of another game or of none, which would not be filled
/// in.
fn check_placeholders(kind: GameKind, command: &[OsString], template: &Template) -> Result<(), Failure> {
    let names = |kind| match kind {
        GameKind::Breakdown => breakdown::PLACEHOLDERS,
        GameKind::Connect4 => connect4::PLACEHOLDERS,
        GameKind::Jump61 => jump61::PLACEHOLDERS,
        GameKind::Candy => candy::PLACEHOLDERS,
        GameKind::Fitz => fitz::PLACEHOLDERS,
        _ => &[],
    };
    let own = names(kind);
    let others = GameKind::ALL.into_iter().flat_map(names).copied().filter(|name| template.has(name));
    // Braces within a word may be meant for a shell or another program.
    let words = command.iter().filter_map(|word| word.to_str()?.strip_prefix('{')?.strip_suffix('}'));
    let words = words.filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    others.chain(words).find(|name| !own.contains(name)).map_or(Ok(()), |other| {
        let own: Vec<String> = own.iter().map(|name| format!("{{{name}}}")).collect();
        Err(Failure::Misuse(format!("expected placeholders of {kind} ({}), found {{{other}}}", own.join(" "))))
    })
}

/// The default number of games of a submission. A number, unlike a budget, gives the same result
/// however many submissions are judged at the same time.
const GAMES: u64 = 200;

/// The submissions that a pattern finds. None is left out without a word: neither those of a folder
/// that cannot be read, nor one whose name is no text.
fn submissions(pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let found = glob::glob(pattern).map_err(|error| Failure::Misuse(format!("--each: {error}")))?;
    let found = found.collect::<Result<Vec<PathBuf>, _>>();
    let found = found.map_err(|error| Failure::Input(format!("--each: {error}")))?;
    let own = Path::new(pattern);
    let folders: BTreeSet<&Path> = found.iter().map(PathBuf::as_path).chain([own]).filter_map(Path::parent).collect();
    for folder in folders {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        for entry in fs::read_dir(here).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), folder.join(entry.file_name()));
            let is_meant = || glob::Pattern::new(pattern).is_ok_and(|own| own.matches(&path.to_string_lossy()));
            if name.to_str().is_none() && is_meant() {
                return Err(Failure::Input(format!("--each: expected names in UTF-8, found {}", path.display())));
            }
        }
    }
    Ok(found)
}

/// Checks that there are submissions, and that their names suit the files of marks.
fn check_names(submissions: &[PathBuf], pattern: &str, has_pages: bool) -> Result<(), Failure> {
    let error = if submissions.is_empty() {
        format!("--each: expected the pattern of some folders, found none at `{pattern}`")
    } else if let Some(name) = folder::shared_name(submissions) {
        format!("--each: two submissions are named `{name}`")
    } else if has_pages && submissions.iter().any(|path| folder::name(path) == "index") {
        "--report: a submission is named `index`, as the page of all submissions is; rename it".to_string()
    } else {
        return Ok(());
    };
    Err(Failure::Misuse(error))
}

/// Judges each of the submissions. The exit status is 0 if all could be judged.
fn tell_each(
    subject: &Subject,
    shelter: &Shelter,
    chosen: &Chosen<JudgeArguments>,
    pattern: &str,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let submissions = submissions(pattern)?;
    check_names(&submissions, pattern, arguments.report.is_some())?;
    submissions.iter().try_for_each(|path| subject.check_program(path))?;
    if let Some(directory) = &arguments.report {
        fs::create_dir_all(directory).map_err(|error| Failure::at(directory, &error))?;
    }
    let mut options = options(arguments);
    options.budget = arguments.budget;
    options.games = arguments.games.or(options.budget.is_none().then_some(GAMES));
    let base = base(chosen, shelter);
    let judge_copy = |copy: &Path| match subject {
        Subject::Program(protocol, template) => folder::judge_program(&**protocol, template, &options, &base, copy),
        Subject::Functions(suite) => {
            folder::judge_functions(suite, &arguments.functions, shelter, &options, &base, copy)
        }
    };
    let folder = folder::Folder {
        judge: &judge_copy,
        shelter,
        build: arguments.build.as_deref(),
        base: &base,
        jobs: arguments.jobs.into(),
    };
    // An entry belongs to this run if it is of this version and has the same files and arguments.
    let game = (chosen.game.arguments(), chosen.game.content());
    let words = (&arguments.build, &arguments.command, &arguments.functions, &arguments.before);
    let run = (words, arguments.memory, arguments.no_isolation, arguments.ai, arguments.stderr);
    let made_by = format!("{} {options:?} {game:?} {run:?}", env!("CARGO_PKG_VERSION"));
    let kept = |name: &str| arguments.report.as_ref().map(|directory| directory.join(format!("{name}.json")));
    let known = |name: &str, print: u64| {
        let bytes = files::read(&kept(name)?, 1 << 24).ok()?;
        let (by, of, entry): (String, u64, folder::Entry) = serde_json::from_slice(&bytes).ok()?;
        // Errors may be of this machine, and gone in the next run. A page may have been removed.
        let is_whole = kept(name)?.with_file_name(format!("{name}.html")).exists();
        (by == made_by && of == print && entry.result.is_judged() && is_whole).then_some(entry)
    };
    let bar = progress_bar(submissions.len() as u64, "submissions");
    let unwritten = Mutex::new(None);
    let done = |entry: &folder::Entry, print: u64| {
        if let Some(path) = kept(&entry.submission) {
            let page = report::page(&entry.marks.shown(arguments.stderr), &entry.error).into_bytes();
            // A dot in a name is not an extension.
            let files = [
                (path.with_file_name(format!("{}.html", entry.submission)), Ok(page)),
                (path, serde_json::to_vec(&(&made_by, print, entry)).map_err(io::Error::from)),
            ];
            write_all(files, &unwritten);
        }
        bar.inc(1);
    };
    let entries = folder::judge_folder(folder, &submissions, &known, &done)?;
    bar.finish_and_clear();
    let table = subject.table().into_iter().filter(|clause| options.marks(clause));
    let clauses: Vec<&str> = table.map(|clause| clause.name).collect();
    write_tables(arguments, &entries, &clauses)?;
    writeln!(output, "{}\n{}", report::table(&entries), shelter.remark())?;
    output.flush()?;
    if let Some(failure) = unwritten.into_inner().ok().flatten() {
        return Err(failure);
    }
    Ok(u8::from(!entries.iter().all(|entry| entry.result.is_judged())))
}

/// Writes the marks of all submissions into the files that the arguments name.
fn write_tables(arguments: &JudgeArguments, entries: &[folder::Entry], clauses: &[&str]) -> Result<(), Failure> {
    let write = |path: &Path, bytes: Vec<u8>| files::replace(path, &bytes).map_err(|error| Failure::at(path, &error));
    if let Some(path) = &arguments.csv {
        write(path, report::csv(entries, clauses)?)?;
    }
    if let Some(path) = &arguments.json {
        write(path, serde_json::to_vec_pretty(entries).map_err(io::Error::from)?)?;
    }
    if let Some(directory) = &arguments.report {
        write(&directory.join("index.html"), report::index(entries).into_bytes())?;
    }
    Ok(())
}

fn options(arguments: &JudgeArguments) -> Options {
    Options {
        games: arguments.games,
        budget: arguments.budget.or(arguments.games.is_none().then_some(BUDGET)),
        seed: arguments.seed,
        timeout: arguments.timeout,
        strict: arguments.strict,
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
    }
}

/// The heading of the marks.
fn base(chosen: &Chosen<JudgeArguments>, shelter: &Shelter) -> Marks {
    let files = chosen.rest.functions.iter().map(|path| path.as_os_str());
    let command = chosen.rest.command.iter().map(OsString::as_os_str).chain(files);
    let mut base = Marks {
        game: chosen.game.kind().to_string(),
        command: command.map(|word| word.to_string_lossy().into_owned()).collect(),
        seed: chosen.rest.seed,
        ..Marks::default()
    };
    base.run.remarks.push(shelter.remark());
    base
}

/// Judges the program, or the functions, and reports the marks.
fn tell(
    subject: &Subject,
    shelter: &Shelter,
    chosen: &Chosen<JudgeArguments>,
    output: &mut dyn Write,
) -> Result<u8, Failure> {
    let arguments = &chosen.rest;
    let options = options(arguments);
    let base = base(chosen, shelter);
    let screen = Screen {
        bar: match (arguments.games, options.budget) {
            (Some(games), _) => progress_bar(games, "games"),
            (None, budget) => progress_bar(budget.unwrap_or_default().as_secs(), "s"),
        },
        counts_games: arguments.games.is_some(),
        json: arguments.json.as_deref(),
        report: arguments.report.as_deref(),
        stderr: arguments.stderr,
        unwritten: Mutex::new(None),
    };
    let judged = match subject {
        Subject::Program(protocol, template) => {
            judge(&**protocol, template, &options, base, &screen).map_err(|error| {
                format!("{}: {error}", arguments.command.first().cloned().unwrap_or_default().to_string_lossy())
            })
        }
        Subject::Functions(suite) => judge_files(suite, &arguments.functions, shelter, &options, base)
            .inspect(|marks| screen.known(marks))
            .map_err(|trouble| trouble.to_string()),
    };
    screen.bar.finish_and_clear();
    let marks = match judged {
        Ok(marks) => marks,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {}", error.trim_end());
            return Ok(NOT_RUN);
        }
    };
    report::write_text(&marks.shown(arguments.stderr), output)?;
    output.flush()?;
    if let Some(failure) = screen.unwritten.into_inner().ok().flatten() {
        return Err(failure);
    }
    Ok(u8::from(!marks.passed))
}

/// Writes these files, and keeps the first failure, so that nothing else is lost by it.
fn write_all(
    files: impl IntoIterator<Item = (impl AsRef<Path>, io::Result<Vec<u8>>)>,
    unwritten: &Mutex<Option<Failure>>,
) {
    for (path, bytes) in files {
        if let Err(error) = bytes.and_then(|bytes| files::replace(path.as_ref(), &bytes))
            && let Ok(mut unwritten) = unwritten.lock()
        {
            unwritten.get_or_insert(Failure::at(path.as_ref(), &error));
        }
    }
}

/// Judges functions in copies of their files and of the headers beside them.
fn judge_files(
    suite: &'static Suite,
    paths: &[PathBuf],
    shelter: &Shelter,
    options: &Options,
    base: Marks,
) -> Result<Marks, FunctionsError> {
    let copy = Directory::new()?;
    let mut names = Vec::new();
    let fault =
        |path: &Path, error: &dyn std::fmt::Display| FunctionsError::Build(format!("{}: {error}", path.display()));
    for path in paths {
        let name = path.file_name().unwrap_or_default();
        if names.contains(&PathBuf::from(name)) {
            return Err(fault(path, &"another file has the same name"));
        }
        fs::copy(path, copy.path().join(name)).map_err(|error| fault(path, &error))?;
        names.push(PathBuf::from(name));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for beside in fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.path()) {
            // Editors keep links that lead nowhere beside a file.
            let is_header = beside.extension().is_some_and(|end| end == "h") && beside.is_file();
            if let Some(name) = beside.file_name().filter(|_| is_header) {
                let to = copy.path().join(name);
                let other = fs::read(&to).ok();
                fs::copy(&beside, &to).map_err(|error| fault(&beside, &error))?;
                if other.is_some_and(|other| fs::read(&to).ok() != Some(other)) {
                    return Err(fault(&beside, &"another header has the same name"));
                }
            }
        }
    }
    functions::judge(suite, copy.path(), &names, shelter, options, base)
}

/// Shows the progress of a run, and keeps its marks on disk.
struct Screen<'a> {
    bar: ProgressBar,
    counts_games: bool,
    json: Option<&'a Path>,
    report: Option<&'a Path>,
    stderr: bool,
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
        let report = self.report.map(|path| (path, Ok(report::page(&marks.shown(self.stderr), "").into_bytes())));
        write_all(json.into_iter().chain(report), &self.unwritten);
    }
}
