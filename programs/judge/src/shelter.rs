//! [`Shelter`]: a sandbox for somebody's program, made with the tools of the system.
//!
//! The program gets a process and a network namespace of its own, and limits on its resources.
//! Bubblewrap also makes the file system read-only, except for the directory of one game. A
//! namespace ends with its first process, so no process that a program starts outlives its run, and
//! no process inside can name the judge.
//!
//! Programs of the superuser could mount the file system anew, and the system's limit on processes
//! does not apply to them. So they drop the rights of the superuser, except the right to read what
//! the judge reads, and `setpriv` of util-linux gives each run a user of its own.
//!
//! Each run has a shelter of its own. One shelter for many runs would start faster, but the next
//! run would meet the leftovers of the last.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use super::process::Bounds;
use super::transcript::{Ending, Transcript};

/// The kind of sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Walls {
    /// None: the judge only ends the process group after each run.
    #[default]
    None,
    /// Own namespaces, by `unshare` of util-linux.
    Unshare,
    /// Own namespaces and a read-only file system, by `bwrap` of Bubblewrap.
    Bubblewrap,
}

/// A sandbox for programs. The default isolates nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    walls: Walls,
    rank: Rank,
    /// Memory that a program may have, in MiB.
    memory: u64,
    /// Whether allocations beyond that limit succeed.
    greedy: bool,
}

/// The rights of the judge, and of its programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rank {
    /// A user without special rights.
    #[default]
    User,
    /// The superuser, whose programs are superusers, too, if the sandbox cannot drop their rights.
    Superuser,
    /// The superuser, each of whose programs runs as a user of its own.
    Demoted,
}

/// Seconds of CPU time that a process may use. The judge ends silent programs before that.
const CPU: u64 = 60;

/// Processes and threads that a program may have at a time. The judge samples their number. Between
/// samples the system's own limit, four times as high, holds, except for the superuser.
const THREADS: u64 = 256;

/// The first number of the users that programs run as. No system gives such numbers to others.
const FIRST_USER: u32 = 0x8000_0000;

/// The greatest size in MiB of each file that a program writes, and of all its temporary files
/// together.
const FILE: u64 = 64;

/// Files that a process may have open.
const OPEN_FILES: u64 = 256;

/// Signals that end a program because of what it did. The tools report one as shells do: as the
/// exit status 128 plus its number.
const SIGNALS: [i32; 10] = [4, 5, 6, 7, 8, 9, 11, 24, 25, 31];

/// The line that the last step inside the sandbox writes to standard error before it becomes the
/// program. Text before it comes from the tools. Without it the tools failed, whatever the program
/// may write.
const BEGINS: &str = "gridlaw: the program begins";

impl Shelter {
    /// The best shelter that works on this machine, with `memory` MiB for each program.
    #[must_use]
    pub fn find(memory: u64) -> Shelter {
        let ranks = match rustix::process::geteuid().is_root() {
            true => &[Rank::Demoted, Rank::Superuser][..],
            false => &[Rank::User],
        };
        let works = |shelter: &Shelter| {
            let Ok(wrapped) = shelter.wrap(vec!["true".into()], &[], None) else { return false };
            let Some((tool, arguments)) = wrapped.words.split_first() else { return false };
            let mut command = Command::new(tool);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let all = [Walls::Bubblewrap, Walls::Unshare]
            .into_iter()
            .flat_map(|walls| ranks.iter().map(move |&rank| Shelter { walls, rank, memory, greedy: false }));
        all.clone().find(works).unwrap_or(Shelter { memory, ..Shelter::default() })
    }

    /// Memory that a program may have, in MiB.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The shelter without a limit of memory, for programs that limit themselves.
    #[must_use]
    pub fn without_memory_limit(self) -> Shelter {
        Shelter { memory: u64::MAX, ..self }
    }

    /// The same shelter, in which allocations beyond the memory limit succeed. `None` if there is
    /// no limit.
    pub(super) fn greedy(self) -> Option<Shelter> {
        self.bounds().memory.map(|_| Shelter { greedy: true, ..self })
    }

    /// The limits of a program's size.
    pub(super) fn bounds(&self) -> Bounds {
        if self.walls == Walls::None {
            return Bounds::default();
        }
        let memory = Some(self.memory).filter(|&memory| memory < u64::MAX);
        Bounds { threads: Some(THREADS), memory, often: self.greedy }
    }

    /// A sentence for the report about the isolation on this machine.
    #[must_use]
    pub fn remark(&self) -> String {
        let memory = self.memory;
        let limits = format!(
            "limits of a program: {memory} MiB of memory, {THREADS} processes and threads; of each process: {CPU} s of \
             CPU time, files of {FILE} MiB, {OPEN_FILES} open files"
        );
        let user = if self.rank == Rank::Demoted { "a user of their own, " } else { "" };
        match self.walls {
            Walls::None => "not isolated: programs run with the rights of the judge, without limits".to_string(),
            Walls::Unshare => {
                format!("isolated by unshare: {user}own processes, no network, files as the judge sees them; {limits}")
            }
            Walls::Bubblewrap => {
                format!("isolated by bwrap: {user}own processes, no network, read-only files; {limits}")
            }
        }
    }

    /// The command that runs `words` in the shelter, in `directory`. The program may write to the
    /// directories in `writable` and to temporary files.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn wrap(&self, words: Vec<OsString>, writable: &[&Path], directory: Option<&Path>) -> io::Result<Wrapped> {
        if self.walls == Walls::None {
            return Ok(Wrapped { words, _user: None });
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
                if self.rank == Rank::Superuser {
                    add(&["--cap-drop", "ALL", "--cap-add", "CAP_DAC_OVERRIDE"]);
                }
                for path in writable {
                    wrapped.extend(["--bind".into(), path.into(), path.into()]);
                }
            }
            _ => {
                add(&["unshare", "--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc"]);
                if self.rank == Rank::User {
                    add(&["--map-root-user"]);
                }
            }
        }
        let mut add = |words: &[&str]| wrapped.extend(words.iter().map(OsString::from));
        // The signal comes at the first number, the end at the second.
        let cpu = format!("--cpu={CPU}:{}", CPU + 2);
        add(&["--", "prlimit", "--core=0", &cpu, &format!("--nproc={}", 4 * THREADS)]);
        let data = self.memory.checked_mul(1 << 20).filter(|_| !self.greedy);
        let data = data.map_or("unlimited".to_string(), |bytes| bytes.to_string());
        let file = FILE << 20;
        add(&[&format!("--data={data}"), &format!("--fsize={file}"), &format!("--nofile={OPEN_FILES}"), "--"]);
        let own = (self.rank == Rank::Demoted).then(User::new);
        if let Some(User(number)) = own {
            let [user, group] = ["--reuid", "--regid"].map(|option| format!("{option}={number}"));
            add(&["setpriv", &user, &group, "--clear-groups"]);
            add(&["--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override", "--"]);
        }
        // With `unshare` the shell stays: the first process of a namespace ignores signals.
        let runs = if self.walls == Walls::Unshare { r#""$@"; exit $?"# } else { r#"exec "$@""# };
        add(&["sh", "-c", &format!("echo '{BEGINS}' >&2; {runs}"), "sh"]);
        wrapped.extend(words);
        Ok(Wrapped { words: wrapped, _user: own })
    }

    /// The run as it would be without the shelter: a signal that the tools report as an exit status
    /// becomes a crash.
    ///
    /// # Errors
    /// If a tool failed before the program ran; [`ErrorKind::TimedOut`] if its time was over.
    pub fn unwrap(&self, run: Transcript) -> io::Result<Transcript> {
        if self.walls == Walls::None {
            return Ok(run);
        }
        let mark = format!("{BEGINS}\n");
        let Some(start) = run.errors.windows(mark.len()).position(|bytes| bytes == mark.as_bytes()) else {
            let kind = if let Ending::Hung(_) = run.ending { ErrorKind::TimedOut } else { ErrorKind::Other };
            let (ending, errors) = (run.ending, String::from_utf8_lossy(&run.errors));
            let message = format!("the shelter failed before the program ran: {ending}; {}", errors.trim_end());
            return Err(io::Error::new(kind, message));
        };
        let signal = |status: i32| SIGNALS.into_iter().find(|signal| status == 128 + signal);
        let signal = run.ending.status().and_then(signal);
        let ending = signal.map_or(run.ending, |signal| Ending::Crashed(ExitStatus::from_raw(signal)));
        Ok(Transcript { ending, errors: run.errors[start + mark.len()..].to_vec(), ..run })
    }
}

/// A command in a shelter.
pub struct Wrapped {
    /// Its words, the tool first.
    pub words: Vec<OsString>,
    /// The user of its run, which ends with it.
    _user: Option<User>,
}

/// A user id that no other run of this judge has until it is dropped, nor a run of another judge of
/// the same process namespace. The system counts the processes of a user, so runs with the same
/// user would share its limit.
struct User(u32);

/// The user ids in use, and the next one: processes of an earlier run may still be about to end.
static USERS: Mutex<(u8, [bool; 256])> = Mutex::new((0, [false; 256]));

impl User {
    fn new() -> User {
        // The number of a process has 22 bits.
        let judge = process::id() & 0x003f_ffff;
        let mut users = USERS.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, used) = &mut *users;
        let free = (0..=u8::MAX).map(|step| next.wrapping_add(step)).find(|&number| !used[usize::from(number)]);
        let number = free.unwrap_or(*next);
        *next = number.wrapping_add(1);
        used[usize::from(number)] = true;
        User(FIRST_USER | judge << 8 | u32::from(number))
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let mut users = USERS.lock().unwrap_or_else(PoisonError::into_inner);
        users.1[(self.0 & 0xff) as usize] = false;
    }
}

/// Finds a program as a shell does, and the interpreter that its first line names.
fn find(program: &Path, directory: Option<&Path>) -> io::Result<()> {
    let is_program =
        |path: &Path| path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    let named = program.as_os_str().as_encoded_bytes().contains(&b'/');
    let search = env::var_os("PATH").unwrap_or_default();
    let found = if named {
        Some(directory.map_or(program.to_path_buf(), |directory| directory.join(program)))
            .filter(|path| is_program(path))
    } else {
        env::split_paths(&search).map(|path| path.join(program)).find(|path| is_program(path))
    };
    let Some(found) = found else {
        let is_there = named && directory.unwrap_or(Path::new("")).join(program).is_file();
        let found = if is_there { "a file that is not executable" } else { "none" };
        return Err(io::Error::new(ErrorKind::NotFound, format!("expected a program that can be run, found {found}")));
    };
    let mut start = Vec::new();
    File::open(found).and_then(|file| file.take(256).read_to_end(&mut start)).unwrap_or_default();
    let line = start.strip_prefix(b"#!").and_then(|line| std::str::from_utf8(line).ok()?.split('\n').next());
    if line.is_some_and(|line| line.ends_with('\r')) {
        let message = "its first line ends with a carriage return, so its interpreter is not found";
        return Err(io::Error::new(ErrorKind::NotFound, message));
    }
    match line.and_then(|line| line.split_whitespace().next()) {
        Some(interpreter) if !is_program(Path::new(interpreter)) => {
            let message = format!("its first line names `{interpreter}`, which is no program here");
            Err(io::Error::new(ErrorKind::NotFound, message))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::process::{self, RunLimits};

    fn run(script: &str, limits: RunLimits) -> Option<Transcript> {
        let shelter = Shelter::find(512);
        if shelter.walls == Walls::None {
            // Without namespaces there is nothing to try. The remark says so.
            assert!(shelter.remark().starts_with("not isolated"));
            return None;
        }
        let wrapped = shelter.wrap(["sh", "-c", script].map(OsString::from).to_vec(), &[], None).unwrap();
        Some(shelter.unwrap(process::run(&wrapped.words, None, b"", limits, shelter.bounds()).unwrap()).unwrap())
    }

    const LIMITS: RunLimits =
        RunLimits { reply: Duration::from_secs(20), total: Duration::from_secs(20), bytes: 1 << 20 };

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

    /// The superuser, too, is held to the number of processes.
    #[test]
    fn a_fork_bomb_is_ended_at_the_bound() {
        // It stops at 600 processes if no other limit holds.
        let Some(bomb) = run("for i in $(seq 600); do setsid sleep 86412 & done; sleep 86412", LIMITS) else { return };
        assert_eq!(bomb.ending, Ending::Swarmed(THREADS));
        assert_none_left("sleep 86412");
    }

    /// The system stops processes that double between two samples, for the superuser, too.
    #[test]
    #[ignore = "long: a thousand processes"]
    fn processes_that_double_are_held_by_the_system() {
        if Shelter::find(512).rank == Rank::Superuser {
            return;
        }
        // It doubles at most twelve times if no other limit holds. A shell that cannot start
        // another one ends.
        let script = "double() { [ $1 = 12 ] || { double $(($1 + 1)) & double $(($1 + 1)) & }; exec sleep 86413; }
            double 0";
        let Some(bomb) = run(script, LIMITS) else { return };
        assert_eq!(bomb.ending, Ending::Swarmed(THREADS));
        assert_none_left("sleep 86413");
    }

    /// A program under the superuser's judge can read what the judge reads, and has no other right.
    #[test]
    fn nobody_inside_is_the_superuser() {
        let shelter = Shelter::find(512);
        if shelter.walls != Walls::Bubblewrap {
            return;
        }
        let script = "mount -o remount,rw,bind / 2>/dev/null && touch /gridlaw-shelter && echo written; \
            sed -n 's/^CapEff:\t0*//p' /proc/self/status";
        let rights = run(script, LIMITS).unwrap();
        let override_only = if shelter.rank == Rank::User { "\n" } else { "2\n" };
        assert_eq!(String::from_utf8_lossy(&rights.output), override_only);
    }

    /// Each of three processes stays below the limit, and together they exceed it.
    #[test]
    fn memory_counts_for_all_processes_of_a_program() {
        let script = "for i in 1 2 3; do dd if=/dev/zero bs=200M count=1 2>&- | sleep 20 & done; wait";
        let Some(together) = run(script, LIMITS) else { return };
        assert_eq!(together.ending, Ending::OutOfMemory(512));
    }

    /// A program's output is never taken for a message of the tools, nor its status for theirs.
    #[test]
    fn a_program_that_speaks_like_the_shelter_is_not_the_shelter() {
        let Some(liar) = run("echo 'bwrap: out of luck' >&2; exit 1", LIMITS) else { return };
        assert_eq!((liar.ending, &liar.errors[..]), (Ending::Exited(1), &b"bwrap: out of luck\n"[..]));
        let shelter = Shelter::find(512);
        let failed = |ending| Transcript { input: vec![], output: vec![], errors: b"bwrap: no\n".to_vec(), ending };
        assert_eq!(shelter.unwrap(failed(Ending::Exited(1))).unwrap_err().kind(), ErrorKind::Other);
        let hung = failed(Ending::Hung(Duration::from_secs(1)));
        assert_eq!(shelter.unwrap(hung).unwrap_err().kind(), ErrorKind::TimedOut);
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
        let shelter = Shelter { walls: Walls::Unshare, memory: 64, ..Shelter::default() };
        for program in ["./no such program", "no-such-program", "/"] {
            assert_eq!(shelter.wrap(vec![program.into()], &[], None).err().unwrap().kind(), ErrorKind::NotFound);
        }
        let directory = tempfile::tempdir().unwrap();
        let script = directory.path().join("script");
        std::fs::write(&script, "#!/no/such/interpreter -x\n").unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        let error = || shelter.wrap(vec![script.clone().into()], &[], None).err().unwrap().to_string();
        assert!(error().contains("`/no/such/interpreter`"), "{}", error());
        std::fs::write(&script, "#!/bin/sh\r\nexit\r\n").unwrap();
        assert!(error().contains("carriage return"), "{}", error());
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(error().contains("a file that is not executable"), "{}", error());
    }

    #[test]
    fn runs_at_the_same_time_have_users_of_their_own() {
        let long = User::new();
        for _ in 0..300 {
            let [one, other] = [(); 2].map(|()| User::new());
            assert!(one.0 != long.0 && other.0 != long.0 && one.0 != other.0 && one.0 >= FIRST_USER);
        }
    }
}
