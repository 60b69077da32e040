//! [`Transcript`]: the input and output of a run.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use gridlaw::console::Console;

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// It exited by itself, with this status.
    Exited(i32),
    /// A signal ended it.
    Crashed(ExitStatus),
    /// An exception or a failed assertion that it did not catch ended it, with this status.
    Threw(i32),
    /// It was silent for this long, and the judge ended it.
    Hung(Duration),
    /// It wrote more than this many bytes, and the judge ended it.
    Flooded(usize),
    /// It had more than this many MiB of memory, or wanted more, and the judge ended it.
    OutOfMemory(u64),
    /// It had more than this many processes and threads, and the judge ended it.
    Swarmed(u64),
}

impl Ending {
    /// Its exit status, if it exited by itself.
    #[must_use]
    pub fn status(self) -> Option<i32> {
        if let Ending::Exited(status) = self { Some(status) } else { None }
    }

    /// Whether a signal or an exception ended it.
    #[must_use]
    pub fn is_crash(self) -> bool {
        matches!(self, Ending::Crashed(_) | Ending::Threw(_))
    }

    /// Whether it needed more memory than it may have.
    pub(super) fn lacks_memory(self) -> bool {
        matches!(self, Ending::OutOfMemory(_))
    }

    /// Whether allocations that failed could have ended it.
    pub(super) fn may_lack_memory(self) -> bool {
        self.is_crash() || self.status().is_some_and(|status| status != 0)
    }

    /// Whether it exited by itself, with whatever status.
    #[must_use]
    pub fn is_exit(self) -> bool {
        self.status().is_some()
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Ending {
        status.code().map_or(Ending::Crashed(status), Ending::Exited)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(status) => write!(f, "it ended with exit status {status}"),
            Ending::Crashed(status) => write!(f, "it crashed ({status})"),
            Ending::Threw(status) => write!(f, "an exception ended it, with exit status {status}"),
            Ending::Hung(silence) => write!(f, "it hung: nothing for {:.1} s", silence.as_secs_f64()),
            Ending::Flooded(bytes) => write!(f, "it flooded its output: more than {bytes} bytes"),
            Ending::OutOfMemory(mib) => write!(f, "it needs more memory than it may have: {mib} MiB"),
            Ending::Swarmed(bound) => write!(f, "it started more than {bound} processes and threads"),
        }
    }
}

/// A whole run, of a program or of the law: input, output and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The input.
    pub input: Vec<u8>,
    /// Standard output. A program's is cut off at its limit.
    pub output: Vec<u8>,
    /// Standard error. A program's is cut off at its limit.
    pub errors: Vec<u8>,
    /// The end of the run.
    pub ending: Ending,
}

/// The words of runtimes on standard error when an exception or an assertion ends a program.
const EXCEPTIONS: [&str; 8] = [
    "Exception in thread ",
    "Traceback (most recent call last)",
    "terminate called ",
    "panicked at ",
    ": Assertion `",
    "ERROR: AddressSanitizer",
    "Unhandled exception",
    "runtime error: ",
];

/// The console on which the law plays.
pub(super) type Memory<'i> = Console<&'i [u8], Vec<u8>, Vec<u8>>;

impl Transcript {
    /// The run with its cause named: an exit status other than 0 after the trace of an exception is
    /// an exception.
    pub(super) fn with_cause(self) -> Transcript {
        let errors = String::from_utf8_lossy(&self.errors);
        match self.ending {
            Ending::Exited(status) if status != 0 && EXCEPTIONS.iter().any(|trace| errors.contains(trace)) => {
                Transcript { ending: Ending::Threw(status), ..self }
            }
            _ => self,
        }
    }

    /// The law's run: `session` plays on a console in memory and returns the exit status.
    ///
    /// # Errors
    /// Any error of `session`.
    pub(super) fn of_law(
        input: &[u8],
        session: &mut dyn FnMut(&mut Memory<'_>) -> io::Result<u8>,
    ) -> io::Result<Transcript> {
        let mut console = Console::new(input, Vec::new(), Vec::new());
        let status = session(&mut console)?;
        let Console { output, errors, .. } = console;
        Ok(Transcript { input: input.to_vec(), output, errors, ending: Ending::Exited(status.into()) })
    }
}
