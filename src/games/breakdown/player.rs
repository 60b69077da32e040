//! The kinds of players: a person, a random player, or a search of some depth.

use core::fmt;
use core::str::FromStr;

use super::super::{Game, GameParameters, SearchFunction};
use super::{Move, Parameters};
use crate::rng::Generator;
use crate::rules::{Notation, Rules};
use crate::search::weak::WeakSearchable;
use crate::search::{Options, PositionOf, Searchable, Searcher, watch_nothing};

/// The player of a side.
///
/// ```
/// use gridlaw::games::breakdown::player::Player;
///
/// assert_eq!("best:6".parse(), Ok(Player::Best(6)));
/// assert_eq!(Player::Human.to_string(), "human");
/// assert!("best:0".parse::<Player>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person who types moves: `human`.
    #[default]
    Human,
    /// Any legal move, with equal probability: `random`.
    Random,
    /// The best move that a search of 1 to [`DEEPEST`] plies finds: `best:4`.
    Best(u8),
}

/// The deepest search of a player.
pub const DEEPEST: u8 = 99;

/// The positions that a search may visit before it plays the best move found so far.
const LIMIT: u64 = 50_000_000;

/// Why a text does not name a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `human`, `random` or `best:DEPTH` with a depth from 1 to {DEEPEST}")]
pub struct PlayerError;

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random => f.write_str("random"),
            Player::Best(depth) => write!(f, "best:{depth}"),
        }
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        match (text, text.strip_prefix("best:")) {
            ("human", _) => Ok(Player::Human),
            ("random", _) => Ok(Player::Random),
            (_, Some(depth)) => match depth.parse() {
                Ok(depth @ 1..=DEEPEST) => Ok(Player::Best(depth)),
                _ => Err(PlayerError),
            },
            _ => Err(PlayerError),
        }
    }
}

impl Player {
    /// Returns the player's move, or `None` if a person has to choose it or the game is over.
    #[must_use]
    pub fn choose<G: Notation<Move = Move>>(
        self,
        game: &G,
        parameters: Parameters,
        position: &G::Position,
        generator: &mut Generator,
    ) -> Option<Move> {
        match self {
            Player::Human => None,
            Player::Random => game.choose_move(position, |count| generator.below(count)),
            Player::Best(depth) => best_move(parameters, &game.setup_text(position), depth),
        }
    }
}

/// The best move of a setup's text: compiled once, whatever plays.
#[inline(never)]
fn best_move(parameters: Parameters, setup: &str, depth: u8) -> Option<Move> {
    parameters.call_search(Choose { setup, depth })??.parse().ok()
}

/// Chooses the best move, generic over the form of the game.
struct Choose<'a> {
    setup: &'a str,
    depth: u8,
}

impl SearchFunction for Choose<'_> {
    type Output = Option<alloc::string::String>;

    fn call<S, W>(self, game: S, _: W) -> Self::Output
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        use alloc::string::ToString;

        let position = game.rules().read_position(self.setup).ok()?;
        if game.rules().outcome(&position).is_over() {
            return None;
        }
        let Ok(mut searcher) = Searcher::new(game.clone(), Options { table: 16, ..Options::default() }) else {
            // Without memory for a table any move will do.
            return game.rules().moves(&position).first().map(ToString::to_string);
        };
        searcher.best(&position, self.depth, LIMIT, &mut watch_nothing).map(|best| best.mv.to_string())
    }
}
