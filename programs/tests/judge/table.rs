//! The table of all planted faults, a test for each game: with `--test-threads 1` the times are
//! those of one game at a time.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use crate::support::{Expected, faulty, for_all, marks, named};
use crate::{breakdown, candy, connect4, fitz, jump61};

/// Prints a row for every planted fault of a game: the number of seeds that find it, the median and
/// the longest time of a run, and the clauses named. `SEEDS` gives the number of seeds, 16 by
/// default. A run has more games than the directed ones and those that every seed has, so that the
/// seed matters.
#[track_caller]
fn assert_every_seed_finds(game: &[&str], games: &str, arguments: &[&str], faults: &[Expected]) {
    let seeds: u32 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(16);
    let faulty = faulty();
    let missed = Mutex::new(Vec::new());
    for_all(faults, &|expected| {
        let command = [&[&faulty[..], game[0], expected.fault], arguments].concat();
        let (mut found, mut names, mut seconds) = (0, Vec::new(), Vec::new());
        for seed in 0..seeds {
            let (begun, seed) = (Instant::now(), seed.to_string());
            let options = ["--timeout", "1", "--games", games, "--seed", &seed];
            let (_, marks) = marks(game, &options, &command);
            seconds.push(begun.elapsed().as_secs_f64());
            if let Some(mark) = named(&marks, expected) {
                found += 1;
                names.push(mark["clause"].as_str().unwrap_or_default().to_string());
            }
        }
        names.sort();
        names.dedup();
        let row = format!("| {} | {} | {found} | {} | {} |", game[0], expected.fault, times(seconds), names.join(", "));
        let _ = writeln!(std::io::stdout(), "{row}");
        if found < seeds {
            missed.lock().unwrap().push(row);
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The median and the longest of some times.
fn times(mut seconds: Vec<f64>) -> String {
    seconds.sort_by(f64::total_cmp);
    let longest = seconds.last().expect("a seed");
    format!("{:.1} | {longest:.1}", seconds[seconds.len() / 2])
}

#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_breakdown_is_found_by_every_seed() {
    assert_every_seed_finds(&breakdown::BREAKDOWN, "500", &["{args}"], breakdown::FAULTS);
}

#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_fitz_is_found_by_every_seed() {
    assert_every_seed_finds(&fitz::FITZ, "500", &["{args}"], fitz::FAULTS);
}

#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_jump61_is_found_by_every_seed() {
    assert_every_seed_finds(&jump61::JUMP61, "300", &[], jump61::FAULTS);
}

#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_connect4_is_found_by_every_seed() {
    assert_every_seed_finds(&connect4::CONNECT4, "500", &["{args}"], connect4::FAULTS);
}

#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_of_candy_is_found_by_every_seed() {
    assert_every_seed_finds(&candy::CANDY, "300", &["{file}", "{out}"], candy::FAULTS);
}

#[test]
fn the_pages_name_and_count_every_fault() {
    let page = |name| std::fs::read_to_string(format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (table, judge) = (page("faults.md"), page("judge.md"));
    let mut count = 0;
    for (game, faults) in [
        ("breakdown", breakdown::FAULTS),
        ("connect4", connect4::FAULTS),
        ("jump61", jump61::FAULTS),
        ("candy", candy::FAULTS),
        ("fitz", fitz::FAULTS),
    ] {
        count += faults.len();
        for expected in faults {
            let row = format!("\n| {game} | {} ", expected.fault);
            assert_eq!(table.matches(&row).count(), 1, "{row}");
        }
    }
    assert!(judge.contains(&format!("{count} faults are planted in the five games")), "{count}");
}
