//! `gridlaw-speed` prints a table for the games it is told, with a row for every level of the
//! processor.

use assert_cmd::Command;
use gridlaw::level::Level;

fn speed(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("gridlaw-speed").unwrap().args(arguments).assert()
}

#[test]
fn every_level_has_its_row_beside_the_reference() {
    let output = speed(&["connect4", "--milliseconds", "1"]).success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("### connect4") && !text.contains("### jump61"), "{text}");
    for level in Level::available() {
        let row = text.lines().find(|line| line.contains(&format!("in bulk, {level}"))).expect("a row for the level");
        let ratio: f64 = row.split('|').nth(5).unwrap().trim().parse().unwrap();
        assert!(ratio > 0.0, "{row}");
    }
    for work in ["random plies", "perft", "verdict, plies"] {
        assert!(
            text.lines().any(|line| line.starts_with(&format!("| {work}")) && line.contains("reference")),
            "{work}"
        );
    }
}

#[test]
fn games_that_are_none_are_refused() {
    let output = speed(&["chess"]).code(2).get_output().stderr.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("chess") && text.contains("breakdown"), "{text}");
}
