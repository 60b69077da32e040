//! `gridlaw-elsewhere KIND BULK GAMES`: plays games and prints their plies; without arguments, the
//! names of the games. `run` counts its instructions.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Result<Vec<u32>, _> = env::args().skip(1).map(|argument| argument.parse()).collect();
    match arguments.as_deref() {
        Ok([]) => println!("{}", gridlaw_elsewhere::names().join(" ")),
        Ok(&[kind, bulk, games]) => println!("{}", gridlaw_elsewhere::plies(kind, bulk != 0, games)),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}
