//! Every planted fault as a submission of its own: a folder of more than two hundred.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::support::{Expected, faulty, program};
use crate::{breakdown, candy, connect4, fitz, jump61};

/// A game, the arguments of its program, and the faults that are submitted.
type Course = (&'static [&'static str], &'static str, &'static [Expected]);

/// Two games have two sizes, as two years of a course.
const COURSES: [Course; 7] = [
    (&breakdown::BREAKDOWN, "{args}", breakdown::FAULTS),
    (&["breakdown", "-w", "6", "-h", "5", "-k", "3", "-q", "2"], "{args}", breakdown::FAULTS),
    (&connect4::CONNECT4, "{args}", connect4::FAULTS),
    (&["connect4", "--size", "8"], "{args}", connect4::FAULTS),
    (&jump61::JUMP61, "", jump61::FAULTS),
    (&candy::CANDY, "{file} {out}", candy::FAULTS),
    (&fitz::FITZ, "{args}", fitz::FAULTS),
];

/// Writes a submission for every fault, and one without.
fn submit(directory: &Path, game: &str, faults: &[Expected]) {
    for fault in faults.iter().map(|expected| expected.fault).chain(["none"]) {
        let submission = directory.join("submissions").join(fault);
        fs::create_dir_all(&submission).unwrap();
        let run = submission.join("run");
        fs::write(&run, format!("#!/bin/sh\nexec {} {game} {fault} \"$@\"\n", faulty())).unwrap();
        fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// The table of a folder: a row a submission, without its seconds.
fn judge(directory: &Path, game: &[&str], arguments: &str, games: &str, jobs: &str) -> Vec<String> {
    let (csv, all) = (directory.join("marks.csv"), directory.join("submissions/*"));
    let mut judge = Command::new(program("gridlaw"));
    judge.arg("judge").args(game).arg("--each").arg(all).args(["--timeout", "1", "--games", games]);
    judge.args(["--jobs", jobs, "--csv"]).arg(&csv).args(["--", "./run"]);
    let output = judge.args(arguments.split_whitespace()).output().expect("gridlaw runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = fs::read_to_string(csv).unwrap();
    let without_seconds = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        [&fields[..4], &fields[5..]].concat().join(",")
    };
    table.lines().map(without_seconds).collect()
}

/// Judges all with one job and with two, prints the seconds of each, and compares the marks.
fn assert_same_for_any_jobs(courses: &[Course], games: &str) -> usize {
    let (mut count, mut seconds, mut wrong) = (0, [0.0; 2], Vec::new());
    for &(game, arguments, faults) in courses {
        let directory = tempfile::tempdir().unwrap();
        submit(directory.path(), game[0], faults);
        let mut tables = [Vec::new(), Vec::new()];
        for (jobs, (table, seconds)) in tables.iter_mut().zip(&mut seconds).enumerate() {
            let begun = Instant::now();
            *table = judge(directory.path(), game, arguments, games, &(jobs + 1).to_string());
            *seconds += begun.elapsed().as_secs_f64();
        }
        let [one, two] = tables;
        assert_eq!(one.len(), faults.len() + 2, "a row for every submission");
        count += faults.len() + 1;
        wrong.extend(one.iter().zip(&two).filter(|(one, two)| one != two).map(|(one, two)| format!("{one}\n{two}")));
        let passed = one.iter().find(|row| row.starts_with("none,")).expect("a row of the one without faults");
        assert!(passed.starts_with("none,pass,"), "{game:?}: {passed}");
    }
    let [one, two] = seconds;
    let _ =
        writeln!(std::io::stdout(), "{count} submissions, {games} games each: {one:.0} s by one job, {two:.0} by two");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
#[ignore = "long: two hundred submissions, twice"]
fn two_hundred_submissions_have_the_same_marks_for_any_number_of_jobs() {
    assert!(assert_same_for_any_jobs(&COURSES, "60") > 200);
}
