//! [`AnyPlaying`]: a game in progress, chosen at run time.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::Range;
use core::str::FromStr;

use super::bulk::bulk;
use super::errors::{AnyPositionError, MoveError, PlayingError};
use super::held::Held;
use super::typed::Playing;
use crate::cell::Side;
use crate::games::{AnyGame, Engine, Game, GameFunction, GameParameters, PairFunction, of_game};
use crate::level::Level;
use crate::planes::{PlanesMut, write_from_bytes};
#[cfg(feature = "playouts")]
use crate::playout::Playout;
use crate::playout::Totals;
use crate::record::RecordError;
#[cfg(feature = "playouts")]
use crate::rng::Generator;
use crate::rules::{Outcome, Round, Setup};
use crate::text::TextError;
#[cfg(feature = "std")]
use crate::verdict::Oracle;

/// A game in progress, chosen at run time. A copy is one allocation; the rules are shared.
///
/// Two are equal if they are the same position of the same game on the same engine.
pub struct AnyPlaying(Box<dyn Held>);

impl AnyGame {
    /// The game at its start, on the fast engine.
    ///
    /// A program that calls this and never [`start_on`](Self::start_on) links no code of the
    /// reference. Without the feature `registers`, Connect4 9×9 and 10×10 start on the reference.
    #[must_use]
    pub fn start(&self) -> AnyPlaying {
        struct StartFast;

        impl PairFunction for StartFast {
            type Output = AnyPlaying;

            fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, _: &N) -> AnyPlaying {
                AnyPlaying(Box::new(Playing::new(fast.clone())))
            }
        }
        self.call_both(StartFast)
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
    /// A text that is not a setup, or a setup that is not a position of this game.
    pub fn position(&self, setup: &str) -> Result<AnyPlaying, AnyPositionError> {
        let mut playing = self.start();
        playing.read_setup(setup)?;
        Ok(playing)
    }

    /// The game after a line of moves, separated by blanks.
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

    /// Plays the legal move with index `index`, from 0, in the order of [`moves`](Self::moves),
    /// without listing them.
    ///
    /// # Errors
    /// [`MoveError::Index`]; the game is as it was.
    pub fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        self.0.play_nth(index)
    }

    /// Plays a line of moves, separated by blanks. On an error the moves before the wrong one stay
    /// played.
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

    /// Writes the mask of the legal actions: action *a* at bit *a* % 32 of word *a* / 32. No bit is
    /// set once the game is over.
    ///
    /// # Panics
    /// When `mask` has no bit for a legal action.
    pub fn write_mask(&self, mask: &mut [u32]) {
        mask.fill(0);
        self.0.visit_actions(&mut |action| mask[action as usize / 32] |= 1 << (action % 32));
    }

    /// Writes what the side to move sees of the position, a byte a square, in the shape of
    /// [`AnyGame::observation`]: planes of rows of columns. 1 is the side's own, 2 the opponent's.
    ///
    /// # Panics
    /// When `cells` does not have the bytes of exactly one observation.
    pub fn observe(&self, cells: &mut [u8]) {
        assert_eq!(cells.len(), self.game().observation().cells(), "a byte for every square of every plane");
        self.0.observe(cells);
    }

    /// Writes what the side to move sees of the position in zeros and ones, in the shape of
    /// [`AnyGame::planes`].
    ///
    /// # Panics
    /// When `out` does not hold exactly the planes of one game.
    pub fn write_planes(&self, out: PlanesMut<'_>) {
        let planes = self.game().planes();
        assert_eq!(out.len(), planes.length(&out), "one game's planes");
        let mut bytes = vec![0; planes.source_bytes()];
        self.0.plane_bytes(&mut bytes);
        write_from_bytes(Level::best(), &planes, &bytes, out);
    }

    /// Writes the bytes that the planes read.
    pub(crate) fn plane_bytes(&self, bytes: &mut [u8]) {
        self.0.plane_bytes(bytes);
    }

    /// The board as drawn, a byte a square, in rows from the top: as many rows and columns as
    /// [`AnyGame::observation`] says.
    ///
    /// | game | byte |
    /// |---|---|
    /// | Breakdown, Connect4, Fitz | 0 empty, 1 first side, 2 second side, 3 a fixed piece |
    /// | Jump61 | four times the spots, plus the owner: 0 none, 1 first side, 2 second side |
    /// | Candy | 32 times the state, 7 at most, plus the color from 1, of 31 in turn |
    #[must_use]
    pub fn cells(&self) -> Vec<u8> {
        let game = self.game();
        let mut cells = vec![0; game.observation().squares()];
        of_game!(&game, parameters => parameters.write_cells(&self.own_setup(), &mut cells));
        cells
    }

    /// The rounds of a move, as the naive engine reports them while it plays the move. The game
    /// stays as it is. A forfeit has no rounds.
    ///
    /// ```
    /// let game: gridlaw::AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
    /// let playing = game.record("|0 -0 -0").unwrap();
    /// let mut cells = playing.cells();
    /// let rounds = playing.rounds("!").unwrap();
    /// assert_eq!(rounds.len(), 1);
    /// assert_eq!(rounds[0].kind.to_string(), "fall");
    /// // Two cells hang in the air: the right ends of both horizontal sticks.
    /// assert_eq!(rounds[0].changes.len(), 2);
    /// rounds.iter().for_each(|round| round.apply(4, &mut cells));
    /// assert_eq!(cells, game.record("|0 -0 -0 !").unwrap().cells());
    /// ```
    ///
    /// # Errors
    /// [`MoveError`], as [`play_text`](Self::play_text).
    pub fn rounds(&self, mv: &str) -> Result<Vec<Round>, MoveError> {
        self.clone().play_text(mv)?;
        of_game!(&self.game(), parameters => Ok(parameters.rounds(&self.own_setup(), mv.parse()?)))
    }

    /// The position as data, for parameters of this game.
    fn own_setup<S: Setup>(&self) -> S {
        self.setup_as().expect("the setup is of the game's own kind")
    }

    /// The score of a game for one person; 0 in other games.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.0.score()
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
    /// A text that is not a move.
    pub fn is_legal(&self, mv: &str) -> Result<bool, TextError> {
        self.0.is_legal(mv)
    }

    /// The side to move; unspecified once the game is over.
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

    /// The text of the position's setup: one line that determines the position.
    /// [`AnyGame::position`] reads it.
    #[must_use]
    pub fn setup(&self) -> String {
        self.0.setup_text()
    }

    /// The position as data, of a type that only its game knows.
    pub(crate) fn setup_as_any(&self) -> Box<dyn Any> {
        self.0.setup()
    }

    /// Sets up a position that [`setup_as_any`](Self::setup_as_any) returned.
    pub(crate) fn set_up_any(&mut self, setup: &dyn Any) -> Result<(), AnyPositionError> {
        self.0.set_up(setup)
    }

    /// The position as data, if `S` is the setup of this kind of game.
    #[must_use]
    pub fn setup_as<S: Setup>(&self) -> Option<S> {
        self.0.setup().downcast().ok().map(|setup| *setup)
    }

    /// Sets the game to the position of a setup.
    ///
    /// # Errors
    /// A setup of another kind of game, or a setup that is not a position of this game; the game is
    /// as it was.
    pub fn set_up<S: Setup>(&mut self, setup: &S) -> Result<(), AnyPositionError> {
        self.0.set_up(setup)
    }

    /// Sets the game to the position of a setup's text.
    ///
    /// # Errors
    /// A text that is not a setup, or a setup that is not a position of this game; the game is as
    /// it was.
    pub fn read_setup(&mut self, setup: &str) -> Result<(), AnyPositionError> {
        self.0.read_setup(setup)
    }

    /// Writes the position as words, [`AnyGame::word_count`] of them. They determine the position
    /// and take less room than its text. The form may change from version to version.
    ///
    /// # Panics
    /// When `words` has another length.
    pub fn write_words(&self, words: &mut [u64]) {
        assert_eq!(words.len(), self.game().word_count(), "the words of a position");
        self.0.write_words(words);
    }

    /// Sets the game to the position that [`write_words`](Self::write_words) wrote.
    ///
    /// # Errors
    /// Words of no position of this game; the game is as it was.
    pub fn read_words(&mut self, words: &[u64]) -> Result<(), AnyPositionError> {
        self.0.read_words(words)
    }

    /// A 64-bit hash of the position: [`Setup::stable_hash`].
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        self.0.stable_hash()
    }

    /// The position that stands for all mirror images and rotations of this one, the same for all
    /// of them.
    #[must_use]
    pub fn canonical(&self) -> AnyPlaying {
        AnyPlaying(self.0.canonical())
    }

    /// The position under each symmetry of its game, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<AnyPlaying> {
        self.0.symmetries().into_iter().map(AnyPlaying).collect()
    }

    /// The number of sequences of exactly `depth` moves from here, at most
    /// [`DEEPEST`](crate::perft::DEEPEST): it calls itself once a ply.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        // The C library calls this and no other bulk work, which is two megabytes of code.
        self.0.perft(depth)
    }

    /// Plays uniformly random moves until the game is over or `limit` of them are played, as
    /// [`playout`](crate::playout::playout()) does.
    #[cfg(feature = "playouts")]
    pub fn playout(&mut self, generator: &mut Generator, limit: u32) -> Playout {
        self.playout_at(Level::best(), generator, limit)
    }

    /// As [`playout`](AnyPlaying::playout), with the instructions of `level`.
    #[cfg(feature = "playouts")]
    pub fn playout_at(&mut self, level: Level, generator: &mut Generator, limit: u32) -> Playout {
        self.0.playout_at(level, generator, limit)
    }

    /// The random games with these numbers from the start:
    /// [`Playouts::playouts`](crate::playout::Playouts::playouts).
    #[must_use]
    pub fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        bulk(&*self.0).playouts(seed, games, level)
    }

    /// Appends a random game from the start to `line`: [`random_game`](crate::record::random_game).
    #[cfg(feature = "playouts")]
    pub fn random_record(&self, seed: u64, number: u64, line: &mut String) {
        bulk(&*self.0).random_record(seed, number, line);
    }

    /// The oracle of this game's records, which begin at the start.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn oracle(&self) -> &dyn Oracle {
        bulk(&*self.0).oracle()
    }

    /// Copies the position of `from`, for searches that copy positions instead of taking moves
    /// back. Allocates nothing if both games began with the same call of [`AnyGame::start`] and the
    /// position itself needs no allocation.
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

    /// Reads a game as on the command line, `;`, and its moves: `breakdown -w 8 -h 8 -k 3 -q 3;|0
    /// -1`. The moves may be missing, and `;` with them.
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

static_assertions::assert_impl_all!(AnyPlaying: Clone, Eq, Hash, Debug, Display, Send, Sync);
