//! [`Answer`]: the harness's report of one call.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::case::{Case, Right};
use crate::code::Code;
use crate::marks::Counterexample;
use crate::transcript::Ending;

/// The result of one call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    /// It returned.
    Returned { complained: bool, numbers: Vec<f64> },
    /// The process ended in it.
    Died { signal: i32, status: i32, text: String },
}

/// The fault of an answer.
pub(super) struct Wrong {
    what: String,
    pub(super) code: Code,
    /// The result of the function, if it returned.
    found: Option<Vec<f64>>,
}

/// Parses the harness's lines, up to the first invalid one.
pub(super) fn parse(output: &str) -> Vec<Answer> {
    output.lines().map_while(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Answer> {
    if let Some(rest) = line.strip_prefix("ok ") {
        let mut words = rest.split(' ');
        let complained = words.next()? == "1";
        return Some(Answer::Returned { complained, numbers: words.map_while(|word| word.parse().ok()).collect() });
    }
    let mut words = line.strip_prefix("died ")?.splitn(3, ' ');
    let mut number = || words.next()?.parse().ok();
    let (signal, status) = (number()?, number()?);
    Some(Answer::Died { signal, status, text: words.next().unwrap_or_default().replace('\u{1f}', "\n") })
}

/// The relative error that a mean may have.
const ROUNDING: f64 = 1e-9;

fn is_same(right: &[f64], found: &[f64]) -> bool {
    right.len() == found.len()
        && right.iter().zip(found).all(|(right, found)| (right - found).abs() <= ROUNDING * right.abs().max(1.0))
}

impl Answer {
    /// The fault of the answer, if it has one.
    pub(super) fn wrong(&self, case: &Case) -> Option<Wrong> {
        match (self, &case.right) {
            (Answer::Died { .. }, _) => {
                let (what, is_error) = self.cause();
                let is_right = case.right == Right::Error && is_error;
                let code = if self.is_endless() { Code::TimeLimit } else { Code::RuntimeError };
                (!is_right).then_some(Wrong { what, code, found: None })
            }
            (Answer::Returned { complained, numbers }, right) => {
                let is_right = match right {
                    Right::Numbers(right) => is_same(right, numbers),
                    Right::OneOf(rights) => rights.iter().any(|right| is_same(right, numbers)),
                    Right::Picture(picture) => shows(picture, numbers),
                    Right::Error => *complained,
                };
                let what =
                    if *right == Right::Error { "it raises no error" } else { "what it gives is not what is right" };
                (!is_right).then(|| Wrong {
                    what: what.to_string(),
                    code: Code::WrongAnswer,
                    found: Some(numbers.clone()),
                })
            }
        }
    }

    /// Whether the call was ended because its time was over.
    fn is_endless(&self) -> bool {
        matches!(self, Answer::Died { signal: 14 | 27, text, .. } if !text.contains("runtime error: "))
    }

    /// The cause of the process's death, and whether the program raised that error on purpose.
    fn cause(&self) -> (String, bool) {
        let Answer::Died { signal, status, text } = self else { return (String::new(), false) };
        if let Some(line) = text.lines().find(|line| line.contains("runtime error: ")) {
            return (bare(line), false);
        }
        if let Some((_, rest)) = text.split_once("ERROR: AddressSanitizer: ") {
            let kind = rest.split_whitespace().next().unwrap_or_default();
            let access = text.lines().find(|line| line.starts_with("READ of") || line.starts_with("WRITE of"));
            let access = access.and_then(|line| line.split(" at ").next()).map(|access| format!(", {access}"));
            return (format!("{kind}{}{}", access.unwrap_or_default(), place(text)), false);
        }
        let line = text.lines().next().map(|line| format!(": {line}")).unwrap_or_default();
        match (signal, status) {
            (0, 99) => (format!("memory is misused{line}"), false),
            (0, 0) => ("it ends the program with status 0".to_string(), false),
            (0, status) => (format!("it ends the program with status {status}{line}"), true),
            (14 | 27, _) => ("it does not return: the call used a second of processor time".to_string(), false),
            (signal, _) => {
                let aborted = *signal == 6;
                (format!("it crashes ({}){line}", ExitStatus::from_raw(*signal)), aborted)
            }
        }
    }
}

/// A message of a sanitizer without the directory of its file.
fn bare(line: &str) -> String {
    let place = line.split(':').next().unwrap_or_default();
    let directory = place.rfind('/').map_or(0, |slash| slash + 1);
    line[directory..].to_string()
}

/// The place of a sanitizer's fault: the first frame with a file of the submission.
fn place(text: &str) -> String {
    // Only the stack of the access: that of the allocation comes after an empty line.
    let frame =
        text.lines().skip_while(|line| !line.starts_with("    #")).take_while(|line| !line.is_empty()).find_map(
            |line| {
                let (function, file) = line.trim_start().strip_prefix('#')?.split_once(" in ")?.1.split_once(' ')?;
                let is_theirs = file.starts_with('/')
                    && file.contains(".c:")
                    && !["/harness.c:", "/calls.c:"].iter().any(|own| file.contains(own));
                is_theirs.then(|| format!(" in {function} at {}", bare_path(file)))
            },
        );
    frame.unwrap_or_default()
}

fn bare_path(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a board was printed. The labels may be repeated below and on the right.
fn shows(picture: &str, printed: &[f64]) -> bool {
    let bytes: Vec<u8> = printed.iter().map(|&number| number as u8).collect();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).collect();
    let right: Vec<&str> = picture.lines().collect();
    let Some(more) = lines.get(right.len()..) else { return false };
    let is_line = |(found, right): (&&str, &&str)| {
        let again = right.split(' ').next().filter(|label| !label.is_empty());
        found == right
            || again.is_some_and(|label| {
                found
                    .strip_prefix(right)
                    .and_then(|rest| rest.strip_suffix(label))
                    .is_some_and(|gap| gap.trim().is_empty())
            })
    };
    lines.iter().zip(&right).all(is_line) && more.iter().all(|line| line.is_empty() || Some(line) == right.first())
}

impl Wrong {
    /// The fault of a call that ended the harness, or kept it from answering.
    pub(super) fn unanswered(ending: Ending) -> Wrong {
        let code = match Code::of(ending) {
            Code::WrongAnswer => Code::RuntimeError,
            code => code,
        };
        Wrong { what: format!("the call and all after it stay without an answer: {ending}"), code, found: None }
    }

    /// The case for the report.
    pub(super) fn counterexample(self, case: &Case, draw: fn(&[f64]) -> String) -> Counterexample {
        let expected = match &case.right {
            Right::Numbers(numbers) => draw(numbers),
            Right::OneOf(rights) => rights.iter().map(|right| draw(right)).collect::<Vec<_>>().join("\n"),
            Right::Picture(picture) => picture.clone(),
            Right::Error => "an error".to_string(),
        };
        Counterexample {
            arguments: case.call.clone(),
            wrong: self.what,
            expected,
            found: self.found.map(|numbers| draw(&numbers)).unwrap_or_default(),
            ..Counterexample::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_harness_are_read() {
        let answers = parse("ok 0 1 -2.5\ndied 11 0 a\u{1f}b c\nnonsense\nok 1\n");
        let returned = Answer::Returned { complained: false, numbers: vec![1.0, -2.5] };
        assert_eq!(answers, [returned, Answer::Died { signal: 11, status: 0, text: "a\nb c".into() }]);
    }

    #[test]
    fn a_board_may_repeat_its_labels_and_nothing_else() {
        let printed = |text: &str| text.bytes().map(f64::from).collect::<Vec<_>>();
        let picture = "  01\n\n0 ..\n1 *o\n";
        for text in [picture, "\n  01\n\n0 ..\n1 *o\n\n", "  01\n\n0 .. 0\n1 *o 1\n\n  01\n"] {
            assert!(shows(picture, &printed(text)), "{text}");
        }
        for text in ["", "  01\n0 ..\n1 *o\n", "  01\n\n0 ..\n1 o*\n", "  01\n\n0 ..\n1 *o\n2 ..\n"] {
            assert!(!shows(picture, &printed(text)), "{text}");
        }
    }

    #[test]
    fn a_sanitizer_names_kind_and_line() {
        let text = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at pc 0x5\nREAD of size 4 at 0x6\n    \
                    #0 0x5 in FourInARow /tmp/g1/connect4.c:31\n    #1 0x5 in main /x/harness.c:7\n";
        let died = Answer::Died { signal: 0, status: 99, text: text.into() };
        assert_eq!(died.cause().0, "heap-buffer-overflow, READ of size 4 in FourInARow at connect4.c:31");
        let text = "/tmp/g1/connect4.c:4:7: runtime error: division by zero\n";
        let died = Answer::Died { signal: 0, status: 1, text: text.into() };
        assert_eq!(died.cause(), ("connect4.c:4:7: runtime error: division by zero".to_string(), false));
    }
}
