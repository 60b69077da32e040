//! [`Usage`]: the processor time of a program and its descendants. [`Footprint`]: their size.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// The processor time of a program and its descendants, and whether they are ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// The processor time of the processes that still run.
    pub(super) cpu: Duration,
    /// Whether no thread runs or is ready to run: all wait for something other than a processor.
    pub(super) waits: bool,
}

/// The number of threads of a program and its descendants, and their memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Footprint {
    pub(super) threads: u64,
    /// Memory in bytes: the sum of the memory that the processes use, or the largest amount that
    /// one process has asked for, whichever is greater.
    pub(super) memory: u64,
}

/// One process: parent, state, ticks of processor time, and number of threads.
struct Process {
    parent: i32,
    is_ready: bool,
    ticks: u64,
    threads: u64,
}

/// A process and its descendants, or `None` on a system without `/proc`.
fn family(pid: i32) -> Option<Vec<(i32, Process)>> {
    let mut children: HashMap<i32, Vec<(i32, Process)>> = HashMap::new();
    let mut family = Vec::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Some(number) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        match fs::read_to_string(entry.path().join("stat")).ok().as_deref().and_then(parse) {
            Some(process) if number == pid => family.push((number, process)),
            Some(process) => children.entry(process.parent).or_default().push((number, process)),
            None => {}
        }
    }
    let mut at = 0;
    while let Some(&(number, _)) = family.get(at) {
        at += 1;
        family.extend(children.remove(&number).unwrap_or_default());
    }
    Some(family)
}

impl Usage {
    /// The usage of a process and its descendants, or `None` on a system without `/proc`.
    pub(super) fn of(pid: i32) -> Option<Usage> {
        let (mut ticks, mut waits) = (0, true);
        for (number, process) in family(pid)? {
            ticks += process.ticks;
            waits &= !process.is_ready && !has_ready_thread(number);
        }
        let second = rustix::param::clock_ticks_per_second().max(1);
        Some(Usage { cpu: Duration::from_millis(ticks * 1000 / second), waits })
    }
}

impl Footprint {
    /// The footprint of a process and its descendants, or `None` on a system without `/proc`.
    pub(super) fn of(pid: i32) -> Option<Footprint> {
        let (mut threads, mut used, mut asked) = (0, 0, 0);
        for (number, process) in family(pid)? {
            threads += process.threads;
            let statm = fs::read_to_string(format!("/proc/{number}/statm")).unwrap_or_default();
            let pages: Vec<u64> = statm.split_whitespace().map_while(|word| word.parse().ok()).collect();
            if let [_, resident, shared, _, _, data, ..] = pages[..] {
                used += resident.saturating_sub(shared);
                asked = data.max(asked);
            }
        }
        Some(Footprint { threads, memory: used.max(asked) * rustix::param::page_size() as u64 })
    }
}

/// Parses `/proc/PID/stat`. The name in parentheses may contain anything.
fn parse(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        is_ready: matches!(*fields.first()?, "R" | "D"),
        ticks: number(11)? + number(12)?,
        threads: number(17)?,
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
        assert_eq!((process.parent, process.is_ready, process.ticks, process.threads), (3, false, 300, 1));
        assert!(parse("nonsense").is_none() && parse("1 (x) S").is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_sleeper_waits_and_a_busy_child_counts() {
        let mut sleeper = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(Usage::of(sleeper.id() as i32).unwrap().waits);
        let Footprint { threads, memory } = Footprint::of(sleeper.id() as i32).unwrap();
        assert!(threads == 1 && (1 << 12..1 << 26).contains(&memory), "{threads}, {memory}");
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
