//! Runs somebody's program on a known input, whatever the program does.
//!
//! The judge sends the whole input at once and compares the output afterwards, because waiting for
//! each reply would mean waiting for the scheduler each time. Limits hold for the time between two
//! outputs, for the bytes of output, and for processes that the program leaves behind.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::cleanup::Group;
use super::transcript::{Ending, Transcript};
use super::usage::{Footprint, Usage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// The limits of time and output of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// The longest silence before a reply, and the longest time to exit.
    pub reply: Duration,
    /// The time limit of the whole run.
    pub total: Duration,
    /// The most bytes that it may write to each of standard output and standard error.
    pub bytes: usize,
}

/// The limits of a program and its descendants. The judge samples their size and ends them if it
/// finds more. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Threads of all its processes.
    pub threads: Option<u64>,
    /// Memory, in MiB.
    pub memory: Option<u64>,
    /// Whether the judge samples as often as it can.
    pub often: bool,
}

/// Starts a program, sends it the input, closes its standard input, and waits for its end. Then
/// ends all processes of its group.
///
/// # Errors
/// If the program cannot be started, or waiting for it fails.
pub fn run(
    words: &[OsString],
    directory: Option<&Path>,
    input: &[u8],
    limits: RunLimits,
    bounds: Bounds,
) -> io::Result<Transcript> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "there is no program to run"));
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(directory) = directory {
        command.current_dir(directory);
    }
    let mut group = Group::spawn(&mut command)?;
    let child = &mut group.0;
    let pid = Pid::from_child(child);
    let mut talk = Talk {
        input: Pipe::new(child.stdin.take())?,
        output: Pipe::new(child.stdout.take())?,
        errors: Pipe::new(child.stderr.take())?,
        pid,
        limits,
        bounds,
        next_look: Instant::now() + if bounds.often { Duration::ZERO } else { SLICE },
        heard: Instant::now(),
        begun: Instant::now(),
        patience: limits
            .reply
            .saturating_mul(input.iter().filter(|&&byte| byte == b'\n').count() as u32 + 2)
            .min(limits.total),
        text: [Vec::new(), Vec::new()],
    };
    let stopped = talk.exchange(input)?;
    if stopped.is_some_and(|ending| !matches!(ending, Ending::Flooded(_))) {
        // Output that it wrote while the judge sampled its size.
        talk.drain(&mut vec![0; BLOCK])?;
    }
    let [output, errors] = talk.text;
    let status = group.end()?;
    Ok(Transcript { input: input.to_vec(), output, errors, ending: stopped.unwrap_or(status.into()) })
}

/// One end of a pipe that does not block; `None` when it is closed.
struct Pipe<F>(Option<F>);

impl<F: AsFd> Pipe<F> {
    fn new(end: Option<F>) -> io::Result<Pipe<F>> {
        if let Some(end) = &end {
            ioctl_fionbio(end, true)?;
        }
        Ok(Pipe(end))
    }

    fn waiting(&self, flags: PollFlags) -> Option<PollFd<'_>> {
        let borrowed: BorrowedFd<'_> = self.0.as_ref()?.as_fd();
        Some(PollFd::from_borrowed_fd(borrowed, flags))
    }
}

impl<F: Read> Pipe<F> {
    /// Reads the available bytes and returns their number.
    fn drain(&mut self, into: &mut Vec<u8>, block: &mut [u8], limit: usize) -> io::Result<usize> {
        let mut heard = 0;
        while let Some(end) = &mut self.0 {
            match end.read(block) {
                Ok(0) => self.0 = None,
                Ok(read) => {
                    into.extend_from_slice(&block[..read]);
                    heard += read;
                    if into.len() > limit {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(heard)
    }
}

/// The time between checks that a silent program still runs.
const SLICE: Duration = Duration::from_millis(20);

/// Most programs finish within this time. The judge does not read earlier, because waking up for
/// every line would take time from the program.
const QUICK: Duration = Duration::from_millis(4);

/// The time for which the judge waits for the last output of a program that has exited.
const LAST_WORDS: Duration = Duration::from_millis(2);

/// The share of the time that sampling may take: one part in this many.
const LOOKS: u32 = 20;

/// The factor by which a silent program that wants to work may exceed the time limit of a reply.
const LENIENCE: u32 = 4;

/// The size of a read, in bytes.
const BLOCK: usize = 1 << 15;

struct Talk {
    input: Pipe<ChildStdin>,
    output: Pipe<ChildStdout>,
    errors: Pipe<ChildStderr>,
    pid: Pid,
    limits: RunLimits,
    bounds: Bounds,
    /// The time of the next sample of the program's size.
    next_look: Instant,
    /// The time of the last output.
    heard: Instant,
    begun: Instant,
    /// The time limit of the whole run.
    patience: Duration,
    text: [Vec<u8>; 2],
}

impl Talk {
    /// Sends and reads until the program has ended. Returns the reason to end it if it has not.
    fn exchange(&mut self, input: &[u8]) -> io::Result<Option<Ending>> {
        let mut rest = input;
        let mut block = vec![0; BLOCK];
        let mut gone = false;
        self.send(&mut rest)?;
        while self.output.0.is_some() || self.errors.0.is_some() {
            // `poll` reports a closed pipe even if no event is asked for.
            let quick = self.begun.elapsed() < QUICK;
            let (some, room) = (if quick { PollFlags::empty() } else { PollFlags::IN }, PollFlags::OUT);
            let waiting =
                [self.output.waiting(some), self.errors.waiting(some), self.input.waiting(room)].into_iter().flatten();
            let mut waiting: Vec<PollFd<'_>> = waiting.collect();
            let slice = match (gone, quick) {
                (true, _) => LAST_WORDS,
                (false, true) => QUICK / 4,
                (false, false) => SLICE,
            };
            let slice = if self.bounds.often { QUICK / 4 } else { slice }.min(self.limits.reply);
            let slice = Timespec { tv_sec: 0, tv_nsec: i64::from(slice.subsec_nanos()).max(1) };
            match poll(&mut waiting, Some(&slice)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            drop(waiting);
            let sent = self.send(&mut rest)?;
            let read = self.drain(&mut block)?;
            let bytes = self.limits.bytes;
            if self.text.iter().any(|text| text.len() > bytes) {
                return Ok(Some(Ending::Flooded(bytes)));
            }
            if sent + read > 0 {
                self.heard = Instant::now();
            } else if gone {
                // Another process holds the pipes open.
                return Ok(None);
            } else {
                gone = self.has_ended()?;
            }
            // Another process writes on.
            if gone && self.begun.elapsed() > self.patience {
                return Ok(None);
            }
            if let Some(ending) = self.grown().or_else(|| self.hung()).filter(|_| !gone) {
                return Ok(Some(ending));
            }
        }
        self.input.0 = None;
        let mut pause = Duration::from_micros(20);
        while !self.has_ended()? {
            if let Some(ending) = self.grown().or_else(|| self.hung()) {
                return Ok(Some(ending));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(SLICE);
        }
        Ok(None)
    }

    /// Reads the available bytes of both pipes and returns their number.
    fn drain(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let [output, errors] = &mut self.text;
        let bytes = self.limits.bytes;
        Ok(self.output.drain(output, block, bytes)? + self.errors.drain(errors, block, bytes)?)
    }

    /// Sends as many bytes as the pipe takes, closes it after the last one, and returns their
    /// number.
    fn send(&mut self, rest: &mut &[u8]) -> io::Result<usize> {
        let mut sent = 0;
        while let Some(end) = self.input.0.as_mut().filter(|_| !rest.is_empty()) {
            match end.write(rest) {
                Ok(0) => break,
                Ok(written) => {
                    *rest = &rest[written..];
                    sent += written;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // A program may stop reading.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => *rest = &[],
                Err(error) => return Err(error),
            }
        }
        if rest.is_empty() {
            self.input.0 = None;
        }
        Ok(sent)
    }

    /// Samples the program's size, if it is time, and returns the limit that it has exceeded.
    fn grown(&mut self) -> Option<Ending> {
        let begun = Instant::now();
        if begun < self.next_look || self.bounds == Bounds::default() {
            return None;
        }
        let Footprint { threads, memory } = Footprint::of(self.pid.as_raw_nonzero().get())?;
        let cost = begun.elapsed();
        self.next_look = begun + if self.bounds.often { cost * 2 } else { SLICE.max(cost * LOOKS) };
        let swarmed = self.bounds.threads.filter(|&bound| threads > bound).map(Ending::Swarmed);
        swarmed.or_else(|| self.bounds.memory.filter(|&bound| memory > bound << 20).map(Ending::OutOfMemory))
    }

    fn hung(&self) -> Option<Ending> {
        let silence = self.heard.elapsed();
        if silence > self.limits.reply && !self.is_starved(silence) {
            return Some(Ending::Hung(silence));
        }
        Some(self.begun.elapsed()).filter(|&elapsed| elapsed > self.patience).map(Ending::Hung)
    }

    /// Whether a silent program is ready to run but a loaded machine gives it no processor time.
    fn is_starved(&self, silence: Duration) -> bool {
        let reply = self.limits.reply;
        silence < reply.saturating_mul(LENIENCE)
            && Usage::of(self.pid.as_raw_nonzero().get()).is_some_and(|usage| usage.cpu < reply && !usage.waits)
    }

    /// Whether the child has ended. It stays a zombie and keeps its number.
    fn has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.pid), options)?.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: RunLimits = RunLimits { reply: Duration::from_secs(20), total: Duration::MAX, bytes: 1 << 20 };

    fn shell(script: &str, input: &[u8], limits: RunLimits) -> Transcript {
        run(&["sh", "-c", script].map(OsString::from), None, input, limits, Bounds::default()).unwrap()
    }

    #[test]
    fn output_errors_and_status_are_told_apart() {
        let run = shell("cat; echo wrong >&2; exit 7", b"to and fro\n", LIMITS);
        assert_eq!((&run.output[..], &run.errors[..]), (&b"to and fro\n"[..], &b"wrong\n"[..]));
        assert_eq!(run.ending.status(), Some(7));
    }

    #[test]
    fn more_than_pipes_hold_goes_in_and_comes_out() {
        let input = vec![b'x'; 1 << 19];
        assert_eq!(shell("cat", &input, LIMITS).output, input);
        assert_eq!(shell("exit 0", &input, LIMITS).ending.status(), Some(0), "a program need not read");
    }

    #[test]
    fn crashes_name_their_signal() {
        let ending = shell("kill -SEGV $$", b"", LIMITS).ending;
        assert!(ending.to_string().contains("SIGSEGV"), "{ending}");
        assert_eq!(ending.status(), None);
    }

    #[test]
    fn floods_and_silences_end() {
        let flood = shell("yes", b"", RunLimits { bytes: 5000, ..LIMITS });
        assert_eq!(flood.ending, Ending::Flooded(5000));
        assert!(flood.output.len() <= 5000 + BLOCK);
        let short = RunLimits { reply: Duration::from_millis(100), ..LIMITS };
        assert!(matches!(shell("sleep 1000", b"", short).ending, Ending::Hung(_)));
        assert!(matches!(shell("exec >&- 2>&-; sleep 1000", b"", short).ending, Ending::Hung(_)), "closed, but there");
        assert!(matches!(shell("while :; do echo; sleep 0.05; done", b"", short).ending, Ending::Hung(_)), "drip");
    }

    /// A child that stays holds the pipes open, and the judge ends it.
    #[test]
    fn what_a_program_leaves_behind_is_ended_with_it() {
        let run = shell("sleep 1000 & echo $!", b"", LIMITS);
        assert_eq!(run.ending.status(), Some(0));
        let pid: i32 = String::from_utf8(run.output).unwrap().trim().parse().unwrap();
        let left = || rustix::process::test_kill_process(Pid::from_raw(pid).unwrap()).is_ok();
        let mut turns = 0;
        while left() && turns < 500 {
            // It stays a zombie until its new parent has waited for it.
            if std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z ")) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
            turns += 1;
        }
        assert!(turns < 500, "{pid} is still there");
    }

    #[test]
    fn what_cannot_be_run_is_an_error() {
        assert!(run(&[], None, b"", LIMITS, Bounds::default()).is_err());
        assert!(run(&["./no such program".into()], None, b"", LIMITS, Bounds::default()).is_err());
    }
}
