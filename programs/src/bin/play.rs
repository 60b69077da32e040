//! `play`: Breakdown for two people at one keyboard, as the document has it.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use gridlaw::console::Console;
use gridlaw_programs::{self as programs, commands::play::PlayArguments};

fn main() -> ExitCode {
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    programs::exit::<PlayArguments>(PlayArguments::parse().run(&mut console))
}
