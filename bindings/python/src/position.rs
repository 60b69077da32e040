//! `Position`: one game in hand, never changed.

use std::sync::Arc;

use law::batch::BatchOutcome;
use law::frontier::frontier;
use law::perft::DEEPEST;
use law::planes::PlanesMut;
use law::rng::Generator;
use law::{AnyPlaying, Outcome};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::arrays::Output;
use crate::errors::{check_memory, value};
use crate::game::{Game, Rules};
use crate::numbers::{int, within};
use crate::picture;

#[doc = doc!("Position")]
#[pyclass(frozen, module = "gridlaw")]
pub(crate) struct Position {
    pub(crate) rules: Arc<Rules>,
    pub(crate) playing: AnyPlaying,
}

/// A move, as messages name it.
const MOVE: &str = "a move as a str or an action as an int";

/// Bytes a square that a position's text needs at most while it grows and becomes a str.
const TEXT: usize = 6;

/// The same of its picture.
const PICTURE: usize = 1024;

/// Bytes a square that all images of a position need at most.
const IMAGES: usize = 8;

/// The members of Python's `Outcome`, by their number.
pub(crate) fn outcome_member(py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
    static MEMBERS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || -> PyResult<Vec<Py<PyAny>>> {
        let outcome = py.import("gridlaw.results")?.getattr("Outcome")?;
        (0..4).map(|number| Ok(outcome.call1((number,))?.unbind())).collect()
    })?;
    Ok(members[BatchOutcome::from(outcome) as usize].clone_ref(py))
}

impl Game {
    fn position_of(&self, playing: AnyPlaying) -> Position {
        Position { rules: Arc::clone(&self.rules), playing }
    }
}

impl Position {
    pub(crate) fn with(&self, playing: AnyPlaying) -> Position {
        Position { rules: Arc::clone(&self.rules), playing }
    }
}

/// The methods of a game that make positions.
#[pymethods]
impl Game {
    #[doc = doc!("Game.start")]
    fn start(&self) -> PyResult<Position> {
        Ok(self.position_of(self.rules.copy(&self.rules.start)?))
    }

    #[doc = doc!("Game.position")]
    #[pyo3(name = "position")]
    pub(crate) fn read_position(&self, setup: &str) -> PyResult<Position> {
        let mut playing = self.rules.copy(&self.rules.start)?;
        playing.read_setup(setup).map_err(value)?;
        Ok(self.position_of(playing))
    }

    #[doc = doc!("Game.record")]
    fn record(&self, moves: &str) -> PyResult<Position> {
        let mut playing = self.rules.copy(&self.rules.start)?;
        playing.play_record(moves).map_err(value)?;
        Ok(self.position_of(playing))
    }
}

#[pymethods]
impl Position {
    #[doc = doc!("Position.game")]
    #[getter]
    fn game(&self) -> Game {
        Game { rules: Arc::clone(&self.rules) }
    }

    #[doc = doc!("Position.play")]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let mut playing = self.rules.copy(&self.playing)?;
        match r#move.cast::<PyString>() {
            Ok(text) => playing.play_text(&text.to_cow()?),
            Err(_) => playing.play_action(self.rules.read_action(r#move, MOVE)?),
        }
        .map_err(value)?;
        Ok(self.with(playing))
    }

    #[doc = doc!("Position.is_legal")]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match r#move.cast::<PyString>() {
            Ok(text) => self.playing.is_legal(&text.to_cow()?).map_err(value),
            Err(_) => {
                let action = self.rules.read_action(r#move, MOVE)?;
                Ok(self.rules.copy(&self.playing)?.play_action(action).is_ok())
            }
        }
    }

    #[doc = doc!("Position.moves")]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.rules.check_memory(1)?;
        // A text and its str, in two lists.
        check_memory(usize::try_from(self.playing.count_moves()).ok().and_then(|moves| moves.checked_mul(128)))?;
        Ok(self.playing.moves())
    }

    #[doc = doc!("Position.legal_actions")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        // The list doubles as it grows.
        check_memory(Some(8 * self.rules.game.action_count() as usize))?;
        let mut actions = Vec::new();
        self.playing.for_each_action(&mut |action| actions.push(action as i32));
        Ok(PyArray1::from_vec(py, actions))
    }

    #[doc = doc!("Position.mask")]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let actions = self.rules.game.action_count() as usize;
        // The mask, and a copy of the board.
        check_memory(actions.checked_add(self.rules.planes.squares()))?;
        let mut mask = vec![false; actions];
        self.playing.for_each_action(&mut |action| mask[action as usize] = true);
        Ok(PyArray1::from_vec(py, mask))
    }

    #[doc = doc!("Position.observation")]
    fn observation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let planes = &self.rules.planes;
        let mut output = Output::<u8>::new(py, &[planes.planes.len(), planes.rows, planes.cols])?;
        // The planes follow from bytes, no more than they have themselves.
        self.rules.check_memory(planes.planes.len())?;
        self.playing.write_planes(PlanesMut::Cells(output.elements(py)?));
        Ok(output.array(py))
    }

    #[doc = doc!("Position.outcome")]
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        outcome_member(py, self.playing.outcome())
    }

    #[doc = doc!("Position.turn")]
    #[getter]
    fn turn(&self) -> usize {
        self.playing.turn().index()
    }

    #[doc = doc!("Position.is_over")]
    #[getter]
    fn is_over(&self) -> bool {
        self.playing.is_over()
    }

    #[doc = doc!("Position.answer")]
    #[getter]
    fn answer(&self) -> PyResult<String> {
        self.rules.check_memory(TEXT)?;
        Ok(self.playing.answer())
    }

    #[doc = doc!("Position.setup")]
    #[getter]
    fn setup(&self) -> PyResult<String> {
        self.rules.check_memory(TEXT)?;
        Ok(self.playing.setup())
    }

    #[doc = doc!("Position.score")]
    #[getter]
    fn score(&self) -> u64 {
        self.playing.score()
    }

    #[doc = doc!("Position.perft")]
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = int)] depth: i128) -> PyResult<u64> {
        let depth = within("depth", depth, 0..=DEEPEST)?;
        Ok(py.detach(|| self.playing.perft(depth)))
    }

    #[doc = doc!("Position.frontier")]
    #[pyo3(signature = (plies, most = 1_000_000))]
    fn frontier(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = int)] plies: i128,
        #[pyo3(from_py_with = int)] most: i128,
    ) -> PyResult<Vec<(String, u128)>> {
        let (plies, most) = (within("plies", plies, 0..=u32::MAX)?, within("most", most, 0..=usize::MAX)?);
        let positions = py.detach(|| frontier(&self.playing, plies, most)).map_err(value)?;
        Ok(positions.into_iter().collect())
    }

    #[doc = doc!("Position.playout")]
    #[pyo3(signature = (seed, limit = 400))]
    fn playout(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = int)] seed: i128,
        #[pyo3(from_py_with = int)] limit: i128,
    ) -> PyResult<Position> {
        let (seed, limit) = (within("seed", seed, 0..=u64::MAX)?, within("limit", limit, 0..=u32::MAX)?);
        let mut playing = self.rules.copy(&self.playing)?;
        py.detach(|| {
            playing.playout(&mut Generator::for_game(seed, 0), limit);
        });
        Ok(self.with(playing))
    }

    #[doc = doc!("Position.canonical")]
    fn canonical(&self) -> PyResult<Position> {
        self.rules.check_memory(IMAGES)?;
        Ok(self.with(self.playing.canonical()))
    }

    #[doc = doc!("Position.symmetries")]
    fn symmetries(&self) -> PyResult<Vec<Position>> {
        self.rules.check_memory(IMAGES)?;
        Ok(self.playing.symmetries().into_iter().map(|playing| self.with(playing)).collect())
    }

    fn __str__(&self) -> PyResult<String> {
        self.rules.check_memory(TEXT)?;
        Ok(self.playing.to_string())
    }

    fn __repr__(&self) -> PyResult<String> {
        let (game, setup) = (self.rules.game.to_string(), self.setup()?);
        let numbers: Vec<String> = self.rules.game.numbers().iter().map(u32::to_string).collect();
        Ok(match self.rules.game.kind().content() {
            None => format!("gridlaw.{}({}).position({setup:?})", self.rules.game.kind(), numbers.join(", ")),
            Some(_) => format!("<gridlaw.Position {game}; {setup}>"),
        })
    }

    #[doc = doc!("Position._repr_html_")]
    fn _repr_html_(&self) -> PyResult<String> {
        self.rules.check_memory(PICTURE)?;
        Ok(picture::svg(&self.playing))
    }

    fn __eq__(&self, other: &Position) -> bool {
        let is_one_game = Arc::ptr_eq(&self.rules, &other.rules) || self.rules.game == other.rules.game;
        is_one_game && other.playing == self.playing
    }

    fn __hash__(&self) -> u64 {
        self.playing.stable_hash()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let game = Bound::new(py, self.game())?;
        Ok((game.getattr("position")?, (self.setup()?,)))
    }
}
