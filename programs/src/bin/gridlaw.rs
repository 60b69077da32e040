//! `gridlaw`: the law of five grid games as a rules oracle on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    gridlaw_programs::command_line::run(std::env::args_os()).into()
}
