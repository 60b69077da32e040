//! [`Player`]: a player of a match; [`Seat`]: that player in one game.

use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;

use super::error::MatchError;
use super::uct;
use gridlaw::AnyPlaying;
use gridlaw::games::AnyGame;
use gridlaw::players::{AnyPlayer, LEVELS};
use gridlaw::rng::Generator;

/// A player, as on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// `random`: any legal move, with equal probability.
    Random,
    /// `level:N`: a level of the library's players.
    Level(u8),
    /// `nodes:N`: the library's search with N positions a move.
    Nodes(u64),
    /// `uct:N`: a plain UCT with N playouts a move.
    Uct(u64),
    /// A program that speaks the protocol of its game's document, as words.
    Program(Vec<OsString>),
}

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `random`, `level:N` with N from 1 to 10, `nodes:N` or `uct:N` with N from 1, or a program, found `{0}`"
)]
pub struct PlayerError(String);

impl FromStr for Player {
    type Err = PlayerError;

    /// Reads a player. The words of a program are separated by blanks; there are no quotes.
    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let error = || PlayerError(text.to_string());
        let number = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0).ok_or_else(error);
        match text.split_once(':') {
            _ if text == "random" => Ok(Player::Random),
            Some(("level", level)) => {
                let level = level.parse().ok().filter(|level| LEVELS.contains(level));
                level.map(Player::Level).ok_or_else(error)
            }
            Some(("nodes", nodes)) => number(nodes).map(Player::Nodes),
            Some(("uct", playouts)) => number(playouts).map(Player::Uct),
            _ if text.trim().is_empty() => Err(error()),
            _ => Ok(Player::Program(text.split_whitespace().map(OsString::from).collect())),
        }
    }
}

/// A player in one game.
#[derive(Clone, Debug)]
pub struct Seat<'p> {
    player: &'p Player,
    seed: u64,
    generator: Generator,
    timeout: Duration,
}

impl<'p> Seat<'p> {
    /// A player in one game, whose choices follow from the seed. `timeout` is a program's time
    /// limit for a move.
    #[must_use]
    pub fn new(player: &'p Player, seed: u64, timeout: Duration) -> Seat<'p> {
        Seat { player, seed, generator: Generator::for_game(seed, 1), timeout }
    }

    /// Returns the move to play.
    ///
    /// # Errors
    /// A program that gives no move, or a table that cannot be allocated.
    pub fn choose(&mut self, game: &AnyGame, playing: &AnyPlaying) -> Result<String, MatchError> {
        let trouble = |error: &dyn std::fmt::Display| MatchError(error.to_string());
        let best = |player: AnyPlayer| player.choose(playing).map(|best| best.map(|best| best.mv));
        let mv = match self.player {
            Player::Random => {
                let moves = playing.moves();
                let index = self.generator.below(moves.len().max(1) as u64);
                moves.get(index as usize).cloned()
            }
            Player::Level(level) => match AnyPlayer::of_level(*level, self.seed) {
                Some(player) => best(player).map_err(|error| trouble(&error))?,
                None => None,
            },
            Player::Nodes(nodes) => best(AnyPlayer::of_nodes(*nodes)).map_err(|error| trouble(&error))?,
            Player::Uct(playouts) => {
                let mut generator = Generator::for_game(self.seed, playing.stable_hash());
                uct::choose(playing, *playouts, &mut generator).and_then(|action| game.move_text(action))
            }
            #[cfg(unix)]
            Player::Program(words) => super::program::choose(words, game, playing, self.seed, self.timeout)?,
            #[cfg(not(unix))]
            Player::Program(_) => return Err(MatchError(format!("programs play on Unix only: {:?}", self.timeout))),
        };
        mv.ok_or_else(|| MatchError("there is no move to play: the game is over, or for one person".to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let words = |words: &[&str]| Player::Program(words.iter().map(OsString::from).collect());
        for (text, player) in [
            ("random", Player::Random),
            ("level:10", Player::Level(10)),
            ("nodes:5000", Player::Nodes(5000)),
            ("uct:1", Player::Uct(1)),
            ("java -ea jump61.Main", words(&["java", "-ea", "jump61.Main"])),
            ("c:/jump61", words(&["c:/jump61"])),
        ] {
            assert_eq!(text.parse(), Ok(player), "{text}");
        }
        for text in ["", " ", "level:0", "level:11", "level:", "nodes:0", "nodes:x", "uct:-1"] {
            assert_eq!(text.parse::<Player>(), Err(PlayerError(text.to_string())));
        }
    }
}
