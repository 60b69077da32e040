//! `fitz`: tiles that must fit, for people and automatic players, as the document has it.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use gridlaw::cli::{self, Failure};
use gridlaw::console::Console;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    cli::finish(cli::fitz::run(&arguments, &mut console).map_err(Failure::Io))
}
