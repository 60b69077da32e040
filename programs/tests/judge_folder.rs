//! `gridlaw judge --each`: many submissions, and programs that do not play fair.
#![cfg(unix)]

mod built;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The example `faulty`, which `cargo test` builds with the tests.
fn faulty() -> String {
    built::example("faulty").to_string_lossy().into_owned()
}

/// Makes submissions. Each has one file, `source`, from which `BUILD` makes a program.
fn submissions(directory: &Path, sources: &[(&str, String)]) {
    for (name, source) in sources {
        let folder = directory.join("submissions").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("source"), format!("#!/bin/sh\n{source}\n")).unwrap();
    }
}

const BUILD: &str = "! grep -q broken source && cp source run && chmod +x run";

fn judge(directory: &Path, options: &[&str]) -> Output {
    let mut judge = Command::new(built::program("gridlaw"));
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
        &[("ada", plays("none")), ("bob", plays("short-fall")), ("cy", "broken".into()), ("dora", plays("none"))],
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
        [["submission", "result"], ["ada", "pass"], ["bob", "fail"], ["cy", "build error"], ["dora", "pass"]];
    assert_eq!(results, expected);
    let index = fs::read_to_string(directory.path().join("1/index.html")).unwrap();
    assert!(index.contains("<th>not tried</th>"), "{index}");
    assert!(index.contains("./bob.html") && directory.path().join("1/bob.html").exists());
    assert!(!directory.path().join("submissions/ada/run").exists(), "the build works on a copy");
}

#[test]
fn the_table_says_why_a_submission_could_not_be_judged() {
    let directory = tempfile::tempdir().unwrap();
    submissions(directory.path(), &[("ada", "rm run".into()), ("bob", "exit 3".into())]);
    let judge = |build: &str| {
        let mut judge = Command::new(built::program("gridlaw"));
        judge
            .current_dir(directory.path())
            .args("judge breakdown -w 4 -h 4 -k 2 -q 2 --each submissions/* --games 2".split(' '));
        let output = judge.args(["--build", build, "--", "./run", "{args}"]).output().expect("gridlaw runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let build = "! grep rm source && cp source run && chmod +x run";
    let table = judge(build);
    assert!(table.contains(&format!("\nada: `{build}`: it ended with exit status 1: rm run\n\n")), "{table}");
    assert!(!table.contains("bob:"), "{table}");
    let table = judge("true");
    for name in ["ada", "bob"] {
        assert!(
            table.contains(&format!("\n{name}: ./run: expected a program that can be run, found none\n")),
            "{table}"
        );
    }
}

/// A name without a slash would be that of another program, which passes for every submission.
#[test]
fn a_program_of_the_search_path_is_not_taken_for_that_of_a_submission() {
    let directory = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nexit 1\n".to_string();
    submissions(directory.path(), &[("ada", script.clone()), ("bob", script)]);
    fs::write(directory.path().join("submissions/bob/play"), "").unwrap();
    let mut path = std::ffi::OsString::from(built::program("play").parent().unwrap());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let judge = |folder: &Path, options: &[&str]| {
        let mut judge = Command::new(built::program("gridlaw"));
        judge.current_dir(folder).env("PATH", &path).args("judge breakdown -w 4 -h 4 -k 2 -q 2 --games 2".split(' '));
        judge.args(options).args(["--", "play", "{args}"]);
        judge.output().expect("gridlaw runs")
    };
    let said = "expected ./play for the file of that name, found `play`";
    let bob = directory.path().join("submissions/bob");
    for (folder, options) in [(directory.path(), &["--each", "submissions/*"][..]), (&bob, &[])] {
        let output = judge(folder, options);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(said), "{options:?}: {errors}");
    }
    // A build may make the file.
    let output = judge(directory.path(), &["--each", "submissions/ada", "--build", "cp source play"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(1) && table.contains(&format!("\nada: {said}")), "{table}");
    assert_eq!(judge(directory.path(), &[]).status.code(), Some(0), "no file has this name");
}

#[test]
fn an_interrupted_run_goes_on_and_judges_what_has_changed() {
    let directory = tempfile::tempdir().unwrap();
    let plays = format!("exec {} breakdown none \"$@\"", faulty());
    submissions(directory.path(), &[("ada", plays.clone()), ("bob", plays)]);
    // A link to a submission is followed.
    fs::rename(directory.path().join("submissions/ada"), directory.path().join("ada")).unwrap();
    std::os::unix::fs::symlink("../ada", directory.path().join("submissions/ada")).unwrap();
    let options = ["--games", "5", "--report", "pages", "--json", "all.json"];
    let judged = || -> serde_json::Value {
        assert_eq!(judge(directory.path(), &options).status.code(), Some(0));
        serde_json::from_slice(&fs::read(directory.path().join("all.json")).unwrap()).unwrap()
    };
    let first = judged();
    // As if the run had stopped after the first submission.
    fs::remove_file(directory.path().join("pages/bob.json")).unwrap();
    let kept = directory.path().join("pages/ada.json");
    let mut ada: serde_json::Value = serde_json::from_slice(&fs::read(&kept).unwrap()).unwrap();
    ada[2]["seconds"] = 4321.0.into();
    fs::write(&kept, ada.to_string()).unwrap();
    let second = judged();
    assert_eq!(second[0]["seconds"], 4321.0, "ada is not judged again");
    assert_eq!([&first[0]["marks"], &first[1]["marks"]], [&second[0]["marks"], &second[1]["marks"]]);
    // Another file, or other contents, makes another submission.
    fs::write(directory.path().join("submissions/ada/notes"), "").unwrap();
    assert_ne!(judged()[0]["seconds"], 4321.0, "ada is judged again");
    fs::write(directory.path().join("submissions/ada/source"), "broken").unwrap();
    assert_eq!(judge(directory.path(), &options).status.code(), Some(1), "ada is judged again, and is broken");
    // Other arguments are another run.
    fs::write(directory.path().join("submissions/ada/source"), "#!/bin/sh\necho told by ada >&2\nkill -SEGV $$\n")
        .unwrap();
    let output = judge(directory.path(), &["--games", "6", "--report", "pages"]);
    assert_eq!(output.status.code(), Some(0));
    let table = String::from_utf8(output.stdout).unwrap();
    let codes: Vec<Vec<&str>> =
        table.lines().skip(1).take(2).map(|line| line.split_whitespace().take(3).collect()).collect();
    assert_eq!(codes, [["ada", "fail", "RTE"], ["bob", "pass", "AC"]], "{table}");
    for (more, told) in [(&[][..], false), (&["--stderr"], true), (&[], false)] {
        judge(directory.path(), &[&["--games", "6", "--report", "pages"], more].concat());
        let page = fs::read_to_string(directory.path().join("pages/ada.html")).unwrap();
        assert_eq!(page.contains("told by ada"), told, "{more:?}");
    }
    // No submission is left out without a word.
    #[cfg(target_os = "linux")]
    {
        let name = std::os::unix::ffi::OsStrExt::from_bytes(b"\xffeve");
        let eve = directory.path().join("submissions").join(std::ffi::OsStr::to_os_string(name));
        fs::create_dir(&eve).unwrap();
        let output = judge(directory.path(), &["--games", "6"]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && errors.contains("expected names in UTF-8"), "{errors}");
        fs::remove_dir(eve).unwrap();
    }
    // A page named `index.html` is that of all submissions.
    fs::create_dir(directory.path().join("submissions/index")).unwrap();
    let output = judge(directory.path(), &["--games", "6", "--report", "pages"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && errors.contains("`index`"), "{errors}");
}

#[test]
fn a_signal_leaves_no_program_and_no_copy() {
    let directory = tempfile::tempdir().unwrap();
    let [begun, copies] = ["begun", "copies"].map(|name| directory.path().join(name));
    fs::create_dir(&copies).unwrap();
    let source = format!("echo $$ > {0}.new; mv {0}.new {0}; exec sleep 86422", begun.display());
    submissions(directory.path(), &[("ada", source)]);
    // Whatever runs this test may ignore signals, as a shell does for jobs in the background.
    let mut judge = Command::new("env");
    judge.arg("--default-signal").arg(built::program("gridlaw"));
    judge.current_dir(directory.path()).env("TMPDIR", &copies).stdout(Stdio::null()).stderr(Stdio::null());
    judge.args("judge breakdown -w 4 -h 4 -k 2 -q 2 --no-isolation --each submissions/* -- sh source".split(' '));
    for (signal, number) in [("-HUP", 1), ("-INT", 2), ("-QUIT", 3), ("-TERM", 15)] {
        let mut running = judge.spawn().expect("gridlaw runs");
        wait_until("the program runs", || begun.exists());
        assert_eq!(fs::read_dir(&copies).unwrap().count(), 1, "the copy of the submission");
        assert!(Command::new("kill").args([signal, &running.id().to_string()]).status().unwrap().success());
        assert_eq!(running.wait().unwrap().signal(), Some(number));
        assert_eq!(fs::read_dir(&copies).unwrap().count(), 0, "{signal}");
        let program = fs::read_to_string(&begun).unwrap();
        let words = format!("/proc/{}/cmdline", program.trim());
        wait_until("the program has ended", || !fs::read(&words).is_ok_and(|line| line.starts_with(b"sleep")));
        fs::remove_file(&begun).unwrap();
    }
}

/// Candy's program runs in the directory of a game, and is named from that of the submission.
#[test]
fn candy_is_named_from_its_submission() {
    let directory = tempfile::tempdir().unwrap();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/candy/8x8.json");
    fs::copy(game, directory.path().join("game.json")).unwrap();
    let main = format!("test -f \"$1\" || exit 9\nexec {} candy none \"$2\"", faulty());
    submissions(directory.path(), &[("ada", main)]);
    let mut judge = Command::new(built::program("gridlaw"));
    judge
        .current_dir(directory.path())
        .args("judge candy game.json --games 12 --each submissions/* --build".split(' '));
    let output = judge.args([BUILD, "--", "./run", "source", "{file}"]).output().expect("gridlaw runs");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && table.contains("pass         AC"), "{table}");
}

/// A program that asks something of its own before the game begins.
#[test]
fn lines_are_typed_before_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let asks = format!("read name; [ \"$name\" = '-Ada B' ] || exit 7; exec {} breakdown none \"$@\"", faulty());
    submissions(directory.path(), &[("ada", asks)]);
    for (options, code) in [(&["--before", "-Ada B"][..], "AC"), (&[], "RTE")] {
        let output = judge(directory.path(), &[options, &["--games", "8", "--report", "pages"]].concat());
        let table = String::from_utf8_lossy(&output.stdout);
        assert!(table.lines().nth(1).is_some_and(|line| line.contains(code)), "{table}");
    }
    let output = Command::new(built::program("gridlaw"))
        .args(["judge", "fitz", "../examples/fitz.tiles", "--rows", "6", "--cols", "5", "--before", "x", "--", "sh"])
        .output();
    assert_eq!(output.expect("gridlaw runs").status.code(), Some(2));
}

/// Whether there is Python 3.11, which CI demands.
fn has_python() -> bool {
    let probe = Command::new("python3").args(["-c", "import tomllib"]).output();
    let found = probe.is_ok_and(|output| output.status.success());
    assert!(found || std::env::var_os("GRIDLAW_REQUIRE").is_none(), "Python 3.11 is missing");
    found
}

/// The submission, the result and the code in each row of a table.
fn results(table: &str) -> Vec<Vec<&str>> {
    let is_row = |line: &&str| ["ada ", "bob ", "eve "].iter().any(|name| line.starts_with(name));
    table.lines().filter(is_row).map(|line| line.split_whitespace().take(3).collect()).collect()
}

/// The table of `examples/submissions` is that of the page on marking.
#[test]
#[ignore = "long: waits for a program that hangs"]
fn the_examples_are_marked_as_the_page_says() {
    if !has_python() {
        return;
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut judge = Command::new(built::program("gridlaw"));
    judge.current_dir(root).args("judge breakdown -w 4 -h 4 -k 2 -q 2 --budget 4 --each".split(' '));
    let output = judge.args(["examples/submissions/*", "--", "./play", "{args}"]).output().expect("gridlaw runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/judge.md")).unwrap();
    let table = String::from_utf8_lossy(&output.stdout);
    assert_eq!(results(&table), results(&page), "{table}");
    assert_eq!(results(&page).len(), 3);
}

/// The output of `examples/marks.py` for marks.
fn graded(arguments: &[&str], marks: &Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/marks.py");
    let output = Command::new("python3").arg(script).args(arguments).stdin(fs::File::open(marks).unwrap()).output();
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn marks_become_what_graders_read() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let [marks, points] = ["marks.json", "points.toml"].map(|name| directory.path().join(name));
    fs::write(&points, "default = 0.5\nB2-falls = 3\n").unwrap();
    let output = Command::new(built::program("gridlaw"))
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

/// Programs that want more memory than they may have. The first fails to allocate it and prints
/// nothing. Each process of the second stays below the limit for all.
const GREEDY: [&str; 2] = [
    "exec dd if=/dev/zero of=/dev/null bs=1G count=100 2>&-",
    "for i in 1 2 3; do dd if=/dev/zero bs=200M count=1 2>&- | sleep 86421 & done; wait",
];

/// A program that writes a large file and removes it.
const BIG_FILE: &str = "file=${TMPDIR:-/tmp}/gridlaw-$$; dd if=/dev/zero of=$file bs=1M count=100 2>&-; \
                        status=$?; rm -f $file; exit $status";

/// A name, the commands of `sh`, and the expected code of graders.
type Hostile = (&'static str, &'static str, &'static str);

/// Programs that do not play, with every code of graders.
const HOSTILE: [Hostile; 11] = [
    ("children", "setsid sleep 86421 & setsid sleep 86421 & sleep 86421", "TLE"),
    ("segfault", "kill -SEGV $$", "RTE"),
    ("drip", "while :; do echo; sleep 0.05; done", "TLE"),
    ("endless", "exec yes", "OLE"),
    ("file", BIG_FILE, "OLE"),
    // It keeps to 600 processes, should nothing else bound it.
    ("forks", "for i in $(seq 600); do sleep 86421 & done; wait", "RTE"),
    ("killer", "kill -9 $PPID; exit 0", "WA"),
    ("liar", "echo 'bwrap: the judge is broken' >&2; exit 1", "RTE"),
    ("memory", GREEDY[0], "MLE"),
    ("memory-of-all", GREEDY[1], "MLE"),
    ("throws", "echo 'Traceback (most recent call last):' >&2; exit 1", "RTE"),
];

/// The number of [`HOSTILE`] programs that every run of the tests judges, and the number of those
/// that are judged at the same time: they mostly wait.
const SAMPLE: usize = 2;

#[test]
fn a_few_hostile_programs_end_with_the_budget_and_have_their_codes() {
    assert_end_with_the_budget(&HOSTILE[..SAMPLE]);
}

#[test]
#[ignore = "long: waits for programs that hang"]
fn hostile_programs_end_with_the_budget_and_have_their_codes() {
    assert_end_with_the_budget(&HOSTILE[SAMPLE..]);
}

fn assert_end_with_the_budget(hostile: &[Hostile]) {
    let directory = tempfile::tempdir().unwrap();
    let sources: Vec<(&str, String)> = hostile.iter().map(|(name, source, _)| (*name, source.to_string())).collect();
    submissions(directory.path(), &sources);
    for some in hostile.chunks(SAMPLE) {
        let isolated = thread::scope(|scope| {
            let directory = directory.path();
            let judge = |program| scope.spawn(move || assert_ends_with_the_budget(directory, program));
            let judged: Vec<_> = some.iter().map(judge).collect();
            judged.into_iter().all(|one| one.join().unwrap())
        });
        if isolated {
            assert_none_left();
        }
    }
}

/// Judges one of the hostile programs. Returns whether it was isolated: only then does it have a
/// code, and leave no process.
fn assert_ends_with_the_budget(directory: &Path, &(name, _, code): &Hostile) -> bool {
    let mut judge = Command::new(built::program("gridlaw"));
    let json = directory.join(format!("{name}.json"));
    let begun = Instant::now();
    // Many processes, or much memory, take a while on a busy machine.
    let is_large = ["forks", "memory-of-all"].contains(&name);
    let [budget, timeout] = if is_large { ["8", "5"] } else { ["3", "1"] };
    judge.args("judge breakdown -w 4 -h 4 -k 2 -q 2 --memory 512 --budget".split(' '));
    judge.args([budget, "--timeout", timeout, "--json"]);
    judge.arg(&json).args(["--", "sh"]);
    judge.arg(directory.join("submissions").join(name).join("source")).arg("{args}");
    let output = judge.output().expect("gridlaw runs");
    let elapsed = begun.elapsed();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    // Only a run without an end would take this long, however busy the machine is.
    assert!(elapsed < Duration::from_secs(60), "{name}: {elapsed:?}");
    let isolated = text.contains("isolated by");
    if isolated {
        let marks: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        assert_eq!(marks["code"], code, "{name}: {text}");
        assert!(text.contains(&format!("[{code}]")), "beside the failure: {text}");
    }
    isolated
}

/// Waits until no process of the hostile programs is left.
fn assert_none_left() {
    let left = || {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| line.starts_with(b"sleep\x0086421")).count()
    };
    wait_until("no process is left", || left() == 0);
}

fn wait_until(state: &str, is_reached: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_reached() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{state}");
        thread::sleep(Duration::from_millis(20));
    }
}
