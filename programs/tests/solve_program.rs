//! `gridlaw solve` and `gridlaw best` as their users see them; and a solver that is killed and goes
//! on.

mod built;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use gridlaw::rng::Generator;

fn gridlaw(line: &str) -> Command {
    let mut command = Command::new(built::program("gridlaw"));
    command.args(shlex::split(line).unwrap()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(line: &str) -> Output {
    gridlaw(line).output().unwrap()
}

/// The rest of the line that begins with a word.
fn field(output: &Output, name: &str) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("no {name} in {text:?}, {}", String::from_utf8_lossy(&output.stderr))).to_string()
}

/// The outcome of a game after its `--from` and a line of further moves: the verdict of the record.
fn end_of(game: &str, line: &str) -> String {
    let (game, from) = game.split_once(" --from ").unwrap_or((game, ""));
    let from = from.split('\'').nth(1).unwrap_or("");
    let mut verdict = gridlaw(&format!("verdict {game}")).stdin(Stdio::piped()).spawn().unwrap();
    verdict.stdin.take().unwrap().write_all(format!("{from} {line}\n").trim_start().as_bytes()).unwrap();
    let output = verdict.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().split(' ').next().unwrap().trim_end().to_string()
}

#[test]
fn games_have_their_values() {
    for (game, value, outcome, line) in [
        ("breakdown -w 4 -h 5 -k 2 -q 2", "win in 3", "B", "|1 |0 |2"),
        ("breakdown -w 2 -h 2 -k 2 -q 2", "draw", "D", "|0 |1"),
        ("breakdown -w 2 -h 2 -k 3 -q 2", "draw", "D", "!"),
        ("breakdown -w 2 -h 2 -k 2 -q 2 --from '|0 |1'", "draw", "D", ""),
        ("jump61 --size 2", "loss in 4", "B", "1,1 2,2 1,1 2,2"),
        ("jump61 --size 2 --from '1,1 2,2' --threads 2", "loss in 2", "B", "1,1 2,2"),
        ("connect4 --size 4", "loss in 12", "2", ""),
        ("fitz ../examples/fitz.tiles --rows 4 --cols 5", "win in 3", "*", "1,0,90 1,2,90 0,3,180"),
    ] {
        let output = output(&format!("solve {game}"));
        assert_eq!((field(&output, "value"), field(&output, "outcome")), (value.into(), outcome.into()), "{game}");
        let found = field(&output, "line");
        if !line.is_empty() {
            assert_eq!(found, line, "{game}");
        }
        assert_eq!(end_of(game, &found), outcome, "{game} {found}");
    }
}

#[test]
fn weak_values_and_the_values_of_all_moves_are_printed() {
    let lines = |output: &Output| String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect::<Vec<_>>();
    let all = lines(&output("solve breakdown -w 2 -h 3 -k 3 -q 2 --from '|0' --all"));
    assert_eq!(all[..3], ["|1 draw", "! loss in 2", "value draw"]);
    let strong = lines(&output("solve breakdown -w 4 -h 5 -k 2 -q 2 --all"));
    let expected =
        ["|0 draw", "|1 win in 3", "|2 win in 3", "|3 draw", "-0 loss in 8", "-1 draw", "-2 loss in 8", "! loss in 4"];
    assert_eq!(strong[..8], expected);
    let weak = output("solve breakdown -w 4 -h 5 -k 2 -q 2 --all --weak");
    let moves: Vec<&str> = expected.iter().map(|line| line.split(" in ").next().unwrap()).collect();
    assert_eq!(lines(&weak)[..8], moves);
    assert_eq!((field(&weak, "value"), field(&weak, "outcome")), ("win".into(), "B".into()));
    // 6×6 did not fall in hundreds of millions of positions when every distance was searched.
    let large = output("solve breakdown -w 6 -h 6 -k 1 -q 2 --weak --threads 2");
    assert_eq!(field(&large, "value"), "draw");
    assert!(field(&large, "nodes").parse::<u64>().unwrap() < 200_000);
}

#[test]
fn a_limit_of_positions_says_what_is_known() {
    let limited = output("solve breakdown -w 8 -h 8 -k 1 -q 3 --weak --nodes 20000");
    assert_eq!(limited.status.code(), Some(1));
    let said = String::from_utf8_lossy(&limited.stderr);
    assert!(
        said.starts_with("not solved: the limit of --nodes was reached") && said.contains("nobody wins within"),
        "{said}"
    );
}

/// The values of the moves that were found before the limit, in move order, and bounds of the next.
#[test]
fn a_limit_leaves_the_values_of_the_moves_that_are_known() {
    for (nodes, weak, moves, bounds) in [
        (300, "", 3, "|3: nobody wins within 9 plies"),
        (1000, "", 5, "-1: nobody wins within 7 plies"),
        (1000, "--weak", 5, "-1: nobody wins within 7 plies"),
    ] {
        let game = format!("solve breakdown -w 4 -h 5 -k 2 -q 2 --all {weak}");
        let (whole, limited) = (output(&game), output(&format!("{game} --nodes {nodes}")));
        assert_eq!(limited.status.code(), Some(1));
        let [whole, found, said] =
            [whole.stdout, limited.stdout, limited.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(found, whole.split_inclusive('\n').take(moves).collect::<String>());
        assert_eq!(said, format!("not solved: the limit of --nodes was reached after {moves} of 8 moves; {bounds}\n"));
    }
}

/// A position of a large board takes long, and so does the list of the positions after it.
#[test]
fn large_boards_keep_the_time() {
    let fitz = "fitz ../examples/fitz.tiles --rows 999 --cols 999";
    for game in [fitz, "breakdown -w 1024 -h 1024 -k 2 -q 3"] {
        for (command, status) in [("solve", 1), ("best", 0)] {
            let limited = output(&format!("{command} {game} --table 1 --time 0.5"));
            assert_eq!(limited.status.code(), Some(status), "{command} {game}");
        }
    }
}

/// The value is found before the limit, the whole line is not.
#[test]
fn the_line_of_best_play_keeps_the_limit() {
    let limited = output("solve breakdown -w 6 -h 6 -k 1 -q 2 --weak --nodes 14000");
    assert_eq!(limited.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&limited.stdout), "value draw\noutcome D\n");
    let expected = "not solved: the limit of --nodes was reached before the end of the line\n";
    assert_eq!(String::from_utf8_lossy(&limited.stderr), expected);
}

#[test]
fn progress_is_written_as_json() {
    let run = output("solve connect4 --size 8 --time 2.5 --progress json");
    let errors = String::from_utf8_lossy(&run.stderr);
    let objects: Vec<serde_json::Value> =
        errors.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!objects.is_empty(), "{errors}");
    for object in &objects {
        assert!(object["nodes"].as_u64().unwrap() > 0 && object["seconds"].as_f64().unwrap() >= 1.0);
        assert!(object["plies"].is_u64() && object.get("done").is_some() && object.get("remaining").is_some());
    }
    assert!(errors.lines().last().unwrap().contains("not solved"));
}

#[test]
fn best_moves_are_found() {
    for (game, mv, score) in [
        ("breakdown -w 4 -h 5 -k 2 -q 2 --depth 3", "|1", "win in 3"),
        ("breakdown -w 2 -h 2 -k 2 -q 2 --depth 9", "|0", "draw"),
        ("jump61 --size 2 --from '1,1 2,2 1,1' --depth 9", "2,2", "win in 1"),
        ("fitz ../examples/fitz.tiles --rows 4 --cols 5 --depth 3", "1,0,90", "win in 3"),
    ] {
        let output = output(&format!("best {game}"));
        assert_eq!((field(&output, "move"), field(&output, "score")), (mv.into(), score.into()), "{game}");
    }
    let timed = output("best connect4 --size 8 --time 0.2");
    assert!(field(&timed, "score").parse::<i32>().is_ok());
    assert!(field(&timed, "line").starts_with(&field(&timed, "move")));
}

#[test]
fn misuse_is_told() {
    for line in [
        "best jump61 --size 2 --depth 0",
        "best jump61 --size 2 --depth 3 --time 1",
        "best jump61 --size 2 --time 0",
        "best jump61 --size 2 --from '1,1 2,2 1,1 2,2'",
        "solve jump61 --size 2 --from '1,1 1,1'",
        "solve jump61 --size 2 --table 0",
        "solve jump61 --size 2 --threads 0",
        "solve jump61",
    ] {
        let output = output(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"");
    }
    let late = output("solve connect4 --size 8 --time 0.1");
    assert_eq!(late.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&late.stderr).contains("not solved"));
}

#[test]
fn numbers_below_zero_are_values_that_are_wrong() {
    for (line, said) in [
        ("verdict breakdown -w -4 -h 3 -k 2 -q 2", "invalid value '-4' for '-w <W>'"),
        ("perft connect4 --size 4 -1", "invalid value '-1' for '<DEPTH>'"),
        ("random jump61 --size 3 --games -2", "invalid value '-2' for '--games <N>'"),
        ("solve jump61 --size 2 --time -0.5", "invalid value '-0.5' for '--time <SECONDS>'"),
    ] {
        let refused = output(line);
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && errors.contains(said), "{line}: {errors}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    let candy = "candy ../tests/candy/4x4.json";
    for (line, said) in [
        ("best connect4 --size 4 --aim score".to_string(), "--aim is for games for one person"),
        ("best connect4 --size 4 --level 3 --book some".to_string(), "cannot be used with"),
        ("best connect4 --size 4 --seed 3 --depth 2".to_string(), "cannot be used with"),
        ("solve connect4 --size 4 --every 3".to_string(), "--checkpoint"),
        (format!("solve {candy} --every 3 --checkpoint some"), "is for games for two sides"),
        (format!("solve {candy} --weak"), "--weak is for games for two sides"),
        (format!("best {candy} --level 3"), "--level is for games for two sides"),
        (format!("match {candy} random random --games 3"), "--games is for games for two sides"),
        (format!("book {candy} some --plies 3"), "--plies is for games for two sides"),
    ] {
        let refused = output(&line);
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains(said), "{line}: {errors}");
    }
    for (line, shown, hidden) in [
        ("solve candy --help", "--all", "--weak"),
        ("match candy --help", "--help", "--games"),
        ("book candy --help", "--help", "How many plies"),
        ("best connect4 --help", "--level", "--aim"),
        ("best candy --help", "--aim", "--level"),
    ] {
        let help = output(line);
        let text = String::from_utf8_lossy(&help.stdout);
        assert!(text.contains(shown) && !text.contains(hidden), "{line}: {text}");
        assert!(!text.contains("games for"), "{line}: {text}");
    }
}

#[test]
fn a_game_that_is_over_from_the_start_needs_no_moves_to_say_so() {
    let over = output("best fitz ../examples/fitz.tiles --rows 1 --cols 1");
    assert_eq!(over.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&over.stderr).starts_with("error: the game is over from the start\n"));
}

/// Help that cannot be written is an error, as every other text.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for line in ["--help", "--version", "solve connect4 --help"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let written = gridlaw(line).stdout(full).output().unwrap();
        assert_eq!(written.status.code(), Some(1), "{line}");
        assert!(String::from_utf8_lossy(&written.stderr).starts_with("error: "), "{line}");
    }
}

const GAME: &str = "solve breakdown -w 7 -h 6 -k 1 -q 2 --table 4";

fn resumable(checkpoint: &Path, every: &str) -> Command {
    gridlaw(&format!("{GAME} --every {every} --checkpoint {}", checkpoint.display()))
}

/// Starts a solver, and kills it once it has written `checkpoints` checkpoints. Returns whether it
/// was killed before its end.
fn killed_after(checkpoints: u64, path: &Path) -> bool {
    // At this pace it writes one every few thousand positions, however fast it is.
    let mut child = resumable(path, "0.001").spawn().unwrap();
    let written = || fs::metadata(path).and_then(|found| found.modified()).ok();
    let mut last = written();
    for _ in 0..checkpoints {
        while written() == last && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        last = written();
    }
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

#[test]
fn killed_at_any_moment_and_resumed_a_solver_ends_with_the_same_value() {
    let expected = output(GAME);
    let directory = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let checkpoint = directory.path().join(format!("checkpoint_{round}"));
        let mut random = Generator::for_game(15, round);
        for kill in 0..4 {
            assert!(killed_after(1 + random.below(5), &checkpoint), "kill {kill}: it had ended");
            assert!(checkpoint.exists());
        }
        let resumed = resumable(&checkpoint, "1000").output().unwrap();
        for name in ["value", "outcome"] {
            assert_eq!(field(&resumed, name), field(&expected, name));
        }
        // The line may be another one, and is as long.
        let length = |name: &str| field(&resumed, name).split(' ').count();
        assert_eq!(length("line"), field(&expected, "line").split(' ').count());
    }
}

/// A signal that comes while a checkpoint is written removes what is written of it.
#[cfg(unix)]
#[test]
fn interrupted_at_any_moment_a_solver_leaves_its_checkpoint_alone() {
    let directory = tempfile::tempdir().unwrap();
    let names = || fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    // The other signals may be ignored here, and are then ignored by the solver, too.
    for _ in 0..3 {
        let checkpoint = directory.path().join("checkpoint");
        // This takes half an hour, if nothing ends it.
        let solve = "solve connect4 --size 6 --table 16 --every 0.001 --checkpoint";
        let mut child = gridlaw(&format!("{solve} {}", checkpoint.display())).spawn().unwrap();
        while !checkpoint.exists() || names().len() < 2 {
            assert_eq!(child.try_wait().unwrap(), None);
        }
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), None);
        assert_eq!(names(), ["checkpoint"]);
        fs::remove_file(checkpoint).unwrap();
    }
}

#[test]
fn when_the_time_is_over_what_is_known_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("checkpoint");
    let solve = |time: &str| {
        let path = path.display();
        gridlaw(&format!("solve breakdown -w 7 -h 6 -k 1 -q 2 --every 1000 --checkpoint {path} {time}"))
            .output()
            .unwrap()
    };
    let stopped = solve("--time 0.001");
    assert_eq!(stopped.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("not solved"));
    assert!(path.exists());
    assert_eq!(field(&solve(""), "value"), "draw");
}

#[test]
fn a_checkpoint_that_is_not_this_one_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("checkpoint");
    let mut child = resumable(&path, "0.02").spawn().unwrap();
    for _ in 0..1000 {
        if path.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = fs::read(&path).unwrap();
    let mut cases: Vec<(Vec<u8>, &str)> = vec![
        (b"".to_vec(), "a first line"),
        (b"gridlaw checkpoint 2\n".to_vec(), "a first line"),
        (whole[..whole.len() - 8].to_vec(), "not whole"),
        (whole[..whole.len() - 3].to_vec(), "not whole"),
        ([&whole[..], b"\n"].concat(), "not whole"),
    ];
    let second_line = whole.iter().skip(21).position(|&byte| byte == b'\n').unwrap() + 22;
    for at in [second_line, second_line + 8, second_line + 33, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        cases.push((changed, "checksum"));
    }
    for (bytes, said) in cases {
        fs::write(&path, bytes).unwrap();
        let output = resumable(&path, "0.02").output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(said) && errors.contains("checkpoint") && errors.lines().count() == 1, "{errors:?}");
    }
    fs::write(&path, &whole).unwrap();
    let other =
        gridlaw(&format!("solve breakdown -w 4 -h 4 -k 1 -q 2 --checkpoint {}", path.display())).output().unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("7x6 k1 q2"));
}

#[test]
fn candy_is_planned() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let mut new = Command::new(built::program("candy"));
    let made =
        new.args(["new", "--columns", "4", "--rows", "4", "--colors", "4", "--seed", "3", "--out"]).arg(&path).status();
    assert!(made.unwrap().success());
    let best = |options: &str| output(&format!("best candy {} {options}", path.display()));
    let points = |output: &Output| field(output, "score").split([' ', ',']).next().unwrap().parse::<u64>().unwrap();
    let [one, three] = ["--depth 1 --aim score", "--depth 3 --aim score"].map(|options| points(&best(options)));
    assert!(three > one && one > 0, "{three} points in three moves, {one} in one");
    let solved = output(&format!("solve candy {} --time 20", path.display()));
    let moves = field(&solved, "line");
    assert_eq!(field(&solved, "value"), format!("win in {}", moves.split(' ').count()));
    let limited = output("solve candy ../tests/candy/8x8.json --time 0.3");
    let said = String::from_utf8_lossy(&limited.stderr).into_owned();
    assert_eq!(limited.status.code(), Some(1));
    assert!(said.starts_with("not solved: the limit of --time was reached; no win within "), "{said}");
    let kept = output(&format!("solve candy {} --checkpoint kept", path.display()));
    assert_eq!(kept.status.code(), Some(2));
    // The reported line wins the game.
    let won = gridlaw(&format!("best candy {} --depth 1 --from '{moves}'", path.display())).output().unwrap();
    assert!(String::from_utf8_lossy(&won.stderr).contains("the game is over"));
    let over = output(&format!("solve candy {} --from '{moves}'", path.display()));
    assert_eq!(["value", "outcome", "line"].map(|name| field(&over, name)), ["win in 0", "W", ""]);
    // The values of all moves, each as that of the position behind it.
    let all = output(&format!("solve candy {} --all --time 60", path.display()));
    let text = String::from_utf8_lossy(&all.stdout).into_owned();
    let values: Vec<_> = text.lines().take_while(|line| !line.starts_with("value ")).collect();
    assert_eq!(field(&all, "value"), field(&solved, "value"));
    for line in &values {
        let (mv, value) = line.split_once(' ').unwrap();
        let after = field(&output(&format!("solve candy {} --from {mv}", path.display())), "value");
        let (kind, moves) = after.rsplit_once(' ').unwrap();
        assert_eq!(value, format!("{kind} {}", moves.parse::<u32>().unwrap() + 1), "{mv}");
    }
    let first = field(&all, "line").split(' ').next().unwrap().to_string();
    assert!(values.contains(&format!("{first} {}", field(&all, "value")).as_str()), "{text}");
    let few = output("solve candy ../tests/candy/8x8.json --all --nodes 1000");
    let said = String::from_utf8_lossy(&few.stderr).into_owned();
    assert!(few.status.code() == Some(1) && few.stdout.is_empty(), "{said}");
    assert!(said.contains(" was reached after 0 of ") && said.contains(": no win within "), "{said}");
    // A game that gets stuck whatever is swapped.
    let mut new = Command::new(built::program("candy"));
    new.args("new --columns 3 --rows 3 --colors 4 --state 2 --extension-rows 3 --seed 5 --out".split(' ')).arg(&path);
    assert!(new.status().unwrap().success());
    let stuck = output(&format!("solve candy {}", path.display()));
    let swap = field(&stuck, "line");
    assert_eq!(["value", "outcome"].map(|name| field(&stuck, name)), ["loss in 1", "S"]);
    assert_eq!(field(&best(""), "depth"), "1");
    let over = output(&format!("solve candy {} --from '{swap}'", path.display()));
    assert_eq!(["value", "outcome"].map(|name| field(&over, name)), ["loss in 0", "S"]);
    // A limit of positions is the same in every run.
    let [once, again] = [(); 2].map(|()| output("best candy ../tests/candy/8x8.json --nodes 20000"));
    assert_eq!((&once.stdout, field(&once, "nodes")), (&again.stdout, "20000".to_string()));
    let few = output("solve candy ../tests/candy/8x8.json --nodes 1000");
    let said = String::from_utf8_lossy(&few.stderr).into_owned();
    assert!(few.status.code() == Some(1) && said.contains("the limit of --nodes was reached; no win within"), "{said}");
}
