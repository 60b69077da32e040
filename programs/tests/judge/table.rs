//! The table of all planted faults.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use crate::support::{Expected, faulty, for_all, marks, named};
use crate::{breakdown, candy, connect4, fitz, jump61};

/// The game, how many games, the arguments of the command, and its faults.
type Judged = (&'static [&'static str], &'static str, &'static [&'static str], &'static [Expected]);

/// Prints a table: every planted fault, by how many seeds it is found, and the
/// clause. `SEEDS` says how many seeds, 16 if nothing else.
#[test]
#[ignore = "long: every planted fault with 16 seeds"]
fn every_fault_is_found_by_every_seed() {
    let seeds: u32 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(16);
    let faulty = faulty();
    let rows = Mutex::new(Vec::new());
    let games: [Judged; 5] = [
        (&breakdown::BREAKDOWN, "230", &["{args}"], breakdown::FAULTS),
        (&fitz::FITZ, "230", &["{args}"], fitz::FAULTS),
        (&jump61::JUMP61, "60", &[], jump61::FAULTS),
        (&connect4::CONNECT4, "230", &["{args}"], connect4::FAULTS),
        (&candy::CANDY, "120", &["{file}", "{out}"], candy::FAULTS),
    ];
    for (game, games, arguments, faults) in games {
        for_all(faults, &|expected| {
            let command = [&[&faulty[..], game[0], expected.fault], arguments].concat();
            let (mut found, mut names, mut seconds) = (0, Vec::new(), 0.0);
            for seed in 0..seeds {
                let (begun, seed) = (Instant::now(), seed.to_string());
                let options = ["--timeout", "1", "--games", games, "--seed", &seed];
                let (_, marks) = marks(game, &options, &command);
                seconds += begun.elapsed().as_secs_f64();
                if let Some(mark) = named(&marks, expected) {
                    found += 1;
                    names.push(mark["clause"].as_str().unwrap_or_default().to_string());
                }
            }
            names.sort();
            names.dedup();
            let mean = seconds / f64::from(seeds);
            let row = format!("| {} | {} | {found} | {mean:.1} | {} |", game[0], expected.fault, names.join(", "));
            let _ = writeln!(std::io::stdout(), "{row}");
            rows.lock().unwrap().push((row, found));
        });
    }
    let rows = rows.into_inner().unwrap();
    let _ = writeln!(std::io::stdout(), "{} faults", rows.len());
    let missed: Vec<&String> = rows.iter().filter(|(_, found)| *found < seeds).map(|(row, _)| row).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}
