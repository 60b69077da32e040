//! The report as text.

use std::io::{self, Write};

use super::words::{source, tries};
use crate::code::Code;
use crate::difference::{SideBySide, harmless};
use crate::marks::{Counterexample, Mark, MarkResult, Marks};

/// Lines of the program's errors that are shown.
const ERRORS: usize = 12;

/// The longest file, in bytes, that is shown.
const LONGEST_FILE: usize = 2000;

/// Writes the report for a terminal: a line that sums up, each failure and note with its shortest
/// game, and a line a clause.
///
/// # Errors
/// Any error of writing.
pub fn write_text(marks: &Marks, output: &mut dyn Write) -> io::Result<()> {
    let seconds = marks.run.elapsed.as_secs_f64();
    let code = marks.code.map_or("judge error", Code::name);
    writeln!(output, "{}: {code}: {} ({}, {seconds:.1} s)", marks.game, marks.summary(), tries(marks))?;
    if let Some(error) = &marks.run.error {
        writeln!(output, "judge error: {error}")?;
    }
    marks.run.remarks.iter().try_for_each(|remark| writeln!(output, "{remark}"))?;
    for result in [MarkResult::Fail, MarkResult::Note] {
        for mark in marks.clauses.iter().filter(|mark| mark.result == result) {
            write_failure(mark, output)?;
        }
    }
    writeln!(output)?;
    let widest = marks.clauses.iter().map(|mark| mark.clause.len()).max().unwrap_or(0);
    for mark in &marks.clauses {
        let (result, clause) = (mark.result.name(), &mark.clause);
        writeln!(output, "{result:11} {:>8}  {clause:widest$}  {}", mark.tried, mark.title)?;
        if let Some(by) = &mark.blocked_by {
            writeln!(output, "{:11} {:>8}  {:widest$}  blocked by: {by}", "", "", "")?;
        }
    }
    Ok(())
}

fn write_failure(mark: &Mark, output: &mut dyn Write) -> io::Result<()> {
    let code = mark.code.map(|code| format!(" [{}]", code.name())).unwrap_or_default();
    writeln!(output, "\n{}  {}{code}", mark.result.name().to_uppercase(), mark.title)?;
    writeln!(output, "  \u{201c}{}\u{201d} ({})", mark.quote, source(mark))?;
    let Some(found) = &mark.counterexample else { return Ok(()) };
    let Counterexample { arguments, moves, wrong, expected, found, details, .. } = found;
    writeln!(output, "\n  wrong      {wrong}")?;
    for (name, value) in [("arguments", arguments), ("moves", moves)] {
        if !value.is_empty() {
            writeln!(output, "  {name:9}  {}", value.replace('\n', "\n             "))?;
        }
    }
    let Some(details) = details else {
        for (name, value) in [("the law", expected), ("found", found)] {
            if !value.is_empty() {
                writeln!(output, "  {name:9}  {}", value.replace('\n', "\n             "))?;
            }
        }
        return Ok(());
    };
    let [all, left] = details.turns;
    if let Some(original) = &details.original {
        writeln!(output, "  found in   a game of {all} turns, of which {left} are left: {}", original.moves)?;
    }
    writeln!(output)?;
    write!(output, "{}", SideBySide(&details.difference))?;
    for (name, bytes) in details.record.files_by_name() {
        if bytes.len() > LONGEST_FILE {
            writeln!(output, "\n  the file `{name}` has {} bytes: see --json or --report", bytes.len())?;
        } else {
            writeln!(output, "\n  the file `{name}`:\n")?;
            let text = String::from_utf8_lossy(bytes);
            text.lines().try_for_each(|line| writeln!(output, "  {}", harmless(line)))?;
        }
    }
    if !details.errors.is_empty() {
        writeln!(output, "\n  the program's errors:\n")?;
        details.errors.lines().take(ERRORS).try_for_each(|line| writeln!(output, "  {}", harmless(line)))?;
    }
    Ok(())
}
