//! `Player` and `Solver`, and Candy's planner: the engine's move, and the values of moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::ControlFlow;

use js_sys::Function;
use law::AnyGame;
use law::games::candy::planner::{Aim, deeper};
use law::games::candy::{Candy, Unbounded};
use law::players::{AnyPlayer, LEVELS};
use law::rules::Notation;
use law::search::{Best, Options, Progress, Ranking};
use law::solving::AnySolver;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::objects::{list, object, texts, thrown, whole};
use crate::position::Position;

/// A player of one of ten levels.
#[wasm_bindgen]
pub struct Player(AnyPlayer);

#[wasm_bindgen]
impl Player {
    /// # Errors
    /// A level that is none, or a seed that is no whole number.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "number")] level: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] seed: &JsValue,
    ) -> Result<Player, JsError> {
        let (level, seed) = (whole("a level", level)?, whole("a seed", seed)?);
        let fault = || thrown(format!("expected a level from {} to {}, found {level}", LEVELS.start(), LEVELS.end()));
        let player = u8::try_from(level).ok().and_then(|level| AnyPlayer::of_level(level, seed.into()));
        player.map(Player).ok_or_else(fault)
    }

    /// The move to play; `undefined` once the game is over, and for a game for one person.
    ///
    /// # Errors
    /// Too little memory.
    pub fn choose(&self, position: &Position) -> Result<Option<String>, JsError> {
        Ok(self.0.choose(&position.playing).map_err(thrown)?.map(|best| best.mv))
    }
}

/// The most swaps that a plan has.
const DEEPEST: u32 = 100;

#[wasm_bindgen]
impl Position {
    /// Candy's swaps for the fewest moves to a win, or to the fewest explosions still to go, as far
    /// as `depth` swaps and `nodes` positions show; none once the game is over, if `nodes` are too
    /// few, and for other games.
    ///
    /// # Errors
    /// A depth or a number of positions that is no whole number.
    pub fn plan(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] depth: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] nodes: &JsValue,
    ) -> Result<Vec<String>, JsError> {
        let AnyGame::Candy(instance) = self.playing.game() else { return Ok(Vec::new()) };
        let rules = Candy::<Unbounded>::new(&instance).expect("there is room for every game");
        let position = rules.read_position(&self.playing.setup()).expect("both forms of a game have the same setups");
        let mut left = whole("a number of positions", nodes)?;
        let depth = whole("a depth", depth)?;
        let mut watch = || {
            let Some(rest) = left.checked_sub(1) else { return ControlFlow::Break(()) };
            left = rest;
            ControlFlow::Continue(())
        };
        let depths = 1..=depth.min(DEEPEST);
        let found = deeper(&rules, &position, Aim::Moves, (depths, true), &mut watch, &mut |_, _| ());
        Ok(found.map_or(Vec::new(), |(plan, _)| plan.line.iter().map(ToString::to_string).collect()))
    }
}

/// A solver of one position.
#[wasm_bindgen]
pub struct Solver(AnySolver);

#[wasm_bindgen]
impl Solver {
    /// A solver with a table of `table` MiB.
    ///
    /// # Errors
    /// A game for one person, or too little memory.
    #[wasm_bindgen(constructor)]
    pub fn new(
        position: &Position,
        #[wasm_bindgen(unchecked_param_type = "number")] table: &JsValue,
    ) -> Result<Solver, JsError> {
        let options = Options { table: whole("a size of the table", table)? as usize, ..Options::default() };
        let solver = AnySolver::new(&position.playing, options).map_err(thrown)?;
        let fault = || thrown(format!("{} is a game for one person", position.playing.game().kind()));
        solver.map(Solver).ok_or_else(fault)
    }

    /// The `count` best moves to at most `depth` plies, searching at most `nodes` positions. Calls
    /// `on_depth`, if it is a function, with the ranking of every finished depth.
    ///
    /// # Errors
    /// A number that is not whole, and any error that `on_depth` throws, after the search has
    /// stopped.
    pub fn rank(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] depth: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] count: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] nodes: &JsValue,
        on_depth: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (depth, count) = (whole("a depth", depth)?, whole("a number of moves", count)?);
        let nodes = whole("a number of positions", nodes)?;
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let told = on_depth.dyn_ref::<Function>();
        let fault = RefCell::new(None);
        let ranking = self.0.rank(
            (depth, count as usize),
            nodes.into(),
            &mut |_: Progress<'_>| match fault.borrow().is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            },
            &mut |ranking| {
                if let Some(told) = told.filter(|_| fault.borrow().is_none()) {
                    *fault.borrow_mut() = told.call1(&JsValue::NULL, &ranked(ranking)).err();
                }
            },
        );
        fault.into_inner().map_or_else(|| Ok(ranked(&ranking)), Err)
    }
}

/// A ranking as an array, best move first.
fn ranked(ranking: &Ranking<String>) -> JsValue {
    list(ranking.moves.iter().map(|best: &Best<String>| {
        let bounds = best.bounds();
        let [low, high] = [bounds.least, bounds.most].map(|end| end.value().to_string().into());
        object([
            ("move", best.mv.as_str().into()),
            ("value", bounds.value().map_or(JsValue::NULL, |value| value.to_string().into())),
            ("low", low),
            ("high", high),
            ("score", i32::from(best.score.points()).into()),
            ("depth", best.depth.into()),
            ("final", ranking.is_final.into()),
            ("line", texts(&best.line)),
        ])
    }))
}
