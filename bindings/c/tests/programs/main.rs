//! Real C programs against the installed library: gcc compiles them without a warning, they are
//! linked with the static and with the shared library as pkg-config and the README say, and run;
//! with `--ignored` under valgrind and with sanitizers.
//!
//! The tests need `apt-get install gcc g++ valgrind pkg-config cmake make`. They install the
//! library in the profile of the tests, because a release takes more than a minute to build;
//! `GRIDLAW_C_RELEASE=1 cargo test -p gridlaw-c --test programs -- --include-ignored` tests the
//! release, as `.ci/run` does, and does what takes longer too.

mod installed;

use std::collections::BTreeSet;
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
        if !release() {
            // Cargo chooses the features of dependencies for all packages together. These arguments
            // choose the same ones as `cargo test --workspace`, which has then compiled everything
            // but the archives.
            install.args(["--workspace", "--lib", "--test", "programs", "--profile", "test"]);
        }
        run(&mut install);
        prefix
    })
}

/// Whether the release is tested.
fn release() -> bool {
    std::env::var_os("GRIDLAW_C_RELEASE").is_some()
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

/// The words that pkg-config answers to `question` about a package.
fn pkg_config(question: &str, package: &str) -> Vec<String> {
    let directory = prefix().join("lib/pkgconfig");
    let answer = run(Command::new("pkg-config").arg(question).arg(package).env("PKG_CONFIG_PATH", directory));
    answer.split_whitespace().map(str::to_string).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Linked {
    Static,
    Shared,
}

const BOTH: [Linked; 2] = [Linked::Static, Linked::Shared];

impl Linked {
    /// The package of pkg-config.
    fn package(self) -> &'static str {
        match self {
            Linked::Static => "gridlaw-static",
            Linked::Shared => "gridlaw",
        }
    }
}

fn compile(source: &Path, linked: Linked) -> PathBuf {
    compile_with(source, linked, "", &[])
}

/// Compiles a program with further options, which `suffix` tells apart.
fn compile_with(source: &Path, linked: Linked, suffix: &str, options: &[&str]) -> PathBuf {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let program = prefix().join(format!("{name}-{linked:?}{suffix}"));
    let mut gcc = Command::new("gcc");
    gcc.args(WARNINGS).args(["-std=c11", "-D_GNU_SOURCE", "-g", "-O1"]).args(options);
    gcc.arg("-o").arg(&program).arg(source).args(pkg_config("--cflags", linked.package()));
    run(gcc.args(pkg_config("--libs", linked.package())).args(["-lpthread", "-lm"]));
    program
}

fn example(name: &str) -> PathBuf {
    Path::new("tests/c").join(name).with_extension("c")
}

fn plainly(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).env("LD_LIBRARY_PATH", prefix().join("lib")).output().unwrap()
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
    passes_with(name, &[])
}

/// The same with arguments.
fn passes_with(name: &str, arguments: &[&str]) -> String {
    let outputs = BOTH.map(|linked| printed(name, linked, plainly(&compile(&example(name), linked), arguments)));
    assert_eq!(outputs[0], outputs[1]);
    outputs[0].clone()
}

/// Runs a program, for the release under valgrind.
fn closely(program: &Path) -> Output {
    if release() { valgrind(program, &[]) } else { plainly(program, &[]) }
}

/// The output of a program, which must succeed without a message on stderr.
fn printed(name: &str, linked: Linked, output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{name} {linked:?}: {}\n{errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
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

/// The arguments of `actions` and `batch`: a game file of Candy and a tile file of Fitz.
const FILES: [&str; 2] = ["../../tests/candy/4x4.json", "../../tests/tiles/overhanging"];

#[test]
fn moves_are_numbers_and_positions_setups() {
    passes_with("actions", &FILES);
}

#[test]
fn a_batch_is_its_games_one_by_one() {
    passes_with("batch", &FILES);
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
        let ways = closely(&program);
        let ways: u32 = String::from_utf8(ways.stdout).unwrap().trim().parse().unwrap();
        assert!(ways > 40);
        for way in 0..ways {
            let output = plainly(&program, &[&way.to_string()]);
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

/// The programs that run long under valgrind, and their arguments. In a build that is not a release
/// only the sanitizers run them.
const LONG_PROGRAMS: [(&str, &[&str]); 2] = [("actions", &FILES), ("batch", &FILES)];

/// The others, of which the sanitizers run only `misuse` in a build that is not a release.
const PROGRAMS: [(&str, &[&str]); 6] =
    [("misuse", &[]), ("games", &[]), ("threads", &[]), ("own_names", &[]), ("connect4", &[]), ("breakdown", &[])];

/// The programs under gcc's sanitizers of addresses, leaks and undefined behavior, which see what
/// valgrind does not: the C side's own stack and globals.
#[test]
#[ignore = "long: with sanitizers"]
fn sanitizers_find_nothing() {
    let programs = LONG_PROGRAMS.iter().chain(if release() { &PROGRAMS[..] } else { &PROGRAMS[..1] });
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    for &(name, arguments) in programs {
        for linked in BOTH {
            let program = compile_with(&example(name), linked, "-sanitized", &options);
            run(Command::new(program).args(arguments).env("LD_LIBRARY_PATH", prefix().join("lib")));
        }
    }
}

#[test]
#[ignore = "long: under valgrind"]
fn valgrind_finds_nothing() {
    for &(name, arguments) in PROGRAMS.iter().chain(if release() { &LONG_PROGRAMS[..] } else { &[] }) {
        for linked in BOTH {
            let program = compile_with(&example(name), linked, "-valgrind", &[]);
            printed(name, linked, valgrind(&program, arguments));
        }
    }
}

/// Calls of all functions in any order, from the fuzzer's seeds and from a pinned generator, keep
/// the header's promises under the sanitizers, and every function succeeds in some of them.
#[test]
fn calls_in_any_order_keep_the_header_s_promises() {
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = compile_with(&example("calls"), Linked::Static, "-sanitized", &options);
    let seeds = installed::files(Path::new("../../fuzz/corpus/c_calls"));
    assert!(!seeds.is_empty());
    let inputs = if release() { "10000" } else { "300" };
    let printed = run(Command::new(program).arg(inputs).args(seeds));
    let mut called = BTreeSet::new();
    for line in printed.lines() {
        let [name, calls, succeeded] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(succeeded != "0", "{name} was called {calls} times in vain");
        called.insert(name.to_string());
    }
    let declared = installed::declared().into_iter().filter(|name| name.starts_with("gridlaw_"));
    assert_eq!(called, declared.collect());
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
            run(gcc
                .args(WARNINGS)
                .args([standard, "-fsyntax-only"])
                .args(pkg_config("--cflags", "gridlaw"))
                .arg(&source));
        }
        for standard in ["-std=c++11", "-std=c++17"] {
            let mut gpp = Command::new("g++");
            gpp.args(["-Wall", "-Wextra", "-Werror", "-pedantic", standard, "-fsyntax-only", "-x", "c++"]);
            run(gpp.args(pkg_config("--cflags", "gridlaw")).arg(&source));
        }
    }
}

/// Compiles and runs the README's programs. The second and the third are functions: one chooses the
/// legal action of the highest value, the other adds up the rewards of a batch.
#[test]
fn the_programs_in_the_readme_run() {
    let readme = fs::read_to_string("README.md").unwrap();
    let blocks: Vec<&str> = readme.split("```c\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    let [program, function, batch] = blocks[..] else { panic!("there are {} programs in C", blocks.len()) };
    let main = "int main(void)\n{\n    gridlaw_game *game;\n    static float policy[40] = {[7] = 2, [8] = 1};\n    \
                char text[200];\n    gridlaw_game_parse(\"connect4 --size 10;N7 N7 N7 N7 N7 N7 N7 N7 N7 N7\", &game);\n    \
                step(game, policy);\n    gridlaw_game_answer(game, text, 200, NULL);\n    puts(text);\n    \
                gridlaw_game_free(game);\n    return 0;\n}\n";
    let printed = runs("readme_step", &format!("#include <gridlaw.h>\n#include <stdio.h>\n{function}{main}"));
    let mut expected: law::AnyPlaying = "connect4 --size 10;N7 N7 N7 N7 N7 N7 N7 N7 N7 N7".parse().unwrap();
    let best = if expected.is_legal("N7").unwrap() { "N7" } else { "N8" };
    expected.play_text(best).unwrap();
    assert_eq!(printed.trim_end(), expected.answer());
    let main = "int main(void)\n{\n    gridlaw_game *game;\n    float total = 0;\n    \
                gridlaw_game_parse(\"connect4 --size 10\", &game);\n    play(game, 100, &total);\n    \
                printf(\"%g\\n\", total);\n    gridlaw_game_free(game);\n    return 0;\n}\n";
    let printed = runs("readme_batch", &format!("#include <gridlaw.h>\n#include <stdio.h>\n{batch}{main}"));
    // The mover wins every game of Connect4, as nobody forfeits.
    let game: law::AnyGame = "connect4 --size 10".parse().unwrap();
    let mut expected = game.batch(64, law::batching::BatchOptions { seed: 1, ..Default::default() }).unwrap();
    let (mut masks, mut actions) = (vec![0; 64 * expected.mask_words()], vec![0; 64]);
    expected.legal(&mut masks);
    for _ in 0..100 {
        expected.sample(&masks, &mut actions);
        expected.step(&actions, Some(&mut masks));
    }
    assert_eq!(printed.trim_end(), expected.episodes().to_string());
    let printed = runs("readme", program);
    assert_eq!(printed, "  0123\n\n0 ....\n1 ....\n2 *...\n3 *oo.\n4 **oo\n");
}

/// Compiles the program at the top of the header as it stands there.
#[test]
fn the_program_in_the_header_runs() {
    let header = fs::read_to_string("include/gridlaw.h").unwrap();
    let text = header.lines().map_while(|line| line.strip_prefix("//"));
    let code: String = text.filter_map(|line| line.strip_prefix("     ")).map(|line| format!("{line}\n")).collect();
    let printed = runs("header", &code);
    let moves: Vec<&str> = printed.split(' ').take_while(|word| word.contains(',')).collect();
    let mut again = law::AnyGame::from(law::games::jump61::Parameters::new(3).unwrap()).start();
    for mv in &moves {
        assert_eq!(again.moves()[0], *mv);
        again.play_text(mv).unwrap();
    }
    assert!(again.is_over());
    assert_eq!(printed, format!("{} {}\n", moves.join(" "), again.answer()));
}

/// Compiles a program's text both ways and runs both; returns what they printed.
fn runs(name: &str, code: &str) -> String {
    let source = prefix().join(name).with_extension("c");
    fs::write(&source, code).unwrap();
    let outputs = BOTH.map(|linked| {
        let output = closely(&compile(&source, linked));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    });
    assert_eq!(outputs[0], outputs[1]);
    outputs[0].clone()
}
