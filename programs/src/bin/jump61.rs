//! `jump61`: spots that jump, for two people, a person and the program, or the program alone, as
//! the document has it.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::Parser;
use gridlaw::console::Console;
use gridlaw::games::jump61::session::Options;
use gridlaw_programs::{
    self as programs,
    commands::jump61::{Jump61Program, Painter},
};

fn main() -> ExitCode {
    let program = match Jump61Program::try_parse() {
        Ok(program) => program,
        Err(error) => {
            // Help or misuse. An error of this write cannot be reported. The status is always 0
            // (ruling J4).
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    // The standard library's own source of keys is as random as a game needs.
    let seed = RandomState::new().hash_one(0);
    let options = Options { prompt: io::stdin().is_terminal(), seed, ..Options::default() };
    let painter = Painter { animate: io::stdout().is_terminal(), colors: !programs::no_color() };
    // Sequences go wherever the board goes; old terminals of Windows take colors by calls.
    let output = AutoStream::always(io::stdout().lock());
    let mut console = Console::new(io::stdin().lock(), output, io::stderr());
    programs::exit::<Jump61Program>(program.run(options, painter, &mut console))
}
