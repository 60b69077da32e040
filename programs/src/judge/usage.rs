//! [`Usage`]: how much a program and everything that it started have worked.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// What a program and its descendants have used, and whether they want more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// Processor time of those that still run.
    pub(super) cpu: Duration,
    /// Whether none of their threads runs or could run: they wait for something else than a
    /// processor.
    pub(super) waits: bool,
}

/// One process: parent, state, and ticks of processor time.
struct Process {
    parent: i32,
    is_ready: bool,
    ticks: u64,
}

impl Usage {
    /// The usage of a process and its descendants, or `None` where the system does not tell.
    pub(super) fn of(pid: i32) -> Option<Usage> {
        let mut processes: HashMap<i32, Process> = HashMap::new();
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            let Some(number) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            if let Some(process) = fs::read_to_string(entry.path().join("stat")).ok().as_deref().and_then(parse) {
                processes.insert(number, process);
            }
        }
        let mut group = vec![pid];
        let (mut ticks, mut waits) = (0, true);
        let mut at = 0;
        while let Some(&number) = group.get(at) {
            at += 1;
            let Some(process) = processes.remove(&number) else { continue };
            ticks += process.ticks;
            waits &= !process.is_ready && !has_ready_thread(number);
            group.extend(processes.iter().filter(|(_, child)| child.parent == number).map(|(child, _)| *child));
        }
        let second = rustix::param::clock_ticks_per_second().max(1);
        Some(Usage { cpu: Duration::from_millis(ticks * 1000 / second), waits })
    }
}

/// Parses `/proc/PID/stat`. The name in parentheses may contain anything.
fn parse(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        is_ready: matches!(*fields.first()?, "R" | "D"),
        ticks: ticks(11)? + ticks(12)?,
    })
}

fn has_ready_thread(pid: i32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return false };
    let stat = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("stat")).ok();
    threads.flatten().filter_map(stat).any(|stat| parse(&stat).is_some_and(|thread| thread.is_ready))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_blanks_and_parentheses_do_not_confuse() {
        let process = parse("7 (a ) R (b) S 3 7 7 0 -1 4 1 0 0 0 250 50 0 0 20 0 1 0 9").unwrap();
        assert_eq!((process.parent, process.is_ready, process.ticks), (3, false, 300));
        assert!(parse("nonsense").is_none() && parse("1 (x) S").is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_sleeper_waits_and_a_busy_child_counts() {
        let mut sleeper = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(Usage::of(sleeper.id() as i32).unwrap().waits);
        sleeper.kill().unwrap();
        sleeper.wait().unwrap();
        let script = "sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; sleep 60' & wait";
        let mut parent = std::process::Command::new("sh").args(["-c", script]).spawn().unwrap();
        let mut turns = 0;
        while Usage::of(parent.id() as i32).unwrap().cpu.is_zero() && turns < 500 {
            std::thread::sleep(Duration::from_millis(10));
            turns += 1;
        }
        let children = format!("/proc/{0}/task/{0}/children", parent.id());
        let child = std::fs::read_to_string(children).unwrap_or_default();
        parent.kill().unwrap();
        parent.wait().unwrap();
        let _ = std::process::Command::new("kill").args(child.split_whitespace()).status();
        assert!(turns < 500, "the child's processor time is not seen");
    }
}
