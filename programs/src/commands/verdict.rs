//! `gridlaw verdict`: the oracle.

use std::io::{Read, Write};

use clap::Args;

use crate::arguments::Chosen;
use crate::{Failure, workers};
use gridlaw::games::{Game, GameVisitor};
use gridlaw::verdict::verdict_in_bulk;

/// The arguments beside the game: none.
#[derive(Clone, Copy, Debug, Args)]
pub struct VerdictArguments {}

struct Verdict<'a> {
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
}

impl GameVisitor for Verdict<'_> {
    type Output = std::io::Result<()>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        verdict_in_bulk(game, self.input, self.output, &workers())
    }
}

/// Answers every game of the input.
///
/// # Errors
/// What reading or writing reports.
pub fn run(chosen: &Chosen<VerdictArguments>, input: &mut dyn Read, output: &mut dyn Write) -> Result<u8, Failure> {
    chosen.game.visit(chosen.engine(), Verdict { input, output })?;
    Ok(0)
}
