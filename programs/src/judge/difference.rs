//! [`Difference`]: where a program and the law part, and both sides beside each other.

use std::fmt;

use super::Rule;
use gridlaw::text::{Glyphs, Grid, label};

/// What a side shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A board.
    Board(Picture),
    /// Lines of text.
    Text(Vec<String>),
    /// Nothing.
    Nothing,
}

/// A board for people: any program's, so that it may be ragged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What stands above the columns.
    pub columns: Vec<String>,
    /// What stands before each row, and its cells.
    pub rows: Vec<(String, Vec<String>)>,
}

impl Picture {
    /// A board with its rows and columns labelled, as the law has it.
    pub fn of(grid: &impl Grid, glyphs: Glyphs) -> Picture {
        let size = grid.size();
        let cell = |row, col| glyphs.of(grid.cell(gridlaw::cell::Pos::new(row, col))).to_string();
        Picture {
            columns: (0..size.width()).map(|col| label(col).to_string()).collect(),
            rows: (0..size.height())
                .map(|row| (label(row).to_string(), (0..size.width()).map(|col| cell(row, col)).collect()))
                .collect(),
        }
    }

    /// A board of rows as they were read, a character a cell, without labels.
    pub fn of_rows<'t>(rows: impl IntoIterator<Item = &'t str>) -> Picture {
        let cells = |row: &str| row.chars().map(String::from).collect();
        Picture { columns: Vec::new(), rows: rows.into_iter().map(|row| (String::new(), cells(row))).collect() }
    }

    /// The cell, if there is one.
    #[must_use]
    pub fn cell(&self, row: usize, col: usize) -> Option<&str> {
        self.rows.get(row)?.1.get(col).map(String::as_str)
    }
}

/// The first difference of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What the program broke.
    pub rule: Rule,
    /// What is wrong, in a sentence.
    pub what: String,
    /// How many turns of the script had been typed, if that is known.
    pub turns: usize,
    /// What the law shows.
    pub expected: Shown,
    /// What the program shows.
    pub found: Shown,
}

impl Difference {
    /// A difference without pictures.
    pub fn new(rule: Rule, turns: usize, what: impl Into<String>) -> Difference {
        Difference { rule, what: what.into(), turns, expected: Shown::Nothing, found: Shown::Nothing }
    }

    /// With both sides.
    #[must_use]
    pub fn between(self, expected: Shown, found: Shown) -> Difference {
        Difference { expected, found, ..self }
    }

    /// Lines of text that differ, from the first one that does: a few, cut to what a screen holds.
    #[must_use]
    pub fn lines(self, expected: &[u8], found: &[u8]) -> Difference {
        let lines =
            |bytes: &[u8]| -> Vec<String> { String::from_utf8_lossy(bytes).split('\n').map(String::from).collect() };
        let (expected, found) = (lines(expected), lines(found));
        let same = expected.iter().zip(&found).take_while(|(one, other)| one == other).count();
        let some = |lines: &[String]| -> Shown {
            let from = same.saturating_sub(BEFORE);
            let shown = lines.iter().enumerate().skip(from).take(BEFORE + 1 + AFTER);
            Shown::Text(shown.map(|(_, line)| visible(line)).collect())
        };
        self.between(some(&expected), some(&found))
    }
}

/// Lines shown before the first that differs, and after it.
const BEFORE: usize = 3;
const AFTER: usize = 6;

/// The most characters of a line that are shown.
const WIDEST: usize = 100;

/// A line that no terminal obeys.
fn visible(line: &str) -> String {
    let mut shown: String = line.chars().take(WIDEST).flat_map(escaped).collect();
    if line.chars().nth(WIDEST).is_some() {
        shown.push('\u{2026}');
    }
    shown
}

fn escaped(letter: char) -> Vec<char> {
    if letter.is_control() { letter.escape_default().collect() } else { vec![letter] }
}

/// The lines of one side, and for each the marks below it.
struct Column {
    lines: Vec<(String, String)>,
}

impl Column {
    fn of(shown: &Shown, other: &Shown) -> Column {
        let lines = match shown {
            Shown::Nothing => vec![("(nothing)".to_string(), String::new())],
            Shown::Text(lines) => {
                let others = if let Shown::Text(others) = other { &others[..] } else { &[] };
                lines.iter().enumerate().map(|(at, line)| (line.clone(), marks(line, others.get(at)))).collect()
            }
            Shown::Board(picture) => {
                Column::of_board(picture, if let Shown::Board(other) = other { Some(other) } else { None })
            }
        };
        Column { lines }
    }

    fn of_board(picture: &Picture, other: Option<&Picture>) -> Vec<(String, String)> {
        let cells = picture.rows.iter().flat_map(|(_, cells)| cells);
        let width = cells.chain(&picture.columns).map(|cell| cell.chars().count()).max().unwrap_or(1);
        let gap = usize::from(width > 1);
        let label = picture.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let margin = if label == 0 { 0 } else { label + 1 };
        let mut lines = Vec::new();
        if !picture.columns.is_empty() {
            let heads: String = picture.columns.iter().map(|head| format!("{head:>w$}", w = width + gap)).collect();
            lines.push((format!("{:margin$}{heads}", ""), String::new()));
        }
        for (row, (name, cells)) in picture.rows.iter().enumerate() {
            let mut text = if margin == 0 { String::new() } else { format!("{name:label$} ") };
            let mut marks = " ".repeat(margin);
            for (col, cell) in cells.iter().enumerate() {
                text.push_str(&format!("{cell:>w$}", w = width + gap));
                let differs = other.is_some_and(|other| other.cell(row, col) != Some(cell));
                marks.push_str(&format!("{:>w$}", if differs { "^" } else { "" }, w = width + gap));
            }
            lines.push((text, marks.trim_end().to_string()));
        }
        lines
    }
}

/// A mark below every character that differs.
fn marks(line: &str, other: Option<&String>) -> String {
    let Some(other) = other else { return String::new() };
    if line == other {
        return String::new();
    }
    let mut others = other.chars();
    let marks: String = line.chars().map(|letter| if others.next() == Some(letter) { ' ' } else { '^' }).collect();
    if others.next().is_some() { marks + "^" } else { marks.trim_end().to_string() }
}

/// Both sides beside each other, the cells that differ marked below.
#[derive(Clone, Copy, Debug)]
pub struct SideBySide<'d>(pub &'d Difference);

impl fmt::Display for SideBySide<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { expected, found, .. } = self.0;
        if (expected, found) == (&Shown::Nothing, &Shown::Nothing) {
            return Ok(());
        }
        let left = Column::of(expected, found).lines;
        let right = Column::of(found, expected).lines;
        let width = left.iter().flat_map(|(line, marks)| [line, marks]).map(|line| line.chars().count()).max();
        let width = width.unwrap_or(0).max("the law".len()) + 4;
        writeln!(f, "  {:width$}the program\n", "the law")?;
        let none = (String::new(), String::new());
        for at in 0..left.len().max(right.len()) {
            let (left, right) = (left.get(at).unwrap_or(&none), right.get(at).unwrap_or(&none));
            writeln!(f, "{}", format!("  {:width$}{}", left.0, right.0).trim_end())?;
            if !left.1.is_empty() || !right.1.is_empty() {
                writeln!(f, "{}", format!("  {:width$}{}", left.1, right.1).trim_end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule { source: "B1", text: "the outcome" };

    #[test]
    fn cells_that_differ_are_marked_on_both_sides() {
        let board = gridlaw::board!["..", "*o"];
        let expected = Shown::Board(Picture::of(&board, gridlaw::text::GLYPHS));
        let found = Shown::Board(Picture::of_rows(["..", "**", ".."]));
        let difference = Difference::new(RULE, 1, "wrong").between(expected, found);
        let shown = SideBySide(&difference).to_string();
        // The board that was found has no labels and a row more; cells are compared by row and column all the same.
        assert_eq!(shown.matches('^').count(), 1 + 1 + 2, "{shown}");
        assert!(shown.starts_with("  the law    the program\n\n    01       ..\n  0 ..       **\n"), "{shown}");
    }

    #[test]
    fn texts_are_shown_from_shortly_before_they_part() {
        let difference = Difference::new(RULE, 0, "wrong").lines(b"1\n2\n3\n4\n5 x\n6", b"1\n2\n3\n4\n5 \x1b\n6");
        let shown = SideBySide(&difference).to_string();
        assert!(shown.contains("  5 x        5 \\u{1b}\n    ^^         ^^^^^^\n"), "{shown}");
        assert!(!shown.contains("  1"), "{shown}");
    }
}
