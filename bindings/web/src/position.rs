//! `Position`: a game in hand.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use js_sys::Uint8Array;
use law::AnyPlaying;
use law::batch::BatchOutcome;
use law::cell::Pos;
use law::planes::PlanesMut;
use law::rng::Generator;
use law::rules::Round;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::objects::{list, object, thrown, whole};

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
    /// A text that is not a move, or a move that is refused here; the position is as it was.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        self.playing.play_text(text).map_err(thrown)
    }

    /// Plays a legal action.
    ///
    /// # Errors
    /// A number that is not an action, or an action that is not legal here; the position is as it
    /// was.
    #[wasm_bindgen(js_name = playAction)]
    pub fn play_action(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] action: &JsValue,
    ) -> Result<(), JsError> {
        self.playing.play_action(whole("an action", action)?).map_err(thrown)
    }

    /// Plays random moves until the game is over or `limit` of them are played: the random game of
    /// a seed. Returns the number of moves played.
    ///
    /// # Errors
    /// A seed or a limit that is no whole number; the position is as it was.
    pub fn playout(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] limit: &JsValue,
    ) -> Result<u32, JsError> {
        let (seed, limit) = (whole("a seed", seed)?, whole("a limit of moves", limit)?);
        Ok(self.playing.playout(&mut Generator::for_game(seed.into(), 0), limit).plies)
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
        BatchOutcome::from(self.playing.outcome()) as u32
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

    /// The text of the position's setup: one line that determines the position.
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

    /// The board as drawn, a byte a square, in rows from the top.
    #[must_use]
    pub fn cells(&self) -> Vec<u8> {
        self.playing.cells()
    }

    /// The rounds of a move.
    ///
    /// # Errors
    /// A text that is not a move, or a move that is refused here.
    pub fn rounds(&self, text: &str) -> Result<JsValue, JsError> {
        Ok(list(self.playing.rounds(text).map_err(thrown)?.iter().map(round)))
    }

    /// The squares that an action writes in its first round that writes any: a stick where it comes
    /// to rest, the square of a spot, the two candies of a swap.
    ///
    /// # Errors
    /// A number that is not an action, or an action that is not legal here.
    pub fn touches(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] action: &JsValue,
    ) -> Result<JsValue, JsError> {
        let action = whole("an action", action)?;
        self.playing.clone().play_action(action).map_err(thrown)?;
        let text = self.playing.game().move_text(action).unwrap_or_default();
        let rounds = self.playing.rounds(&text).map_err(thrown)?;
        let first = rounds.iter().find(|round| !round.changes.is_empty());
        Ok(list(first.iter().flat_map(|round| &round.changes).map(|change| square(change.to))))
    }

    /// The observation of the side to move: the shape and the planes of bytes.
    #[must_use]
    pub fn observation(&self) -> JsValue {
        let shape = self.playing.game().observation();
        let mut bytes = vec![0; shape.cells()];
        self.playing.observe(&mut bytes);
        let names: Vec<&str> = shape.planes.iter().map(|plane| plane.name).collect();
        planes(&names, [shape.rows, shape.cols], &bytes)
    }

    /// The observation as planes of zeros and ones.
    #[must_use]
    pub fn planes(&self) -> JsValue {
        let shape = self.playing.game().planes();
        let mut bytes = vec![0; shape.cells()];
        self.playing.write_planes(PlanesMut::Cells(&mut bytes));
        let names: Vec<&str> = shape.planes.iter().map(|plane| plane.name).collect();
        planes(&names, [shape.rows, shape.cols], &bytes)
    }
}

fn round(round: &Round) -> JsValue {
    let changes = round
        .changes
        .iter()
        .map(|change| object([("from", square(change.from)), ("to", square(change.to)), ("code", change.code.into())]));
    object([("kind", round.kind.to_string().into()), ("changes", list(changes))])
}

/// A square as `[row, column]`, or `null`.
fn square(pos: Option<Pos>) -> JsValue {
    pos.map_or(JsValue::NULL, |pos| list([pos.row.into(), pos.col.into()].into_iter()))
}

/// Planes with their names.
fn planes(names: &[&str], [rows, columns]: [usize; 2], bytes: &[u8]) -> JsValue {
    let planes = names.iter().zip(bytes.chunks(rows * columns));
    let planes =
        planes.map(|(&name, cells)| object([("name", name.into()), ("cells", Uint8Array::from(cells).into())]));
    object([("rows", (rows as u32).into()), ("columns", (columns as u32).into()), ("planes", list(planes))])
}
