//! [`Difference`]: a difference between a program and the law, with both shown side by side.

use std::fmt;

use super::code::Code;
use super::coverage::Clause;
use super::transcript::Ending;
use gridlaw::text::{Glyphs, Grid, label};

/// The contents that one side shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A board.
    Board(Picture),
    /// Lines of text.
    Text(Vec<String>),
    /// Nothing.
    Nothing,
}

impl Shown {
    /// The begin of one line of a program.
    #[must_use]
    pub fn line(line: &str) -> Shown {
        Shown::Text(vec![line.chars().filter(|letter| !letter.is_control()).take(100).collect()])
    }
}

/// A board for people. Any program's board can be one, so its rows may differ in length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The labels above the columns; none if the board has none.
    pub columns: Vec<String>,
    /// The label before each row, perhaps empty, and the row's cells.
    pub rows: Vec<(String, Vec<String>)>,
    /// Row and column of the cells that win.
    pub winning: Vec<(usize, usize)>,
}

impl Picture {
    /// The picture without characters that do something to a terminal.
    fn escaped(&self) -> Picture {
        let plain = |text: &String| harmless(text);
        Picture {
            columns: self.columns.iter().map(plain).collect(),
            rows: self.rows.iter().map(|(name, cells)| (plain(name), cells.iter().map(plain).collect())).collect(),
            winning: self.winning.clone(),
        }
    }

    /// The law's board, its rows and columns labeled.
    pub fn of(grid: &impl Grid, glyphs: Glyphs) -> Picture {
        let size = grid.size();
        let cell = |row, col| glyphs.of(grid.cell(gridlaw::cell::Pos::new(row, col))).to_string();
        Picture {
            columns: (0..size.width()).map(|col| label(col).to_string()).collect(),
            rows: (0..size.height())
                .map(|row| (label(row).to_string(), (0..size.width()).map(|col| cell(row, col)).collect()))
                .collect(),
            winning: Vec::new(),
        }
    }

    /// The same with the cells marked that win, by row and column.
    #[must_use]
    pub fn with_winning(mut self, wins: impl Fn(usize, usize) -> bool) -> Picture {
        let cells = |(row, (_, cells)): (usize, &(String, Vec<String>))| (0..cells.len()).map(move |col| (row, col));
        self.winning = self.rows.iter().enumerate().flat_map(cells).filter(|&(row, col)| wins(row, col)).collect();
        self
    }

    /// A board of rows as a program printed them, one character a cell, without labels.
    pub fn of_rows<'t>(rows: impl IntoIterator<Item = &'t str>) -> Picture {
        let cells = |row: &str| row.chars().map(String::from).collect();
        Picture { rows: rows.into_iter().map(|row| (String::new(), cells(row))).collect(), ..Picture::default() }
    }

    /// The cell, or `None` if the board has no such cell.
    #[must_use]
    pub fn cell(&self, row: usize, col: usize) -> Option<&str> {
        self.rows.get(row)?.1.get(col).map(String::as_str)
    }
}

impl Shown {
    /// As plain text, a line a row; empty for nothing.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = Column::of(self, &Shown::Nothing).lines;
        if *self == Shown::Nothing {
            String::new()
        } else {
            lines.into_iter().map(|(line, _)| line).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The kind of a difference. Two kinds of difference under one clause are two faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A signal, an exception or a bound on its size ended the program.
    Crashed,
    /// It was silent too long.
    Hung,
    /// It wrote too much.
    Flooded,
    /// The exit status is wrong.
    Status,
    /// Another board.
    Board,
    /// Another text.
    Text,
    /// Another difference, or missing output.
    Other,
}

/// One difference of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The clause that the program broke.
    pub clause: Clause,
    /// The fault in a sentence.
    pub what: String,
    /// The number of turns of the script before it, as far as that is known.
    pub turns: usize,
    /// The end of the program, if that is the fault.
    pub ending: Option<Ending>,
    /// Whether the program exited with a status other than 0 before its output was complete.
    pub gave_up: bool,
    /// The board before the turn, if there is one.
    pub before: Option<Picture>,
    /// The law's side.
    pub expected: Shown,
    /// The program's side.
    pub found: Shown,
}

impl Difference {
    /// A difference that shows neither side.
    pub fn new(clause: Clause, turns: usize, what: impl Into<String>) -> Difference {
        let nothing = Shown::Nothing;
        Difference {
            clause,
            what: what.into(),
            turns,
            ending: None,
            gave_up: false,
            before: None,
            expected: nothing.clone(),
            found: nothing,
        }
    }

    /// Marks the end of the program as the fault.
    #[must_use]
    pub fn of_ending(self, ending: Ending) -> Difference {
        Difference { ending: Some(ending), ..self }
    }

    /// Adds the board before the turn.
    #[must_use]
    pub fn after(self, before: Picture) -> Difference {
        Difference { before: Some(before), ..self }
    }

    /// The kind of this difference.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match (self.ending, &self.found) {
            (Some(Ending::Crashed(_) | Ending::Threw(_) | Ending::OutOfMemory(_) | Ending::Swarmed(_)), _) => {
                Kind::Crashed
            }
            (Some(Ending::Hung(_)), _) => Kind::Hung,
            (Some(Ending::Flooded(_)), _) => Kind::Flooded,
            (Some(Ending::Exited(_)), _) => Kind::Status,
            (None, Shown::Board(_)) => Kind::Board,
            (None, Shown::Text(_)) => Kind::Text,
            (None, Shown::Nothing) => Kind::Other,
        }
    }

    /// The graders' code: that of the program's end, if that is the fault.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.ending {
            Some(ending) => Code::of(ending),
            None if self.gave_up => Code::RuntimeError,
            None => Code::WrongAnswer,
        }
    }

    /// Whether another game shows the same fault: the same clause, broken in the same way.
    #[must_use]
    pub fn is_like(&self, other: &Difference) -> bool {
        self.clause.name == other.clause.name && self.kind() == other.kind()
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
    let start: String = line.chars().take(WIDEST).collect();
    let mut shown = harmless(&start);
    if line.chars().nth(WIDEST).is_some() {
        shown.push('\u{2026}');
    }
    shown
}

/// A line whose control characters are escaped, and all others as they are.
pub(crate) fn harmless(line: &str) -> String {
    let escaped = |letter: char| -> Vec<char> {
        // Marks of direction change the order of what follows.
        let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if letter.is_control() || turns { letter.escape_default().collect() } else { vec![letter] }
    };
    line.chars().flat_map(escaped).collect()
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
        let picture = &picture.escaped();
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

/// Both sides, side by side, after the board before the turn if there is one. Marks below a line
/// point at what differs.
#[derive(Clone, Copy, Debug)]
pub struct SideBySide<'d>(pub &'d Difference);

impl fmt::Display for SideBySide<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { before, expected, found, .. } = self.0;
        if (expected, found) == (&Shown::Nothing, &Shown::Nothing) {
            return Ok(());
        }
        let mut columns =
            vec![("the law", Column::of(expected, found).lines), ("the program", Column::of(found, expected).lines)];
        if let Some(before) = before {
            columns.insert(0, ("before", Column::of_board(before, None)));
        }
        let width = |(name, lines): &(&str, Vec<(String, String)>)| {
            let widest = lines.iter().flat_map(|(line, marks)| [line, marks]).map(|line| line.chars().count()).max();
            widest.unwrap_or(0).max(name.len()) + 4
        };
        let widths: Vec<usize> = columns.iter().map(width).collect();
        let mut write = |cells: Vec<&str>| {
            let line: String = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            writeln!(f, "{}", format!("  {line}").trim_end())
        };
        write(columns.iter().map(|(name, _)| *name).collect())?;
        write(Vec::new())?;
        let none = (String::new(), String::new());
        for at in 0..columns.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) {
            let lines: Vec<&(String, String)> =
                columns.iter().map(|(_, lines)| lines.get(at).unwrap_or(&none)).collect();
            write(lines.iter().map(|(line, _)| &line[..]).collect())?;
            if lines.iter().any(|(_, marks)| !marks.is_empty()) {
                write(lines.iter().map(|(_, marks)| &marks[..]).collect())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAUSE: Clause = Clause {
        name: "B1-outcome",
        source: crate::coverage::Source::Document,
        title: "the outcome",
        quote: "The game is over.",
    };

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
