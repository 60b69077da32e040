//! `Position`: a game in hand.

use law::rng::Generator;
use law::{AnyPlaying, Outcome, Side};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::objects::thrown;

/// A game in hand. Playing changes it; a refused move does not.
#[wasm_bindgen]
pub struct Position {
    pub(crate) playing: AnyPlaying,
}

impl Position {
    pub(crate) fn new(playing: AnyPlaying) -> Position {
        Position { playing }
    }
}

#[wasm_bindgen]
impl Position {
    #[must_use]
    pub fn copy(&self) -> Position {
        Position::new(self.playing.clone())
    }

    /// Plays a move's text.
    ///
    /// # Errors
    /// A text that is no move, or a move that is refused here; the position is as it was.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        self.playing.play_text(text).map_err(thrown)
    }

    /// Plays a legal action.
    ///
    /// # Errors
    /// A number that is no action, or an action that is not legal here; the position is as it was.
    #[wasm_bindgen(js_name = playAction)]
    pub fn play_action(&mut self, action: u32) -> Result<(), JsError> {
        self.playing.play_action(action).map_err(thrown)
    }

    /// Plays random moves until the game is over or `limit` of them are played: the random game of
    /// a seed. Returns how many were played.
    pub fn playout(&mut self, seed: f64, limit: u32) -> u32 {
        self.playing.playout(&mut Generator::for_game(seed as u64, 0), limit).plies
    }

    /// The legal actions, ascending.
    #[must_use]
    pub fn actions(&self) -> Vec<u32> {
        self.playing.actions()
    }

    /// The texts of the legal moves, in the order of the actions.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.playing.moves()
    }

    #[wasm_bindgen(getter)]
    pub fn turn(&self) -> u32 {
        self.playing.turn().index() as u32
    }

    /// 0 in progress, 1 or 2 the side that has won, 3 a draw.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> u32 {
        match self.playing.outcome() {
            Outcome::InProgress => 0,
            Outcome::Win(Side::First) => 1,
            Outcome::Win(Side::Second) => 2,
            Outcome::Draw => 3,
        }
    }

    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.playing.is_over()
    }

    #[wasm_bindgen(getter)]
    pub fn score(&self) -> f64 {
        self.playing.score() as f64
    }

    /// The line with which `gridlaw verdict` answers.
    #[wasm_bindgen(getter)]
    pub fn answer(&self) -> String {
        self.playing.answer()
    }

    /// Everything that the position is, on one line.
    #[wasm_bindgen(getter)]
    pub fn setup(&self) -> String {
        self.playing.setup()
    }

    /// The board over several lines, as the game's document shows it.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.playing.to_string()
    }

    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.playing.game().observation().rows as u32
    }

    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> u32 {
        self.playing.game().observation().cols as u32
    }
}
