//! [`judge_folder`]: builds and judges many submissions, each in a copy of its own.
//!
//! One thread judges a submission, so its result does not depend on how many are judged at the same
//! time. The caller can keep each entry in a file, and an interrupted run then goes on where it
//! stopped.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::cleanup::Directory;
use super::code::Code;
use super::functions::{self, FunctionsError, Suite};
use super::judgement::{Options, Watch, judge};
use super::marks::{MarkResult, Marks};
use super::process::RunLimits;
use super::shelter::Shelter;
use super::template::Template;
use super::trial::AnyProtocol;

/// The settings for judging submissions.
#[derive(Clone, Copy)]
pub struct Folder<'a> {
    /// Judges the submission that was copied to a directory.
    pub judge: &'a (dyn Fn(&Path) -> Judged + Sync),
    /// The shelter of the command that builds.
    pub shelter: &'a Shelter,
    /// The shell command that builds a submission.
    pub build: Option<&'a str>,
    /// The heading of the marks.
    pub base: &'a Marks,
    /// The number of submissions that are judged at the same time.
    pub jobs: usize,
}

/// The marks of a submission, or why it has none: the outcome and the error.
pub type Judged = Result<Marks, (SubmissionResult, String)>;

/// The outcome of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubmissionResult {
    /// No clause failed.
    #[serde(rename = "pass")]
    Pass,
    /// A clause failed.
    #[serde(rename = "fail")]
    Fail,
    /// The build command failed, or left no program.
    #[serde(rename = "build error")]
    BuildError,
    /// The judge failed.
    #[serde(rename = "judge error")]
    JudgeError,
}

impl SubmissionResult {
    /// Whether the submission could be judged.
    #[must_use]
    pub fn is_judged(self) -> bool {
        matches!(self, SubmissionResult::Pass | SubmissionResult::Fail)
    }

    /// Its word in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SubmissionResult::Pass => "pass",
            SubmissionResult::Fail => "fail",
            SubmissionResult::BuildError => "build error",
            SubmissionResult::JudgeError => "judge error",
        }
    }
}

/// The result of one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of its folder.
    pub submission: String,
    /// Its outcome.
    pub result: SubmissionResult,
    /// The time that it took, in seconds.
    pub seconds: f64,
    /// Why it could not be built or judged; otherwise empty.
    pub error: String,
    /// Its marks; the heading alone if there are none.
    pub marks: Marks,
}

impl Entry {
    /// The number of its clauses with this mark.
    #[must_use]
    pub fn count(&self, result: MarkResult) -> usize {
        self.marks.count(result)
    }

    /// The code of the program; `None` if it could not be judged.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        self.marks.code.filter(|_| self.result.is_judged())
    }
}

/// The longest time and output of a build command.
const BUILD: RunLimits = RunLimits { reply: Duration::from_secs(120), total: Duration::from_secs(120), bytes: 1 << 20 };

/// A watch that does nothing.
struct Unwatched;

impl Watch for Unwatched {
    fn played(&self, _elapsed: Duration) {}

    fn known(&self, _marks: &Marks) {}
}

/// Judges each submission for which `known` returns no entry, and returns all entries in the order
/// of the submissions. `known` takes a submission's name and the fingerprint of its files, `done`
/// each new entry with that fingerprint.
///
/// # Errors
/// If no thread can be started.
pub fn judge_folder(
    folder: Folder<'_>,
    submissions: &[PathBuf],
    known: &(dyn Fn(&str, u64) -> Option<Entry> + Sync),
    done: &(dyn Fn(&Entry, u64) + Sync),
) -> io::Result<Vec<Entry>> {
    let next = AtomicUsize::new(0);
    let entries: Mutex<Vec<(usize, Entry)>> = Mutex::default();
    let work = || -> io::Result<()> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        while let Some((index, path)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, submissions.get(at)?)))
        {
            // Computed before the copy, so that a submission that changes later is judged again.
            let print = fingerprint(path);
            let kept = print.as_ref().ok().and_then(|&print| known(&name(path), print));
            let entry = kept.unwrap_or_else(|| {
                let entry = pool.install(|| folder.judge(path));
                // What cannot be read is never known, whatever its print.
                done(&entry, print.unwrap_or(0));
                entry
            });
            entries.lock().map_err(|_| io::Error::other("a thread failed"))?.push((index, entry));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..folder.jobs.clamp(1, submissions.len().max(1))).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread failed"))))
    })?;
    let mut entries = entries.into_inner().map_err(|_| io::Error::other("a thread failed"))?;
    entries.sort_by_key(|(index, _)| *index);
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// The name of a submission: the last part of its path.
#[must_use]
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Folder<'_> {
    fn judge(&self, path: &Path) -> Entry {
        let begun = Instant::now();
        let (result, error, marks) = match self.build_and_judge(path) {
            Ok(marks) if marks.has_judge_error() => {
                (SubmissionResult::JudgeError, marks.run.error.clone().unwrap_or_default(), marks)
            }
            Ok(marks) if marks.passed => (SubmissionResult::Pass, String::new(), marks),
            Ok(marks) => (SubmissionResult::Fail, String::new(), marks),
            Err((result, error)) => (result, error, self.base.clone()),
        };
        let seconds = (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        Entry { submission: name(path), result, seconds, error, marks }
    }

    fn build_and_judge(&self, path: &Path) -> Judged {
        let copy = Directory::new().map_err(own)?;
        copy_all(path, copy.path()).map_err(own)?;
        if let Some(build) = self.build {
            let template = Template::new(["sh", "-c", build].map(Into::into)).in_shelter(self.shelter.clone());
            let run =
                template.in_directory(copy.path().to_path_buf()).run(&[], &[], [None; 2], b"", BUILD).map_err(own)?;
            if run.ending.status() != Some(0) {
                // Compilers write their errors to either stream.
                let [errors, output] = [&run.errors, &run.output]
                    .map(|stream| String::from_utf8_lossy(stream).chars().take(2000).collect::<String>());
                return Err((SubmissionResult::BuildError, format!("`{build}`: {}\n{errors}{output}", run.ending)));
            }
        }
        (self.judge)(copy.path())
    }
}

/// An error of the judge itself.
fn own(error: io::Error) -> (SubmissionResult, String) {
    (SubmissionResult::JudgeError, error.to_string())
}

/// Judges the program of a submission in its copy.
///
/// # Errors
/// [`SubmissionResult::BuildError`] if there is no program, [`SubmissionResult::JudgeError`] if the
/// judge fails.
pub fn judge_program(
    protocol: &dyn AnyProtocol,
    template: &Template,
    options: &Options,
    base: &Marks,
    copy: &Path,
) -> Judged {
    // The build may have made a file of this name.
    template.check_bare_name(copy).map_err(|error| (SubmissionResult::JudgeError, error))?;
    let template = template.clone().in_directory(copy.to_path_buf());
    let program = base.command.first().map_or("", String::as_str);
    judge(protocol, &template, options, base.clone(), &Unwatched).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => {
            (SubmissionResult::BuildError, format!("{program}: {error}"))
        }
        _ => own(error),
    })
}

/// Judges the functions of a submission in its copy.
///
/// # Errors
/// [`SubmissionResult::BuildError`] if they do not compile, [`SubmissionResult::JudgeError`] if the
/// judge fails.
pub fn judge_functions(
    suite: &'static Suite,
    files: &[PathBuf],
    shelter: &Shelter,
    options: &Options,
    base: &Marks,
    copy: &Path,
) -> Judged {
    functions::judge(suite, copy, files, shelter, options, base.clone()).map_err(|trouble| match trouble {
        FunctionsError::Build(error) => (SubmissionResult::BuildError, error),
        FunctionsError::Judge(error) => own(error),
    })
}

/// Copies a folder, or a file into a folder. Links stay links.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_file() {
        return fs::copy(from, to.join(from.file_name().unwrap_or_default())).map(|_| ());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, source, target) = (entry.file_type()?, entry.path(), to.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy_all(&source, &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&source)?, &target)?;
        } else if kind.is_file() {
            fs::copy(&source, &target)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", source.display())))?;
        }
    }
    Ok(())
}

/// A number that changes with the names, the kinds and the contents of a submission's files. It is
/// FNV-1a of their bytes, because the hashes of the standard library change with the compiler.
fn fingerprint(submission: &Path) -> io::Result<u64> {
    let mut print = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        bytes.iter().for_each(|&byte| print = (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    };
    // A submission may be a link to its folder, which is followed as in the copy.
    let submission = &fs::canonicalize(submission)?;
    let mut open = vec![submission.clone()];
    while let Some(path) = open.pop() {
        let data = fs::symlink_metadata(&path)?;
        let is_program = data.permissions().mode() & 0o111 != 0;
        add(path.strip_prefix(submission).unwrap_or(&path).as_os_str().as_bytes());
        // A name has no zero, so the first one ends it.
        add(&[0, data.is_dir().into(), data.is_symlink().into(), data.is_file().into(), is_program.into()]);
        if data.is_dir() {
            let mut entries = fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
            entries.sort();
            open.append(&mut entries);
        } else if data.is_symlink() {
            add(fs::read_link(&path)?.as_os_str().as_bytes());
            add(&[0]);
        } else if data.is_file() {
            add(&data.len().to_le_bytes());
            let mut file = File::open(&path)?;
            let mut block = vec![0; 1 << 16];
            loop {
                let read = file.read(&mut block)?;
                if read == 0 {
                    break;
                }
                add(&block[..read]);
            }
        }
    }
    Ok(print)
}

/// The first name that two submissions share, if there is one.
#[must_use]
pub fn shared_name(submissions: &[PathBuf]) -> Option<String> {
    let mut seen = BTreeSet::new();
    submissions.iter().map(|path| name(path)).find(|name| !seen.insert(name.clone()))
}
