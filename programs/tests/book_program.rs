//! `gridlaw book`, and `solve` and `best` with a book.

mod built;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

fn output(line: &str) -> Output {
    let mut command = Command::new(built::program("gridlaw"));
    command.args(shlex::split(line).unwrap()).stdin(Stdio::null()).output().unwrap()
}

/// The output of a command.
fn text(line: &str) -> String {
    let output = output(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of `solve` that do not depend on time. The table is small, because that of the default
/// takes longer to allocate than these games to solve.
fn solved(line: &str) -> Vec<String> {
    text(&format!("{line} --table 4"))
        .lines()
        .filter(|line| !line.starts_with("seconds") && !line.starts_with("nodes/s"))
        .map(String::from)
        .collect()
}

/// Games, the plies of their books, and moves after which positions are looked up.
const GAMES: [(&str, u32, [&str; 3]); 4] = [
    ("breakdown -w 4 -h 5 -k 2 -q 2", 3, ["", "|1 |0", "|0 -2 -0"]),
    ("breakdown -w 3 -h 3 -k 2 -q 2", 9, ["", "|0 |1", "|1 !"]),
    ("connect4 --size 4", 3, ["", "N1", "N1 E0 W2"]),
    ("fitz ../examples/fitz.tiles --rows 4 --cols 5", 1, ["", "1,0,90", "1,0,90 1,2,90"]),
];

#[test]
fn solve_and_best_agree_with_and_without_a_book() {
    let directory = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for (number, game) in GAMES.iter().enumerate() {
            let path = |name| directory.path().join(format!("{name}{number}"));
            let [book, again] = ["book", "again"].map(path);
            scope.spawn(move || assert_agree(game, &book, &again));
        }
    });
    // The book saves search: of a line of 12 plies 4 come from it.
    let nodes = |book: &str| -> u64 {
        let lines = solved(&format!("solve connect4 --size 4 {book}"));
        lines[3].strip_prefix("nodes ").unwrap().parse().unwrap()
    };
    let (with, without) = (nodes(&format!("--book {}", directory.path().join("book2").display())), nodes(""));
    assert!(4 * with < without, "{with} nodes with a book, {without} without");
}

/// Compares solutions of a game of [`GAMES`] with and without its book.
fn assert_agree(&(game, plies, froms): &(&str, u32, [&str; 3]), book: &Path, again: &Path) {
    let made = text(&format!("book {game} --plies {plies} {}", book.display()));
    text(&format!("book {game} --plies {plies} --table 1 --threads 2 {}", again.display()));
    assert_eq!(fs::read(book).unwrap(), fs::read(again).unwrap(), "{game}");
    let printed = text(&format!("book --print {}", book.display()));
    let positions = printed.lines().skip(4).count();
    assert!(made.starts_with(&format!("positions {positions}\n")) && positions > 1, "{made}");
    assert!(printed.contains(&format!("\nplies {plies}\npositions {positions}\n")), "{printed}");
    // A book without distances holds only the winner.
    text(&format!("book {game} --plies {plies} --weak {}", again.display()));
    let weak = text(&format!("book --print {}", again.display()));
    let without_distances = |line: &str| line.split(" in ").next().unwrap().to_string();
    assert!(printed.lines().map(without_distances).eq(weak.lines().map(String::from)), "{printed}{weak}");
    for from in froms {
        let result = solved(&format!("solve {game} --from '{from}' --weak --book {}", again.display()));
        assert_eq!(result[..2], solved(&format!("solve {game} --from '{from}' --weak"))[..2]);
        let [with, without] = [format!("--book {}", book.display()), String::new()]
            .map(|book| solved(&format!("solve {game} --from '{from}' {book}")));
        assert_eq!(with[..2], without[..2], "{game} {from}");
        let length = |line: &str| line.split(' ').count();
        if !with[0].contains("draw") {
            assert_eq!(length(&with[2]), length(&without[2]), "{game} {from}: {with:?} {without:?}");
        }
        let best = text(&format!("best {game} --from '{from}' --depth 20 --book {}", book.display()));
        let [mv, score, ..] = best.lines().collect::<Vec<_>>()[..] else { panic!("{best}") };
        assert_eq!(score.strip_prefix("score "), with[0].strip_prefix("value "), "{best}");
        // The move keeps the value: the position after it has the value before.
        let after = format!("{from} {}", mv.strip_prefix("move ").unwrap());
        let after = solved(&format!("solve {game} --from '{after}'"));
        assert_eq!(after[1], with[1], "{game} {from}: {best}");
    }
}

#[test]
fn a_book_may_begin_later() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("book");
    let path = path.display();
    text(&format!("book jump61 --size 3 --from '1,1 3,3 1,2 3,2' --plies 1 {path}"));
    let printed = text(&format!("book --print {path}"));
    assert!(printed.starts_with("game jump61 --size 3\nstart "), "{printed}");
    let later = solved(&format!("solve jump61 --size 3 --from '1,1 3,3 1,2 3,2' --book {path}"));
    assert_eq!(later[..2], solved("solve jump61 --size 3 --from '1,1 3,3 1,2 3,2'")[..2]);
}

#[test]
fn a_book_without_distances_hides_none() {
    let directory = tempfile::tempdir().unwrap();
    let book = directory.path().join("weak").display().to_string();
    text(&format!("book connect4 --size 4 --plies 2 --weak {book}"));
    for from in ["", "--from 'N1 E0'"] {
        let line = format!("solve connect4 --size 4 {from}");
        assert_eq!(solved(&line), solved(&format!("{line} --book {book}")), "{from}");
        assert!(text(&format!("{line} --book {book}")).contains(" in "), "{from}");
    }
}

#[test]
fn wrong_books_are_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("book");
    text(&format!("book breakdown -w 3 -h 3 -k 1 -q 2 --plies 2 {}", path.display()));
    let whole = fs::read(&path).unwrap();
    let changed = |at: usize| {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        changed
    };
    let long = [&whole[..], b"\n"].concat();
    for (bytes, said) in [
        (&b""[..], "first line"),
        (b"gridlaw book 2\n", "first line"),
        (&whole[..40], "not whole"),
        (&whole[..whole.len() - 1], "not whole"),
        (&long, "not whole"),
        (&changed(60), "checksum"),
        (&changed(whole.len() - 1), "checksum"),
    ] {
        fs::write(&path, bytes).unwrap();
        for line in [
            format!("book --print {}", path.display()),
            format!("solve breakdown -w 3 -h 3 -k 1 -q 2 --book {}", path.display()),
            format!("best breakdown -w 3 -h 3 -k 1 -q 2 --book {}", path.display()),
        ] {
            let output = output(&line);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{line}: {errors}");
            assert!(errors.contains(said) && errors.contains("book") && errors.lines().count() == 1, "{errors:?}");
        }
    }
    fs::write(&path, &whole).unwrap();
    let other = output(&format!("solve breakdown -w 3 -h 3 -k 2 -q 2 --book {}", path.display()));
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("expected a book of breakdown -w 3 -h 3 -k 2 -q 2"));
    text(&format!("book fitz ../examples/fitz.tiles --rows 4 --cols 5 --plies 1 {}", path.display()));
    let other = output(&format!("solve fitz ../tests/tiles/single --rows 4 --cols 5 --book {}", path.display()));
    let said = "expected a book of fitz --rows 4 --cols 5, found one of fitz --rows 4 --cols 5 with another file";
    assert!(String::from_utf8_lossy(&other.stderr).contains(said));
}

#[test]
fn misuse_is_told_and_nothing_is_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let inside = |name: &str| directory.path().join(name).display().to_string();
    for (line, status) in [
        ("book".to_string(), 2),
        (format!("book jump61 --size 2 {}", inside("a")), 2),
        ("book jump61 --size 2 --plies 1".to_string(), 2),
        (format!("book --print {} jump61 --size 2 --plies 1 {}", inside("a"), inside("b")), 2),
        (format!("book candy ../tests/candy/4x4.json --plies 1 {}", inside("a")), 2),
        (format!("book jump61 --size 2 --plies 1 {}", inside("missing/a")), 1),
        (format!("book --print {}", inside("a")), 1),
        (format!("solve jump61 --size 2 --book {}", inside("a")), 1),
        (format!("solve jump61 --size 2 --book {} --checkpoint {}", inside("a"), inside("b")), 2),
        (format!("solve candy ../tests/candy/4x4.json --book {}", inside("a")), 2),
        (format!("best candy ../tests/candy/4x4.json --book {}", inside("a")), 2),
        ("perft breakdown -w 1 -h 1 -k 1 -q 1 100000000".to_string(), 2),
    ] {
        let output = output(&line);
        assert_eq!(output.status.code(), Some(status), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
