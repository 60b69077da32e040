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

#[doc = doc!("content_limit")]
#[pyfunction]
pub(crate) fn content_limit(kind: &str) -> PyResult<u64> {
    Ok(read_kind(kind)?.content().map_or(0, |content| content.limit))
}

fn read_kind(name: &str) -> PyResult<GameKind> {
    GameKind::from_name(name).ok_or_else(|| value(format!("expected a game, found {name:?}")))
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
    let kind = read_kind(kind)?;
    let (expected, found) = (kind.numbers().len(), numbers.len());
    if expected != found {
        return Err(value(GameError::Count { kind, expected, found }));
    }
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
    Game::new(game)
}

impl Game {
    /// A game, or a `MemoryError` for boards that do not fit the memory.
    pub(crate) fn new(game: AnyGame) -> PyResult<Game> {
        // The largest boards are those of Breakdown; its reference has a byte a cell.
        if game.kind() == GameKind::Breakdown {
            let mut sides = game.numbers().into_iter().take(2);
            check_memory(sides.try_fold(1_usize, |all, side| all.checked_mul(side as usize)))?;
        }
        let (start, planes) = (game.start(), game.planes());
        Ok(Game { rules: Arc::new(Rules { game, start, planes }) })
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
            Ok(found) => Err(value(format!("expected an action from 0 to {}, found {}", count - 1, text_of(found)))),
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
        text.ok_or_else(|| value(format!("expected an action from 0 to {}, found {action}", self.num_actions() - 1)))
    }

    #[doc = doc!("Game.map_action")]
    fn map_action(&self, action: &Bound<'_, PyAny>, #[pyo3(from_py_with = int)] symmetry: i128) -> PyResult<u32> {
        let action = self.rules.read_action(action, "an action as an int")?;
        let image = usize::try_from(symmetry).ok().and_then(|symmetry| self.rules.game.map_action(action, symmetry));
        let found = text_of(symmetry);
        image.ok_or_else(|| value(format!("expected a symmetry of {}, found {found}", self.rules.game)))
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

    fn __eq__(&self, other: &Game) -> bool {
        other.rules.game == self.rules.game
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
