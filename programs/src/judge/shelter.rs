//! [`Shelter`]: shuts somebody's program in, with the tools that the system has.
//!
//! The program gets a process and a network namespace of its own and limits on what it may use.
//! Bubblewrap also makes the file system read-only, except for the directory of one game.
//! Namespaces end with their first process, so that nothing a program starts outlives its run, and
//! no process inside can name the judge.
//!
//! Each run has a shelter of its own. A shelter that holds many runs would start quicker, but what
//! one run leaves behind would meet the next.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use super::transcript::{Ending, Transcript};

/// How programs are shut in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Walls {
    /// Not at all: the process group is ended after each run.
    #[default]
    None,
    /// Own namespaces, by `unshare` of util-linux.
    Unshare,
    /// Own namespaces and a read-only file system, by `bwrap` of Bubblewrap.
    Bubblewrap,
}

/// What shuts programs in. The default shuts nothing in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    walls: Walls,
    /// Memory that a process may have for its data, in MiB.
    memory: u64,
}

/// Seconds of CPU time that a process may use. The judge ends silent programs before that.
const CPU: u64 = 60;

/// Processes that a program may have at a time. The system exempts the superuser.
const PROCESSES: u64 = 256;

/// The size of a file that a program may write, in MiB, and of all its temporary files.
const FILE: u64 = 64;

/// Files that a process may have open.
const OPEN_FILES: u64 = 256;

/// Signals that end a program because of what it did. A status of 128 more than one of them is how
/// the tools, as shells do, report them.
const SIGNALS: [i32; 10] = [4, 5, 6, 7, 8, 9, 11, 24, 25, 31];

/// How the tools begin a message about an error of their own.
const COMPLAINTS: [&[u8]; 3] = [b"bwrap: ", b"unshare: ", b"prlimit: "];

impl Shelter {
    /// The best shelter that works on this machine, with so many MiB of memory for each process.
    #[must_use]
    pub fn find(memory: u64) -> Shelter {
        let works = |walls: &Walls| {
            let shelter = Shelter { walls: *walls, memory };
            let words = shelter.wrap(vec!["true".into()], &[], None).unwrap_or_default();
            let Some((tool, arguments)) = words.split_first() else { return false };
            let mut command = Command::new(tool);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let walls = [Walls::Bubblewrap, Walls::Unshare].into_iter().find(works).unwrap_or_default();
        Shelter { walls, memory }
    }

    /// Memory that a process may have for its data, in MiB.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The shelter without a limit of memory, for programs that limit themselves.
    #[must_use]
    pub fn without_memory_limit(self) -> Shelter {
        Shelter { memory: u64::MAX, ..self }
    }

    /// A sentence about what holds here, for the report.
    #[must_use]
    pub fn remark(&self) -> String {
        let memory = self.memory;
        let limits = format!(
            "limits of each process: {CPU} s of CPU time, {memory} MiB of data, files of {FILE} MiB, {OPEN_FILES} open \
             files; {PROCESSES} processes, unless the judge runs as the superuser"
        );
        match self.walls {
            Walls::None => "not isolated: programs run with the rights of the judge, without limits".to_string(),
            Walls::Unshare => {
                format!("isolated by unshare: own processes, no network, files as the judge sees them; {limits}")
            }
            Walls::Bubblewrap => format!("isolated by bwrap: own processes, no network, read-only files; {limits}"),
        }
    }

    /// The command that runs `words` in the shelter, in `directory`. The program may write to the
    /// directories in `writable` and to temporary files.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn wrap(
        &self,
        words: Vec<OsString>,
        writable: &[&Path],
        directory: Option<&Path>,
    ) -> io::Result<Vec<OsString>> {
        if self.walls == Walls::None {
            return Ok(words);
        }
        let Some(program) = words.first() else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "there is no program to run"));
        };
        // The tools would report it as an exit status, which a program may have, too.
        find(Path::new(program), directory)?;
        let mut wrapped: Vec<OsString> = Vec::with_capacity(words.len() + 40);
        let mut add = |words: &[&str]| wrapped.extend(words.iter().map(OsString::from));
        let temporary = (FILE << 20).to_string();
        match self.walls {
            Walls::Bubblewrap => {
                add(&["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc"]);
                add(&["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
                add(&["--size", &temporary, "--tmpfs", "/dev/shm", "--setenv", "TMPDIR", "/dev/shm"]);
                for path in writable {
                    wrapped.extend(["--bind".into(), path.into(), path.into()]);
                }
            }
            _ => add(&[
                "unshare",
                "--map-root-user",
                "--net",
                "--ipc",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
            ]),
        }
        let mut add = |words: &[&str]| wrapped.extend(words.iter().map(OsString::from));
        add(&["--", "prlimit", "--core=0", &format!("--cpu={CPU}"), &format!("--nproc={PROCESSES}")]);
        let data = self.memory.checked_mul(1 << 20).map_or("unlimited".to_string(), |bytes| bytes.to_string());
        let file = FILE << 20;
        add(&[&format!("--data={data}"), &format!("--fsize={file}"), &format!("--nofile={OPEN_FILES}"), "--"]);
        if self.walls == Walls::Unshare {
            // The first process of a namespace ignores signals, so it is a shell, not the program.
            add(&["sh", "-c", r#""$@"; exit $?"#, "sh"]);
        }
        wrapped.extend(words);
        Ok(wrapped)
    }

    /// The run as it would be without the shelter: a signal that the tools report as a status is a
    /// crash.
    ///
    /// # Errors
    /// If a tool failed before the program ran.
    pub fn unwrap(&self, run: Transcript) -> io::Result<Transcript> {
        let Ending::Exited(status) = run.ending else { return Ok(run) };
        if self.walls == Walls::None || status == 0 {
            return Ok(run);
        }
        if COMPLAINTS.iter().any(|complaint| run.errors.starts_with(complaint)) {
            return Err(io::Error::other(String::from_utf8_lossy(&run.errors).trim_end().to_string()));
        }
        let signal = SIGNALS.into_iter().find(|signal| status == 128 + signal);
        let ending = signal.map_or(run.ending, |signal| Ending::Crashed(ExitStatus::from_raw(signal)));
        Ok(Transcript { ending, ..run })
    }
}

/// Finds a program as a shell does.
fn find(program: &Path, directory: Option<&Path>) -> io::Result<()> {
    let is_program =
        |path: &Path| path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    let named = program.as_os_str().as_encoded_bytes().contains(&b'/');
    let program = &directory.filter(|_| named).map_or(program.to_path_buf(), |directory| directory.join(program));
    let search = env::var_os("PATH").unwrap_or_default();
    if (named && is_program(program))
        || (!named && env::split_paths(&search).any(|path| is_program(&path.join(program))))
    {
        return Ok(());
    }
    Err(io::Error::new(ErrorKind::NotFound, "expected a program that can be run, found none"))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::judge::process::{self, Limits};

    fn run(script: &str, limits: Limits) -> Option<Transcript> {
        let shelter = Shelter::find(512);
        if shelter.walls == Walls::None {
            // Without namespaces there is nothing to try. The remark says so.
            assert!(shelter.remark().starts_with("not isolated"));
            return None;
        }
        let words = shelter.wrap(["sh", "-c", script].map(OsString::from).to_vec(), &[], None).unwrap();
        Some(shelter.unwrap(process::run(&words, None, b"", limits).unwrap()).unwrap())
    }

    const LIMITS: Limits = Limits { reply: Duration::from_secs(20), total: Duration::from_secs(20), bytes: 1 << 20 };

    /// Processes of this machine whose command line has these words.
    fn left(words: &str) -> usize {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").starts_with(words)).count()
    }

    fn assert_none_left(words: &str) {
        let begun = Instant::now();
        while left(words) > 0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "`{words}` is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn statuses_and_crashes_come_through() {
        let Some(exited) = run("echo out; echo errors >&2; exit 7", LIMITS) else { return };
        assert_eq!((&exited.output[..], &exited.errors[..]), (&b"out\n"[..], &b"errors\n"[..]));
        assert_eq!(exited.ending.status(), Some(7));
        let crashed = run("kill -SEGV $$", LIMITS).unwrap().ending;
        assert!(crashed.is_crash() && crashed.to_string().contains("SIGSEGV"), "{crashed}");
    }

    #[test]
    fn the_judge_survives_its_children_and_they_do_not_survive() {
        let Some(killer) = run("kill -9 $PPID; kill -9 -1; echo still here", LIMITS) else { return };
        assert!(killer.ending.status().is_some() || killer.ending.is_crash());
        run("setsid sleep 86411 & sleep 0.2; echo done", LIMITS).unwrap();
        assert_none_left("sleep 86411");
    }

    #[test]
    fn a_fork_bomb_is_over_with_its_run() {
        let short = Limits { total: Duration::from_secs(1), ..LIMITS };
        let begun = Instant::now();
        // It keeps to 64 processes, should nothing else bound it.
        let Some(_) = run("for i in $(seq 64); do setsid sleep 86412 & done; sleep 86412", short) else { return };
        assert_none_left("sleep 86412");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn memory_files_and_network_are_bounded() {
        let Some(grown) = run("dd if=/dev/zero of=/dev/null bs=1000M count=1", LIMITS) else { return };
        assert!(!matches!(grown.ending, Ending::Exited(0)), "{:?}", grown.ending);
        let network = run("tail -n +3 /proc/net/dev", LIMITS).unwrap();
        let devices = String::from_utf8_lossy(&network.output).lines().filter(|line| !line.contains("lo:")).count();
        assert_eq!(devices, 0, "only the loopback device is there");
        if Shelter::find(512).walls == Walls::Bubblewrap {
            let written = run("touch /tmp/gridlaw-shelter || echo refused", LIMITS).unwrap();
            assert_eq!(written.output, b"refused\n");
        }
    }

    #[test]
    fn programs_that_are_not_there_are_errors() {
        let shelter = Shelter { walls: Walls::Unshare, memory: 64 };
        for program in ["./no such program", "no-such-program", "/"] {
            assert_eq!(shelter.wrap(vec![program.into()], &[], None).unwrap_err().kind(), ErrorKind::NotFound);
        }
    }
}
