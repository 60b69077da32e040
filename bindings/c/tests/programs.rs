//! Real C programs against the installed library: gcc compiles them without a warning, they are
//! linked with the static and with the shared library as pkg-config and the README say, and run
//! under valgrind.
//!
//! The tests need `apt-get install gcc g++ valgrind pkg-config`. They install the library in the
//! profile of the tests, because a release takes more than a minute to build;
//! `GRIDLAW_C_RELEASE=1 cargo test -p gridlaw-c --test programs` tests the release, as `.ci/run`
//! does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-Wstrict-prototypes", "-pedantic"];

/// The directory that the library is installed into, once for all tests.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
        let _ = fs::remove_dir_all(&prefix);
        let mut install = Command::new("./install");
        install.arg(&prefix);
        if std::env::var_os("GRIDLAW_C_RELEASE").is_none() {
            // Cargo chooses the features of dependencies for all packages together. These arguments
            // choose the same ones as `cargo test --workspace`, which has then compiled everything
            // but the archives.
            install.args(["--workspace", "--lib", "--test", "programs", "--profile", "test"]);
        }
        run(&mut install);
        prefix
    })
}

/// Runs a command that must succeed, and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out
}

/// Runs a command that must succeed with this input, and returns its output.
fn run_with_input(command: &mut Command, input: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("input");
    fs::write(&path, input).unwrap();
    run(command.stdin(fs::File::open(path).unwrap()))
}

/// The words that pkg-config answers to `question`.
fn pkg_config(question: &str) -> Vec<String> {
    let directory = prefix().join("lib/pkgconfig");
    let answer = run(Command::new("pkg-config").arg(question).arg("gridlaw").env("PKG_CONFIG_PATH", directory));
    answer.split_whitespace().map(str::to_string).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Linked {
    Static,
    Shared,
}

const BOTH: [Linked; 2] = [Linked::Static, Linked::Shared];

fn compile(source: &Path, linked: Linked) -> PathBuf {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let program = prefix().join(format!("{name}-{linked:?}"));
    let mut gcc = Command::new("gcc");
    gcc.args(WARNINGS).args(["-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-o"]).arg(&program).arg(source);
    gcc.args(pkg_config("--cflags"));
    match linked {
        Linked::Static => gcc.arg(prefix().join("lib/libgridlaw.a")).args(["-lpthread", "-ldl", "-lm"]),
        Linked::Shared => gcc.args(pkg_config("--libs")).args(["-lpthread", "-lm"]),
    };
    run(&mut gcc);
    program
}

fn example(name: &str) -> PathBuf {
    Path::new("tests/c").join(name).with_extension("c")
}

/// Runs a program under valgrind, which ends it with status 99 after a wrong access or a leak.
fn valgrind(program: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("valgrind");
    command.args(["-q", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=all"]);
    command.args(["--errors-for-leak-kinds=all", "--num-callers=30"]);
    command.arg(program).args(arguments).env("LD_LIBRARY_PATH", prefix().join("lib"));
    command.output().unwrap()
}

/// Compiles a program both ways and runs both, which must print the same; returns what they
/// printed.
fn passes(name: &str) -> String {
    let outputs = BOTH.map(|linked| {
        let output = valgrind(&compile(&example(name), linked), &[]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && errors.is_empty(), "{name} {linked:?}: {}\n{errors}", output.status);
        String::from_utf8(output.stdout).unwrap()
    });
    assert_eq!(outputs[0], outputs[1]);
    outputs[0].clone()
}

#[test]
fn games_are_played_as_the_documents_say() {
    passes("games");
}

/// Counts all suites of `tests/perft`, whatever games they are about.
#[test]
fn every_game_has_the_counts_of_its_suites() {
    let programs = BOTH.map(|linked| compile(&example("suite"), linked));
    let mut games = 0;
    for suite in fs::read_dir("../../tests/perft").unwrap() {
        let text = fs::read_to_string(suite.unwrap().path()).unwrap();
        for (number, block) in text.split("\ngame ").skip(1).enumerate() {
            let (game, lines) = block.split_once('\n').unwrap();
            let lines: String = lines.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
            // The arguments are the numbers behind the options, in order, and the file if there is
            // one.
            let mut words = game.split_whitespace();
            let name = words.next().unwrap();
            let (numbers, files): (Vec<&str>, Vec<&str>) = words
                .filter(|word| !word.starts_with('-'))
                .partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let file = files.first().map_or("-".to_string(), |file| format!("../../{file}"));
            let mut command = Command::new(&programs[number % 2]);
            command.arg(name).arg(file).args(numbers).env("LD_LIBRARY_PATH", prefix().join("lib"));
            let checked = run_with_input(&mut command, &lines);
            assert!(checked.trim().parse::<u32>().unwrap() >= 2, "{game}: {checked}");
            games += 1;
        }
    }
    assert!(games > 10, "the suites were not found");
}

#[test]
fn a_batch_gives_the_results_of_single_boards() {
    passes("batch");
}

#[test]
fn misuse_has_a_status_and_changes_nothing() {
    passes("misuse");
}

#[test]
fn threads_share_games_as_the_header_says() {
    passes("threads");
}

#[test]
fn programs_may_define_the_names_of_the_documents() {
    passes("own_names");
}

#[test]
fn connect4_does_what_the_document_says() {
    passes("connect4");
}

#[test]
fn breakdown_prints_what_the_document_prints() {
    let example = "an example, by columns  0123\n\n0 ....\n1 ....\n2 ....\n3 ....\n4 ....\n  \
                   0123\n\n0 ....\n1 .oo.\n2 **..\n3 *...\n4 *.oo\n  0123\n\n0 ....\n1 ....\n2 *...\n3 *oo.\n4 **oo\n";
    let labels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz??";
    let wide = format!("  {labels}\n\n0 {}o\n", ".".repeat(63));
    assert_eq!(passes("breakdown"), format!("{example}{wide}{example}{wide}done\n"));
}

/// Misuse of the document's functions ends the program with one line on stderr that names the
/// function, and what the program has printed comes out. Leaks are not checked: the program ends
/// midway.
#[test]
fn misuse_of_the_document_s_functions_ends_the_program() {
    for linked in BOTH {
        let program = compile(&example("breakdown_misuse"), linked);
        let ways = valgrind(&program, &[]);
        let ways: u32 = String::from_utf8(ways.stdout).unwrap().trim().parse().unwrap();
        assert!(ways > 40);
        for way in 0..ways {
            let mut command = Command::new(&program);
            let output = command.arg(way.to_string()).env("LD_LIBRARY_PATH", prefix().join("lib")).output().unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "way {way} {linked:?}: {errors}");
            assert_eq!(output.stdout, b"before", "way {way} {linked:?}");
            let (function, message) = errors.split_once(": ").unwrap_or_default();
            let functions = ["board_", "drop_stick", "breakdown", "game_outcome", "new_game"];
            assert!(functions.iter().any(|name| function.starts_with(name)), "way {way}: {errors:?}");
            assert!(message.len() > 10 && message.ends_with('\n') && message.lines().count() == 1, "{errors:?}");
        }
    }
}

/// Every header compiles alone, included twice, and together with the others, in every C since 1999
/// and in C++.
#[test]
fn headers_stand_alone_in_c_and_cpp() {
    let headers: Vec<String> = ["gridlaw", "pos", "board", "logic", "connect4"].map(|name| format!("{name}.h")).into();
    let alone = headers.iter().map(|name| format!("#include <{name}>\n#include <{name}>\nint unit_is_not_empty;\n"));
    let together: String = headers.iter().map(|name| format!("#include <{name}>\n")).collect();
    for (number, text) in alone.chain([format!("{together}int unit_is_not_empty;\n")]).enumerate() {
        let source = prefix().join(format!("headers_{number}.c"));
        fs::write(&source, text).unwrap();
        for standard in ["-std=c99", "-std=c11", "-std=c2x"] {
            let mut gcc = Command::new("gcc");
            run(gcc.args(WARNINGS).args([standard, "-fsyntax-only"]).args(pkg_config("--cflags")).arg(&source));
        }
        let mut gpp = Command::new("g++");
        gpp.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c++11", "-fsyntax-only", "-x", "c++"]);
        run(gpp.args(pkg_config("--cflags")).arg(&source));
    }
}

/// Compiles the README's program with the README's command.
#[test]
fn the_program_in_the_readme_runs() {
    let readme = fs::read_to_string("README.md").unwrap();
    let (_, rest) = readme.split_once("```c\n").unwrap();
    let source = prefix().join("readme.c");
    fs::write(&source, rest.split_once("```").unwrap().0).unwrap();
    for linked in BOTH {
        let output = valgrind(&compile(&source, linked), &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"  0123\n\n0 ....\n1 ....\n2 *...\n3 *oo.\n4 **oo\n");
    }
}

/// The shared library exports exactly the functions that the headers declare, and programs find it
/// by the name of its interface.
#[test]
fn the_shared_library_exports_the_headers_functions_only() {
    let library = prefix().join("lib/libgridlaw.so");
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(&library));
    let mut offered: Vec<&str> = symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    let headers = fs::read_dir("include").unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let headers: String = headers.collect();
    let code = headers.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let mut declared: Vec<&str> = code
        .filter_map(|line| line.split_once('(').filter(|(before, _)| !before.starts_with(' ')))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .collect();
    offered.sort_unstable();
    declared.sort_unstable();
    assert!(declared.len() > 50, "{declared:?}");
    assert_eq!(offered, declared);
    let dynamic = run(Command::new("readelf").arg("-d").arg(&library));
    assert!(dynamic.contains("[libgridlaw.so.0]"), "{dynamic}");
}
