//! `fitz`: tiles that must fit, for people and automatic players, as the document has it.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use gridlaw::console::Console;
use gridlaw_programs::{self as programs, Failure};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    programs::finish(programs::commands::fitz::run(&arguments, &mut console).map_err(Failure::Io))
}
