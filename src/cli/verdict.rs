//! `gridlaw verdict`: the oracle.

use std::io::{Read, Write};

use clap::Args;

use super::Failure;
use super::arguments::Chosen;
use crate::games::{Game, GameVisitor};
use crate::verdict::verdict_in_bulk;

/// The arguments beside the game: none.
#[derive(Clone, Copy, Debug, Args)]
pub struct VerdictArguments {}

struct Verdict<I, O> {
    input: I,
    output: O,
}

impl<I: Read, O: Write> GameVisitor for Verdict<I, O> {
    type Output = std::io::Result<()>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        verdict_in_bulk(game, self.input, self.output)
    }
}

/// Answers every game of the input.
///
/// # Errors
/// What reading or writing reports.
pub fn run(chosen: &Chosen<VerdictArguments>, input: impl Read, output: impl Write) -> Result<u8, Failure> {
    chosen.game.visit(chosen.engine(), Verdict { input, output })?;
    Ok(0)
}
