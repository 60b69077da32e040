//! `Lanes`: thousands of games at once, as Python sees them.

use std::sync::Arc;

use law::AnyGame;
use law::batch::{BatchOutcome, NO_ACTION};
use law::batching::{AnyBatch, BatchError, BatchOptions, Reset};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{Actions, Output, copied, elements, untyped};
use crate::errors::{check_memory, value};
use crate::game::{Game, Rules};
use crate::numbers::{index, int, int_if_any, within};
use crate::outputs::{Form, Outputs};
use crate::position::Position;

/// The fewest lanes for which a call releases the global lock.
const MANY: usize = 256;

const RESETS: [(&str, Reset); 3] = [("same", Reset::SameStep), ("next", Reset::NextStep), ("never", Reset::Never)];

/// The options of lanes: rules of episodes, and forms of arrays.
#[derive(Clone, Copy)]
pub(crate) struct LanesOptions {
    batch: BatchOptions,
    form: Form,
    packs_masks: bool,
    keeps_final: bool,
}

impl LanesOptions {
    pub(crate) fn read(
        seed: u64,
        reset: &str,
        limit: u32,
        observation: Option<&str>,
        mask: &str,
        keeps_final: bool,
    ) -> PyResult<LanesOptions> {
        let fault =
            |what: &str, expected: &str, found: &str| value(format!("expected {what} of {expected}, found {found:?}"));
        let named = RESETS.iter().find(|(name, _)| *name == reset);
        let &(_, reset) = named.ok_or_else(|| fault("a reset", "\"same\", \"next\" or \"never\"", reset))?;
        let form = Form::NAMES.iter().find(|(name, _)| *name == observation);
        let &(_, form) = form.ok_or_else(|| {
            let found = observation.unwrap_or_default();
            fault("an observation", "\"cells\", \"bits\", \"float32\" or None", found)
        })?;
        let packs_masks = match mask {
            "flags" => false,
            "bits" => true,
            _ => return Err(fault("a mask", "\"flags\" or \"bits\"", mask)),
        };
        if keeps_final && form == Form::Nothing {
            return Err(value("keep_final needs an observation to keep"));
        }
        let batch = BatchOptions { seed, reset, limit, score_rewards: true, ..BatchOptions::default() };
        Ok(LanesOptions { batch, form, packs_masks, keeps_final })
    }

    fn reset_name(&self) -> &'static str {
        RESETS.iter().find(|(_, reset)| *reset == self.batch.reset).map_or("", |(name, _)| name)
    }
}

/// Calls `work`, without the global lock if there are many lanes.
fn detached<T: Send>(py: Python<'_>, lanes: usize, work: impl FnOnce() -> T + Send) -> T {
    if lanes >= MANY { py.detach(work) } else { work() }
}

#[doc = doc!("Lanes")]
#[pyclass(module = "gridlaw")]
pub(crate) struct Lanes {
    /// The games of which every episode draws one: the first is that of the lanes.
    pool: Vec<Arc<Rules>>,
    options: LanesOptions,
    batch: AnyBatch,
    /// Packed masks.
    masks: Vec<u32>,
    actions: Vec<u32>,
    outputs: Outputs,
    /// Whether every game is at the start of an episode, so that a reset without a seed has nothing
    /// to do.
    is_fresh: bool,
}

impl Lanes {
    pub(crate) fn new(py: Python<'_>, pool: Vec<Arc<Rules>>, lanes: usize, options: LanesOptions) -> PyResult<Lanes> {
        let rules = pool.first().ok_or_else(|| value("expected a pool of at least one game, found an empty one"))?;
        check_room(rules, lanes)?;
        let games: Vec<AnyGame> = pool.iter().map(|rules| rules.game.clone()).collect();
        let batch = AnyBatch::new(&games, lanes, options.batch).map_err(value)?;
        let (masks, actions) = (vec![0; lanes * batch.mask_words()], vec![0; lanes]);
        let outputs = Outputs::new(py, rules, lanes, options.form, options.packs_masks, options.keeps_final)?;
        let mut lanes = Lanes { pool, options, masks, actions, batch, outputs, is_fresh: true };
        lanes.show(py)?;
        Ok(lanes)
    }

    /// Writes all arrays for the current positions.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        check_room(&self.pool[0], 1)?;
        let room = self.outputs.room(py)?;
        let (batch, masks) = (&self.batch, &mut self.masks);
        detached(py, batch.games(), || {
            batch.legal(masks);
            room.write(batch, masks);
        });
        Ok(())
    }

    /// Plays one action in every game, and writes all arrays.
    fn play(&mut self, py: Python<'_>, actions: Option<Actions<'_>>) -> PyResult<Py<PyTuple>> {
        check_room(&self.pool[0], 1)?;
        let (batch, masks, own) = (&mut self.batch, &mut self.masks, &mut self.actions);
        // The caller's array may be one of those that the step writes, so it is read before they
        // are borrowed. A number that is not an action is illegal, as the largest one is.
        let is_random = actions.is_none();
        match actions {
            None => {}
            Some(Actions::Int32(actions)) => copy(own, actions, |action| action as u32),
            Some(Actions::Int64(actions)) => copy(own, actions, |action| u32::try_from(action).unwrap_or(NO_ACTION)),
            Some(Actions::Uint8(actions)) => copy(own, actions, u32::from),
        }
        let mut room = self.outputs.room(py)?;
        self.is_fresh = false;
        detached(py, batch.games(), || {
            if is_random {
                batch.sample(masks, own);
            }
            batch.step_keeping(own, Some(masks), room.finals.take());
            room.write(batch, masks);
        });
        Ok(self.outputs.stepped(py))
    }

    fn check_lane(&self, lane: isize) -> PyResult<usize> {
        let lanes = self.batch.games();
        let index = if lane < 0 { lane.checked_add_unsigned(lanes) } else { Some(lane) };
        let index = index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < lanes);
        index.ok_or_else(|| PyIndexError::new_err(format!("expected a lane below {lanes}, found {lane}")))
    }

    /// A `MemoryError` if the states of so many lanes, and a list of them, cannot be allocated.
    fn check_states(&self, lanes: usize) -> PyResult<()> {
        check_memory((self.batch.state_words() + 2).checked_mul(8 * (lanes + 1)))
    }

    /// Sets lanes to states, whose words come column by column. On an error no lane changes.
    fn set_states(&mut self, lanes: &[usize], states: &[u64]) -> PyResult<()> {
        let words = self.batch.state_words();
        let (mut column, mut before) = (vec![0; words], vec![0; words * lanes.len()]);
        for (&lane, before) in lanes.iter().zip(before.chunks_exact_mut(words)) {
            self.batch.write_state(lane, before);
        }
        for (index, &lane) in lanes.iter().enumerate() {
            for (word, row) in column.iter_mut().zip(states.chunks_exact(lanes.len())) {
                *word = row[index];
            }
            if let Err(error) = self.batch.read_state(lane, &column) {
                for (&lane, before) in lanes.iter().zip(before.chunks_exact(words)) {
                    self.batch.read_state(lane, before).expect("the state that the lane had");
                }
                return Err(value(format!("cannot load lane {lane}: {error}")));
            }
        }
        self.is_fresh = false;
        Ok(())
    }
}

/// A `MemoryError` if the library cannot allocate as much as lanes of a game need, or a part of
/// them.
fn check_room(rules: &Rules, lanes: usize) -> PyResult<()> {
    let actions = rules.game.action_count() as usize;
    let each = 512 + 2 * rules.planes.cells() + actions + 8 * rules.game.word_count();
    check_memory(each.checked_mul(lanes))
}

/// The same array with its elements one after the other, which columns of states are not.
fn contiguous<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    untyped(array, "states")?;
    array.py().import("numpy")?.call_method1("ascontiguousarray", (array,))
}

fn copy<T: Copy>(own: &mut [u32], actions: &[T], number: impl Fn(T) -> u32) {
    for (own, &action) in own.iter_mut().zip(actions) {
        *own = number(action);
    }
}

/// The method of a game that makes lanes.
#[pymethods]
impl Game {
    #[doc = doc!("Game.lanes")]
    #[pyo3(
        signature = (
            lanes, seed = 0, reset = "same", limit = 400, observation = Some("cells"), mask = "flags", *,
            keep_final = false, pool = None
        ),
        text_signature = "($self, lanes, seed=0, reset='same', limit=400, observation='cells', mask='flags', *, \
                          keep_final=False, pool=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn lanes(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = int)] lanes: i128,
        #[pyo3(from_py_with = int)] seed: i128,
        reset: &str,
        #[pyo3(from_py_with = int)] limit: i128,
        observation: Option<&str>,
        mask: &str,
        keep_final: bool,
        pool: Option<Vec<Bound<'_, Game>>>,
    ) -> PyResult<Lanes> {
        let lanes = within("lanes", lanes, 0..=usize::MAX)?;
        let (seed, limit) = (within("seed", seed, 0..=u64::MAX)?, within("limit", limit, 1..=u32::MAX)?);
        let options = LanesOptions::read(seed, reset, limit, observation, mask, keep_final)?;
        let pool = match pool {
            None => vec![Arc::clone(&self.rules)],
            Some(pool) => pool.iter().map(|game| Arc::clone(&game.get().rules)).collect(),
        };
        let own = &self.rules;
        let is_like = |rules: &&Arc<Rules>| {
            let game = &rules.game;
            game.kind() == own.game.kind() && game.numbers() == own.game.numbers() && rules.planes == own.planes
        };
        if let Some(other) = pool.iter().find(|rules| !is_like(rules)) {
            return Err(value(BatchError::unlike(&own.game, &other.game)));
        }
        Lanes::new(py, pool, lanes, options)
    }
}

#[pymethods]
impl Lanes {
    #[doc = doc!("Lanes.game")]
    #[getter]
    fn game(&self) -> Game {
        Game { rules: Arc::clone(&self.pool[0]) }
    }

    #[doc = doc!("Lanes.pool")]
    #[getter]
    fn pool(&self) -> Vec<Game> {
        self.pool.iter().map(|rules| Game { rules: Arc::clone(rules) }).collect()
    }

    #[doc = doc!("Lanes.num_lanes")]
    #[getter]
    fn num_lanes(&self) -> usize {
        self.batch.games()
    }

    fn __len__(&self) -> usize {
        self.batch.games()
    }

    #[doc = doc!("Lanes.observation")]
    #[getter]
    fn observation(&self, py: Python<'_>) -> Py<PyAny> {
        self.outputs.observation(py)
    }

    #[doc = doc!("Lanes.mask")]
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.outputs.mask(py)
    }

    #[doc = doc!("Lanes.reward")]
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyAny> {
        self.outputs.reward(py)
    }

    #[doc = doc!("Lanes.outcome")]
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Py<PyAny> {
        self.outputs.outcome(py)
    }

    #[doc = doc!("Lanes.turn")]
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        copied(py, self.batch.turns())
    }

    #[doc = doc!("Lanes.plies")]
    #[getter]
    fn plies(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        copied(py, self.batch.plies())
    }

    #[doc = doc!("Lanes.reset")]
    #[pyo3(signature = (mask = None, *, seed = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = int_if_any)] seed: Option<i128>,
    ) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let seed = seed.map(|seed| within("seed", seed, 0..=u64::MAX)).transpose()?;
        let which: Option<Vec<bool>> = match mask {
            Some(mask) => {
                let bytes = elements::<bool>(mask, "a reset mask", &[self.batch.games()])?;
                Some(bytes.iter().map(|&byte| byte != 0).collect())
            }
            None => None,
        };
        match (seed, which.as_deref()) {
            (Some(_), Some(_)) => return Err(value("expected a mask or a seed, found both")),
            (Some(seed), None) => {
                self.batch.reseed(seed);
                self.options.batch.seed = seed;
            }
            (None, _) if self.is_fresh => {}
            (None, which) => self.batch.reset(which),
        }
        self.is_fresh |= mask.is_none();
        self.show(py)?;
        Ok((self.outputs.observation(py), self.outputs.mask(py)))
    }

    #[doc = doc!("Lanes.step")]
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyTuple>> {
        let actions = Actions::of(actions, self.batch.games())?;
        self.play(py, Some(actions))
    }

    #[doc = doc!("Lanes.step_random")]
    fn step_random(&mut self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.play(py, None)
    }

    #[doc = doc!("Lanes.sample")]
    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let out = self.outputs.sample_room(py)?;
        let (batch, masks, actions) = (&mut self.batch, &self.masks, &mut self.actions);
        self.is_fresh = false;
        detached(py, batch.games(), || {
            batch.sample(masks, actions);
            for (out, &action) in out.iter_mut().zip(&*actions) {
                *out = action as i32;
            }
        });
        Ok(self.outputs.sampled(py))
    }

    #[doc = doc!("Lanes.playout")]
    #[pyo3(signature = (limit = 400))]
    fn playout(&mut self, py: Python<'_>, #[pyo3(from_py_with = int)] limit: i128) -> PyResult<Py<PyAny>> {
        let limit = within("limit", limit, 0..=u32::MAX)?;
        let batch = &mut self.batch;
        check_room(&self.pool[0], batch.games())?;
        self.is_fresh = false;
        let outcomes: Vec<u8> = detached(py, batch.games(), || {
            let mut outcomes = vec![BatchOutcome::InProgress; batch.games()];
            batch.playout(limit, &mut outcomes);
            outcomes.into_iter().map(|outcome| outcome as u8).collect()
        });
        copied(py, &outcomes)
    }

    #[doc = doc!("Lanes.state")]
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (batch, lanes) = (&self.batch, self.batch.games());
        let words = batch.state_words();
        let mut output = Output::<u64>::new(py, &[words, lanes])?;
        check_room(&self.pool[0], 1)?;
        let states = output.elements(py)?;
        detached(py, lanes, || {
            let mut column = vec![0; words];
            for lane in 0..lanes {
                batch.write_state(lane, &mut column);
                for (row, &word) in column.iter().enumerate() {
                    states[row * lanes + lane] = word;
                }
            }
        });
        Ok(output.array(py))
    }

    #[setter]
    fn set_state(&mut self, py: Python<'_>, states: &Bound<'_, PyAny>) -> PyResult<()> {
        let lanes = self.batch.games();
        let states = contiguous(states)?;
        let states = elements::<u64>(&states, "states", &[self.batch.state_words(), lanes])?;
        self.check_states(lanes)?;
        let all: Vec<usize> = (0..lanes).collect();
        self.set_states(&all, states)?;
        self.show(py)
    }

    #[doc = doc!("Lanes.load")]
    fn load(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = index)] indices: Vec<isize>,
        states: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let states = contiguous(states)?;
        let states = elements::<u64>(&states, "states", &[self.batch.state_words(), indices.len()])?;
        self.check_states(indices.len())?;
        let lanes = indices.iter().map(|&lane| self.check_lane(lane)).collect::<PyResult<Vec<usize>>>()?;
        self.set_states(&lanes, states)?;
        self.show(py)
    }

    #[doc = doc!("Lanes.bind")]
    #[pyo3(signature = (*, observation = None, mask = None))]
    fn bind(
        &mut self,
        py: Python<'_>,
        observation: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.outputs.bind(py, observation, mask)?;
        self.show(py)
    }

    #[doc = doc!("Lanes.position")]
    fn position(&self, #[pyo3(from_py_with = index)] lane: isize) -> PyResult<Position> {
        let lane = self.check_lane(lane)?;
        let playing = self.batch.playing(lane);
        let game = playing.game();
        let rules = self.pool.iter().find(|rules| rules.game == game).expect("a game of the pool");
        Ok(Position { rules: Arc::clone(rules), playing })
    }

    fn __repr__(&self) -> String {
        format!(
            "<gridlaw.Lanes {} of {}, reset {:?}>",
            self.batch.games(),
            self.pool[0].game,
            self.options.reset_name()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let restore = py.import("gridlaw._native")?.getattr("restore_lanes")?;
        let lanes = slf.try_borrow()?;
        let LanesOptions { batch, form, packs_masks, keeps_final } = lanes.options;
        let mask = if packs_masks { "bits" } else { "flags" };
        let options = (batch.seed, lanes.options.reset_name(), batch.limit, form.name(), mask, keeps_final);
        let parts = (lanes.pool(), lanes.batch.games(), options, lanes.state(py)?, lanes.is_fresh, lanes.reward(py));
        Ok((restore, parts.into_pyobject(py)?))
    }
}

#[doc = doc!("restore_lanes")]
#[pyfunction]
#[pyo3(signature = (pool, lanes, options, state, is_fresh, reward = None))]
pub(crate) fn restore_lanes(
    py: Python<'_>,
    pool: Vec<Bound<'_, Game>>,
    lanes: usize,
    options: (u64, String, u32, Option<String>, String, bool),
    state: &Bound<'_, PyAny>,
    is_fresh: bool,
    reward: Option<&Bound<'_, PyAny>>,
) -> PyResult<Lanes> {
    let (seed, reset, limit, observation, mask, keep_final) = options;
    let options = LanesOptions::read(seed, &reset, limit, observation.as_deref(), &mask, keep_final)?;
    let pool = pool.iter().map(|game| Arc::clone(&game.get().rules)).collect();
    let mut lanes = Lanes::new(py, pool, lanes, options)?;
    lanes.set_state(py, state)?;
    lanes.is_fresh = is_fresh;
    // A state has no rewards, and pickles of earlier versions have none.
    if let Some(reward) = reward {
        lanes.batch.set_rewards(elements::<f32>(reward, "rewards", &[lanes.batch.games()])?);
        lanes.show(py)?;
    }
    Ok(lanes)
}
