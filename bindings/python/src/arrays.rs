//! Memory for arrays, and arrays of callers, checked.

use std::alloc::{self, Layout};
use std::ops::Range;
use std::ptr::NonNull;

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::npyffi::{NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_WRITEABLE};
use numpy::{Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::value;

/// The alignment of memory, in bytes: a line of the cache, and the widest vector.
const ALIGNMENT: usize = 64;

// The arrays made from it keep it alive. No array owns it, so none can free or resize it.
#[doc = doc!("Memory")]
#[pyclass(frozen, module = "gridlaw._native")]
pub(crate) struct Memory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory belongs to this value alone until it is dropped. Its arrays order reads and
// writes, as all arrays of Python do.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(bytes: usize) -> PyResult<Memory> {
        let fault = || PyMemoryError::new_err(format!("cannot allocate {bytes} bytes"));
        let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT).map_err(|_| fault())?;
        // SAFETY: the layout is not empty.
        let start = NonNull::new(unsafe { alloc::alloc_zeroed(layout) }).ok_or_else(fault)?;
        Ok(Memory { start, layout })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and no array is left.
        unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) }
    }
}

/// The shape of an array, for messages.
fn text_of(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("({}{})", lengths.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// Checks the shape of an array, and that its elements lie one after the other.
pub(crate) fn check(array: &Bound<'_, PyUntypedArray>, what: &str, shape: &[usize]) -> PyResult<()> {
    if array.shape() != shape {
        let (expected, found) = (text_of(shape), text_of(array.shape()));
        return Err(value(format!("expected {what} of shape {expected}, found {found}")));
    }
    let flags = flags(array);
    if flags & NPY_ARRAY_C_CONTIGUOUS == 0 || flags & NPY_ARRAY_ALIGNED == 0 {
        return Err(value(format!(
            "expected {what} as a contiguous, aligned array: numpy.require(array, requirements=\"CA\") makes one"
        )));
    }
    Ok(())
}

fn flags(array: &Bound<'_, PyUntypedArray>) -> i32 {
    // SAFETY: the pointer is that of a live array.
    unsafe { (*array.as_array_ptr()).fields.flags }
}

/// A pointer to the first element.
fn start(array: &Bound<'_, PyUntypedArray>) -> *mut u8 {
    // SAFETY: as in `flags`.
    unsafe { (*array.as_array_ptr()).fields.data.cast() }
}

/// An array of any type, or a `TypeError`.
pub(crate) fn untyped<'a, 'py>(array: &'a Bound<'py, PyAny>, what: &str) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    array.cast().or_else(|_| {
        let found = array.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected {what} as a numpy array, found {found}")))
    })
}

/// A type of elements, and the type as which they are read and written: one of the same size of
/// which any bytes are a value. An array of numpy's bool may hold any bytes, and a `bool` only 0
/// and 1.
pub(crate) trait Stored: Element {
    type Any;
}

impl Stored for bool {
    type Any = u8;
}

macro_rules! stored_as_themselves {
    ($($number:ty),+) => {
        $(impl Stored for $number {
            type Any = $number;
        })+
    };
}
stored_as_themselves!(u8, u32, u64, i32, f32);

/// The elements of a caller's array.
///
/// The array must stay alive and unchanged while the slice is used.
pub(crate) fn elements<'a, T: Stored>(
    array: &'a Bound<'_, PyAny>,
    what: &str,
    shape: &[usize],
) -> PyResult<&'a [T::Any]> {
    let array = untyped(array, what)?;
    let expected = dtype::<T>(array.py());
    if !array.dtype().is_equiv_to(&expected) {
        return Err(PyTypeError::new_err(format!("expected {what} of {expected}, found {}", array.dtype())));
    }
    check(array, what, shape)?;
    // SAFETY: of this type, whose bytes are all values of `Any`, and of this shape, contiguous and
    // aligned, and alive with the argument.
    Ok(unsafe { std::slice::from_raw_parts(start(array).cast(), shape.iter().product()) })
}

/// Actions of a caller, in one of the accepted types.
#[derive(Clone, Copy)]
pub(crate) enum Actions<'a> {
    Int32(&'a [i32]),
    Int64(&'a [i64]),
    Uint8(&'a [u8]),
}

impl<'a> Actions<'a> {
    pub(crate) fn of(array: &'a Bound<'_, PyAny>, count: usize) -> PyResult<Actions<'a>> {
        let untyped = untyped(array, "actions")?;
        let found = untyped.dtype();
        let shape = [count];
        match (found.kind(), found.itemsize(), found.is_native_byteorder() != Some(false)) {
            (b'i', 4, true) | (b'i', 8, true) | (b'u', 1, true) => check(untyped, "actions", &shape)?,
            _ => {
                return Err(PyTypeError::new_err(format!("expected actions of int32, int64 or uint8, found {found}")));
            }
        }
        let start = start(untyped);
        // SAFETY: of these types and lengths, contiguous and aligned, and alive with the argument.
        Ok(unsafe {
            match (found.kind(), found.itemsize()) {
                (b'i', 4) => Actions::Int32(std::slice::from_raw_parts(start.cast(), count)),
                (b'i', _) => Actions::Int64(std::slice::from_raw_parts(start.cast(), count)),
                _ => Actions::Uint8(std::slice::from_raw_parts(start, count)),
            }
        })
    }
}

/// A new array with these elements.
pub(crate) fn copied<T: Stored<Any = T> + Copy>(py: Python<'_>, elements: &[T]) -> PyResult<Py<PyAny>> {
    let mut output = Output::<T>::new(py, &[elements.len()])?;
    output.elements(py)?.copy_from_slice(elements);
    Ok(output.array(py))
}

/// An array into which lanes write.
pub(crate) struct Output<T> {
    array: Py<PyArrayDyn<T>>,
    start: *mut T,
    shape: Vec<usize>,
}

// SAFETY: the pointer is the array's, which any thread may write to while lanes are borrowed.
unsafe impl<T> Send for Output<T> {}
// SAFETY: as above; a shared reference gives no access to the elements.
unsafe impl<T> Sync for Output<T> {}

impl<T: Stored> Output<T> {
    /// A new array of zeros.
    pub(crate) fn new(py: Python<'_>, shape: &[usize]) -> PyResult<Output<T>> {
        let elements = shape.iter().try_fold(1_usize, |all, &length| all.checked_mul(length));
        let bytes = elements.and_then(|elements| elements.checked_mul(size_of::<T>()));
        let fault = || PyMemoryError::new_err(format!("cannot allocate an array of shape {}", text_of(shape)));
        let memory = Memory::new(bytes.filter(|&bytes| isize::try_from(bytes).is_ok()).ok_or_else(fault)?)?;
        let start: *mut T = memory.start.as_ptr().cast();
        let memory = Bound::new(py, memory)?.into_any();
        // SAFETY: the memory is zeroed, aligned, as large as the shape, and stays where it is for
        // as long as the array, which holds it, is alive.
        let array = unsafe {
            let view = ArrayViewD::from_shape_ptr(IxDyn(shape), start.cast_const());
            PyArrayDyn::borrow_from_array(&view, memory)
        };
        Ok(Output { array: array.unbind(), start, shape: shape.to_vec() })
    }

    /// A caller's array that can stand in for this one.
    pub(crate) fn bound(&self, array: &Bound<'_, PyAny>, what: &str) -> PyResult<Output<T>> {
        elements::<T>(array, what, &self.shape)?;
        let untyped = untyped(array, what)?;
        if flags(untyped) & NPY_ARRAY_WRITEABLE == 0 {
            return Err(value(format!("expected {what} as an array to write to, found a read-only one")));
        }
        let own = array.cast::<PyArrayDyn<T>>()?.clone().unbind();
        Ok(Output { array: own, start: start(untyped).cast(), shape: self.shape.clone() })
    }

    pub(crate) fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py).into_any()
    }

    /// The addresses of its bytes.
    pub(crate) fn memory(&self) -> Range<usize> {
        let start = self.start.addr();
        start..start + self.shape.iter().product::<usize>() * size_of::<T>()
    }

    /// The elements, to be written.
    ///
    /// # Errors
    /// When the caller has replaced the memory of a bound array, or made it read-only.
    pub(crate) fn elements(&mut self, py: Python<'_>) -> PyResult<&mut [T::Any]> {
        let array = self.array.bind(py).as_untyped();
        let length: usize = self.shape.iter().product();
        if start(array).cast() != self.start || array.len() != length || flags(array) & NPY_ARRAY_WRITEABLE == 0 {
            return Err(value("an array that is bound has been resized or made read-only"));
        }
        // SAFETY: the array is alive and has these elements, contiguous and aligned, whose bytes
        // are all values of `Any`. Lanes give no two of them away at once, and no two share memory;
        // actions of a caller, which may, are copied before. Other threads of Python must order
        // their own accesses, as for every array.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.start.cast(), length) })
    }
}
