//! `Game`: a game with its parameters.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use law::{AnyGame, AnyPlaying, GameKind};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::objects::{thrown, whole};
use crate::position::Position;

/// The names of the games.
#[wasm_bindgen]
#[must_use]
pub fn kinds() -> Vec<String> {
    GameKind::ALL.iter().map(ToString::to_string).collect()
}

/// The most squares of a board. There is room for lists of all moves on such a board.
const MOST_SQUARES: u64 = 1 << 20;

/// A game with its parameters.
#[wasm_bindgen]
pub struct Game {
    game: AnyGame,
    /// The file that the arguments name, if any.
    file: String,
    start: AnyPlaying,
}

#[wasm_bindgen]
impl Game {
    /// A game as on the command line. `content` is the text of the file that the arguments name.
    ///
    /// # Errors
    /// Arguments or a text that make no game, or a board of more than [`MOST_SQUARES`].
    #[wasm_bindgen(constructor)]
    pub fn new(args: &str, content: Option<String>) -> Result<Game, JsError> {
        let (args, file) = without_file(args);
        let game = AnyGame::from_arguments(&args, &content.unwrap_or_default()).map_err(thrown)?;
        let shape = game.observation();
        let squares = shape.rows as u64 * shape.cols as u64;
        if squares > MOST_SQUARES {
            return Err(thrown(format!("expected a board of at most {MOST_SQUARES} squares, found {squares}")));
        }
        Ok(Game { start: game.start(), file, game })
    }

    /// The game of a kind that people play most.
    ///
    /// # Errors
    /// The name is not the name of a game.
    pub fn usual(kind: &str) -> Result<Game, JsError> {
        let found = GameKind::from_name(kind);
        let game = found.ok_or_else(|| thrown(format!("expected the name of a game, found `{kind}`")))?.usual();
        Ok(Game { start: game.start(), file: String::new(), game })
    }

    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.game.kind().to_string()
    }

    /// The arguments, the name of the file among them.
    #[wasm_bindgen(getter)]
    pub fn args(&self) -> String {
        let args = self.game.arguments();
        match args.split_once(' ') {
            _ if self.file.is_empty() => args,
            Some((kind, numbers)) => format!("{kind} {} {numbers}", self.file),
            None => format!("{args} {}", self.file),
        }
    }

    /// The text of the game's file, as the library writes it; `undefined` if it takes none.
    #[wasm_bindgen(getter)]
    pub fn content(&self) -> Option<String> {
        self.game.content()
    }

    #[wasm_bindgen(getter, js_name = actionCount)]
    pub fn action_count(&self) -> u32 {
        self.game.action_count()
    }

    #[wasm_bindgen(getter)]
    pub fn players(&self) -> u32 {
        self.game.kind().players()
    }

    /// The text of an action's move.
    #[wasm_bindgen(js_name = moveText)]
    pub fn move_text(&self, #[wasm_bindgen(unchecked_param_type = "number")] action: &JsValue) -> Option<String> {
        self.game.move_text(whole("an action", action).ok()?)
    }

    /// The action of a move's text.
    #[wasm_bindgen(js_name = actionOf)]
    pub fn action_of(&self, text: &str) -> Option<u32> {
        self.game.action_of(text)
    }

    pub fn start(&self) -> Position {
        Position::new(self.start.clone())
    }

    /// The position after a line of moves.
    ///
    /// # Errors
    /// The first move that cannot be read or is not accepted.
    pub fn record(&self, moves: &str) -> Result<Position, JsError> {
        let mut playing = self.start.clone();
        playing.play_record(moves).map_err(thrown)?;
        Ok(Position::new(playing))
    }

    /// The position of a setup.
    ///
    /// # Errors
    /// A text that is not a setup, or a setup that is not a position of this game.
    pub fn position(&self, setup: &str) -> Result<Position, JsError> {
        let mut playing = self.start.clone();
        playing.read_setup(setup).map_err(thrown)?;
        Ok(Position::new(playing))
    }

    /// The answers of `gridlaw verdict` to lines of moves, a line each.
    #[must_use]
    pub fn verdict(&self, lines: &str) -> String {
        let mut answers = String::new();
        for line in lines.split_terminator('\n') {
            let mut playing = self.start.clone();
            let result = playing.play_record(line);
            let answer = playing.answer();
            match (result, answer.split_once(' ')) {
                (Err(error), Some((_, position))) => answers.push_str(&format!("X{} {position}", error.ply())),
                _ => answers.push_str(&answer),
            }
            answers.push('\n');
        }
        answers
    }
}

/// The answers of `gridlaw verdict` to lines of moves, a line each.
///
/// # Errors
/// Arguments or a text that make no game.
#[wasm_bindgen]
pub fn verdict(args: &str, content: Option<String>, lines: &str) -> Result<String, JsError> {
    Ok(Game::new(args, content)?.verdict(lines))
}

/// The arguments without the name of a file, and that name: the first word that is neither the game
/// nor a flag nor the number after one.
fn without_file(args: &str) -> (String, String) {
    let (mut kept, mut file, mut is_number) = (Vec::new(), "", true);
    for word in args.split_ascii_whitespace() {
        let is_flag = word.starts_with('-') && !is_number;
        if is_flag || is_number || !file.is_empty() {
            kept.push(word);
        } else {
            file = word;
        }
        // A number may be joined to its flag.
        is_number = is_flag && !matches!(word, "-m" | "-b") && !word.contains('=');
    }
    // Only a game that takes a file may name one; for others the word is an error.
    let takes_file =
        kept.first().and_then(|name| GameKind::from_name(name)).is_some_and(|kind| kind.content().is_some());
    if takes_file { (kept.join(" "), file.to_string()) } else { (args.to_string(), String::new()) }
}
