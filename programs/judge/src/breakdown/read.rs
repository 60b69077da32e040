//! Reads boards and results from the output of a program.

use std::borrow::Cow;

use crate::difference::Picture;
use crate::wording::{find_word, speaks_of_winning};
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Pos, Side, Size};
use gridlaw::rules::Outcome;
use gridlaw::text::{GLYPHS, Grid, label};

/// A board as a program showed it: rows in sequence, each a label, blanks and cells, perhaps with
/// column labels above.
#[derive(Clone, Debug)]
pub(super) struct ShownBoard<'t> {
    /// Its begin in the output, column labels included, and its end.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The last line above its rows that is not blank.
    above: &'t str,
    /// Whether a blank line stands between that line and the rows.
    spaced: bool,
    rows: Vec<(char, Cow<'t, str>)>,
    /// The first row that shows cells in another form than the document's, and that form.
    odd: Option<(&'t str, String)>,
}

/// The boards of an output, in order.
pub(super) fn shown(text: &str) -> Vec<ShownBoard<'_>> {
    let mut boards: Vec<ShownBoard<'_>> = Vec::new();
    let (mut above, mut above_start) = ("", 0);
    let (mut open, mut spaced) = (false, false);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let bare = line.trim_end();
        if bare.is_empty() {
            spaced = true;
            continue;
        }
        match row(bare) {
            Some(row) => {
                if !open {
                    boards.push(ShownBoard { start: above_start, end, above, spaced, rows: Vec::new(), odd: None });
                    open = true;
                }
                if let Some(board) = boards.last_mut() {
                    if let (label, Cow::Owned(cells)) = &row {
                        board.odd.get_or_insert_with(|| (bare, format!("{label} {cells}")));
                    }
                    board.rows.push(row);
                    board.end = end;
                }
            }
            None => {
                (above, above_start) = (bare, start);
                (open, spaced) = (false, false);
            }
        }
    }
    boards
}

/// Parses a row of a board: a label, blanks, cells, perhaps the label again. Cells in another form
/// are the row's own: with blanks or bars between, or in capitals.
fn row(line: &str) -> Option<(char, Cow<'_, str>)> {
    let (name, rest) = line.trim_start().split_once([' ', '\t', '|'])?;
    let mut letters = name.chars();
    let label = letters.next().filter(|_| letters.next().is_none())?;
    let mut words = rest.split_whitespace();
    let cells = words.next()?;
    let is_cell = |letter: char| matches!(letter, '.' | '*' | 'o');
    let is_label =
        |word: &str| word == name || word.chars().count() == 1 && !word.to_ascii_lowercase().chars().all(is_cell);
    let again = words.next().is_none_or(is_label);
    if !line.contains('|') && cells.chars().all(is_cell) && again && words.next().is_none() {
        return Some((label, cells.into()));
    }
    let is_end = |rest: &&str| rest.ends_with([' ', '\t', '|']) && !is_cell(label.to_ascii_lowercase());
    let apart = rest.trim_end().strip_suffix(label).filter(is_end).unwrap_or(rest);
    let together: String = apart.split([' ', '\t', '|']).collect::<String>().to_ascii_lowercase();
    (!together.is_empty() && together.chars().all(is_cell)).then_some((label, together.into()))
}

impl ShownBoard<'_> {
    /// Whether its cells are the cells of `board`.
    pub(super) fn is(&self, board: &PackedBoard, size: Size) -> bool {
        self.compare(board, size, |side| side)
    }

    /// Whether it has pieces exactly where `board` has them, whatever their color.
    pub(super) fn is_but_for_colors(&self, board: &PackedBoard) -> bool {
        let size = Grid::size(board);
        let is_taken = |cell: char| if cell == '.' { '.' } else { '*' };
        self.compare(board, size, is_taken)
    }

    fn compare(&self, board: &PackedBoard, size: Size, view: impl Fn(char) -> char) -> bool {
        self.rows.len() as u64 == u64::from(size.height())
            && (0..).zip(&self.rows).all(|(row, (_, cells))| {
                cells.len() as u64 == u64::from(size.width())
                    && (0..)
                        .zip(cells.chars())
                        .all(|(col, cell)| view(cell) == view(GLYPHS.of(board.cell(Pos::new(row, col)))))
            })
    }

    /// Whether a blank line stands between the column labels and the rows.
    pub(super) fn is_spaced(&self) -> bool {
        self.spaced
    }

    /// The first row that shows cells in another form than the document's, and that form.
    pub(super) fn odd_row(&self) -> Option<(&str, &str)> {
        self.odd.as_ref().map(|(row, right)| (*row, &right[..]))
    }

    /// Checks its labels.
    ///
    /// # Errors
    /// A description of the wrong labels.
    pub(super) fn check_labels(&self, size: Size) -> Result<(), String> {
        let columns: String = (0..size.width()).map(label).collect();
        if !self.above.ends_with(&columns) {
            return Err(format!("the column labels are not {columns}"));
        }
        match (0..size.height()).zip(&self.rows).find(|&(row, (name, _))| *name != label(row)) {
            Some((row, (name, _))) => Err(format!("the label of row {row}: expected {:?}, found {name:?}", label(row))),
            None => Ok(()),
        }
    }

    /// The board for people, with the labels that the program showed.
    pub(super) fn picture(&self) -> Picture {
        let width = self.rows.iter().map(|(_, cells)| cells.chars().count()).max().unwrap_or(0);
        let labels: Vec<char> = self.above.chars().collect();
        let columns = labels[labels.len().saturating_sub(width)..].iter().map(char::to_string).collect();
        let cells = |cells: &str| cells.chars().map(String::from).collect();
        let rows = self.rows.iter().map(|(name, row)| (name.to_string(), cells(row))).collect();
        Picture { columns, rows, ..Picture::default() }
    }
}

/// The last result that a text states, in whatever words, and its line.
pub(super) fn result(text: &str) -> Option<(Outcome, &str)> {
    text.lines().rev().find_map(|line| Some((result_of(&line.to_lowercase())?, line)))
}

/// The result that a line in small letters states.
fn result_of(line: &str) -> Option<Outcome> {
    if let Some(at) = speaks_of_winning(line) {
        // A prompt may stand in the same line, so the color nearest to the verb counts.
        let named = |name: &str| line[..at].rfind(name).or_else(|| line.rfind(name));
        return match (named("black"), named("white")) {
            (Some(black), Some(white)) if black > white => Some(Outcome::Win(Side::First)),
            (_, Some(_)) => Some(Outcome::Win(Side::Second)),
            (Some(_), None) => Some(Outcome::Win(Side::First)),
            (None, None) => None,
        };
    }
    // "Drawn" and "tied" alone may be said of a board or a column.
    let is_draw = ["draw", "tie", "stalemate"].iter().any(|word| find_word(line, word).is_some())
        || ["drawn", "tied"].iter().any(|word| {
            let is_alone = line.trim_matches(|letter: char| !letter.is_alphabetic()) == *word;
            find_word(line, word).is_some() && (is_alone || find_word(line, "game").is_some())
        });
    is_draw.then_some(Outcome::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_found_behind_prompts_and_between_other_text() {
        let text = "Welcome!\nBlack: Column:   01\n\n0 *.\n1 *.  1\n  01\nWhite: No room.\n\n  01\n\n0 .o \r\n1 ..\nWhite wins!\n";
        let boards = shown(text);
        assert_eq!(boards.len(), 2);
        let board = gridlaw::board!["*.", "*."];
        assert!(boards[0].is(&board, Grid::size(&board)) && !boards[1].is(&board, Grid::size(&board)));
        assert_eq!(boards[0].check_labels(Grid::size(&board)), Ok(()));
        assert!(boards[0].is_but_for_colors(&gridlaw::board!["o.", "o."]));
        assert_eq!(&text[boards[1].end..], "White wins!\n");
    }

    #[test]
    fn rows_in_another_form_are_read_and_named() {
        let board = gridlaw::board!["*.", ".o"];
        let is_board = |text: &str| shown(text)[0].is(&board, Grid::size(&board));
        for (text, odd) in [
            ("  01\n\n0 *.\n1 .o\n", None),
            ("  0 1\n\n0 * .\n1 . O\n", Some("0 * .")),
            ("  01\n\n0 |*|.|\n1\t|.|o| 1\n", Some("0 |*|.|")),
            ("  01\n\n0 *. 0\n1 .O\n", Some("1 .O")),
        ] {
            assert!(is_board(text), "{text}");
            assert_eq!(shown(text)[0].odd_row().map(|(row, _)| row), odd, "{text}");
        }
        assert_eq!(row("o * . o"), Some(('o', "*.o".into())));
        assert!(row("A | o").is_some() && row("Is *.").is_none() && row("1 or").is_none() && row("1 |").is_none());
    }

    #[test]
    fn wrong_labels_are_reported() {
        let text = "  02\n\n0 ..\n2 ..\n";
        let size = Size::new(2, 2).unwrap();
        assert_eq!(shown(text)[0].check_labels(size), Err("the column labels are not 01".to_string()));
        let text = text.replace("02", "01");
        assert!(
            shown(&text)[0].check_labels(size).unwrap_err().starts_with("the label of row 1: expected '1', found '2'")
        );
    }

    #[test]
    fn results_are_understood_in_other_words() {
        for (text, outcome) in [
            ("White: Column: Black wins!\n", Some(Outcome::Win(Side::First))),
            ("Black: The winner is WHITE.", Some(Outcome::Win(Side::Second))),
            ("It's a tie", Some(Outcome::Draw)),
            ("The game is drawn.", Some(Outcome::Draw)),
            ("Drawn!", Some(Outcome::Draw)),
            ("White: It won't fit there.", None),
            ("White: Invalid input, use one of the following: | - !", None),
            ("White: No room there. The board is not drawn again.", None),
            ("White: No room there, column tied up.", None),
            ("White, to win make a square: ", None),
            ("Black: White: ", None),
            ("", None),
        ] {
            assert_eq!(result(text).map(|(outcome, _)| outcome), outcome, "{text:?}");
        }
    }
}
