//! [`Harness`]: somebody's files, compiled with the code that calls their functions.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::suite::{FunctionsError, Suite};
use crate::cleanup::Directory;
use crate::process::RunLimits;
use crate::shelter::Shelter;
use crate::template::Template;
use crate::transcript::Transcript;

/// A compiled harness. Its files are removed on drop.
pub(super) struct Harness {
    pub(super) calls: Calls,
    /// The time that the compiler took.
    compiled: Duration,
    _files: Directory,
}

/// The settings for calling functions.
pub(super) struct Calls {
    program: Template,
    is_sanitized: bool,
    /// Memory that a call may get, in MiB.
    memory: u64,
}

/// The longest time and output of the compiler.
const COMPILER: RunLimits =
    RunLimits { reply: Duration::from_secs(120), total: Duration::from_secs(120), bytes: 1 << 20 };

/// The options that every compiler takes. The judge does not mark warnings.
const ALWAYS: [&str; 4] = ["-g", "-O1", "-w", "-fno-omit-frame-pointer"];

/// The options that find misuse of memory, the most thorough first. Overflow of integers and of
/// shifts is not checked, because a function with the right result has no fault.
const CHECKS: [&[&str]; 3] = [
    &[
        "-fsanitize=address,undefined",
        "-fno-sanitize=signed-integer-overflow,shift,object-size",
        "-fno-sanitize-recover=all",
        "-ftrivial-auto-var-init=pattern",
    ],
    &[
        "-fsanitize=address,undefined",
        "-fno-sanitize=signed-integer-overflow,shift,object-size",
        "-fno-sanitize-recover=all",
    ],
    &[],
];

/// The exit status of a harness without a call.
const READY: i32 = 96;

/// The command that runs functions without sanitizers. It turns off the allocator's thread cache:
/// the allocator counts memory in that cache as in use, so freed memory would look leaked.
const PLAIN: [&str; 3] = ["env", "MALLOC_PERTURB_=165", "GLIBC_TUNABLES=glibc.malloc.tcache_count=0"];

impl Harness {
    /// Compiles the files, in `directory`, where the headers are put.
    pub(super) fn build(
        suite: &Suite,
        directory: &Path,
        files: &[PathBuf],
        shelter: &Shelter,
    ) -> Result<Harness, FunctionsError> {
        if let Some(missing) = files.iter().find(|file| !directory.join(file).is_file()) {
            return Err(FunctionsError::Build(format!("{}: there is no such file", missing.display())));
        }
        for (name, text) in suite.headers {
            let path = directory.join(name);
            if suite.replaces_headers || !path.exists() {
                // A link of this name may lead anywhere, and the judge writes outside the shelter.
                remove_if_there(&path)?;
                File::create_new(&path)?.write_all(text.as_bytes())?;
            }
        }
        let begun = Instant::now();
        let own = Directory::new()?;
        for (name, text) in [
            ("harness.c", include_str!("harness.c")),
            ("harness.h", include_str!("harness.h")),
            ("calls.c", suite.calls),
        ] {
            fs::write(own.path().join(name), text)?;
        }
        let program = own.path().join("harness");
        let mut message = String::new();
        for checks in CHECKS {
            let mut words: Vec<OsString> = vec![env::var_os("CC").unwrap_or_else(|| "cc".into())];
            words.extend(ALWAYS.iter().chain(checks).map(OsString::from));
            words.extend(["-I".into(), directory.into(), "-o".into(), program.clone().into()]);
            words.extend(["harness.c", "calls.c"].map(|name| own.path().join(name).into()));
            words.extend(files.iter().map(Into::into));
            words.push("-lm".into());
            let compiler = Template::new(words).in_shelter(shelter.clone()).in_directory(directory.to_path_buf());
            let run = compiler.run(&[], &[], [None, Some(own.path())], b"", COMPILER)?;
            if run.ending.status() != Some(0) {
                message = String::from_utf8_lossy(&run.errors).chars().take(2000).collect();
                continue;
            }
            let compiled = begun.elapsed();
            // An address sanitizer maps more memory than any limit; the harness sets its own.
            let program = Template::new([program.clone().into(), "{function}".into(), "{memory}".into()])
                .in_shelter(shelter.clone().without_memory_limit())
                .in_directory(directory.to_path_buf());
            let ready = Calls { program, is_sanitized: !checks.is_empty(), memory: shelter.memory() };
            // A sanitizer may not run here even if the compiler has it.
            let run = ready.run("", b"", COMPILER)?;
            if run.ending.status() == Some(READY) {
                return Ok(Harness { calls: ready, compiled, _files: own });
            }
            message = format!("the compiled functions do not run: {}", run.ending);
        }
        Err(FunctionsError::Build(message))
    }

    /// A sentence about the compiler and its checks, for the report.
    pub(super) fn remark(&self) -> String {
        let how = if self.calls.is_sanitized {
            "with AddressSanitizer and UndefinedBehaviorSanitizer"
        } else {
            "without sanitizers: arrays end at a page that cannot be touched"
        };
        format!("compiled in {:.1} s {how}", self.compiled.as_secs_f64())
    }
}

/// Removes an entry of a directory, but not what it links to.
fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

impl Calls {
    /// Calls a function with these cases.
    pub(super) fn run(&self, function: &str, cases: &[u8], limits: RunLimits) -> io::Result<Transcript> {
        let values = [("function", vec![function.into()]), ("memory", vec![self.memory.to_string().into()])];
        let before: &[&str] = if self.is_sanitized { &[] } else { &PLAIN };
        self.program.run(before, &values, [None; 2], cases, limits)
    }
}
