//! A game in hand: the rules and where the game stands, together.
//!
//! [`Playing`] knows its game by type; [`AnyPlaying`] is any game, chosen at run time, and begins with
//! [`AnyGame::start`]. Both refuse a wrong move and stay as they were.
//!
//! ```
//! use gridlaw::{AnyGame, Outcome, Side};
//!
//! let game: AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
//! let mut playing = game.start();
//! for mv in ["-0", "|2", "-0"] {
//!     playing.play_text(mv).unwrap();
//! }
//! assert_eq!(playing.outcome(), Outcome::Win(Side::First));
//! assert_eq!(playing.answer(), "B 25000000 00000025");
//! assert_eq!(game.position(&playing.setup()).unwrap(), playing);
//! assert_eq!(playing.play_text("!").unwrap_err().to_string(), "cannot play !: the game is over (the first side wins)");
//! ```

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::{ControlFlow, Range};
use core::str::FromStr;

use crate::cell::Side;
use crate::games::{AnyGame, Engine, Game, GameError, GameFunction, GameParameters};
use crate::level::Level;
use crate::perft::perft;
use crate::playout::{Playout, Totals};
use crate::record::{RecordError, random_game, replay};
use crate::rng::Generator;
use crate::rules::{Outcome, PositionError, Setup, SetupErrorOf, canonical};
use crate::text::TextError;
#[cfg(feature = "std")]
use crate::verdict::Oracle;

/// Why a move was not played. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is no move.
    #[error("cannot read the move: {0}")]
    Text(#[from] TextError),
    /// The number is no action of the game.
    #[error("expected an action below {count}, found {found}")]
    Action {
        /// The number.
        found: u32,
        /// How many actions there are.
        count: u32,
    },
    /// The number is no index of a legal move.
    #[error("expected an index below {count}, the number of legal moves, found {found}")]
    Index {
        /// The number.
        found: u64,
        /// How many legal moves there are.
        count: u64,
    },
    /// The move is not legal here.
    #[error("cannot play {mv}: it is not legal here")]
    Illegal {
        /// The move.
        mv: String,
    },
    /// The game is over.
    #[error("cannot play {mv}: the game is over ({outcome})")]
    Over {
        /// The move.
        mv: String,
        /// How the game ended.
        outcome: Outcome,
    },
}

/// Why a text is no position of a game chosen at run time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyPositionError {
    /// The text is no setup.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The setup is no position of the game.
    #[error(transparent)]
    Setup(Box<dyn core::error::Error + Send + Sync>),
    /// The setup is of another kind of game.
    #[error("expected a setup of {expected}, found a setup of another kind of game")]
    Kind {
        /// The name of the game.
        expected: &'static str,
    },
}

impl<E: core::error::Error + Send + Sync + 'static> From<PositionError<E>> for AnyPositionError {
    fn from(error: PositionError<E>) -> AnyPositionError {
        match error {
            PositionError::Text(error) => AnyPositionError::Text(error),
            PositionError::Setup(error) => AnyPositionError::Setup(Box::new(error)),
        }
    }
}

/// Why a text is no game with its moves, as [`AnyPlaying`] reads it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayingError {
    /// The part before `;` is no game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The part after `;` cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game in progress: its rules, which copies share, and its position.
///
/// ```
/// use gridlaw::Playing;
/// use gridlaw::games::connect4::{Connect4, Parameters};
///
/// let rules = Connect4::<u128>::new(Parameters::new(7).unwrap()).unwrap();
/// let mut playing = Playing::new(rules).keeping_history();
/// playing.play_record("E3 N4 S4").unwrap();
/// assert_eq!(playing.undo().unwrap().to_string(), "S4");
/// assert_eq!(playing.history().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Playing<G: Game> {
    rules: Arc<G>,
    position: G::Position,
    /// The moves played, each with the position before it, if they are kept.
    past: Option<Vec<(G::Move, G::Position)>>,
}

impl<G: Game> Playing<G> {
    /// A game at its start.
    #[must_use]
    pub fn new(rules: impl Into<Arc<G>>) -> Playing<G> {
        let rules = rules.into();
        Playing { position: rules.start(), rules, past: None }
    }

    /// The same game, which from now on keeps its moves for [`undo`](Self::undo): a position for every move.
    #[must_use]
    pub fn keeping_history(self) -> Playing<G> {
        Playing { past: Some(self.past.unwrap_or_default()), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Sets the position up. The history, if it is kept, begins here.
    ///
    /// # Errors
    /// A setup that is no position of this game; the game is as it was.
    pub fn set_up(&mut self, setup: &G::Setup) -> Result<(), SetupErrorOf<G>> {
        self.position = self.rules.position(setup)?;
        self.past.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Plays a move that records may hold: a legal one, or a forfeit in Connect4.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] or [`MoveError::Over`].
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        if !self.rules.accepts(&self.position, mv) {
            return Err(self.refusal(mv));
        }
        self.play_accepted(mv);
        Ok(())
    }

    /// Plays a move's text, as records have it.
    ///
    /// # Errors
    /// [`MoveError`].
    pub fn play_text(&mut self, mv: &str) -> Result<(), MoveError> {
        self.play(mv.parse::<G::Move>()?)
    }

    /// Plays a legal move by its action number.
    ///
    /// # Errors
    /// [`MoveError`]. A forfeit of Connect4 is not legal.
    pub fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        let parameters = self.rules.parameters();
        let count = parameters.action_count();
        let mv = parameters.move_of(action).ok_or(MoveError::Action { found: action, count })?;
        if !self.rules.is_legal(&self.position, mv) {
            return Err(self.refusal(mv));
        }
        self.play_accepted(mv);
        Ok(())
    }

    /// Plays the legal move of an index, from 0, in the order of [`moves`](Self::moves), without listing them.
    ///
    /// # Errors
    /// [`MoveError::Index`].
    pub fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        let mut count = 0;
        let pick = |all: u64| {
            count = all;
            index.min(all - 1)
        };
        match self.rules.choose_move(&self.position, pick) {
            Some(mv) if index < count => {
                self.play_accepted(mv);
                Ok(())
            }
            _ => Err(MoveError::Index { found: index, count }),
        }
    }

    /// Plays a line of moves, blanks between. On an error the moves before the wrong one stay played.
    ///
    /// # Errors
    /// The first move that cannot be read or is not accepted.
    pub fn play_record(&mut self, line: &str) -> Result<(), RecordError> {
        let Some(past) = &mut self.past else {
            return replay(&*self.rules, &mut self.position, line, |_| ());
        };
        let mut before = self.position.clone();
        let mut moves = Vec::new();
        let result = replay(&*self.rules, &mut self.position, line, |mv| moves.push(mv));
        for mv in moves {
            past.push((mv, before.clone()));
            self.rules.play_unchecked(&mut before, mv);
        }
        result
    }

    /// Takes the last move back; `None` if no history is kept or no move is left in it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (mv, before) = self.past.as_mut()?.pop()?;
        self.position = before;
        Some(mv)
    }

    /// The moves played since the history was kept, oldest first; empty if none is kept.
    pub fn history(&self) -> impl ExactSizeIterator<Item = G::Move> {
        self.past.as_deref().unwrap_or_default().iter().map(|&(mv, _)| mv)
    }

    /// The legal moves, ascending; none once the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<G::Move> {
        self.rules.moves(&self.position)
    }

    /// Whose turn it is; unspecified once the game is over.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.rules.turn(&self.position)
    }

    /// Whether the game is over, and who has won.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.rules.outcome(&self.position)
    }

    /// The position as data.
    #[must_use]
    pub fn setup(&self) -> G::Setup {
        self.rules.setup(&self.position)
    }

    /// The same game at the position that stands for all mirror images and rotations of this one.
    #[must_use]
    pub fn canonical(&self) -> Playing<G> {
        Playing { rules: Arc::clone(&self.rules), position: canonical(&*self.rules, &self.position), past: None }
    }

    fn play_accepted(&mut self, mv: G::Move) {
        if let Some(past) = &mut self.past {
            past.push((mv, self.position.clone()));
        }
        self.rules.play_unchecked(&mut self.position, mv);
    }

    /// Why a move that can be read is not played.
    fn refusal(&self, mv: G::Move) -> MoveError {
        let mv = mv.to_string();
        match self.outcome() {
            Outcome::InProgress => MoveError::Illegal { mv },
            outcome => MoveError::Over { mv, outcome },
        }
    }
}

impl<G: Game> PartialEq for Playing<G> {
    /// Whether both are the same position of the same game, whatever led there.
    fn eq(&self, other: &Playing<G>) -> bool {
        self.position == other.position
            && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules.parameters() == other.rules.parameters())
    }
}

impl<G: Game> Eq for Playing<G> {}

impl<G: Game> Hash for Playing<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<G: Game> Display for Playing<G> {
    /// The board over several lines, as the game's document shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().write_picture(f)
    }
}

/// A game in progress, chosen at run time. A copy is one allocation; the rules are shared.
///
/// Two are equal if they are the same position of the same game on the same engine.
pub struct AnyPlaying(Box<dyn Held>);

impl AnyGame {
    /// The game at its start, on the fast engine.
    #[must_use]
    pub fn start(&self) -> AnyPlaying {
        self.start_on(Engine::Fast)
    }

    /// The game at its start, on one of its engines.
    #[must_use]
    pub fn start_on(&self, engine: Engine) -> AnyPlaying {
        struct Start;

        impl GameFunction for Start {
            type Output = AnyPlaying;

            fn call<G: Game>(self, game: &G) -> AnyPlaying {
                AnyPlaying(Box::new(Playing::new(game.clone())))
            }
        }
        self.call(engine, Start)
    }

    /// The game at the position of a setup's text, as [`AnyPlaying::setup`] writes it.
    ///
    /// # Errors
    /// A text that is no setup, or a setup that is no position of this game.
    pub fn position(&self, setup: &str) -> Result<AnyPlaying, AnyPositionError> {
        let mut playing = self.start();
        playing.read_setup(setup)?;
        Ok(playing)
    }

    /// The game after a line of moves, blanks between.
    ///
    /// # Errors
    /// The first move that cannot be read or is not accepted.
    pub fn record(&self, moves: &str) -> Result<AnyPlaying, RecordError> {
        let mut playing = self.start();
        playing.play_record(moves)?;
        Ok(playing)
    }
}

impl AnyPlaying {
    /// The game with its parameters.
    #[must_use]
    pub fn game(&self) -> AnyGame {
        self.0.game()
    }

    /// Plays a move's text, as records have it; in Connect4 that may be a forfeit.
    ///
    /// # Errors
    /// [`MoveError`]; the game is as it was.
    pub fn play_text(&mut self, mv: &str) -> Result<(), MoveError> {
        self.0.play_text(mv)
    }

    /// Plays a legal move by its action number.
    ///
    /// # Errors
    /// [`MoveError`]; the game is as it was.
    pub fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        self.0.play_action(action)
    }

    /// Plays the legal move of an index, from 0, in the order of [`moves`](Self::moves), without listing them.
    ///
    /// # Errors
    /// [`MoveError::Index`]; the game is as it was.
    pub fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        self.0.play_nth(index)
    }

    /// Plays a line of moves, blanks between. On an error the moves before the wrong one stay played.
    ///
    /// # Errors
    /// The first move that cannot be read or is not accepted.
    pub fn play_record(&mut self, line: &str) -> Result<(), RecordError> {
        self.0.play_record(line)
    }

    /// The action numbers of the legal moves, ascending; empty once the game is over.
    #[must_use]
    pub fn actions(&self) -> Vec<u32> {
        let mut actions = Vec::new();
        self.0.visit_actions(&mut |action| actions.push(action));
        actions
    }

    /// Calls `visit` with the action number of every legal move, ascending.
    pub fn for_each_action(&self, visit: &mut dyn FnMut(u32)) {
        self.0.visit_actions(visit);
    }

    /// The texts of the legal moves, in the order of [`actions`](Self::actions).
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.visit_moves(&mut |mv| moves.push(mv.to_string()));
        moves
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    /// Whether the move of a text is legal here.
    ///
    /// # Errors
    /// A text that is no move.
    pub fn is_legal(&self, mv: &str) -> Result<bool, TextError> {
        self.0.is_legal(mv)
    }

    /// Whose turn it is; unspecified once the game is over.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.0.turn()
    }

    /// Whether the game is over, and who has won.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_over()
    }

    /// The line with which `gridlaw verdict` answers: outcome, blank, position.
    #[must_use]
    pub fn answer(&self) -> String {
        self.0.answer()
    }

    /// The position's setup on one line: everything that the position is. [`AnyGame::position`] reads it.
    #[must_use]
    pub fn setup(&self) -> String {
        self.0.setup_text()
    }

    /// The position as data, if `S` is the setup of this kind of game.
    #[must_use]
    pub fn setup_as<S: Setup>(&self) -> Option<S> {
        self.0.setup().downcast().ok().map(|setup| *setup)
    }

    /// Sets the position of a setup up.
    ///
    /// # Errors
    /// A setup of another kind of game, or none of this game's positions; the game is as it was.
    pub fn set_up<S: Setup>(&mut self, setup: &S) -> Result<(), AnyPositionError> {
        self.0.set_up(setup)
    }

    /// Sets the position of a setup's text up.
    ///
    /// # Errors
    /// A text that is no setup, or a setup that is no position of this game; the game is as it was.
    pub fn read_setup(&mut self, setup: &str) -> Result<(), AnyPositionError> {
        self.0.read_setup(setup)
    }

    /// A 64-bit hash of the position: [`Setup::stable_hash`].
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        self.0.stable_hash()
    }

    /// The position that stands for all mirror images and rotations of this one, the same for all of them.
    #[must_use]
    pub fn canonical(&self) -> AnyPlaying {
        AnyPlaying(self.0.canonical())
    }

    /// The position under each symmetry of its game, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<AnyPlaying> {
        self.0.symmetries().into_iter().map(AnyPlaying).collect()
    }

    /// The number of sequences of exactly `depth` moves from here.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    /// Plays uniformly random moves until the game is over or `limit` of them are played, as
    /// [`playout`](crate::playout::playout()) does.
    pub fn playout(&mut self, generator: &mut Generator, limit: u32) -> Playout {
        self.0.playout(generator, limit)
    }

    /// The random games of these numbers from the start: [`Playouts::playouts`](crate::playout::Playouts::playouts).
    #[must_use]
    pub fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        self.0.playouts(seed, games, level)
    }

    /// Appends a random game from the start to `line`: [`random_game`](crate::record::random_game).
    pub fn random_record(&self, seed: u64, number: u64, line: &mut String) {
        self.0.random_record(seed, number, line);
    }

    /// The oracle of this game's records, which begin at the start.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn oracle(&self) -> &dyn Oracle {
        self.0.oracle()
    }

    /// Takes over the position of `from`, without an allocation if both began with the same call of
    /// [`AnyGame::start`] and the position needs none. For searches that copy where they would take back.
    pub fn assign(&mut self, from: &AnyPlaying) {
        if !self.0.assign(&*from.0) {
            *self = from.clone();
        }
    }
}

impl Clone for AnyPlaying {
    fn clone(&self) -> AnyPlaying {
        AnyPlaying(self.0.copy())
    }
}

impl PartialEq for AnyPlaying {
    fn eq(&self, other: &AnyPlaying) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyPlaying {}

impl Hash for AnyPlaying {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl Debug for AnyPlaying {
    /// The game and the setup.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyPlaying({}; {})", self.game(), self.setup())
    }
}

impl Display for AnyPlaying {
    /// The board over several lines, as the game's document shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_picture(f)
    }
}

impl FromStr for AnyPlaying {
    type Err = PlayingError;

    /// Reads a game as on the command line, `;`, and its moves: `breakdown -w 8 -h 8 -k 3 -q 3;|0 -1`. The moves may
    /// be missing, and `;` with them.
    fn from_str(text: &str) -> Result<AnyPlaying, PlayingError> {
        let (game, moves) = text.split_once(';').unwrap_or((text, ""));
        Ok(game.parse::<AnyGame>()?.record(moves)?)
    }
}

/// In serde's formats a game in progress is its game and the text of its setup.
#[cfg(feature = "serde")]
mod serialized {
    use alloc::string::String;

    use super::{AnyGame, AnyPlaying};

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Playing {
        game: AnyGame,
        setup: String,
    }

    impl serde::Serialize for AnyPlaying {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Playing { game: self.game(), setup: self.setup() }.serialize(serializer)
        }
    }

    impl<'de> serde::Deserialize<'de> for AnyPlaying {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<AnyPlaying, D::Error> {
            let Playing { game, setup } = Playing::deserialize(deserializer)?;
            game.position(&setup).map_err(serde::de::Error::custom)
        }
    }
}

/// [`Playing`] behind a pointer, whatever the game.
trait Held: Any + Send + Sync {
    fn game(&self) -> AnyGame;
    fn copy(&self) -> Box<dyn Held>;
    fn assign(&mut self, from: &dyn Held) -> bool;
    fn equals(&self, other: &dyn Held) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);

    fn play_text(&mut self, mv: &str) -> Result<(), MoveError>;
    fn play_action(&mut self, action: u32) -> Result<(), MoveError>;
    fn play_nth(&mut self, index: u64) -> Result<(), MoveError>;
    fn play_record(&mut self, line: &str) -> Result<(), RecordError>;
    fn is_legal(&self, mv: &str) -> Result<bool, TextError>;
    fn visit_actions(&self, visit: &mut dyn FnMut(u32));
    fn visit_moves(&self, visit: &mut dyn FnMut(&dyn Display));
    fn count_moves(&self) -> u64;
    fn turn(&self) -> Side;
    fn outcome(&self) -> Outcome;

    fn setup(&self) -> Box<dyn Any>;
    fn set_up(&mut self, setup: &dyn Any) -> Result<(), AnyPositionError>;
    fn setup_text(&self) -> String;
    fn read_setup(&mut self, text: &str) -> Result<(), AnyPositionError>;
    fn answer(&self) -> String;
    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result;
    fn stable_hash(&self) -> u64;
    fn canonical(&self) -> Box<dyn Held>;
    fn symmetries(&self) -> Vec<Box<dyn Held>>;

    fn perft(&self, depth: u32) -> u64;
    fn playout(&mut self, generator: &mut Generator, limit: u32) -> Playout;
    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals;
    fn random_record(&self, seed: u64, number: u64, line: &mut String);
    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle;
}

impl<G: Game> Held for Playing<G> {
    fn game(&self) -> AnyGame {
        self.rules.parameters().clone().into()
    }

    fn copy(&self) -> Box<dyn Held> {
        Box::new(self.clone())
    }

    fn assign(&mut self, from: &dyn Held) -> bool {
        let Some(from) = (from as &dyn Any).downcast_ref::<Playing<G>>() else { return false };
        if !Arc::ptr_eq(&self.rules, &from.rules) {
            self.rules = Arc::clone(&from.rules);
        }
        self.position.clone_from(&from.position);
        true
    }

    fn equals(&self, other: &dyn Held) -> bool {
        (other as &dyn Any).downcast_ref::<Playing<G>>().is_some_and(|other| self == other)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn play_text(&mut self, mv: &str) -> Result<(), MoveError> {
        Playing::play_text(self, mv)
    }

    fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        Playing::play_action(self, action)
    }

    fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        Playing::play_nth(self, index)
    }

    fn play_record(&mut self, line: &str) -> Result<(), RecordError> {
        Playing::play_record(self, line)
    }

    fn is_legal(&self, mv: &str) -> Result<bool, TextError> {
        Ok(self.rules.is_legal(&self.position, mv.parse()?))
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(u32)) {
        let parameters = self.rules.parameters();
        let _ = self.rules.visit_moves(&self.position, |mv| {
            if let Some(action) = parameters.action_of(mv) {
                visit(action);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    fn visit_moves(&self, visit: &mut dyn FnMut(&dyn Display)) {
        let _ = self.rules.visit_moves(&self.position, |mv| {
            visit(&mv);
            ControlFlow::<()>::Continue(())
        });
    }

    fn count_moves(&self) -> u64 {
        self.rules.count_moves(&self.position)
    }

    fn turn(&self) -> Side {
        Playing::turn(self)
    }

    fn outcome(&self) -> Outcome {
        Playing::outcome(self)
    }

    fn setup(&self) -> Box<dyn Any> {
        Box::new(Playing::setup(self))
    }

    fn set_up(&mut self, setup: &dyn Any) -> Result<(), AnyPositionError> {
        let expected = <crate::rules::ParametersOf<G> as GameParameters>::NAME;
        let setup = setup.downcast_ref().ok_or(AnyPositionError::Kind { expected })?;
        Playing::set_up(self, setup).map_err(|error| AnyPositionError::Setup(Box::new(error)))
    }

    fn setup_text(&self) -> String {
        self.rules.setup_text(&self.position)
    }

    fn read_setup(&mut self, text: &str) -> Result<(), AnyPositionError> {
        let setup = G::Setup::read(text, self.rules.parameters())?;
        Held::set_up(self, &setup)
    }

    fn answer(&self) -> String {
        self.rules.answer(&self.position)
    }

    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Playing::setup(self).write_picture(out)
    }

    fn stable_hash(&self) -> u64 {
        Playing::setup(self).stable_hash()
    }

    fn canonical(&self) -> Box<dyn Held> {
        Box::new(Playing::canonical(self))
    }

    fn symmetries(&self) -> Vec<Box<dyn Held>> {
        let image = |symmetry| -> Box<dyn Held> {
            let position = self.rules.map_position(&self.position, symmetry);
            Box::new(Playing { rules: Arc::clone(&self.rules), position, past: None })
        };
        (0..self.rules.symmetries()).map(image).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.rules, &self.position, depth)
    }

    fn playout(&mut self, generator: &mut Generator, limit: u32) -> Playout {
        self.rules.playout(&mut self.position, generator, limit, |_| ())
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        self.rules.playouts(seed, games, level)
    }

    fn random_record(&self, seed: u64, number: u64, line: &mut String) {
        random_game(&*self.rules, seed, number, line);
    }

    #[cfg(feature = "std")]
    fn oracle(&self) -> &dyn Oracle {
        &*self.rules
    }
}

static_assertions::assert_impl_all!(AnyPlaying: Clone, Eq, Hash, Debug, Display, Send, Sync);
