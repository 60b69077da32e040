//! The report as one HTML page that needs nothing else.

use std::fmt::Write;

use super::again::{self, Heading};
use crate::judge::difference::{Picture, Shown};
use crate::judge::judgement::{Counterexample, Judgement};

/// The report as an HTML page.
#[must_use]
pub fn page(judgement: &Judgement, heading: &Heading) -> String {
    let mut html = String::new();
    // Writing to a `String` does not fail.
    let _ = write_page(judgement, heading, &mut html);
    html
}

const STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}pre,code{font-family:ui-monospace,monospace}\
pre{background:#f4f4f2;padding:.7em;overflow-x:auto;white-space:pre-wrap;word-break:break-all}\
.sides{display:flex;gap:3em;flex-wrap:wrap}table.board{border-collapse:collapse}\
table.board td,table.board th{width:1.7em;height:1.7em;text-align:center;font:14px ui-monospace,monospace}\
table.board td{border:1px solid #ccc}table.board th{color:#777;font-weight:normal}\
td.differs{outline:3px solid #d00;outline-offset:-3px}.first{background:#333;color:#fff}.second{background:#f3e6c4}\
.red{background:#c0392b;color:#fff}.blue{background:#2c5fa8;color:#fff}.fixed{background:#bbb}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dt{color:#666}dd{margin:0}\
table.rules td{padding:.1em .8em .1em 0;vertical-align:top}td.count{text-align:right;font-family:ui-monospace,monospace}\
tr.never{color:#a33}";

fn write_page(judgement: &Judgement, heading: &Heading, html: &mut String) -> std::fmt::Result {
    let verdict = if judgement.counterexample.is_some() { "A difference" } else { "No difference" };
    let game = escape(&heading.game);
    html.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    writeln!(html, "<title>{verdict}: {game}</title>\n<style>{STYLE}</style>\n</head>\n<body>")?;
    writeln!(html, "<h1>{verdict} in {game}</h1>\n<dl>")?;
    let seconds = judgement.elapsed.as_secs_f64();
    let games = judgement.games;
    for (name, value) in [
        ("command", format!("<code>{}</code>", escape(&heading.command))),
        ("games", format!("{games} in {seconds:.1} s, seed {}", heading.seed)),
    ] {
        writeln!(html, "<dt>{name}</dt><dd>{value}</dd>")?;
    }
    html.push_str("</dl>\n");
    if let Some(found) = &judgement.counterexample {
        write_counterexample(found, heading, html)?;
    }
    html.push_str("<h2>How often each rule was tried</h2>\n<table class=\"rules\">\n");
    for (clause, count) in judgement.coverage.rows() {
        let class = if count == 0 { " class=\"never\"" } else { "" };
        let (source, text) = (escape(clause.source), escape(clause.text));
        writeln!(html, "<tr{class}><td class=\"count\">{count}</td><td>{source}</td><td>{text}</td></tr>")?;
    }
    html.push_str("</table>\n</body>\n</html>\n");
    Ok(())
}

fn write_counterexample(found: &Counterexample, heading: &Heading, html: &mut String) -> std::fmt::Result {
    let Counterexample { number, difference, record, input, errors, .. } = found;
    writeln!(html, "<h2>{}</h2>\n<dl>", escape(&difference.what))?;
    for (name, value) in [
        ("rule", escape(&difference.clause.to_string())),
        ("game", format!("<code>{}</code>, game {number} made short", escape(&record.game))),
        ("moves", format!("<code>{}</code>", escape(again::moves(found)))),
    ] {
        writeln!(html, "<dt>{name}</dt><dd>{value}</dd>")?;
    }
    html.push_str("</dl>\n<div class=\"sides\">\n");
    for (name, shown, other) in
        [("The law", &difference.expected, &difference.found), ("The program", &difference.found, &difference.expected)]
    {
        writeln!(html, "<div><h3>{name}</h3>")?;
        write_shown(shown, other, html)?;
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
    if !errors.is_empty() {
        writeln!(html, "<h2>The program's errors</h2>\n<pre>{}</pre>", escape(errors))?;
    }
    writeln!(html, "<h2>What was typed</h2>\n<pre>{}</pre>", escape(&String::from_utf8_lossy(input)))?;
    html.push_str("<h2>To see it again</h2>\n<pre>");
    for (path, bytes) in &record.files {
        writeln!(html, "{}", escape(&again::file(path, bytes)))?;
    }
    writeln!(html, "{}", escape(&again::program(found)))?;
    if let Some(law) = again::law(found) {
        writeln!(html, "{}", escape(&law))?;
    }
    writeln!(html, "{}</pre>", escape(&heading.again))
}

fn write_shown(shown: &Shown, other: &Shown, html: &mut String) -> std::fmt::Result {
    match shown {
        Shown::Nothing => writeln!(html, "<p>nothing</p>"),
        Shown::Text(lines) => writeln!(html, "<pre>{}</pre>", escape(&lines.join("\n"))),
        Shown::Board(picture) => {
            write_board(picture, if let Shown::Board(other) = other { Some(other) } else { None }, html)
        }
    }
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
            write!(html, "<td class=\"{}{differs}\">{}</td>", paint(cell), escape(cell))?;
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

/// Text without markup or control characters.
fn escape(text: &str) -> String {
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
    use std::time::Duration;

    use super::*;
    use crate::judge::coverage::{Clause, Coverage};
    use crate::judge::difference::Difference;
    use crate::judge::protocol::Record;

    const CLAUSES: &[Clause] = &[Clause { source: "B1", text: "a < b" }];

    #[test]
    fn nothing_that_a_program_says_gets_into_the_page_as_markup() {
        let evil = "<script>alert(\"1\")</script>\u{1b}[2J";
        let board = Picture::of_rows([".*", "<o"]);
        let difference = Difference::new(CLAUSES[0], 1, evil)
            .between(Shown::Board(Picture::of_rows(["..", ".o"])), Shown::Board(board));
        let found = Counterexample {
            number: 3,
            turns: [9, 1],
            difference,
            record: Record { game: evil.into(), moves: evil.into(), verdict: true, files: Vec::new() },
            input: evil.into(),
            command: evil.into(),
            errors: evil.into(),
        };
        let judgement = Judgement {
            games: 4,
            elapsed: Duration::from_secs(1),
            coverage: Coverage::new(CLAUSES),
            counterexample: Some(found),
        };
        let [command, game, again] = [evil; 3].map(String::from);
        let page = page(&judgement, &Heading { command, game, seed: 1, again });
        assert!(!page.contains("<script") && !page.contains('\x1b'));
        assert_eq!(page.matches("differs\"").count(), 4, "two cells on either side: {page}");
        assert!(page.contains("a &lt; b") && page.ends_with("</html>\n"));
        assert!(!page.contains("http:") && !page.contains("https:"), "it stands by itself");
    }
}
