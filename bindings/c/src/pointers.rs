//! Pointers from C, checked as far as they can be: not null, aligned, no array longer than memory,
//! no overlap.
//!
//! The caller must ensure that their targets exist and that no other thread uses them during the
//! call.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

use crate::status::{Fault, Status};

/// # Safety
/// A pointer that is neither null nor misaligned points to a `T` that nobody writes during `'a`.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Fault> {
    check(pointer, name)?;
    // SAFETY: checked for null and alignment; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// # Safety
/// A pointer that is neither null nor misaligned points to a `T` that nobody else uses during `'a`.
pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Fault> {
    check(pointer, name)?;
    // SAFETY: checked for null and alignment; the rest is the caller's promise.
    Ok(unsafe { &mut *pointer })
}

/// A place for a result; its old contents do not matter.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to room for a `T` that nobody else uses
/// during `'a`.
pub(crate) unsafe fn out<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut MaybeUninit<T>, Fault> {
    // SAFETY: room for a `T` is a `MaybeUninit<T>`.
    unsafe { exclusive(pointer.cast(), name) }
}

/// # Safety
/// As for [`shared`], for `length` elements. If `length` is 0 the pointer may be null.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<&'a [T], Fault> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    check_bytes::<T>(length, name)?;
    // SAFETY: checked for null, alignment and size; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// # Safety
/// As for [`exclusive`], for `length` elements. If `length` is 0 the pointer may be null. `T` is an
/// integer or a float, so that any bytes of the caller's memory are a value.
pub(crate) unsafe fn array_mut<'a, T>(pointer: *mut T, length: usize, name: &str) -> Result<&'a mut [T], Fault> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(pointer, name)?;
    check_bytes::<T>(length, name)?;
    // SAFETY: checked for null, alignment and size; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// A text that ends with a NUL.
///
/// # Safety
/// A pointer that is not null points to bytes with a NUL among them that nobody writes during `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Fault> {
    check(pointer, name)?;
    // SAFETY: not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| {
        Fault::new(
            Status::Text,
            format!("expected `{name}` in UTF-8, found another byte after {} bytes", error.valid_up_to()),
        )
    })
}

/// Copies a text to the caller, with a NUL behind it, as the header says under *Texts*.
///
/// # Safety
/// As for [`write_array`].
pub(crate) unsafe fn write_text(
    text: &str,
    target: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Result<(), Fault> {
    let bytes = [text.as_bytes(), &[0]].concat();
    // SAFETY: every byte is one of C's `char` too; the rest is the caller's promise.
    unsafe { write_array(&bytes, text.len(), target.cast(), capacity, length, "text") }
}

/// Copies an array to the caller, as [`room`] says.
///
/// # Safety
/// As for [`room`].
pub(crate) unsafe fn write_array<T: Copy>(
    array: &[T],
    told: usize,
    target: *mut T,
    capacity: usize,
    length: *mut usize,
    name: &str,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    if let Some(room) = unsafe { room(array.len(), told, target, capacity, length, name) }? {
        room.copy_from_slice(array);
    }
    Ok(())
}

/// Returns the first `needed` elements of the caller's array, and writes the length `told` to
/// `length` even if there is not enough room. Returns `None` if the caller asks only for the
/// length.
///
/// # Safety
/// `target` as for [`array_mut`]; `length` as for [`out`], but null will do.
pub(crate) unsafe fn room<'a, T>(
    needed: usize,
    told: usize,
    target: *mut T,
    capacity: usize,
    length: *mut usize,
    name: &str,
) -> Result<Option<&'a mut [T]>, Fault> {
    check_bytes::<T>(capacity, name)?;
    if !length.is_null() {
        check_apart((target.addr(), capacity * size_of::<T>()), &[(length.addr(), size_of::<usize>())])?;
    }
    // SAFETY: the caller's promise.
    let target = unsafe { array_mut(target, capacity, name) }?;
    if !length.is_null() {
        // SAFETY: the caller's promise.
        unsafe { out(length, "length") }?.write(told);
    }
    match target.get_mut(..needed) {
        Some(room) => Ok(Some(room)),
        None if capacity == 0 && !length.is_null() => Ok(None),
        None => {
            let message = format!("expected room for {needed} elements in `{name}`, found room for {capacity}");
            Err(Fault::new(Status::Length, message))
        }
    }
}

/// Refuses an array that is written if it overlaps another. Each is given as its first byte and its
/// number of bytes.
pub(crate) fn check_apart((one, size): (usize, usize), others: &[(usize, usize)]) -> Result<(), Fault> {
    let overlaps = |&(other, other_size): &(usize, usize)| match other.checked_sub(one) {
        _ if size == 0 || other_size == 0 => false,
        Some(gap) => gap < size,
        None => one - other < other_size,
    };
    match others.iter().any(overlaps) {
        true => Err(Fault::new(Status::Pointer, "expected arrays with memory of their own, found two that overlap")),
        false => Ok(()),
    }
}

fn check<T>(pointer: *const T, name: &str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::new(Status::Pointer, format!("expected a pointer `{name}`, found null")));
    }
    if !pointer.is_aligned() {
        return Err(Fault::new(
            Status::Pointer,
            format!("expected `{name}` aligned to {} bytes, found {pointer:p}", align_of::<T>()),
        ));
    }
    Ok(())
}

fn check_bytes<T>(length: usize, name: &str) -> Result<(), Fault> {
    match length.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(Fault::new(
            Status::Length,
            format!("expected `{name}` within the address space, found {length} elements"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_misaligned_and_endless_arrays_are_refused() {
        let words = [1_u32, 2];
        let askew = words.as_ptr().cast::<u8>().wrapping_add(1).cast::<u32>();
        // SAFETY: the two words are there, and refused pointers are not followed.
        unsafe {
            assert_eq!(array(words.as_ptr(), 2, "words").unwrap(), words);
            assert!(array::<u32>(std::ptr::null(), 0, "words").unwrap().is_empty());
            assert_eq!(
                array::<u32>(std::ptr::null(), 1, "words").unwrap_err().to_string(),
                "expected a pointer `words`, found null"
            );
            assert!(array(askew, 1, "words").unwrap_err().to_string().contains("aligned to 4 bytes"));
            assert!(array(words.as_ptr(), usize::MAX, "words").unwrap_err().to_string().contains("address space"));
            assert!(array(words.as_ptr(), usize::MAX / 4, "words").is_err());
        }
    }

    #[test]
    fn texts_are_written_whole_or_not_at_all() {
        let mut room = [7_u8; 6];
        let mut length = 0;
        let mut write = |text: &str, capacity| {
            // SAFETY: six bytes are there.
            let done = unsafe { write_text(text, room.as_mut_ptr().cast(), capacity, &raw mut length) };
            (done.is_ok(), length, room)
        };
        assert_eq!(write("abc", 3), (false, 3, [7; 6]));
        assert_eq!(write("abc", 0), (true, 3, [7; 6]));
        assert_eq!(write("abc", 4), (true, 3, [b'a', b'b', b'c', 0, 7, 7]));
        assert_eq!(write("", 1), (true, 0, [0, b'b', b'c', 0, 7, 7]));
    }

    #[test]
    fn an_array_that_is_written_lies_apart() {
        assert!(check_apart((108, 4), &[(100, 8), (112, 10)]).is_ok());
        assert!(check_apart((107, 4), &[(100, 8)]).is_err());
        assert!(check_apart((100, 8), &[(300, 8), (99, 2)]).is_err());
        assert!(check_apart((100, 0), &[(100, 2)]).is_ok());
        assert!(check_apart((usize::MAX, 9), &[(usize::MAX - 1, 9)]).is_err());
    }
}
