//! `gridlaw verify`: the fast engine and the reference in lockstep, over random games.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use crate::{Failure, progress_bar};
use gridlaw::AnyPlaying;
use gridlaw::conformance::lockstep::{self, Difference};
use gridlaw::games::{AnyGame, Engine};
use gridlaw::playout::PLY_LIMIT;
use gridlaw::rng::Generator;

/// The number of games and their seed.
#[derive(Clone, Copy, Debug, Args)]
pub struct VerifyArguments {
    /// Random games per game
    #[arg(long, value_name = "N", default_value_t = 1000, global = true)]
    games: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, global = true)]
    seed: u64,
}

/// One row of the table.
struct Row {
    game: String,
    positions: u64,
    differences: u64,
    /// Plies a second in random games, fast and naive.
    speeds: [f64; 2],
    shortest: Option<Difference>,
}

/// Compares the engines of a game over random games, each with `check`, and measures them.
fn verify(
    game: &AnyGame,
    VerifyArguments { games, seed }: VerifyArguments,
    check: impl Fn(u64) -> Result<u64, Difference>,
) -> Row {
    let speeds = [0.0; 2];
    let mut row = Row { game: game.to_string(), positions: 0, differences: 0, speeds, shortest: None };
    let bar = progress_bar(games, "games").with_message(row.game.clone());
    for number in 0..games {
        match check(number) {
            Ok(positions) => row.positions += positions,
            Err(difference) => {
                row.positions += difference.plies as u64 + 1;
                row.differences += 1;
                if row.shortest.as_ref().is_none_or(|shortest| difference.plies < shortest.plies) {
                    row.shortest = Some(difference);
                }
            }
        }
        bar.inc(1);
    }
    row.speeds = [Engine::Fast, Engine::Naive].map(|engine| speed(&game.start_on(engine), games, seed));
    bar.finish_and_clear();
    row
}

/// Plies a second in random games, played over and over for a short while.
fn speed(start: &AnyPlaying, games: u64, seed: u64) -> f64 {
    const WHILE: Duration = Duration::from_millis(200);
    // Reading the clock takes as long as two plies of the fastest games.
    const GAMES: u64 = 16;
    let mut playing = start.clone();
    let begun = Instant::now();
    let mut plies = 0;
    for (number, count) in (0..games).cycle().zip(1_u64..) {
        playing.assign(start);
        plies += u64::from(playing.playout(&mut Generator::for_game(seed, number), PLY_LIMIT).plies);
        if count.is_multiple_of(GAMES) && begun.elapsed() > WHILE {
            break;
        }
    }
    plies as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// Compares the engines of the game, or of samples of all games, and prints a table; exit status 1
/// when they differ anywhere.
///
/// # Errors
/// Any error of writing.
pub fn run(game: Option<AnyGame>, arguments: VerifyArguments, output: &mut dyn Write) -> Result<u8, Failure> {
    let games = game.map_or_else(AnyGame::samples, |game| vec![game]);
    let check = |game| verify(game, arguments, |number| lockstep::check_any_game(game, arguments.seed, number));
    report(&games.iter().map(check).collect::<Vec<Row>>(), output)
}

/// Prints the table and, for every game with a difference, the shortest moves to one.
fn report(rows: &[Row], output: &mut dyn Write) -> Result<u8, Failure> {
    let width = rows.iter().map(|row| row.game.len()).max().unwrap_or(0);
    writeln!(
        output,
        "{:width$}  {:>9}  {:>11}  {:>12}  {:>12}  {:>6}",
        "game", "positions", "differences", "fast ply/s", "naive ply/s", "ratio"
    )?;
    for row in rows {
        let [fast, naive] = row.speeds;
        let ratio = if naive > 0.0 { format!("{:.1}", fast / naive) } else { "-".to_string() };
        writeln!(
            output,
            "{:width$}  {:>9}  {:>11}  {fast:>12.0}  {naive:>12.0}  {ratio:>6}",
            row.game, row.positions, row.differences
        )?;
    }
    for row in rows {
        if let Some(difference) = &row.shortest {
            writeln!(output, "\n{}: {difference}", row.game)?;
        }
    }
    output.flush()?;
    Ok(u8::from(rows.iter().any(|row| row.differences > 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_counted_shown_and_ends_with_status_1() {
        let differ = |number: u64| {
            if number.is_multiple_of(3) {
                return Ok(20);
            }
            let plies = 9 - number as usize;
            let moves = vec!["|0"; plies].join(" ");
            Err(Difference { what: "outcomes", moves, plies, fast: "B".into(), naive: ".".into() })
        };
        let game: AnyGame = "breakdown -w 2 -h 2 -k 1 -q 2".parse().unwrap();
        let rows = [3, 1].map(|games| verify(&game, VerifyArguments { games, seed: 0 }, differ));
        assert_eq!((rows[0].positions, rows[0].differences), (20 + 9 + 8, 2));
        let mut output = Vec::new();
        assert_eq!(report(&rows, &mut output).unwrap(), 1);
        let text = String::from_utf8(output).unwrap();
        let shortest = "the outcomes differ: B (fast), . (naive), after |0 |0 |0 |0 |0 |0 |0";
        assert!(text.ends_with(&format!("\n{game}: {shortest}\n")), "{text}");
        assert_eq!(report(&rows[1..], &mut Vec::new()).unwrap(), 0);
    }
}
