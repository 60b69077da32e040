//! `gridlaw judge --each`: many submissions, and programs that do not play fair.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The example `faulty`, which `cargo test` builds with the tests.
fn faulty() -> String {
    let tests = std::env::current_exe().expect("this is a program");
    let path: PathBuf = tests.ancestors().nth(2).expect("target/PROFILE/deps").join("examples").join("faulty");
    assert!(path.exists(), "{} is missing: `cargo build --example faulty` builds it", path.display());
    path.to_string_lossy().into_owned()
}

/// Makes submissions: a file `source` each, which `BUILD` makes a program of.
fn submissions(directory: &Path, sources: &[(&str, String)]) {
    for (name, source) in sources {
        let folder = directory.join("submissions").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("source"), format!("#!/bin/sh\n{source}\n")).unwrap();
    }
}

const BUILD: &str = "! grep -q broken source && cp source run && chmod +x run";

fn judge(directory: &Path, options: &[&str]) -> Output {
    let mut judge = Command::new(assert_cmd::cargo::cargo_bin("gridlaw"));
    judge.current_dir(directory).args("judge breakdown -w 4 -h 4 -k 2 -q 2 --each submissions/* --build".split(' '));
    judge.arg(BUILD).args(options).args(["--", "./run", "{args}"]);
    judge.output().expect("gridlaw runs")
}

/// A table without the times.
fn without_seconds(path: &Path) -> Vec<Vec<String>> {
    let table = fs::read_to_string(path).unwrap();
    let rows = table.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
    rows.map(|mut row| {
        row.remove(4);
        row
    })
    .collect()
}

#[test]
fn a_folder_is_judged_the_same_with_any_number_of_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let faulty = faulty();
    let plays = |fault: &str| format!("exec {faulty} breakdown {fault} \"$@\"");
    submissions(
        directory.path(),
        &[
            ("ada", plays("none")),
            ("bob", plays("short-fall")),
            ("cy", "broken".into()),
            ("dora", "kill -SEGV $$".into()),
        ],
    );
    let tables = ["1", "2"].map(|jobs| {
        let csv = format!("{jobs}.csv");
        let output = judge(directory.path(), &["--games", "40", "--jobs", jobs, "--csv", &csv, "--report", jobs]);
        assert_eq!(output.status.code(), Some(1), "one cannot be judged: {}", String::from_utf8_lossy(&output.stderr));
        without_seconds(&directory.path().join(csv))
    });
    assert_eq!(tables[0], tables[1]);
    let results: Vec<[&str; 2]> = tables[0].iter().map(|row| [&row[0][..], &row[1][..]]).collect();
    let expected =
        [["submission", "result"], ["ada", "pass"], ["bob", "fail"], ["cy", "build error"], ["dora", "fail"]];
    assert_eq!(results, expected);
    let index = fs::read_to_string(directory.path().join("1/index.html")).unwrap();
    assert!(index.contains("./bob.html") && directory.path().join("1/bob.html").exists());
    assert!(!directory.path().join("submissions/ada/run").exists(), "the build works on a copy");
}

#[test]
fn an_interrupted_run_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let plays = format!("exec {} breakdown none \"$@\"", faulty());
    submissions(directory.path(), &[("ada", plays.clone()), ("bob", plays)]);
    let options = ["--games", "5", "--report", "pages", "--json", "all.json"];
    assert_eq!(judge(directory.path(), &options).status.code(), Some(0));
    let read = |name: &str| fs::read(directory.path().join(name)).unwrap();
    let (first, ada) = (read("all.json"), read("pages/ada.json"));
    // As if the run had stopped after the first submission, and the first could not run any more.
    fs::remove_file(directory.path().join("pages/bob.json")).unwrap();
    fs::write(directory.path().join("submissions/ada/source"), "broken").unwrap();
    assert_eq!(judge(directory.path(), &options).status.code(), Some(0));
    assert_eq!(read("pages/ada.json"), ada, "ada is not judged again");
    let entries = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
    let marks = |bytes: &[u8]| [0, 1].map(|at| entries(bytes)[at]["marks"].clone());
    assert_eq!(marks(&first), marks(&read("all.json")));
    // Other arguments are another run.
    let output = judge(directory.path(), &["--games", "6", "--report", "pages"]);
    assert_eq!(output.status.code(), Some(1), "ada is judged again, and is broken");
}

/// What `examples/marks.py` makes of marks.
fn graded(arguments: &[&str], marks: &Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/marks.py");
    let output = Command::new("python3").arg(script).args(arguments).stdin(fs::File::open(marks).unwrap()).output();
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn marks_become_what_graders_read() {
    let probe = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("GRIDLAW_REQUIRE").is_none(), "Python 3.11 is missing");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let [marks, points] = ["marks.json", "points.toml"].map(|name| directory.path().join(name));
    fs::write(&points, "default = 0.5\nB2-falls = 3\n").unwrap();
    let output = Command::new(assert_cmd::cargo::cargo_bin("gridlaw"))
        .args("judge breakdown -w 4 -h 4 -k 2 -q 2 --games 60 --no-isolation --json".split(' '))
        .arg(&marks)
        .args(["--", &faulty(), "breakdown", "short-fall", "{args}"])
        .output();
    assert_eq!(output.expect("gridlaw runs").status.code(), Some(1));

    let results = graded(&["gradescope", "--points", points.to_str().unwrap()], &marks);
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let tests = results["tests"].as_array().unwrap();
    let falls = tests.iter().find(|test| test["name"].as_str().unwrap().starts_with("B2-falls: ")).unwrap();
    assert_eq!((&falls["score"], &falls["max_score"], &falls["status"]), (&0.into(), &3.into(), &"failed".into()));
    assert!(falls["output"].as_str().unwrap().contains("moves: |0 -0 !"));
    let passed = tests.iter().filter(|test| test["score"] == 0.5 && test["status"] == "passed").count();
    assert!(passed > 20 && passed < tests.len());

    let report = graded(&["junit"], &marks);
    assert!(report.starts_with("<testsuite name=\"breakdown\"") && report.contains("failures=\"1\""), "{report}");
    assert_eq!(report.matches("<failure ").count(), 1);
}

#[test]
fn hostile_programs_end_with_the_budget() {
    let directory = tempfile::tempdir().unwrap();
    let hostile = [
        ("children", "setsid sleep 86421 & setsid sleep 86421 & sleep 86421"),
        ("drip", "while :; do echo; sleep 0.05; done"),
        ("endless", "exec yes"),
        // It keeps to 50 processes, should nothing else bound it.
        ("forks", "for i in $(seq 50); do sleep 86421 & done; wait"),
        ("killer", "kill -9 $PPID; exit 0"),
        ("memory", "exec dd if=/dev/zero of=/dev/null bs=4G count=1"),
    ];
    let sources: Vec<(&str, String)> = hostile.iter().map(|(name, source)| (*name, source.to_string())).collect();
    submissions(directory.path(), &sources);
    for (name, _) in hostile {
        let mut judge = Command::new(assert_cmd::cargo::cargo_bin("gridlaw"));
        let begun = Instant::now();
        judge.args("judge breakdown -w 4 -h 4 -k 2 -q 2 --budget 2 --timeout 1 -- sh".split(' '));
        judge.arg(directory.path().join("submissions").join(name).join("source")).arg("{args}");
        let output = judge.output().expect("gridlaw runs");
        let elapsed = begun.elapsed();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
        // Only a run without an end would take this long, however busy the machine is.
        assert!(elapsed < Duration::from_secs(60), "{name}: {elapsed:?}");
        if text.contains("isolated by") {
            assert_none_left();
        }
    }
}

/// Waits until no process of the hostile programs is left.
fn assert_none_left() {
    let begun = Instant::now();
    let left = || {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| line.starts_with(b"sleep\x0086421")).count()
    };
    while left() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "{} processes are left", left());
        std::thread::sleep(Duration::from_millis(20));
    }
}
