//! The table of a folder: a row for each submission, as CSV and as text.

use std::fmt::Write;
use std::io;

use crate::code::Code;
use crate::difference::harmless;
use crate::folder::Entry;
use crate::marks::MarkResult;

/// The table as CSV: `submission,result,passed,failed,seconds` and a column for each clause.
///
/// # Errors
/// Any error of the writer.
pub fn csv(entries: &[Entry], clauses: &[&str]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = ["submission", "result", "passed", "failed", "seconds"];
    writer.write_record(heading.iter().chain(clauses))?;
    for entry in entries {
        let [passed, failed] = [MarkResult::Pass, MarkResult::Fail].map(|result| entry.count(result).to_string());
        let seconds = format!("{:.1}", entry.seconds);
        let mark = |clause: &&str| entry.marks.clauses.iter().find(|mark| mark.clause == **clause);
        let marks = clauses.iter().map(|clause| mark(clause).map_or("", |mark| mark.result.name()));
        let start = [&entry.submission, entry.result.name(), &passed, &failed, &seconds];
        writer.write_record(start.into_iter().chain(marks))?;
    }
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// The longest error below the table, in characters.
const LONGEST_ERROR: usize = 200;

/// The table as text, with a line below it for each submission that could not be built or judged.
#[must_use]
pub fn table(entries: &[Entry]) -> String {
    let mut text = String::new();
    let width = entries.iter().map(|entry| entry.submission.chars().count()).max().unwrap_or(0).max(10);
    // Writing to a `String` does not fail.
    let _ = writeln!(
        text,
        "{:width$}  {:11}  {:4}  {:>6}  {:>6}  {:>9}  {:>7}",
        "submission", "result", "code", "passed", "failed", "not tried", "seconds"
    );
    for entry in entries {
        let [passed, failed, untried] =
            [MarkResult::Pass, MarkResult::Fail, MarkResult::NotTried].map(|result| entry.count(result));
        let code = entry.code().map_or("", Code::name);
        let (name, result, seconds) = (entry.submission.escape_debug().to_string(), entry.result.name(), entry.seconds);
        let _ =
            writeln!(text, "{name:width$}  {result:11}  {code:4}  {passed:6}  {failed:6}  {untried:9}  {seconds:7.1}");
    }
    let unjudged: Vec<&Entry> = entries.iter().filter(|entry| !entry.error.is_empty()).collect();
    if !unjudged.is_empty() {
        text.push('\n');
    }
    for Entry { submission, error, .. } in unjudged {
        let lines: Vec<&str> = error.lines().filter(|line| !line.trim().is_empty()).take(2).collect();
        let error: String = harmless(&lines.join(": ")).chars().take(LONGEST_ERROR).collect();
        let _ = writeln!(text, "{}: {error}", submission.escape_debug());
    }
    text
}
