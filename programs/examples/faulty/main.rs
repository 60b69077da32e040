//! Programs with one planted fault each, which `gridlaw judge` must find: `faulty GAME FAULT [ARG
//! …]`.
//!
//! They are written as a stranger would write them, as plain loops over a table of characters, and
//! share nothing with the library. With the fault `none` they have no fault and pass.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::exit, reason = "these are programs, and simple ones")]

mod breakdown;
mod candy;
mod connect4;
mod fitz;
mod jump61;
mod misbehave;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, fault, rest @ ..] = &arguments[..] else {
        eprintln!("usage: faulty GAME FAULT [ARG ...]");
        return ExitCode::from(2);
    };
    let status = match game.as_str() {
        "breakdown" => breakdown::main(fault, rest),
        "fitz" => fitz::main(fault, rest),
        "jump61" => jump61::main(fault, rest),
        "connect4" => connect4::main(fault, rest),
        "candy" => candy::main(fault, rest),
        _ => {
            eprintln!("there is no such game");
            2
        }
    };
    ExitCode::from(status)
}
