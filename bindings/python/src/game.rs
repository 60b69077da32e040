//! `Game`: a game with its parameters. The methods that make positions and lanes are with those.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use law::games::GameError;
use law::planes::Planes;
use law::{AnyGame, AnyPlaying, GameKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::{check_memory, value, wrong_type};
use crate::numbers::{int, text_of, within};

/// The part of a game that its positions and lanes share.
pub(crate) struct Rules {
    pub(crate) game: AnyGame,
    pub(crate) start: AnyPlaying,
    pub(crate) planes: Planes,
}

#[doc = doc!("Game")]
#[pyclass(frozen, module = "gridlaw")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

#[doc = doc!("create")]
#[pyfunction]
#[pyo3(signature = (kind, numbers, content, file = None))]
pub(crate) fn create(
    kind: &str,
    numbers: Vec<Bound<'_, PyAny>>,
    content: &[u8],
    file: Option<PathBuf>,
) -> PyResult<Game> {
    let kind = GameKind::from_name(kind).ok_or_else(|| value(format!("expected a game, found {kind:?}")))?;
    let mut whole = Vec::new();
    for (argument, number) in kind.numbers().iter().zip(&numbers) {
        // The game tells its limits of the numbers that it can take.
        let number = int(number)?;
        whole.push(u32::try_from(number).or_else(|_| within(argument.name, number, argument.range.clone()))?);
    }
    let game = kind.create(&whole, content).map_err(|error| match (&error, &file) {
        (GameError::Content(_), Some(file)) => value(format!("{}: {error}", file.display())),
        _ => value(error),
    })?;
    // The largest boards are those of Breakdown; its reference has a byte a cell.
    let squares = whole.iter().take(2).try_fold(1_usize, |all, &number| all.checked_mul(number as usize));
    if kind == GameKind::Breakdown {
        check_memory(squares)?;
    }
    Ok(Game::new(game))
}

impl Game {
    pub(crate) fn new(game: AnyGame) -> Game {
        let (start, planes) = (game.start(), game.planes());
        Game { rules: Arc::new(Rules { game, start, planes }) }
    }
}

impl Rules {
    /// A `MemoryError` if so many bytes a square cannot be allocated. The library does not report
    /// it.
    pub(crate) fn check_memory(&self, bytes: usize) -> PyResult<()> {
        check_memory(self.planes.squares().checked_mul(bytes))
    }

    /// A copy of a position of this game.
    pub(crate) fn copy(&self, playing: &AnyPlaying) -> PyResult<AnyPlaying> {
        self.check_memory(1)?;
        Ok(playing.clone())
    }

    /// The action of a number. `expected` names what the caller takes.
    pub(crate) fn read_action(&self, number: &Bound<'_, PyAny>, expected: &str) -> PyResult<u32> {
        let count = self.game.action_count();
        if let Some(action) = number.extract().ok().filter(|&action| action < count) {
            return Ok(action);
        }
        match int(number) {
            Ok(found) => Err(value(format!("expected an action below {count}, found {}", text_of(found)))),
            Err(error) if error.is_instance_of::<PyTypeError>(number.py()) => Err(wrong_type(expected, number)),
            Err(error) => Err(error),
        }
    }
}

#[pymethods]
impl Game {
    #[doc = doc!("Game.name")]
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.game.kind().name()
    }

    #[doc = doc!("Game.numbers")]
    #[getter]
    fn numbers(&self) -> Vec<u32> {
        self.rules.game.numbers()
    }

    #[doc = doc!("Game.content")]
    #[getter]
    fn content(&self) -> Option<String> {
        self.rules.game.content()
    }

    #[doc = doc!("Game.players")]
    #[getter]
    fn players(&self) -> u32 {
        self.rules.game.kind().players()
    }

    #[doc = doc!("Game.num_actions")]
    #[getter]
    fn num_actions(&self) -> u32 {
        self.rules.game.action_count()
    }

    #[doc = doc!("Game.observation_shape")]
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let planes = &self.rules.planes;
        (planes.planes.len(), planes.rows, planes.cols)
    }

    #[doc = doc!("Game.planes")]
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.rules.planes.planes.iter().map(|plane| plane.name).collect()
    }

    #[doc = doc!("Game.action")]
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u32> {
        let text = r#move.cast::<PyString>().map_err(|_| wrong_type("a move as a str", r#move))?.to_cow()?;
        let action = self.rules.game.action_of(&text);
        action.ok_or_else(|| value(format!("expected a move of {}, found {text:?}", self.rules.game)))
    }

    #[doc = doc!("Game.move")]
    fn r#move(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let action = self.rules.read_action(action, "an action as an int")?;
        let text = self.rules.game.move_text(action);
        text.ok_or_else(|| value(format!("expected an action below {}, found {action}", self.num_actions())))
    }

    #[doc = doc!("Game.random_record")]
    #[pyo3(signature = (seed, number = 0))]
    fn random_record(
        &self,
        #[pyo3(from_py_with = int)] seed: i128,
        #[pyo3(from_py_with = int)] number: i128,
    ) -> PyResult<String> {
        let (seed, number) = (within("seed", seed, 0..=u64::MAX)?, within("number", number, 0..=u64::MAX)?);
        let mut line = String::new();
        self.rules.start.random_record(seed, number, &mut line);
        Ok(line)
    }

    fn __str__(&self) -> String {
        self.rules.game.to_string()
    }

    fn __repr__(&self) -> String {
        let numbers: Vec<String> = self.numbers().iter().map(u32::to_string).collect();
        match self.rules.game.kind().content() {
            None => format!("gridlaw.{}({})", self.name(), numbers.join(", ")),
            Some(_) => format!("<gridlaw.Game {}>", self.rules.game),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().rules.game == self.rules.game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.game.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let create = py.import("gridlaw._native")?.getattr("create")?;
        let content = self.content().unwrap_or_default();
        Ok((create, (PyString::new(py, self.name()), self.numbers(), PyBytes::new(py, content.as_bytes()))))
    }
}

/// The arguments of [`create`].
type Parts<'py> = (Bound<'py, PyString>, Vec<u32>, Bound<'py, PyBytes>);
