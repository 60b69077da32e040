//! How much a player can score against the plain UCT of matches: the best response to it.
//!
//! ```text
//! cargo run -p gridlaw-programs --release --example best_response -- \
//!     breakdown -w 8 -h 8 -k 3 -q 3
//! ```
//!
//! The player knows the exact value of every position, and how often the UCT plays each move, from
//! samples of its searches. Up to a number of moves of the UCT it plays what scores most; from then
//! on both play perfectly, and a position counts as its value.
//!
//! The score by the samples from which the moves were chosen is too high, because the luckiest
//! samples win: no player scores more. What these moves score against other samples of the UCT is
//! the second number.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{ArgAction, Args, Parser};
use gridlaw::rules::Outcome;
use gridlaw::search::Options;
use gridlaw::search::weak::WeakValue;
use gridlaw::solving::AnySolver;
use gridlaw::{AnyPlaying, Side};
use gridlaw_programs::arguments::{Chosen, GameArguments};
use gridlaw_programs::contest::{Player, Seat};
use gridlaw_programs::searching::solver;
use gridlaw_programs::{Failure, run};

/// Finds how much a player can score against the plain UCT
#[derive(Debug, Parser)]
#[command(name = "best_response", disable_help_flag = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    game: GameArguments<ResponseArguments>,
    /// Print help
    #[arg(long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Clone, Debug, Args)]
struct ResponseArguments {
    /// How many playouts the UCT has for a move
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// How many searches of the UCT are sampled in a position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Up to how many moves of the UCT
    #[arg(long, value_name = "N", default_value_t = 2)]
    moves: u32,
    /// How many random plies begin a game
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    opening: u32,
    /// The size of each of the two tables in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    table: usize,
}

fn main() -> ExitCode {
    run(|Arguments { game, .. }| respond(&game.choose()?))
}

/// Prints a line for each side and number of moves. The two sides meet other positions, and take a
/// thread each.
fn respond(chosen: &Chosen<ResponseArguments>) -> Result<u8, Failure> {
    thread::scope(|scope| {
        let sides = [(Side::First, "first"), (Side::Second, "second")];
        let threads = sides.map(|(side, name)| {
            scope.spawn(move || {
                let mut response = Response::new(chosen, side)?;
                for moves in 1..=chosen.rest.moves {
                    let [most, again] = response.after_opening(&chosen.start(), chosen.rest.opening, moves)?;
                    let Response { samples, errors, .. } = response;
                    writeln!(
                        io::stdout(),
                        "{name}: at most {:.1} %, again {:.1} %, up to move {moves} of the UCT, which erred in {errors} of \
                         {samples} searches",
                        100.0 * most,
                        100.0 * again
                    )?;
                }
                Ok(0)
            })
        });
        threads.into_iter().map(|thread| thread.join().expect("a thread ends")).fold(Ok(0), Result::and)
    })
}

/// The best response of a side.
struct Response<'a> {
    chosen: &'a Chosen<ResponseArguments>,
    side: Side,
    uct: Player,
    solver: AnySolver,
    /// Values for the side to move, the first or other samples of the UCT's moves, and scores up to
    /// a number of moves: of positions by their hashes.
    values: HashMap<u64, WeakValue>,
    replies: HashMap<(u64, bool), Vec<AnyPlaying>>,
    scores: HashMap<(u64, u32), f64>,
    /// The searches of the UCT, and those whose move lost some of the position's value.
    samples: u64,
    errors: u64,
}

impl<'a> Response<'a> {
    fn new(chosen: &'a Chosen<ResponseArguments>, side: Side) -> Result<Response<'a>, Failure> {
        let uct = Player::Uct(chosen.rest.playouts);
        let solver = solver(&chosen.start(), Options { table: chosen.rest.table, ..Options::default() })?;
        let (values, replies, scores) = Default::default();
        Ok(Response { chosen, side, uct, solver, values, replies, scores, samples: 0, errors: 0 })
    }

    /// The most points that the side can expect after random plies that do not end the game, and
    /// what the same moves make of other samples.
    fn after_opening(&mut self, playing: &AnyPlaying, plies: u32, moves: u32) -> Result<[f64; 2], Failure> {
        let after = after(playing);
        if plies == 0 || after.is_empty() {
            return Ok([self.score(playing, moves)?, self.again(playing, moves)?]);
        }
        let mut points = [0.0; 2];
        for next in &after {
            let (from, plies) = if next.is_over() { (playing, 0) } else { (next, plies - 1) };
            let more = self.after_opening(from, plies, moves)?;
            points = [0, 1].map(|which| points[which] + more[which] / after.len() as f64);
        }
        Ok(points)
    }

    /// The points of a position that is followed no further.
    fn known(&mut self, playing: &AnyPlaying, moves: u32) -> Result<Option<f64>, Failure> {
        let own = playing.turn() == self.side;
        Ok(match self.value(playing)? {
            WeakValue::Win if own => Some(1.0),
            WeakValue::Loss if !own => Some(1.0),
            WeakValue::Draw if moves == 0 || playing.is_over() => Some(0.5),
            _ if moves == 0 || playing.is_over() => Some(0.0),
            _ => None,
        })
    }

    /// The most points that the side can expect, up to this number of moves of the UCT.
    fn score(&mut self, playing: &AnyPlaying, moves: u32) -> Result<f64, Failure> {
        if let Some(points) = self.known(playing, moves)? {
            return Ok(points);
        }
        let playing = playing.canonical();
        let key = (playing.stable_hash(), moves);
        if let Some(&score) = self.scores.get(&key) {
            return Ok(score);
        }
        let score = if playing.turn() == self.side {
            self.best(&playing, moves)?.0
        } else {
            let mut points = 0.0;
            let replies = self.replies(&playing, false)?;
            for next in &replies {
                points += self.score(next, moves - 1)? / replies.len() as f64;
            }
            points
        };
        self.scores.insert(key, score);
        Ok(score)
    }

    /// The score of the side's best move, and the position after it.
    fn best(&mut self, playing: &AnyPlaying, moves: u32) -> Result<(f64, AnyPlaying), Failure> {
        let mut best = (-1.0, playing.clone());
        for next in after(playing) {
            let score = self.score(&next, moves)?;
            if score > best.0 {
                best = (score, next);
            }
        }
        Ok(best)
    }

    /// The points of the best moves against other samples.
    fn again(&mut self, playing: &AnyPlaying, moves: u32) -> Result<f64, Failure> {
        if let Some(points) = self.known(playing, moves)? {
            return Ok(points);
        }
        let playing = playing.canonical();
        if playing.turn() == self.side {
            let next = self.best(&playing, moves)?.1;
            return self.again(&next, moves);
        }
        let mut points = 0.0;
        let replies = self.replies(&playing, true)?;
        for next in &replies {
            points += self.again(next, moves - 1)? / replies.len() as f64;
        }
        Ok(points)
    }

    /// The positions after the moves of the UCT, one for each sample: the first ones or others.
    fn replies(&mut self, playing: &AnyPlaying, others: bool) -> Result<Vec<AnyPlaying>, Failure> {
        let key = (playing.stable_hash(), others);
        if let Some(replies) = self.replies.get(&key) {
            return Ok(replies.clone());
        }
        let value = self.value(playing)?;
        let mut replies = Vec::new();
        let samples = u64::from(self.chosen.rest.samples);
        for seed in 0..samples {
            let mut seat = Seat::new(&self.uct, seed + if others { samples } else { 0 }, Duration::ZERO);
            let mv = seat.choose(&self.chosen.game, playing).map_err(|trouble| Failure::Input(trouble.to_string()))?;
            let mut next = playing.clone();
            next.play_text(&mv).expect("the UCT plays legal moves");
            self.samples += 1;
            self.errors += u64::from(self.value(&next)?.other() < value);
            replies.push(next);
        }
        self.replies.insert(key, replies.clone());
        Ok(replies)
    }

    /// The exact value for the side to move.
    fn value(&mut self, playing: &AnyPlaying) -> Result<WeakValue, Failure> {
        match playing.outcome() {
            Outcome::Win(side) if side == playing.turn() => return Ok(WeakValue::Win),
            Outcome::Win(_) => return Ok(WeakValue::Loss),
            Outcome::Draw => return Ok(WeakValue::Draw),
            Outcome::InProgress => {}
        }
        let playing = playing.canonical();
        let hash = playing.stable_hash();
        if let Some(&value) = self.values.get(&hash) {
            return Ok(value);
        }
        let failed = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
        self.solver.turn_to(&playing).map_err(|error| failed(&error))?;
        let value = self.solver.solve_weakly(&mut |_| ControlFlow::Continue(())).map_err(|halt| failed(&halt))?;
        self.values.insert(hash, value);
        Ok(value)
    }
}

/// The positions after each move.
fn after(playing: &AnyPlaying) -> Vec<AnyPlaying> {
    let play = |mv: String| {
        let mut next = playing.clone();
        next.play_text(&mv).expect("a listed move is legal");
        next
    };
    playing.moves().into_iter().map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The response of a side on a board that the first side wins, to a UCT of few playouts.
    fn response(side: Side, check: impl FnOnce(&mut Response<'_>, &AnyPlaying)) {
        let words = ["best_response", "breakdown", "-w4", "-h5", "-k2", "-q2", "--playouts=10", "--table=1"];
        let chosen = Arguments::parse_from(words).game.choose().unwrap();
        check(&mut Response::new(&chosen, side).unwrap(), &chosen.start());
    }

    #[test]
    fn a_won_position_is_worth_a_point_whatever_the_uct_plays() {
        response(Side::First, |response, start| {
            assert_eq!(response.score(start, 3).unwrap(), 1.0);
            assert_eq!(response.samples, 0);
        });
    }

    /// Before its first move the UCT has won, so that a point is half an error or a whole one.
    #[test]
    fn a_lost_position_is_worth_what_the_uct_gives_away() {
        response(Side::Second, |response, start| {
            assert_eq!(response.score(start, 0).unwrap(), 0.0);
            let points = 8.0 * response.score(start, 1).unwrap();
            assert_eq!(response.samples, 8);
            let errors = response.errors as f64;
            assert!(errors > 0.0 && (errors / 2.0..=errors).contains(&points), "{points} of {errors}");
            assert!(8.0 * response.score(start, 2).unwrap() > points);
        });
    }

    #[test]
    fn openings_are_averaged() {
        response(Side::First, |response, start| {
            let mut points = 0.0;
            for next in after(start) {
                points += response.score(&next, 1).unwrap();
            }
            let [mean, _] = response.after_opening(start, 1, 1).unwrap();
            assert!((mean - points / after(start).len() as f64).abs() < 1e-9);
            assert!(mean < 1.0);
        });
    }

    /// The best moves are chosen by the first samples alone, so others bring no more on the whole.
    #[test]
    fn other_samples_are_other_searches() {
        response(Side::Second, |response, start| {
            let [most, again] = response.after_opening(start, 1, 2).unwrap();
            assert!(0.0 < again && again < most, "{again} of {most}");
            let [one, other] = [false, true].map(|others| response.replies(start, others).unwrap());
            assert!(one.len() == 8 && other.len() == 8 && one != other);
        });
    }
}
