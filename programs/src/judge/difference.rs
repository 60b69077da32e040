//! [`Difference`]: where a program departs from the law, with both sides shown side by side.

use std::fmt;

use super::coverage::Clause;
use super::transcript::Ending;
use gridlaw::text::{Glyphs, Grid, label};

/// What one side shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A board.
    Board(Picture),
    /// Lines of text.
    Text(Vec<String>),
    /// Nothing.
    Nothing,
}

/// A board for people. Any program's board can be one, so its rows may differ in length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The labels above the columns; none if the board has none.
    pub columns: Vec<String>,
    /// The label before each row, perhaps empty, and the row's cells.
    pub rows: Vec<(String, Vec<String>)>,
}

impl Picture {
    /// The law's board, its rows and columns labeled.
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

    /// A board of rows as a program printed them, one character a cell, without labels.
    pub fn of_rows<'t>(rows: impl IntoIterator<Item = &'t str>) -> Picture {
        let cells = |row: &str| row.chars().map(String::from).collect();
        Picture { columns: Vec::new(), rows: rows.into_iter().map(|row| (String::new(), cells(row))).collect() }
    }

    /// The cell, or `None` if the board has no such cell.
    #[must_use]
    pub fn cell(&self, row: usize, col: usize) -> Option<&str> {
        self.rows.get(row)?.1.get(col).map(String::as_str)
    }
}

/// The first difference of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The clause that the program broke.
    pub clause: Clause,
    /// What is wrong, in a sentence.
    pub what: String,
    /// How many turns of the script had been typed, as far as that is known.
    pub turns: usize,
    /// How the program ended, if that is what is wrong.
    pub ending: Option<Ending>,
    /// What the law shows.
    pub expected: Shown,
    /// What the program shows.
    pub found: Shown,
}

impl Difference {
    /// A difference that shows neither side.
    pub fn new(clause: Clause, turns: usize, what: impl Into<String>) -> Difference {
        let nothing = Shown::Nothing;
        Difference { clause, what: what.into(), turns, ending: None, expected: nothing.clone(), found: nothing }
    }

    /// Adds that the program's end is what is wrong.
    #[must_use]
    pub fn of_ending(self, ending: Ending) -> Difference {
        Difference { ending: Some(ending), ..self }
    }

    /// Whether another game shows the same fault: it breaks the same clause, or the program did not
    /// exit by itself there either, in the same way, wherever in the game that was.
    #[must_use]
    pub fn is_like(&self, other: &Difference) -> bool {
        let kind = |difference: &Difference| difference.ending.filter(|ending| !ending.is_exit());
        let same_end = match (kind(self), kind(other)) {
            (Some(one), Some(other)) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
            _ => false,
        };
        self.clause == other.clause || same_end
    }

    /// Adds both sides.
    #[must_use]
    pub fn between(self, expected: Shown, found: Shown) -> Difference {
        Difference { expected, found, ..self }
    }

    /// Adds a few lines of both texts around the first line that differs, cut to fit a screen.
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

/// Lines shown before the first line that differs, and after it.
const BEFORE: usize = 3;
const AFTER: usize = 6;

/// Characters shown of a line.
const WIDEST: usize = 100;

/// A line without control characters, so that it does nothing to a terminal.
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

/// The lines of one side, each with the marks below it.
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

/// Marks for every character that differs.
fn marks(line: &str, other: Option<&String>) -> String {
    let Some(other) = other else { return String::new() };
    if line == other {
        return String::new();
    }
    let mut others = other.chars();
    let marks: String = line.chars().map(|letter| if others.next() == Some(letter) { ' ' } else { '^' }).collect();
    if others.next().is_some() { marks + "^" } else { marks.trim_end().to_string() }
}

/// Both sides, side by side. Marks below a line point at what differs.
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

    const CLAUSE: Clause = Clause { source: "B1", text: "the outcome" };

    #[test]
    fn cells_that_differ_are_marked_on_both_sides() {
        let board = gridlaw::board!["..", "*o"];
        let expected = Shown::Board(Picture::of(&board, gridlaw::text::GLYPHS));
        let found = Shown::Board(Picture::of_rows(["..", "**", ".."]));
        let difference = Difference::new(CLAUSE, 1, "wrong").between(expected, found);
        let shown = SideBySide(&difference).to_string();
        // The program's board has no labels and one more row; cells are still compared by row
        // and column.
        assert_eq!(shown.matches('^').count(), 1 + 1 + 2, "{shown}");
        assert!(shown.starts_with("  the law    the program\n\n    01       ..\n  0 ..       **\n"), "{shown}");
    }

    #[test]
    fn texts_are_shown_from_shortly_before_the_first_difference() {
        let difference = Difference::new(CLAUSE, 0, "wrong").lines(b"1\n2\n3\n4\n5 x\n6", b"1\n2\n3\n4\n5 \x1b\n6");
        let shown = SideBySide(&difference).to_string();
        assert!(shown.contains("  5 x        5 \\u{1b}\n    ^^         ^^^^^^\n"), "{shown}");
        assert!(!shown.contains("  1"), "{shown}");
    }
}
