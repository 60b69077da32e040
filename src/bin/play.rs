//! `play`: Breakdown for two people at one keyboard, as the document has it.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use gridlaw::cli::{self, play::PlayArguments};
use gridlaw::console::Console;

fn main() -> ExitCode {
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    cli::exit::<PlayArguments>(PlayArguments::parse().run(&mut console))
}
