//! [`Protocol`]: the part of the judge that depends on the game.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::coverage::{Clause, Coverage};
use super::desk::Desk;
use super::difference::Difference;
use super::script::Script;
use super::template::Values;
use super::transcript::Transcript;
use gridlaw::rng::Generator;

/// One script prepared for a program.
#[derive(Clone, Debug)]
pub struct Task<E> {
    /// The values of the placeholders.
    pub values: Values,
    /// The directory that the program runs in, if it is not the judge's own.
    pub directory: Option<PathBuf>,
    /// The input.
    pub input: Vec<u8>,
    /// The most bytes that the program may write.
    pub bytes: usize,
    /// The expected result, as far as it is known before the run.
    pub expected: E,
}

/// A game and its text protocol, as the judge needs them.
pub trait Protocol: Sync {
    /// The parts of the command line that vary.
    type Setting: Clone + PartialEq + Send + Sync;

    /// The expected result, as far as it is known before the run.
    type Expected;

    /// The clauses of the game, for [`Coverage`].
    fn clauses(&self) -> &'static [Clause];

    /// Game number `number` of a run: a script that looks for trouble.
    fn script(&self, number: u64, generator: &mut Generator) -> Script<Self::Setting>;

    /// Prepares the program's run: arguments, files, input.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn prepare(&self, script: &Script<Self::Setting>, desk: &mut Desk) -> io::Result<Task<Self::Expected>>;

    /// The scripts that are played first, whatever the seed: every rule at its limits.
    fn directed(&self) -> Vec<Script<Self::Setting>>;

    /// Compares the run of the program with the law, counts the clauses that were tried, and
    /// returns the differences: at most one of each kind that does not hide another.
    fn check(
        &self,
        script: &Script<Self::Setting>,
        task: &Task<Self::Expected>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Vec<Difference>;

    /// The exit status of a program whose input ends before its game.
    fn unfinished(&self) -> i32 {
        0
    }

    /// The clause that a program breaks if it crashes, hangs or floods its output.
    fn ends(&self, script: &Script<Self::Setting>) -> Clause;

    /// Whether the input ends before the game does, which some documents leave open.
    fn is_open(&self, _script: &Script<Self::Setting>) -> bool {
        false
    }

    /// Whether the program may play by chance, so that it can do otherwise when the script is
    /// played again.
    fn has_chance(&self, _script: &Script<Self::Setting>) -> bool {
        false
    }

    /// The clause of a last line without its newline.
    fn unended(&self) -> Option<Clause> {
        None
    }

    /// Scripts that lack some of the input that may be the cause of a difference. The first in
    /// which the program fails, too, names the clause.
    fn narrower(&self, _script: &Script<Self::Setting>, _difference: &Difference) -> Vec<Script<Self::Setting>> {
        Vec::new()
    }

    /// Whether the generator could have made this script. Shrinking keeps to such scripts.
    fn can_be_typed(&self, _script: &Script<Self::Setting>) -> bool {
        true
    }

    /// Scripts that are simpler than this one in something other than the number of turns, the
    /// simplest first.
    fn simpler(&self, script: &Script<Self::Setting>) -> Vec<Script<Self::Setting>>;

    /// The script as the other commands write it. `directory` holds the files of the game.
    fn record(&self, script: &Script<Self::Setting>, directory: &Path) -> Record;
}

/// Makes words of text.
pub(super) fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// A script as the other commands of `gridlaw` write it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game and its size: `breakdown -w 8 -h 8 -k 3 -q 3`.
    pub game: String,
    /// The moves that are played, separated by spaces, without those that are refused.
    pub moves: String,
    /// Whether `gridlaw verdict` can read them.
    pub verdict: bool,
    /// The files that the program was given.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}

impl Record {
    /// The files by their names alone: their directories are gone after the game.
    pub fn files_by_name(&self) -> impl Iterator<Item = (Cow<'_, str>, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.file_name().unwrap_or_default().to_string_lossy(), &bytes[..]))
    }
}
