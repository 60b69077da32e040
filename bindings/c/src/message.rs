//! Texts about the library: the last message, and the version.

use std::ffi::c_char;

use crate::pointers::write_text;
use crate::status::{Status, guarded, keep_message, last_message};

/// Writes the message of the last function on this thread that returned a status other than
/// GRIDLAW_STATUS_OK, this one aside: one line of English for people, which may change from version
/// to version. Empty if there was none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_message(text: *mut c_char, capacity: usize, length: *mut usize) -> Status {
    let message = last_message();
    // SAFETY: the pointers are the caller's, as the header asks for them.
    let status = guarded(|| unsafe { write_text(&message, text, capacity, length) });
    // A caller whose room was too small asks for the same message again.
    keep_message(message);
    status
}

/// Writes the version of the linked library, in the form "1.2.3"; GRIDLAW_VERSION is that of the
/// header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridlaw_version(text: *mut c_char, capacity: usize, length: *mut usize) -> Status {
    // SAFETY: the pointers are the caller's, as the header asks for them.
    guarded(|| unsafe { write_text(env!("CARGO_PKG_VERSION"), text, capacity, length) })
}
