//! No input makes the program `fitz` panic, and both engines show and save the same.

#![no_main]

#[path = "../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::run(properties::fitz::session_never_panics, data));
