//! The texts that the library tells about itself: the last message, and its version.

use std::ffi::c_char;

use crate::pointers::write_text;
use crate::status::{Status, guarded, last_message};

/// Writes what went wrong when a function last returned something other than GRIDLAW_STATUS_OK on
/// this thread: one line of English for people, which may change from version to version. Empty
/// when nothing has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_message(text: *mut c_char, capacity: usize, length: *mut usize) -> Status {
    let message = last_message();
    // SAFETY: the pointers are the caller's, as the header asks for them.
    guarded(|| unsafe { write_text(&message, text, capacity, length) })
}

/// Writes the version of the library that is linked, in the form "1.2.3"; GRIDLAW_VERSION is that
/// of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_version(text: *mut c_char, capacity: usize, length: *mut usize) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    guarded(|| unsafe { write_text(env!("CARGO_PKG_VERSION"), text, capacity, length) })
}
