//! `play`: Breakdown for two people at one keyboard, as the document has it.

use std::io;
use std::process::ExitCode;

use gridlaw::console::Console;
use gridlaw_programs::{self as programs, commands::play::PlayArguments};

fn main() -> ExitCode {
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    programs::run(|arguments: PlayArguments| arguments.run(&mut console))
}
