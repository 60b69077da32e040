//! The program `fitz`.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use crate::files::replace;
use gridlaw::console::Console;
use gridlaw::games::fitz::program;

/// Runs the program with its arguments, without its own name, and returns its exit status.
///
/// # Errors
/// Any error of reading the input or writing to the console.
pub fn run(arguments: &[OsString], console: &mut Console<impl BufRead, impl Write, impl Write>) -> io::Result<u8> {
    program::run(arguments, |path, contents| replace(&path_of(path)?, contents), console)
}

/// The path of bytes that were typed, which on Unix need not be text.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;

    Ok(std::ffi::OsStr::from_bytes(bytes).into())
}

/// The path of bytes that were typed, which must be text.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> io::Result<PathBuf> {
    core::str::from_utf8(bytes).map(Into::into).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}
