//! The program `candy` as its users see it: its files after errors, and games that are left and
//! resumed.

mod built;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use gridlaw::games::candy::{Instance, NewGame, json};
use gridlaw::record::random_game;

/// A directory with a game file in it, and the game.
fn directory(new: NewGame) -> (tempfile::TempDir, Instance) {
    let directory = tempfile::tempdir().unwrap();
    let instance = Instance::from(new.make().unwrap());
    fs::write(directory.path().join("game.json"), json::write(&instance)).unwrap();
    (directory, instance)
}

/// Runs `candy` in a directory on some input.
fn candy(directory: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(built::program("candy"));
    built::output(command.args(arguments).current_dir(directory), input.as_bytes())
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A random game's moves as the program takes them.
fn typed_moves(instance: &Instance, seed: u64) -> Vec<String> {
    let rules = gridlaw::games::candy::NaiveCandy::new(instance);
    let mut line = String::new();
    random_game(&rules, seed, 0, &mut line);
    line.split(' ').map(|mv| mv.replace(',', " ")).collect()
}

/// A game that is left and resumed after any move ends with the same file as without a break.
#[test]
fn a_game_left_at_any_move_ends_as_if_it_had_been_played_through() {
    let (directory, instance) = directory(NewGame { id: 5, ..NewGame::new(7, 7) });
    let moves = typed_moves(&instance, 1);
    assert!(moves.len() > 10, "a game of {} moves is too short", moves.len());
    let play = |file: &str, out: &str, moves: &[String]| {
        let output = candy(directory.path(), &[file, "--out", out], &moves.join("\n"));
        assert!(output.status.success());
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(answers.lines().filter(|&line| line == "ok").count(), moves.len(), "{answers}");
        fs::read_to_string(directory.path().join(out)).unwrap()
    };
    let whole = play("game.json", "whole.json", &moves);
    assert_eq!(json::read(whole.as_bytes()).unwrap().state().unwrap().moves, moves.len() as u64);
    for cut in 0..=moves.len() {
        play("game.json", "left.json", &moves[..cut]);
        assert_eq!(play("left.json", "left.json", &moves[cut..]), whole, "left after {cut} moves");
    }
}

/// A file that is not a game is an error, and nothing is written or changed.
#[test]
fn wrong_files_leave_everything_as_it_was() {
    let (directory, _) = directory(NewGame::new(3, 3));
    fs::write(directory.path().join("test.out"), "old").unwrap();
    fs::create_dir(directory.path().join("folder")).unwrap();
    let deep = format!("{{\"x\": {}", "[".repeat(1 << 20));
    let huge = format!("{{\"gamedef\": {{\"gameid\": {}", "9".repeat(1 << 20));
    for bytes in [&b""[..], b"\xff\xfe", b"{}", b"\0", deep.as_bytes(), huge.as_bytes()] {
        fs::write(directory.path().join("wrong.json"), bytes).unwrap();
        let output = candy(directory.path(), &["wrong.json"], "q\n");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with("error: wrong.json: ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.len() < 500 && output.stdout.is_empty(), "{errors}");
        assert_eq!(fs::read(directory.path().join("wrong.json")).unwrap(), bytes);
    }
    for arguments in [["folder", "--out", "new"], ["game.json", "--out", "folder"], ["missing", "--out", "new"]] {
        let output = candy(directory.path(), &arguments, "q\n");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
    assert_eq!(fs::read(directory.path().join("test.out")).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["folder", "game.json", "test.out", "wrong.json"]);
}

/// After the reader of the answers is gone the program ends quietly, and saves the game.
#[test]
fn a_closed_pipe_ends_quietly_and_the_game_is_saved() {
    let (directory, instance) = directory(NewGame { id: 5, ..NewGame::new(6, 6) });
    let input = directory.path().join("input");
    fs::write(&input, typed_moves(&instance, 1)[..3].join("\n")).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(built::program("candy"))
        .arg("game.json")
        .current_dir(directory.path())
        .stdin(fs::File::open(&input).unwrap())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let saved = json::read(&fs::read(directory.path().join("test.out")).unwrap()).unwrap();
    assert!(saved.state().is_some_and(|state| state.moves > 0));
}

/// A full device is an error after the game, not instead of it.
#[cfg(target_os = "linux")]
#[test]
fn a_save_that_fails_is_an_error() {
    let (directory, _) = directory(NewGame::new(3, 3));
    let output = candy(directory.path(), &["game.json", "--out", "/dev/full"], "q\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"error: /dev/full: "));
}
