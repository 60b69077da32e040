//! [`Heading`]: what was judged; and the commands that show a counterexample again.

use std::path::Path;

use crate::judge::judgement::Counterexample;
use crate::judge::template::{printf, quoted};

/// What was judged, and with what arguments.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The command as it was typed, with its placeholders.
    pub command: String,
    /// The game that was asked for.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The command that finds the same counterexample again.
    pub again: String,
}

/// The moves of a counterexample, or `none`.
pub(super) fn moves(found: &Counterexample) -> &str {
    if found.record.moves.is_empty() { "none" } else { &found.record.moves }
}

/// The command that writes a file of the counterexample.
pub(super) fn file(path: &Path, bytes: &[u8]) -> String {
    let directory = path.parent().map(|directory| directory.to_string_lossy()).unwrap_or_default();
    format!("mkdir -p {}; {} > {}", quoted(&directory), printf(bytes), quoted(&path.to_string_lossy()))
}

/// The command that plays the counterexample with the program.
pub(super) fn program(found: &Counterexample) -> String {
    format!("{} | {}", printf(&found.input), found.command)
}

/// The command that asks the law about the counterexample, if `gridlaw verdict` can read it.
pub(super) fn law(found: &Counterexample) -> Option<String> {
    let record = &found.record;
    record.verdict.then(|| format!("echo {} | gridlaw verdict {}", quoted(&record.moves), record.game))
}
