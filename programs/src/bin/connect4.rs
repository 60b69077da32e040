//! `connect4`: Connect4 from four sides, for people and bots, as the document has it.

use std::io;
use std::process::ExitCode;

use gridlaw::console::Console;
use gridlaw_programs::{self as programs, commands::connect4::Connect4Program};

fn main() -> ExitCode {
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    programs::run(|program: Connect4Program| program.run(&mut console))
}
