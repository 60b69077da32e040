//! `candy`: swap, explode, settle; and `candy new`, which makes games.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use gridlaw::console::Console;
use gridlaw::games::candy::session::Show;
use gridlaw_programs::{self as programs, commands::candy::CandyArguments};

/// Chooses the display by the kind of output: a terminal, with colors or without, or a pipe.
fn show() -> Show {
    let unadorned = programs::no_color() || env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    match (io::stdout().is_terminal(), unadorned) {
        (false, _) => Show::Answers,
        (true, true) => Show::Plain,
        (true, false) => Show::Colors { pause: Duration::from_millis(200) },
    }
}

fn main() -> ExitCode {
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stderr());
    programs::run(|arguments: CandyArguments| arguments.run(show(), &mut console))
}
