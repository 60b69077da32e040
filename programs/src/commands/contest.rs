//! `gridlaw match`: two players against each other.

use std::io::Write;
use std::time::Duration;

use clap::Args;

use crate::arguments::Chosen;
use crate::contest::{Decision, Match, Outcomes, Player, Sprt};
use crate::searching::seconds;
use crate::{Failure, TWO_SIDES, progress_bar};

/// The arguments of `gridlaw match`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = TWO_SIDES)]
pub struct MatchArguments {
    /// The first player: random, level:N, nodes:N, uct:N (playouts), or a program as one argument
    #[arg(value_name = "A")]
    one: Player,
    /// The second player, likewise
    #[arg(value_name = "B")]
    other: Player,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of openings and players
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many random plies begin a game
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    opening: u32,
    /// Stop when it is decided whether A is stronger by `elo0` or by `elo1`
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How long a program may take for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    timeout: f64,
    /// Show the processor time of each player's moves, which is another in every run
    #[arg(long)]
    times: bool,
}

/// Reads the two hypotheses of a test.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 && f64::abs(elo0) <= 4000.0 && f64::abs(elo1) <= 4000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err("expected two numbers up to 4000, the lower one first, as in `0,20`".to_string()),
    }
}

/// Plays the match and prints its result; of a match that breaks off, that of the games before.
///
/// # Errors
/// [`Failure::Misuse`] for a game for one person or a protocol that does not exist,
/// [`Failure::Input`] for a player that gives no legal move, otherwise any error of writing.
pub fn run(chosen: &Chosen<MatchArguments>, output: &mut dyn Write) -> Result<u8, Failure> {
    let Chosen { game, rest: arguments, .. } = chosen;
    if game.kind().players() < 2 {
        return Err(Failure::for_one_person(game.kind()));
    }
    #[cfg(unix)]
    crate::judge::cleanup::before_signals_end_this()?;
    let MatchArguments { one, other, games, seed, opening, sprt, timeout, times } = arguments.clone();
    let timeout = Duration::try_from_secs_f64(timeout).unwrap_or(Duration::MAX);
    let contest = Match { game, players: [one, other], games, seed, opening, timeout, sprt };
    contest.check().map_err(|trouble| Failure::Misuse(trouble.to_string()))?;
    let bar = progress_bar(games, "games");
    let mut outcomes = Outcomes::default();
    let played = contest.play(&mut |so_far| {
        outcomes = *so_far;
        bar.inc(1);
    });
    bar.finish_and_clear();
    // The games before a player's failure count.
    if outcomes.tally.games() > 0 {
        write(&outcomes, sprt, times, output)?;
    }
    played.map(|_| 0).map_err(|trouble| Failure::Input(trouble.to_string()))
}

fn write(outcomes: &Outcomes, sprt: Option<Sprt>, times: bool, output: &mut dyn Write) -> Result<(), Failure> {
    let tally = outcomes.tally;
    writeln!(output, "games {}", tally.games())?;
    writeln!(output, "wins {}", tally.wins)?;
    writeln!(output, "draws {}", tally.draws)?;
    writeln!(output, "losses {}", tally.losses)?;
    writeln!(output, "score {:.1} %", 100.0 * tally.score())?;
    let [elo, least, most] = tally.elo();
    match (least.is_finite(), most.is_finite()) {
        (true, false) => writeln!(output, "elo {elo:+.0} (at least {least:+.0})")?,
        (false, true) => writeln!(output, "elo {elo:+.0} (at most {most:+.0})")?,
        _ => writeln!(output, "elo {elo:+.0} ({least:+.0} to {most:+.0})")?,
    }
    if let Some(sprt) = sprt {
        let decision = match sprt.decision(tally) {
            Decision::Accepted => format!("{:+} or more", sprt.elo1),
            Decision::Rejected => format!("{:+} or less", sprt.elo0),
            Decision::Open => "open".to_string(),
        };
        writeln!(output, "sprt {decision} ({:+.2} of {:.2})", sprt.ratio(tally), Sprt::bound())?;
    }
    if times {
        let [one, other] = [0, 1].map(|seat| 1e3 * outcomes.seconds[seat] / outcomes.moves[seat].max(1) as f64);
        writeln!(output, "ms/move {one:.2} {other:.2}")?;
    }
    output.flush()?;
    Ok(())
}
