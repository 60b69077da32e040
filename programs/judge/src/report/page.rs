//! The report as one HTML page that needs nothing else.

use std::fmt::Write;

use super::words::{count, source, tries};
use crate::code::Code;
use crate::difference::{Picture, Shown};
use crate::marks::{Counterexample, Details, Mark, MarkResult, Marks};

/// The report as an HTML page, with the error of a program that could not be judged, or an empty
/// one.
#[must_use]
pub fn page(marks: &Marks, error: &str) -> String {
    let mut html = String::new();
    // Writing to a `String` does not fail.
    let _ = write_page(marks, error, &mut html);
    html
}

const STYLE: &str = include_str!("page.css");

/// Writes the beginning of every page.
pub(super) fn write_head(title: &str, heading: &str, html: &mut String) -> std::fmt::Result {
    let (title, heading) = (escape(title), escape(heading));
    html.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    writeln!(html, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{heading}</h1>")
}

fn write_page(marks: &Marks, error: &str, html: &mut String) -> std::fmt::Result {
    write_head(&format!("{}: {}", marks.game, marks.summary()), &marks.game, html)?;
    if !error.is_empty() {
        writeln!(html, "<pre>{}</pre>", escape(error))?;
    }
    html.push_str("<p class=\"summary\">\n");
    write_code(marks.code, html)?;
    for result in MarkResult::ALL {
        let number = marks.count(result);
        if number > 0 {
            writeln!(html, "<span class=\"badge {}\">{number} {}</span>", class(result), result.name())?;
        }
    }
    let seconds = marks.run.elapsed.as_secs_f64();
    let command = escape(&marks.command.join(" "));
    let games = tries(marks);
    writeln!(html, "</p>\n<p class=\"about\">{games} in {seconds:.1} s with <code>{command}</code></p>")?;
    for remark in marks.run.error.iter().map(|error| format!("judge error: {error}")).chain(marks.run.remarks.clone()) {
        writeln!(html, "<p class=\"about\">{}</p>", escape(&remark))?;
    }
    for result in [MarkResult::Fail, MarkResult::Note] {
        for mark in marks.clauses.iter().filter(|mark| mark.result == result) {
            write_failure(mark, html)?;
        }
    }
    html.push_str(
        "<h2>Every rule</h2>\n<table class=\"rules\">\n<tr><th>result</th><th>tried</th><th>rule</th></tr>\n",
    );
    for mark in &marks.clauses {
        let (class, result, title) = (class(mark.result), mark.result.name(), titled(&mark.title));
        write!(
            html,
            "<tr><td><span class=\"badge {class}\">{result}</span></td><td class=\"count\">{}</td>",
            mark.tried
        )?;
        write!(html, "<td>{title} <span class=\"source\">{}</span>", escape(&mark.clause))?;
        if let Some(by) = &mark.blocked_by {
            write!(html, "<br><span class=\"source\">blocked by: {}</span>", titled(by))?;
        }
        html.push_str("</td></tr>\n");
    }
    html.push_str("</table>\n</body>\n</html>\n");
    Ok(())
}

fn class(result: MarkResult) -> &'static str {
    match result {
        MarkResult::Pass => "pass",
        MarkResult::Fail => "fail",
        MarkResult::Note => "note",
        MarkResult::NotTried => "neutral",
        MarkResult::Blocked => "blocked",
        MarkResult::JudgeError => "error",
    }
}

/// Writes the code of graders, with its meaning.
pub(super) fn write_code(code: Option<Code>, html: &mut String) -> std::fmt::Result {
    let Some(code) = code else { return Ok(()) };
    writeln!(html, " <abbr class=\"badge code\" title=\"{}\">{}</abbr>", code.meaning(), code.name())
}

fn write_failure(mark: &Mark, html: &mut String) -> std::fmt::Result {
    let (class, result) = (class(mark.result), mark.result.name());
    writeln!(html, "<section class=\"{class}\">")?;
    write!(html, "<h2><span class=\"badge {class}\">{result}</span> {}", titled(&mark.title))?;
    write_code(mark.code, html)?;
    html.push_str("</h2>\n");
    let (quote, source) = (escape(&mark.quote), escape(&source(mark)));
    writeln!(html, "<blockquote>{quote} <span class=\"source\">({source})</span></blockquote>")?;
    if let Some(found) = &mark.counterexample {
        write_counterexample(found, html)?;
    }
    html.push_str("</section>\n");
    Ok(())
}

fn write_counterexample(found: &Counterexample, html: &mut String) -> std::fmt::Result {
    writeln!(html, "<p class=\"wrong\">{}</p>\n<dl>", escape(&found.wrong))?;
    for (name, value) in [("arguments", &found.arguments), ("moves", &found.moves)] {
        if !value.is_empty() {
            writeln!(html, "<dt>{name}</dt><dd><code class=\"lines\">{}</code></dd>", escape(value))?;
        }
    }
    html.push_str("</dl>\n");
    match &found.details {
        Some(details) => write_details(details, html),
        None => {
            let lines = |text: &str| Shown::Text(text.lines().map(String::from).collect());
            write_sides(None, &lines(&found.expected), &lines(&found.found), html)
        }
    }
}

fn write_details(details: &Details, html: &mut String) -> std::fmt::Result {
    let difference = &details.difference;
    write_sides(difference.before.as_ref(), &difference.expected, &difference.found, html)?;
    if !details.errors.is_empty() {
        writeln!(html, "<h3>The program's errors</h3>\n<pre>{}</pre>", escape(&details.errors))?;
    }
    html.push_str("<details><summary>What was typed</summary>\n<ol class=\"typed\">\n");
    let typed = String::from_utf8_lossy(&details.input);
    typed.lines().try_for_each(|line| writeln!(html, "<li><code>{}</code></li>", escape(line)))?;
    html.push_str("</ol></details>\n");
    for (name, bytes) in details.record.files_by_name() {
        let name = escape(&name);
        let text = escape(&String::from_utf8_lossy(bytes));
        writeln!(html, "<details><summary>The file <code>{name}</code></summary>\n<pre>{text}</pre></details>")?;
    }
    if let Some(original) = &details.original {
        let [all, left] = details.turns;
        let all = count(all as u64, "turn");
        writeln!(html, "<details><summary>The game as it was found: {all}, made short to {left}</summary>")?;
        writeln!(
            html,
            "<p><code>{}</code> <code>{}</code></p></details>",
            escape(&original.game),
            escape(&original.moves)
        )?;
    }
    Ok(())
}

fn write_sides(before: Option<&Picture>, expected: &Shown, found: &Shown, html: &mut String) -> std::fmt::Result {
    if (expected, found) == (&Shown::Nothing, &Shown::Nothing) {
        return Ok(());
    }
    html.push_str("<div class=\"sides\">\n");
    if let Some(before) = before {
        html.push_str("<div><h3>Before</h3>\n");
        write_board(before, None, html)?;
        html.push_str("</div>\n");
    }
    for (name, shown, other) in [("Right", expected, found), ("The program", found, expected)] {
        writeln!(html, "<div><h3>{name}</h3>")?;
        write_shown(shown, other, html)?;
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
    Ok(())
}

fn write_shown(shown: &Shown, other: &Shown, html: &mut String) -> std::fmt::Result {
    match shown {
        Shown::Nothing => writeln!(html, "<p class=\"nothing\">nothing</p>"),
        Shown::Text(lines) => {
            let others = if let Shown::Text(others) = other { Some(others) } else { None };
            html.push_str("<pre>");
            for (at, line) in lines.iter().enumerate() {
                write_line(line, others.map(|others| others.get(at).map_or("", |line| &line[..])), html);
            }
            html.push_str("</pre>\n");
            Ok(())
        }
        Shown::Board(picture) => {
            write_board(picture, if let Shown::Board(other) = other { Some(other) } else { None }, html)
        }
    }
}

/// A line of text, with its differences from the other side's line marked.
fn write_line(line: &str, other: Option<&str>, html: &mut String) {
    let Some(other) = other.filter(|other| *other != line) else {
        html.push_str(&escape(line));
        html.push('\n');
        return;
    };
    let same = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let rest = line.chars().count().min(other.chars().count()) - same;
    let end = line.chars().rev().zip(other.chars().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let letters: Vec<char> = line.chars().collect();
    let part = |from: usize, to: usize| escape(&letters[from..to].iter().collect::<String>());
    let middle = part(same, letters.len() - end);
    let middle = if middle.is_empty() { "\u{2038}".to_string() } else { middle.replace(' ', "\u{2423}") };
    html.push_str(&format!("{}<mark>{middle}</mark>{}\n", part(0, same), part(letters.len() - end, letters.len())));
}

fn write_board(picture: &Picture, other: Option<&Picture>, html: &mut String) -> std::fmt::Result {
    html.push_str("<table class=\"board\">\n");
    if !picture.columns.is_empty() {
        html.push_str("<tr><th></th>");
        picture.columns.iter().try_for_each(|head| write!(html, "<th>{}</th>", escape(head)))?;
        html.push_str("</tr>\n");
    }
    for (row, (label, cells)) in picture.rows.iter().enumerate() {
        write!(html, "<tr><th>{}</th>", escape(label))?;
        for (col, cell) in cells.iter().enumerate() {
            let differs = other.is_some_and(|other| other.cell(row, col) != Some(cell));
            let differs = if differs { " differs" } else { "" };
            let wins = if picture.winning.contains(&(row, col)) { " wins" } else { "" };
            write!(html, "<td class=\"{}{differs}{wins}\">{}</td>", paint(cell), escape(cell))?;
        }
        html.push_str("</tr>\n");
    }
    writeln!(html, "</table>")
}

/// The CSS class of a cell.
fn paint(cell: &str) -> &'static str {
    match cell {
        "*" | "X" => "first",
        "o" | "O" => "second",
        "#" => "fixed",
        _ if cell.ends_with('r') => "red",
        _ if cell.ends_with('b') => "blue",
        _ => "empty",
    }
}

/// A title for a page, with text between backticks as code.
fn titled(title: &str) -> String {
    let parts = title.split('`').map(escape).enumerate();
    parts.map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part }).collect()
}

/// Text without markup or control characters.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            _ if letter.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Clause, Source};
    use crate::difference::Difference;
    use crate::protocol::Record;

    const CLAUSE: Clause =
        Clause { name: "B1-a", source: Source::Document, title: "a < b or `x&`", quote: "\"a\" < b" };

    fn failed(difference: Difference, text: &str) -> Marks {
        let details = Details {
            number: 3,
            turns: [9, 1],
            difference,
            record: Record { game: text.into(), moves: text.into(), ..Record::default() },
            original: None,
            input: text.into(),
            command: text.into(),
            errors: text.into(),
        };
        let text = text.to_string();
        let found = Counterexample {
            arguments: text.clone(),
            moves: text.clone(),
            wrong: text.clone(),
            details: Some(Box::new(details)),
            ..Counterexample::default()
        };
        let mark = Mark { result: MarkResult::Fail, counterexample: Some(found), ..Mark::new(&CLAUSE) };
        Marks { game: text.clone(), command: vec![text], clauses: vec![mark], ..Marks::default() }
    }

    #[test]
    fn nothing_that_a_program_says_gets_into_the_page_as_markup() {
        let evil = "<script>alert(\"1\")</script>\u{1b}[2J";
        let board = Picture::of_rows([".*", "<o"]);
        let difference =
            Difference::new(CLAUSE, 1, evil).between(Shown::Board(Picture::of_rows(["..", ".o"])), Shown::Board(board));
        let page = page(&failed(difference, evil), "");
        assert!(!page.contains("<script") && !page.contains('\x1b'));
        assert_eq!(page.matches("differs\"").count(), 4, "two cells on either side: {page}");
        assert!(page.contains("a &lt; b or <code>x&amp;</code>") && page.ends_with("</html>\n"));
        assert!(!page.contains("http:") && !page.contains("https:"), "it stands by itself");
    }

    #[test]
    fn only_what_differs_in_a_text_is_marked() {
        let lines = |line: &str| Shown::Text(vec![line.to_string()]);
        let difference = Difference::new(CLAUSE, 1, "").between(lines("Black: "), lines("Black> "));
        let page = page(&failed(difference, ""), "<it>");
        assert!(page.contains("<pre>&lt;it&gt;</pre>"));
        assert!(page.contains("Black<mark>:</mark> ") && page.contains("Black<mark>&gt;</mark> "), "{page}");
    }
}
