//! `gridlaw-speed` prints a table for the chosen games, with a row for every level of the
//! processor.

mod built;

use std::process::{Command, Output};

use gridlaw::level::Level;

fn speed(arguments: &[&str]) -> Output {
    Command::new(built::program("gridlaw-speed")).args(arguments).output().unwrap()
}

/// Every row's rate is in the record; what the table says of it, the unit, the nanoseconds and the
/// ratio to the reference above it, is that rate in other words.
#[test]
fn every_level_has_its_row_beside_the_reference() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("record.csv");
    let arguments = ["connect4", "--milliseconds", "1", "--record", record.to_str().unwrap()];
    let output = speed(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("### connect4") && !text.contains("### jump61"), "{text}");
    let record = std::fs::read_to_string(record).unwrap();
    let rates = record.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ") && !line.contains("how")).collect();
    assert_eq!(rows.len(), rates.clone().count(), "{text}{record}");
    let (mut reference, mut reached) = (0.0, Vec::new());
    for (row, rate) in rows.into_iter().zip(rates) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, work, how, second, each, ratio, _] = cells[..] else { panic!("{row}") };
        reached.push((work.split(',').next().unwrap().trim_end_matches(char::is_numeric).trim(), how));
        if how == "reference" {
            reference = rate;
        }
        let (number, unit) = second.split_once(' ').unwrap_or((second, ""));
        let unit = ["", "k", "M", "G"].into_iter().position(|name| name == unit).expect("a unit");
        let close = |found: f64, expected: f64, last_digit: f64| {
            assert!((found - expected).abs() <= last_digit + expected * 0.006, "{row}: {found}, not {expected}");
        };
        close(number.parse::<f64>().unwrap() * 1000_f64.powi(unit as i32), rate, 1.0);
        close(each.parse().unwrap(), 1e9 / rate, 0.001);
        if !ratio.is_empty() {
            close(ratio.parse().unwrap(), rate / reference, 0.06);
        }
        assert_eq!(ratio.is_empty(), how == "reference", "{row}");
    }
    let expected = Level::available().flat_map(|level| {
        [("random plies", format!("in bulk, {level}")), ("steps with masks", format!("4096 games, {level}"))]
    });
    let works = ["random plies", "steps with masks", "perft", "verdict"];
    for (work, how) in expected.chain(works.map(|work| (work, "reference".into()))) {
        assert!(reached.contains(&(work, &*how)), "no row for {work}, {how}: {text}");
    }
}

#[test]
fn games_that_are_none_are_refused() {
    let output = speed(&["chess"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("chess") && text.contains("breakdown"), "{text}");
}
