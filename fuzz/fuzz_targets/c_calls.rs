//! The functions of the C library, called in any order by `bindings/c/tests/c/calls.c`, keep what
//! the header promises. Built with AddressSanitizer and the feature `c`, as `.ci/fuzz` does.

#![no_main]

// It exports the functions that the C program calls.
use gridlaw_fuzz_c as _;

unsafe extern "C" {
    fn gridlaw_calls(data: *const u8, size: usize);
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // SAFETY: the program reads at most `size` bytes.
    unsafe { gridlaw_calls(data.as_ptr(), data.len()) }
});
