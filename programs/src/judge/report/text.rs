//! The report as text.

use std::io::{self, Write};

use super::again::{self, Heading};
use crate::judge::difference::SideBySide;
use crate::judge::judgement::{Counterexample, Judgement};
use crate::judge::template::quoted;

/// Writes the report for a terminal.
///
/// # Errors
/// Any error of writing.
pub fn write_text(judgement: &Judgement, heading: &Heading, output: &mut dyn Write) -> io::Result<()> {
    let seconds = judgement.elapsed.as_secs_f64();
    let Judgement { games, coverage, counterexample, .. } = judgement;
    if let Some(found) = counterexample {
        write_counterexample(found, heading, output)?;
        return writeln!(output, "\n1 difference, found in {games} games and {seconds:.1} s.");
    }
    writeln!(output, "How often each rule was tried:\n\n{coverage}")?;
    let speed = *games as f64 / seconds.max(1e-9);
    writeln!(output, "No difference in {games} games: {seconds:.1} s, {speed:.0} games a second.")
}

/// Lines of the program's errors that are shown.
const ERRORS: usize = 12;

/// The longest file, in bytes, that is shown as a command that writes it.
const LONGEST_FILE: usize = 4000;

fn write_counterexample(found: &Counterexample, heading: &Heading, output: &mut dyn Write) -> io::Result<()> {
    let Counterexample { number, turns, difference, record, errors, .. } = found;
    let seed = heading.seed;
    writeln!(
        output,
        "A difference in game {number} of seed {seed}, made short: {} of {} turns.\n",
        turns[1], turns[0]
    )?;
    writeln!(output, "game     {}", record.game)?;
    writeln!(output, "moves    {}", again::moves(found))?;
    writeln!(output, "rule     {}", difference.clause)?;
    writeln!(output, "wrong    {}\n", difference.what)?;
    writeln!(output, "{}", SideBySide(difference))?;
    if !errors.is_empty() {
        writeln!(output, "the program's errors:\n")?;
        errors.lines().take(ERRORS).try_for_each(|line| writeln!(output, "  {}", line.escape_debug()))?;
        writeln!(output)?;
    }
    for (path, bytes) in &record.files {
        if bytes.len() > LONGEST_FILE {
            let (path, length) = (quoted(&path.to_string_lossy()), bytes.len());
            writeln!(output, "a file            {path}: {length} bytes, which `--report FILE` shows")?;
        } else {
            writeln!(output, "a file            {}", again::file(path, bytes))?;
        }
    }
    writeln!(output, "the program       {}", again::program(found))?;
    if let Some(law) = again::law(found) {
        writeln!(output, "the law           {law}")?;
    }
    writeln!(output, "found again by    {}", heading.again)
}
