//! A game chosen at run time: its name, its arguments, its engines.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{
    AnyGame, Argument, Content, Engine, Game, GameError, GameFunction, GameKind, GameParameters, PairFunction,
    SearchFunction, of_game, of_kind,
};
use crate::batch::{Batch, Observation};
use crate::level::Level;
use crate::planes::Planes;
use crate::rules::{Outcome, Setup};

impl GameKind {
    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        of_kind!(self, P => P::NAME)
    }

    /// A sentence about the game, for help.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        of_kind!(self, P => P::SUMMARY)
    }

    /// The name of the document's program.
    #[must_use]
    pub const fn program(self) -> &'static str {
        of_kind!(self, P => P::PROGRAM)
    }

    /// The numbers that the game takes, in order.
    #[must_use]
    pub const fn numbers(self) -> &'static [Argument] {
        of_kind!(self, P => P::NUMBERS)
    }

    /// The file that the game takes, if any.
    #[must_use]
    pub const fn content(self) -> Option<Content> {
        of_kind!(self, P => P::CONTENT)
    }

    /// The number of people who play it: 1 or 2, who take turns.
    #[must_use]
    pub const fn players(self) -> u32 {
        of_kind!(self, P => P::PLAYERS)
    }

    /// Whether the command line takes `-m` and `-b`, which choose the engine and change no output.
    #[must_use]
    pub const fn chooses_engine(self) -> bool {
        of_kind!(self, P => P::CHOOSES_ENGINE)
    }

    /// The character of an outcome in answers: `.` in progress, a letter of the game otherwise.
    #[must_use]
    pub fn outcome_mark(self, outcome: Outcome) -> char {
        of_kind!(self, P => <P as GameParameters>::Setup::outcome_mark(outcome))
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// All names, joined by commas, for messages.
    pub(super) fn names() -> String {
        GameKind::ALL.map(GameKind::name).join(", ")
    }

    /// Creates a game from its numbers, in the order of [`numbers`](Self::numbers), and the
    /// contents of its file, empty if it takes none.
    ///
    /// ```
    /// use gridlaw::games::GameKind;
    ///
    /// let game = GameKind::Breakdown.create(&[8, 8, 3, 3], b"").unwrap();
    /// assert_eq!(game.to_string(), "breakdown 8x8 k3 q3");
    /// let error = GameKind::Jump61.create(&[1], b"").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a size from 2 to 10, found 1");
    /// ```
    ///
    /// # Errors
    /// [`GameError`]: the wrong number of numbers, a file that is missing or not expected, or
    /// parameters that make no game.
    pub fn create(self, numbers: &[u32], content: &[u8]) -> Result<AnyGame, GameError> {
        let expected = self.numbers().len();
        if numbers.len() != expected {
            return Err(GameError::Count { kind: self, expected, found: numbers.len() });
        }
        if self.content().is_none() && !content.is_empty() {
            return Err(GameError::File { kind: self, takes: false });
        }
        of_kind!(self, P => P::from_arguments(numbers, content).map(AnyGame::from))
    }

    /// Some games of this kind, small and large.
    #[must_use]
    pub fn samples(self) -> Vec<AnyGame> {
        of_kind!(self, P => P::samples().into_iter().map(AnyGame::from).collect())
    }

    /// The game of this kind that people play most.
    #[must_use]
    pub fn usual(self) -> AnyGame {
        of_kind!(self, P => P::usual().into())
    }

    /// Reads the first word of a command line.
    fn read(name: Option<&str>) -> Result<GameKind, GameError> {
        let name = name.unwrap_or_default();
        GameKind::from_name(name).ok_or_else(|| GameError::Name { found: name.to_string() })
    }

    /// Reads the numbers of a game from words of the command line.
    fn read_numbers(self, words: &mut dyn Iterator<Item = &str>) -> Result<Vec<u32>, GameError> {
        let arguments = self.numbers();
        let (mut numbers, mut engine) = (alloc::vec![None; arguments.len()], None);
        while let Some(word) = words.next() {
            if self.chooses_engine() && matches!(word, "-m" | "-b") {
                if engine.replace(word).is_some() {
                    return Err(GameError::Argument { expected: "-m or -b once".into(), found: word.to_string() });
                }
                continue;
            }
            let Some((index, joined)) = read_flag(arguments, word) else {
                let flags = arguments.iter().map(|argument| argument.flag).collect::<Vec<_>>().join(", ");
                let expected = if flags.is_empty() { "no argument".to_string() } else { format!("one of {flags}") };
                return Err(GameError::Argument { expected, found: word.to_string() });
            };
            let Argument { flag, value, .. } = &arguments[index];
            let number = joined
                .or_else(|| words.next())
                .ok_or_else(|| GameError::Missing { expected: format!("{value} after {flag}") })?;
            let parsed = number.parse().map_err(|_| GameError::Argument {
                expected: match number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() {
                    true => format!("a number up to {} after {flag}", u32::MAX),
                    false => format!("a whole number after {flag}"),
                },
                found: number.to_string(),
            })?;
            if numbers[index].replace(parsed).is_some() {
                return Err(GameError::Argument { expected: format!("{flag} once"), found: flag.to_string() });
            }
        }
        let missing =
            |argument: &Argument| GameError::Missing { expected: format!("{} {}", argument.flag, argument.value) };
        arguments.iter().zip(numbers).map(|(argument, number)| number.ok_or_else(|| missing(argument))).collect()
    }
}

/// The argument that a word of the command line names, and its number if it is joined to the name,
/// as in `-w8` and `--size=7`.
fn read_flag<'a>(arguments: &[Argument], word: &'a str) -> Option<(usize, Option<&'a str>)> {
    arguments.iter().enumerate().find_map(|(index, Argument { flag, .. })| {
        let rest = word.strip_prefix(flag)?;
        let number = match rest.strip_prefix('=') {
            None if rest.is_empty() => None,
            None if flag.starts_with("--") => return None,
            joined => Some(joined.unwrap_or(rest)),
        };
        Some((index, number))
    })
}

impl fmt::Display for GameKind {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl AnyGame {
    /// A game of Candy from the text of a game file.
    ///
    /// # Errors
    /// [`GameError::Content`] with the key and the fault.
    #[cfg(feature = "json")]
    pub fn candy(text: &str) -> Result<AnyGame, GameError> {
        GameKind::Candy.create(&[], text.as_bytes())
    }

    /// A game of Fitz from the text of a tile file.
    ///
    /// # Errors
    /// [`GameError::Content`] for the tiles, [`GameError::Numbers`] for rows and columns, 1 to 999
    /// each.
    pub fn fitz(tiles: &str, rows: u32, cols: u32) -> Result<AnyGame, GameError> {
        GameKind::Fitz.create(&[rows, cols], tiles.as_bytes())
    }

    /// A game from the texts that [`arguments`](Self::arguments) and [`content`](Self::content)
    /// return: the game as on the command line without its file, and the contents of the file,
    /// empty if it takes none.
    ///
    /// # Errors
    /// Arguments or contents that make no game.
    pub fn from_arguments(arguments: &str, content: &str) -> Result<AnyGame, GameError> {
        let mut words = arguments.split_ascii_whitespace();
        let kind = GameKind::read(words.next())?;
        kind.create(&kind.read_numbers(&mut words)?, content.as_bytes())
    }

    /// Some games of every kind, small and large: `gridlaw verify` compares their engines.
    #[must_use]
    pub fn samples() -> Vec<AnyGame> {
        GameKind::ALL.into_iter().flat_map(GameKind::samples).collect()
    }

    /// The numbers of the game, in the order of [`GameKind::numbers`].
    #[must_use]
    pub fn numbers(&self) -> Vec<u32> {
        of_game!(self, parameters => parameters.numbers())
    }

    /// The contents of the game's file, if it takes one; [`GameKind::create`] makes an equal game
    /// from them. `None` for Candy without the feature `json`.
    #[must_use]
    pub fn content(&self) -> Option<String> {
        of_game!(self, parameters => parameters.content())
    }

    /// The game as on the command line, without its file: `breakdown -w 4 -h 5 -k 2 -q 2`, `fitz
    /// --rows 6 --cols 5`.
    #[must_use]
    pub fn arguments(&self) -> String {
        let mut text = String::from(self.kind().name());
        for (argument, number) in self.kind().numbers().iter().zip(self.numbers()) {
            // A `String` takes everything.
            let _ = write!(text, " {} {number}", argument.flag);
        }
        text
    }

    /// The number of actions: of all moves, legal or not, that any position of this game could
    /// have.
    #[must_use]
    pub fn action_count(&self) -> u32 {
        of_game!(self, parameters => parameters.action_count())
    }

    /// The action number of a move's text; `None` if it is the text of no move of this game.
    ///
    /// ```
    /// let game: gridlaw::AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
    /// assert_eq!(game.action_of("|3"), Some(3));
    /// assert_eq!(game.action_of("-0"), Some(4));
    /// assert_eq!(game.action_of("|4"), None);
    /// assert_eq!(game.move_text(8).as_deref(), Some("!"));
    /// ```
    #[must_use]
    pub fn action_of(&self, mv: &str) -> Option<u32> {
        of_game!(self, parameters => parameters.action_of(mv.parse().ok()?))
    }

    /// The text of an action's move; `None` from [`action_count`](Self::action_count) on.
    #[must_use]
    pub fn move_text(&self, action: u32) -> Option<String> {
        of_game!(self, parameters => parameters.move_of(action).map(|mv| mv.to_string()))
    }

    /// The action of the image of a move: to play it in image number `symmetry` of a position, as
    /// [`AnyPlaying::symmetries`](crate::AnyPlaying::symmetries) lists them, is to play `action` in
    /// the position and then take the image. `None` for a number that is not an action, or not a
    /// symmetry of the game.
    ///
    /// Every symmetry permutes all actions. One that is legal nowhere may be its own image.
    ///
    /// ```
    /// let game: gridlaw::AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
    /// let mirrored = |mv| game.move_text(game.map_action(game.action_of(mv)?, 1)?);
    /// assert_eq!(mirrored("|0").as_deref(), Some("|3"));
    /// assert_eq!(mirrored("-0").as_deref(), Some("-2"));
    /// assert_eq!(game.map_action(0, 2), None);
    /// ```
    #[must_use]
    pub fn map_action(&self, action: u32, symmetry: usize) -> Option<u32> {
        of_game!(self, parameters => {
            let mv = parameters.move_of(action)?;
            let image = parameters.image_of(mv, symmetry)?;
            // A move that is legal nowhere may have images that are no moves. It then stands for
            // itself, so that the images of all actions are all actions.
            let mut images = (0..).map_while(|symmetry| parameters.image_of(mv, symmetry));
            let is_alone = images.any(|image| parameters.action_of(image).is_none());
            if is_alone { Some(action) } else { parameters.action_of(image) }
        })
    }

    /// The shape of what a player sees of a position.
    #[must_use]
    pub fn observation(&self) -> Observation {
        of_game!(self, parameters => parameters.observation())
    }

    /// The planes that a learner sees of a position.
    #[must_use]
    pub fn planes(&self) -> Planes {
        of_game!(self, parameters => parameters.planes())
    }

    /// The number of words of a position:
    /// [`AnyPlaying::write_words`](crate::AnyPlaying::write_words).
    #[must_use]
    pub fn word_count(&self) -> usize {
        of_game!(self, parameters => parameters.word_count())
    }

    /// A batch of `games` games at the start of the first of these instances, which are all of this
    /// kind, in a form that steps them faster than one after the other. `None` if there is no such
    /// form.
    pub(crate) fn fast_batch(&self, instances: &[AnyGame], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        of_game!(self, parameters => GameParameters::batch(&of_same_kind(parameters, instances), games, level))
    }

    /// Calls `function` with one engine of the game.
    pub fn call<F: GameFunction>(&self, engine: Engine, function: F) -> F::Output {
        self.call_both(One { engine, function })
    }

    /// Calls `function` with both engines of the game.
    pub fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        of_game!(self, parameters => parameters.call_both(function))
    }

    /// Calls `function` with the form of the game that is quickest to search; `None` for a game for
    /// one person, which has no such form.
    pub fn call_search<F: SearchFunction>(&self, function: F) -> Option<F::Output> {
        of_game!(self, parameters => parameters.call_search(function))
    }
}

impl fmt::Display for AnyGame {
    /// The game's name and parameters, for example `breakdown 8x8 k3 q3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        of_game!(self, parameters => write!(f, "{} {parameters}", self.kind()))
    }
}

impl FromStr for AnyGame {
    type Err = GameError;

    /// Reads a game as on the command line. Games with content take [`AnyGame::from_arguments`].
    fn from_str(text: &str) -> Result<AnyGame, GameError> {
        let kind = GameKind::read(text.split_ascii_whitespace().next())?;
        match kind.content() {
            Some(_) => Err(GameError::File { kind, takes: true }),
            None => AnyGame::from_arguments(text, ""),
        }
    }
}

/// The parameters of the games that are of the same kind as `like`.
fn of_same_kind<P: GameParameters>(like: &P, games: &[AnyGame]) -> Vec<P> {
    let _ = like;
    games
        .iter()
        .filter_map(|game| of_game!(game, parameters => (parameters as &dyn Any).downcast_ref().cloned()))
        .collect()
}

/// Calls a function with one engine of a pair.
struct One<F> {
    engine: Engine,
    function: F,
}

impl<V: GameFunction> PairFunction for One<V> {
    type Output = V::Output;

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> V::Output {
        match self.engine {
            Engine::Fast => self.function.call(fast),
            Engine::Naive => self.function.call(naive),
        }
    }
}

/// In serde's formats a game is its arguments, as on the command line, and the contents of its
/// file.
#[cfg(feature = "serde")]
mod serialized {
    use alloc::string::String;

    use super::AnyGame;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Game {
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<String>,
    }

    impl serde::Serialize for AnyGame {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Game { game: self.arguments(), content: self.content() }.serialize(serializer)
        }
    }

    impl<'de> serde::Deserialize<'de> for AnyGame {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<AnyGame, D::Error> {
            let Game { game, content } = Game::deserialize(deserializer)?;
            AnyGame::from_arguments(&game, &content.unwrap_or_default()).map_err(serde::de::Error::custom)
        }
    }
}
