//! [`Code`]: the result of a program in the abbreviations of graders.

use std::os::unix::process::ExitStatusExt;

use serde::{Deserialize, Serialize};

use super::transcript::Ending;

/// The result of a program, in the abbreviations that graders use. It follows from the end of the
/// program. A fault of the judge itself has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Code {
    /// Nothing failed.
    #[serde(rename = "AC")]
    Accepted,
    /// It exited in time and by itself, and its output is wrong.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// It was silent or ran too long, or used too much processor time.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// It needs more memory than it may have.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// A signal, an exception, an exit status other than 0 that is wrong or comes too early, or too
    /// many processes.
    #[serde(rename = "RTE")]
    RuntimeError,
    /// It wrote too much, or too large a file.
    #[serde(rename = "OLE")]
    OutputLimit,
}

/// The signals of a program that has used its processor time, and of one whose file is too large.
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

impl Code {
    /// The code of a program that ended wrongly.
    #[must_use]
    pub fn of(ending: Ending) -> Code {
        match ending {
            Ending::Exited(0) => Code::WrongAnswer,
            Ending::Crashed(status) if status.signal() == Some(SIGXCPU) => Code::TimeLimit,
            Ending::Crashed(status) if status.signal() == Some(SIGXFSZ) => Code::OutputLimit,
            Ending::Exited(_) | Ending::Crashed(_) | Ending::Threw(_) | Ending::Swarmed(_) => Code::RuntimeError,
            Ending::Hung(_) => Code::TimeLimit,
            Ending::Flooded(_) => Code::OutputLimit,
            Ending::OutOfMemory(_) => Code::MemoryLimit,
        }
    }

    /// The meaning of the abbreviation.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Code::Accepted => "accepted",
            Code::WrongAnswer => "wrong answer",
            Code::TimeLimit => "time limit exceeded",
            Code::MemoryLimit => "memory limit exceeded",
            Code::RuntimeError => "runtime error",
            Code::OutputLimit => "output limit exceeded",
        }
    }

    /// The abbreviation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Code::Accepted => "AC",
            Code::WrongAnswer => "WA",
            Code::TimeLimit => "TLE",
            Code::MemoryLimit => "MLE",
            Code::RuntimeError => "RTE",
            Code::OutputLimit => "OLE",
        }
    }
}
