//! Reads the display strings and the winner out of an output.

use super::cases::Case;
use crate::clauses::ClauseTable;
use crate::difference::{Difference, Shown};
use crate::wording::speaks_of_winning;
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Pos, Side};
use gridlaw::games::connect4::{GLYPHS, NaiveConnect4, Parameters, read_display};
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;

/// The boards of an output.
#[derive(Default)]
pub(super) struct Displays {
    /// The boards up to the first that cannot be read; equal boards in sequence count once.
    pub(super) boards: Vec<PackedBoard>,
    /// The first display string that is wrong.
    pub(super) wrong: Option<Box<Difference>>,
    /// Whether the boards go on behind it: its form is wrong, and its cells can be read.
    pub(super) is_odd: bool,
}

/// Reads the boards of an output.
pub(super) fn displays(text: &str, parameters: Parameters) -> Displays {
    let size = parameters.size().width() as usize;
    let top = format!("--{}--", "N".repeat(size));
    let lines: Vec<&str> = text.lines().collect();
    let mut displays = Displays::default();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let bare = line.trim_end();
        if !together(bare).ends_with("NN--") {
            at += 1;
            continue;
        }
        // The first line may follow a prompt.
        let first = if bare.ends_with(&top) { &top } else { bare };
        let rest = &lines[at + 1..lines.len().min(at + size + 4)];
        let shown: Vec<&str> = std::iter::once(first).chain(rest.iter().map(|line| line.trim_end())).collect();
        let (board, error) = match read_display::<PackedBoard>(&shown.join("\n"), parameters) {
            Ok(board) => (Some(board), None),
            Err(error) => (read_cells(&shown, parameters), Some(error)),
        };
        if let Some(error) = error.filter(|_| displays.wrong.is_none()) {
            let empty = NaiveConnect4::new(parameters);
            let lawful = empty.picture(&empty.start());
            let difference =
                Case::Display.difference(displays.boards.len(), format!("a display string is wrong: {error}"));
            let expected = Shown::Text(lawful.lines().map(String::from).collect());
            let found = Shown::Text(shown.iter().map(|line| line.escape_debug().to_string()).collect());
            displays.wrong = Some(Box::new(difference.between(expected, found)));
        }
        displays.is_odd = displays.wrong.is_some() && board.is_some();
        let Some(board) = board else { break };
        if displays.boards.last() != Some(&board) {
            displays.boards.push(board);
        }
        at += size + 4;
    }
    displays
}

/// A line without its blanks, in capitals.
fn together(line: &str) -> String {
    line.split_whitespace().collect::<String>().to_uppercase()
}

/// The cells of a display string whose frame is wrong, or that has blanks or small letters.
fn read_cells(lines: &[&str], parameters: Parameters) -> Option<PackedBoard> {
    let size = parameters.size();
    let mut board = PackedBoard::empty(size);
    for row in 0..size.height() {
        let line: Vec<char> = together(lines.get(row as usize + 2)?).chars().collect();
        let cells = line.get(2..line.len().checked_sub(2)?)?;
        if cells.len() != size.width() as usize {
            return None;
        }
        for (col, &glyph) in (0..).zip(cells) {
            board.set_cell(Pos::new(row, col), GLYPHS.cell(glyph)?);
        }
    }
    Some(board)
}

/// The player named by the last line that speaks of a winner, and that line: before the verb or, if
/// nobody is named there, after it, but not by a prompt such as `Player 1:`.
pub(super) fn winner_of(text: &str) -> Option<(Side, &str)> {
    text.lines().rev().find_map(|line| Some((winner_of_line(&line.to_lowercase())?, line)))
}

fn winner_of_line(line: &str) -> Option<Side> {
    let (before, after) = line.split_at(speaks_of_winning(line)?);
    let player = |name: &str| match name.chars().find(char::is_ascii_digit)? {
        '1' => Some(Side::First),
        '2' => Some(Side::Second),
        _ => None,
    };
    let is_prompt =
        |name: &str| name.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == ' ').starts_with(':');
    before.rsplit_once("layer").and_then(|(_, name)| player(name)).or_else(|| {
        let (_, name) = after.rsplit_once("layer")?;
        if is_prompt(name) { None } else { player(name) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_named_beside_the_verb() {
        for (text, winner) in [
            ("Player 1 wins\n", Some(Side::First)),
            ("Congratulations, player 2! You have won.\nPlayer 1: ", Some(Side::Second)),
            ("The winner is Player 2", Some(Side::Second)),
            ("You win, Player 1!", Some(Side::First)),
            ("Player 1: enter move (to win, make four): ", None),
            ("Four in a row wins. Player 1: enter move: ", None),
            ("Player 2: It won't fit", None),
        ] {
            assert_eq!(winner_of(text).map(|(winner, _)| winner), winner, "{text}");
        }
    }

    #[test]
    fn a_display_in_another_form_is_read_and_named() {
        let right = "--NNNN--\n--0123--\nW0...O0E\nW1X##.1E\nW2.##.2E\nW3...X3E\n--0123--\n--SSSS--\n";
        let parameters = Parameters::new(4).unwrap();
        let lawful = displays(right, parameters);
        assert!(lawful.wrong.is_none() && !lawful.is_odd && lawful.boards.len() == 1);
        let apart = right.replace('.', " . ").replace("1E", "1 e").replace('X', "x");
        let shifted = right.replace("0123", "1234");
        for text in [apart, shifted, right.replace("--NNNN--", "- - N N N N - -")] {
            let read = displays(&format!("Board:\n{text}{text}"), parameters);
            assert!(read.wrong.is_some() && read.is_odd, "{text}");
            assert_eq!(read.boards, lawful.boards, "{text}");
        }
        let cut = displays(&right.replace("W2.##.2E", "W2.##2E"), parameters);
        assert!(cut.wrong.is_some() && !cut.is_odd && cut.boards.is_empty());
    }
}
