//! The programs, directories and unfinished files that this process removes when a signal ends it.
//! Each program leads a process group of its own.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use tempfile::NamedTempFile;

/// What exists now.
#[derive(Default)]
struct Held {
    groups: HashSet<Pid>,
    directories: HashSet<PathBuf>,
    files: HashSet<PathBuf>,
}

static HELD: LazyLock<Mutex<Held>> = LazyLock::new(Mutex::default);

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, an interrupt (SIGINT), a request to end (SIGTERM, SIGQUIT) or the end of the
/// terminal (SIGHUP) first ends all programs that the judge runs, and removes its directories and
/// unfinished files. It ends this process as before; what this process ignores, as under `nohup`,
/// it ignores still. A file that grows beyond its limit (SIGXFSZ) is an error of writing.
///
/// # Errors
/// If the system refuses a handler or a thread.
pub fn before_signals_end_this() -> io::Result<()> {
    // With any handler, the call that writes fails.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let ignored = ignored();
    let mut signals =
        Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].iter().filter(|&signal| !ignored.contains(signal)))?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            // Nothing is started or made any more, because this lock stays.
            let held = held();
            held.groups.iter().for_each(|&group| end(group));
            held.directories.iter().for_each(|directory| remove(directory));
            held.files.iter().for_each(|file| drop(fs::remove_file(file)));
            // Each of the signals ends a process, so this does not return.
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// The signals that this process ignores, where the system tells.
fn ignored() -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    (1..=64).filter(|signal| mask.unwrap_or(0) >> (signal - 1) & 1 == 1).collect()
}

/// Ends a process group, which may be empty already.
fn end(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}

/// Removes a directory in which processes that are about to end may still write.
fn remove(directory: &Path) {
    for _ in 0..100 {
        match fs::remove_dir_all(directory) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}

/// A child that leads a process group. Dropping this ends the whole group.
pub(crate) struct Group(pub(crate) Child);

impl Group {
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
        let mut held = held();
        let child = command.process_group(0).spawn()?;
        held.groups.insert(Pid::from_child(&child));
        Ok(Group(child))
    }

    /// Ends the group, then waits for the child: until the wait, the system cannot give the child's
    /// number to another process.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        let group = Pid::from_child(&self.0);
        let mut held = held();
        if held.groups.remove(&group) {
            end(group);
        }
        drop(held);
        self.0.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// A directory for files of the judge, removed on drop. Its path is short, because some programs
/// limit the length of a line.
#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// Makes an empty directory among those of the system for temporary files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Directory> {
        let mut held = held();
        let path = tempfile::Builder::new().prefix("g").tempdir()?.keep();
        held.directories.insert(path.clone());
        Ok(Directory(path))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed stays: nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
        held().directories.remove(&self.0);
    }
}

/// An unfinished file, which a signal removes until this is dropped.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a new file with a name of its own in a directory.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(builder: &tempfile::Builder<'_, '_>, directory: &Path) -> io::Result<(NamedTempFile, Unfinished)> {
        let mut held = held();
        let file = builder.tempfile_in(directory)?;
        let path = file.path().to_path_buf();
        held.files.insert(path.clone());
        Ok((file, Unfinished(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        held().files.remove(&self.0);
    }
}
