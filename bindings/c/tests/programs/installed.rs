//! The installed files: exported symbols, pkg-config, CMake, the examples, the size.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::{prefix, release, run};

/// The functions that the headers declare.
pub(super) fn declared() -> BTreeSet<String> {
    let headers = fs::read_dir("include").unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let headers: String = headers.collect();
    let code = headers.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let names: BTreeSet<String> = code
        .filter_map(|line| line.split_once('(').filter(|(before, _)| !before.starts_with(' ')))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .map(str::to_string)
        .collect();
    assert!(names.len() > 60, "{names:?}");
    names
}

/// The symbols that `nm` lists with these arguments: the type and the name of each.
fn symbols(arguments: &[&str], library: &str) -> Vec<(String, String)> {
    let text = run(Command::new("nm").args(arguments).arg(prefix().join("lib").join(library)));
    let rows = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace().rev();
        let name = words.next()?;
        Some((words.next()?.to_string(), name.to_string()))
    });
    rows.collect()
}

/// The shared library exports exactly the functions that the headers declare, each with the node
/// that `gridlaw.map` gives it, and programs find the library by the name of its interface.
#[test]
fn the_shared_library_exports_the_headers_functions_only() {
    let map = fs::read_to_string("gridlaw.map").unwrap();
    let mut node = "";
    let mut versions = BTreeSet::new();
    for line in map.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        match line.strip_suffix(';') {
            Some(name) if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                assert!(versions.insert(format!("{name}@@{node}")), "{name} is there twice");
            }
            _ => node = line.strip_suffix(" {").unwrap_or(node),
        }
    }
    let exported = symbols(&["-D", "--defined-only"], "libgridlaw.so").into_iter();
    // The nodes are symbols themselves.
    let exported: BTreeSet<String> = exported.filter(|(kind, _)| kind != "A").map(|(_, name)| name).collect();
    assert_eq!(exported, versions);
    let names = exported.iter().map(|name| name.split('@').next().unwrap().to_string());
    assert_eq!(names.collect::<BTreeSet<_>>(), declared());
    let dynamic = run(Command::new("readelf").arg("-d").arg(prefix().join("lib/libgridlaw.so")));
    assert!(dynamic.contains("[libgridlaw.so.1]"), "{dynamic}");
}

/// So does the static library. The functions of the documents are weak there, so that a program
/// may define its own.
#[test]
fn the_static_library_defines_the_headers_functions_only() {
    let defined = symbols(&["-g", "--defined-only"], "libgridlaw.a");
    for (kind, name) in &defined {
        let weak = if name.starts_with("gridlaw_") { "T" } else { "W" };
        assert_eq!(kind, weak, "{name}");
    }
    assert_eq!(defined.into_iter().map(|(_, name)| name).collect::<BTreeSet<_>>(), declared());
}

/// A copy of the installed prefix in another place, the only one that the tests below know.
fn moved() -> &'static Path {
    static MOVED: OnceLock<PathBuf> = OnceLock::new();
    MOVED.get_or_init(|| {
        let moved = Path::new(env!("CARGO_TARGET_TMPDIR")).join("moved to here");
        let _ = fs::remove_dir_all(&moved);
        fs::create_dir(&moved).unwrap();
        for folder in ["lib", "include"] {
            run(Command::new("cp").arg("-a").arg(prefix().join(folder)).arg(&moved));
        }
        moved
    })
}

pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn no_installed_file_knows_where_it_is() {
    let here = prefix().to_str().unwrap().as_bytes();
    let files = files(moved());
    assert!(files.len() >= 12, "{files:?}");
    for file in files {
        let bytes = fs::read(&file).unwrap();
        assert!(!bytes.windows(here.len()).any(|window| window == here), "{} names the prefix", file.display());
    }
}

/// The limit is for the release: builds for tests are less optimized. docs/building.md has the
/// size.
#[test]
fn the_installed_files_are_small() {
    if !release() {
        return;
    }
    let sizes = files(moved()).into_iter().map(|file| fs::symlink_metadata(file).unwrap());
    let total: u64 = sizes.filter(|data| !data.is_symlink()).map(|data| data.len()).sum();
    assert!(total < 5_000_000, "the installed files have {total} bytes");
}

/// The examples in a folder of their own.
fn examples(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    run(Command::new("cp").arg("-a").arg("examples").arg(&folder));
    folder
}

/// Checks what the examples print that were built in `folder`.
fn check_examples(folder: &Path) {
    let library = moved().join("lib");
    let start = |name: &str, arguments: &[&str]| {
        run(Command::new(folder.join(name)).args(arguments).env("LD_LIBRARY_PATH", &library))
    };
    for game in ["breakdown -w 4 -h 5 -k 2 -q 2", "connect4 --size 7", "jump61 --size 4;1,1 2,2"] {
        let printed = start("random", &[game, "3"]);
        assert_eq!(printed, start("random-static", &[game, "3"]));
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), 6);
        for pair in lines.chunks(2) {
            let mut playing: law::AnyPlaying = game.parse().unwrap();
            playing.play_record(pair[0]).unwrap();
            assert!(playing.is_over());
            assert_eq!(playing.answer(), pair[1]);
        }
    }
    for game in ["breakdown -w 8 -h 8 -k 3 -q 3", "jump61 --size 4"] {
        assert_eq!(start("episodes", &[game, "50"]), episodes(game, 1000, 50));
    }
    // Checks the values by plain minimax.
    let printed = start("wins", &["breakdown -w 4 -h 4 -k 2 -q 2", "5"]);
    assert_eq!(printed.lines().count(), 8, "{printed}");
    for line in printed.lines() {
        let (mv, value) = line.split_once(' ').unwrap();
        let mut playing: law::AnyPlaying = "breakdown -w 4 -h 4 -k 2 -q 2".parse().unwrap();
        playing.play_text(mv).unwrap();
        assert_eq!(value, forced(&playing, 4), "{mv}");
    }
}

/// The expected output of `episodes.c`, from the random games of its seed one after the other.
fn episodes(game: &str, games: u64, steps: u32) -> String {
    use law::cell::Side;
    use law::rules::Outcome;

    let start = game.parse::<law::AnyGame>().unwrap().start();
    let mut counts = [0; 3];
    for first in 0..games {
        let mut played = 0;
        for number in (first..).step_by(games as usize) {
            let (mut position, mut record) = (start.clone(), String::new());
            start.random_record(1, number, &mut record);
            played += record.split(' ').count() as u32;
            if played > steps {
                break;
            }
            position.play_record(&record).unwrap();
            match position.outcome() {
                Outcome::Win(Side::First) => counts[0] += 1,
                Outcome::Win(Side::Second) => counts[1] += 1,
                _ => counts[2] += 1,
            }
        }
    }
    let plies = games * u64::from(steps);
    format!("plies {plies}\nfirst {}\nsecond {}\ndraw {}\ntruncated 0\n", counts[0], counts[1], counts[2])
}

/// The side that can force a win within `plies`, by plain minimax.
fn forced(playing: &law::AnyPlaying, plies: u32) -> &'static str {
    use law::cell::Side;
    use law::rules::Outcome;

    let own = match playing.turn() {
        Side::First => "first wins",
        Side::Second => "second wins",
    };
    match playing.outcome() {
        Outcome::Win(Side::First) => "first wins",
        Outcome::Win(Side::Second) => "second wins",
        Outcome::Draw => "draw",
        Outcome::InProgress if plies == 0 => "open",
        Outcome::InProgress => {
            let replies = playing.actions().into_iter().map(|action| {
                let mut next = playing.clone();
                next.play_action(action).unwrap();
                forced(&next, plies - 1)
            });
            let replies: Vec<&str> = replies.collect();
            // What is open may still be a win, so it counts before a draw.
            [own, "open", "draw"].into_iter().find(|value| replies.contains(value)).unwrap_or(replies[0])
        }
    }
}

/// Every example builds with the commands that stand at its top, from a prefix that was moved.
#[test]
fn examples_build_as_they_say_with_pkg_config() {
    let folder = examples("examples-pkg-config");
    let mut commands = 0;
    for source in ["random.c", "episodes.c", "wins.cpp"] {
        let text = fs::read_to_string(folder.join(source)).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("//     $ "));
        for line in lines.filter(|line| !line.starts_with("./")) {
            let warnings = line.replacen(source, &format!("-Wall -Wextra -Werror -pedantic {source}"), 1);
            let mut shell = Command::new("sh");
            shell.args(["-ec", &warnings]).current_dir(&folder);
            // `pkg-config` writes a blank in a path as `\ `, which only `eval` would read.
            let link = folder.join("installed");
            let _ = std::os::unix::fs::symlink(moved(), &link);
            run(shell.env("PKG_CONFIG_PATH", link.join("lib/pkgconfig")));
            commands += 1;
        }
    }
    assert_eq!(commands, 4);
    check_examples(&folder);
    if release() {
        let valgrind = super::valgrind(&folder.join("wins"), &["jump61 --size 2", "4"]);
        assert!(valgrind.status.success(), "{}", String::from_utf8_lossy(&valgrind.stderr));
    }
}

/// The examples build with `find_package(gridlaw)`, from a prefix that was moved. Without CMake the
/// test prints a message and passes, except for the release or if `GRIDLAW_REQUIRE` is set.
#[test]
fn examples_build_with_cmake() {
    let found = |tool: &str| Command::new(tool).arg("--version").stdout(Stdio::null()).status().is_ok();
    let missing = !found("cmake") || !found("make");
    if missing && !release() && std::env::var_os("GRIDLAW_REQUIRE").is_none() {
        let _ = writeln!(std::io::stderr(), "not tested: find_package(gridlaw), which needs cmake and make");
        return;
    }
    let folder = examples("examples-cmake");
    let mut cmake = Command::new("cmake");
    cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", moved().display())).arg("-S").arg(&folder).arg("-B");
    run(cmake.arg(folder.join("build")).arg("-DCMAKE_BUILD_TYPE=Release"));
    run(Command::new("cmake").arg("--build").arg(folder.join("build")));
    check_examples(&folder.join("build"));

    // A version that is newer than the installed one is not found, nor is another interface.
    if !release() {
        return;
    }
    for (version, found) in [("0.1", true), (env!("CARGO_PKG_VERSION"), true), ("0.999", false), ("1.0", false)] {
        let asking = folder.join(format!("asking-{version}"));
        fs::create_dir(&asking).unwrap();
        let lists =
            format!("cmake_minimum_required(VERSION 3.13)\nproject(p C)\nfind_package(gridlaw {version} QUIET)\n");
        let check = if found { "NOT gridlaw_FOUND" } else { "gridlaw_FOUND" };
        let lists = format!("{lists}if({check})\n  message(FATAL_ERROR \"{version}: ${{gridlaw_FOUND}}\")\nendif()\n");
        fs::write(asking.join("CMakeLists.txt"), lists).unwrap();
        let mut cmake = Command::new("cmake");
        cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", moved().display())).arg("-S").arg(&asking);
        run(cmake.arg("-B").arg(asking.join("build")));
    }
}
