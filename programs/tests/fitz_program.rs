//! The program `fitz` beyond transcripts: closed pipes, devices in place of files, and the largest
//! board.

mod built;

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

const TILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/fitz.tiles");

fn fitz(arguments: &[&str]) -> Command {
    let mut command = Command::new(built::program("fitz"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = fitz(arguments).spawn().unwrap();
    // A program that has stopped reading has closed the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn assert_stops(output: &Output, status: i32, message: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    assert_eq!(output.status.code(), Some(status));
}

/// A program whose output is not read to the end stops without a message, in games with boards of a
/// megabyte.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [&[TILES, "1", "2", "999", "999"][..], &[TILES, "h", "h", "999", "999"]] {
        let mut child = fitz(arguments).spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        let mut some = [0; 1000];
        output.read_exact(&mut some).unwrap();
        assert_eq!((&some[..999], some[999]), (&[b'.'; 999][..], b'\n'));
        drop(output);
        drop(child.stdin.take());
        assert_stops(&child.wait_with_output().unwrap(), 0, "");
    }
}

/// The exit status is the same if nobody reads the message.
#[test]
fn a_closed_error_stream_does_not_change_the_status() {
    for (arguments, status) in [(&[][..], 1), (&["missing"], 2), (&[TILES, "h", "h", "3", "3"], 10)] {
        let mut child = fitz(arguments).stdout(Stdio::null()).spawn().unwrap();
        drop(child.stderr.take());
        drop(child.stdin.take());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{arguments:?}");
    }
}

/// Of several errors the program reports the first in the document's table: usage, tile file,
/// players, dimensions, saved game.
#[test]
fn errors_come_in_the_order_of_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    fs::write(path("wrong"), "wrong").unwrap();
    let (missing, wrong, folder) = (path("missing"), path("wrong"), directory.path().to_str().unwrap());
    let usage = "Usage: fitz tilefile [p1type p2type [height width | filename]]\n";
    for (arguments, status, message) in [
        (&[&missing, "x", "x", "0", "0", "0"][..], 1, usage),
        (&[&missing, "x"], 1, usage),
        (&[&missing, "x", "x"], 1, usage),
        (&[&missing], 2, "Can't access tile file\n"),
        (&[""], 2, "Can't access tile file\n"),
        (&[&missing, "x", "x", "0", "0"], 2, "Can't access tile file\n"),
        (&[folder, "x", "x", &missing], 2, "Can't access tile file\n"),
        (&[&wrong, "x", "x", "0", "0"], 3, "Invalid tile file contents\n"),
        (&[&wrong, "x", "x", &missing], 3, "Invalid tile file contents\n"),
        (&[TILES, "x", "1", "0", "0"], 4, "Invalid player type\n"),
        (&[TILES, "1", "", "0", "0"], 4, "Invalid player type\n"),
        (&[TILES, "1", "x", &missing], 4, "Invalid player type\n"),
        (&[TILES, "1", "2", "0", "x"], 5, "Invalid dimensions\n"),
        (&[TILES, "1", "2", "", "1"], 5, "Invalid dimensions\n"),
        (&[TILES, "1", "2", " 1", "1"], 5, "Invalid dimensions\n"),
        (&[TILES, "1", "2", &missing], 6, "Can't access save file\n"),
        (&[TILES, "1", "2", ""], 6, "Can't access save file\n"),
        (&[TILES, "1", "2", folder], 6, "Can't access save file\n"),
        (&[TILES, "1", "2", &wrong], 7, "Invalid save file contents\n"),
        (&[TILES, "1", "2", TILES], 7, "Invalid save file contents\n"),
    ] {
        let output = run(arguments, b"");
        assert_stops(&output, status, message);
        assert_eq!(output.stdout, b"", "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_names_and_nothing_else() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = tempfile::tempdir().unwrap();
    let strange = directory.path().join(OsStr::from_bytes(b"\xff\xfe"));
    fs::copy(TILES, &strange).unwrap();
    let bytes = OsStr::from_bytes(b"\xff");
    let status = |arguments: &[&OsStr]| fitz(&[]).args(arguments).output().unwrap().status.code();
    let [tiles, one] = [TILES, "1"].map(OsStr::new);
    assert_eq!(status(&[strange.as_os_str()]), Some(0));
    assert_eq!(status(&[tiles, bytes, one, one, one]), Some(4));
    assert_eq!(status(&[tiles, one, one, bytes, one]), Some(5));
    assert_eq!(status(&[tiles, one, one, bytes]), Some(6));
    assert_eq!(status(&[tiles, one, one, strange.as_os_str()]), Some(7));
}

/// The program reads endless files, lines and devices only as far as they can be valid.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_and_lines_come_to_an_end() {
    assert_stops(&run(&["/dev/zero"], b""), 3, "Invalid tile file contents\n");
    assert_stops(&run(&[TILES, "1", "1", "/dev/zero"], b""), 7, "Invalid save file contents\n");
    assert_stops(&run(&["/dev/null"], b""), 3, "Invalid tile file contents\n");
    let mut input = vec![b'7'; 5_000_000];
    input.extend_from_slice(b"\nsave");
    input.resize(10_000_000, b'/');
    input.extend_from_slice(b"\nsave/dev/full\nsave/dev/null\n1 1 0\n");
    let output = run(&[TILES, "h", "h", "2", "3"], &input);
    assert_stops(&output, 0, "Unable to save game\nUnable to save game\n");
    let prompts = "Player *] ".repeat(5);
    let expected = format!("...\n...\n,,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\n{prompts}**.\n***\nPlayer * wins\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

/// Saving, loading and saving again gives the same file, on boards up to the largest.
#[test]
fn what_is_saved_is_loaded_and_saved_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let (first, second) = (path("first"), path("second"));
    for (rows, cols) in [("3", "7"), ("999", "1"), ("6", "5"), ("60", "59"), ("999", "999")] {
        let input = format!("1 1 0\nsave{first}\n");
        let output = run(&[TILES, "h", "h", rows, cols], input.as_bytes());
        let Ok(saved) = fs::read(&first) else {
            // On one column the first tile fits nowhere, and no player can save.
            assert_eq!((cols, output.status.code()), ("1", Some(0)));
            continue;
        };
        let output = run(&[TILES, "h", "h", &first], format!("save{second}\n").as_bytes());
        assert_stops(&output, 10, "End of input\n");
        assert_eq!(fs::read(&second).unwrap(), saved);
        let board = saved.splitn(2, |&byte| byte == b'\n').nth(1).unwrap();
        assert!(output.stdout.starts_with(board));
        assert!(saved.starts_with(format!("1 1 {rows} {cols}\n").as_bytes()));
        fs::remove_file(&first).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn paths_that_are_no_text_and_links_are_saved_to() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = tempfile::tempdir().unwrap();
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let mut child = fitz(&[TILES, "h", "h", "2", "3"]).current_dir(directory.path()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"save\xff\xfe\nsavelink\nsave\0\nsave\nsavenew/\nsavefile/x\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_stops(&output, 10, &format!("{}End of input\n", "Unable to save game\n".repeat(4)));
    let saved = b"0 0 2 3\n...\n...\n";
    assert_eq!(fs::read(directory.path().join(OsStr::from_bytes(b"\xff\xfe"))).unwrap(), saved);
    assert_eq!(fs::read(&file).unwrap(), saved);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
}

/// A save that fails halfway leaves the old file.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_save_leaves_what_was_there() {
    let directory = tempfile::tempdir().unwrap();
    let saved = directory.path().join("game");
    fs::write(&saved, "precious").unwrap();
    // No file may grow beyond 512 bytes; the signal for it is ignored, so that writing fails.
    let script = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {TILES} h h 999 999");
    let mut child = Command::new("bash")
        .args(["-c", &script])
        .arg(built::program("fitz"))
        .current_dir(directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"savegame\n").unwrap();
    assert_stops(&child.wait_with_output().unwrap(), 10, "Unable to save game\nEnd of input\n");
    assert_eq!(fs::read(&saved).unwrap(), b"precious");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}
