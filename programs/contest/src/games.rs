//! [`Match`]: the games of two players.

use std::time::Duration;

use super::error::MatchError;
use super::player::{Player, Seat};
use super::statistics::{Decision, Sprt, Tally};
use gridlaw::games::AnyGame;
use gridlaw::rng::Generator;
use gridlaw::{AnyPlaying, Outcome, Side};

use crate::clock;

/// The plies after which a game that goes on counts as a draw.
const PLY_LIMIT: usize = 1000;

/// A match: a game, two players, and the number of games.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The two players.
    pub players: [Player; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of openings and players.
    pub seed: u64,
    /// The random plies at the beginning of a game.
    pub opening: u32,
    /// The time limit of a program for a move.
    pub timeout: Duration,
    /// The test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// The outcomes of a match so far, for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// Wins, draws and losses.
    pub tally: Tally,
    /// The processor time of each player's moves in seconds; 0 for programs.
    pub seconds: [f64; 2],
    /// The moves of each player.
    pub moves: [u64; 2],
}

impl Match<'_> {
    /// Checks that the players can play the game.
    ///
    /// # Errors
    /// A program in a game whose document has no protocol for it.
    pub fn check(&self) -> Result<(), MatchError> {
        for player in &self.players {
            #[cfg(unix)]
            if let Player::Program(words) = player {
                super::program::check(words, self.game.kind())?;
            }
            #[cfg(not(unix))]
            if let Player::Program(_) = player {
                return Err(MatchError("programs play on Unix only".to_string()));
            }
        }
        Ok(())
    }

    /// Plays the match. Each opening is played twice, with the sides swapped. Calls `told` after
    /// every game.
    ///
    /// # Errors
    /// A player that gives no move, or none that is legal.
    pub fn play(&self, told: &mut dyn FnMut(&Outcomes)) -> Result<Outcomes, MatchError> {
        let mut outcomes = Outcomes::default();
        for number in 0..self.games {
            let first = (number % 2) as usize;
            let winner = self.play_game(number, first, &mut outcomes)?;
            match winner {
                None => outcomes.tally.draws += 1,
                Some(side) if side.index() == first => outcomes.tally.wins += 1,
                Some(_) => outcomes.tally.losses += 1,
            }
            told(&outcomes);
            let decided = |sprt: Sprt| sprt.decision(outcomes.tally) != Decision::Open;
            if number % 2 == 1 && self.sprt.is_some_and(decided) {
                break;
            }
        }
        Ok(outcomes)
    }

    /// The position after the random plies of an opening. Plies that would end the game are left
    /// out.
    fn opening(&self, number: u64) -> AnyPlaying {
        let mut generator = Generator::for_game(self.seed, number);
        let mut playing = self.game.start();
        for _ in 0..self.opening {
            let mut next = playing.clone();
            let count = next.count_moves();
            if count == 0 || next.play_nth(generator.below(count)).is_err() || next.is_over() {
                break;
            }
            playing = next;
        }
        playing
    }

    /// Plays a game in which the first side is played by `players[first]`. Returns the winner.
    ///
    /// A position that returns after two plies is a draw: both sides passed.
    fn play_game(&self, number: u64, first: usize, outcomes: &mut Outcomes) -> Result<Option<Side>, MatchError> {
        let mut playing = self.opening(number / 2);
        let mut seats = [0, 1].map(|seat| Seat::new(&self.players[seat], self.seed.wrapping_add(number), self.timeout));
        let mut before: [Option<AnyPlaying>; 2] = [None, None];
        for _ in 0..PLY_LIMIT {
            if playing.is_over() {
                break;
            }
            let [one, two] = before;
            if one.as_ref() == Some(&playing) {
                return Ok(None);
            }
            before = [two, Some(playing.clone())];
            let seat = first ^ playing.turn().index();
            let begun = clock::processor_seconds();
            let mv = seats[seat].choose(self.game, &playing)?;
            outcomes.seconds[seat] += clock::processor_seconds() - begun;
            outcomes.moves[seat] += 1;
            let name = ["A", "B"][seat];
            playing.play_text(&mv).map_err(|error| MatchError(format!("player {name}: {error}")))?;
        }
        Ok(match playing.outcome() {
            Outcome::Win(side) => Some(side),
            Outcome::Draw | Outcome::InProgress => None,
        })
    }
}
