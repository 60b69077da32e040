//! The page of a folder: a row for each submission, with a link to its report.

use std::fmt::Write;

use super::page::{escape, write_code, write_head};
use crate::folder::{Entry, SubmissionResult};
use crate::marks::MarkResult;

/// The index page of these submissions, whose reports lie beside it.
#[must_use]
pub fn index(entries: &[Entry]) -> String {
    let mut html = String::new();
    // Writing to a `String` does not fail.
    let _ = write_index(entries, &mut html);
    html
}

fn write_index(entries: &[Entry], html: &mut String) -> std::fmt::Result {
    write_head("Submissions", "Submissions", html)?;
    html.push_str("<table class=\"rules\">\n<tr><th>submission</th><th>result</th><th>passed</th>");
    html.push_str("<th>failed</th><th>not tried</th><th>seconds</th></tr>\n");
    for entry in entries {
        let (name, result) = (escape(&entry.submission), entry.result.name());
        let class = match entry.result {
            SubmissionResult::Pass => "pass",
            SubmissionResult::Fail => "fail",
            SubmissionResult::BuildError | SubmissionResult::JudgeError => "error",
        };
        write!(html, "<tr><td><a href=\"./{}.html\">{name}</a></td>", link(&entry.submission))?;
        write!(html, "<td><span class=\"badge {class}\">{result}</span>")?;
        write_code(entry.code(), html)?;
        for number in [MarkResult::Pass, MarkResult::Fail, MarkResult::NotTried].map(|result| entry.count(result)) {
            write!(html, "</td><td class=\"count\">{number}")?;
        }
        writeln!(html, "</td><td class=\"count\">{:.1}</td></tr>", entry.seconds)?;
    }
    html.push_str("</table>\n</body>\n</html>\n");
    Ok(())
}

/// A file name as part of a link.
fn link(name: &str) -> String {
    let mut link = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            link.push(byte.into());
        } else {
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}
