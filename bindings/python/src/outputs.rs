//! The arrays into which lanes write, and their forms.

use std::ops::Range;

use law::batch::BatchOutcome;
use law::batching::AnyBatch;
use law::planes::PlanesMut;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arrays::Output;
use crate::errors::value;
use crate::game::Rules;

/// The form of observations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Cells,
    Bits,
    Floats,
    Nothing,
}

impl Form {
    pub(crate) const NAMES: [(Option<&'static str>, Form); 4] = [
        (Some("cells"), Form::Cells),
        (Some("bits"), Form::Bits),
        (Some("float32"), Form::Floats),
        (None, Form::Nothing),
    ];

    pub(crate) fn name(self) -> Option<&'static str> {
        Form::NAMES.iter().find(|(_, form)| *form == self).and_then(|(name, _)| *name)
    }
}

/// Observations in their form.
pub(crate) enum Seen {
    Bytes(Output<u8>, Form),
    Floats(Output<f32>),
    Nothing,
}

impl Seen {
    fn new(py: Python<'_>, rules: &Rules, lanes: usize, form: Form) -> PyResult<Seen> {
        let planes = &rules.planes;
        let shape = [lanes, planes.planes.len(), planes.rows, planes.cols];
        Ok(match form {
            Form::Nothing => Seen::Nothing,
            Form::Floats => Seen::Floats(Output::new(py, &shape)?),
            Form::Cells => Seen::Bytes(Output::new(py, &shape)?, form),
            Form::Bits => Seen::Bytes(Output::new(py, &[shape[0], shape[1], shape[2], planes.row_bytes()])?, form),
        })
    }

    fn bound(&self, array: &Bound<'_, PyAny>) -> PyResult<Seen> {
        match self {
            Seen::Bytes(output, form) => Ok(Seen::Bytes(output.bound(array, "observations")?, *form)),
            Seen::Floats(output) => Ok(Seen::Floats(output.bound(array, "observations")?)),
            Seen::Nothing => Err(value("these lanes have no observations to bind")),
        }
    }

    fn array(&self, py: Python<'_>) -> Py<PyAny> {
        match self {
            Seen::Bytes(output, _) => output.array(py),
            Seen::Floats(output) => output.array(py),
            Seen::Nothing => py.None(),
        }
    }

    fn memory(&self) -> Range<usize> {
        match self {
            Seen::Bytes(output, _) => output.memory(),
            Seen::Floats(output) => output.memory(),
            Seen::Nothing => 0..0,
        }
    }

    fn room(&mut self, py: Python<'_>) -> PyResult<Option<PlanesMut<'_>>> {
        Ok(match self {
            Seen::Bytes(output, Form::Bits) => Some(PlanesMut::Bits(output.elements(py)?)),
            Seen::Bytes(output, _) => Some(PlanesMut::Cells(output.elements(py)?)),
            Seen::Floats(output) => Some(PlanesMut::Floats(output.elements(py)?)),
            Seen::Nothing => None,
        })
    }
}

/// Masks of legal actions in their form.
pub(crate) enum Masks {
    Flags(Output<bool>),
    Bits(Output<u32>),
}

impl Masks {
    fn bound(&self, array: &Bound<'_, PyAny>) -> PyResult<Masks> {
        match self {
            Masks::Flags(output) => Ok(Masks::Flags(output.bound(array, "masks")?)),
            Masks::Bits(output) => Ok(Masks::Bits(output.bound(array, "masks")?)),
        }
    }

    fn memory(&self) -> Range<usize> {
        match self {
            Masks::Flags(output) => output.memory(),
            Masks::Bits(output) => output.memory(),
        }
    }

    fn array(&self, py: Python<'_>) -> Py<PyAny> {
        match self {
            Masks::Flags(output) => output.array(py),
            Masks::Bits(output) => output.array(py),
        }
    }
}

/// All arrays of some lanes, and the tuple of them that a step returns.
pub(crate) struct Outputs {
    seen: Seen,
    finals: Seen,
    masks: Masks,
    rewards: Output<f32>,
    terminated: Output<bool>,
    truncated: Output<bool>,
    outcomes: Output<u8>,
    sampled: Output<i32>,
    stepped: Py<PyTuple>,
}

/// Destination slices for everything that a step writes.
pub(crate) struct Room<'a> {
    seen: Option<PlanesMut<'a>>,
    pub(crate) finals: Option<PlanesMut<'a>>,
    flags: Option<&'a mut [u8]>,
    bits: Option<&'a mut [u32]>,
    rewards: &'a mut [f32],
    terminated: &'a mut [u8],
    truncated: &'a mut [u8],
    outcomes: &'a mut [u8],
}

impl Outputs {
    pub(crate) fn new(
        py: Python<'_>,
        rules: &Rules,
        lanes: usize,
        form: Form,
        packs_masks: bool,
        keeps_final: bool,
    ) -> PyResult<Outputs> {
        let actions = rules.game.action_count() as usize;
        let masks = match packs_masks {
            true => Masks::Bits(Output::new(py, &[lanes, actions.div_ceil(32)])?),
            false => Masks::Flags(Output::new(py, &[lanes, actions])?),
        };
        let mut outputs = Outputs {
            seen: Seen::new(py, rules, lanes, form)?,
            finals: Seen::new(py, rules, lanes, if keeps_final { form } else { Form::Nothing })?,
            masks,
            rewards: Output::new(py, &[lanes])?,
            terminated: Output::new(py, &[lanes])?,
            truncated: Output::new(py, &[lanes])?,
            outcomes: Output::new(py, &[lanes])?,
            sampled: Output::new(py, &[lanes])?,
            stepped: PyTuple::empty(py).unbind(),
        };
        outputs.gather(py)?;
        Ok(outputs)
    }

    /// Makes the tuple that a step returns.
    fn gather(&mut self, py: Python<'_>) -> PyResult<()> {
        let info = PyDict::new(py);
        info.set_item("outcome", self.outcomes.array(py))?;
        if !matches!(self.finals, Seen::Nothing) {
            info.set_item("final_obs", self.finals.array(py))?;
        }
        let parts = [
            self.seen.array(py),
            self.rewards.array(py),
            self.terminated.array(py),
            self.truncated.array(py),
            self.masks.array(py),
            info.into_any().unbind(),
        ];
        self.stepped = PyTuple::new(py, parts)?.unbind();
        Ok(())
    }

    /// Writes from now on into these arrays. On an error no array changes.
    pub(crate) fn bind(
        &mut self,
        py: Python<'_>,
        observation: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let seen = observation.map(|array| self.seen.bound(array)).transpose()?;
        let masks = mask.map(|array| self.masks.bound(array)).transpose()?;
        self.check_apart(seen.as_ref().unwrap_or(&self.seen), masks.as_ref().unwrap_or(&self.masks))?;
        if let Some(seen) = seen {
            self.seen = seen;
        }
        if let Some(masks) = masks {
            self.masks = masks;
        }
        self.gather(py)
    }

    /// Checks that no two arrays of a step share memory, with these observations and masks.
    fn check_apart(&self, seen: &Seen, masks: &Masks) -> PyResult<()> {
        let mut ranges = [
            seen.memory(),
            masks.memory(),
            self.finals.memory(),
            self.rewards.memory(),
            self.terminated.memory(),
            self.truncated.memory(),
            self.outcomes.memory(),
            self.sampled.memory(),
        ];
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        match ranges.windows(2).any(|pair| pair[0].end > pair[1].start) {
            true => Err(value("expected arrays of their own, found two that share memory")),
            false => Ok(()),
        }
    }

    pub(crate) fn stepped(&self, py: Python<'_>) -> Py<PyTuple> {
        self.stepped.clone_ref(py)
    }

    pub(crate) fn observation(&self, py: Python<'_>) -> Py<PyAny> {
        self.seen.array(py)
    }

    pub(crate) fn mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.array(py)
    }

    pub(crate) fn reward(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.array(py)
    }

    pub(crate) fn outcome(&self, py: Python<'_>) -> Py<PyAny> {
        self.outcomes.array(py)
    }

    pub(crate) fn sampled(&self, py: Python<'_>) -> Py<PyAny> {
        self.sampled.array(py)
    }

    pub(crate) fn sample_room(&mut self, py: Python<'_>) -> PyResult<&mut [i32]> {
        self.sampled.elements(py)
    }

    pub(crate) fn room(&mut self, py: Python<'_>) -> PyResult<Room<'_>> {
        let (flags, bits) = match &mut self.masks {
            Masks::Flags(output) => (Some(output.elements(py)?), None),
            Masks::Bits(output) => (None, Some(output.elements(py)?)),
        };
        Ok(Room {
            seen: self.seen.room(py)?,
            finals: self.finals.room(py)?,
            flags,
            bits,
            rewards: self.rewards.elements(py)?,
            terminated: self.terminated.elements(py)?,
            truncated: self.truncated.elements(py)?,
            outcomes: self.outcomes.elements(py)?,
        })
    }
}

impl Room<'_> {
    /// Writes everything that a step has changed; the packed masks are known.
    pub(crate) fn write(self, batch: &AnyBatch, masks: &[u32]) {
        if let Some(flags) = self.flags {
            batch.write_flags(masks, flags);
        }
        if let Some(bits) = self.bits {
            bits.copy_from_slice(masks);
        }
        self.rewards.copy_from_slice(batch.rewards());
        for (byte, &outcome) in self.outcomes.iter_mut().zip(batch.outcomes()) {
            *byte = outcome as u8;
        }
        for (flag, outcome) in self.terminated.iter_mut().zip(&*self.outcomes) {
            *flag = (1..=3).contains(outcome).into();
        }
        for (flag, outcome) in self.truncated.iter_mut().zip(&*self.outcomes) {
            *flag = (*outcome == BatchOutcome::Truncated as u8).into();
        }
        if let Some(seen) = self.seen {
            batch.observe_planes(seen);
        }
    }
}
